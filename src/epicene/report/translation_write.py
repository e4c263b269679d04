"""Tables about translation on a terminal and in a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import epicene
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.report.language import Language
from epicene.report.render.csv import to_csv
from epicene.report.render.html import csv_link, inlined, page_environment
from epicene.report.render.latex import to_latex
from epicene.report.render.markdown import escape_markdown, to_markdown
from epicene.report.render.terminal import fitted
from epicene.report.tables import Table, written


def print_tables(tables: Sequence[Table], language: Language) -> None:
    from rich.console import Console, Group

    from epicene.report.render.unbroken import Unbroken

    console = Console(highlight=False)
    for table in tables:
        note = [Unbroken(table.note, style="dim")] if table.note else []
        console.print(Group(*fitted(table, console, language), *note))


def _markdown(title: str, tables: Sequence[Table], signatures: Sequence[str], language: Language) -> str:
    parts = [f"# {escape_markdown(title)}", *(to_markdown(table, language).rstrip() for table in tables)]
    return "\n\n".join([*parts, *(f"- `{signature}`" for signature in signatures)]) + "\n"


def _latex(title: str, tables: Sequence[Table], signatures: Sequence[str], language: Language) -> str:
    head = "".join(f"% {line}\n" for line in (title, *signatures))
    return head + "\n".join(to_latex(table, language) for table in tables)


def _csv(title: str, tables: Sequence[Table], signatures: Sequence[str], language: Language) -> str:
    return "\n".join(to_csv(table) for table in tables)


def _html(title: str, tables: Sequence[Table], signatures: Sequence[str], language: Language) -> str:
    environment = page_environment()
    environment.globals.update(language=language, t=language.text, written=written, csv_link=csv_link)
    return environment.get_template("epicene.report:translation.html.j2").render(
        title=title,
        tables=tables,
        signatures=signatures,
        style=inlined("epicene.report:style.css"),
        version=epicene.__version__,
    )


_Writer = Callable[[str, Sequence[Table], Sequence[str], Language], str]
_WRITERS: Mapping[str, _Writer] = {".html": _html, ".md": _markdown, ".tex": _latex, ".csv": _csv}


def check_output(out: Path | None) -> None:
    """An ending that cannot be written is refused before anything is measured."""
    if out is not None and out.suffix.lower() not in _WRITERS:
        raise InputError(f"{out}: tables go to a file that ends in {', '.join(_WRITERS)}; choose one with -o.")


def write_tables(out: Path, title: str, tables: Sequence[Table], signatures: Sequence[str], language: Language) -> None:
    check_output(out)
    write_text(out, _WRITERS[out.suffix.lower()](title, tables, signatures, language))
