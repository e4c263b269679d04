"""The one report of a study of translation systems: what each step's own report shows, system by system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from epicene.auditing.study.mt_study_file import AUDIT, INTERVENE, PROBE
from epicene.auditing.study.run_mt_study import MtStudied, Step
from epicene.report.cost import cost_lines
from epicene.report.forced import audit_page, audit_tables
from epicene.report.interventions import intervene_page, intervene_tables
from epicene.report.language import Language
from epicene.report.probe_page import notices as probe_notices
from epicene.report.probe_page import probe_page, summary_tables
from epicene.report.recorded import told_all
from epicene.report.story import Figure, Page, Section, write_page
from epicene.report.tables import Table


def write_mt_study(studied: MtStudied, language: Language) -> Path:
    """report.html in the study folder, with every figure as SVG and PDF."""
    count = len({step.system for step in studied.steps})
    page = Page(
        title=studied.title,
        standfirst=language.text("mt-study.standfirst", systems=language.plural("mt-study.systems", count)),
        sections=[section for step in studied.steps for section in _sections(step, language)],
        notices=list(
            dict.fromkeys(
                [*_failures(studied, language), *(text for step in studied.steps for text in _notices(step, language))]
            )
        ),
        signatures=[text for step in studied.steps for text in step.document["signatures"].values()],
        cost=[text for step in studied.steps for text in _cost(step, language)],
    )
    return write_page(page, studied.path, language)


def mt_study_tables(studied: MtStudied, language: Language) -> list[Table]:
    """What fits a terminal; every title says of which system."""
    tables = {AUDIT: audit_tables, INTERVENE: intervene_tables}
    return [
        replace(table, title=language.text("mt-study.heading", system=step.system, heading=table.title))
        for step in studied.steps
        for table in tables.get(step.step, summary_tables)(step.document, language)
    ]


def mt_study_document(studied: MtStudied) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "title": studied.title,
        "steps": [{"system": step.system, "step": step.step, "results": step.document} for step in studied.steps],
        "failures": [{"system": one.system, "step": one.step, "reason": one.reason} for one in studied.failures],
    }


def notices_of_step(step: Step, language: Language) -> list[str]:
    """As the step's own command says them."""
    if step.step == PROBE:
        return probe_notices(step.document, language)
    return told_all(step.document["notices"], language)


def _page(step: Step, language: Language) -> Page:
    if step.step == AUDIT:
        return audit_page(step.document, step.values, language)
    if step.step == INTERVENE:
        return intervene_page(step.document, step.values, language)
    return probe_page(step.document, language)


def _sections(step: Step, language: Language) -> Iterator[Section]:
    page = _page(step, language)
    for place, section in enumerate(page.sections):
        heading = language.text("mt-study.heading", system=step.system, heading=section.heading)
        said = [page.standfirst, *section.said] if place == 0 else section.said
        yield Section(heading, said, [_named(step, figure) for figure in section.figures], section.tables)


def _named(step: Step, figure: Figure) -> Figure:
    """Figures are files of one folder: each has the names of its system and step in front."""
    chart: Any = figure
    renamed: Figure = replace(chart, id=f"{step.folder.parent.name}-{step.step}-{figure.id}")
    return renamed


def _notices(step: Step, language: Language) -> list[str]:
    return [
        language.text("mt-study.heading", system=step.system, heading=text) for text in _page(step, language).notices
    ]


def _cost(step: Step, language: Language) -> list[str]:
    """Under the name that the command of the step has."""
    of = f"{step.system}, mt {step.step}"
    return [language.text("mt-study.heading", system=of, heading=text) for text in cost_lines(step.document, language)]


def _failures(studied: MtStudied, language: Language) -> list[str]:
    return [
        language.text("mt-study.failed", system=one.system, step=one.step, reason=one.reason)
        for one in studied.failures
    ]
