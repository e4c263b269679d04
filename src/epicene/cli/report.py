"""epicene report: a page for people, or tables for a paper, from saved runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            help="Run folders; or files that `mt judge --json`, `mt winomt --json` and `mt translate` wrote.",
            metavar="RUN...",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="Where to write; .html, .md, .tex, .csv, or .svg and .pdf for its chart.",
            metavar="FILE",
        ),
    ],
    replicates: options.Replicates = None,
    lang: options.Lang = "",
) -> None:
    """Write a report about one saved run, of whatever command, or several of one kind side by side."""
    from epicene.core.language import Language

    api.write_report(*runs, output=output, lang=lang, replicates=[one.split(",") for one in replicates or []])
    typer.echo(Language(lang).text("terminal.report", path=output), err=True)
