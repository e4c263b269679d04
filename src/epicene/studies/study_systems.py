"""What a study's page shows of translation systems: the verdicts and tables in which systems stand side by side (BLEU,
tables 1 and 2 of Wisniewski et al. 2022), which of the paper's tables and figures there are, then what each step's own
page shows, system by system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from epicene.core.language import Language
from epicene.core.notices import notice_from, unique
from epicene.inside.forced.page import JUDGED, judged_tables
from epicene.inside.forced.page import PAGE as FORCED_PAGE
from epicene.inside.interventions.page import PAGE as INTERVENTIONS_PAGE
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.mt.corpus_stats_page import PAGE as STATS_PAGE
from epicene.mt.judging.pages import JUDGE_PAGE, SET_PAGE, WINOMT_PAGE, winomt_tables
from epicene.mt.judging.systems_page import ComparableSystems, comparable
from epicene.mt.results import BleuResults, Judged, JudgedSet, SystemResults, Winomt, published_judged
from epicene.mt.translating.page import bleu_table
from epicene.report.document import (
    Block,
    Collapsible,
    Document,
    Figure,
    Note,
    Paragraph,
    Row,
    Section,
    TableBlock,
    notes_of,
)
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RESULTS, read_results
from epicene.studies.saved_study import SavedStep, SavedStudy
from epicene.studies.study_file import AUDIT, BLEU, CORPUS, INTERVENE, JUDGE, ONE_SET, PROBE, WINOMT
from epicene.studies.study_tables import fold

PACKAGE = "epicene.studies"
PACKAGES = ("epicene.mt", "epicene.inside", PACKAGE)
ELEMENTS = (
    *("figure-1a", "figure-1b", "bleu", "table-1", "rates", "table-2", "table-3", "table-4", "table-5"),
    *("figure-3", "figure-4"),
)
FIRST_CHART = "figure-3-his-her-r"
ANSWER_PARTS = ("means", "sure", "now")
# By step, what the names of its blocks begin with. t is no measure of the paper's, and other contrasts are not its own.
_BLOCKS: Mapping[str, Mapping[str, str]] = {
    CORPUS: {
        "figure-1-a": "figure-1a",
        "frequency": "figure-1a",
        "figure-1-b": "figure-1b",
        "pieces": "figure-1b",
        "son": "table-3",
    },
    AUDIT: dict.fromkeys(("figure-3-his-her-b", "figure-3-his-her-r", "contrast-his-her-1"), "figure-3"),
    PROBE: {"grid-": "table-4", "manipulations-": "table-5"},
    INTERVENE: dict.fromkeys(("figure-4", "table-1"), "figure-4"),
}
R = TypeVar("R", bound=SystemResults)


class StepPage(Protocol):
    """What the page of a step's own command shows of its folder."""

    def shown(self, path: Path, language: Language) -> Document: ...

    def tables_of(self, path: Path, language: Language) -> list[Table]: ...


_PAGES: Mapping[str, StepPage] = {
    CORPUS: STATS_PAGE,
    AUDIT: FORCED_PAGE,
    INTERVENE: INTERVENTIONS_PAGE,
    PROBE: PROBES_PAGE,
}
_SIDE_BY_SIDE: Mapping[str, type[SystemResults]] = {BLEU: BleuResults, JUDGE: Judged, WINOMT: Winomt}


def _side_by_side(step: str) -> type[SystemResults]:
    return JudgedSet if step.startswith(ONE_SET) else _SIDE_BY_SIDE[step]


def step_document(step: str, folder: Path, language: Language) -> Document:
    """The page of a step's own command; of a step whose systems stand side by side, its notices alone."""
    if step in _PAGES:
        return _PAGES[step].shown(folder, language)
    results = read_results(folder / RESULTS, _side_by_side(step))
    return Document("", language, notes=notes_of(results.notice_list(), language))


def step_notices(step: str, folder: Path, code: str) -> list[str]:
    """As the step's own command says them."""
    return [note.text for note in step_document(step, folder, Language(code, *PACKAGES)).notes]


@dataclass(frozen=True)
class SystemSteps:
    """The steps of a study's systems, as its page shows them; nothing where it has no system."""

    study: SavedStudy
    language: Language

    def text(self, key: str, **values: object) -> str:
        return self.language.text(f"mt-study.{key}", **values)

    @cached_property
    def pages(self) -> list[tuple[SavedStep, Document]]:
        return [(step, step_document(step.step, step.folder, self.language)) for step in self.study.steps]

    def standfirst(self) -> list[str]:
        count = len({step.system for step in self.study.steps})
        return [self.text("standfirst", systems=self.language.plural("mt-study.systems", count))] if count else []

    def notes(self) -> list[Note]:
        failures = [
            Note(self.text("failed", system=failure.system, step=failure.step, reason=failure.reason))
            for failure in self.study.failures
            if failure.system
        ]
        left_out = [Note(self.text("left-out", reason=reason)) for reason in self.study.left_out]
        return list(dict.fromkeys([*failures, *left_out, *self._notes_of_steps(loud=True)]))

    def _notes_of_steps(self, *, loud: bool) -> list[Note]:
        """Those that a reader must know first: what is wrong, and of how much less was asked; or the others."""
        return [
            replace(note, text=self._of(step.system, note.text))
            for step, page in self.pages
            for number, note in enumerate(page.notes)
            if _is_loud(step, note, number) == loud
        ]

    def answer(self) -> list[Block]:
        """What each system does with the gender of its sentences; what that means, how sure it is, and what now."""
        groups = [group for groups in self._judged.values() for group in groups]
        answers: list[Block] = [Paragraph(text, "lead") for group in groups for text in group.answers(self.language)]
        return [*answers, *(Paragraph(self.text(f"answer.{part}")) for part in ANSWER_PARTS)] if answers else []

    @cached_property
    def _first(self) -> tuple[SavedStep, Figure] | None:
        """The chart that the page begins with: how much of the gender arrives, else the first there is."""
        figures = [(step, figure) for step, page in self.pages for figure in page.figures()]
        return next((both for both in figures if both[1].chart.id == FIRST_CHART), next(iter(figures), None))

    def charts(self) -> list[Figure]:
        return [self._figure(*self._first)] if self._first else []

    def costs(self) -> list[str]:
        """Under the name that the command of each step has."""
        return [self._of(f"{step.system}, mt {step.step}", text) for step, page in self.pages for text in page.footer]

    def sections(self) -> list[Section]:
        if not self.study.steps:
            return []
        alone = [section for step, page in self.pages for section in self._step_sections(step, page)]
        sections = [self._contents(), *self._together, *alone]
        return [replace(section, id=f"systems-{number}") for number, section in enumerate(sections, start=1)]

    def summary(self) -> list[Block]:
        """Those tables of the page that the steps' own commands show, too."""
        blocks = [*self.answer(), *(block for section in self._together for block in section.blocks)]
        for step, page in self.pages:
            if step.step in _PAGES:
                shown = {table.title for table in _PAGES[step.step].tables_of(step.folder, self.language)}
                titles = tuple(self._of(step.system, title) for title in shown)
                own = Document("", self.language, sections=list(self._step_sections(step, page)))
                blocks += [block for block in own.tables() if block.table.title.endswith(titles)]
        return blocks

    # Systems side by side

    def _results(self, step: str, kind: type[R]) -> list[R]:
        """Of each system that has the step, under the study's name for it."""
        return [
            msgspec.structs.replace(read_results(saved.folder / RESULTS, kind), model=saved.system)
            for saved in self.study.steps
            if saved.step == step
        ]

    @cached_property
    def _judged(self) -> dict[str, list[ComparableSystems[Judged]]]:
        """Judged translations by direction: those of the step itself, and those that forced decoding begins with."""
        judged: dict[str, list[Judged]] = {"fr-en": [], "en-fr": []}  # in this order
        for step in self.study.steps:
            if step.step in (AUDIT, JUDGE):
                is_audit, file = step.step == AUDIT, step.folder / RESULTS
                results = FORCED_PAGE.read_one(step.folder).judged if is_audit else read_results(file, Judged)
                judged.setdefault(results.direction, []).append(msgspec.structs.replace(results, model=step.system))
        return {
            direction: list(comparable([ComparableSystems(JUDGE_PAGE, [result]) for result in results]))
            for direction, results in judged.items()
            if results
        }

    @cached_property
    def _together(self) -> list[Section]:
        """Sections in which systems stand side by side: BLEU, table 1, section 4.2.2 and, into English, table 2."""
        language, sections = self.language, list[Section]()
        if bleu := self._results(BLEU, BleuResults):
            sections.append(Section(self._heading("bleu"), [self._table(bleu_table(bleu, language), "bleu", "bleu")]))
        if winomt := self._results(WINOMT, Winomt):
            sections.append(Section(self._heading("table-1"), list(self._winomt_blocks(winomt))))
        for step in dict.fromkeys(step.step for step in self.study.steps if step.step.startswith(ONE_SET)):
            sections.append(self._set_section(step))
        for direction, groups in self._judged.items():
            heading = language.text(f"mt.section.{direction}", n=groups[0].systems[0].n)
            blocks = list[Block]()
            for number, group in enumerate(groups, start=1):
                right, classes = judged_tables(group.systems, language)
                blocks.append(self._table(right, "rates", f"rates-{direction}-{number}"))
                element = "table-2" if direction == "fr-en" else None
                blocks.append(self._table(classes, element, f"classes-{direction}-{number}"))
            sections.append(Section(heading, blocks))
        return sections

    def _winomt_blocks(self, winomts: Sequence[Winomt]) -> Iterator[Block]:
        printed = published_judged("winomt")
        note = self.text("winomt.published", systems=[system.model for system in printed])
        groups = comparable([ComparableSystems(WINOMT_PAGE, [winomt]) for winomt in winomts])
        for number, group in enumerate(groups, start=1):
            yield from (Paragraph(text, "lead") for text in group.answers(self.language))
            table, *outcomes = winomt_tables(group.systems, self.language, printed)
            yield self._table(replace(table, note=f"{table.note} {note}"), "table-1", f"winomt-{number}")
            yield from (TableBlock(outcome, f"winomt-{number}-outcomes") for outcome in outcomes)

    def _set_section(self, step: str) -> Section:
        """A set that the paper does not have, with a reference in each gender."""
        results = self._results(step, JudgedSet)
        blocks = list[Block]()
        for number, group in enumerate(
            comparable([ComparableSystems(SET_PAGE, [result]) for result in results]), start=1
        ):
            blocks += [Paragraph(text, "lead") for text in group.answers(self.language)]
            for index, table in enumerate(SET_PAGE.tables_of(group.systems, self.language), start=1):
                block = TableBlock(table, f"{step}-{number}-{index}")
                blocks.append(block if index == 1 else fold(block))
        return Section(self.text("set", on=step.removeprefix(ONE_SET)), blocks)

    # The paper's elements

    def _contents(self) -> Section:
        """Every table and figure of the paper: which systems give it here, or what it needs."""
        given: dict[str, list[str]] = {}
        for step, page in self.pages:
            elements = [_element(step, _name(block)) for block in page.blocks()]
            elements += {BLEU: ["bleu"], WINOMT: ["table-1"], AUDIT: ["rates"], JUDGE: ["rates"]}.get(step.step, [])
            for element in filter(None, elements):
                given.setdefault(element, []).append(step.system)
        for group in self._judged.get("fr-en", []):
            given.setdefault("table-2", []).extend(str(result.model) for result in group.systems)

        def systems(element: str) -> str:
            if element in given:
                return self.language.list_of(list(dict.fromkeys(given[element])))
            return self.text("missing", needs=self.text(f"needs.{element}"))

        table = tabulated(
            self.text("contents.title"),
            [ELEMENTS],
            (Column("element", self.text("contents.element")), lambda name: self.text(f"element.{name}")),
            (Column("about", self.text("contents.about")), lambda name: self.text(f"about.{name}")),
            (Column("systems", self.text("contents.systems")), systems),
        )
        blocks: list[Block] = [TableBlock(table, "elements")]
        if notes := dict.fromkeys(note.text for note in self._notes_of_steps(loud=False)):
            blocks.append(Collapsible(self.language.text("study.run-notices"), [*map(Paragraph, notes)]))
        return Section(self.text("contents.heading"), blocks)

    def _titled(self, element: str | None, title: str) -> str:
        """Under its name in the paper, unless the title has it already."""
        name = self.text(f"element.{element}") if element else ""
        return title if not name or title.startswith(name) else self.text("named", element=name, title=title)

    def _heading(self, element: str) -> str:
        return self._titled(element, self.text(f"about.{element}"))

    def _table(self, table: Table, element: str | None, name: str, system: str = "") -> TableBlock:
        """A table under its name in the paper; in a file, where nothing else says it, with columns for that name and
        the system."""
        title = self._of(system, table.title) if system else table.title
        label = self.text(f"element.{element}") if element else table.title
        columns = [Column("element", label, file_only=True)]
        columns += [Column("system", system, file_only=True)] if system else []
        own = [Cell(column.title) for column in columns]
        blocks = [[[*own, *row] for row in block] for block in table.blocks]
        columns = [*columns, *table.columns]
        return TableBlock(replace(table, title=self._titled(element, title), columns=columns, blocks=blocks), name)

    # System by system

    def _of(self, system: str, text: str) -> str:
        return self.text("heading", system=system, heading=text)

    def _step_sections(self, step: SavedStep, page: Document) -> Iterator[Section]:
        for index, section in enumerate(page.sections):
            if any(_name(block).startswith(JUDGED) for block in section.blocks):
                continue  # side by side with the other systems'
            before: list[Block] = [Paragraph(text) for text in page.standfirst] if index == 0 else []
            blocks = [*before, *(self._block(step, block) for block in self._unshown(step, section.blocks))]
            yield replace(section, heading=self._of(step.system, section.heading), blocks=blocks)

    def _unshown(self, step: SavedStep, blocks: Sequence[Block]) -> list[Block]:
        """Without the chart that stands at the page's top."""
        first = self._first
        is_here = first is not None and first[0] is step
        return [block for block in blocks if not (is_here and first and block == first[1])]

    def _figure(self, step: SavedStep, figure: Figure) -> Figure:
        """Figures are files of one folder: each has the names of its system and step in front."""
        titled = self._titled(_element(step, figure.chart.id), figure.caption)
        caption = self.text("figure", title=titled, system=step.system)
        id = f"{step.folder.parent.name}-{step.step}-{figure.chart.id}"
        return replace(figure, caption=caption).renamed(id, caption)

    def _block(self, step: SavedStep, block: Block) -> Block:
        """Under its name in the paper and its system's. Long tables are folded."""
        element = _element(step, _name(block))
        if isinstance(block, TableBlock):
            return fold(replace(block, table=self._table(block.table, element, block.name, step.system).table))
        if isinstance(block, Row):
            return replace(block, blocks=[self._block(step, inner) for inner in self._unshown(step, block.blocks)])
        return self._figure(step, block) if isinstance(block, Figure) else block


def _is_loud(step: SavedStep, note: Note, number: int) -> bool:
    saved = unique(map(notice_from, step.document.get("notice_codes", ())))  # in the order of a page
    return note.grave or number >= len(saved) or ".limit" in saved[number].code


def _element(step: SavedStep, block: str) -> str | None:
    """What the paper calls a block; from English it altered nothing inside."""
    if step.step == INTERVENE and step.document.get("direction", "fr-en") != "fr-en":
        return None
    return next((name for start, name in _BLOCKS.get(step.step, {}).items() if block.startswith(start)), None)


def _name(block: Block) -> str:
    return block.chart.id if isinstance(block, Figure) else block.name if isinstance(block, TableBlock) else ""
