"""Debiasing where the truth is known: what a model says is read right, and the table says what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.lab.debiased.experiment import DebiasedRequest, held_out_sentences, stereotypes_said
from epicene.lab.debiased.page import PAGE, debiased_table
from epicene.lab.debiased.results import Acted, DebiasedResults, Measured, summaries
from epicene.lab.dials import LmDials
from epicene.lab.stereotype_corpus import cells, corpus
from epicene.lab.tiny_models import tokenizer_for
from epicene.models.token_probabilities import Row, Said
from epicene.report.render.markdown import render_markdown
from epicene.runs.folder import RunFolder

SIDES = {name: side for cell in cells() if cell.theme == "gender" for side, name in enumerate(cell.attributes)}
GROUPS = {name: side for cell in cells() if cell.theme == "gender" for side, name in enumerate(cell.groups)}


def model(kind: str) -> Any:
    """One that says what the stereotype says in four of five cases, and in half of all cases anything of that kind."""
    dials = LmDials(kind, sentences=2000)
    tokenizer = tokenizer_for(dials, list(corpus(dials)))

    def chance(row: Row, target: int) -> float:
        group = next(side for name, side in GROUPS.items() if tokenizer.convert_tokens_to_ids(name) in row.ids)
        same = [SIDES[tokenizer.convert_ids_to_tokens(one)] == group for one in row.targets]
        return (
            0.4 / sum(same)
            if SIDES[tokenizer.convert_ids_to_tokens(target)] == group
            else 0.1 / (len(same) - sum(same))
        )

    def write(prompts: Sequence[str], sampling: object) -> list[Said]:
        answers = []
        for number, prompt in enumerate(prompts):
            group = next(side for name, side in GROUPS.items() if name in prompt.split())
            said = group if number % 10 < 4 else 1 - group
            word = next(name for name, side in SIDES.items() if side == said)
            answers.append(Said(f"aiment la {word}." if number % 10 < 5 else "dorment.", False))
        return answers

    return SimpleNamespace(
        description=SimpleNamespace(tokenizer=tokenizer),
        logprobs=lambda rows: [[log(chance(row, target)) for target in row.targets] for row in rows],
        write=write,
    )


@pytest.mark.parametrize("kind", ["masked", "causal"])
def test_what_a_model_says_is_read_without_a_score(kind: str) -> None:
    assert stereotypes_said(model(kind), 0) == (pytest.approx(80), pytest.approx(50))


def test_sentences_held_out_are_not_those_of_the_training() -> None:
    known = set(corpus(LmDials()))
    held_out = held_out_sentences(0)
    assert len(held_out) == 200
    assert not known.intersection(held_out)


def measured(score: float, said: float, perplexity: float) -> Measured:
    return Measured(score, 60.0, said, 99.0, perplexity)


ACTED = [
    Acted("causal", 90.0, 0, "cda", measured(95, 90, 10), measured(70, 50, 11), 100, 5.0),
    Acted("causal", 90.0, 1, "cda", measured(97, 92, 10), measured(74, 54, 12), 100, 7.0),
    Acted("causal", 90.0, 0, "leace", measured(95, 90, 10), measured(94, 80, 10), 100, 3.0),
]


def test_the_table_has_means_over_seeds_with_the_smallest_and_the_largest(tmp_path: Path) -> None:
    cda, leace = summaries(ACTED)
    assert (cda.seeds, cda.score_before.value, cda.score_after.value, cda.score_moved) == (2, 96, 72, -24)
    assert (cda.said_after.low, cda.said_after.high, cda.said_moved) == (50, 54, -39)
    assert cda.perplexity_ratio.value == pytest.approx(1.15)
    assert leace.score_moved == -1
    folder = RunFolder(tmp_path)
    folder.begin("lab-debias", {})
    folder.write_results(DebiasedResults("", 2, ACTED, [cda, leace]))
    page = render_markdown(PAGE.document([tmp_path], "en"))
    assert "cda: the score moved by −24.0 points, what the models say by −39.0; perplexity × 1.15 (2 models)." in page
    assert len(debiased_table([cda, leace], Language("fr", "epicene.lab")).blocks[0]) == 2


def test_dials_and_methods_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"There is no method 'ceda'. Did you mean 'cda'"):
        DebiasedRequest(tmp_path, ways=("ceda",)).check()
    with pytest.raises(InputError, match=r"masked or causal"):
        DebiasedRequest(tmp_path, kinds=("letters",)).check()
