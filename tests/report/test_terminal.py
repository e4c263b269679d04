"""A no-break space is no place to break a line, on the terminal either."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, Group
from rich.measure import Measurement

from epicene.core.language import Language
from epicene.report.document import Document, TableBlock
from epicene.report.render.terminal import Unbroken, fitted, print_document
from epicene.report.tables import Cell, Column, Table

SAID = "Le modèle choisit 1\u202f677 fois : 12,5\u00a0% de « non »\u00a0; « oui\u00a0»\u202f!"


def printed(thing: object, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(Group(thing))  # type: ignore[arg-type]
    return console.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", range(10, 40))
def test_lines_break_at_plain_spaces_only_and_nothing_is_lost(width: int) -> None:
    lines = printed(Unbroken(SAID), width)
    assert max(map(len, lines)) <= width
    assert " ".join(line.rstrip(" ") for line in lines) == SAID


def test_a_column_is_as_wide_as_what_belongs_together() -> None:
    console = Console(width=40)
    assert Measurement.get(console, console.options, Unbroken("12,5\u00a0% de\u00a0b")) == (6, 11)


def test_a_style_stays_with_its_words() -> None:
    console = Console(width=20, file=io.StringIO(), force_terminal=True, color_system="standard")
    console.print(Group(Unbroken("un deux trois 12\u00a0% et quatre", style="bold")))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert [line.startswith("\x1b[1m") for line in lines] == [True, True]


def test_a_table_too_wide_for_the_terminal_is_cut_between_columns_and_never_within_a_number() -> None:
    numbers = [Column(f"system-{place}", f"système {place}", "number", 1, interval=True) for place in range(4)]
    cells = [Cell(90.9 - place, 80.0, 97.5) for place in range(4)]
    table = Table("Titre", [Column("class", "classe"), *numbers], [[[Cell("l’ + féminin"), *cells]]])
    for width, n_tables in ((120, 1), (80, 1), (60, 2), (40, 4)):
        console = Console(width=width, file=io.StringIO(), highlight=False)
        shown = list(fitted(table, console, Language("fr")))
        assert len(shown) == n_tables, width
        console.print(Group(*shown))
        text = console.file.getvalue()  # type: ignore[attr-defined]
        assert max(map(len, text.splitlines())) <= width
        for place in range(4):
            assert f"{90.9 - place:.1f}".replace(".", ",") in text
            assert f"système {place}" in " ".join(text.split())
        assert text.count("[80,0\u202f;\u00a097,5]") == 4


def test_a_model_that_is_not_to_be_believed_keeps_its_mark_where_intervals_stand_below_their_values() -> None:
    columns = [Column(f"figure-{place}", f"Figure {place}", "number", 1, interval=True) for place in range(4)]
    row = [Cell("broken", mark="†"), *(Cell(50.0, 40.0, 60.0) for _ in columns)]
    console = Console(width=80, file=io.StringIO(), highlight=False)
    shown = fitted(Table("Title", [Column("model", "Model"), *columns], [[row]]), console, Language("en"))
    console.print(Group(*shown))
    assert "broken †" in console.file.getvalue()  # type: ignore[attr-defined]


def test_what_is_for_specialists_is_left_out_and_told_of_unless_all_is_asked_for(capsys):
    columns = [
        *(Column("group", "Group"), Column("score", "Score", "number"), Column("p", "p", "p")),
        Column("time", "Run time", technical=True),
    ]
    rows = [
        [Cell("All"), Cell(60.0), Cell(0.012), Cell("7 s")],
        [Cell("Native", technical=True), Cell(55.0), Cell(0.4), Cell("8 s")],
    ]
    table = Table("Title", columns, [rows], "Ideal: 50.", "p: a test.")
    layers = Table("Layers", columns, [[rows[1]]])
    document = Document(title="", language=Language("en"), answer=[TableBlock(table, ""), TableBlock(layers, "")])
    print_document(document, in_full=False)
    short = capsys.readouterr().out
    print_document(document)
    full = capsys.readouterr().out
    assert all(one in full for one in ("0.012", "Native", "Run time", "Ideal: 50. p: a test.", "Layers"))
    assert not any(one in short for one in ("0.012", "Native", "Run time", "a test", "Layers"))
    assert "Ideal: 50." in short
    assert "--verbose" in short
    assert "--verbose" not in full


def test_every_piece_of_a_wide_table_says_what_its_rows_are_about():
    columns = [
        Column("task", "Task"),
        Column("group", "Domain"),
        *(Column(f"c{n}", f"C{n}", "number") for n in range(9)),
    ]
    rows = [[Cell("intra"), Cell(name), *(Cell(12.5 + n) for n in range(9))] for name in ("Gender", "Religion")]
    console = Console(width=50, highlight=False)
    with console.capture() as captured:
        console.print(Group(*fitted(Table("Title", columns, [rows]), console, Language("en"))))
    text = captured.get()
    assert text.count("intra, Gender") == text.count("intra, Religion") == text.count("Task, Domain") > 1
