"""epicene report: a page for people, or tables for a paper, from saved runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.core.errors import InputError


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            help="Run folders of `epicene audit`; or files that `mt judge --json` and `mt winomt --json` printed.",
            metavar="RUN...",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="Where to write; .html, .md, .tex or .csv says what.", metavar="FILE"),
    ],
    lang: Annotated[str, typer.Option(help="Language of the report: fr or en.")] = "en",
) -> None:
    """Write a report about one saved run, or several side by side; likewise about translation systems."""
    files = [path for path in runs if path.is_file()]
    if files and len(files) < len(runs):
        raise InputError("Run folders and files of translation systems go into two reports; name one kind at a time.")
    if files:
        from epicene.report.translation_language import TranslationLanguage
        from epicene.report.translation_page import read_documents, write_documents

        write_documents(output, read_documents(files), TranslationLanguage(lang))
    else:
        from epicene.report.pages import write_report

        write_report(runs, output, lang)
    from epicene.core.language import Language

    typer.echo(Language(lang).text("terminal.report", path=output), err=True)
