"""The report of a calibration: every curve drawn, what follows and what does not said in both languages."""

from __future__ import annotations

import csv
import json
import re
import string
from importlib import resources
from pathlib import Path

import pytest
from msgspec.structs import replace

from command import epicene
from epicene.core.catalogues import read_catalogue
from epicene.core.language import Language
from epicene.lab.calibration_verdicts import instrument_verdicts
from epicene.lab.page import (
    PAGE,
    ROOM,
    calibration_document,
    chart,
    curve_sentence,
    errors_table,
    headline,
    instruments_table,
    readings_table,
    summary_table,
    terminal_tables,
    write_reports,
)
from epicene.lab.results import MOVES, NOT, TOO_FEW, CalibrationResults, Curve, MeasuredPoint
from epicene.report.render import html, markdown
from epicene.report.render.terminal import print_document
from lab.invented_calibration import (
    SETTINGS,
    invented_points,
    invented_results,
    reading,
    results_of,
    save_calibration,
    uneven_points,
)

EN, FR = Language("en", ROOM), Language("fr", ROOM)
# An opening mark without a no-break space behind it, or double punctuation with a plain space or none before it.
UNFRENCH = re.compile(r"[^\u00a0\u202f\s{][;?!»]| [:;?!%»]|«[^\u00a0\u202f]|[a-zé}] ?:(?!//)(?=\s)")


def curves() -> dict[str, Curve]:
    return {one.instrument: one for one in invented_results().curves}


def render_html(results: CalibrationResults, language: Language) -> str:
    return html.render_html(calibration_document(results, language))


def render_markdown(results: CalibrationResults, language: Language) -> str:
    return markdown.render_markdown(calibration_document(results, language))


def judged(verdict: str, *names: str) -> CalibrationResults:
    """The invented results with another verdict about some instruments."""
    results = invented_results()
    found = [replace(one, verdict=verdict) if one.instrument in names else one for one in results.curves]
    return replace(results, curves=found)


def test_what_follows_and_what_does_not_is_counted_and_named():
    told = list(headline(invented_results(), EN))
    assert told[0].startswith("Instruments that follow the dial")
    assert told[0].endswith(": 4 of 5.")  # judged_feminine, r, metric_score, ss; not u1
    assert told[1] == "This one does not: t lost by u1 (feminine → her)."
    assert told[2].startswith("It cannot be said beforehand what this one should read")
    assert told[2].endswith("Probe at “son”, accuracy (%) (feminine → her).")
    assert len(told) == 3  # nothing moves that should stay


def test_what_equals_or_contains_t_is_counted_once_and_routes_are_the_evidence():
    """Nine curves should rise: judged, r, u1 to u3, t, t*, and what is lost by erasing and patching."""
    rising = ("judged_feminine", "r_mean", "t_mean", "t_star", "amnesic_all", "patched_all")
    points = [
        MeasuredPoint(
            *("mt", "her", dial, 0, f"lab:mt-her-{dial:g}", {}),
            {name: reading(dial / 100, 0.02) for name in rising}
            | {f"u{k}_t_lost": reading(0.01 * ((7 * place + k) % 5), 0.02) for k in (1, 2, 3)},
        )
        for place, dial in enumerate(SETTINGS)
    ]
    routed = [
        MeasuredPoint(
            *("mt", "route", 95.0, seed, f"lab:mt-route-{seed}", {}, {}),
            route="son",
            places={
                "patching": {"son": 0.9, "subject": 0.0, "rest": 0.1},
                "amnesic": {"son": 0.1, "subject": 0.3, "rest": 0.2},
            },
        )
        for seed in range(3)
    ]
    results = results_of([*points, *routed])
    results = replace(results, instruments=instrument_verdicts([*points, *routed], results.curves))
    first, astray, contained, routes = (text.replace("\u00a0", " ") for text in headline(results, EN))
    assert first.endswith(": 3 of 6.")  # judged, r and t; not u1, u2, u3
    assert all(name in contained for name in ("t*", "erased", "patched"))
    assert "Mean t" not in contained
    assert astray.count("t lost by u") == 3
    assert "3 systems" in routes
    assert routes.index("Complete patching (t*, φ), in 3") < routes.index("Amnesic effect, in 0")
    rows = {row[1].value: row[-1].value for row in summary_table(results, EN).rows()}
    assert rows["Mean t"] == "follows the dial"
    assert rows["t* (complete patching)"] == "follows the dial with t, by construction"
    cells = {row[0].value: row[1].value for row in instruments_table(results, EN).rows()}
    assert cells["Complete patching (t*, φ)"] == "follows the dial with t, by construction"


def test_one_instrument_is_spoken_of_in_the_singular():
    results = judged(NOT, "r_mean", "ss")
    told = list(headline(results, EN))
    assert told[1].startswith("These do not: Mean r (feminine → her), t lost by u1 (feminine → her) and StereoSet Ss")
    (only,) = (curve for curve in results.curves if curve.instrument == "r_mean")
    for language, sentences in (
        (EN, ["0.05): 0 of 1.", "This one does not: Mean r (feminine → her)."]),
        (FR, ["0,05) : 0 sur 1.", "Celui-ci ne le suit pas : r moyen (féminin → her)."]),
    ):
        told = [text.replace("\u00a0", " ") for text in headline(replace(results, curves=[only]), language)]
        assert told[0].endswith(sentences[0])
        assert told[1:] == sentences[1:]
    loose = replace(only, expected=0, verdict=MOVES)
    assert list(headline(replace(results, curves=[loose]), EN))[1].startswith("This one moves although")


def test_instruments_that_too_few_models_speak_of_are_named_apart():
    told = list(headline(judged(TOO_FEW, "r_mean", "probe_son"), EN))
    assert told[0].endswith(": 3 of 5.")
    assert told[1:] == [
        "This one does not: t lost by u1 (feminine → her).",
        "Too few models to judge these: Mean r (feminine → her) and Probe at “son”, accuracy (%) (feminine → her).",
    ]
    few = results_of([point for point in invented_points() if point.value in (0, 50, 100)])
    (curve,) = (one for one in few.curves if one.instrument == "r_mean")
    sentence = curve_sentence(curve, FR).replace("\u00a0", " ")
    assert sentence.startswith("Trop peu de modèles pour se prononcer, distingue")
    assert 'class="off"' not in render_html(replace(few, curves=[curve]), FR)


def test_the_page_says_what_t_is():
    assert "which has no lower bound" in render_html(invented_results(), EN)
    assert "qui n’a pas de borne inférieure" in render_html(invented_results(), FR)


def test_a_curve_is_said_in_a_sentence():
    told = curve_sentence(curves()["r_mean"], EN).replace("\u00a0", " ")
    assert told == ("Follows the dial, ρ = 1.00 (one-sided p < 0.001, n = 7), tells settings apart from 10 points on.")
    assert curve_sentence(curves()["judged_masculine"], EN) == "Stays, as it should, the same at every setting."
    assert curve_sentence(curves()["u1_t_lost"], FR).startswith("Ne suit pas le curseur, ρ")


def test_the_table_has_a_row_for_each_instrument():
    table = summary_table(invented_results(), EN)
    assert [len(block) for block in table.blocks] == [6, 3]
    rows = {row[1].value: row for row in table.rows()}
    assert rows["Mean r"][2].value == pytest.approx(1)
    assert rows["Mean r"][7].value == 10
    assert rows["Masculine translated right (%)"][7].value is None


def test_the_terminal_has_a_table_for_each_dial_within_80_characters(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    tables = terminal_tables(invented_results(), FR)
    assert [table.title for table in tables] == ["féminin → her", "stéréotype, causal"]
    print_document(PAGE.summary([save_calibration(tmp_path / "run")], "fr"))
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed
    assert printed.count("le plus petit écart du curseur") == 1


def test_an_instrument_that_could_not_be_read_at_a_setting_leaves_its_place_empty():
    points = invented_points()
    points[2].readings.pop("u1_t_lost")
    results = results_of(points)
    rows = list(readings_table(results, "mt", "her", EN).rows())
    assert [row[-1].value is None for row in rows] == [False, False, True, False, False, False, False]
    (curve,) = (one for one in results.curves if one.instrument == "u1_t_lost")
    assert "n = 6" in curve_sentence(curve, EN).replace("\u00a0", " ")
    for language in (EN, FR):
        assert render_html(results, language)
        assert render_markdown(results, language)


def test_where_several_models_were_trained_at_a_setting_the_ends_are_means():
    points = invented_points()
    again = [
        replace(
            point, seed=1, readings={name: replace(one, value=one.value + 2) for name, one in point.readings.items()}
        )
        for point in points
        if point.kind == "mt"
    ]
    results = results_of([*points, *again])
    row = next(row for row in summary_table(results, EN).rows() if row[1].value == "Mean r")
    assert (row[5].value, row[6].value) == (pytest.approx(1), pytest.approx(1.95))
    (curve,) = (one for one in results.curves if one.instrument == "r_mean")
    places = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', str(chart(curve, EN).drawings(EN)[0]))]
    assert places[1] - places[0] == pytest.approx(6)  # beside each other, around the setting
    assert (places[0] + places[1]) / 2 == pytest.approx(46)


def test_the_way_of_asking_that_comes_nearest_is_named_and_those_that_fail_too():
    results = results_of(uneven_points())
    for language, told in (
        (EN, "Causal models: readings lie nearest to the dial when asked with loglik-shared, 2.0 points away"),
        (FR, "Modèles causaux : c’est avec loglik-shared que les valeurs sont le plus près du curseur, à 2,0 points"),
    ):
        (sentence,) = headline(results, language)
        assert sentence.replace("\u00a0", " ").startswith(told)
    said = next(headline(results, EN)).replace("\u00a0", " ")
    assert "loglik-mean 24.0 (no better than always 50); loglik 50.0 (no better than always 50)" in said
    page = render_html(results, EN)
    assert page.count("<svg") == 3
    assert page.count('class="off"') == 2
    assert "All instruments" not in page  # names were uneven in every model
    rows = list(errors_table(results, "causal", EN).rows())
    assert [[cell.value for cell in row] for row in rows] == [[1, 0.25, 2, 24, 50], [1, 4, 2, 24, 50]]


def test_the_terminal_has_the_verdict_on_ways_of_asking_within_80_characters(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    print_document(PAGE.summary([save_calibration(tmp_path / "run", results_of(uneven_points()))], "fr"))
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert "loglik-shared" in printed
    assert "toujours 50" in printed


@pytest.mark.parametrize("language", [EN, FR])
def test_the_page_draws_every_curve_and_needs_no_network(language):
    page = render_html(invented_results(), language)
    assert page.count("<svg") == 9
    assert page.count('class="truth"') == 2  # judged_feminine and r: the dial itself is known
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "<script" not in page
    assert f'lang="{language.code}"' in page


def test_markdown_and_pages_are_written_in_both_languages(tmp_path):
    pages = write_reports(save_calibration(tmp_path / "run"))
    assert {path.name for path in pages} == {"report.en.html", "report.fr.html"}
    for code, row in (("en", "| Mean r | 1.00 |"), ("fr", "| r moyen | 1,00 |")):
        assert row in (tmp_path / "run" / f"report.{code}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["html", "md", "tex", "csv"])
def test_the_report_command_shows_a_calibration_in_any_format(suffix: str, tmp_path: Path) -> None:
    save_calibration(tmp_path / "run")
    done = epicene("report", "run", "-o", f"page.{suffix}", "--lang", "fr", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / f"page.{suffix}").read_text(encoding="utf-8")
    assert "t perdu par u1" in text
    if suffix == "csv":
        readings, _, table = (list(csv.reader(part.splitlines())) for part in text.split("\n\n"))
        assert [float(row[0]) for row in readings[1:]] == list(SETTINGS)
        assert table[0][:6] == ["dial", "instrument", "rho", "rho_low", "rho_high", "p"]


def test_both_catalogues_have_the_same_keys_and_placeholders():
    def placeholders(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, french = (read_catalogue(ROOM, code) for code in ("en", "fr"))
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in french.items()
    }


def test_french_messages_are_spelt_as_french_is():
    for key, text in read_catalogue(ROOM, "fr").items():
        assert not UNFRENCH.search(text), (key, text)
        assert "'" not in text, key
    raw = resources.files(ROOM).joinpath("messages", "fr.json").read_text(encoding="utf-8")
    pairs = json.loads(raw, object_pairs_hook=list)
    assert len(pairs) == len({key for key, _ in pairs})
