"""The report of a calibration: what is counted, drawn and tabulated, in both languages."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from command import epicene
from epicene.core.language import Language
from epicene.lab.calibration_verdicts import INSTRUMENTS, instrument_verdicts
from epicene.lab.page import (
    PAGE,
    calibration_tables,
    chart,
    curve_sentence,
    curves_table,
    headline,
    instruments_table,
    readings_table,
    scorings_table,
    write_reports,
)
from epicene.lab.results import MOVES, TOO_FEW, CalibrationResults, MeasuredPoint
from epicene.report.render.html import render_html
from epicene.report.render.markdown import render_markdown
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

EN, FR = (Language(code, *PAGE.rooms) for code in ("en", "fr"))


def lines(results: CalibrationResults) -> list[str]:
    return [text.replace("\u00a0", " ") for text in headline(results, EN)]


def judged(verdict: str, *names: str) -> CalibrationResults:
    """The invented results with another verdict about some instruments."""
    results = invented_results()
    curves = [replace(curve, verdict=verdict) if curve.instrument in names else curve for curve in results.curves]
    return replace(results, curves=curves)


def test_what_follows_and_what_does_not_is_counted_and_named():
    first, astray, unknown = lines(invented_results())  # nothing moves that should stay
    assert "4 of 5" in first  # judged_feminine, r, metric_score, ss; not u1
    assert "t lost by u1 (feminine → her)." in astray
    assert "Probe at “son”, accuracy (%) (feminine → her)." in unknown


@pytest.mark.parametrize(("verdict", "counted"), [(TOO_FEW, "3 of 5"), (MOVES, "3 of 5")])
def test_instruments_with_another_verdict_are_named_apart(verdict: str, counted: str):
    first, *_, apart = lines(judged(verdict, "r_mean"))
    assert counted in first
    assert "Mean r (feminine → her)." in apart


def test_what_equals_or_contains_t_is_counted_once_and_routes_are_the_evidence():
    """Nine curves should rise: judged, r, u1 to u3, t, t*, and what is lost by erasing and patching."""
    rising = ("judged_feminine", "r_mean", "t_mean", *(name for name, one in INSTRUMENTS.items() if one.contains))
    points = [
        MeasuredPoint(
            *("mt", "her", dial, 0, f"lab:mt-her-{dial:g}", {}),
            {name: reading(dial / 100, 0.02) for name in rising}
            | {f"u{k}_t_lost": reading(0.01 * ((7 * index + k) % 5), 0.02) for k in (1, 2, 3)},
        )
        for index, dial in enumerate(SETTINGS)
    ]
    routed = [
        MeasuredPoint(
            *("mt", "route", 95.0, seed, f"lab:mt-route-{seed}", {}, {}),
            route="son",
            positions={
                "patching": {"son": 0.9, "subject": 0.0, "rest": 0.1},
                "amnesic": {"son": 0.1, "subject": 0.3, "rest": 0.2},
            },
        )
        for seed in range(3)
    ]
    results = results_of([*points, *routed])
    results = replace(results, instruments=instrument_verdicts([*points, *routed], results.curves))
    first, astray, contained, routes = lines(results)
    assert "3 of 6" in first  # judged, r and t; not u1, u2, u3
    assert all(name in contained for name in ("t*", "erased", "patched"))
    assert "Mean t" not in contained
    assert astray.count("t lost by u") == 3
    assert routes.index("Complete patching (t*, φ), in 3") < routes.index("Amnesic effect, in 0")
    rows = {row[1].value: row[-1].value for row in curves_table(results.curves, EN).rows()}
    assert rows["Mean t"] == "follows the dial"
    assert rows["t* (complete patching)"] == "follows the dial with t, by construction"
    cells = {row[0].value: row[1].value for row in instruments_table(results, EN).rows()}
    assert cells["Complete patching (t*, φ)"] == "follows the dial with t, by construction"


def test_a_curve_in_a_sentence_has_rho_p_n_and_resolution():
    sentences = {curve.instrument: curve_sentence(curve, EN) for curve in invented_results().curves}
    assert all(
        part in sentences["r_mean"] for part in ("ρ\u00a0=\u00a01.00", "<\u00a00.001", "n\u00a0=\u00a07", "10 points")
    )
    assert "points" not in sentences["judged_masculine"]  # it should stay: no resolution


def test_every_instrument_has_a_name_in_both_languages():
    for name in INSTRUMENTS:
        assert EN.text(f"lab.instrument.{name}") != FR.text(f"lab.instrument.{name}") or name == "t_star"


@pytest.mark.parametrize("points", [invented_points(), uneven_points()])
def test_the_terminal_has_every_table_within_80_characters(points, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    results = results_of(points)
    print_document(PAGE.summary([save_calibration(tmp_path / "run", results)], "fr"))
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed
    assert len(calibration_tables(results, FR)) == (2 if results.curves else 1)


def test_an_instrument_that_could_not_be_read_at_a_setting_leaves_its_place_empty():
    points = invented_points()
    points[2].readings.pop("u1_t_lost")
    results = results_of(points)
    rows = list(readings_table(results, results.along("mt", "her"), EN).rows())
    assert [row[-1].value is None for row in rows] == [False, False, True, False, False, False, False]
    (curve,) = (one for one in results.curves if one.instrument == "u1_t_lost")
    assert curve.n == 6


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
    row = next(row for row in curves_table(results.along("mt", "her"), EN).rows() if row[1].value == "Mean r")
    assert (row[5].value, row[6].value) == (pytest.approx(1), pytest.approx(1.95))
    (curve,) = (one for one in results.curves if one.instrument == "r_mean")
    across = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', str(chart(curve, EN).drawings(EN)[0]))]
    assert across[1] - across[0] == pytest.approx(6)  # beside each other, around the setting
    assert (across[0] + across[1]) / 2 == pytest.approx(46)


def test_the_way_of_asking_that_comes_nearest_is_named_and_those_that_fail_too(tmp_path):
    results = results_of(uneven_points())
    (sentence,) = lines(results)
    assert (
        sentence.index("loglik-shared, 2.0 points") < sentence.index("loglik-mean 24.0") < sentence.index("loglik 50.0")
    )
    rows = [[cell.value for cell in row] for row in scorings_table(results, "causal", EN).rows()]
    assert [row[:3] for row in rows] == [["loglik-shared", 2, 24], ["loglik-mean", 24, 24], ["loglik", 50, 24]]
    page = render_html(PAGE.document([save_calibration(tmp_path / "run", results)], "en"))
    assert (page.count("<svg"), page.count('class="off"')) == (3, 2)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_page_draws_every_curve_and_needs_no_network(code, tmp_path):
    page = render_html(PAGE.document([save_calibration(tmp_path / "run")], code))
    assert page.count("<svg") == 9
    assert page.count('class="truth"') == 2  # judged_feminine and r: the dial itself is known
    assert page.count('class="off"') == 2  # u1 and the probe
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "<script" not in page
    assert f'lang="{code}"' in page


def test_markdown_and_pages_are_written_in_both_languages(tmp_path):
    pages = write_reports(save_calibration(tmp_path / "run"))
    assert {path.name for path in pages} == {"report.en.html", "report.fr.html"}
    for code, row in (("en", "| Mean r | 1.00 |"), ("fr", "| r moyen | 1,00 |")):
        assert row in (tmp_path / "run" / f"report.{code}.md").read_text(encoding="utf-8")
    assert "t lost by u1" in render_markdown(PAGE.document([tmp_path / "run"], "en"))


@pytest.mark.parametrize("suffix", ["tex", "csv"])
def test_the_report_command_shows_a_calibration_in_any_format(suffix: str, tmp_path: Path) -> None:
    save_calibration(tmp_path / "run")
    done = epicene("report", "run", "-o", f"page.{suffix}", "--lang", "fr", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / f"page.{suffix}").read_text(encoding="utf-8")
    assert "t perdu par u1" in text
    if suffix == "csv":
        table, readings, *_ = (list(csv.reader(part.splitlines())) for part in text.split("\n\n"))
        assert table[0][:6] == ["dial", "instrument", "rho", "rho_low", "rho_high", "p"]
        assert [float(row[0]) for row in readings[1:]] == list(SETTINGS)
