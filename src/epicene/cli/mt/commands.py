"""epicene mt: gender in machine translation, seen from outside."""

from __future__ import annotations

import typer

from epicene.cli.mt.corpus import corpus, corpus_stats
from epicene.cli.mt.forced_audit import audit
from epicene.cli.mt.intervene import intervene
from epicene.cli.mt.judge import judge
from epicene.cli.mt.probe import probe
from epicene.cli.mt.translate import translate
from epicene.cli.mt.winomt import winomt

app = typer.Typer(no_args_is_help=True, help="Gender in machine translation.")
for command in (corpus, translate, judge, winomt):
    app.command()(command)
app.command("corpus-stats")(corpus_stats)
app.command()(audit)
app.command()(intervene)
app.command()(probe)


@app.callback()
def _mt() -> None:
    """Gender in machine translation."""
