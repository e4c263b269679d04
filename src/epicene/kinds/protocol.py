"""What a kind of benchmark brings, and each way in which models answer it. A new kind is a folder that registers one.

A `Kind` (entry point `epicene.kinds`) has at least one `ResponseMode`: from log-probabilities, or in words. What a mode
does not define is done as here, from its headline figure, so that a small kind is small.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from epicene.core.errors import InputError
from epicene.core.kinds import KINDS, ItemKind
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Estimate, Item
from epicene.data.datasets import Dataset
from epicene.metrics.answer_groups import ALL, CROSSED, facets_in, in_order, repeats
from epicene.metrics.catalogue import MEASURES, Measured
from epicene.metrics.intervals import RESAMPLES
from epicene.metrics.reliability import Units
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block
from epicene.report.tables import Table
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import LIKELIHOOD, BenchmarkFacts, Trust
from epicene.runs.saved_run import SavedRun, benchmark_title
from epicene.runs.signature import SignatureParts

ROOM = 2_000_000  # characters of a page for the items of all its sets: a browser opens it at once
FEWEST_SHOWN = 10  # items of a group that has a row on a page
CONTROLS = "-controls"  # behind the name of a way that tells of control items


@dataclass(frozen=True, slots=True)
class Answers:
    """One model's answers to one benchmark, from one run folder."""

    path: Path
    label: str
    signature: str
    answered: BenchmarkRun = field(repr=False)
    trust: Trust = field(default_factory=Trust)

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.signature)

    @property
    def is_trusted(self) -> bool:
        return self.trust.level != "excluded"

    @property
    def way(self) -> ResponseMode:
        return response_mode_for(self.answered.facts)


@dataclass(frozen=True, slots=True)
class PairedAnswers:
    """Two models on one benchmark; `identical` says that every score of theirs is the same."""

    benchmark: str
    a: Answers
    b: Answers
    identical: bool
    comparisons: tuple[Comparison, ...]

    @property
    def is_trusted(self) -> bool:
        return self.a.is_trusted and self.b.is_trusted

    @property
    def headlines(self) -> tuple[Comparison, ...]:
        """Of the headline figure over all items, where there is something to compare."""
        comparison = self.a.way.headline_comparison(self.comparisons)
        return (comparison,) if comparison else ()


def contrast(comparison: Comparison, language: Language) -> tuple[str, dict[str, object]]:
    """`different` or `undecided`, by interval and test, and what a sentence about it is filled with."""
    values: dict[str, object] = {"n": language.count(comparison.n), "a": comparison.a, "b": comparison.b}
    p = comparison.p_bootstrap if comparison.p_mcnemar is None else comparison.p_mcnemar
    if not shown_side(comparison.low, comparison.high, p=p, units=comparison.n):
        difference, span = language.number(comparison.difference), language.span(comparison.low, comparison.high)
        return "undecided", {**values, "difference": difference, "span": span}
    low_end, high_end = sorted((abs(comparison.low), abs(comparison.high)))
    high, low = (comparison.b, comparison.a) if comparison.difference > 0 else (comparison.a, comparison.b)
    difference, span = language.number(abs(comparison.difference)), language.span(low_end, high_end)
    return "different", {**values, "difference": difference, "span": span, "high": high, "low": low}


def is_shown(estimate: Estimate) -> bool:
    """Whether a part of a set has items enough for a row on a page; files have all of them."""
    return estimate.group == ALL or estimate.n_used >= FEWEST_SHOWN


@dataclass(frozen=True, slots=True)
class View:
    """One benchmark of a report: the runs that were asked it, and the words that its kind has for it; its items may
    take `room` characters on the page."""

    runs: Sequence[SavedRun]
    benchmark: str
    language: Language
    comparisons: Sequence[PairedAnswers] = field(default_factory=list)
    room: int = ROOM

    @property
    def title(self) -> str:
        return benchmark_title(self.benchmark, self.runs, self.language)

    @property
    def several(self) -> bool:
        return len(self.runs) > 1

    def groups(self, metric: str) -> list[str]:
        """Those of which some run has items enough to be shown, in an order that no figure changes."""
        estimates = (estimate for run in self.runs for estimate in run.findings.estimates)
        return in_order(
            estimate.group
            for estimate in estimates
            if (estimate.benchmark, estimate.metric) == (self.benchmark, metric) and is_shown(estimate)
        )


class ResponseMode(ABC):
    """One way of answering, from answers to what a reader sees.

    `metric` is the headline figure, of the first of `tasks` that a run has (None: not by task); `package` holds its
    messages; `unit` is what intervals draw again.
    """

    name: ClassVar[str] = LIKELIHOOD
    package: ClassVar[str]
    metric: ClassVar[str]
    tasks: ClassVar[Sequence[str | None]] = (None,)
    unit: ClassVar[str] = "item"
    measures: ClassVar[Sequence[str]] = ()  # that a table of many models shows, the headline figure first
    aggregations: ClassVar[Sequence[str]] = ()  # of scores to figures, that of the original program first
    readers: ClassVar[Sequence[str]] = ()  # of texts, besides its own
    by_facets: ClassVar[bool] = False  # whether figures can be grouped by further facts of the items
    scores_identify: ClassVar[bool] = True  # whether equal scores mean that one of two models was never loaded

    @property
    def packages(self) -> Sequence[str]:
        """Those that hold its messages, the more special ones last."""
        return (self.package,)

    def resampling(self, items: Iterable[Item]) -> str:
        """What intervals draw again, and how often, for signatures; where some items have the very same texts, these
        are drawn together, so that texts are drawn and not items."""
        unit = "text" if self.unit == "item" and repeats(items) else self.unit
        return f"{unit}*{RESAMPLES}"

    def check_reader(self, reader: str) -> None:
        """Refuse a reader that is not known, or not there, before anything is asked."""
        if reader not in self.readers:
            raise InputError(
                f"There is no reader {reader!r}; leave --reader out for our own rules, or say "
                f"{', '.join(self.readers)}."
            )

    def readings(self, run: BenchmarkRun) -> dict[str, str]:
        """What the reader that the run names finds in its texts, by id, to be kept with it."""
        return {}

    def measuring_options(
        self, aggregation: str | None, as_released: bool, reader: str | None = None
    ) -> dict[str, str]:
        """How scores become figures, where there is more than one way; part of the signature."""
        if not self.aggregations:
            return {"reader": reader} if reader and reader in self.readers else {}
        known = self.aggregations[:1] if as_released else self.aggregations
        chosen = aggregation or known[0]
        if chosen not in known:
            released = " as released" if as_released else ""
            raise InputError(f"--aggregation {chosen} is not known{released}. Use {', '.join(known)}.")
        return {"aggregation": chosen}

    def keeps_unusable(self, facts: BenchmarkFacts) -> bool:
        """Whether items that cannot be asked stay in the figures, as the original program has them."""
        return False

    @abstractmethod
    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        """Every figure, with its interval and tests, from the answers of one run."""

    @abstractmethod
    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        """Paired tests between two models that were asked the same items in the same way."""

    def units(self, run: BenchmarkRun) -> Units | None:
        """What the headline figure is computed from, unit by unit; None where nobody could halve it."""
        return None

    def deciding_units(self, run: BenchmarkRun) -> Units | None:
        """The same of the figure that may decide for it, whether or not it does in this run; None where none may."""
        return None

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        """What the model decided on each item: once, or once for each instruction that it was asked by. The name of a
        role where it chose that variant."""
        return {}

    def preferred(self, run: BenchmarkRun, task: str | None = None) -> dict[str, bool]:
        """Of each item that the headline figure counts, by id, whether the stereotype is preferred."""
        return {}

    def score(self, run: SavedRun, benchmark: str, group: str = ALL) -> Estimate | None:
        """The headline figure."""
        estimates = (run.findings.find(benchmark, self.metric, group, task) for task in self.tasks)
        return next((estimate for estimate in estimates if estimate is not None), None)

    def deciding(self, run: SavedRun, score: Estimate) -> Estimate:
        """The figure that a verdict on a score rests on: itself, unless its kind knows a better one."""
        return score

    def headline(self, estimates: Iterable[Estimate]) -> Estimate | None:
        """That figure among those of one benchmark."""
        over_all = {
            estimate.task: estimate for estimate in estimates if (estimate.metric, estimate.group) == (self.metric, ALL)
        }
        return next((over_all[task] for task in self.tasks if task in over_all), None)

    def ties(self, run: SavedRun, benchmark: str) -> Estimate | None:
        """How many items that figure cannot tell apart."""
        estimate = self.score(run, benchmark)
        return run.findings.find(benchmark, "neutral", task=estimate.task) if estimate else None

    def n_asked(self, run: SavedRun, benchmark: str) -> int:
        """How many items the figures rest on."""
        if score := self.score(run, benchmark):
            return score.n_used
        return max(
            (estimate.n_used for estimate in run.findings.estimates if estimate.benchmark == benchmark), default=0
        )

    def doubts(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Why nothing may be concluded from these answers, besides a failed sanity check: grave notices."""
        return iter(())

    def cautions(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """What else than the answer itself may be behind its figure; it may still be believed."""
        return iter(())

    def headline_comparison(self, comparisons: Sequence[Comparison]) -> Comparison | None:
        """That of the headline figure, over all items; of the one that decides for it, where that was compared."""
        over_all = {
            (comparison.metric, comparison.task): comparison for comparison in comparisons if comparison.group == ALL
        }
        metrics = [*(measure.name for measure in MEASURES.values() if measure.decides_for == self.metric), self.metric]
        return next((over_all[key] for task in self.tasks for m in metrics if (key := (m, task)) in over_all), None)

    def neighbours(self, run: SavedRun, benchmark: str) -> list[tuple[str, float]]:
        """Headline figures that others printed for models asked the same items in the same way."""
        return []

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        """What the sentence of the answer is filled with besides the headline figure."""
        return {}

    def more_answer(self, run: SavedRun, benchmark: str, language: Language) -> list[str]:
        """Sentences that follow the answer."""
        return []

    def published_times(self, benchmark: str, language: Language) -> list[str]:
        """What others took, where they told."""
        return []

    def asked_with(self, runs: Sequence[SavedRun], language: Language) -> list[Block]:
        """What models were told before they answered, where they were told anything."""
        return []

    @abstractmethod
    def blocks(self, view: View) -> list[Block]:
        """What is shown in the benchmark's own section, after the comparison of models."""

    @abstractmethod
    def terminal_tables(self, view: View) -> list[Table]:
        """What the terminal shows of one run."""

    @abstractmethod
    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        """Two models, figure by figure."""

    def terminal_comparisons(self, table: Table) -> list[Table]:
        """That table as the terminal shows it."""
        return [table]

    @abstractmethod
    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        """The sentence that can be pasted into a paper."""

    def sentences(self, view: View) -> list[Block]:
        """The items themselves with what each model made of them, behind the warning."""
        return []


def find_response_mode(kind: str, way: str = LIKELIHOOD) -> ResponseMode:
    return _ways(KINDS[kind])[way]


def known_response_modes() -> list[ResponseMode]:
    return [way for kind in KINDS.values() for way in _ways(kind).values()]


def _ways(kind: ItemKind) -> Mapping[str, ResponseMode]:
    """Every `Kind` has some; what lies below knows it as an `ItemKind` only."""
    ways: Mapping[str, ResponseMode] = getattr(kind, "ways", {})
    return ways


def response_mode_of(run: SavedRun, benchmark: str) -> ResponseMode:
    return response_mode_for(run.facts(benchmark))


def response_mode_for(facts: BenchmarkFacts) -> ResponseMode:
    """Of a benchmark as it was asked; a kind may have another way to tell of control items."""
    ways = _ways(KINDS[facts.kind])
    return ways.get(f"{facts.way}{CONTROLS}", ways[facts.way]) if facts.control else ways[facts.way]


def refuse_unknown_facets(by: Sequence[str], datasets: Sequence[Dataset]) -> None:
    """A facet that no item has was misspelt."""
    grouped = [dataset for dataset in datasets if find_response_mode(dataset.benchmark.kind).by_facets]
    if by and not grouped:
        raise InputError(
            f"--facet groups no figures of {', '.join(dataset.name for dataset in datasets)}; leave it out, or ask "
            "other sets."
        )
    known = dict.fromkeys(name for dataset in grouped for name in facets_in(dataset.items))
    for name in (name for crossed in by for name in crossed.split(CROSSED)):
        if name not in known:
            raise InputError(
                f"--facet {name}: {', '.join(dataset.name for dataset in datasets)} has no such facet. It has: "
                f"{', '.join(known) or '–'}."
            )


def in_words_of(way: ResponseMode, language: Language) -> Language:
    return language.joined(*way.packages)
