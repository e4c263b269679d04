"""What every command prints with: people read standard error and tables, programs read one JSON document."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from inspect import signature
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from epicene.core.command_language import Said, in_spoken
from epicene.core.language import Language
from epicene.report import progress_bar

if TYPE_CHECKING:
    from epicene.auditing.dry_run import Plan
    from epicene.report.pages import RunPage

T = TypeVar("T")


def call(function: Callable[..., T], given: Mapping[str, object], **others: object) -> T:
    """Call a function of the API, or make its settings, with a command's options (`locals()`), which have the names of
    its arguments."""
    return function(**options_for(function, given) | others)


def options_for(function: Callable[..., object], given: Mapping[str, object]) -> dict[str, Any]:
    wanted = signature(function).parameters
    return {name: value for name, value in given.items() if name in wanted}


def print_json(document: Any) -> None:
    """One JSON document on standard output, and nothing else there."""
    typer.echo(json.dumps(document, ensure_ascii=False, indent=1))


def tell(sentence: Said, *, err: bool = False) -> None:
    """What a command answers, in the reader's language."""
    typer.echo(in_spoken(sentence), err=err)


def show_run(page: RunPage, folder: Path, lang: str, as_json: bool) -> None:
    """What a command ends with: its run's results, for people or as one JSON document."""
    from epicene.report.render.terminal import print_document
    from epicene.runs.folder import RunFolder

    if as_json:
        run = RunFolder(folder)
        print_json(run.read_json(run.results_path))
    else:
        print_document(page.summary([folder], lang))


def show_plan(plan: Plan, lang: str, as_json: bool) -> None:
    """A plan, which is a gate: shut where something is missing."""
    from epicene.auditing.dry_run import PACKAGE
    from epicene.report.render.terminal import print_document

    if as_json:
        print_json(plan.record(Language("en", PACKAGE)))  # which programs read, whoever runs them
    else:
        print_document(plan.document(Language(lang, PACKAGE)))
    if plan.lacking:
        raise typer.Exit(1)


class Bar(progress_bar.Bar):
    """The bar of a command; where it is stopped, it says what to type."""

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, value, trace)
        if kind is KeyboardInterrupt:
            stopped = "Stopped. What was done is kept: run the same command again to go on."
            typer.echo(in_spoken(stopped), err=True)
