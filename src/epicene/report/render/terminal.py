"""A document on a terminal: blocks one after the other; a table too wide for it is cut into several, a number never."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.containers import Lines
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from epicene.core.catalogues import NARROW_NO_BREAK
from epicene.core.language import NO_BREAK, Language
from epicene.report.document import (
    Answer,
    Block,
    Collapsible,
    DefinitionList,
    Document,
    Figure,
    Heading,
    Note,
    Paragraph,
    Row,
    TableBlock,
)
from epicene.report.tables import Cell, Column, Table, for_reading, in_short, stacked, written
from epicene.report.tables import Row as Cells

LABEL = 22
NARROWEST = 6
AROUND = 3  # what a column takes besides its content
STYLES = {
    "lead": "bold",
    "note": "dim",
    "code": "dim",
    "bibtex": "dim",
    "quote": "",
    "warning": "bold red",
    "plain": "",
    "unprinted": "",
}

# While lines are made, a letter of no alphabet stands for each of them: rich takes all that is space for a place to
# break, and knows no other way to say that it is none.
_LETTERS = {NO_BREAK: "\ue000", NARROW_NO_BREAK: "\ue001"}
_TO_LETTERS = str.maketrans(_LETTERS)
_TO_SPACES = str.maketrans({letter: space for space, letter in _LETTERS.items()})


class Unbroken(Text):
    """rich's text, measured and wrapped at plain spaces only: no line ends at a no-break space (12 %, « mot », a : b).

    Print it inside a `Group` or a table: a console joins bare texts into one of its own kind.
    """

    def wrap(self, console: Console, width: int, **options: Any) -> Lines:
        lines = self._in_letters().wrap(console, width, **options)
        for line in lines:
            line.plain = line.plain.translate(_TO_SPACES)
        return lines

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return self._in_letters().__rich_measure__(console, options)

    def _in_letters(self) -> Text:
        copy = self.copy()
        copy.plain = copy.plain.translate(_TO_LETTERS)
        return copy


def print_document(document: Document, *, in_full: bool = True) -> None:
    """On standard output, in the order of the document: its answer, grave notices before it, the sections, the rest.
    Tables are shown `in_full` or without what is for specialists."""
    console = Console(highlight=False)
    if not in_full:
        document = shortened(document)
    console.print(Group(*rendered(document, console)), crop=False)


def shortened(document: Document) -> Document:
    """The document without what is for specialists, and a word on what was left out."""

    def short(blocks: Sequence[Block]) -> list[Block]:
        shorter = [
            replace(block, table=in_short(block.table)) if isinstance(block, TableBlock) else block for block in blocks
        ]
        return [block for block in shorter if not isinstance(block, TableBlock) or any(block.table.blocks)]

    sections = [replace(section, blocks=short(section.blocks)) for section in document.sections]
    less = replace(document, answer=short(document.answer), sections=sections)
    if less == document:
        return document
    return replace(less, footer=[*document.footer, document.language.text("terminal.all")])


def rendered(document: Document, console: Console) -> Iterator[RenderableType]:
    language = document.language
    for note in document.grave:
        yield _note(note, language)
    yield from _blocks(document.answer, console, language)
    for section in document.sections:
        if section.heading:
            yield _text(section.heading, "bold")
        yield from _blocks(section.blocks, console, language)
    for note in document.notes:
        if not note.grave:
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
                if table.note or table.note_on_p:
                    yield _text(f"{table.note} {table.note_on_p}".strip(), "dim")
            case Figure(chart):
                yield _text(chart.title)
            case DefinitionList(facts):
                yield from (_text(f"{term}{language.text('punctuation.colon')} {text}") for term, text in facts)
            case Collapsible(_, inside) | Row(inside):
                yield from _blocks(inside, console, language)


def _note(note: Note, language: Language) -> RenderableType:
    mark = language.text("terminal.warning" if note.grave else "terminal.notice")
    return _text(f"{mark} {note.text}", "bold red" if note.grave else "yellow")


def _text(text: str, style: str = "", *, whole: bool = False) -> RenderableType:
    """`whole` lines are copied, so that they are not wrapped."""
    return Unbroken(text, style=style, no_wrap=True, overflow="ignore") if whole else Unbroken(text, style=style)


def to_terminal(table: Table, language: Language, gap: int = 1) -> RichTable:
    """The whole table, intervals beside their values; a number that is cut would look like another one."""
    table = for_reading(table)
    shown = _headed(table.title, gap)
    for index, column in enumerate(table.columns):
        if column.kind == "text":
            shown.add_column(Unbroken(column.title), overflow="fold", min_width=12)
        else:
            texts = [column.title, *(written(row[index], column, language) for row in table.rows())]
            shown.add_column(Unbroken(column.title), justify="right", no_wrap=True, min_width=max(map(len, texts)))
    indices = range(len(table.columns))
    return _filled(shown, table, indices, lambda cell, column: written(cell, column, language))


def _headed(title: str, gap: int = 1) -> RichTable:
    heading = Unbroken(title) if title else None
    return RichTable(title=heading, box=box.SIMPLE_HEAD, title_justify="left", padding=(0, gap))


def _filled(shown: RichTable, table: Table, indices: Sequence[int], write: Callable[[Cell, Column], str]) -> RichTable:
    for block in table.blocks:
        for number, row in enumerate(block, start=1):
            cells = [Unbroken(write(row[index], table.columns[index])) for index in indices]
            shown.add_row(*cells, end_section=number == len(block))
    return shown


def fitted(table: Table, console: Console, language: Language) -> Iterator[RichTable]:
    """The table as it is, where the terminal has room for it, its columns closer together if need be."""
    unlimited = console.options.update(max_width=sys.maxsize)
    for gap in (1, 0):
        whole = to_terminal(table, language, gap)
        if Measurement.get(console, unlimited, whole).minimum <= console.width:
            yield whole
            return
    yield from pieces(for_reading(table), console.width, language)


def pieces(table: Table, width: int, language: Language) -> Iterator[RichTable]:
    """The table in as many pieces as it takes for no number to be cut; each begins with what its rows are about."""
    table = _labelled_once(table)

    def stand(cell: Cell, column: Column) -> str:
        return "\n".join(filter(None, stacked(cell, column, language)))

    widths = list[int]()
    for index, column in enumerate(table.columns):
        lines = [line for row in table.rows() for line in stand(row[index], column).split("\n")]
        least = max(map(len, [*lines, *column.title.split(" "), " " * NARROWEST]))
        widths.append(min(least, LABEL) if column.kind == "text" else least)
    groups, room = list[list[int]](), width - widths[0] - 2 * AROUND - 1
    for index in range(1, len(table.columns)):
        if groups and sum(widths[known] + AROUND for known in groups[-1]) + widths[index] <= room:
            groups[-1].append(index)
        else:
            groups.append([index])
    for number, indices in enumerate(groups or [[]]):
        shown = _headed("" if number else table.title)
        for index in (0, *indices):
            column = table.columns[index]
            side: Literal["left", "right"] = "left" if column.kind == "text" else "right"
            shown.add_column(Unbroken(column.title), justify=side, overflow="fold", width=widths[index])
        yield _filled(shown, table, [0, *indices], stand)


def _labelled_once(table: Table) -> Table:
    """All columns that say what a row is about in the first, so that every piece has them."""
    labels = next((index for index, column in enumerate(table.columns) if column.kind != "text"), len(table.columns))
    if labels < 2:
        return table
    first = replace(table.columns[0], title=", ".join(column.title for column in table.columns[:labels]))

    def label(row: Cells) -> Cell:
        texts = [f"{cell.value} {cell.mark}".rstrip() for cell in row[:labels] if cell.value]
        return replace(row[0], value=", ".join(texts), mark="")

    blocks = [[[label(row), *row[labels:]] for row in block] for block in table.blocks]
    return replace(table, columns=[first, *table.columns[labels:]], blocks=blocks)
