"""What is shown of triples that were asked in words: choices by domain and task, how the model replied, every reply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate, Role
from epicene.kinds.answer_sentences import includes_ideal
from epicene.kinds.chat_replies.measure import REFUSED, decisions_of
from epicene.kinds.chat_replies.page import asked_with, few_choices, reply_blocks, shares_not_chosen
from epicene.kinds.protocol import View
from epicene.kinds.triples.chat_replies.measure import (
    CHOICES,
    FIRST,
    OF_REPLIES,
    PACKAGE,
    choice_units,
    chosen_in,
    compare_choices,
    measure_choices,
)
from epicene.kinds.triples.measure import TOP_CHOICE
from epicene.kinds.triples.page import CHANCE, LMS, TASKS, TriplesByLikelihood, mark_attribute, near_chance
from epicene.metrics.catalogue import Measured
from epicene.metrics.reliability import Units
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import WORDS
from epicene.runs.saved_run import SavedRun

OUTCOMES = {Role.STEREOTYPE: "stereotype", Role.ANTI: "anti", Role.UNRELATED: "unrelated"}


class TriplesInWords(TriplesByLikelihood):
    name = WORDS
    package = PACKAGE
    aggregations = (CHOICES,)
    further = tuple(OF_REPLIES)
    scores_identify = False  # a few words may well be the same

    @property
    def packages(self) -> Sequence[str]:
        return ("epicene.kinds.chat_replies", TriplesByLikelihood.package, PACKAGE)

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_choices(run, seed=seed)

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_choices(a, b, names, seed=seed)

    def units(self, run: BenchmarkRun) -> Units | None:
        return choice_units(run)

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        return {chosen.item.id: decisions_of(chosen.replies) for chosen in chosen_in(run, run.unusable)}

    def preferred(self, run: BenchmarkRun, task: str | None = None) -> dict[str, bool]:
        return {}  # a test has several replies

    def ties(self, run: SavedRun, benchmark: str) -> Estimate | None:
        return None

    def doubts(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Too few replies that choose, or as many absurd choices as by drawing lots."""
        few = list(few_choices(run, benchmark))
        yield from few
        lms = next((estimate for task in TASKS if (estimate := run.findings.find(benchmark, LMS, task=task))), None)
        if not few:
            yield from near_chance(run, benchmark, lms, CHANCE[TOP_CHOICE])

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        return {**super().answer_values(run, benchmark, language), **shares_not_chosen(run, benchmark, language)}

    def more_answer(self, run: SavedRun, benchmark: str, language: Language) -> list[str]:
        """How often nothing was chosen, and whether the model goes by position."""
        refused, first = (run.findings.find(benchmark, name) for name in (REFUSED, FIRST))
        if refused is None or first is None:
            return []
        values = self.answer_values(run, benchmark, language)
        texts = [language.text("prompted.trust", span=language.span(refused.low, refused.high), **values)]
        key = "prompted.position.none" if includes_ideal(first) else "prompted.position"
        span = language.span(first.low, first.high)
        return [*texts, language.text(key, value=language.percent(first.value), span=span)]

    def asked_with(self, runs: Sequence[SavedRun], language: Language) -> list[Block]:
        return asked_with(self, runs, language)

    def sentences(self, view: View) -> list[Block]:
        return reply_blocks(view, OUTCOMES, mark_attribute)
