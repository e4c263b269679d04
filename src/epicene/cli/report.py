"""epicene report, board, card and doctor: what saved runs show, as a page or tables, a page of many runs, a block of a
model card; and what this machine can run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from epicene import api
from epicene.cli.command_line import NoOptions, command
from epicene.cli.compare import ReplicatesOptions
from epicene.cli.console import Terminal, echo
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.request_fields import Option


@dataclass(frozen=True, kw_only=True)
class ReportOptions(ReplicatesOptions):
    """Runs to show."""

    runs: Annotated[Sequence[Path], Option("RUN...", argument=True)]
    "Run folders; or files that `mt judge --json`, `mt winomt --json` and `mt translate` wrote."
    out: Annotated[Path, Option("FILE", names=("--out", "-o"))]
    "Where to write; .html, .md, .tex, .csv, or .svg and .pdf for its chart."


@command(ReportOptions)
def report(options: ReportOptions, terminal: Terminal) -> None:
    """Write a report about one saved run, of whatever command, or several of one kind side by side."""
    api.write_report(*options.runs, output=options.out, lang=terminal.lang, replicates=options.replicate_groups)
    terminal.note(terminal.language.text("terminal.report", path=options.out))


@dataclass(frozen=True, kw_only=True)
class BoardOptions:
    """Runs to put on one page."""

    runs: Annotated[Sequence[Path], Option("RUN...", argument=True)]
    "Run folders of whatever kind, or folders that hold some."
    out: Annotated[Path | None, Option("FOLDER", names=("--out", "-o"))] = None
    "The folder of the board."
    over: Annotated[str, Option("time|version", choices=("time", "version"))] = "time"
    "What the versions of one model are lined up by, where there are several."
    check: Annotated[bool, Option()] = False
    """Write nothing; check that each run is whole, that its figures are those of its answers, and that it names no
    place, server or person. Exit code 1 where something is to be mended. With --json, one JSON document."""


@command(BoardOptions)
def board(options: BoardOptions, terminal: Terminal) -> None:
    """Put many runs on one page: models × benchmarks, sorted and filtered, and the sentences on which two disagree."""
    from epicene.auditing.board.board_page import PACKAGE

    if options.check:
        _check(options.runs, terminal)
        return
    if options.out is None:
        raise InputError("Name the folder of the board with -o: `epicene board RUN... -o board`.")
    page = api.board(
        *options.runs, output=options.out, lang=terminal.lang, progress=not terminal.quiet, over=options.over
    )
    terminal.note(Language(terminal.lang, PACKAGE).text("board.written", path=page))


def _check(runs: Sequence[Path], terminal: Terminal) -> None:
    from epicene.auditing.board.board_columns import run_folders
    from epicene.auditing.board.board_page import PACKAGE
    from epicene.auditing.board.check_runs import check_runs

    language = Language("en" if terminal.json else terminal.lang, PACKAGE)  # programs read JSON, whoever runs them
    with terminal.progress() as bar:
        checked = check_runs(run_folders(runs, nested=True), bar)
    outer = run_folders(runs)  # a run that holds others counts once
    failed = [
        path for path in outer if any(path in (run.path, *run.path.parents) and not run.passed for run in checked)
    ]
    key = "check.failed" if failed else "check.passed"
    terminal.show(
        {"runs": [run.record(language) for run in checked], "passed": not failed},
        *(f"{run.path}: {language.say(finding)}" for run in checked for finding in run.findings),
        language.plural(key, len(outer), failed=language.count(len(failed))),
    )
    if failed:
        sys.exit(1)


@dataclass(frozen=True, kw_only=True)
class CardOptions:
    run: Annotated[Path, Option("RUN", argument=True)]
    "A run folder of one model or system."


@command(CardOptions)
def card(options: CardOptions, terminal: Terminal) -> None:
    """Print a block for a model card on the Hugging Face hub: `model-index` for machines, Markdown for people.

    A figure that is not to be believed is in neither; one with a reservation is in the Markdown alone.
    """
    echo(api.card(options.run, lang=terminal.lang), end="")


@command(NoOptions)
def doctor(options: NoOptions, terminal: Terminal) -> None:
    """Say what this machine can run, and what to do about the rest."""
    from epicene.auditing.installed_plugins import examine_plugins
    from epicene.models.machine import examine

    findings = [*examine(), *examine_plugins()]
    lines = [
        line
        for finding in findings
        for line in (
            f"{'ok ' if finding.ok else 'no '} {finding.what}: {finding.found}",
            f"       → {finding.advice}" if finding.advice else "",
        )
        if line
    ]
    terminal.show([finding.record() for finding in findings], *lines)
