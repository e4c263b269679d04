"""Calibration curves: numbers computed by hand."""

from __future__ import annotations

from math import sqrt

import msgspec
import pytest

from epicene.lab.calibration_verdicts import curves_of, is_beyond, resolution, trend, verdict
from epicene.lab.results import FOLLOWS, MOVES, NOT, STAYS, TOO_FEW, DialReading, InstrumentReading, MeasuredPoint


def at(dial: float, value: float, half: float = 5.0) -> DialReading:
    return DialReading(dial, value, value - half, value + half)


def test_two_settings_are_told_apart_when_the_interval_of_their_difference_leaves_0_out():
    # Half widths 3 and 4: the difference has 5.
    assert is_beyond(at(0, 10, 3), at(10, 15.1, 4))
    assert not is_beyond(at(0, 10, 3), at(10, 14.9, 4))
    assert not is_beyond(at(0, 20, 3), at(10, 10, 4))
    assert is_beyond(at(0, 20, 3), at(10, 10, 4), sign=-1)
    # What counts are the ends that face one another: 3 below the second, 2 above the first.
    low, high = DialReading(0, 10, -20, 12), DialReading(10, 15, 12, 45)
    assert is_beyond(low, high)
    assert is_beyond(high, low, sign=-1)
    assert not is_beyond(DialReading(0, 10, 9, 14), DialReading(10, 15, 11, 16))


def test_resolution_is_the_gap_from_which_on_all_settings_are_told_apart():
    straight = [at(dial, dial) for dial in (0, 5, 10, 50, 100)]
    # A difference of 5 is less than √50 ≈ 7.1, one of 10 is more.
    assert resolution(straight) == 10
    # One wrong pair 50 apart spoils everything below it.
    assert resolution([at(0, 0), at(50, 1), at(100, 80)]) == 100
    assert resolution([at(0, 0), at(50, 1), at(100, 2)]) is None
    assert resolution([at(0, 100), at(50, 50), at(100, 0)]) is None
    assert resolution([at(0, 100), at(50, 50), at(100, 0)], sign=-1) == 50


def test_a_perfect_curve_has_rho_1_and_its_exact_p_value():
    found = trend([at(dial, 2 * dial - 3) for dial in (100, 0, 10, 30, 50, 70, 90)])
    assert found.rho == pytest.approx(1)
    assert found.p == pytest.approx(2 / 5040)  # two of 7! orders are as extreme
    assert found.exact
    assert (found.rho_low, found.rho_high) == (None, None)  # whatever models are drawn, their order is perfect
    assert found.slope == pytest.approx(2)
    assert found.item_limit == pytest.approx(sqrt(2) * 5 / 2)
    assert [point.dial for point in found.points] == [0, 10, 30, 50, 70, 90, 100]


def test_a_curve_that_models_disagree_about_has_a_wide_interval():
    found = trend(
        [at(dial, value) for dial, value in zip((0, 0, 50, 50, 100, 100), (10, 60, 30, 40, 20, 90), strict=True)]
    )
    assert found.rho is not None
    assert found.rho_low is not None
    assert found.rho_high is not None
    assert found.rho == pytest.approx(
        0.239, abs=1e-3
    )  # ranks 1.5 1.5 3.5 3.5 5.5 5.5 and 1 5 3 4 2 6: 4 / sqrt(16 x 17.5)
    assert found.rho_low < 0 < found.rho < found.rho_high
    fewer = trend([at(dial, dial) for dial in (0, 25, 50, 75, 100)])
    assert (fewer.rho, fewer.rho_low, fewer.rho_high) == (None, None, None)


def test_a_slope_that_is_rounding_has_no_item_limit():
    """82.4 + 1e-14 is 82.4 as far as anybody can say; a rise of a hundredth over the dial is one."""
    found = trend([at(dial, 82.4 + 1e-14 * (dial > 50)) for dial in (0, 10, 30, 50, 70, 90, 100)])
    assert (found.slope, found.item_limit) == (0, None)
    slight = trend([at(dial, 82.4 + dial / 10_000) for dial in (0, 50, 100)])
    assert slight.item_limit == pytest.approx(sqrt(2) * 5 * 10_000)


def test_an_instrument_that_should_stay_moves_also_by_its_order_alone():
    """The readings of feminine accuracy on the other dial in a calibration of ours: ρ = 0.95, ends not told apart."""
    values = (71.25, 63.75, 73.75, 74.0, 75.0, 75.1, 76.0)
    found = trend([at(dial, value, 9) for dial, value in zip((0, 10, 30, 50, 70, 90, 100), values, strict=True)], 0)
    assert found.resolution is None
    assert found.rho == pytest.approx(0.964, abs=1e-3)  # one swap of neighbours: 1 - 6 x 2 / (7 x 48)
    assert verdict(found, 0) == MOVES
    falling = trend([at(dial, -value, 9) for dial, value in zip((0, 10, 30, 50, 70, 90, 100), values, strict=True)], 0)
    assert verdict(falling, 0) == MOVES


def test_verdicts():
    dials = (0, 15, 30, 55, 80, 100)
    rising = trend([at(dial, dial) for dial in dials])
    falling = trend([at(dial, -dial) for dial in dials], None)
    wavering = trend([at(dial, dial % 2) for dial in dials])
    assert [verdict(rising, way) for way in (1, 0, None)] == [FOLLOWS, MOVES, FOLLOWS]
    assert [verdict(falling, way) for way in (1, None)] == [NOT, FOLLOWS]
    assert [verdict(wavering, way) for way in (1, 0, None)] == [NOT, STAYS, NOT]


def test_to_follow_takes_more_models_than_chance_puts_in_order():
    """Four stand in the right order once in 24 times, and five once in 120; six are asked for."""
    for dials in ((0, 50, 100), (0, 30, 60, 100), (0, 25, 50, 75, 100)):
        assert [verdict(trend([at(dial, dial) for dial in dials], None), way) for way in (1, None)] == 2 * [TOO_FEW]
        assert verdict(trend([at(dial, -dial) for dial in dials]), 1) == TOO_FEW  # nor are they enough for a no
    twice = trend([at(dial, dial) for dial in (0, 0, 50, 50, 100, 100)])  # 2 x 2 x 2 of 720 orders
    assert twice.p_one_sided == pytest.approx(8 / 720)
    assert verdict(twice, 1) == FOLLOWS


def test_points_become_curves_by_kind_dial_and_instrument():
    points = [
        MeasuredPoint(
            *("mt", "her", dial, 0, "lab:mt", {}),
            {
                "r_mean": InstrumentReading(dial / 100, dial / 100 - 0.01, dial / 100 + 0.01, 9),
                "b_mean": InstrumentReading(-0.4, -0.5, -0.3, 9),
            },
        )
        for dial in (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)
    ]
    found = {one.instrument: one for one in curves_of(points)}
    assert found["r_mean"].verdict == FOLLOWS
    assert found["r_mean"].resolution == 20
    assert found["b_mean"].verdict == STAYS
    assert "rho" not in msgspec.to_builtins(found["b_mean"])  # what cannot be computed is left out, never null


def test_models_whose_names_are_uneven_are_no_part_of_a_curve():
    dials, reading = (0.0, 20.0, 40.0, 60.0, 80.0, 100.0), InstrumentReading(50.0, 49.0, 51.0, 9)
    points = [MeasuredPoint("causal", "rate", dial, 0, "lab:causal", {}, {"metric_score": reading}) for dial in dials]
    uneven = [
        msgspec.structs.replace(point, **change) for point in points for change in ({"length": 1}, {"frequency": 4.0})
    ]
    assert [curve.n for curve in curves_of([*points, *uneven])] == [6]
