"""When a sentence may say that a figure lies above or below a value: one rule for all sorts of run."""

from __future__ import annotations

from epicene.metrics.significance import LEVEL

FEWEST_UNITS = 6  # five that all point one way do so by chance once in sixteen times
ROUNDING = 1e-9


def shown_side(low: float, high: float, null: float = 0.0, *, p: float | None = None, units: int = 0) -> int:
    """1 above `null`, −1 below it, 0 where nothing may be said.

    The interval leaves `null` out, an end that only rounding keeps from it included; the test of the figure, where one
    was made, is below 0.05, adjusted where several figures are looked at; and at least six units are behind both, where
    they were counted.
    """
    if 0 < units < FEWEST_UNITS or (p is not None and p >= LEVEL):
        return 0
    return int(low - ROUNDING > null) - int(high + ROUNDING < null)
