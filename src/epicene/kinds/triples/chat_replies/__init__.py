"""Triples in words: a chat model is shown all three candidates and chooses one. Never mixed with log-probabilities.

LMs, Ss and ACs of choices in words (aggregation `choices`), by task and domain. With choices being the replies that
choose a candidate, over all replies to the tests of a group:
- LMs = 100 × choices of the stereotype or the anti-stereotype / choices (67 for a model that draws lots);
- Ss  = 100 × choices of the stereotype / choices of the stereotype or the anti-stereotype;
- ACs from the two, as for log-probabilities;
- chosen_first_of_three = 100 × choices of the candidate shown first / choices (33.3 without a position bias).
They carry the names that they have for log-probabilities, of which they are the counterparts and no more: a chosen
candidate says nothing of the order of the other two. Replies to tests of one target term depend on one another, so
intervals and tests draw terms with all their replies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Item, Role
from epicene.kinds.chat_replies.measure import (
    DECIDED,
    FIRST,
    NO_CHOICE,
    SENSIBLE,
    STEREOTYPE,
    replied_items,
    reply_estimates,
    trouble_notices,
)
from epicene.kinds.chat_replies.page import ChoosesInWords, few_choices
from epicene.kinds.item_rows import TextSegment
from epicene.kinds.triples.measure import TOP_CHOICE, compare_terms, measure_terms, triple_groups, units_of
from epicene.kinds.triples.page import CHANCE, LMS, TASKS, TriplesByLikelihood, mark_attribute, near_chance
from epicene.metrics.catalogue import PERCENT, Direction, Measure, Measured, register
from epicene.metrics.intervals import RESAMPLES, Floats
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison
from epicene.runs.audit_folder import BenchmarkRun, SavedRun

CHOICES = "choices"
FIRST_OF_THREE = "chosen_first_of_three"
PACKAGE = "epicene.kinds.triples.chat_replies"
register(Measure(FIRST_OF_THREE, 100 / 3, "%", Direction.NEARER, PACKAGE, PERCENT), is_behaviour=True)
FIGURES = {FIRST_OF_THREE: (FIRST, DECIDED), **NO_CHOICE}


def every_choice(counts: Floats) -> Floats:
    """An aggregation: every choice weighs the same."""
    return np.vstack([100 * counts[SENSIBLE], counts[DECIDED], 100 * counts[STEREOTYPE], counts[SENSIBLE]])


def measure_choices(run: BenchmarkRun, *, resamples: int = RESAMPLES, seed: int = 0) -> Measured:
    """LMs, Ss and ACs by task and domain; how the model replied over all tests."""
    tests = replied_items(run, run.unusable)
    estimates, records = measure_terms(run, tests, every_choice, resamples, seed)
    for group in triple_groups(run):
        members = [test for test in tests if group.contains(test.item)]
        if members:
            terms, how = [test.item.cluster for test in members], {"resamples": resamples, "seed": seed}
            estimates += reply_estimates(run, group, members, terms, FIGURES, only_decided=False, **how)[0]
    return Measured(tuple(estimates), tuple(records), tuple(trouble_notices(run)))


class TriplesInWords(ChoosesInWords, TriplesByLikelihood):
    package = PACKAGE
    all_packages = ("epicene.kinds.chat_replies", TriplesByLikelihood.package, PACKAGE)
    aggregations = (CHOICES,)
    counts_preferences = False  # a test has several replies
    further = tuple(FIGURES)
    first_metric = FIRST_OF_THREE
    outcomes: ClassVar = {Role.STEREOTYPE: "stereotype", Role.ANTI: "anti", Role.UNRELATED: "unrelated"}

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_choices(run, seed=seed)

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_terms(a, b, names, replied_items, every_choice, RESAMPLES, seed)

    def units(self, run: BenchmarkRun) -> Units | None:
        return units_of(replied_items(run, run.unusable), every_choice)

    def marked(self, item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
        return mark_attribute(item, roles)

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Too few replies that choose, or as many absurd choices as by drawing lots."""
        few = list(few_choices(run, benchmark))
        yield from few
        lms = next((estimate for task in TASKS if (estimate := run.findings.find(benchmark, LMS, task=task))), None)
        if not few:
            yield from near_chance(run, benchmark, lms, CHANCE[TOP_CHOICE])

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        own = TriplesByLikelihood.answer_values(self, run, benchmark, language)
        return {**own, **super().answer_values(run, benchmark, language)}
