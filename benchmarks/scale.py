"""What Ray costs over asking in this process, and what a large study would take.

    python benchmarks/scale.py [--pairs N] [--rounds 3] [--threads 2] [--only masked|causal]
    python benchmarks/scale.py --estimate [--gpus 8] [--tflops 100] [--utilisation 0.3] [--price 2.0] [--disk 1.0]

The first asks a model of base size (12 layers of 768, random weights) the same bundled pairs with both engines, in
processes of their own that take turns; medians go to benchmarks/results/scale.json. The second multiplies what was
measured there by the sizes of 100 models and six benchmarks. Nothing here has seen a GPU: its speed, and its price, are
assumptions that the options set.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

RESULTS = Path(__file__).parent / "results" / "scale.json"
ENGINES = ("local", "ray")
MOST_OVERHEAD = 15  # percent
# Multiplications and additions a token in 12 layers of 768, without the vocabulary; and the parameters that do them.
BODY_PARAMETERS = 12 * (4 * 768 * 768 + 2 * 768 * 3072)
FLOP_PER_PARAMETER = 2
PAIRS, INTRA, INTER = "pairs", "intra", "inter"
# The six that can be named with a published size; StereoSet-fr is taken to be as large as the English one.
BENCHMARKS = {
    "crows-fr": {PAIRS: 1_677},
    "crows-en": {PAIRS: 1_677},
    "crows-en-original": {PAIRS: 1_508},
    "stereoset-fr": {INTRA: 2_106, INTER: 2_123},
    "stereoset-en": {INTRA: 2_106, INTER: 2_123},
    "stereoset-pt": {INTRA: 2_106, INTER: 2_123},
}
PAIRS_ASKED = {"masked": 16, "causal": 300}
BYTES_PER_PARAMETER = 4  # float32, as audit loads by default
READS_OF_WEIGHTS = 3  # hashed by the command and by the worker, then loaded
TOKENS_A_BATCH = 32_768  # what `audit` packs into one on a GPU; a batch is asked whole, by one GPU


@dataclass(frozen=True)
class Group:
    """Models of one size in the imagined study."""

    number: int
    kind: str
    parameters: float


MODELS = (
    Group(40, "masked", 0.11e9),
    Group(20, "masked", 0.34e9),
    Group(20, "causal", 0.5e9),
    Group(15, "causal", 1.7e9),
    Group(5, "causal", 7e9),
)


class Clock:
    """When asking began (weights are there then), and when the last answer came."""

    began = ended = 0.0

    def start(self, label: str, total: int, done: int = 0) -> None:
        self.began = time.monotonic()

    def advance(self, units: int) -> None:
        self.ended = time.monotonic()

    def say(self, text: str) -> None:
        pass


def leg(engine: str, model: str, pairs: int, threads: int) -> None:
    """One audit; prints how long the asking took, and of how many tokens."""
    from epicene.auditing.audit_requests import AuditRequest
    from epicene.auditing.run import audit
    from epicene.models.engines import open_engine

    clock = Clock()
    with tempfile.TemporaryDirectory() as folder, open_engine(engine) as where:
        run = audit(
            AuditRequest(
                model,
                on=("pairs-fr",),
                device="cpu",
                threads=threads,
                opened_engine=where,
                limit=pairs,
                out=Path(folder) / "run",
            ),
            clock,
        )
        scores = sorted(run.scores_path.read_text(encoding="utf-8").splitlines())
        tokens, asked = run.manifest()["cost"]["tokens"], planned_tokens(model, pairs)
    found = {"asking": clock.ended - clock.began, "tokens": asked, "sanity_tokens": tokens - asked, "scores": scores}
    print(json.dumps(found))


def planned_tokens(model: str, pairs: int) -> int:
    """What the asking takes; the run's own count has the sanity check in it too, which comes before."""
    from epicene.data.datasets import open_benchmark
    from epicene.models.description import describe
    from epicene.models.source import locate
    from epicene.scoring.scoring_options import ScoringOptions
    from epicene.scoring.selection import choose

    scoring = choose(None, describe(locate(model)), ScoringOptions(), PAIRS)
    batches = scoring.plan(open_benchmark("pairs-fr").items[:pairs], 1_024)
    return sum(question.cost for batch in batches for question in batch.questions)


def start_leg(model: str, threads: int) -> None:
    """How long a worker takes from nothing to its first answer, where Ray is there already: what each run pays."""
    from epicene.auditing.audit_requests import AuditRequest
    from epicene.auditing.run import worker_factory
    from epicene.models.description import describe
    from epicene.models.engines import open_engine
    from epicene.models.loading import Placement
    from epicene.models.source import locate

    description, placement = describe(locate(model)), Placement("cpu", threads=threads)
    factory = worker_factory(description, description.source.digest(), AuditRequest(model), ())
    with open_engine("ray") as engine:
        assert list(engine.each(abs, [-1], None, abs)) == [1]
        began = time.monotonic()
        with engine.workers(factory, placement) as workers:
            assert list(workers.map(second, [1])) == [1]
            print(json.dumps(time.monotonic() - began))


def second(_: Any, piece: int) -> int:
    return piece


def measured(kind: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Both engines in turn, so that a busy moment hits both."""
    from base_models import base_causal, base_masked

    model = {"masked": base_masked, "causal": base_causal}[kind](folder / kind)
    pairs = options.pairs or PAIRS_ASKED[kind]
    asking: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    whole: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    answers: dict[str, list[str]] = {}
    starting, tokens, sanity_tokens = list[float](), 0, 0
    for number in range(options.rounds):
        for engine in ENGINES:
            program = [sys.executable, __file__, "--leg", engine, str(model), str(pairs), str(options.threads)]
            began = time.monotonic()
            done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
            whole[engine].append(time.monotonic() - began)
            found = json.loads(done.stdout.splitlines()[-1])
            asking[engine].append(found["asking"])
            answers[engine] = found["scores"]
            tokens, sanity_tokens = found["tokens"], found["sanity_tokens"]
            said = f"{whole[engine][-1]:.1f} s, asking {asking[engine][-1]:.1f} s"
            print(f"  {kind}, round {number}, {engine}: {said}", file=sys.stderr, flush=True)
        program = [sys.executable, __file__, "--start-leg", str(model), str(options.threads)]
        done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
        starting.append(json.loads(done.stdout.splitlines()[-1]))
    ask = {engine: statistics.median(asking[engine]) for engine in ENGINES}
    rest = {
        engine: statistics.median(a - b for a, b in zip(whole[engine], asking[engine], strict=True))
        for engine in ENGINES
    }
    times = 1_677 / pairs
    return {
        "pairs": pairs,
        "rounds": options.rounds,
        "threads": options.threads,
        "same_scores_to_the_bit": answers["local"] == answers["ray"],
        "tokens": tokens,
        "sanity_tokens": sanity_tokens,
        "seconds_starting_a_worker": round(statistics.median(starting), 2),
        "seconds_asking": {engine: round(ask[engine], 2) for engine in ENGINES},
        "seconds_before_and_after": {engine: round(rest[engine], 2) for engine in ENGINES},
        "rounds_asking": {engine: [round(one, 2) for one in asking[engine]] for engine in ENGINES},
        "tokens_per_second": round(tokens / ask["local"], 1),
        "overhead_asking_percent": round(100 * (ask["ray"] / ask["local"] - 1), 1),
        "overhead_whole_sample_percent": round(
            100 * ((ask["ray"] + rest["ray"]) / (ask["local"] + rest["local"]) - 1), 1
        ),
        "overhead_1677_pairs_percent_computed": round(
            100 * ((times * ask["ray"] + rest["ray"]) / (times * ask["local"] + rest["local"]) - 1), 1
        ),
    }


def tokens_per_item() -> dict[str, dict[str, float]]:
    """Tokens that pass through a model for one item, counted on the bundled French sets with the tiny tokenizer."""
    from base_models import tiny_tokenizer
    from transformers import BertConfig, GPT2Config

    from epicene.core.types import Capability
    from epicene.data.datasets import open_benchmark
    from epicene.models.description import Description
    from epicene.models.next_sentence_heads import PairEncoder
    from epicene.models.source import Source
    from epicene.scoring.scoring_options import ScoringOptions
    from epicene.scoring.selection import choose

    found: dict[str, dict[str, float]] = {}
    items = [*open_benchmark("pairs-fr").items, *open_benchmark("triples-fr").items]
    tasks = {name: [item for item in items if item.facets.get("task", PAIRS) == name] for name in (PAIRS, INTRA, INTER)}
    for kind, config, capability in (
        ("masked", BertConfig(), Capability.MASKED),
        ("causal", GPT2Config(), Capability.CAUSAL),
    ):
        tokenizer = tiny_tokenizer(around=kind == "masked", mask=kind == "masked")
        description = Description(Source(kind, kind, Path(kind)), config, tokenizer, capability)
        found[kind] = {}
        for task in (PAIRS, INTRA):
            batches = choose(None, description, ScoringOptions(), task).plan(tasks[task], 1_024)
            total = sum(question.cost for batch in batches for question in batch.questions)
            found[kind][task] = round(total / len(tasks[task]), 1)
        encoder = PairEncoder(description, "fr")
        rows = [encoder(text.context, text.text) for item in tasks[INTER] for text in item.variants.values()]
        found[kind][INTER] = round(sum(row.cost for row in rows) / len(tasks[INTER]), 1)
    return found


@dataclass(frozen=True)
class Assumed:
    """What was not measured here."""

    tflops: float
    utilisation: float
    price: float
    disk: float


def estimate(results: dict[str, Any], gpus: int, assumed: Assumed) -> dict[str, float]:
    """Hours and price of the study as `epicene study --engine ray` runs it: run after run, each on all GPUs.

    A run takes as long as the GPU that has most of its batches, all taken to be full; the tasks of a benchmark are
    batched apart. The sanity check is asked by one GPU, before.
    """
    speed = assumed.tflops * 1e12 * assumed.utilisation
    start = results["masked"]["seconds_starting_a_worker"]
    computing = starting = 0.0
    for group in MODELS:
        tokens = results["tokens_per_item"][group.kind]
        overhead = 1 + max(0.0, results[group.kind]["overhead_asking_percent"]) / 100
        weights = READS_OF_WEIGHTS * BYTES_PER_PARAMETER * group.parameters / 1e9 / assumed.disk
        for sizes in BENCHMARKS.values():
            asked = results[group.kind]["sanity_tokens"]
            asked += sum(share_of_one(tokens[task] * number, gpus) for task, number in sizes.items())
            computing += group.number * asked * FLOP_PER_PARAMETER * group.parameters / speed * overhead
            starting += group.number * (start + weights)
    hours = (computing + starting) / 3600
    return {
        "gpus": gpus,
        "hours_computing": computing / 3600,
        "hours_starting": starting / 3600,
        "hours": hours,
        "gpu_hours": hours * gpus,
        "price": hours * gpus * assumed.price,
    }


def share_of_one(tokens: float, gpus: int) -> float:
    """The tokens of the busiest GPU: ceil(batches / gpus) batches of equal size."""
    batches = math.ceil(tokens / TOKENS_A_BATCH)
    return tokens / batches * math.ceil(batches / gpus)


def on_these_cores(results: dict[str, Any]) -> float:
    """Days of the same study on the machine that was measured, at its measured rate a parameter."""
    seconds = 0.0
    for group in MODELS:
        rate = results[group.kind]["tokens_per_second"] * BODY_PARAMETERS / group.parameters
        tokens = results["tokens_per_item"][group.kind]
        asked = sum(tokens[task] * number for sizes in BENCHMARKS.values() for task, number in sizes.items())
        seconds += group.number * asked / rate
    return seconds / 86_400


def print_estimate(results: dict[str, Any], numbers: Sequence[int], assumed: Assumed) -> None:
    speed = assumed.tflops * assumed.utilisation
    assumptions = f"{speed:g} TFLOP/s a GPU ({assumed.tflops:g} x {assumed.utilisation:g})"
    assumptions += f", {assumed.price:g} a GPU-hour, weights read at {assumed.disk:g} GB/s"
    print(f"100 models x 6 benchmarks; assumed: {assumptions}")
    print("| GPUs | computing (h) | starting (h) | in all (h) | GPU-hours | price |")
    print("|---:|---:|---:|---:|---:|---:|")
    for number in numbers:
        row = estimate(results, number, assumed)
        print(f"| {number} | {row['hours_computing']:.2f} | {row['hours_starting']:.2f} | {row['hours']:.1f} | "
              f"{row['gpu_hours']:.0f} | {row['price']:.0f} |")  # fmt: skip
    print(f"On the two cores measured, at their measured rate: {on_these_cores(results):.0f} days.")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, help="by default as many as take about 20 s on two cores")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", choices=("masked", "causal"))
    parser.add_argument("--leg", nargs=4, metavar=("ENGINE", "MODEL", "PAIRS", "THREADS"), help=argparse.SUPPRESS)
    parser.add_argument("--start-leg", nargs=2, metavar=("MODEL", "THREADS"), help=argparse.SUPPRESS)
    parser.add_argument("--estimate", action="store_true", help="print the table instead, from what was measured")
    parser.add_argument("--gpus", type=int, action="append", help="repeatable; 1, 4, 8 and 32 by default")
    parser.add_argument("--tflops", type=float, default=100.0, help="assumed: a GPU's peak in the precision used")
    parser.add_argument("--utilisation", type=float, default=0.3, help="assumed: the share of it that is reached")
    parser.add_argument("--price", type=float, default=2.0, help="assumed: of a GPU-hour")
    parser.add_argument("--disk", type=float, default=1.0, help="assumed: GB/s at which weights are read")
    options = parser.parse_args()
    if options.leg:
        engine, model, pairs, threads = options.leg
        leg(engine, model, int(pairs), int(threads))
        return
    if options.start_leg:
        start_leg(options.start_leg[0], int(options.start_leg[1]))
        return
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {}
    if options.estimate:
        assumed = Assumed(options.tflops, options.utilisation, options.price, options.disk)
        print_estimate(results, options.gpus or [1, 4, 8, 32], assumed)
        return
    results |= {
        "what": "12 layers x 768, random weights, bundled French pairs: `audit` with --engine ray over --engine local",
        "tokens_per_item": tokens_per_item(),
        "cores": os.cpu_count(),
        "load_average_before": [round(load, 2) for load in os.getloadavg()],
        "python": platform.python_version(),
    }
    with tempfile.TemporaryDirectory() as folder:
        for kind in [options.only] if options.only else ["masked", "causal"]:
            results[kind] = measured(kind, Path(folder), options)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for kind in ("masked", "causal"):
        if kind in results:
            found = results[kind]["overhead_asking_percent"]
            print(f"{kind}: {found:+.1f} % ({'within' if found <= MOST_OVERHEAD else 'OVER'} {MOST_OVERHEAD} %)")
    print(f"All figures in {RESULTS}")


if __name__ == "__main__":
    main()
