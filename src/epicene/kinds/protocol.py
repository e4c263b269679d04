"""What a kind of benchmark brings, and each way in which models answer it. A new kind is a folder that registers one.

A `Kind` (entry point `epicene.kinds`) has at least one `ResponseMode`: from log-probabilities, or in words. What a mode
does not define is done as here, from its headline figure, so that a small kind is small.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import ClassVar, Protocol, final

import numpy as np

from epicene.core.errors import InputError
from epicene.core.kinds import KINDS, AnyKind
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import MEAN, OVERALL, Estimate, Item
from epicene.data.datasets import Dataset
from epicene.metrics.answer_groups import ALL, CROSSED, facets_in, in_order, repeats
from epicene.metrics.catalogue import MEASURES, Measured
from epicene.metrics.intervals import RESAMPLES, cluster_sums
from epicene.metrics.reliability import Units
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block
from epicene.report.tables import Table
from epicene.runs.audit_folder import BenchmarkRun, SavedRun, benchmark_title
from epicene.runs.results import LIKELIHOOD, BenchmarkFacts, Trust
from epicene.runs.signature import SignatureParts

ROOM = 2_000_000  # characters of a page for the items of all its sets: a browser opens it at once
FEWEST_SHOWN = 10  # items of a group that has a row on a page
TIES = "neutral"  # the measure of items that a headline figure cannot tell apart
TIED = "tied"  # a decision for none of the roles
CONTROLS = "-controls"  # behind the name of a response mode of control items


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

    def figures(self, metric: str, group: str = ALL) -> list[tuple[SavedRun, Estimate]]:
        """The runs that have this figure, each with it."""
        figures = []
        for run in self.runs:
            if estimate := run.findings.find(self.benchmark, metric, group):
                figures.append((run, estimate))
        return figures

    def groups(self, metric: str) -> list[str]:
        """Those of which some run has items enough to be shown, in an order that no figure changes."""
        shown = list[str]()
        for run in self.runs:
            for estimate in run.findings.estimates:
                if (estimate.benchmark, estimate.metric) == (self.benchmark, metric) and is_shown(estimate):
                    shown.append(estimate.group)
        return in_order(shown)


@dataclass(frozen=True, slots=True)
class TextReader:
    """Another reader of texts than a response mode's own: `check` refuses where it is not installed, before anything
    is asked; `read` says what it finds in the texts of a run, by id, to be kept with it."""

    check: Callable[[], None]
    read: Callable[[BenchmarkRun], dict[str, str]]


class PublishedFigures(Protocol):
    """Headline figures that others printed for models asked the same items."""

    @property
    def scoring(self) -> str:
        """The one by which they asked."""

    @property
    def headlines(self) -> Sequence[tuple[str, float]]:
        """Their models with the headline figure over all items."""

    @property
    def times(self) -> Sequence[tuple[str, str]]:
        """Their models with how long they took, as it was printed."""


class ResponseMode(ABC):
    """One way of answering, from answers to what a reader sees: the facts that it declares, what it must say, what it
    may say besides (with defaults), and what follows from these.

    `metric` is the headline figure, of the first of `tasks` that a run has (None: not by task). `package` holds its
    messages; where several do, `all_packages` names them, the more special ones last. `unit` is what intervals
    resample.
    """

    name: ClassVar[str] = LIKELIHOOD
    package: ClassVar[str]
    all_packages: ClassVar[Sequence[str]] = ()
    metric: ClassVar[str]
    tasks: ClassVar[Sequence[str | None]] = (None,)
    unit: ClassVar[str] = "item"
    measures: ClassVar[Sequence[str]] = ()  # that a table of many models shows, the headline figure first
    counting: ClassVar[Sequence[str]] = ()  # measures whose items add up to all that was asked; else the headline's
    aggregations: ClassVar[Sequence[str]] = ()  # of scores to figures, that of the original program first
    readers: ClassVar[Mapping[str, TextReader]] = {}
    by_facets: ClassVar[bool] = True  # whether figures can be grouped by further facts of the items
    scores_identify: ClassVar[bool] = True  # whether equal scores mean that one of two models was never loaded
    counts_preferences: ClassVar[bool] = False  # whether each item is one preference, and the headline their share
    keeps_unusable: ClassVar[bool] = False  # whether items that cannot be asked stay in the figures as released

    @abstractmethod
    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        """Every figure, with its interval and tests, from the answers of one run."""

    @abstractmethod
    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        """Paired tests between two models that were asked the same items in the same way."""

    @abstractmethod
    def blocks(self, view: View) -> list[Block]:
        """What is shown in the benchmark's own section, after the comparison of models."""

    @abstractmethod
    def terminal_tables(self, view: View) -> list[Table]:
        """What the terminal shows of one run."""

    @abstractmethod
    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        """Two models, figure by figure."""

    @abstractmethod
    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        """The sentence that can be pasted into a paper."""

    # What it may say besides

    def examples(self, view: View) -> list[Block]:
        """The items themselves with what each model made of them, behind the warning."""
        return []

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """Grave notices are errors: why nothing may be concluded from these answers, besides a failed sanity check.
        The others are warnings: what else than the answer itself may be behind its figure."""
        return iter(())

    def units(self, run: BenchmarkRun) -> Units | None:
        """What the headline figure is computed from, unit by unit; None where nobody could halve it."""
        return None

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        """What the model decided on each item: once, or once for each instruction that it was asked by. The name of a
        role where it chose that variant."""
        return {}

    def published(self, benchmark: str) -> PublishedFigures | None:
        """What others printed for the same items."""
        return None

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        """What the sentence of the answer is filled with besides the headline figure."""
        return {}

    def more_answer(self, run: SavedRun, benchmark: str, language: Language) -> list[str]:
        """Sentences that follow the answer."""
        return []

    # What follows from these, the same for every kind

    @property
    @final
    def packages(self) -> Sequence[str]:
        """All that hold its messages, the more special ones last."""
        return self.all_packages or (self.package,)

    @final
    def score(self, run: SavedRun, benchmark: str, group: str = ALL) -> Estimate | None:
        """The headline figure."""
        for task in self.tasks:
            if estimate := run.findings.find(benchmark, self.metric, group, task):
                return estimate
        return None

    @final
    def deciding(self, run: SavedRun, score: Estimate) -> Estimate:
        """The figure that a verdict on a score rests on: itself, unless the run has a measure that decides for it."""
        for measure in MEASURES.values():
            if measure.decides_for == score.metric and (
                estimate := run.findings.find(score.benchmark, measure.name, score.group)
            ):
                return estimate
        return score

    @final
    def deciding_units(self, run: BenchmarkRun) -> Units | None:
        """The units of the figure that may decide for the headline, whether or not it does in this run: a tie counts as
        half; None where none may."""
        if not any(measure.decides_for == self.metric for measure in MEASURES.values()):
            return None
        credit = {str(KINDS[run.facts.kind].roles[0]): 1.0, TIED: 0.5}
        items, decisions = {item.id: item for item in run.items}, self.decisions(run)
        credits = [(items[id], credit.get(decision, 0.0)) for id, (decision,) in decisions.items()]
        return replace(units_of_items(run, credits), yes_no=False)

    @final
    def preferred(self, run: BenchmarkRun, task: str | None = None) -> dict[str, bool]:
        """Of each item that the headline figure of a task counts, by id, whether the stereotype is preferred."""
        first, decisions = KINDS[run.facts.kind].roles[0], self.decisions(run) if self.counts_preferences else {}
        tasks = {item.id: item.facets.get("task") for item in run.items}
        return {id: made == [first] for id, made in decisions.items() if task in (None, OVERALL, MEAN, tasks[id])}

    @final
    def headline(self, estimates: Iterable[Estimate]) -> Estimate | None:
        """The headline figure among those of one benchmark."""
        over_all = {
            estimate.task: estimate for estimate in estimates if (estimate.metric, estimate.group) == (self.metric, ALL)
        }
        return next((over_all[task] for task in self.tasks if task in over_all), None)

    @final
    def headline_comparison(self, comparisons: Sequence[Comparison]) -> Comparison | None:
        """That of the headline figure, over all items; of the one that decides for it, where that was compared."""
        over_all = {
            (comparison.metric, comparison.task): comparison for comparison in comparisons if comparison.group == ALL
        }
        metrics = [*(measure.name for measure in MEASURES.values() if measure.decides_for == self.metric), self.metric]
        return next((over_all[key] for task in self.tasks for m in metrics if (key := (m, task)) in over_all), None)

    @final
    def ties(self, run: SavedRun, benchmark: str) -> Estimate | None:
        """How many items the headline figure cannot tell apart; None of replies in words, which have no ties."""
        estimate = self.score(run, benchmark)
        return run.findings.find(benchmark, TIES, task=estimate.task) if estimate else None

    @final
    def n_asked(self, run: SavedRun, benchmark: str) -> int:
        """How many items the figures rest on."""
        score, n_used = self.score(run, benchmark), list[int]()
        if self.counting:
            estimates = [run.findings.find(benchmark, metric) for metric in self.counting]
            return sum(estimate.n_used for estimate in estimates if estimate)
        if score:
            return score.n_used
        for estimate in run.findings.estimates:
            n_used += [estimate.n_used] * (estimate.benchmark == benchmark)
        return max(n_used, default=0)

    @final
    def resampling(self, items: Iterable[Item]) -> str:
        """What intervals resample, and how often, for signatures; where some items have the very same texts, these are
        resampled together, so that texts are and not items."""
        unit = "text" if self.unit == "item" and repeats(items) else self.unit
        return f"{unit}*{RESAMPLES}"

    @final
    def check_reader(self, reader: str) -> None:
        """Refuse a reader that is not known, or not installed, before anything is asked."""
        if reader not in self.readers:
            raise InputError(
                f"There is no reader {reader!r}; leave --reader out for our own rules, or say "
                f"{', '.join(self.readers)}."
            )
        self.readers[reader].check()

    @final
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


def units_of_items(run: BenchmarkRun, credits: Sequence[tuple[Item, float]]) -> Units:
    """Of what each item adds to a figure, items that are alike in one unit."""
    alike = run.clusters()
    types = {alike[item.id]: item.category for item, _ in credits}
    rows = np.array([[credit, 1] for _, credit in credits], dtype=np.float64).reshape(-1, 2).T
    sums, weights = cluster_sums(rows, [alike[item.id] for item, _ in credits])
    ids = sorted(types)
    return Units(ids, [types[id] for id in ids], sums, weights, yes_no=len(ids) == len(credits))


def find_response_mode(kind: str, way: str = LIKELIHOOD) -> ResponseMode:
    return _ways(KINDS[kind])[way]


def known_response_modes() -> list[ResponseMode]:
    return [mode for kind in KINDS.values() for mode in _ways(kind).values()]


@cache
def _ways(kind: AnyKind) -> Mapping[str, ResponseMode]:
    """The response modes of a kind, imported where it names them: reading and checking data needs no statistics."""
    return {way: _imported(mode) if isinstance(mode, str) else mode for way, mode in getattr(kind, "ways", {}).items()}


@cache
def _imported(name: str) -> ResponseMode:
    module, _, made = name.partition(":")
    mode: ResponseMode = getattr(import_module(module), made)()
    return mode


def response_mode_of(run: SavedRun, benchmark: str) -> ResponseMode:
    return response_mode_for(run.facts(benchmark))


def response_mode_for(facts: BenchmarkFacts) -> ResponseMode:
    """Of a benchmark as it was asked; a kind may have another for control items."""
    ways = _ways(KINDS[facts.kind])
    return ways.get(f"{facts.way}{CONTROLS}", ways[facts.way]) if facts.control else ways[facts.way]


def validate_facets(by: Sequence[str], datasets: Sequence[Dataset]) -> None:
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


def in_words_of(mode: ResponseMode, language: Language) -> Language:
    return language.joined(*mode.packages)
