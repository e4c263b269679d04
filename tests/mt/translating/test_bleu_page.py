"""Two systems on one test set: BLEU compared sentence by sentence, from their folders alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.errors import InputError
from epicene.mt.translating.bleu_run import BleuRequest, translate_and_score
from epicene.mt.translating.page import BLEU_PAGE as PAGE
from mt.small_corpora import write
from mt.test_limits import Weighed

LINES = [f"The baker number {number} has finished his long work today ." for number in range(12)]


def test_a_system_that_translates_as_the_reference_is_clearly_better(tmp_path: Path) -> None:
    def run(name: str, command: str, n: int = 12) -> Path:
        lines = write(tmp_path / f"{n}.en", LINES[:n])
        translate_and_score(BleuRequest("own", lines, lines, ("fr", "en"), tmp_path / name), Weighed(command))
        return tmp_path / name

    wrong, right = run("wrong", "sed 's/[a-z]* has finished .*/sleeps ./'"), run("right", "cat")
    (pair,) = PAGE.compare([wrong, right], 0).pairs
    (bleu,) = pair.comparisons
    assert bleu.value_b == pytest.approx(100)
    assert bleu.is_clear
    assert 0 < bleu.low <= bleu.difference
    with pytest.raises(InputError, match="differ in more than the system"):
        PAGE.compare([right, run("other", "cat", 6)], 0)
