"""The one page of a study of translation systems: what each step's own page shows, system by system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from msgspec import to_builtins

from epicene.auditing.study.mt_study_file import AUDIT, INTERVENE, PROBE
from epicene.auditing.study.saved_study import MtStudied, Step, is_mt_study, read_mt_studied
from epicene.core.language import Language
from epicene.inside.forced.page import PAGE as FORCED_PAGE
from epicene.inside.interventions.page import PAGE as INTERVENTIONS_PAGE
from epicene.inside.probes.page import PAGE as PROBES_PAGE
from epicene.report.document import Block, Document, Figure, Note, Paragraph, Section, TableBlock
from epicene.report.pages import only_run
from epicene.report.tables import Table

PACKAGES = ("epicene.mt", "epicene.inside", "epicene.auditing.study")


class StepPage(Protocol):
    """What the page of a step's own command shows of its folder."""

    def shown(self, path: Path, language: Language) -> Document: ...

    def tables_of(self, path: Path, language: Language) -> list[Table]: ...


_PAGES: Mapping[str, StepPage] = {AUDIT: FORCED_PAGE, INTERVENE: INTERVENTIONS_PAGE, PROBE: PROBES_PAGE}


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
        Note(language.text("mt-study.failed", system=one.system, step=one.step, reason=one.reason))
        for one in studied.failures
    ]
    notes = [replace(note, text=_of(step, note.text, language)) for step, page in pages for note in page.notes]
    return Document(
        title=studied.title,
        language=language,
        standfirst=[language.text("mt-study.standfirst", systems=language.plural("mt-study.systems", count))],
        notes=list(dict.fromkeys([*failures, *notes])),
        quiet_heading=language.text("notice.heading"),
        sections=[section for step, page in pages for section in _sections(step, page, language)],
        signatures=[text for step in studied.steps for text in step.document["signatures"].values()],
        footer=[_cost(step, text, language) for step, page in pages for text in page.footer],
    )


def mt_study_summary(studied: MtStudied, language: Language) -> Document:
    """Every title says of which system."""
    tables = [
        replace(table, title=_of(step, table.title, language))
        for step in studied.steps
        for table in _PAGES[step.step].tables_of(step.folder, language)
    ]
    blocks = [TableBlock(table, f"table-{index}") for index, table in enumerate(tables, start=1)]
    return Document(title="", language=language, answer=blocks)


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
    return _PAGES[step.step].shown(step.folder, language)


def _of(step: Step, text: str, language: Language) -> str:
    return language.text("mt-study.heading", system=step.system, heading=text)


def _cost(step: Step, text: str, language: Language) -> str:
    """Under the name that the command of the step has."""
    return language.text("mt-study.heading", system=f"{step.system}, mt {step.step}", heading=text)


def _sections(step: Step, page: Document, language: Language) -> Iterator[Section]:
    for index, section in enumerate(page.sections):
        before: list[Block] = [Paragraph(text) for text in page.standfirst] if index == 0 else []
        blocks = [*before, *(_named(step, block) for block in section.blocks)]
        yield replace(section, heading=_of(step, section.heading, language), blocks=blocks)


def _named(step: Step, block: Block) -> Block:
    """Figures are files of one folder: each has the names of its system and step in front."""
    if not isinstance(block, Figure):
        return block
    return block.renamed(f"{step.folder.parent.name}-{step.step}-{block.chart.id}")
