"""A document on a terminal: blocks one after the other; tables too wide for it are cut into several, so that no number
is cut. rich is imported when something is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from epicene.core.language import Language
from epicene.report.document import (
    Answer,
    Block,
    Document,
    Facts,
    Figure,
    Fold,
    Heading,
    Note,
    Paragraph,
    Row,
    TableBlock,
)
from epicene.report.tables import Cell, Column, Table, for_reading, written

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as RichTable

LABEL = 22
NARROWEST = 6
AROUND = 3  # what a column takes besides its content
STYLES = {
    "lead": "bold",
    "note": "dim",
    "code": "dim",
    "quote": "",
    "warning": "bold red",
    "plain": "",
    "unprinted": "",
}


def print_document(document: Document) -> None:
    """On standard output, in the order of the document: its answer, grave notices before it, the sections, the rest."""
    from rich.console import Console, Group

    console = Console(highlight=False)
    console.print(Group(*rendered(document, console)), crop=False)


def rendered(document: Document, console: Console) -> Iterator[RenderableType]:
    language = document.language
    for note in () if document.grave_last else document.grave:
        yield _note(note, language)
    yield from _blocks(document.answer, console, language)
    for section in document.sections:
        if section.heading:
            yield _text(section.heading, "bold")
        yield from _blocks(section.blocks, console, language)
    for note in document.notes if document.grave_last else document.quiet:
        yield _note(note, language)
    for signature in document.signatures:
        yield _text(signature, "dim", whole=True)
    for text in document.footer:
        yield _text(text)


def _blocks(blocks: Sequence[Block], console: Console, language: Language) -> Iterator[RenderableType]:
    for block in blocks:
        match block:
            case Paragraph(text, style):
                yield _text(text, STYLES[style], whole=style == "code")
            case Heading(text):
                yield _text(text, "bold")
            case Answer():
                yield _text(block.sentence, "bold")
                yield from (_text(text, "dim") for text in block.plain)
            case TableBlock(table):
                yield from fitted(table, console, language)
                if table.note:
                    yield _text(table.note, "dim")
            case Figure(chart):
                yield _text(chart.title)
            case Facts(facts):
                yield from (_text(f"{term}{language.text('punctuation.colon')} {text}") for term, text in facts)
            case Fold(_, inside) | Row(inside):
                yield from _blocks(inside, console, language)


def _note(note: Note, language: Language) -> RenderableType:
    mark = language.text("terminal.warning" if note.grave else "terminal.notice")
    return _text(f"{mark} {note.text}", "bold red" if note.grave else "yellow")


def _text(text: str, style: str = "", *, whole: bool = False) -> RenderableType:
    """`whole` lines are copied, so that they are not wrapped."""
    from epicene.report.render.unbroken import Unbroken

    if whole:
        return Unbroken(text, style=style, no_wrap=True, overflow="ignore")
    return Unbroken(text, style=style)


def to_terminal(table: Table, language: Language, gap: int = 1) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    from epicene.report.render.unbroken import Unbroken

    table = for_reading(table)
    shown = RichTable(title=Unbroken(table.title), box=box.SIMPLE_HEAD, title_justify="left", padding=(0, gap))
    for place, column in enumerate(table.columns):
        if column.kind == "text":
            shown.add_column(Unbroken(column.title), overflow="fold", min_width=12)
        else:
            texts = [column.title, *(written(row[place], column, language) for row in table.rows())]
            least = max(map(len, texts))  # a number that is cut looks like another one
            shown.add_column(Unbroken(column.title), justify="right", no_wrap=True, min_width=least)
    for block in table.blocks:
        for place, row in enumerate(block, start=1):
            cells = [Unbroken(written(cell, column, language)) for cell, column in zip(row, table.columns, strict=True)]
            shown.add_row(*cells, end_section=place == len(block))
    return shown


def fitted(table: Table, console: Console, language: Language) -> Iterator[RichTable]:
    """The table as it is, where the terminal has room for it, its columns closer together if need be."""
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=sys.maxsize)
    for gap in (1, 0):
        whole = to_terminal(table, language, gap)
        if Measurement.get(console, unlimited, whole).minimum <= console.width:
            yield whole
            return
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

    from epicene.report.render.unbroken import Unbroken

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
