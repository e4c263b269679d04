"""What every command prints with: people read standard error and tables, programs read one JSON document."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any

import typer

from epicene.report import bar


def print_json(document: Any) -> None:
    """One JSON document on standard output, and nothing else there."""
    typer.echo(json.dumps(document, ensure_ascii=False, indent=1))


class Bar(bar.Bar):
    """The bar of a command; where it is stopped, it says what to type."""

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, value, trace)
        if kind is KeyboardInterrupt:
            typer.echo("Stopped. What was done is kept: run the same command again to go on.", err=True)
