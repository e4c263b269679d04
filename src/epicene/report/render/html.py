"""A document as one HTML file (no network, no JavaScript needed, everything from data escaped), and documents as files
of any format."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_text
from epicene.core.language import EN_DASH, WORD_JOINER
from epicene.report.document import Document, Figure, ItemList, figures_folder
from epicene.report.render.chart_files import standalone_svg, to_pdf, write_charts
from epicene.report.tables import Cell, Table, emphasised, for_reading, spans, stacked, to_csv, written

if TYPE_CHECKING:
    from jinja2 import Environment

OWN = "epicene.report"


def render_html(document: Document) -> str:
    language = document.language
    template = page_environment().get_template(f"{OWN}:document.html.j2")
    return template.render(
        document=document,
        language=language,
        t=language.text,
        figures=figures_folder(language),
        number=lambda cell, column: strong(cell, stacked(cell, column, language)[0]),
        interval=lambda cell, column: stacked(cell, column, language)[1],
        style=Markup("").join(map(inlined, (f"{OWN}:style.css", *document.styles))),
        script=Markup("").join(map(inlined, document.scripts)),
    )


@cache
def page_environment() -> Environment:
    """What every page is made with: everything from data escaped, a missing name an error; templates are compiled once.

    Templates are named `PACKAGE:FILE`, and stand in the folder `templates` of that package.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_read),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"code": with_code, "for_reading": for_reading, "spans": spans}
    environment.globals.update(
        written=lambda cell, column, language: strong(cell, written(cell, column, language)),
        csv_link=csv_link,
        unbroken=unbroken,
        version=__version__,
        kind_of=lambda block: type(block).__name__,
    )
    return environment


def _read(name: str) -> str:
    package, _, file = name.partition(":")
    return resources.files(package).joinpath("templates", file).read_text(encoding="utf-8")


def inlined(name: str) -> Markup:
    return Markup(_read(name))  # noqa: S704 - a file of a package, nothing from data


def with_code(text: str) -> Markup:
    """What stands between backticks as code; everything escaped."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped before


def strong(cell: Cell, text: str) -> Markup:
    if not cell.bold:
        return escape(text)
    return Markup("").join(
        Markup("<strong>{}</strong>").format(piece) if bold else piece for piece, bold in emphasised(cell, text)
    )


def unbroken(sentence: str) -> str:
    """Keep 55.7–60.4 on one line: browsers may break after the dash."""
    return sentence.replace(EN_DASH, f"{EN_DASH}{WORD_JOINER}")


def csv_link(table: Table) -> str:
    """A table as a link that downloads it, without a server or JavaScript."""
    return f"data:text/csv;charset=utf-8,{quote(to_csv(table))}"


# The formats by their endings: a function of `render`, imported when it is needed, or one of the document itself.
RENDERED = {".html": "html", ".md": "markdown", ".tex": "latex"}
FORMATS = (*RENDERED, ".csv", ".svg", ".pdf")


def check_output(out: Path | None) -> None:
    """An ending that cannot be written is refused before anything is measured."""
    if out is not None and out.suffix.lower() not in FORMATS:
        raise InputError(
            f"{out}: a report ends in one of {', '.join(FORMATS)}, not in {out.suffix!r}. Choose one of these endings "
            "with -o."
        )


def write_document(document: Document, out: Path) -> None:
    """A page, Markdown, LaTeX, a table or a figure, by the file's ending; nothing is left half-written. Charts that are
    for papers stand beside a page, as SVG and PDF, and so does what a page has no room for."""
    check_output(out)
    ending = out.suffix.lower()
    if ending == ".csv":
        write_text(out, document.csv())
    elif ending not in RENDERED:
        _write_figure(document, out)
    else:
        for block in document.blocks():
            if isinstance(block, Figure) and block.filed:
                write_charts(
                    [block], out.parent / figures_folder(document.language) / block.chart.id, document.language
                )
            elif isinstance(block, ItemList) and block.file and ending == ".html":
                name, content = block.file
                write_text(out.parent / name, content)
        format = RENDERED[ending]
        render = getattr(import_module(f"epicene.report.render.{format}"), f"render_{format}")
        write_text(out, render(document))


def _write_figure(document: Document, out: Path) -> None:
    """The first chart: of an audit, its types."""
    first = next(document.figures(), None)
    if first is None:
        raise InputError(f"This report has no figure to write to {out}. Write the report as .html or .tex.")
    svg = standalone_svg([first], document.language)
    write_bytes(out, svg.encode() if out.suffix.lower() == ".svg" else to_pdf(svg, first.chart.title))
