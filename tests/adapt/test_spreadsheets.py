"""A table that went through a spreadsheet comes back unharmed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from epicene.adapt.spreadsheets import read_table, restored, write_table
from epicene.core.errors import InputError

COLUMNS = ("id", "more", "decision")
ROWS = [
    {"id": "1", "more": "« L’une ; l’autre », dit-elle.", "decision": "accept"},
    {"id": "2", "more": 'Il a dit "non", et\u202f: rien.', "decision": ""},
    {"id": "3", "more": "-ement, =vite", "decision": "garder"},
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write_table(tmp_path / "t.csv", COLUMNS, ROWS)
    return tmp_path / "t.csv"


def cells(path: Path) -> list[dict[str, str]]:
    return [dict(row.cells) for row in read_table(path, COLUMNS)]


def test_as_written(table: Path) -> None:
    assert table.read_bytes().startswith(b"\xef\xbb\xbfid;more;decision\r\n")
    assert b";'-ement, =vite;" in table.read_bytes()  # else it would be computed
    assert cells(table) == ROWS


@pytest.mark.parametrize(
    ("separator", "ends", "encoding"),
    [(";", "\n", "utf-8"), (",", "\r\n", "utf-8-sig"), ("\t", "\r\n", "utf-16"), ("\t", "\n", "utf-8")],
)
def test_saved_by_other_programs(separator: str, ends: str, encoding: str, table: Path) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=ends)
    writer.writerows([COLUMNS, *([row[name] for name in COLUMNS] for row in ROWS)])
    table.write_bytes(out.getvalue().encode(encoding))
    assert cells(table) == ROWS


def test_saved_in_the_code_page_of_windows(table: Path) -> None:
    table.write_bytes("id;more;decision\r\n7;« L’été » naïf, œuvre…;accept\r\n".encode("cp1252"))
    assert cells(table) == [{"id": "7", "more": "« L’été » naïf, œuvre…", "decision": "accept"}]


def test_other_order_further_columns_empty_rows_and_capitals(table: Path) -> None:
    table.write_text("sep=;\nDecision;notes;MORE;Id;;\n;;;;;\nkeep;mine;Elle dort.;4;;\n;;\n", encoding="utf-8")
    (row,) = read_table(table, COLUMNS)
    assert (row["id"], row["more"], row["decision"], row.line) == ("4", "Elle dort.", "keep", 4)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"id;decision\n1;keep\n", r"t\.csv, line 1: no column more \(found: id, decision\)"),
        (b"PK\x03\x04\x00\x00id;more;decision", r"t\.csv is no table"),
        (b"id,more,decision\n1,a,keep\n2,b,c,keep\n", r"t\.csv, line 3: "),
    ],
    ids=["column", "binary", "cells"],
)
def test_what_cannot_be_read_is_named(content: bytes, named: str, table: Path) -> None:
    table.write_bytes(content)
    with pytest.raises(InputError, match=named):
        read_table(table, COLUMNS)


def test_smart_quotes_that_nobody_typed_are_undone() -> None:
    assert restored("Il a dit “non”, l’ami…", 'Il a dit "non", l\'ami...') == 'Il a dit "non", l\'ami...'
    assert restored("Il a dit “oui”.", 'Il a dit "non".') == "Il a dit “oui”."


_TEXT = some.text(
    some.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=30
).map(lambda text: " ".join(text.split()))


@given(texts=some.lists(_TEXT.filter(lambda text: bool(text) and text[0] not in "'’"), min_size=1, max_size=5))
def test_any_text_comes_back_as_it_was(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("table") / "t.csv"
    write_table(path, COLUMNS, [{"id": "x", "more": text, "decision": ""} for text in texts])
    assert [row["more"] for row in read_table(path, COLUMNS)] == texts
