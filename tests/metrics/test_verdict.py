"""The one rule for what a sentence may say of a figure."""

from __future__ import annotations

import pytest

from epicene.metrics.significance import shown_side


@pytest.mark.parametrize(
    ("low", "high", "p", "units", "said"),
    [
        (8.0, 104.0, None, 40, 1),
        (8.0, 104.0, 0.06, 40, 0),  # adjusted over what else was looked at
        (-54.0, 66.0, 0.001, 40, 0),
        (-0.96, -0.94, None, 5, 0),  # five occupations
        (-0.96, -0.94, None, 6, -1),
        (-0.96, -0.94, None, 0, -1),  # nobody counted them
        (1e-12, 3.0, None, 40, 0),  # rounding
    ],
)
def test_a_side_is_named_where_interval_test_and_units_allow_it(
    low: float, high: float, p: float | None, units: int, said: int
) -> None:
    assert shown_side(low, high, p=p, units=units) == said
    assert shown_side(-high, -low, p=p, units=units) == -said
    assert shown_side(low + 50, high + 50, 50.0, p=p, units=units) == said
