"""The one page of a study of translation systems: the verdicts and tables in which systems stand side by side, which
of the paper's tables and figures there are, then what each step's own page shows, system by system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from msgspec import to_builtins

from epicene.auditing.study.mt_elements import (
    TOGETHER,
    contents,
    element_of,
    given_together,
    named,
    named_table,
    together,
)
from epicene.auditing.study.mt_study_file import AUDIT, CORPUS, INTERVENE, PROBE
from epicene.auditing.study.saved_study import MtStudied, Step, is_mt_study, read_mt_studied
from epicene.core.language import Language
from epicene.inside.forced.page import JUDGED
from epicene.inside.forced.page import PAGE as FORCED_PAGE
from epicene.inside.interventions.page import PAGE as INTERVENTIONS_PAGE
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.mt.training_corpus.page import PAGE as STATS_PAGE
from epicene.report.document import Block, Document, Figure, Note, Paragraph, Row, Section, TableBlock, notes_of
from epicene.report.pages import only_run
from epicene.report.tables import Table
from epicene.runs.folder import RESULTS, read_results

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
class MtStudyPage:
    name: str = "mt-study"

    def recognises(self, path: Path) -> bool:
        return is_mt_study(path)

    def document(self, paths: Sequence[Path], code: str) -> Document:
        return mt_study_page(read_mt_studied(only_run(paths)), Language(code, *PACKAGES))

    def summary(self, paths: Sequence[Path], code: str) -> Document:
        return mt_study_summary(read_mt_studied(only_run(paths)), Language(code, *PACKAGES))


PAGE = MtStudyPage()


def mt_study_page(studied: MtStudied, language: Language) -> Document:
    count = len({step.system for step in studied.steps})
    pages = [(step, page_of(step, language)) for step in studied.steps]
    failures = [
        Note(language.text("mt-study.failed", system=one.system, step=one.step, reason=one.told))
        for one in studied.failures
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
    beside = [block for section in together(studied, language) for block in section.blocks]
    alone = [
        block
        for step in studied.steps
        for section in _sections(step, page_of(step, language), language)
        for block in section.blocks
        if isinstance(block, TableBlock) and block.table.title.endswith(tuple(shown))
    ]
    return Document(title="", language=language, answer=[*beside, *alone])


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
    return Document("", language, notes=notes_of(results.said(), language))


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
