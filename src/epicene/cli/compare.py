"""epicene compare: paired tests between models that were asked the same items."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import print_json


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Two or more run folders.", metavar="RUN RUN...")],
    replicates: options.Replicates = None,
    seed: options.Seed = 0,
    lang: options.PrintedLang = "en",
    json: options.Json = False,
) -> None:
    """Test whether models differ: McNemar, paired bootstrap and, for pairs, the paper's t-test, by bias type.

    Exit code 3 where a model may not be believed, so that the comparison cannot tell.
    """
    from epicene.auditing.comparison import (
        comparison_document,
        comparison_notices,
        comparison_sentences,
        comparison_summary,
    )
    from epicene.auditing.replicates import replicates_blocks, replicates_records
    from epicene.core.language import Language

    language = Language(lang)
    compared = api.compare(*runs, seed=seed)
    trained = api.replicates_of(*runs, replicates=[one.split(",") for one in replicates or []], seed=seed)
    for said in comparison_sentences(comparison_notices(runs, compared), compared, language):
        typer.echo(f"{language.text('terminal.warning')} {said}", err=True)
    if json:
        print_json(comparison_document(runs, compared) | (replicates_records(trained, seed=seed) if trained else {}))
    else:
        from epicene.report.render.terminal import print_document

        summary = comparison_summary(compared, language)
        further = replicates_blocks(trained, language, seed=seed) if trained else []
        print_document(replace(summary, answer=[*summary.answer, *further]))
    if not all(pair.is_trusted for pair in compared):
        raise typer.Exit(3)
