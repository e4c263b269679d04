"""The report of forced decoding and interventions: bars that hold every value, both languages, nothing unescaped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from epicene.report.charts.distributions import Distribution, Distributions
from epicene.report.forced_language import ForcedLanguage
from epicene.report.language import read_catalogue
from epicene.report.story import Page, Section, write_page
from epicene.report.tables import Cell, Column, Table


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
    drawn = "".join(figure.drawings(ForcedLanguage("en")))
    assert "mean −19.50" in drawn
    assert 'cx="10"' in drawn
    assert "1 below −1" in drawn


def test_both_catalogues_say_the_same_things() -> None:
    english, french = (read_catalogue(code, "forced") for code in ("en", "fr"))
    assert english.keys() == french.keys()
    for key, text in english.items():
        slots = [sorted(re.findall(r"{(\w+)}", said)) for said in (text, french[key])]
        assert slots[0] == slots[1], key


def test_french_marks_have_their_no_break_spaces() -> None:
    for key, text in read_catalogue("fr", "forced").items():
        assert not re.search(r" [:;?!%]", text), key


@pytest.mark.parametrize("code", ["en", "fr"])
def test_what_comes_from_data_is_escaped(code: str, tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    page = Page(
        title=evil,
        standfirst=evil,
        sections=[
            Section(
                evil,
                [evil],
                [Distributions("f", evil, [Distribution(evil, [0.1, 0.2])], 0.0, evil)],
                [Table(evil, [Column("noun", evil)], [[[Cell(evil)]]], evil)],
            )
        ],
        notices=[evil],
        signatures=[evil],
    )
    text = write_page(page, tmp_path, ForcedLanguage(code)).read_text(encoding="utf-8")
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 10
