"""epicene compare: paired tests between models that were asked the same items."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli.console import print_json
from epicene.cli.seed import Seed


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Two or more run folders.", metavar="RUN RUN...")],
    seed: Seed = 0,
    lang: Annotated[str, typer.Option(help="Language of the tables: fr or en.")] = "en",
    json: Annotated[bool, typer.Option("--json", help="Print comparisons as one JSON document.")] = False,
) -> None:
    """Test whether models differ: McNemar, paired bootstrap and, for pairs, the paper's t-test, by bias type."""
    from epicene.auditing.comparison import comparison_document, comparison_notices
    from epicene.auditing.comparison_page import comparison_summary
    from epicene.core.language import Language

    language = Language(lang)
    compared = api.compare(*runs, seed=seed)
    for notice in comparison_notices(runs, compared):
        typer.echo(f"{language.text('terminal.warning')} {language.say(notice)}", err=True)
    if json:
        print_json(comparison_document(runs, compared))
        return
    from epicene.report.render.terminal import print_document

    print_document(comparison_summary(compared, language))
