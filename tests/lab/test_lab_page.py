"""The report of a calibration: what is counted, drawn and tabulated, and one reviewed text."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from epicene.core.language import Language
from epicene.lab.calibration_verdicts import INSTRUMENTS, instrument_verdicts
from epicene.lab.page import (
    PAGE,
    curves_table,
    headline,
    instruments_table,
    scorings_table,
    write_reports,
)
from epicene.lab.results import MOVES, TOO_FEW, CalibrationResults, MeasuredPoint, NounSummary
from epicene.report.render.html import render_html
from lab.invented_calibration import (
    SETTINGS,
    invented_points,
    reading,
    results_of,
    save_calibration,
    uneven_points,
)
from page_snapshot import check_page

EN, FR = (Language(code, *PAGE.rooms) for code in ("en", "fr"))


def lines(results: CalibrationResults) -> list[str]:
    return [text.replace("\u00a0", " ") for text in headline(results, EN)]


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
    assert astray.count("t lost, ") == 3
    assert routes.index("Complete patching (t*, φ), in 3") < routes.index("Amnesic effect, in 0")
    rows = {row[1].value: row[-1].value for row in curves_table(results.curves, EN).rows()}
    assert rows["Mean t"] == "follows the dial"
    assert rows["t* (complete patching)"] == "follows the dial with t, by construction"
    cells = {row[0].value: row[1].value for row in instruments_table(results, EN).rows()}
    assert cells["Complete patching (t*, φ)"] == "follows the dial with t, by construction"


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


def test_the_page_reads_as_reviewed_in_both_languages(tmp_path: Path) -> None:
    """Instruments with each verdict, ways of asking, routes and nouns."""
    results = results_of([*invented_points()[: len(SETTINGS)], *uneven_points()])
    moved = {"r_mean": TOO_FEW, "judged_masculine": MOVES}
    curves = [replace(curve, verdict=moved.get(curve.instrument, curve.verdict)) for curve in results.curves]
    routed = MeasuredPoint(
        *("mt", "route", 95.0, 0, "lab:mt-route", {}, {}),
        route="son",
        positions={"patching": {"son": 0.9, "subject": 0.0, "rest": 0.1}},
        nouns={},
    )
    nouns = [NounSummary("r", 12, 0.2, 0.1, 0.3, 0.6, 0.5, 0.7)]
    results = replace(results, curves=curves, instruments=instrument_verdicts([routed], curves), nouns=nouns)
    run = save_calibration(tmp_path / "run", results)
    check_page("lab", [run], tmp_path)
    page = render_html(PAGE.document([run], "en"))
    assert page.count("<svg") == 9
    assert page.count('class="truth"') == 2 + 3  # judged_feminine and r, where the dial is known, and ways of asking
    assert {path.name for path in write_reports(run)} == {"report.en.html", "report.fr.html"}
    tables = PAGE.summary([run], "fr").tables()
    assert all(len(block.table.columns) <= 8 for block in tables)  # what 80 characters of a terminal have room for
