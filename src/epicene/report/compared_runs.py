"""Runs of one sort against one another, figure by figure: as a table and a sentence, and as JSON. What sort it is,
only the words for it say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from math import ceil
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from markupsafe import Markup

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice, unique
from epicene.metrics.two_models import Comparison, adjusted_over_figures
from epicene.report.charts.forest import Plot, PlotRow, Point, legend_mark
from epicene.report.document import Block, Collapsible, Document, Figure, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.results import to_pandas
from epicene.runs.signature import SignatureParts, in_short

if TYPE_CHECKING:
    import pandas

# That tables show: an adjusted p says more than the bootstrap's own.
TESTS = ("p_mcnemar", "p_mcnemar_adjusted", "p_wilcoxon", "p_sign", "p_t_corrected", "p_adjusted")
MOST_NAMED = 8
MOST_DRAWN = 15  # figures, or pairs of models; beyond that a table is easier to read


class NamedSide(Protocol):
    """One of the two: a run, or a system of a run."""

    @property
    def label(self) -> str: ...
    @property
    def path(self) -> Path: ...
    @property
    def signature(self) -> str: ...


class ComparedTwo(Protocol):
    """Two runs, or two systems of runs, as programs use them."""

    @property
    def benchmark(self) -> str: ...
    @property
    def a(self) -> NamedSide: ...
    @property
    def b(self) -> NamedSide: ...
    @property
    def comparisons(self) -> tuple[Comparison, ...]: ...
    @property
    def headlines(self) -> tuple[Comparison, ...]:
        """The comparisons that say in short how the two differ."""

    @property
    def identical(self) -> bool: ...
    @property
    def is_trusted(self) -> bool: ...
    @property
    def differs(self) -> bool:
        """Whether a difference was shown between them."""

    def to_pandas(self) -> pandas.DataFrame: ...


class Compared(Protocol):
    """Runs of one kind against one another."""

    @property
    def pairs(self) -> Sequence[ComparedTwo]:
        """Every two of them."""

    @property
    def is_trusted(self) -> bool:
        """Whether all of them may be believed."""

    def notices(self) -> list[Notice]:
        """What a reader of the tests must know."""

    def said(self, language: Language) -> list[str]:
        """The notices as sentences."""

    def record(self) -> dict[str, object]:
        """What `compare --json` prints."""

    def summary(self, language: Language) -> Document:
        """What the terminal shows."""

    def outcomes(self, language: Language) -> list[str]:
        """What the tests found, a sentence for every two."""

    def power(self, language: Language) -> list[str]:
        """What these items could have shown."""

    def charts(self, language: Language) -> list[Block]:
        """The runs at a glance."""

    def details(self, language: Language) -> list[Section]:
        """The figures of every two, and on what they disagree."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One run, or one system of a run, under the name that tables have for it."""

    label: str
    path: Path
    signature: str

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.signature)

    @property
    def weights(self) -> str:
        """What answered, or what it answered, whatever it was called."""
        return self.parts.weights_digest


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """Two runs figure by figure; `notices` are what to know of them, `digits` the decimals where they are not those of
    the other figures."""

    benchmark: str
    a: ComparedSide
    b: ComparedSide
    comparisons: tuple[Comparison, ...]
    notices: tuple[Notice, ...] = ()
    digits: int | None = None

    @property
    def identical(self) -> bool:
        return self.a.weights == self.b.weights

    @property
    def is_trusted(self) -> bool:
        return not any(notice.is_grave for notice in self.notices)

    @property
    def headlines(self) -> tuple[Comparison, ...]:
        return self.comparisons

    @property
    def differs(self) -> bool:
        return any(comparison.is_clear for comparison in self.comparisons)

    def __repr__(self) -> str:
        clear = sum(comparison.is_clear for comparison in self.comparisons)
        text = f"{clear} of {len(self.comparisons)} figures differ clearly"
        return f"<ComparedPair on {self.benchmark}, {self.a.label} and {self.b.label}: {text}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The comparisons as a table, a row each."""
        return to_pandas(map(asdict, self.comparisons))

    def notice_list(self) -> Iterator[Notice]:
        if self.identical:
            yield Notice("notice.compared.identical", {"a": self.a.label, "b": self.b.label})
        yield from self.notices


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    """Every two of some runs. `packages` hold the words, `told` is the message that says what the tests are, `name` is
    that of a figure, `benchmark_name` what the benchmark is called in tables, and `digits` are a figure's decimals."""

    pairs: Sequence[ComparedPair]
    packages: Sequence[str]
    told: str
    name: Callable[[Comparison, Language], str]
    benchmark_name: Callable[[Language], str] | None = None
    digits: int = 1

    @property
    def models(self) -> list[str]:
        return list(dict.fromkeys(side.label for pair in self.pairs for side in (pair.a, pair.b)))

    @property
    def is_trusted(self) -> bool:
        return all(pair.is_trusted for pair in self.pairs)

    def notices(self) -> list[Notice]:
        return unique(notice for pair in self.pairs for notice in pair.notice_list())

    def said(self, language: Language) -> list[str]:
        return [language.joined(*self.packages).say(notice) for notice in self.notices()]

    def record(self) -> dict[str, object]:
        comparisons = [asdict(comparison) for pair in self.pairs for comparison in pair.comparisons]
        return comparison_record(self.models, comparisons, self)

    def summary(self, language: Language) -> Document:
        return Document(title="", language=language, answer=self.blocks(language, folded=False))

    def outcomes(self, language: Language) -> list[str]:
        own = language.joined(*self.packages)
        return list(dict.fromkeys(self._outcome(pair, own) for pair in self.pairs))

    def power(self, language: Language) -> list[str]:
        return []

    def charts(self, language: Language) -> list[Block]:
        """Differences in points against 0: those that are clear, or all where these are few."""
        own, blocks = language.joined(*self.packages), list[Block]()
        for index, pair in enumerate(self.pairs, start=1):
            clear = [comparison for comparison in pair.comparisons if comparison.is_clear]
            shown = pair.comparisons if len(pair.comparisons) <= MOST_DRAWN else clear[:MOST_DRAWN]
            if shown and pair.is_trusted and self.digits == 1 and pair.digits is None:
                plot = differences_plot(
                    f"compared-{index}",
                    own.text("compared.table", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label),
                    [(self.name(comparison, own), comparison, comparison.is_clear) for comparison in shown],
                    own,
                )
                blocks.append(Figure(plot, legend=contest_legend(own)))
        return blocks

    def details(self, language: Language) -> list[Section]:
        return [Section(language.text("compared.section"), self.blocks(language), "figures")]

    def blocks(self, language: Language, *, folded: bool = True, name: str = "compared") -> list[Block]:
        """What differs clearly, and the table of each two, under `name`; those of more than two models are `folded`."""
        own, blocks = language.joined(*self.packages), list[Block]()
        for index, pair in enumerate(self.pairs, start=1):
            table = TableBlock(self._table(pair, own), f"{name}-{index}")
            lead = Paragraph(self._outcome(pair, own), "lead")
            if folded and (len(self.models) > 2 or len(pair.comparisons) > MOST_DRAWN or not pair.is_trusted):
                blocks += [lead, Collapsible(table.table.title, [replace(table, captioned=False)])]
            else:
                blocks += [lead, table]
        return [*blocks, Paragraph(own.text(self.told), "note"), Paragraph(own.text("compared.note"), "note")]

    def _outcome(self, pair: ComparedPair, language: Language) -> str:
        names = {"a": pair.a.label, "b": pair.b.label, "total": len(pair.comparisons)}
        clear = [self.name(comparison, language) for comparison in pair.comparisons if comparison.is_clear]
        if not pair.is_trusted:
            return language.text("compared.excluded", **names)
        if not clear:
            return language.text("compared.none", **names)
        if len(clear) > MOST_NAMED:
            return language.text("compared.many", count=len(clear), **names)
        return language.plural("compared.named", len(clear), figures=clear, **names)

    def _table(self, pair: ComparedPair, language: Language) -> Table:
        made = [test for test in TESTS if any(getattr(comparison, test) is not None for comparison in pair.comparisons)]
        digits = self.digits if pair.digits is None else pair.digits
        benchmark = self.benchmark_name(language) if self.benchmark_name else pair.benchmark
        difference = Column("difference", language.text("column.difference"), "number", digits, interval=True)
        return tabulated(
            language.text("compared.table", benchmark=benchmark, a=pair.a.label, b=pair.b.label),
            [pair.comparisons],
            (Column("figure", language.text("column.metric")), lambda comparison: self.name(comparison, language)),
            (Column("value_a", "A", "number", digits), lambda comparison: comparison.value_a),
            (Column("value_b", "B", "number", digits), lambda comparison: comparison.value_b),
            (difference, lambda comparison: Cell(comparison.difference, comparison.low, comparison.high)),
            (Column("n", language.text("column.n.compared"), "number"), lambda comparison: comparison.n),
            *((Column(test, language.text(f"column.{test}"), "p"), attrgetter(test)) for test in made),
        )


def differences_plot(
    id: str, title: str, rows: Sequence[tuple[str, Comparison, bool]], language: Language, side: str = "compared"
) -> Plot:
    """Differences against 0, each with its name and whether it is clear: what two overlapping intervals cannot show."""
    reach = max(abs(end) for _, comparison, _ in rows for end in (comparison.low, comparison.high))
    bound = max(10.0, ceil(reach / 10) * 10.0)
    drawn = [
        PlotRow(name, points=[Point(comparison.difference, comparison.low, comparison.high, is_clear)])
        for name, comparison, is_clear in rows
    ]
    captions = (language.text(f"figure.{side}.left"), language.text(f"figure.{side}.right"))
    return Plot(id, title, drawn, language.text("figure.contest.ideal"), captions, ideal=0.0, domain=(-bound, bound))


def contest_legend(language: Language) -> list[tuple[Markup, str]]:
    return [
        (legend_mark(0, filled=True), language.text("figure.filled.contest")),
        (legend_mark(0, filled=False), language.text("figure.open.contest")),
    ]


def comparison_record(
    models: Sequence[str], comparisons: Sequence[Mapping[str, object]], compared: Compared
) -> dict[str, object]:
    """What `compare --json` prints; a p that cannot be computed is left out, never null."""
    return {
        "models": models,
        "comparisons": [
            {key: value for key, value in comparison.items() if value is not None} for comparison in comparisons
        ],
        "identical": [
            {"benchmark": pair.benchmark, "a": pair.a.label, "b": pair.b.label}
            for pair in compared.pairs
            if pair.identical
        ],
        "notices": compared.said(Language("en")),
        "notice_codes": [notice.record() for notice in compared.notices()],
    }


def sides_of(systems: Sequence[tuple[str, Path, str]]) -> list[ComparedSide]:
    """The sides of names, folders and signatures; those with one name are told apart by their folders."""
    names = [name for name, _, _ in systems]
    return [
        ComparedSide(f"{name} ({path.name})" if names.count(name) > 1 else name, path, signature)
        for name, path, signature in systems
    ]


def paired(
    benchmark: str,
    sides: Sequence[ComparedSide],
    compare: Callable[[int, int], tuple[Sequence[Comparison], Sequence[Notice]]],
    test: str,
) -> list[ComparedPair]:
    """Every two of the sides, which `compare` finds by their index; p of `test` adjusted over all figures of all."""
    if len(sides) < 2:
        raise InputError(f"Comparing takes two, and {sides[0].path} has one alone: `epicene compare RUN RUN`.")
    for other in sides[1:]:
        validate_same_question(sides[0], other)
    compared = [(sides[a], sides[b], *compare(a, b)) for a, b in combinations(range(len(sides)), 2)]
    adjusted = iter(
        adjusted_over_figures([comparison for _, _, comparisons, _ in compared for comparison in comparisons], test)
    )
    return [
        ComparedPair(benchmark, a, b, tuple(next(adjusted) for _ in comparisons), tuple(notices))
        for a, b, comparisons, notices in compared
    ]


def validate_same_question(a: ComparedSide, b: ComparedSide) -> None:
    """Numbers are comparable exactly when their signatures agree on all but the model."""
    if differences := a.parts.differences(b.parts):
        raise InputError(
            f"{a.label} ({a.path}) and {b.label} ({b.path}) differ in more than the system ({in_short(differences)}), "
            "so their numbers cannot be compared. Make one of the runs again, in the same way as the other."
        )
