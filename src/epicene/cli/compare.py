"""epicene compare: paired tests between runs of one kind about the same items."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene.cli import options
from epicene.cli.console import print_json


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Two or more runs of one kind, or one of several systems.", metavar="RUN RUN..."),
    ],
    seed: options.Seed = 0,
    lang: options.PrintedLang = "en",
    json: options.Json = False,
) -> None:
    """Test whether models or systems differ: McNemar, paired bootstrap and, for pairs, the paper's t-test, by type.

    Takes audits, `mt judge`, `mt winomt`, `mt audit`, `mt intervene` and `mt probe`. Exit code 3 where a model may not
    be believed, so that the comparison cannot tell.
    """
    from epicene.core.language import Language
    from epicene.report.pages import compare_runs

    language = Language(lang)
    compared = compare_runs(runs, seed)
    for said in compared.said(language):
        typer.echo(f"{language.text('terminal.warning')} {said}", err=True)
    if json:
        print_json(compared.record())
    else:
        from epicene.report.render.terminal import print_document

        print_document(compared.summary(language))
    if not compared.is_trusted:
        raise typer.Exit(3)
