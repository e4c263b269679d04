"""Documents as files: a page, Markdown, LaTeX, a table or a figure, by the file's ending."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_bytes, write_text
from epicene.report.document import Document, figures_folder
from epicene.report.render.chart_files import standalone_svg, to_pdf, write_charts

# By ending: a function of `render`, imported when it is needed.
FIGURE = "figure"
FORMATS = {
    ".html": "html",
    ".md": "markdown",
    ".tex": "latex",
    ".csv": "csv",
    ".svg": FIGURE,
    ".pdf": FIGURE,
}


def check_output(out: Path | None) -> None:
    """An ending that cannot be written is refused before anything is measured."""
    if out is not None and out.suffix.lower() not in FORMATS:
        raise InputError(
            f"{out}: a report ends in one of {', '.join(FORMATS)}, not in {out.suffix!r}. Choose one of these endings "
            "with -o."
        )


def write_document(document: Document, out: Path) -> None:
    """Nothing is left half-written; charts that are for papers stand beside a page, as SVG and PDF."""
    check_output(out)
    if FORMATS[out.suffix.lower()] == FIGURE:
        _write_figure(document, out)
        return
    if out.suffix.lower() != ".csv":
        for figure in document.figures():
            if figure.filed:
                stem = out.parent / figures_folder(document.language) / figure.chart.id
                write_charts([figure], stem, document.language)
    format = FORMATS[out.suffix.lower()]
    for name, content in document.files() if format == "html" else ():
        write_text(out.parent / name, content)
    render: Callable[[Document], str] = getattr(import_module(f"epicene.report.render.{format}"), f"render_{format}")
    write_text(out, render(document))


def _write_figure(document: Document, out: Path) -> None:
    """The first chart: of an audit, its types."""
    first = next(document.figures(), None)
    if first is None:
        raise InputError(f"There is no figure to be written to {out}. Write the report as .html or .tex.")
    svg = standalone_svg([first], document.language)
    write_bytes(out, svg.encode() if out.suffix.lower() == ".svg" else to_pdf(svg, first.chart.title))
