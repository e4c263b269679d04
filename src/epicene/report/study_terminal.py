"""What the terminal shows at the end of a study: every table, cut into pieces that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.report.language import Language
from epicene.report.study import read_study
from epicene.report.study_language import StudyLanguage
from epicene.report.study_notices import study_notices
from epicene.report.study_sections import sections_of
from epicene.report.tables import Cell, Column, Table, written

if TYPE_CHECKING:
    from rich.table import Table as RichTable

LABEL = 22
NARROWEST = 6
AROUND = 3  # what a column takes besides its content


def print_study(path: Path, lang: str = "en") -> None:
    from rich.console import Console, Group

    from epicene.report.unbroken import Unbroken

    study, language = read_study(path), StudyLanguage(lang)
    console = Console(highlight=False)
    for section in sections_of(study, language):
        console.rule(Unbroken(section.heading, style="bold"), align="left")
        said = [*section.said, *(figure.plot.title for figure in section.figures)]
        console.print(Group(*map(Unbroken, said)))
        for table in section.tables.values():
            console.print(Group(*pieces(table, console.width, language), Unbroken(table.note, style="dim")))
    for notice in study_notices(study, language):
        mark = language.text("terminal.warning" if notice.grave else "terminal.notice")
        console.print(Group(Unbroken(f"{mark} {notice.text}", style="bold red" if notice.grave else "yellow")))


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
