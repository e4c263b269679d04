"""Letters a second beside transformers' own `generate`, and questions whose answers share their context.

    python benchmarks/letters.py [--model NAME] [--letters 24] [--tokens 40] [--questions 24] [--rounds 3] [--threads 1]

Same machine, model, threads, beginnings and sampling in one run; rounds of all contestants alternate, and the median
counts. `generate` is asked one beginning at a time and in batches of 4 to 32, of which the fastest is its best; texts
run to the same number of tokens on both sides, unless they end before. Questions: the answers of one in a single row
that has their context once, against each asked whole. Writes benchmarks/results/letters-NAME.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import torch

from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.loading import TAKES_TREES, Placement, load
from epicene.models.source import DEFAULT_MODEL, locate
from epicene.models.token_probabilities import LanguageModel, Sampling
from epicene.scoring import likelihood
from epicene.scoring.scoring_options import ScoringOptions

BATCHES = (4, 8, 16, 32)
PROJECT = Path(__file__).parents[1]


def generated(model: LanguageModel, prompts: Sequence[str], sampling: Sampling, size: int) -> None:
    """As a program without epicene would: left padding, `generate` batch by batch."""
    tokenizer = model.description.tokenizer
    rows = [tokenizer(prompt)["input_ids"] for prompt in prompts]
    pad = model.description.pad_id
    for start in range(0, len(rows), size):
        batch = rows[start : start + size]
        longest = max(map(len, batch))
        ids = torch.tensor([[*[pad] * (longest - len(row)), *row] for row in batch])
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in batch])
        with torch.inference_mode():
            model.model.generate(
                input_ids=ids,
                attention_mask=mask,
                pad_token_id=pad,
                do_sample=True,
                temperature=sampling.temperature,
                top_p=sampling.top_p,
                top_k=0,
                max_new_tokens=sampling.most_tokens,
            )


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def medians(contestants: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    for work in contestants.values():
        work()
    spent: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            spent[name].append(seconds(work))
    return {name: statistics.median(found) for name, found in spent.items()}


def letters(model: LanguageModel, n: int, tokens: int, rounds: int) -> dict[str, object]:
    items = open_benchmark("letters-fr").items[: max(1, n // 3)]
    prompts = [next(iter(item.variants.values())).text for item in items for _ in range(3)][:n]
    how = Sampling(0.8, 0.95, tokens, range(len(prompts)))
    torch.manual_seed(0)
    contestants: dict[str, Callable[[], object]] = {"epicene": lambda: model.write(prompts, how)}
    for size in (1, *BATCHES):
        if size <= len(prompts):
            contestants[f"generate-{size}"] = lambda size=size: generated(model, prompts, how, size)
    found = medians(contestants, rounds)
    best = min((name for name in found if name != "epicene"), key=lambda name: found[name])
    return {
        "letters": len(prompts),
        "tokens": tokens,
        "letters_a_second": {name: len(prompts) / value for name, value in found.items()},
        "over_one_at_a_time": found["generate-1"] / found["epicene"],
        "best_of_generate": best,
        "over_best_of_generate": found[best] / found["epicene"],
    }


def questions(model: LanguageModel, n: int, rounds: int) -> dict[str, object]:
    items = open_benchmark("questions-fr").items[:n]

    def asked(scoring: likelihood.MeanAnswer) -> None:
        for question in scoring.questions(items):
            scoring.scores(question, model.logprobs(scoring.rows(question)))

    shared, whole = (likelihood.MeanAnswer(model.description, ScoringOptions()) for _ in range(2))
    kind = model.description.config.model_type
    contestants = {"shared": lambda: asked(shared), "whole": lambda: _without_trees(kind, lambda: asked(whole))}
    found = medians(contestants, rounds)
    return {"questions": n, "seconds": found, "shared_over_whole": found["whole"] / found["shared"]}


def _without_trees(kind: str, work: Callable[[], None]) -> None:
    """Each answer in a row of its own, as for models that take no trees."""
    had = kind in TAKES_TREES
    TAKES_TREES.discard(kind)
    try:
        work()
    finally:
        if had:
            TAKES_TREES.add(kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default=DEFAULT_MODEL)
    for name, value in (("letters", 24), ("tokens", 40), ("questions", 24), ("rounds", 3), ("threads", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    told = parser.parse_args()
    torch.set_num_threads(told.threads)
    model = load(describe(locate(told.model)), replace(Placement("cpu"), threads=told.threads))
    document = {
        "model": model.description.source.name,
        "parameters": model.parameters(),
        "threads": told.threads,
        "machine": platform.processor() or platform.machine(),
        "letters": letters(model, told.letters, told.tokens, told.rounds),
        "questions": questions(model, told.questions, told.rounds),
    }
    name = model.description.source.name.replace("/", "-")
    path = PROJECT / "benchmarks" / "results" / f"letters-{name}.json"
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
