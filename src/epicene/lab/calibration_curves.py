"""Does an instrument follow its dial, and how small a turn of the dial does it see?

`resolution`: the smallest distance on the dial, among those tried, from which on every two settings are told apart the
right way round: the interval of their difference leaves 0 out. The interval of a difference comes from the two
readings' own (Newcombe's square-and-add). It is a fact about these systems, their training noise included, not an
extrapolation. `item_limit`: what the items alone would allow if the curve were a straight line and trainings never
differed: √2 × half the median interval / slope. The truth about new systems lies between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import factorial, hypot, prod, sqrt
from statistics import median

import numpy as np
from msgspec.structs import asdict

from epicene.lab.instruments import INSTRUMENTS
from epicene.lab.results import FOLLOWS, MOVES, NOT, STAYS, TOO_FEW, At, Course, Curve, MeasuredPoint
from epicene.metrics.correlation import spearman

ENOUGH = 0.9  # of |ρ|, to be said to follow, or to move
LEVEL = 0.05  # below which p must be for that
FEWEST_SETTINGS = 3  # of a curve
NOISE = 1e-9  # a rise over the whole dial that is no more than this part of the readings is rounding


def course(points: Sequence[At], way: int | None = 1) -> Course:
    """The course of an instrument that should rise with the dial (`way` 1); where nobody knows, it rises as it does."""
    ordered = sorted(points, key=lambda point: point.dial)
    dials, values = [point.dial for point in ordered], [point.value for point in ordered]
    slope = slope_of(dials, values)
    found = spearman(dials, values)
    sign = way or (1 if slope >= 0 else -1)
    half = median((point.high - point.low) / 2 for point in ordered)
    return Course(
        points=ordered,
        rho=found.rho if found else None,
        rho_low=found.low if found else None,
        rho_high=found.high if found else None,
        p=found.p_two_sided if found else None,
        p_one_sided=found.p_one_sided if found else None,
        exact=found.exact if found else True,
        slope=slope,
        resolution=resolution(ordered, sign),
        item_limit=sqrt(2) * half / abs(slope) if slope else None,
    )


def slope_of(dials: Sequence[float], values: Sequence[float]) -> float:
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


def verdict(found: Course, expected: int | None) -> str:
    """What is said of an instrument; `expected` as in `Instrument`.

    To follow takes an order that is good and that chance does not make: ρ, and its p value, one-sided where it is known
    which way the instrument should go. One that should stay is held to both rules: ends that are told apart, or an
    order as good as following takes.
    """
    if expected == 0 and found.resolution is not None:
        return MOVES
    dials = [point.dial for point in found.points]
    if len(set(dials)) < FEWEST_SETTINGS:
        return TOO_FEW
    if found.rho is None or found.p is None or found.p_one_sided is None:
        return NOT if expected != 0 else STAYS
    rho, p = (found.rho, found.p_one_sided) if expected else (abs(found.rho), found.p)
    if rho >= ENOUGH:
        return TOO_FEW if p >= LEVEL else MOVES if expected == 0 else FOLLOWS
    if expected == 0:
        return STAYS
    return NOT if _least_p(dials) < LEVEL else TOO_FEW


def _least_p(dials: Sequence[float]) -> float:
    """The one-sided p value of a perfect order, the best that models at these settings can reach."""
    return prod(factorial(n) for n in Counter(dials).values()) / factorial(len(dials))


def curves_of(points: Sequence[MeasuredPoint]) -> list[Curve]:
    """A curve for each dial, kind of model and instrument, from the records of a calibration where names are even."""
    groups: dict[tuple[str, str, str], list[At]] = {}
    for point in (point for point in points if point.is_even and not point.route):
        for name, reading in point.readings.items():
            at = At(point.value, reading.value, reading.low, reading.high)
            groups.setdefault((point.kind, point.dial, name), []).append(at)
    return [_curve(*key, ats) for key, ats in groups.items()]


def _curve(kind: str, dial: str, name: str, ats: Sequence[At]) -> Curve:
    instrument = INSTRUMENTS[name]
    expected = instrument.expected[dial]
    found = course(ats, expected)
    return Curve(
        kind=kind,
        dial=dial,
        instrument=name,
        is_percent=instrument.is_percent,
        expected=expected,
        verdict=verdict(found, expected),
        n=len(ats),
        **asdict(found),
    )
