"""Whether a model passed the sanity check, beside its figures: a file leaves the notices of the page behind."""

from __future__ import annotations

from dataclasses import replace

from epicene.report.answers import is_trusted
from epicene.report.language import Language
from epicene.report.saved import SavedRun
from epicene.report.tables import Cell, Column, Table

FAILED = "†"
KEY = "sanity_check"


def check_of(run: SavedRun, benchmark: str) -> str | None:
    """`passed` or `failed` in a benchmark's language, the same words in every file; None where no check was made."""
    spoken = run.facts(benchmark).get("language")
    if not any(one["language"] == spoken for one in run.manifest.get("sanity", ())):
        return None
    return "passed" if is_trusted(run, benchmark) else "failed"


def check_column(language: Language) -> Column:
    return Column(KEY, language.text("column.sanity_check"), file_only=True)


def with_checks(table: Table, a: SavedRun, b: SavedRun, benchmark: str, language: Language) -> Table:
    """A table about two models, with a column for the check of each."""
    title = language.text("column.sanity_check")
    columns = [Column(f"{KEY}_{side}", f"{title}, {side.upper()}", file_only=True) for side in ("a", "b")]
    cells = [Cell(check_of(one, benchmark)) for one in (a, b)]
    blocks = [[[*row, *cells] for row in block] for block in table.blocks]
    return replace(table, columns=[*table.columns, *columns], blocks=blocks)


def failed_mark(run: SavedRun, benchmark: str) -> str:
    """Behind the name of a model in a chart; the caption says what it means."""
    return "" if is_trusted(run, benchmark) else FAILED
