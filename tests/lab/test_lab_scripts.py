"""The scripts beside the lab: what a model says is read right, and the table has what was measured."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from epicene.data.datasets import open_benchmark
from epicene.lab.language_corpora import stereotypes

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
