"""Which way of asking follows the dial: worked out by hand on readings that nobody made."""

from __future__ import annotations

from math import sqrt

import pytest

from epicene.lab.calibration_verdicts import verdicts
from epicene.lab.results import MeasuredPoint
from lab.invented_calibration import reading, uneven_points


def point(dial: float, seed: int, **scorings: tuple[float, float]) -> MeasuredPoint:
    read = {
        name: {"stereo_score": reading(stereo, 5), "antistereo_score": reading(anti, 5)}
        for name, (stereo, anti) in scorings.items()
    }
    return MeasuredPoint("causal", "rate", dial, seed, f"lab:{dial:g}-{seed}", {}, {}, scorings=read)


def test_errors_slope_and_spread_are_those_worked_out_by_hand() -> None:
    points = [
        point(10, 0, near=(12, 16), flat=(50, 50)),  # 2 and 6: 4
        point(50, 0, near=(53, 47), flat=(50, 50)),  # 3 and 3: 3
        point(90, 0, near=(90, 80), flat=(50, 50)),  # 0 and 10: 5
        point(50, 1, near=(54, 54), flat=(50, 50)),  # 4
    ]
    near, flat = verdicts(points)
    assert (near.scoring, near.n, near.behind) == ("near", 4, None)
    assert near.error == pytest.approx(4)
    assert near.by_seed == {0: pytest.approx(4), 1: pytest.approx(4)}
    # Σ(x − 50)(y − ȳ) / Σ(x − 50)²: (−40 × (12 + 16) + 40 × (90 + 80)) / (4 × 1600)
    assert near.slope == pytest.approx(0.8875)
    assert near.spread_at_50 == pytest.approx(sqrt((9 + 9 + 16 + 16) / 4))
    assert (near.error_low, near.error_high) == (None, None)  # four models
    assert flat.error == flat.error_of_50 == pytest.approx(20)  # 40, 0, 40, 0
    assert (flat.slope, flat.spread_at_50) == (0, 0)
    assert flat.behind == pytest.approx(16)


def test_staying_at_50_fails_as_moving_there_does_and_opposite_errors_do_not_cancel() -> None:
    found = {one.scoring: one for one in verdicts(uneven_points())}
    assert list(found) == ["loglik-shared", "loglik-mean", "loglik"]
    assert [one.fails for one in found.values()] == [False, True, True]
    # 100 over the frequent group and 0 over the rare one at every dial, where their mean is always 50
    assert found["loglik"].error == pytest.approx(50)
    assert found["loglik"].spread_at_50 == pytest.approx(50)
    assert found["loglik"].slope == 0
    assert found["loglik-mean"].error == pytest.approx(24)
    assert all(one.is_significant for one in found.values() if one.behind is not None)


def test_only_models_that_all_scorings_were_read_at_count() -> None:
    points = [point(50, 0, a=(50, 50), b=(60, 60)), point(50, 1, a=(99, 99)), point(50, 2)]
    assert [(one.scoring, one.n, one.error) for one in verdicts(points)] == [("a", 1, 0), ("b", 1, 10)]
    assert verdicts([point(50, 2)]) == []
