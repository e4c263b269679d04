"""What `mt` commands end with: notices, then answers and tables on the terminal or one JSON document, and pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from epicene.cli.console import print_json
from epicene.core.errors import EpiceneError
from epicene.core.notices import Notice

if TYPE_CHECKING:
    from epicene.core.language import Language
    from epicene.mt.results import SystemResults
    from epicene.report.pages import RunPage


def stop_or_say(notices: Iterable[str], strict: bool, language: Language) -> None:
    """What a reader of the figures must know, before they are shown; with --strict, the first of them is the end."""
    for text in notices:
        if strict:
            raise EpiceneError("Stopped because of --strict: {text}", text=text)
        typer.echo(f"{language.text('terminal.notice')} {text}", err=True)


def show_run(page: RunPage, folder: Path, language: Language, *, strict: bool, in_full: bool, json: bool) -> None:
    """How a command about what is inside a system ends: its notices, the page, and tables or one JSON document."""
    from epicene.inside.results import read_document
    from epicene.report.pages import write_document
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    shown = page.document([folder], language.code)
    stop_or_say([note.text for note in shown.notes], strict, language)
    report = RunFolder(folder).report_path(language.code)
    write_document(shown, report)
    if json:
        print_json(read_document(folder))
        return
    print_document(page.summary([folder], language.code), in_full=in_full)
    typer.echo(f"\n{language.text('terminal.report', path=report)}")


def say_of_systems(notices: Mapping[str, Sequence[Notice]], strict: bool, language: Language) -> None:
    """Each notice once; where it does not concern all systems, with the names of those that it does."""
    said = {system: [language.say(notice) for notice in own] for system, own in notices.items()}
    for text in dict.fromkeys(text for own in said.values() for text in own):
        concerned = [system for system, own in said.items() if text in own]
        about = language.text("answer.on", benchmark=", ".join(concerned), answer=text)
        stop_or_say([text if len(concerned) == len(said) else about], strict, language)


def write_pages(page: RunPage, folder: Path, output: Path | None, language: Language) -> None:
    """The run's own page, and the report that was asked for."""
    from epicene.report.pages import write_document
    from epicene.runs.folder import RunFolder

    document = page.document([folder], language.code)
    write_document(document, RunFolder(folder).report_path(language.code))
    if output:
        write_document(document, output)
        typer.echo(language.text("terminal.report", path=output), err=True)


def show_systems(
    page: RunPage,
    folder: Path,
    results: Sequence[SystemResults],
    output: Path | None,
    language: Language,
    *,
    in_full: bool,
    json: bool,
) -> None:
    """How a test of systems ends: its pages, then tables or one JSON document."""
    from epicene.mt.results import systems_json

    write_pages(page, folder, output, language)
    if json:
        print_json(systems_json(results))
    else:
        print_summary(page, folder, language, in_full=in_full)


def print_summary(page: RunPage, folder: Path, language: Language, *, in_full: bool = True) -> None:
    """Without the notices, which were said before."""
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    ends = [
        language.text("terminal.report", path=RunFolder(folder).report_path(language.code)),
        language.text("terminal.results", path=folder),
    ]
    print_document(replace(page.summary([folder], language.code), notes=(), footer=ends), in_full=in_full)
