"""What the pages of `mt audit`, `mt probe` and `mt intervene` have alike, on the builder of all pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar, TypeVar, cast

import msgspec

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.results import PACKAGES, PROBED, ForcedResults, InterveneResults, ProbeResults, Values, read_values
from epicene.models.engines.cost import read_cost
from epicene.report.compared_runs import ComparedRuns
from epicene.report.cost import cost_lines, cost_said
from epicene.report.document import (
    Block,
    Chart,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Paragraph,
    Section,
    TableBlock,
)
from epicene.report.headlines import Headline, HeadlineTest, Question, Reading, compared_by_runs, system_headline
from epicene.report.results_page import RunKind, RunView
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, read_results

SOURCE = "Wisniewski et al. 2022"  # whose figures stand beside
MOST_OPEN_ROWS = 15  # longer tables are folded
T = TypeVar("T", bound=ForcedResults | InterveneResults | ProbeResults)


@dataclass(frozen=True, slots=True)
class HeadlineFigure:
    """An estimate that boards and model cards show of a run: under which title, and what it measures. Without an
    `ideal` it is neither good nor bad."""

    estimate: Estimate
    title: str
    measure: str
    ideal: float | None = None
    digits: int = 2


@dataclass(frozen=True)
class InsideView(RunView[T]):
    """One run, with the values behind its distributions."""

    kind: InsideKind[T]

    @cached_property
    def values(self) -> Values:
        return read_values(self.path)


class InsideKind(RunKind[T]):
    """A run about what is inside one system: its page, and several runs against one another."""

    rooms: ClassVar[Sequence[str]] = PACKAGES
    can_be_compared: ClassVar[bool] = True

    # What each of the three says

    def answer_text(self, results: T, language: Language) -> str:
        """The answer in a sentence or two; empty where there is none."""
        raise NotImplementedError

    def advice(self, results: T, language: Language) -> list[str]:
        """What the answer means, how sure it is, and what to do now."""
        raise NotImplementedError

    def how(self, view: RunView[T]) -> list[tuple[str, str]]:
        """How it was measured: a term and a sentence each."""
        return []

    def sections(self, view: InsideView[T]) -> list[Section]:
        """Tables and further figures, under headings."""
        raise NotImplementedError

    def headline_figures(self, results: T, language: Language) -> Iterable[HeadlineFigure]:
        raise NotImplementedError

    def compare_results(self, runs: Sequence[tuple[Path, T]], seed: int) -> ComparedRuns:
        raise NotImplementedError

    # The page

    def read(self, path: Path) -> list[T]:
        return [self.read_one(path)]

    def read_one(self, path: Path) -> T:
        """The results, with what the run took beside them."""
        return msgspec.structs.replace(read_results(path / RESULTS, self.result), cost=read_cost(path))

    def view(self, paths: Sequence[Path], language: Language) -> InsideView[T]:
        return InsideView(self, paths, language.joined(*self.rooms))

    def document(self, paths: Sequence[Path], code: str) -> Document:
        """Of one run all there is to show; of several, how they differ."""
        if len(paths) == 1:
            return super().document(paths, code)
        return self.compare(paths, 0).document(Language(code, *self.rooms))

    def answer(self, view: RunView[T]) -> list[Block]:
        lead = self.answer_text(view.result, view.language)
        advice = [Paragraph(text) for text in self.advice(view.result, view.language)]
        return [*([Paragraph(lead, "lead")] if lead else []), *advice]

    def details(self, view: RunView[T]) -> list[Section]:
        """The sections, with long tables folded."""
        sections = self.sections(cast("InsideView[T]", view))
        return [replace(section, blocks=list(map(_folded, section.blocks))) for section in sections]

    def signatures(self, view: RunView[T]) -> list[str]:
        return view.result.cited()

    def method(self, view: RunView[T]) -> list[tuple[str, str]]:
        cost = cost_said(view.result.cost or {}, view.language)
        return [*self.how(view), *([(view.language.text("methods.cost"), cost)] if cost else [])]

    def closing(self, view: RunView[T]) -> list[str]:
        return cost_lines(view.result.cost or {}, view.language)

    # In a study, and among other runs

    def shown(self, path: Path, language: Language) -> Document:
        """What a study's page takes over of a run: all but its answer, method and citation."""
        view = self.view([path], language)
        first, *others = self.sections(view)
        charts = [figure for figure in self.charts(view) if figure.filed]
        reading = [*self.readings(view), *self.how(view)]
        after = [Section(view.language.text("page.reading"), [DefinitionList(reading, "reading")])] if reading else []
        return Document(
            title=self.title(view),
            language=view.language,
            standfirst=self.standfirst(view) or [self.answer_text(view.result, view.language)],
            notes=self.notes(view),
            sections=[replace(first, blocks=[*charts, *first.blocks]), *others, *after],
            footer=cost_lines(view.result.cost or {}, view.language),
        )

    def tables_of(self, path: Path, language: Language) -> list[Table]:
        return self.tables(self.view([path], language))

    def compare(self, paths: Sequence[Path], seed: int) -> ComparedRuns:
        return self.compare_results([(path, self.read_one(path)) for path in paths], seed)

    def headlines(self, path: Path, language: Language) -> list[Headline]:
        results, own = self.read_one(path), language.joined(*self.rooms)
        about = (self.name, own.text("inside.kind"), getattr(results, "direction", PROBED))
        return [
            system_headline(
                *(path, results.model, figure.estimate, own),
                Question.of(figure.estimate, figure.title, *about, figure.measure, figure.ideal, figure.digits),
                weighed=True,
                told=partial(Reading, "", "" if index else self.answer_text(results, own)),
            )
            for index, figure in enumerate(self.headline_figures(results, own))
        ]

    def compare_headlines(self, headlines: Sequence[Headline], seed: int) -> Iterator[HeadlineTest]:
        return compared_by_runs(self.compare, headlines, seed)


def _folded(block: Block) -> Block:
    if not isinstance(block, TableBlock) or sum(map(len, block.table.blocks)) <= MOST_OPEN_ROWS:
        return block
    return Collapsible(block.table.title, [replace(block, captioned=False)])


def table_blocks(tables: Iterable[Table], name: str) -> list[Block]:
    return [TableBlock(table, f"{name}-{index}") for index, table in enumerate(tables, start=1)]


def filed_figures(charts: Iterable[Chart]) -> list[Figure]:
    """Charts under their titles, which are also files beside the page."""
    return [Figure(chart, chart.title, filed=True, titled=False) for chart in charts]
