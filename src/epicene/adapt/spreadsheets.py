"""Tables that people fill in with a spreadsheet, and what spreadsheets do to them.

Written with a byte-order mark and semicolons, which French and English spreadsheets both open well. Read back whatever
the separator, line ends, encoding mark or order of columns; straight quotation marks and apostrophes that the
spreadsheet made typographic in cells that nobody else touched are taken for what they were.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.data.text_files import numbered_rows, read_text

_SEPARATORS = ";\t,|"
_CURLY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "\xa0": " ", "\u202f": " "})
_FORMULA = ("=", "+", "-", "@")  # a cell that begins so is computed, unless an apostrophe stands before it


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: its cells by column, and where it stands."""

    cells: Mapping[str, str]
    file: Path
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def where(self) -> str:
        return f"{self.file}, line {self.line}"


def write_table(path: Path, columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> None:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, delimiter=";", lineterminator="\r\n", restval="")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: f"'{text}" if text.startswith(_FORMULA) else text for name, text in row.items()})
    write_text(path, "\ufeff" + out.getvalue())


def read_table(path: Path, needed: Sequence[str]) -> list[TableRow]:
    """The rows of a table that has at least the columns `needed`; empty rows are left out."""
    text = _decoded(path)
    if "\0" in text:
        raise InputError(f"{path} is no table of text; save it as CSV.")
    names_separator = text.lower().startswith("sep=") and len(text) > 4
    separator = text[4] if names_separator else max(_SEPARATORS, key=text.split("\n", 1)[0].count)
    rows = numbered_rows(path, csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    if names_separator:
        next(rows)
    header = [name.strip().lower() for name in next(rows, (1, []))[1]]
    if missing := [column for column in needed if column not in header]:
        raise InputError(
            f"{path}, line 1: no column {', '.join(missing)} (found: {', '.join(filter(None, header)) or '–'}); "
            "keep the first line of the table as it was written."
        )
    table = []
    for line, fields in rows:
        if any(field.strip() for field in fields[len(header) :]):
            raise InputError(
                f"{path}, line {line}: this row has more cells than there are columns; put cells that hold the "
                "separator in quotation marks."
            )
        if any(field.strip() for field in fields):
            cells = {name: _cell(field) for name, field in zip(header, fields, strict=False) if name}
            table.append(TableRow(cells, path, line))
    return table


def _decoded(path: Path) -> str:
    """The text of a file in UTF-8; Excel also saves UTF-16 with tabs, and CSV in the code page of Windows."""
    raw = path.read_bytes() if path.is_file() else b""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", errors="replace")
    try:
        raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
    return read_text(path)


def _cell(text: str) -> str:
    stripped = text.strip()
    is_marked_text = stripped[:1] in ("'", "’") and stripped[1:].startswith(_FORMULA)
    return stripped[1:] if is_marked_text else stripped


def plain(text: str) -> str:
    """One spelling of what a spreadsheet's autocorrection changes, for comparing."""
    return " ".join(text.translate(_CURLY).replace("…", "...").split())


def same_text(first: str, second: str) -> bool:
    """Whether two cells differ by nothing but what autocorrection does."""
    return plain(first) == plain(second)


def restored(edited: str, written: str) -> str:
    """The text that was written into a cell where the cell still holds it, but for curly marks; else the cell's."""
    return written if written and same_text(edited, written) else edited
