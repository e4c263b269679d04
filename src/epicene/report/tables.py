"""One table type, and how it is written for a terminal, Markdown, LaTeX and CSV.

A cell keeps its numbers; they become text only here, so that no two tables write the same figure differently.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from epicene.report.language import EN_DASH, MINUS, NARROW_NO_BREAK, NO_BREAK, Language

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Kind = Literal["text", "number", "share", "p"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, with its interval where it has one; `of` is the total that a count is a part of.

    `digits` are decimal places where the column's would not do; `mark` stands behind the number for a reader to look
    up in the note, and CSV is without it.
    """

    value: str | float | None = None
    low: float | None = None
    high: float | None = None
    of: int | None = None
    digits: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """`key` names the column in CSV, whatever the language; `interval` says that its cells carry low and high.

    `file_only` is for what the words around a table say where it is read, and nothing says in a file of its own.
    """

    key: str
    title: str
    kind: Kind = "text"
    digits: int = 1
    interval: bool = False
    file_only: bool = False


Row = Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows come in blocks, one below the other with a rule between; `note` stands under the table."""

    title: str
    columns: Sequence[Column]
    blocks: Sequence[Sequence[Row]] = field(default_factory=list)
    note: str = ""

    def rows(self) -> Iterator[Row]:
        for block in self.blocks:
            yield from block


def without_column(table: Table, key: str) -> Table:
    """The same table less one column, where its content is in the heading already."""
    kept = [place for place, column in enumerate(table.columns) if column.key != key]
    blocks = [[[row[place] for place in kept] for row in block] for block in table.blocks]
    return replace(table, columns=[table.columns[place] for place in kept], blocks=blocks)


def for_reading(table: Table) -> Table:
    """The table as a person sees it, without the columns that only files have."""
    for column in [column for column in table.columns if column.file_only]:
        table = without_column(table, column.key)
    return table


def spans(block: Sequence[Row]) -> list[tuple[Row, int]]:
    """Each row of a block with how many rows its first cell stands for: 0 where the row above has said the same."""
    found: list[tuple[Row, int]] = []
    for place, row in enumerate(block):
        if place and row[0] == block[place - 1][0] and row[0].value:
            found.append((row, 0))
        else:
            same = next((n for n, other in enumerate(block[place:]) if other[0] != row[0]), len(block) - place)
            found.append((row, same if row[0].value else 1))
    return found


def written(cell: Cell, column: Column, language: Language) -> str:
    """A cell as a person reads it, before any escaping."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if column.kind == "p":
        return language.p_value(value)
    digits = 0 if isinstance(value, int) else column.digits if cell.digits is None else cell.digits
    text = language.number(value, digits) + cell.mark
    if column.kind == "share" and cell.of is not None:
        return f"{text} /{NO_BREAK}{language.count(cell.of)}"
    if cell.low is not None and cell.high is not None:
        return f"{text} {language.bracket(cell.low, cell.high, digits)}"
    return text


def to_terminal(table: Table, language: Language) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable

    from epicene.report.unbroken import Unbroken

    table = for_reading(table)
    gap = 0 if len(table.columns) > 6 else 1  # so that comparisons fit 80 characters too
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


def to_markdown(table: Table, language: Language) -> str:
    table = for_reading(table)
    head = [escape_markdown(column.title) for column in table.columns]
    rule = ["---" if column.kind == "text" else "---:" for column in table.columns]
    lines = [head, rule]
    lines += [
        [escape_markdown(written(cell, column, language)) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows()
    ]
    body = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    note = f"\n\n{escape_markdown(table.note)}" if table.note else ""
    return f"**{escape_markdown(table.title)}**\n\n{body}{note}\n"


def escape_markdown(text: str) -> str:
    escaped = re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
    # A cell is one line: a line break inside would end the row.
    return re.sub(r"[\r\n]+", " ", escaped)


def to_latex(table: Table, language: Language) -> str:
    """A booktabs table; `written` intervals such as [55.7, 60.4] would be read as options at the start of a row."""
    table = for_reading(table)
    aligned = "".join("l" if column.kind == "text" else "r" for column in table.columns)
    lines = [
        r"\begin{table}[t]",
        r"  \centering",
        rf"  \caption{{{escape_latex(table.title)}}}",
        rf"  \begin{{tabular}}{{{aligned}}}",
        r"    \toprule",
        _latex_row([column.title for column in table.columns]),
    ]
    for block in table.blocks:
        lines.append(r"    \midrule")
        lines += [
            _latex_row([written(cell, column, language) for cell, column in zip(row, table.columns, strict=True)])
            for row in block
        ]
    lines += [r"    \bottomrule", r"  \end{tabular}"]
    if table.note:
        lines.append(rf"  \par\smallskip{{\footnotesize {escape_latex(table.note)}}}")
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return f"    {' & '.join('{}' + escape_latex(c) if c.startswith('[') else escape_latex(c) for c in cells)} \\\\"


_LATEX = {
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
    "\r": " ",
    "\n": " ",
}


def escape_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def to_csv(table: Table) -> str:
    """Numbers in full and with a decimal point, one column each, whatever the reader's language."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(name for column in table.columns for name in _csv_names(column))
    for row in table.rows():
        writer.writerow(
            value for cell, column in zip(row, table.columns, strict=True) for value in _csv_values(cell, column)
        )
    return out.getvalue()


def to_records(table: Table) -> list[dict[str, str | float]]:
    """A record for each row, named as in CSV; what a row does not have is left out."""
    names = [name for column in table.columns for name in _csv_names(column)]
    records = []
    for row in table.rows():
        values = [value for cell, column in zip(row, table.columns, strict=True) for value in _csv_values(cell, column)]
        records.append({name: value for name, value in zip(names, values, strict=True) if value is not None})
    return records


def _csv_names(column: Column) -> list[str]:
    if column.kind == "share":
        return [f"{column.key}_used", f"{column.key}_total"]
    return [column.key, f"{column.key}_low", f"{column.key}_high"] if column.interval else [column.key]


def _csv_values(cell: Cell, column: Column) -> list[str | float | None]:
    if column.kind == "share":
        return [cell.value, cell.of]
    return [cell.value, cell.low, cell.high] if column.interval else [_no_formula(cell.value)]


def _no_formula(value: str | float | None) -> str | float | None:
    """A model or category may be named =HYPERLINK(…): a leading apostrophe keeps spreadsheets from running it."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
