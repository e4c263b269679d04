"""The study's page: one HTML file that needs no network and no JavaScript, in the style of the audit report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import epicene
from epicene.report.language import Language
from epicene.report.render.html import csv_link, inlined, page_environment, unbroken
from epicene.report.study import SavedStudy
from epicene.report.study_notices import facts_table, run_notices, signatures, study_notices
from epicene.report.study_rows import is_published, self_contained
from epicene.report.study_sections import Section
from epicene.report.tables import Cell, Column, written


def render_study_html(study: SavedStudy, sections: Sequence[Section], language: Language) -> str:
    environment = page_environment()
    environment.globals.update(_frame(study, language))
    return environment.get_template("epicene.report:study.html.j2").render(study=study, sections=sections)


def _frame(study: SavedStudy, language: Language) -> dict[str, Any]:
    ran = sum(bool(model.runs) for model in study.models)

    def number(cell: Cell, column: Column) -> str:
        """The value without its interval, which stands below it."""
        return written(Cell(cell.value, of=cell.of, digits=cell.digits), column, language)

    def interval(cell: Cell, column: Column) -> str:
        if cell.low is None or cell.high is None:
            return ""
        return language.bracket(cell.low, cell.high, column.digits if cell.digits is None else cell.digits)

    return {
        "language": language,
        "t": language.text,
        "number": number,
        "interval": interval,
        "written": written,
        "is_published": is_published,
        "csv_link": lambda table: csv_link(self_contained(table, language)),
        "unbroken": unbroken,
        "version": epicene.__version__,
        "day": language.day(study.created),
        "notices": study_notices(study, language),
        "run_notices": run_notices(study, language),
        "facts": facts_table(study, language),
        "signatures": signatures(study),
        "ran": language.text("study.ran", ran=language.count(ran), models=language.count(len(study.models))),
        "style": inlined("epicene.report:style.css"),
    }
