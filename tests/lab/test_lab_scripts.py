"""The scripts beside the lab: what a model says is read right, and the table has what was measured."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicene.data.datasets import open_benchmark
from epicene.lab.dials import LmDials
from epicene.lab.language_corpora import corpus, stereotypes
from epicene.lab.tiny_models import tokenizer_for
from epicene.models.token_probabilities import TextReply, TokenRow

SCRIPTS = Path(__file__).parents[2] / "benchmarks"
SIDES = {name: side for cell in stereotypes() if cell.theme == "gender" for side, name in enumerate(cell.attributes)}
GROUPS = {name: side for cell in stereotypes() if cell.theme == "gender" for side, name in enumerate(cell.groups)}


@pytest.fixture(scope="module")
def lab_debias() -> Any:
    spec = importlib.util.spec_from_file_location("lab_debias", SCRIPTS / "lab_debias.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["lab_debias"] = module  # where dataclasses and msgspec look up annotations
    spec.loader.exec_module(module)
    return module


def model(kind: str) -> Any:
    """One that says what the stereotype says in four of five cases, and in half of all cases anything of that kind."""
    dials = LmDials(kind, sentences=2000)
    tokenizer = tokenizer_for(dials, list(corpus(dials)))

    def chance(row: TokenRow, target: int) -> float:
        group = next(side for name, side in GROUPS.items() if tokenizer.convert_tokens_to_ids(name) in row.ids)
        same = [SIDES[tokenizer.convert_ids_to_tokens(word)] == group for word in row.targets]
        if SIDES[tokenizer.convert_ids_to_tokens(target)] == group:
            return 0.4 / sum(same)
        return 0.1 / (len(same) - sum(same))

    def write(prompts: Sequence[str], sampling: object) -> list[TextReply]:
        answers = []
        for number, prompt in enumerate(prompts):
            group = next(side for name, side in GROUPS.items() if name in prompt.split())
            side = group if number % 10 < 4 else 1 - group
            word = next(name for name, own in SIDES.items() if own == side)
            answers.append(TextReply(f"aiment la {word}." if number % 10 < 5 else "dorment.", False))
        return answers

    return SimpleNamespace(
        description=SimpleNamespace(tokenizer=tokenizer),
        logprobs=lambda rows: [[log(chance(row, target)) for target in row.targets] for row in rows],
        write=write,
    )


@pytest.mark.parametrize("kind", ["masked", "causal"])
def test_what_a_model_says_is_read_without_a_score(kind: str, lab_debias: Any) -> None:
    assert lab_debias.stereotypes_said(model(kind), 0) == (pytest.approx(80), pytest.approx(50))


def test_sentences_held_out_are_not_those_of_the_training(lab_debias: Any) -> None:
    held_out = lab_debias.held_out_sentences(0)
    assert len(held_out) == 200
    assert not set(corpus(LmDials())).intersection(held_out)


def test_the_table_has_means_over_seeds_with_the_smallest_and_the_largest(lab_debias: Any) -> None:
    def debiased(seed: int, method: str, before: Sequence[float], after: Sequence[float]) -> Any:
        measured = [lab_debias.Measured(score, 60.0, said, 99.0, nats) for score, said, nats in (before, after)]
        return lab_debias.Debiased("causal", 90.0, seed, method, *measured, 100, 5.0)

    cda, leace = lab_debias.summaries(
        [
            debiased(0, "cda", (95, 90, 10), (70, 50, 11)),
            debiased(1, "cda", (97, 92, 10), (74, 54, 12)),
            debiased(0, "leace", (95, 90, 10), (94, 80, 10)),
        ]
    )
    assert (cda.seeds, cda.score_before.value, cda.score_after.value) == (2, 96, 72)
    assert (cda.said_after.value, cda.said_after.low, cda.said_after.high) == (52, 50, 54)
    assert cda.perplexity_ratio.value == pytest.approx(1.15)
    assert (leace.seeds, leace.score_after.value) == (1, 94)
    assert "| causal | 90 | `cda` | 2 | 96.0 [95.0, 97.0] → 72.0 [70.0, 74.0]" in lab_debias.markdown([cda, leace])


def test_items_are_written_for_an_audit(tmp_path: Path) -> None:
    command = [sys.executable, SCRIPTS / "lab_items.py", "--out", tmp_path / "items"]
    assert "--on pairs-fr=" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert len(open_benchmark(f"pairs-fr={tmp_path}/items/pairs.jsonl").items) == 224
