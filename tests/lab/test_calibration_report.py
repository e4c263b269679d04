"""The report of a calibration: every curve drawn, what follows and what does not said in both languages."""

from __future__ import annotations

import json
import re
import string
from importlib import resources

import pytest

from epicene.lab.calibration_curves import curves_of
from epicene.report.lab import headline, readings_table, said, summary_table, terminal_tables
from epicene.report.lab_curves import draw_curve
from epicene.report.lab_language import LabLanguage
from epicene.report.lab_write import render_html, render_markdown, write_reports
from epicene.report.language import read_catalogue
from epicene.report.translation_write import print_tables
from lab.invented_calibration import invented_results

EN, FR = LabLanguage("en"), LabLanguage("fr")
# An opening mark without a no-break space behind it, or double punctuation with a plain space or none before it.
UNFRENCH = re.compile(r"[^\u00a0\u202f\s{][;?!»]| [:;?!%»]|«[^\u00a0\u202f]|[a-zé}] ?:(?!//)(?=\s)")


def curves() -> dict[str, dict[str, object]]:
    return {one["instrument"]: one for one in invented_results()["curves"]}


def test_what_follows_and_what_does_not_is_counted_and_named():
    told = list(headline(invented_results(), EN))
    assert told[0].startswith("Instruments that follow the dial")
    assert told[0].endswith(": 4 of 5.")  # judged_feminine, r, metric_score, ss; not u1
    assert told[1] == "This one does not: t lost by u1 (feminine → her)."
    assert told[2].startswith("Nobody can say beforehand what this one should read")
    assert told[2].endswith("Probe at “son”, accuracy (%) (feminine → her).")
    assert len(told) == 3  # nothing moves that should stay


def test_one_instrument_is_spoken_of_in_the_singular():
    results = invented_results()
    for curve in results["curves"]:
        if curve["instrument"] in ("r_mean", "ss"):
            curve["verdict"] = "does not follow"
    told = list(headline(results, EN))
    assert told[1].startswith("These do not: Mean r (feminine → her), t lost by u1 (feminine → her) and StereoSet Ss")
    results["curves"] = [curve for curve in results["curves"] if curve["instrument"] == "r_mean"]
    for language, sentences in (
        (EN, ["0.9): 0 of 1.", "This one does not: Mean r (feminine → her)."]),
        (FR, ["0,9) : 0 sur 1.", "Celui-ci ne le suit pas : r moyen (féminin → her)."]),
    ):
        told = [text.replace("\u00a0", " ") for text in headline(results, language)]
        assert told[0].endswith(sentences[0])
        assert told[1:] == sentences[1:]
    results["curves"][0] |= {"expected": 0, "verdict": "moves although it should not"}
    assert list(headline(results, EN))[1].startswith("This one moves although")


def test_the_page_says_what_t_is():
    assert "which has no lower end" in render_html(invented_results(), EN)
    assert "qui n’a pas de borne inférieure" in render_html(invented_results(), FR)


def test_a_curve_is_said_in_a_sentence():
    told = said(curves()["r_mean"], EN).replace("\u00a0", " ")
    assert told == "Follows the dial, ρ = 1.00 [1.00, 1.00] (p < 0.001, n = 7), sees turns of 10 points and more."
    assert said(curves()["judged_masculine"], EN) == "Stays, as it should, the same at every setting."
    assert said(curves()["u1_t_lost"], FR).startswith("Ne suit pas le curseur, ρ")


def test_the_table_has_a_row_for_each_instrument():
    table = summary_table(invented_results(), EN)
    assert [len(block) for block in table.blocks] == [6, 3]
    rows = {row[1].value: row for row in table.rows()}
    assert rows["Mean r"][2].value == pytest.approx(1)
    assert rows["Mean r"][6].value == 10
    assert rows["Masculine translated right (%)"][6].value is None


def test_the_terminal_has_a_table_for_each_dial_within_80_characters(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    tables = terminal_tables(invented_results(), FR)
    assert [table.title for table in tables] == ["féminin → her", "stéréotype, causal"]
    print_tables(tables, FR)
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed
    assert printed.count("le plus petit écart du curseur") == 1


def test_an_instrument_that_could_not_be_read_at_a_setting_leaves_its_place_empty():
    results = invented_results()
    del results["points"][2]["readings"]["u1_t_lost"]
    results["curves"] = curves_of(results["points"])
    rows = list(readings_table(results, "mt", "her", EN).rows())
    assert [row[-1].value is None for row in rows] == [False, False, True, False, False, False, False]
    assert "n = 6" in said(next(one for one in results["curves"] if one["instrument"] == "u1_t_lost"), EN).replace(
        "\u00a0", " "
    )
    for language in (EN, FR):
        assert render_html(results, language)
        assert render_markdown(results, language)


def test_where_several_models_were_trained_at_a_setting_the_ends_are_means():
    results = invented_results()
    again = [{**point, "seed": 1} for point in results["points"] if point["kind"] == "mt"]
    for point in again:
        point["readings"] = {name: {**one, "value": one["value"] + 2} for name, one in point["readings"].items()}
    results["curves"] = curves_of([*results["points"], *again])
    row = next(row for row in summary_table(results, EN).rows() if row[1].value == "Mean r")
    assert (row[4].value, row[5].value) == (pytest.approx(1), pytest.approx(1.95))
    drawn = str(draw_curve(next(curve for curve in results["curves"] if curve["instrument"] == "r_mean"), EN))
    places = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)]
    assert places[1] - places[0] == pytest.approx(6)  # beside each other, around the setting
    assert (places[0] + places[1]) / 2 == pytest.approx(46)


@pytest.mark.parametrize("language", [EN, FR])
def test_the_page_draws_every_curve_and_needs_no_network(language):
    page = render_html(invented_results(), language)
    assert page.count("<svg") == 9
    assert page.count('class="truth"') == 2  # judged_feminine and r: the dial itself is known
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "<script" not in page
    assert f'lang="{language.code}"' in page


def test_markdown_and_pages_are_written_in_both_languages(tmp_path):
    pages = write_reports(invented_results(), tmp_path)
    assert {path.name for path in pages} == {"report.en.html", "report.fr.html"}
    assert r"| Mean r | 1.00 \[1.00," in (tmp_path / "report.en.md").read_text(encoding="utf-8")
    assert r"| r moyen | 1,00 \[1,00" in render_markdown(invented_results(), FR)


def test_both_catalogues_have_the_same_keys_and_placeholders():
    def placeholders(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, french = (read_catalogue(code, "lab") for code in ("en", "fr"))
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in french.items()
    }


def test_french_messages_are_spelt_as_french_is():
    for key, text in read_catalogue("fr", "lab").items():
        assert not UNFRENCH.search(text), (key, text)
        assert "'" not in text, key
    raw = resources.files("epicene.report").joinpath("messages", "lab-fr.json").read_text(encoding="utf-8")
    pairs = json.loads(raw, object_pairs_hook=list)
    assert len(pairs) == len({key for key, _ in pairs})
