"""Tables, heat map and page about probes, from an invented document."""

from __future__ import annotations

from typing import Any

import pytest

from epicene.report.language import read_catalogue
from epicene.report.probe_language import ProbeLanguage
from epicene.report.probe_page import heat_maps, probe_page
from epicene.report.probe_published import published_probes
from epicene.report.probe_tables import detail_tables, grid_tables, manipulation_tables
from epicene.report.render.csv import to_csv, to_records
from epicene.report.render.markdown import to_markdown
from epicene.report.story import render_page


def figure(value: float, width: float = 2.0) -> dict[str, float]:
    return {"value": value, "low": value - width, "high": value + width, "error": width / 10}


def cell(corpus: str, side: str, layer: int, token: str, accuracy: float, random: float) -> dict[str, Any]:
    place = {"corpus": corpus, "side": side, "layer": layer, "token": token, "n_examples": 40}
    figures = {"accuracy": accuracy, "feminine": accuracy - 5, "masculine": accuracy + 5, "random_labels": 49.5}
    figures |= {"random_weights": random, "difference": accuracy - random}
    return place | {name: figure(value) for name, value in figures.items()}


def corpus(name: str, kind: str, published_as: str | None = None) -> dict[str, Any]:
    words = {"son": "son", "travail": "activité" if name == "complement-feminine" else "travail"}
    facts = {"n_lines": 40, "n_pairs": 20, "n_identical": 3, "ceiling": 92.5, "example": "<b>L’élève</b> dort."}
    return {"name": name, "kind": kind, "words": words, **facts} | (
        {"published_as": published_as} if published_as else {}
    )


def document(difference: float = 20.0) -> dict[str, Any]:
    cells = [
        cell("base", "encoder", layer, word, 70.0 + layer, 71.0 + layer - difference)
        for layer in (1, 2)
        for word in ("son", "travail")
    ]
    cells += [cell("base", "decoder", 1, "the", 88.0, 90.5)]
    cells += [cell("complement-feminine", "encoder", layer, "travail", 61.5, 60.0) for layer in (1, 6)]
    return {
        "model": "<i>model</i>",
        "signatures": {"mt-probe": "mt-probe@123456|probe-grouped"},
        "split": "grouped",
        "repetitions": 100,
        "strength": 0.1,
        "follow": "own translation",
        "corpora": [
            corpus("base", "grid", "base"),
            corpus("complement-feminine", "manipulation", "complement-feminine"),
        ],
        "cells": cells,
        "notices": [{"kind": "limit", "n": 20}],
    }  # fmt: skip


def test_table_4_holds_every_figure_by_layer_and_the_published_ones_behind():
    (table,) = grid_tables(document(), ProbeLanguage("en"))
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
    (table,) = manipulation_tables(document(), ProbeLanguage("fr"))
    assert "travail/activité" in [column.title for column in table.columns]
    records = to_records(table)
    assert {record["corpus"] for record in records} == {"complement-feminine"}
    published = [r["encoder_travail"] for r in records if r["figure"] == "Exactitude publiée"]
    assert published == [62.6, 84.3]


def test_every_cell_has_a_row_with_intervals_and_both_genders():
    (table,) = detail_tables(document(), ProbeLanguage("en"))
    records = to_records(table)
    assert len(records) == 7
    first = records[0]
    assert (first["accuracy"], first["accuracy_low"], first["accuracy_high"], first["error"]) == (71.0, 69.0, 73.0, 0.2)
    assert (first["feminine"], first["masculine"], first["random_labels"]) == (66.0, 76.0, 49.5)
    assert to_csv(table).startswith("corpus,side,token,layer,n,accuracy,")


def test_the_published_tables_are_whole():
    source, tables = published_probes()
    assert "TAL 63-1, 2022" in source
    assert len(tables["accuracy"]) == 6 * 8 + 9 * 2 * 6
    assert tables["accuracy"]["adjective", "encoder", 6, "a"] == 100.0
    assert tables["accuracy"]["base", "decoder", 6, "all"] == 84.7


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
    accuracy, difference = heat_maps(document(), "base", ProbeLanguage("fr"))
    drawn = "".join(accuracy.drawings(ProbeLanguage("fr")))
    assert drawn.count("<rect") == 2 * 5
    assert "88,0" in drawn
    assert "--third" not in drawn
    left = "".join(difference.drawings(ProbeLanguage("fr")))
    assert "−2,5" in left
    assert left.count("--third") == 2  # the one negative cell, on a desktop and on a phone
    assert "fill-opacity:0.760" in left  # 19 of 20 points, at most 0.8


@pytest.mark.parametrize(
    ("difference", "said"), [(20.0, "is what training put there"), (1.5, "may be nothing"), (-9.0, "harder to read")]
)
def test_the_page_says_what_is_left_and_escapes_everything(difference: float, said: str):
    page = render_page(probe_page(document(difference), ProbeLanguage("en")), ProbeLanguage("en"))
    assert said in page
    assert "<i>model" not in page
    assert "<b>L’élève" not in page
    assert "first 20 occupations" in page


def only_guessed(*tokens: str) -> dict[str, Any]:
    """As where C is too small: the control of some tokens' encoder cells uses no feature."""
    found = document()
    for one in found["cells"]:
        if one["token"] in tokens:
            one |= {"random_weights": figure(50.0, 0.0), "guessed": ["random_weights", "difference"]}
    return found


def test_a_figure_of_a_probe_that_guesses_is_marked_and_no_claim_is_made_of_it():
    language = ProbeLanguage("en")
    page = probe_page(only_guessed("son"), language)
    assert "At «\u00a0travail\u00a0» in layer 2" in page.standfirst
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


@pytest.mark.parametrize(("lang", "said"), [("en", "Nothing can be said here"), ("fr", "On ne peut rien dire ici")])
def test_where_every_probe_guesses_the_page_says_so(lang: str, said: str):
    language = ProbeLanguage(lang)
    found = only_guessed("son", "travail")
    found["notices"] = [{"kind": "unused", "n": 4, "total": 5}]
    page = render_page(probe_page(found, language), language)
    assert said in page
    assert "training put there" not in page
    assert "l’entraînement y a mis" not in page
    accuracy, difference = heat_maps(found, "base", language)
    assert len(accuracy.values) == 5
    assert list(difference.values) == [("decoder", 1, "the")]
    assert difference.title.endswith(language.text("probe.heat.empty"))
    assert ("In 4 of 5 cells" if lang == "en" else "Dans 4 cases sur 5") in page
    everything = only_guessed("son", "travail", "the")
    assert [heat.id for heat in heat_maps(everything, "base", language)] == ["heat-base-accuracy"]


def test_a_cell_without_figures_has_an_empty_row():
    found = document()
    found["cells"].append({"corpus": "base", "side": "decoder", "layer": 1, "token": "all", "n_examples": 2})
    (table,) = detail_tables(found, ProbeLanguage("en"))
    (row,) = (record for record in to_records(table) if record["token"] == "all")
    assert set(row) == {"corpus", "side", "token", "layer", "n"}
    assert "<table" in render_page(probe_page(found, ProbeLanguage("en")), ProbeLanguage("en"))


def test_both_languages_have_the_same_messages():
    english, french = read_catalogue("en", "probe"), read_catalogue("fr", "probe")
    assert english.keys() == french.keys()
    import string

    for key, text in english.items():
        fields = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (text, french[key])]
        assert fields[0] == fields[1], key
