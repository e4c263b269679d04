"""Does an instrument follow its dial, and how small a turn of the dial does it see?

`resolution`: the smallest distance on the dial, among those tried, from which on every two settings are told apart the
right way round: the interval of their difference leaves 0 out. The interval of a difference comes from the two
readings' own (Newcombe's square-and-add). It is a fact about these systems, their training noise included, not an
extrapolation. `item_limit`: what the items alone would allow if the curve were a straight line and trainings never
differed: √2 × half the median interval / slope. The truth about new systems lies between the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import hypot, sqrt
from statistics import median
from typing import Any

import numpy as np

from epicene.lab.instruments import INSTRUMENTS
from epicene.metrics.correlation import spearman

ENOUGH = 0.9  # of |ρ|, to be said to follow, or to move
NOISE = 1e-9  # a rise over the whole dial that is no more than this part of the readings is rounding
FOLLOWS, STAYS = "follows", "stays"
NOT, MOVES = "does not follow", "moves although it should not"


@dataclass(frozen=True, slots=True)
class At:
    """An instrument's reading at one setting of the dial."""

    dial: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """`rho` is None where the readings are all the same; `p` is its permutation p value, two-sided.

    `rho_low` and `rho_high`: its bootstrap interval over models, from four models on.
    """

    points: Sequence[At]
    rho: float | None
    rho_low: float | None
    rho_high: float | None
    p: float | None
    exact: bool
    slope: float  # of the least-squares line, per dial point
    resolution: float | None
    item_limit: float | None


def curve(points: Sequence[At], way: int | None = 1) -> Curve:
    """The curve of an instrument that should rise with the dial (`way` 1); where nobody knows, it rises as it does."""
    ordered = sorted(points, key=lambda point: point.dial)
    dials, values = [point.dial for point in ordered], [point.value for point in ordered]
    slope = _slope(dials, values)
    found = spearman(dials, values)
    sign = way or (1 if slope >= 0 else -1)
    half = median((point.high - point.low) / 2 for point in ordered)
    return Curve(
        ordered,
        found.rho if found else None,
        found.low if found else None,
        found.high if found else None,
        found.p_two_sided if found else None,
        found.exact if found else True,
        slope,
        resolution(ordered, sign),
        sqrt(2) * half / abs(slope) if slope else None,
    )


def _slope(dials: Sequence[float], values: Sequence[float]) -> float:
    """Of the least-squares line; 0 where it would be that of rounding."""
    if len(set(dials)) < 2:
        return 0.0
    slope = float(np.polyfit(dials, values, 1)[0])
    rise = abs(slope) * (max(dials) - min(dials))
    return slope if rise > NOISE * max(map(abs, values)) else 0.0


def resolution(points: Sequence[At], sign: int = 1) -> float | None:
    """None where not even the two ends of the dial are told apart."""
    pairs = [(b.dial - a.dial, told_apart(a, b, sign)) for a, b in combinations(points, 2) if b.dial > a.dial]
    blind = max((gap for gap, told in pairs if not told), default=0.0)
    return min((gap for gap, _ in pairs if gap > blind), default=None)


def told_apart(a: At, b: At, sign: int = 1) -> bool:
    """Whether b lies beyond a, in the direction of the sign, with 95 % confidence."""
    if sign > 0:
        return b.value - a.value > hypot(b.value - b.low, a.high - a.value)
    return a.value - b.value > hypot(a.value - a.low, b.high - b.value)


def verdict(found: Curve, expected: int | None) -> str:
    """What is said of an instrument; `expected` as in `Instrument`.

    One that should stay is held to both rules: ends that are told apart, or an order as good as following takes.
    """
    rho = found.rho or 0.0
    if expected == 0:
        return STAYS if found.resolution is None and abs(rho) < ENOUGH else MOVES
    return FOLLOWS if (rho if expected else abs(rho)) >= ENOUGH else NOT


def curves_of(points: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A curve for each dial, kind of model and instrument, from the records of a calibration."""
    groups: dict[tuple[str, str, str], list[At]] = {}
    for point in points:
        for name, reading in point["readings"].items():
            at = At(point["value"], reading["value"], reading["low"], reading["high"])
            groups.setdefault((point["kind"], point["dial"], name), []).append(at)
    made = []
    for (kind, dial, name), ats in groups.items():
        expected = INSTRUMENTS[name].expected[dial]
        found = curve(ats, expected)
        facts = {key: value for key, value in asdict(found).items() if value is not None}
        made.append(
            {
                "kind": kind,
                "dial": dial,
                "instrument": name,
                "is_percent": INSTRUMENTS[name].is_percent,
                **({"expected": expected} if expected is not None else {}),
                "verdict": verdict(found, expected),
                "n": len(ats),
                **facts,
            }
        )
    return made
