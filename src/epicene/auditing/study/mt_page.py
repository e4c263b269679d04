"""The one page of a study of translation systems: the verdicts and tables in which systems stand side by side (BLEU,
tables 1 and 2 of Wisniewski et al. 2022), which of the paper's tables and figures there are, then what each step's own
page shows, system by system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from msgspec import to_builtins

from epicene.auditing.study.mt_study_file import AUDIT, BLEU, CORPUS, INTERVENE, JUDGE, PROBE, WINOMT
from epicene.auditing.study.saved_study import MtStudied, Step, is_mt_study, read_mt_studied
from epicene.core.language import Language
from epicene.inside.forced.page import JUDGED, judged_tables
from epicene.inside.forced.page import PAGE as FORCED_PAGE
from epicene.inside.interventions.page import PAGE as INTERVENTIONS_PAGE
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.mt.corpus_stats_page import PAGE as STATS_PAGE
from epicene.mt.judging.pages import JUDGE_PAGE as JUDGE_PAGE
from epicene.mt.judging.pages import WINOMT_PAGE as WINOMT_PAGE
from epicene.mt.judging.pages import winomt_tables
from epicene.mt.judging.systems_page import ComparableSystems, comparable
from epicene.mt.results import BleuResults, Judged, SystemResults, Winomt, published_judged
from epicene.mt.translating.bleu_page import bleu_table
from epicene.report.document import Block, Document, Figure, Note, Paragraph, Row, Section, TableBlock, notes_of
from epicene.report.results_page import RunKind, only_run
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RESULTS, read_results

ELEMENTS = (
    *("figure-1a", "figure-1b", "bleu", "table-1", "rates", "table-2", "table-3", "table-4", "table-5"),
    *("figure-3", "figure-4"),
)
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
TOGETHER: Mapping[str, type[SystemResults]] = {BLEU: BleuResults, JUDGE: Judged, WINOMT: Winomt}


def element_of(step: str, block: str) -> str | None:
    return next((name for start, name in _BLOCKS.get(step, {}).items() if block.startswith(start)), None)


def named(element: str | None, title: str, language: Language) -> str:
    """Under its name in the paper, unless the title has it already."""
    name = language.text(f"mt-study.element.{element}") if element else ""
    if not name or title.startswith(name):
        return title
    return language.text("mt-study.named", element=name, title=title)


def named_table(table: Table, element: str | None, language: Language, system: str = "") -> Table:
    """In a file, where nothing else says it, with columns for the name and the system."""
    title = language.text("mt-study.heading", system=system, heading=table.title) if system else table.title
    name = language.text(f"mt-study.element.{element}") if element else table.title
    columns = [Column("element", name, file_only=True), *([Column("system", system, file_only=True)] if system else [])]
    own = [Cell(column.title) for column in columns]
    blocks = [[[*own, *row] for row in block] for block in table.blocks]
    return replace(table, title=named(element, title, language), columns=[*columns, *table.columns], blocks=blocks)


def together(studied: MtStudied, language: Language) -> Iterator[Section]:
    """Sections in which systems stand side by side."""
    if bleu := _results(studied, BLEU, BleuResults):
        yield Section(
            _heading("bleu", language), [TableBlock(named_table(bleu_table(bleu, language), "bleu", language), "bleu")]
        )
    if winomt := _results(studied, WINOMT, Winomt):
        yield Section(_heading("table-1", language), list(_winomt_blocks(winomt, language)))
    judged = [judgment for step in studied.steps for judgment in _judged(step)]
    for direction in ("fr-en", "en-fr"):
        if own := [judgment for judgment in judged if judgment.direction == direction]:
            heading = language.text(f"mt.section.{direction}", n=own[0].n)
            yield Section(heading, list(_judged_blocks(own, language)))


def given_together(studied: MtStudied) -> Iterator[tuple[str, str]]:
    """The elements that these sections hold, each with a system."""
    for step in studied.steps:
        if step.step in (AUDIT, JUDGE):
            yield "rates", step.system
            yield from (("table-2", step.system) for judgment in _judged(step) if judgment.direction == "fr-en")
        elif step.step in (BLEU, WINOMT):
            yield {BLEU: "bleu", WINOMT: "table-1"}[step.step], step.system


def _heading(element: str, language: Language) -> str:
    return named(element, language.text(f"mt-study.about.{element}"), language)


def _results(studied: MtStudied, step: str, kind: type[R]) -> list[R]:
    """Of each system that has the step, under the study's name for it."""
    return [
        msgspec.structs.replace(read_results(one.folder / RESULTS, kind), model=one.system)
        for one in studied.steps
        if one.step == step
    ]


def _judged(step: Step) -> Iterator[Judged]:
    if step.step == AUDIT:
        yield msgspec.structs.replace(FORCED_PAGE.read_one(step.folder).judged, model=step.system)
    elif step.step == JUDGE:
        yield msgspec.structs.replace(read_results(step.folder / RESULTS, Judged), model=step.system)


def _judged_blocks(judgments: Sequence[Judged], language: Language) -> Iterator[Block]:
    """Section 4.2.2 and, into English, table 2."""
    for number, group in enumerate(
        comparable([ComparableSystems(JUDGE_PAGE, [judgment]) for judgment in judgments]), start=1
    ):
        yield from (Paragraph(text, "lead") for text in group.answers(language))
        right, classes = judged_tables(group.systems, language)
        way = group.systems[0].direction
        yield TableBlock(named_table(right, "rates", language), f"rates-{way}-{number}")
        element = "table-2" if way == "fr-en" else None
        yield TableBlock(named_table(classes, element, language), f"classes-{way}-{number}")


def _winomt_blocks(winomts: Sequence[Winomt], language: Language) -> Iterator[Block]:
    printed = published_judged("winomt")
    note = language.text("mt-study.winomt.published", systems=[published_system.model for published_system in printed])
    for number, group in enumerate(
        comparable([ComparableSystems(WINOMT_PAGE, [winomt]) for winomt in winomts]), start=1
    ):
        yield from (Paragraph(text, "lead") for text in group.answers(language))
        table, *outcomes = winomt_tables(group.systems, language, printed)
        noted = replace(table, note=f"{table.note} {note}")
        yield TableBlock(named_table(noted, "table-1", language), f"winomt-{number}")
        yield from (TableBlock(outcome, f"winomt-{number}-outcomes") for outcome in outcomes)


def contents(given: Mapping[str, Sequence[str]], language: Language) -> Section:
    """Every table and figure of the paper: which systems give it here, or what it needs."""

    def systems(element: str) -> str:
        if element in given:
            return language.list_of(list(dict.fromkeys(given[element])))
        return language.text("mt-study.missing", needs=language.text(f"mt-study.needs.{element}"))

    table = tabulated(
        language.text("mt-study.contents.title"),
        [ELEMENTS],
        (
            Column("element", language.text("mt-study.contents.element")),
            lambda one: language.text(f"mt-study.element.{one}"),
        ),
        (Column("about", language.text("mt-study.contents.about")), lambda one: language.text(f"mt-study.about.{one}")),
        (Column("systems", language.text("mt-study.contents.systems")), systems),
    )
    return Section(language.text("mt-study.contents.heading"), [TableBlock(table, "elements")])


PACKAGES = ("epicene.mt", "epicene.inside", "epicene.auditing.study")


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


@dataclass(frozen=True, slots=True)
class MtStudyPage(RunKind[SystemResults]):
    name: str = "mt-study"
    result: type[SystemResults] = SystemResults

    def read(self, path: Path) -> list[SystemResults]:
        """The results of each step, under the name that its system has in the study."""
        steps = read_mt_studied(path).steps
        return [msgspec.convert({"n": 0, **step.document, "model": step.system}, SystemResults) for step in steps]

    def recognises(self, path: Path) -> bool:
        return is_mt_study(path)

    def json_document(self, path: Path) -> dict[str, object]:
        return mt_study_document(read_mt_studied(path))

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return mt_study_page(read_mt_studied(only_run(paths)), Language(code, *PACKAGES))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return mt_study_summary(read_mt_studied(only_run(paths)), Language(code, *PACKAGES))


PAGE = MtStudyPage()


def mt_study_page(studied: MtStudied, language: Language) -> Document:
    count = len({step.system for step in studied.steps})
    pages = [(step, page_of(step, language)) for step in studied.steps]
    failures = [
        Note(language.text("mt-study.failed", system=failure.system, step=failure.step, reason=failure.reason))
        for failure in studied.failures
    ]
    notes = [replace(note, text=_of(step, note.text, language)) for step, page in pages for note in page.notes]
    return Document(
        title=studied.title,
        language=language,
        standfirst=[language.text("mt-study.standfirst", systems=language.plural("mt-study.systems", count))],
        notes=list(dict.fromkeys([*failures, *notes])),
        quiet_heading=language.text("notice.heading"),
        sections=[
            *together(studied, language),
            contents(_given(studied, pages), language),
            *(section for step, page in pages for section in _sections(step, page, language)),
        ],
        signatures=[text for step in studied.steps for text in step.document.get("signatures", {}).values()],
        footer=[_cost(step, text, language) for step, page in pages for text in page.footer],
    )


def mt_study_summary(studied: MtStudied, language: Language) -> Document:
    """Those tables of the page that the steps' own commands show, too."""
    shown = {
        _of(step, table.title, language)
        for step in studied.steps
        if step.step in _PAGES
        for table in _PAGES[step.step].tables_of(step.folder, language)
    }
    blocks = [block for section in together(studied, language) for block in section.blocks]
    alone = [
        block
        for step in studied.steps
        for section in _sections(step, page_of(step, language), language)
        for block in section.blocks
        if isinstance(block, TableBlock) and block.table.title.endswith(tuple(shown))
    ]
    return Document(title="", language=language, answer=[*blocks, *alone])


def _given(studied: MtStudied, pages: Sequence[tuple[Step, Document]]) -> dict[str, list[str]]:
    """The elements of the paper that are there, and of which systems."""
    given: dict[str, list[str]] = {}
    alone = [(element_of(step.step, _name(block)), step.system) for step, page in pages for block in page.blocks()]
    for element, system in (*given_together(studied), *alone):
        if element:
            given.setdefault(element, []).append(system)
    return given


def _name(block: Block) -> str:
    return block.chart.id if isinstance(block, Figure) else block.name if isinstance(block, TableBlock) else ""


def mt_study_document(studied: MtStudied) -> dict[str, object]:
    """What `--json` prints."""
    return {
        "title": studied.title,
        "steps": [{"system": step.system, "step": step.step, "results": step.document} for step in studied.steps],
        "failures": to_builtins(studied.failures),
    }


def notices_of_step(step: Step, language: Language) -> list[str]:
    """As the step's own command says them."""
    return [note.text for note in page_of(step, language).notes]


def page_of(step: Step, language: Language) -> Document:
    """Of a step whose systems stand side by side, its notices alone."""
    if step.step in _PAGES:
        return _PAGES[step.step].shown(step.folder, language)
    results = read_results(step.folder / RESULTS, TOGETHER[step.step])
    return Document("", language, notes=notes_of(results.notice_list(), language))


def _of(step: Step, text: str, language: Language) -> str:
    return language.text("mt-study.heading", system=step.system, heading=text)


def _cost(step: Step, text: str, language: Language) -> str:
    """Under the name that the command of the step has."""
    return language.text("mt-study.heading", system=f"{step.system}, mt {step.step}", heading=text)


def _sections(step: Step, page: Document, language: Language) -> Iterator[Section]:
    for index, section in enumerate(page.sections):
        if any(_name(block).startswith(JUDGED) for block in section.blocks):
            continue  # beside the other systems'
        before: list[Block] = [Paragraph(text) for text in page.standfirst] if index == 0 else []
        blocks = [*before, *(_named(step, block, language) for block in section.blocks)]
        yield replace(section, heading=_of(step, section.heading, language), blocks=blocks)


def _named(step: Step, block: Block, language: Language) -> Block:
    """Under its name in the paper and its system's. Figures are files of one folder: each has the names of its system
    and step in front."""
    element = element_of(step.step, _name(block))
    if isinstance(block, TableBlock):
        return replace(block, table=named_table(block.table, element, language, step.system))
    if isinstance(block, Row):
        return replace(block, blocks=[_named(step, one, language) for one in block.blocks])
    if isinstance(block, Figure):
        caption = language.text("mt-study.figure", title=named(element, block.caption, language), system=step.system)
        id = f"{step.folder.parent.name}-{step.step}-{block.chart.id}"
        return replace(block, caption=caption).renamed(id, caption)
    return block
