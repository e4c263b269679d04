"""epicene report, board and card: what saved runs show, as a page or tables, a page of many runs, a block of a model
card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from epicene import api
from epicene.cli import options
from epicene.cli.console import Bar, print_json
from epicene.cli.options import argument, option
from epicene.core.errors import InputError
from epicene.core.language import Language


def report(
    runs: Annotated[
        list[Path],
        argument(
            "Run folders; or files that `mt judge --json`, `mt winomt --json` and `mt translate` wrote.", "RUN..."
        ),
    ],
    output: Annotated[
        Path,
        option("--output", "-o", "Where to write; .html, .md, .tex, .csv, or .svg and .pdf for its chart.", "FILE"),
    ],
    replicates: options.Replicates = None,
    lang: options.Lang = "",
) -> None:
    """Write a report about one saved run, of whatever command, or several of one kind side by side."""
    api.write_report(*runs, output=output, lang=lang, replicates=[one.split(",") for one in replicates or []])
    typer.echo(Language(lang).text("terminal.report", path=output), err=True)


def board(
    runs: Annotated[list[Path], argument("Run folders of whatever kind, or folders that hold some.", "RUN...")],
    output: Annotated[Path | None, option("--output", "-o", "The folder of the board.", "FOLDER")] = None,
    check: Annotated[
        bool,
        option(
            "--check",
            "Write nothing; check that each run is whole, that its figures are those of its answers, and that it "
            "names no place, server or person. Exit code 1 where something is to be mended.",
        ),
    ] = False,
    lang: options.Lang = "",
    json: Annotated[bool, option("--json", "With --check: print one JSON document.")] = False,
) -> None:
    """Put many runs on one page: models × benchmarks, sorted and filtered, and the sentences on which two disagree."""
    from epicene.auditing.board.page import PACKAGE

    language = Language("en" if check and json else lang, PACKAGE)  # programs read JSON, whoever runs them
    if check:
        _check(runs, language, json)
        return
    if output is None:
        raise InputError("Name the folder of the board with -o: `epicene board RUN... -o board`.")
    page = api.board(*runs, output=output, lang=lang)
    typer.echo(language.text("board.written", path=page), err=True)


def _check(runs: list[Path], language: Language, as_json: bool) -> None:
    from epicene.auditing.board.board_columns import run_folders
    from epicene.auditing.board.check_runs import check_runs

    with Bar() as bar:
        checked = check_runs(run_folders(runs, nested=True), bar)
    failed = [one for one in checked if not one.passed]
    if as_json:
        print_json({"runs": [one.record(language) for one in checked], "passed": not failed})
    else:
        for run in checked:
            for finding in run.findings:
                typer.echo(f"{run.path}: {language.say(finding)}")
        typer.echo(
            language.plural("check.failed", len(checked), failed=language.count(len(failed)))
            if failed
            else language.plural("check.passed", len(checked))
        )
    if failed:
        raise typer.Exit(1)


def card(
    run: Annotated[Path, argument("A run folder of one model or system.", "RUN")],
    lang: options.Lang = "",
) -> None:
    """Print a block for a model card on the Hugging Face hub: `model-index` for machines, Markdown for people.

    A figure that is not to be believed is in neither; one with a reservation is in the Markdown alone.
    """
    typer.echo(api.card(run, lang=lang), nl=False)
