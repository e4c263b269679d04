"""What each instrument should do, from points that nobody measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicene.lab.calibration_request import CalibrationRequest
from epicene.lab.calibration_verdicts import curves_of, instrument_verdicts, noun_summaries
from epicene.lab.dials import MtDials
from epicene.lab.instruments import _less, noun_agreement, positions_of
from epicene.lab.parallel_sentences import Generator
from epicene.lab.results import InstrumentReading, MeasuredPoint, NounAgreement
from lab.invented_calibration import reading


def point(route: str, seed: int, places: dict[str, dict[str, float]]) -> MeasuredPoint:
    return MeasuredPoint("mt", "route", 95.0, seed, f"lab:mt-route-{route}", {}, {}, route=route, positions=places)


def along_her(dial: float, seed: int) -> MeasuredPoint:
    read = {"t_star": reading(dial / 100, 0.02), "amnesic_control": reading(0.01 * (seed % 2), 0.05)}
    nouns = {"r": NounAgreement(50, 0.1 * (seed + 1), 0.5 + seed / 10)}
    return MeasuredPoint("mt", "her", dial, seed, f"lab:mt-her-{dial:g}", {}, read, nouns=nouns)


@pytest.fixture
def points() -> list[MeasuredPoint]:
    routes = ("son", "subject", "rest")
    named = [
        point(
            route,
            seed,
            {
                "patching": {one: 0.8 if one == route else 0.1 for one in routes},
                "amnesic": {"son": 0.5, "subject": 0.2, "rest": 0.3},
            },
        )
        for route in routes
        for seed in range(3)
    ]
    return [*(along_her(dial, seed) for dial in (10.0, 40.0, 70.0, 100.0) for seed in range(3)), *named]


def test_an_instrument_that_names_every_route_and_one_that_always_says_son(points: list[MeasuredPoint]) -> None:
    rows = {row.instrument: row for row in instrument_verdicts(points, curves_of(points))}
    patching, amnesic = rows["patching"], rows["amnesic"]
    assert (patching.named, patching.systems, patching.along_her) == (9, 9, "follows")
    assert patching.p_named == pytest.approx((1 / 3) ** 9)
    assert patching.margin == pytest.approx((0.8 - 0.1) / 1.0)
    assert (patching.read, amnesic.read) == pytest.approx((0.8, 0.3))
    assert (amnesic.named, amnesic.systems) == (3, 9)
    assert amnesic.margin == pytest.approx(-0.2)  # 0.5 − 0.3, 0.2 − 0.5 and 0.3 − 0.5
    assert (amnesic.p_named or 0) > 0.5
    assert (rows["control"].is_placebo, rows["control"].along_her) == (True, "stays")
    assert not patching.is_placebo


def test_nouns_are_summed_up_by_median_and_ends(points: list[MeasuredPoint]) -> None:
    (r,) = noun_summaries(points)
    assert (r.measure, r.systems) == ("r", 12)
    assert (r.rho, r.rho_least, r.rho_most) == pytest.approx((0.6, 0.5, 0.7))
    assert (r.error, r.error_least, r.error_most) == pytest.approx((0.2, 0.1, 0.3))


def test_what_is_read_of_a_place_is_the_sum_over_its_blocks() -> None:
    shares = {"determiner": 0.1, "noun": 0.2, "verb": 0.05, "possessive": 0.6, "rest": 0.15}
    read = {(f"phi_{block}", "all"): InstrumentReading(value, 0, 1, 9) for block, value in shares.items()}
    assert positions_of(read) == {"patching": pytest.approx({"son": 0.6, "subject": 0.3, "rest": 0.2})}


def test_a_difference_has_the_far_ends_of_both() -> None:
    lost = _less(InstrumentReading(1.0, 0.7, 1.1, 9), InstrumentReading(0.4, 0.3, 0.8, 5))
    assert (lost.value, lost.n) == (pytest.approx(0.6), 5)
    assert (lost.low, lost.high) == pytest.approx((0.6 - 0.5, 0.6 + 0.02**0.5))  # 0.3 and 0.4; 0.1 and 0.1


def test_nouns_are_held_to_their_own_rates(tmp_path: Path) -> None:
    """Lines that read each noun's rate exactly have no error; held-out nouns, which have no rate, are passed over."""
    dials = MtDials(occupations=24, held_out=20)
    rates = Generator(dials).feminine_her
    head = "line\tpair\tclass\tgender\tmarked\toccupation\tcontrast\tlog_masculine\tlog_feminine\tb\tr\tt"
    rows = [
        f"{2 * index + 2}\t{index + 1}\tla feminine\tfeminine\tyes\t{noun}\this/her\t0\t0\t0\t{rate / 100}\t0"
        for index, (noun, rate) in enumerate(rates.items())
    ]
    rows.append("999\t500\tla feminine\tfeminine\tyes\tno such noun\this/her\t0\t0\t0\t0.5\t0")
    (tmp_path / "lines.tsv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    found = noun_agreement(dials, tmp_path)["r"]
    assert (found.n, found.error) == (len(rates), pytest.approx(0, abs=1e-9))
    assert found.rho == pytest.approx(1)


def test_routes_are_turned_with_two_decoder_layers(tmp_path: Path) -> None:
    request = CalibrationRequest(out=tmp_path, turn=("route",), seeds=2, base="mt-pairs-3000")
    request.check()
    points = request.points()
    assert [point.name for point in points[:3]] == ["route-son-seed-0", "route-subject-seed-0", "route-rest-seed-0"]
    assert points[5].model == "lab:mt-her-95-pairs-3000-seed-1-layers-2-route-rest"
    assert len(points) == 6
