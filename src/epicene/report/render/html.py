"""A document as one HTML file: no network, no JavaScript needed, everything from data escaped."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup

from epicene._version import __version__
from epicene.core.language import EN_DASH, WORD_JOINER
from epicene.report.document import Document, figures_folder
from epicene.report.render.csv import to_csv
from epicene.report.tables import Cell, Table, emphasised, for_reading, spans, stacked, written

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
        style=Markup("").join(inlined(name) for name in (f"{OWN}:style.css", *document.styles)),
        script=Markup("").join(inlined(name) for name in document.scripts),
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
    pieces = re.split(r"`([^`]+)`", text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if index % 2 else piece for index, piece in enumerate(pieces)
    )


def strong(cell: Cell, text: str) -> Markup:
    return Markup("").join(
        Markup("<strong>{}</strong>").format(piece) if bold else piece for piece, bold in emphasised(cell, text)
    )


def unbroken(sentence: str) -> str:
    """Keep 55.7–60.4 on one line: browsers may break after the dash."""
    return sentence.replace(EN_DASH, f"{EN_DASH}{WORD_JOINER}")


def csv_link(table: Table) -> str:
    """A table as a link that downloads it, without a server or JavaScript."""
    return f"data:text/csv;charset=utf-8,{quote(to_csv(table))}"
