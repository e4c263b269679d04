import csv
import io

from rich.console import Console

from epicene.core.language import Language
from epicene.report.document import Document, Section, TableBlock
from epicene.report.render.html import render_html
from epicene.report.render.latex import to_latex
from epicene.report.render.markdown import prose, to_markdown
from epicene.report.render.terminal import to_terminal
from epicene.report.tables import Cell, Column, Table, spans, to_csv, without_column

EN, FR = Language("en"), Language("fr")
TABLE = Table(
    "Preference (%)",
    [
        Column("group", "Pairs about"),
        Column("score", "Score", "number", interval=True),
        Column("n", "n / total", "share"),
        Column("p", "p", "p"),
    ],
    [
        [[Cell("all_pairs"), Cell(59.3333, 57.0, 61.6), Cell(1673, of=1677), Cell(0.00001)]],
        [[Cell("a|b & 5 % {x}"), Cell(50.0, 48.25, 51.75), Cell(12, of=12), Cell(None)]],
    ],
    "A note_1.",
)


def test_csv_keeps_full_numbers_in_separate_columns_whatever_the_language():
    rows = list(csv.DictReader(io.StringIO(to_csv(TABLE))))
    assert rows[0] == {
        "group": "all_pairs",
        "score": "59.3333",
        "score_low": "57.0",
        "score_high": "61.6",
        "n_used": "1673",
        "n_total": "1677",
        "p": "1e-05",
    }
    assert rows[1]["p"] == ""


def test_csv_text_cannot_run_as_a_formula():
    table = Table("t", [Column("model", "Model")], [[[Cell('=HYPERLINK("x")')]]])
    assert next(csv.reader(io.StringIO(to_csv(table).splitlines()[1])))[0] == '\'=HYPERLINK("x")'


def test_markdown_escapes_cells_and_aligns_numbers_right():
    lines = to_markdown(TABLE, EN).splitlines()
    assert lines[0] == "**Preference (%)**"
    assert lines[2] == "| Pairs about | Score | n / total | p |"
    assert lines[3] == "| --- | ---: | ---: | ---: |"
    assert lines[4] == "| all\\_pairs | 59.3 \\[57.0,\u00a061.6\\] | 1,673 /\u00a01,677 | \\<\u00a00.001 |"
    assert lines[5].startswith("| a\\|b & 5 % {x} | 50.0 ")
    assert lines[-1] == "A note\\_1."


def test_a_command_in_prose_is_code_in_markdown_and_all_else_is_escaped() -> None:
    assert prose("Run `epicene <x> a_b` & a_b `") == r"Run `epicene <x> a_b` & a\_b \`"


def test_markdown_in_french_has_decimal_commas():
    assert "59,3 \\[57,0\u202f;\u00a061,6\\]" in to_markdown(TABLE, FR)


def test_latex_is_a_booktabs_table_with_everything_escaped():
    text = to_latex(TABLE, EN)
    assert r"\begin{tabular}{lrrr}" in text
    assert text.count(r"\midrule") == 2
    assert r"all\_pairs & 59.3 [57.0,~61.6] & 1,673 /~1,677 & \textless{}~0.001 \\" in text
    assert r"a\textbar{}b \& 5 \% \{x\} &" in text
    assert r"\caption{Preference (\%)}" in text
    assert r"A note\_1." in text


def test_a_row_that_starts_with_a_bracket_is_not_read_as_an_option():
    table = Table("t", [Column("a", "A")], [[[Cell("[x]")], [Cell("y")]]])
    assert "    {}[x] \\\\" in to_latex(table, EN)


def test_terminal_shows_every_number_and_no_markup_from_data():
    console = Console(width=80, file=io.StringIO(), color_system=None)
    console.print(to_terminal(Table("[red]t", TABLE.columns, TABLE.blocks), EN))
    text = console.file.getvalue()
    assert "[red]t" in text
    assert "59.3 [57.0,\u00a061.6]" in text
    assert "1,673 /\u00a01,677" in text


def test_a_column_can_be_left_out():
    table = without_column(TABLE, "n")
    assert [column.key for column in table.columns] == ["group", "score", "p"]
    assert [len(row) for row in table.rows()] == [3, 3]


def test_a_first_cell_that_is_said_again_spans_its_rows():
    block = [[Cell(name), Cell(value)] for name, value in (("a", 1), ("a", 2), ("b", 3), ("", 4), ("", 5), ("a", 6))]
    assert [rows for _, rows in spans(block)] == [2, 0, 1, 1, 1, 1]


def test_bold_characters_are_bold_in_every_format_and_escaped_within():
    table = Table("t", [Column("a", "A")], [[[Cell("a <b> c", bold=((2, 5),))]]])
    document = Document("t", EN, sections=[Section("s", [TableBlock(table, "t")])])
    assert "a <strong>&lt;b&gt;</strong> c" in render_html(document)
    assert r"a **\<b\>** c" in to_markdown(table, EN)
    assert r"a \textbf{\textless{}b\textgreater{}} c" in to_latex(table, EN)
    assert to_csv(table).splitlines()[1] == "a <b> c"
