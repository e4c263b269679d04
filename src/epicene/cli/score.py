"""epicene score: measure scores that somebody already has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import call, print_json


def score(
    benchmark: Annotated[
        str, typer.Argument(help="What was asked; with --from, the file of samples.", metavar="BENCHMARK[=FILE]")
    ],
    predictions: Annotated[
        Path | None,
        typer.Option(
            help="JSONL of item_id, role, score; or what the original program writes (CSV, StereoSet's JSON).",
            metavar="FILE",
        ),
    ] = None,
    texts: Annotated[
        Path | None,
        typer.Option(help="Texts to read instead: a table with a column text, or a folder.", metavar="FILE|DIR"),
    ] = None,
    labels: Annotated[
        str | None, typer.Option(help="Measure the labels of this column of --texts, not our reading.", metavar="NAME")
    ] = None,
    reader: options.Reader = None,
    shares: options.Shares = None,
    column: Annotated[
        str | None,
        typer.Option(help="Which answers to read, where the file has those of several models.", metavar="NAME"),
    ] = None,
    written_by: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="lm-eval: measure the samples_TASK_DATE.jsonl that it wrote of crows_pairs or bbq (--log_samples), "
            "named in place of BENCHMARK.",
            metavar="PROGRAM",
        ),
    ] = None,
    aggregation: options.Aggregation = None,
    as_released: Annotated[
        bool, typer.Option("--as-released", help="Round and count ties as the original script does.")
    ] = False,
    by: options.By = None,
    out: Annotated[
        Path | None, typer.Option(help="The run folder. Default: runs/score-FILE-HASH.", metavar="DIR")
    ] = None,
    seed: options.Seed = 0,
    strict: options.Strict = False,
    in_full: options.InFull = False,
    lang: options.Lang = "",
    json: options.Json = False,
) -> None:
    """Measure predictions made elsewhere, with the same intervals and tests as an audit."""
    from epicene.core.language import Language

    language = Language(lang)
    run = call(api.score, locals())
    if json:
        print_json(run.results)
        return
    from epicene.auditing.page import SCORE_PAGE
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    report = run.report(RunFolder(run.path).report_path(lang), lang)
    print_document(SCORE_PAGE.summary([run.path], lang), in_full=in_full)
    typer.echo(f"\n{language.text('terminal.report', path=report)}")
