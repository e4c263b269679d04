"""Tables, heat map and page about probes, from an invented document."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.core.language import Language
from epicene.inside.probes.page import (
    PAGE,
    detail_tables,
    grid_tables,
    heat_maps,
    manipulation_tables,
    published_probes,
)
from epicene.inside.results import MeanOverSplits, ProbeResults
from epicene.report.render.html import render_html
from epicene.report.render.markdown import to_markdown
from epicene.report.tables import to_csv, to_records
from inside.invented_probes import document, page_of
from page_snapshot import check_page


def language_of(code: str) -> Language:
    return Language(code, "epicene.inside")


def test_table_4_holds_every_figure_by_layer_and_the_published_ones_behind():
    (table,) = grid_tables(document(), language_of("en"))
    records = to_records(table)
    measured = [record for record in records if record["figure"] == "Difference"]
    assert [(record["layer"], record["encoder_son"]) for record in measured] == [(1, 19.0), (2, 19.0)]
    assert measured[0]["decoder_the"] == -2.5
    published = {record["layer"]: record for record in records if record["figure"] == "Published accuracy"}
    assert len(published) == 6
    assert (published[6]["encoder_son"], published[1]["decoder_the"]) == (90.0, 89.5)
    random = [record for record in records if record["figure"] == "Published random labels"]
    assert [record["encoder_son"] for record in random] == [45.3, 50.7, 48.8, 48.6, 49.6, 49.2]


def test_table_5_names_the_word_that_stands_in_place_of_the_columns():
    (table,) = manipulation_tables(document(), language_of("fr"))
    assert "travail/activité" in [column.title for column in table.columns]
    records = to_records(table)
    assert {record["corpus"] for record in records} == {"un complément féminin (son activité)"}
    published = [r["encoder_travail"] for r in records if r["figure"] == "Exactitude, publié"]
    assert published == [62.6, 84.3]


def test_every_cell_has_a_row_with_intervals_and_both_genders():
    (table,) = detail_tables(document(), language_of("en"))
    records = to_records(table)
    assert len(records) == 7
    first = records[0]
    assert (first["accuracy"], first["accuracy_low"], first["accuracy_high"], first["error"]) == (71.0, 69.0, 73.0, 0.2)
    assert (first["feminine"], first["masculine"], first["random_labels"]) == (66.0, 76.0, 49.5)
    assert to_csv(table).startswith("corpus,side,token,layer,n,accuracy,")


def test_the_published_figures_are_those_of_the_comparison_material(shared):
    import json

    given = json.loads((shared / "published/mt_gender.json").read_text(encoding="utf-8"))
    _, tables = published_probes()
    columns = ("a", "terminé", "son", "travail", ".", "eos")
    for layer in range(1, 7):
        row = given["table4_probe_accuracy"][f"layer {layer}"]
        assert [tables["accuracy"]["base", "encoder", layer, word] for word in columns] == row[:6]
        assert [tables["accuracy"]["base", "decoder", layer, token] for token in ("the", "all")] == row[7:]
        assert tables["random_labels"]["base", "encoder", layer, "son"] == row[6]
    sums = {
        name: sum(v for (there, *_), v in tables["accuracy"].items() if there == name)
        for name in ("chaque", "relative")
    }
    for name, key in (("chaque", "weakening (chaque)"), ("relative", "distance (qui a chanté formidablement hier)")):
        assert sums[name] == pytest.approx(sum(sum(row[1:]) for row in given["table5_manipulations"][key]))


def test_heat_maps_write_every_value_and_colour_by_it():
    accuracy, difference = heat_maps(document(), "base", language_of("fr"))
    drawn = "".join(accuracy.drawings(language_of("fr")))
    assert drawn.count("<rect") == 2 * 5
    assert "88,0" in drawn
    assert "--third" not in drawn
    left = "".join(difference.drawings(language_of("fr")))
    assert "−2,5" in left
    assert left.count("--third") == 2  # the one negative cell, on a desktop and on a phone
    assert "fill-opacity:0.760" in left  # 19 of 20 points, at most 0.8


def test_the_page_reads_as_it_was_reviewed_and_everything_is_escaped(tmp_path: Path):
    page = render_html(page_of(PAGE, document(), tmp_path / "run"))
    assert "<i>model" not in page
    assert "<b>L’élève" not in page
    check_page("mt-probe", [tmp_path / "run"], tmp_path)


@pytest.mark.parametrize(("difference", "key"), [(20.0, "left"), (1.5, "nothing"), (-9.0, "less")])
def test_the_answer_is_no_stronger_than_the_interval(difference: float, key: str):
    language, cell = language_of("en"), document(difference).cells[2]
    shown = language.number(cell.difference.value)
    expected = language.text(f"probe.standfirst.{key}", cell=cell, difference=shown)
    assert PAGE.answer_text(document(difference), language) == expected


def only_guessed(*tokens: str) -> ProbeResults:
    """As where C is too small: the control of some tokens' encoder cells uses no feature."""
    found = document()
    for cell in found.cells:
        if cell.token in tokens:
            cell.random_weights, cell.guessed = MeanOverSplits(50.0, 50.0, 50.0, 0.0), ["random_weights", "difference"]
    return found


def test_a_figure_of_a_probe_that_guesses_is_marked_and_no_claim_is_made_of_it():
    language = language_of("en")
    assert "At “travail” in layer 2" in PAGE.answer_text(only_guessed("son"), language)
    (table,) = grid_tables(only_guessed("son"), language)
    assert "† The probe used no feature" in table.note
    shown = to_markdown(table, language)
    assert "| Random weights | 1 | 50.0† | 52.0 | 90.5 |" in shown
    assert "| Accuracy | 1 | 71.0 | 71.0 | 88.0 |" in shown
    assert "†" not in to_csv(table)
    (details,) = detail_tables(only_guessed("son"), language)
    assert "50.0† " in to_markdown(details, language)
    (plain,) = grid_tables(document(), language)
    assert "†" not in to_markdown(plain, language)


def test_where_every_probe_guesses_the_page_says_so():
    language, found = language_of("en"), only_guessed("son", "travail")
    assert PAGE.answer_text(found, language) == language.text("probe.standfirst.guessed")
    assert not PAGE.advice(found)
    accuracy, difference = heat_maps(found, "base", language)
    assert sum(len(row.cells) for row in accuracy.rows) == 5
    assert [(row.short, *row.cells) for row in difference.rows] == [("1", ("decoder", "the"))]
    everything = only_guessed("son", "travail", "the")
    assert [heat.id for heat in heat_maps(everything, "base", language)] == ["heat-base-accuracy"]
