"""One-file HTML about what is inside a translation model: sentences, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

import epicene
from epicene.core.files import write_text
from epicene.report.document import Chart
from epicene.report.language import Language
from epicene.report.render.html import csv_link, inlined, page_environment
from epicene.report.tables import Table, written

Figure = Chart


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    said: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """`cost` is what it took."""

    title: str
    standfirst: str
    sections: Sequence[Section]
    notices: Sequence[str] = field(default_factory=list)
    signatures: Sequence[str] = field(default_factory=list)
    cost: Sequence[str] = ()


def write_page(page: Page, out: Path, language: Language) -> Path:
    """report.html in `out`, and every figure as SVG and PDF."""
    for figure in (figure for section in page.sections for figure in section.figures):
        figure.export(out / "figures" / figure.id, language)
    path = out / "report.html"
    write_text(path, render_page(page, language))
    return path


def render_page(page: Page, language: Language) -> str:
    def draw_figure(figure: Figure) -> Markup:
        return Markup("").join(figure.drawings(language))

    environment = page_environment()
    environment.globals.update(language=language, t=language.text, written=written, csv_link=csv_link)
    return environment.get_template("epicene.report:story.html.j2").render(
        page=page,
        draw=draw_figure,
        style=inlined("epicene.report:style.css"),
        version=epicene.__version__,
    )
