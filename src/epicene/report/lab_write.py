"""A calibration as pages and Markdown, in French and English, from its results alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import epicene
from epicene.core.files import write_text
from epicene.report.lab import curves_for, dials_of, headline, readings_table, said, summary_table
from epicene.report.lab_curves import draw_curve
from epicene.report.lab_language import LabLanguage
from epicene.report.language import LANGUAGES
from epicene.report.render.html import csv_link, inlined, page_environment
from epicene.report.render.markdown import escape_markdown, to_markdown
from epicene.report.tables import written

Document = Mapping[str, Any]


def write_reports(document: Document, out: Path) -> list[Path]:
    """report.en.html and report.fr.html, and both as Markdown; returns the pages."""
    for code in LANGUAGES:
        language = LabLanguage(code)
        write_text(out / f"report.{code}.html", render_html(document, language))
        write_text(out / f"report.{code}.md", render_markdown(document, language))
    return [out / f"report.{code}.html" for code in LANGUAGES]


def render_html(document: Document, language: LabLanguage) -> str:
    environment = page_environment()
    environment.globals.update(language=language, t=language.text, written=written, csv_link=csv_link)
    return environment.get_template("epicene.report:lab.html.j2").render(
        headline=list(headline(document, language)),
        summary=summary_table(document, language),
        sections=[
            {
                "heading": language.text(f"lab.dial.{kind}.{dial}"),
                "about": language.text(f"lab.about.{kind}.{dial}"),
                "curves": [
                    {
                        "title": language.text(f"lab.instrument.{curve['instrument']}"),
                        "said": said(curve, language),
                        "drawing": draw_curve(curve, language),
                        "is_good": curve["verdict"] in ("follows", "stays"),
                    }
                    for curve in curves_for(document, kind, dial)
                ],
                "readings": readings_table(document, kind, dial, language),
            }
            for kind, dial in dials_of(document)
        ],
        style=inlined("epicene.report:style.css"),
        version=epicene.__version__,
    )


def render_markdown(document: Document, language: LabLanguage) -> str:
    parts = [f"# {language.text('lab.title')}", *headline(document, language)]
    parts.append(to_markdown(summary_table(document, language), language).rstrip())
    for kind, dial in dials_of(document):
        parts.append(f"## {escape_markdown(language.text(f'lab.dial.{kind}.{dial}'))}")
        parts.append(to_markdown(readings_table(document, kind, dial, language), language).rstrip())
    return "\n\n".join(parts) + "\n"
