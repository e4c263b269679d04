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

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.data.text_files import numbered_rows, read_text

_SEPARATORS = ";\t,|"
_CURLY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "\xa0": " ", "\u202f": " "})
_FORMULA = ("=", "+", "-", "@")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells by column, and where it stands."""

    cells: Mapping[str, str]
    file: Path
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def where(self) -> str:
        return said("{path}, line {line}", path=self.file, line=self.line)


def write_table(path: Path, columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> None:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, delimiter=";", lineterminator="\r\n", restval="")
    writer.writeheader()
    for row in rows:
        writer.writerow({column: _not_a_formula(text) for column, text in row.items()})
    write_text(path, "\ufeff" + out.getvalue())


def read_table(path: Path, needed: Sequence[str]) -> list[Row]:
    """The rows of a table that has at least the columns `needed`; empty rows are left out."""
    text = _text_of(path)
    if "\0" in text:
        raise InputError("{path} is no table of text; save it as CSV.", path=path)
    separator = _separator(text)
    lines = numbered_rows(path, csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    rows_left = ((line, fields) for line, fields in lines if not (line == 1 and fields[:1] == ["sep="]))
    header = [name.strip().lower() for name in next(rows_left, (1, []))[1]]
    missing = [column for column in needed if column not in header]
    if missing:
        raise InputError(
            "{path}, line 1: no column {missing} (found: {header}); keep the first line of the table as it was "
            "written.",
            path=path,
            missing=", ".join(missing),
            header=", ".join(filter(None, header)) or "–",
        )
    return [
        Row(_cells(path, line, header, fields), path, line)
        for line, fields in rows_left
        if any(field.strip() for field in fields)
    ]


def _cells(path: Path, line: int, header: Sequence[str], fields: Sequence[str]) -> dict[str, str]:
    if any(field.strip() for field in fields[len(header) :]):
        raise InputError(
            "{path}, line {line}: this row has more cells than there are columns; put cells that hold the"
            " separator in quotation marks.",
            path=path,
            line=line,
        )
    return {name: _cell(field) for name, field in zip(header, fields, strict=False) if name}


def same_text(one: str, other: str) -> bool:
    """Whether two cells differ by nothing but what a spreadsheet's autocorrection does."""
    return plain(one) == plain(other)


def as_it_was(edited: str, *written: str) -> str:
    """The text that was written into a cell where the cell holds it still, but for curly marks; else the cell's."""
    return next((text for text in written if text and same_text(edited, text)), edited)


def plain(text: str) -> str:
    """One spelling of what autocorrection changes, for comparing."""
    return " ".join(text.translate(_CURLY).replace("…", "...").split())


def _text_of(path: Path) -> str:
    """As UTF-8; Excel also saves « Unicode text » (UTF-16 with tabs) and plain CSV in the code page of Windows."""
    raw = path.read_bytes() if path.is_file() else b""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", errors="replace")
    try:
        raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
    return read_text(path)


def _separator(text: str) -> str:
    if text.lower().startswith("sep=") and len(text) > 4:
        return text[4]
    header = text.split("\n", 1)[0]
    return max(_SEPARATORS, key=header.count)


def _not_a_formula(text: str) -> str:
    """A cell that a spreadsheet would compute gets an apostrophe in front, which is its own way to say “text”."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _cell(text: str) -> str:
    stripped = text.strip()
    if stripped[:1] in ("'", "’") and stripped[1:].startswith(_FORMULA):
        return stripped[1:]
    return stripped
