"""Speed of cloze-l2r, as a ratio to the released program's loop in one run: same machine, model, threads, tests.

    python benchmarks/stereoset.py [--threads 1] [--tests 12] [--rounds 3]

The released loop, written here from its description: every sub-word of every candidate is one text, tokenised again
and passed through the model alone, with the whole vocabulary's probabilities at every position. epicene batches, asks
what the three candidates share once, and projects only what is read. Rounds of both alternate; the median counts.
"""

from __future__ import annotations

import argparse
import json
import string
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).parent))
from base_models import base_masked
from crows import alternate

from epicene.core.types import INTRA, Item
from epicene.data.datasets import open_benchmark
from epicene.models.description import describe
from epicene.models.loading import Placement, load
from epicene.models.source import locate
from epicene.models.token_probabilities import LanguageModel
from epicene.scoring.scoring_options import ScoringOptions
from epicene.scoring.selection import choose

PUNCTUATION = str.maketrans("", "", string.punctuation)


def sample(tests: int) -> list[Item]:
    """Of all domains: every n-th of the bundled French tests whose attributes are single words, as the loop wants."""
    items = [item for item in open_benchmark("triples-fr").items if item.facets["task"] == INTRA]
    single = [
        item for item in items if all(" " not in t.text[slice(*t.span)] for t in item.variants.values() if t.span)
    ]
    return single[:: len(single) // tests][:tests]


def ours(model: LanguageModel, items: Sequence[Item]) -> Callable[[], Any]:
    return lambda: list(choose("cloze-l2r", model.description, ScoringOptions(), INTRA).score(items, model))


def released_loop(model: LanguageModel, items: Sequence[Item]) -> Callable[[], None]:
    tokenizer = model.description.tokenizer

    @torch.inference_mode()
    def run() -> None:
        for item in items:
            context = item.facets["context"]
            place = next(number for number, word in enumerate(context.split(" ")) if "BLANK" in word)
            for text in item.variants.values():
                word = text.text.split(" ")[place].translate(PUNCTUATION)
                ids = tokenizer.encode(word, add_special_tokens=False)
                for k, target in enumerate(ids):
                    shown = context.replace("BLANK", tokenizer.decode(ids[:k]) + tokenizer.mask_token)
                    encoded = tokenizer(shown, return_tensors="pt")["input_ids"]
                    probabilities = model.model(encoded).logits.softmax(dim=-1)
                    probabilities[encoded == tokenizer.mask_token_id][0, target].item()

    return run


def steps(model: LanguageModel, items: Sequence[Item]) -> dict[str, int]:
    """How many answers are read, and from how many inputs."""
    scoring = choose("cloze-l2r", model.description, ScoringOptions(), INTRA)
    questions = [question for batch in scoring.plan(items, 10_000) for question in batch.questions]
    return {
        "sub-words": sum(len(candidate) for question in questions for candidate in question.steps),
        "inputs asked": sum(len(question.inputs) for question in questions),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--tests", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    items = sample(options.tests)
    with tempfile.TemporaryDirectory() as folder:
        model = load(describe(locate(str(base_masked(Path(folder))))), Placement("cpu", threads=options.threads))
        loop = {"epicene cloze-l2r": ours(model, items), "released loop": released_loop(model, items)}
        times = alternate(loop, options.rounds)
        results = {
            "threads": options.threads,
            "tests": len(items),
            **steps(model, items),
            "candidates_per_second": 3 * len(items) / times["epicene cloze-l2r"],
            "cloze-l2r / released loop": times["released loop"] / times["epicene cloze-l2r"],
        }
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
