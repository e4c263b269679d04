"""epicene mt: gender in machine translation, seen from outside."""

from __future__ import annotations

import typer

from epicene.cli.mt.corpus import corpus, corpus_stats
from epicene.cli.mt.inside import audit, intervene, probe
from epicene.cli.mt.translate_and_judge import judge, translate, winomt

app = typer.Typer(no_args_is_help=True, help="Gender in machine translation.")
for command in (corpus, translate, judge, winomt, corpus_stats, audit, intervene, probe):
    app.command()(command)
