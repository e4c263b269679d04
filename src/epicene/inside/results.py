"""What the runs inside translation systems keep, typed: results, cost, values behind the figures; and their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct, field

from epicene.core.files import write_json
from epicene.core.language import Language
from epicene.core.notices import Notice, unique
from epicene.core.types import Estimate
from epicene.metrics.catalogue import TestRecord
from epicene.metrics.significance import shown_side
from epicene.models.engines.cost import read_cost
from epicene.mt.results import ROOM, BleuResults, Judged, NoticeFields, SystemResults, notice_fields
from epicene.report.compared_runs import ComparedRuns
from epicene.report.cost import cost_lines
from epicene.report.document import Chart, Document, Note, Paragraph, Section, TableBlock
from epicene.report.document import Figure as ChartFigure
from epicene.report.headlines import (
    Headline,
    HeadlineQuestion,
    HeadlineReading,
    HeadlineTest,
    compared_by_runs,
    system_headline,
)
from epicene.report.results_page import RunKind, only_run
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, RunFolder, read_results
from epicene.runs.results import Result
from epicene.runs.signature import few_units

VALUES = "values.json"
PROBED = "fr-en"  # the paper's direction: that of systems that are probed
TEST_SET = "test-set"  # below the folder of an audit: the run that measures BLEU
NOUN = "noun"  # the contrast of each pair's own noun, in its two forms
PACKAGES = (ROOM, "epicene.inside")

Values = Mapping[str, Mapping[str, Sequence[float]]]  # contrast or condition → b, r or t → values
Cost = dict[str, object]


class NounValue(Struct):
    noun: str
    value: float


class Extremes(Struct):
    """The nouns at both ends of a measure."""

    highest: list[NounValue]
    lowest: list[NounValue]


class NounCorrelation(Struct, kw_only=True, omit_defaults=True):
    """Spearman's ρ of a measure with a fact about the noun."""

    measure: str
    with_: str = field(name="with")
    rho: float
    low: float | None = None
    high: float | None = None
    p: float
    n: int


class ScoredResults(SystemResults, kw_only=True):
    """What `mt audit` and `mt intervene` have alike: both words of a contrast in `n` of `n_total` lines, `n_asked` of
    which have the contrast; `single_occupations` are measures that rest on one occupation, and which."""

    direction: str
    n_total: int = 0
    n_asked: dict[str, int] = field(default_factory=dict)
    single_occupations: dict[str, dict[str, str]] = field(default_factory=dict)
    cost: Cost | msgspec.UnsetType = msgspec.UNSET

    def cited(self) -> list[str]:
        return list(self.signatures.values())

    def is_published(self, contrast: str) -> bool:
        """Whether the paper asked the same: his/her, from French."""
        return (self.direction, contrast) == (PROBED, "his/her")

    def by_name(self) -> dict[tuple[str, str], Estimate]:
        """Estimates by metric and group."""
        return {(one.metric, one.group): one for one in self.estimates}


class ForcedResults(ScoredResults, kw_only=True):
    """`nouns` by contrast and measure, `correlations` by contrast; `judged` are the model's own translations."""

    nouns: dict[str, dict[str, Extremes]]
    correlations: dict[str, list[NounCorrelation]]
    judged: Judged
    bleu: BleuResults | msgspec.UnsetType = msgspec.UNSET
    n_empty: int = 0
    n_without_possessive: int = 0

    def cited(self) -> list[str]:
        return [*self.signatures.values(), *self.judged.signatures.values()]

    def of_contrast(self, contrast: str) -> dict[tuple[str, str], Estimate]:
        task = f"{self.direction} {contrast}"
        return {(one.metric, one.group): one for one in self.estimates if one.task == task}


class Outlier(Struct):
    noun: str
    r: float


class InterveneResults(ScoredResults, kw_only=True):
    """`layers` are the encoder's, or a language model's, of which `prompt_layers` were looked at. `sanity` is how far
    probabilities moved where they must not, which may be up to `sanity_limit`; `u3_left_out` and `patch_left_out` (a
    piece across two blocks) count pairs. `possessive` is the word of the source that u1 and u2 replace. `tests` are of
    blocks' shares and of placebos, adjusted over either."""

    layers: int
    tests: list[TestRecord] = field(default_factory=list)
    possessive: str = "son"
    outliers: list[Outlier]
    sanity: dict[str, float | None]
    sanity_limit: float
    prompt_layers: list[int] = field(default_factory=list)
    u3_left_out: int = 0
    patch_left_out: int = 0

    def shown_side(self, metric: str) -> int:
        """On which side of 0 a figure over all pairs may be said to lie; 0 where it may not, or there is none."""
        estimate = self.estimate(metric, "all")
        test = next((one for one in self.tests if one.metric == metric), None)
        if estimate is None:
            return 0
        return shown_side(estimate.low, estimate.high, p=test.q if test else None, units=few_units(estimate.signature))


class Figure(Struct, frozen=True, omit_defaults=True):
    """A mean over repetitions. `low` and `high` hold 95 % of the repetitions: what another split may give.

    `error` is half the 95 % interval of the mean itself, the paper's ±; it takes the repetitions for independent,
    which overlapping splits are not. One repetition has none.
    """

    value: float
    low: float
    high: float
    error: float | None = None


PERCENTAGES = ("accuracy", "feminine", "masculine", "random_labels", "random_weights", "difference")
FIGURES = (*PERCENTAGES, "bits", "bits_random_labels", "bits_random_weights")  # of a probe; bits of an example's label


class ProbedCorpus(Struct, kw_only=True, omit_defaults=True):
    """`published_as` names the paper's sentence, where this is one."""

    name: str
    kind: str
    words: dict[str, str]
    n_lines: int
    n_pairs: int
    n_identical: int
    ceiling: float
    example: str
    published_as: str | None = None


class ProbedCell(Struct, kw_only=True, omit_defaults=True):
    """One layer and token. A figure of which nothing could be counted is left out; `unused` counts fits that used no
    feature, and `guessed` names the figures of probes that guess for that reason."""

    corpus: str
    side: str
    token: str
    layer: int
    n_examples: int
    accuracy: Figure | None = None
    feminine: Figure | None = None
    masculine: Figure | None = None
    random_labels: Figure | None = None
    random_weights: Figure | None = None
    difference: Figure | None = None
    bits: Figure | None = None
    bits_random_labels: Figure | None = None
    bits_random_weights: Figure | None = None
    unused: int | None = None
    unused_random_weights: int | None = None
    guessed: list[str] = []

    @property
    def column(self) -> tuple[str, str]:
        """Of the table."""
        return self.side, self.token

    def figure(self, name: str) -> Figure | None:
        found: Figure | None = getattr(self, name)
        return found


class ProbeResults(Result, kw_only=True):
    """`notices` are a kind and its numbers; the report has the words."""

    model: str
    signatures: dict[str, str]
    split: str
    repetitions: int
    strength: float
    follow: str
    corpora: list[ProbedCorpus]
    standardise: bool = True
    cells: list[ProbedCell]
    notices: list[Any] = []  # noqa: RUF012
    cost: Cost | msgspec.UnsetType = msgspec.UNSET

    def cited(self) -> list[str]:
        return list(self.signatures.values())


@dataclass(frozen=True, slots=True)
class Standing:
    """A figure that a run stands for among others, and what tables call it and what it is of; without an `ideal` it is
    neither good nor bad."""

    estimate: Estimate
    title: str
    measure: str
    ideal: float | None = None
    digits: int = 2


InsideResults = ForcedResults | InterveneResults | ProbeResults
T = TypeVar("T", bound=InsideResults)


@dataclass(frozen=True, slots=True)
class InsidePage(RunKind[T]):
    """The page of one run, and of several against one another (`compared`).
    `answer` is the result in a sentence, before the tables; `closing` are sentences under those of a terminal."""

    name: str
    result: type[T]
    made: Callable[[T, Values, Language], Document]
    tables_made: Callable[[T, Language], list[Table]]
    compared: Callable[[Sequence[tuple[Path, T]], int], ComparedRuns]
    standing: Callable[[T, Language], Iterable[Standing]]
    sentence: Callable[[T, Language], str] = lambda results, language: ""
    under_tables: Callable[[T, Language], list[str]] = lambda results, language: []

    can_be_compared: ClassVar[bool] = True

    def read(self, path: Path) -> list[T]:
        return [self.read_one(path)]

    def read_one(self, path: Path) -> T:
        """The results, with what the run took beside them."""
        return msgspec.structs.replace(read_results(path / RESULTS, self.result), cost=read_cost(path))

    def document(self, paths: Sequence[Path], code: str) -> Document:
        """Of one run all there is to show; of several, how they differ."""
        language = Language(code, *PACKAGES)
        return self.shown(paths[0], language) if len(paths) == 1 else self.compare(paths, 0).document(language)

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        return self.compared([(path, self.read_one(path)) for path in paths], seed)

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        results, own = self.read_one(path), language.joined(*PACKAGES)
        about = (self.name, own.text("inside.kind"), getattr(results, "direction", PROBED))
        return [
            system_headline(
                *(path, results.model, one.estimate, own),
                HeadlineQuestion.of(one.estimate, one.title, *about, one.measure, one.ideal, one.digits),
                weighed=True,
                told=partial(HeadlineReading, "", "" if place else self.sentence(results, own)),
            )
            for place, one in enumerate(self.standing(results, own))
        ]

    def compare_headlines(self, found: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
        return compared_by_runs(self.compare, found, seed)

    def shown(self, path: Path, language: Language) -> Document:
        return self.made(self.read_one(path), read_values(path), language)

    def tables_of(self, path: Path, language: Language) -> list[Table]:
        return self.tables_made(self.read_one(path), language)

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        results, language = self.read_one(only_run(paths)), Language(code, *PACKAGES)
        verdict = [Paragraph(text, "lead") for text in [self.sentence(results, language)] if text]
        tables = table_blocks(self.tables_made(results, language), "table")
        closing = [Paragraph(text) for text in self.under_tables(results, language)]
        signatures, footer = results.cited(), footer_of(results, language)
        return Document("", language, answer=[*verdict, *tables, *closing], signatures=signatures, footer=footer)


def page_of(
    results: InsideResults,
    language: Language,
    title: str,
    standfirst: str,
    notes: Sequence[Note],
    sections: Sequence[Section],
    answer: str = "",
) -> Document:
    """The page of one run: its title and standfirst, the answer in a sentence, sections, signatures and cost."""
    return Document(
        title=title,
        language=language,
        standfirst=[standfirst],
        notes=notes,
        quiet_heading=language.text("notice.heading"),
        answer=[Paragraph(answer)] if answer else [],
        sections=sections,
        signatures=results.cited(),
        footer=footer_of(results, language),
    )


def footer_of(results: InsideResults, language: Language) -> list[str]:
    return [] if results.cost is msgspec.UNSET else cost_lines(results.cost, language)


def table_blocks(tables: Iterable[Table], name: str) -> list[TableBlock]:
    return [TableBlock(table, f"{name}-{index}") for index, table in enumerate(tables, start=1)]


def filed_figures(charts: Iterable[Chart]) -> list[ChartFigure]:
    """Charts under their titles, which are also files beside the page."""
    return [ChartFigure(chart, chart.title, filed=True, titled=False) for chart in charts]


def read_document(folder: Path) -> dict[str, object]:
    """The results as `--json` has them, with what the run took."""
    kept = RunFolder(folder)
    return {**kept.read_json(kept.results_path), "cost": read_cost(folder)}


def write_values(folder: Path, values: Values) -> None:
    write_json(folder / VALUES, values)


def read_values(folder: Path) -> Values:
    """Those behind the distributions; none of a probe, which has no such values."""
    if not (folder / VALUES).is_file():
        return {}
    values: Values = RunFolder(folder).read_json(folder / VALUES)
    return values


def read_rows(path: Path) -> list[dict[str, str]]:
    """Of a table with tabs between its columns, such as `lines.tsv`."""
    text = path.read_text(encoding="utf-8").removesuffix("\n")
    head, *rows = (line.split("\t") for line in text.split("\n"))
    return [dict(zip(head, row, strict=False)) for row in rows]


def unique_notice_fields(notices: Iterable[Notice]) -> NoticeFields:
    """Each once, as documents have them."""
    return notice_fields(unique(notices), *PACKAGES)
