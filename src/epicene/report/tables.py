"""One table type. A cell keeps its numbers; they become text only in `written`, so that no two tables write the same
figure differently. Files for programs have them in full.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, groupby
from operator import itemgetter
from typing import Literal, TypeAlias, TypeVar

from epicene.core.catalogues import NARROW_NO_BREAK
from epicene.core.language import EN_DASH, MINUS, NO_BREAK, Language

Kind = Literal["text", "number", "share", "p"]
R = TypeVar("R")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # at the start of a text that a spreadsheet would run


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, with its interval where it has one; `of` is the total that a count is a part of.

    `digits` are decimal places where the column's would not do; `mark` stands behind the value for a reader to look
    up in the note, and CSV is without it. `bold` are the characters of a text that are set so, from and to; files for
    programs are without. A `muted` cell begins a row that a paper printed and nobody measured here, a
    `technical` one a row that a terminal shows where all is asked for.
    """

    value: str | float | None = None
    low: float | None = None
    high: float | None = None
    of: int | None = None
    digits: int | None = None
    mark: str = ""
    bold: tuple[tuple[int, int], ...] = ()
    muted: bool = False
    technical: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """`key` names the column in CSV, whatever the language; `interval` says that its cells carry low and high.

    `file_only` is for what the words around a table say where it is read, and nothing says in a file of its own; a
    `technical` one is shown by a terminal where all is asked for.
    """

    key: str
    title: str
    kind: Kind = "text"
    digits: int = 1
    interval: bool = False
    file_only: bool = False
    technical: bool = False


Row = Sequence[Cell]
Field: TypeAlias = tuple[Column, Callable[[R], Cell | str | float | None]]  # a column, and what it has of a record


@dataclass(frozen=True, slots=True)
class Table:
    """Rows come in blocks, one below the other with a rule between; `note` stands under the table, and before
    `note_on_p` where its p values are shown."""

    title: str
    columns: Sequence[Column]
    blocks: Sequence[Sequence[Row]] = field(default_factory=list)
    note: str = ""
    note_on_p: str = ""

    def rows(self) -> Iterator[Row]:
        for block in self.blocks:
            yield from block


def tabulated(title: str, blocks: Iterable[Iterable[R]], *fields: Field[R], note: str = "") -> Table:
    """A row for each record, so that a column and what stands in it are written down together."""
    rows: list[list[Row]] = []
    for block in blocks:
        rows.append([])
        for record in block:
            values = (read(record) for _, read in fields)
            rows[-1].append([value if isinstance(value, Cell) else Cell(value) for value in values])
    return Table(title, [column for column, _ in fields], rows, note)


def without_column(table: Table, *keys: str) -> Table:
    """The table less some columns, for where their content is in the heading already."""
    kept = [column.key not in keys for column in table.columns]
    blocks = [[list(compress(row, kept)) for row in block] for block in table.blocks]
    return replace(table, columns=list(compress(table.columns, kept)), blocks=blocks)


def in_short(table: Table) -> Table:
    """The table without what is for specialists: p values, and columns and rows that are marked so."""
    blocks = [[row for row in block if not row[0].technical] for block in table.blocks]
    table = replace(table, blocks=[block for block in blocks if block])
    if any(column.kind == "p" for column in table.columns):
        table = replace(table, note_on_p="")
    return without_column(table, *(column.key for column in table.columns if column.kind == "p" or column.technical))


def for_reading(table: Table) -> Table:
    """The table as a person sees it, without the columns that only files have."""
    return without_column(table, *(column.key for column in table.columns if column.file_only))


def spans(block: Sequence[Row]) -> list[tuple[Row, int]]:
    """Each row of a block with how many rows its first cell stands for: 0 where the row above has said the same."""
    counted = []
    for first, same in groupby(block, key=itemgetter(0)):
        rows = list(same)
        counted += [(row, (0 if number else len(rows)) if first.value else 1) for number, row in enumerate(rows)]
    return counted


def to_csv(table: Table) -> str:
    """Numbers in full and with a decimal point, one column each, whatever the reader's language."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(_plain_rows(table))
    return out.getvalue()


def to_records(table: Table) -> list[dict[str, str | float]]:
    """A record for each row, named as in CSV; what a row does not have is left out."""
    names, *rows = _plain_rows(table)
    return [{str(name): value for name, value in zip(names, row, strict=True) if value is not None} for row in rows]


def _plain_rows(table: Table) -> Iterator[list[str | float | None]]:
    """The names of a file's columns, then the values of each row; intervals and totals have columns of their own.

    A model or category may be named =HYPERLINK(…): a leading apostrophe keeps spreadsheets from running it.
    """
    names = list[str | float | None]()
    for column in table.columns:
        parts = ("_used", "_total") if column.kind == "share" else ("", "_low", "_high") if column.interval else ("",)
        names += [f"{column.key}{part}" for part in parts]
    yield names
    for row in table.rows():
        values = list[str | float | None]()
        for cell, column in zip(row, table.columns, strict=True):
            if column.kind == "share":
                values += [cell.value, cell.of]
            elif column.interval:
                values += [cell.value, cell.low, cell.high]
            elif isinstance(cell.value, str) and cell.value[:1] in FORMULA:
                values.append(f"'{cell.value}")
            else:
                values.append(cell.value)
        yield values


def stacked(cell: Cell, column: Column, language: Language) -> tuple[str, str]:
    """A value, and its interval, which stands below it; nothing where it has none."""
    value = written(replace(cell, low=None, high=None), column, language)
    if cell.low is None or cell.high is None:
        return value, ""
    return value, language.bracket(cell.low, cell.high, column.digits if cell.digits is None else cell.digits)


def emphasised(cell: Cell, text: str) -> Iterator[tuple[str, bool]]:
    """What `written` made of a cell, in pieces, with whether each is bold."""
    at = 0
    for start, end in cell.bold:
        yield from ((text[at:start], False), (text[start:end], True))
        at = end
    yield text[at:], False


def written(cell: Cell, column: Column, language: Language) -> str:
    """A cell as a person reads it, before any escaping."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return f"{value} {cell.mark}".rstrip()
    if column.kind == "p":
        return language.p_value(value)
    digits = 0 if isinstance(value, int) else column.digits if cell.digits is None else cell.digits
    text = language.number(value, digits) + cell.mark
    if column.kind == "share" and cell.of is not None:
        return f"{text} /{NO_BREAK}{language.count(cell.of)}"
    if cell.low is not None and cell.high is not None:
        return f"{text} {language.bracket(cell.low, cell.high, digits)}"
    return text


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        MINUS: "$-$",
        EN_DASH: "--",
        NO_BREAK: "~",
        NARROW_NO_BREAK: r"\,",
        "≠": r"$\neq$",
        "ρ": r"$\rho$",
        "α": r"$\alpha$",
        "κ": r"$\kappa$",
        "\r": " ",
        "\n": " ",
    }
)


def escape_latex(text: str) -> str:
    """As LaTeX has it: in tables, and in the BibTeX of a page."""
    return text.translate(_LATEX)
