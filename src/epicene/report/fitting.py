"""Tables on a terminal that is too narrow for them: cut into several, so that no number is cut."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from epicene.report.language import Language
from epicene.report.tables import Cell, Column, Table, for_reading, to_terminal, written

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

LABEL = 22
NARROWEST = 6
AROUND = 3  # what a column takes besides its content


def fitting(table: Table, console: Console, language: Language) -> Iterator[RichTable]:
    """The table as it is, where the terminal has room for it."""
    from rich.measure import Measurement

    whole = to_terminal(table, language)
    unlimited = console.options.update(max_width=sys.maxsize)
    if Measurement.get(console, unlimited, whole).minimum <= console.width:
        yield whole
    else:
        yield from pieces(for_reading(table), console.width, language)


def pieces(table: Table, width: int, language: Language) -> Iterator[RichTable]:
    """As many tables as it takes for no number to be cut; each begins with the models' names."""
    widths = [_width(table, place, language) for place in range(len(table.columns))]
    room, first = width - widths[0] - 2 * AROUND - 1, True
    places: list[int] = []
    for place in range(1, len(table.columns)):
        if places and sum(widths[one] + AROUND for one in places) + widths[place] > room:
            yield _piece(table, [0, *places], language, titled=first)
            places, first = [], False
        places.append(place)
    yield _piece(table, [0, *places], language, titled=first)


def _width(table: Table, place: int, language: Language) -> int:
    column = table.columns[place]
    lines = [line for row in table.rows() for line in _lines(row[place], column, language)]
    longest = max(map(len, lines), default=0)
    words = max(map(len, column.title.split(" ")))
    return min(max(longest, words, NARROWEST), LABEL) if column.kind == "text" else max(longest, words, NARROWEST)


def _lines(cell: Cell, column: Column, language: Language) -> list[str]:
    """A value, and its interval below it."""
    value = written(Cell(cell.value, of=cell.of, digits=cell.digits), column, language)
    if cell.low is None or cell.high is None:
        return [value]
    return [value, language.bracket(cell.low, cell.high, column.digits if cell.digits is None else cell.digits)]


def _piece(table: Table, places: Sequence[int], language: Language, *, titled: bool) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    from epicene.report.unbroken import Unbroken

    title = Unbroken(table.title) if titled else None
    shown = RichTable(title=title, box=box.SIMPLE_HEAD, title_justify="left", padding=(0, 1))
    for place in places:
        column = table.columns[place]
        shown.add_column(
            Unbroken(column.title),
            justify="left" if column.kind == "text" else "right",
            overflow="fold",
            width=_width(table, place, language),
        )
    for block in table.blocks:
        for number, row in enumerate(block, start=1):
            cells = [Unbroken("\n".join(_lines(row[place], table.columns[place], language))) for place in places]
            shown.add_row(*cells, end_section=number == len(block))
    return shown
