"""Speed and memory of CrowS-Pairs scoring, as ratios to peers in one run: same machine, model, threads, sentences.

    python benchmarks/crows.py [--threads 1] [--pairs 24] [--rounds 3] [--only masked|causal] [--on crows-fr] [--memory]

Peers: the original program's loop (one masked copy at a time, written here from its description), minicons
(per masked copy), a plain fp32 matrix product (the ceiling), lm-eval at its best batch size (causal). Rounds of all
contestants alternate, so that a busy moment hits all of them; the median round counts.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).parent))
from base_models import base_causal, base_masked

from epicene.core.types import Item, Role
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.counted_tokens import shared_places
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose

PEER_BATCHES = (4, 8, 16, 32)  # lm-eval's best is among them
# Multiplications and additions of the matrix products for one token in 12 layers of 768: what a matrix product can
# at best take the time of. Attention scores and the vocabulary come on top and are not counted.
FLOP_PER_TOKEN = 12 * 2 * (4 * 768 * 768 + 2 * 768 * 3072)
# Of these, what is made only where an answer is read: the last layer without its keys and values.
LAST_LAYER = 10 / 12 / 12


def seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def alternate(contestants: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Median seconds of each contestant, after one round to warm up."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, work in contestants.items():
            spent = seconds(work)
            if number:
                times[name].append(spent)
            print(f"  round {number}: {name} {spent:.2f} s", file=sys.stderr, flush=True)
    return {name: statistics.median(spent) for name, spent in times.items()}


def sample(benchmark: str, pairs: int) -> list[Item]:
    """Pairs of all lengths: every n-th."""
    items = open_benchmark(benchmark).items
    return list(items[:: len(items) // pairs][:pairs])


def scoring(model: LanguageModel, name: str) -> Any:
    return choose(name, model.description, ScoringOptions(), "pairs")


def ours(model: LanguageModel, items: Sequence[Item], name: str) -> Callable[[], Any]:
    return lambda: list(scoring(model, name).score(items, model))


def original_loop(model: LanguageModel, items: Sequence[Item]) -> Callable[[], None]:
    """As released: both sentences, token by token, one masked copy through the model at a time."""
    tokenizer = model.description.tokenizer

    @torch.inference_mode()
    def run() -> None:
        for item in items:
            sides = [tokenizer(item.variants[role].text)["input_ids"] for role in (Role.MORE, Role.LESS)]
            for ids, places in zip(sides, shared_places(*sides), strict=True):
                for place in places[1:-1]:
                    masked = torch.tensor([ids])
                    masked[0, place] = tokenizer.mask_token_id
                    hidden = model.model(masked).logits[0]
                    torch.log_softmax(hidden[place], dim=0)[ids[place]].item()

    return run


def minicons(model: LanguageModel, items: Sequence[Item], batch: int = 10) -> Callable[[], None]:
    from minicons.scorer import MaskedLMScorer

    tokenizer = model.description.tokenizer
    tokenizer.batch_encode_plus = tokenizer.__call__  # transformers 5 dropped the name that minicons 0.3.39 calls
    scorer = MaskedLMScorer(model.model, "cpu", tokenizer=tokenizer)
    texts = [text.text for item in items for text in item.variants.values()]

    @torch.inference_mode()
    def run() -> None:
        for start in range(0, len(texts), batch):
            scorer.sequence_score(texts[start : start + batch])

    return run


def matrix_product(tokens: int) -> Callable[[], None]:
    """As many multiplications as the masked model needs for so many tokens, as one shape of plain product."""
    left, right = torch.randn(1024, 768), torch.randn(768, 3072)
    times = round(tokens * FLOP_PER_TOKEN / (2 * 1024 * 768 * 3072))

    def run() -> None:
        for _ in range(times):
            left @ right

    return run


def lm_eval(peer: Any, items: Sequence[Item], batch: int) -> Callable[[], None]:
    from lm_eval.api.instance import Instance

    texts = [text.text for item in items for text in item.variants.values()]

    def run() -> None:
        peer.batch_size_per_gpu = batch
        requests = [Instance("loglikelihood", {}, ("", text), place) for place, text in enumerate(texts)]
        peer.loglikelihood(requests, disable_tqdm=True)

    return run


def masked_ratios(folder: Path, items: Sequence[Item], threads: int, rounds: int) -> dict[str, float]:
    model = load(describe(locate(str(base_masked(folder)))), Placement("cpu", threads=threads))
    work = ours(model, items, "pll-shared")
    work()
    tokens = model.tokens_seen
    copies = {
        name: sum(
            len(question.places) for batch in scoring(model, name).plan(items, 1024) for question in batch.questions
        )
        for name in ("pll-shared", "pll")
    }
    times = alternate(
        {
            "epicene pll-shared": work,
            "original loop": original_loop(model, items),
            "matrix product": matrix_product(tokens),
            "epicene pll": ours(model, items, "pll"),
            "minicons": minicons(model, items),
        },
        rounds,
    )
    share = times["matrix product"] / times["epicene pll-shared"]
    return {
        "sentences_per_second": 2 * len(items) / times["epicene pll-shared"],
        "pll-shared / original loop": times["original loop"] / times["epicene pll-shared"],
        "pll / minicons, per masked copy": times["minicons"] / times["epicene pll"],
        "share of a plain matrix product's speed": share,
        "share, only products that are made": share * (1 - LAST_LAYER * (1 - copies["pll-shared"] / tokens)),
        "masked copies": copies["pll-shared"],
    }


def causal_ratios(folder: Path, items: Sequence[Item], threads: int, rounds: int) -> dict[str, float]:
    model = load(describe(locate(str(base_causal(folder)))), Placement("cpu", threads=threads))
    from lm_eval.models.huggingface import HFLM

    peer = HFLM(pretrained=str(folder), device="cpu", dtype="float32")  # as transformers loads it, not as epicene does
    peers = {f"lm-eval, batch {batch}": lm_eval(peer, items, batch) for batch in PEER_BATCHES}
    times = alternate({"epicene loglik": ours(model, items, "loglik"), **peers}, rounds)
    best = min(peers, key=lambda name: times[name])
    return {
        "sentences_per_second": 2 * len(items) / times["epicene loglik"],
        f"loglik / {best} (its best)": times[best] / times["epicene loglik"],
    }


def peak_memory(model: Path, sentences: int, name: str) -> int:
    """Peak resident memory, in MiB, of a process of its own that asks so many sentences."""
    program = [sys.executable, __file__, "--measure", str(model), str(sentences), name]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def measure_memory(model: str, sentences: int, name: str) -> None:
    """Ten thousand sentences are planned, as a run plans them; the ten longest batches are asked."""
    loaded = load(describe(locate(model)), Placement("cpu"))
    items = open_benchmark("pairs-fr").items
    wanted = [
        Item(f"{number}", item.variants, item.language, item.category, item.cluster, item.facets)
        for number in range(sentences // 2)
        for item in [items[number % len(items)]]
    ]
    chosen = scoring(loaded, name)
    batches = chosen.plan(wanted, loaded.budget)
    for batch in batches[-10:]:
        chosen.ask(batch, loaded)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--on", default="pairs-fr", metavar="BENCHMARK", help="whose pairs, crows-fr=FILE for instance")
    parser.add_argument("--only", choices=("masked", "causal"))
    parser.add_argument("--memory", action="store_true", help="measure memory for 10 and 10,000 sentences instead")
    parser.add_argument("--measure", nargs=3, metavar=("MODEL", "SENTENCES", "SCORING"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure_memory(options.measure[0], int(options.measure[1]), options.measure[2])
        return
    with tempfile.TemporaryDirectory() as folder:
        masked, causal = Path(folder) / "masked", Path(folder) / "causal"
        if options.memory:
            base_masked(masked)
            base_causal(causal)
            kinds = [("pll-shared", masked), ("loglik", causal)]
            found = {
                f"{name}, {n} sentences": peak_memory(model, n, name) for name, model in kinds for n in (10, 10_000)
            }
            print(json.dumps({"peak_memory_mib": found}, indent=1))
            return
        items = sample(options.on, options.pairs)
        contests = {"masked": (masked_ratios, masked), "causal": (causal_ratios, causal)}
        results = {"on": options.on.partition("=")[0], "threads": options.threads, "pairs": len(items)} | {
            name: ratios(folder, items, options.threads, options.rounds)
            for name, (ratios, folder) in contests.items()
            if options.only in (None, name)
        }
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
