"""What the page about before and after says of the measures: which were aimed at, and whether only those moved."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from epicene.auditing.before_after import _glance, _moved_said
from epicene.core.language import Language
from epicene.kinds.protocol import known_response_modes
from epicene.metrics.two_models import Comparison
from epicene.scoring.perplexity import TokenNats, ratio

ENGLISH = Language("en")
SCORE = Comparison("pairs-fr", "metric_score", "all", "a", "b", 60.0, 50.0, -10.0, -15.0, -5.0, 100, None, None, None)
LETTERS = replace(SCORE, benchmark="letters-fr", metric="gender_gap", low=-20.0, high=0.5)
QUALITY = replace(SCORE, benchmark="triples-fr", metric="lms", task="intra")


@pytest.fixture(autouse=True)
def measures() -> None:
    known_response_modes()  # which register them


@pytest.mark.parametrize(
    ("comparisons", "key"),
    [
        ([SCORE], "unasked"),
        ([SCORE, LETTERS], "score"),
        ([SCORE, replace(LETTERS, high=-1.0)], "score-behaviour"),
        ([replace(SCORE, high=1.0), LETTERS], "nothing"),
        ([replace(SCORE, high=1.0), replace(LETTERS, high=-1.0)], "behaviour"),
        # of two tests, p is adjusted: 0.04 becomes 0.08
        ([replace(SCORE, p_mcnemar=0.04), replace(LETTERS, high=-1.0, p_mcnemar=0.9)], "nothing"),
        ([replace(SCORE, p_mcnemar=0.02), replace(LETTERS, high=-1.0, p_mcnemar=0.9)], "score"),
        # the first figure of a benchmark decides, and quality is no answer
        ([replace(SCORE, high=1.0), replace(SCORE, metric="stereo_score"), LETTERS, QUALITY], "nothing"),
        # where ties are many, the score that counts them as half decides
        ([SCORE, replace(SCORE, metric="metric_score_ties_half", high=1.0), LETTERS], "nothing"),
    ],
)
def test_it_is_said_whether_only_the_score_moved(comparisons: list[Comparison], key: str) -> None:
    assert _moved_said(comparisons, ENGLISH) == [ENGLISH.text(f"before-after.moved.{key}")]


@pytest.mark.about("triples")
def test_every_row_says_whether_it_was_aimed_at() -> None:
    table = _glance([SCORE, LETTERS, QUALITY], ENGLISH)
    assert table is not None
    shown = [ENGLISH.text(f"before-after.shows.{role}") for role in ("score", "behaviour", "quality")]
    assert [row[2].value for row in table.rows()] == shown
    assert next(reversed(list(table.rows())))[1].value == "intra LMs"


def test_what_systems_are_measured_by_is_of_no_such_sort() -> None:
    of_systems = [replace(SCORE, metric="feminine_correct")]
    assert _moved_said(of_systems, ENGLISH) == []
    assert _glance(of_systems, ENGLISH) is None


def test_the_interval_of_a_ratio_draws_sentences_and_not_sums() -> None:
    """Perplexity halves on every sentence alike: no draw can give another ratio. Where one of two sentences halves and
    the other doubles, draws give a half, one and two: a variance of 0.297, and t of one degree of freedom."""
    tokens = np.array([4.0, 8.0, 2.0])
    before = TokenNats(-3.0 * tokens, tokens)
    after = TokenNats(-(3.0 - np.log(2)) * tokens, tokens)
    assert ratio(before, after) == pytest.approx((0.5, 0.5, 0.5))
    one = np.ones(2)
    mixed = ratio(TokenNats(-one, one), TokenNats(-(one + np.log([0.5, 2.0])), one))
    assert mixed == pytest.approx((1.0, 0.0, 1 + 12.706 * (2 * 0.297) ** 0.5), rel=0.05)
    assert TokenNats(-one, one).perplexity == pytest.approx(exp(1))
