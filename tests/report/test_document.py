"""The report of forced decoding and interventions: bars that hold every value, both languages, nothing unescaped."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.types import Estimate
from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.document import Document, Figure, Heading, Note, Paragraph, Section, TableBlock, figures_folder
from epicene.report.headlines import HeadlineQuestion, system_headline
from epicene.report.render.html import write_document
from epicene.report.render.markdown import render_markdown
from epicene.report.tables import Cell, Column, Table
from epicene.runs.signature import line_signature


def test_every_value_is_in_a_bar_and_those_below_the_edge_in_the_first() -> None:
    row = Distribution("r", [-400.0, -1.0, -0.99, 0.0, 0.5, 1.0])
    heights = row.heights()
    assert sum(heights) == 6
    assert heights[0] == 3
    assert (heights[20], heights[30], heights[39]) == (1, 1, 1)
    assert row.n_below == 1
    assert row.mean == pytest.approx(-400.49 / 6)
    assert row.median == pytest.approx(-0.495)


def test_a_mean_beyond_the_edge_is_drawn_at_the_edge_and_written_in_full() -> None:
    figure = Distributions("f", "title", [Distribution("r", [-40.0, 1.0])], 1.0, "ideal")
    drawn = "".join(figure.drawings(Language("en")))
    assert "mean −19.50" in drawn
    assert 'cx="10"' in drawn
    assert "1 below −1" in drawn


@pytest.mark.parametrize("code", ["en", "fr"])
def test_what_comes_from_data_is_escaped(code: str, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    chart = Distributions("f", evil, [Distribution(evil, [0.1, 0.2])], 0.0, evil)
    table = Table(evil, [Column("noun", evil)], [[[Cell(evil)]]], evil)
    page = Document(
        title=evil,
        language=Language(code),
        standfirst=[evil],
        notes=[Note(evil)],
        sections=[Section(evil, [Paragraph(evil), Figure(chart, evil, filed=True), TableBlock(table, "table")])],
        signatures=[evil],
    )
    write_document(page, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 10
    assert (tmp_path / figures_folder(page.language) / "f.svg").is_file()


def test_markdown_does_not_repeat_a_tables_title_right_under_a_heading_of_the_same_words() -> None:
    def block(title: str) -> TableBlock:
        return TableBlock(Table(title, [Column("noun", "Noun")], [[[Cell("chat")]]]), title)

    blocks = [block("Nouns"), Heading("Verbs"), block("Verbs"), Paragraph("More"), block("Verbs"), block("Others")]
    text = render_markdown(Document("Words", Language("en"), sections=[Section("Nouns", blocks)]))
    bold = [line for line in text.splitlines() if line.startswith("**")]
    assert bold == ["**Verbs**", "**Others**"]
    assert text.count("| chat |") == 4


@pytest.mark.parametrize(
    ("limit", "notices", "level"),
    [(None, [], "trusted"), (40, [], "flagged"), (40, [Notice("notice.partial", {"model": "m"}, GRAVE)], "excluded")],
)
def test_a_system_on_a_board_is_as_trusted_as_its_notices_and_its_sample_allow(
    limit: int | None, notices: list[Notice], level: str
) -> None:
    signature = line_signature("mt", ["a"], "judge", "m", "1234567", limit)
    score = Estimate("mt", None, "coverage", "all", 60.0, 50.0, 70.0, 100.0, 9, 9, signature)
    question = HeadlineQuestion.of(score, "Hats", "mt", "translation", "fr-en", "coverage", 100.0)
    language = Language("en", "epicene.auditing.board")
    headline = system_headline(Path("run"), "m", score, language, question, weighed=False, notices=notices)
    assert headline.trust.level == level
    assert bool(headline.reason) == (level != "trusted")
