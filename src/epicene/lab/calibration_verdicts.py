"""The verdicts of a calibration.

Does an instrument follow its dial, and how small a turn of the dial does it see? `resolution`: the smallest distance on
the dial, among those tried, from which on every two settings are told apart the right way round: the interval of their
difference leaves 0 out. The interval of a difference comes from the two readings' own (Newcombe's square-and-add). It
is a fact about these systems, their training noise included, not an extrapolation. `item_limit`: what the items alone
would allow if the curve were a straight line and trainings never differed: √2 × half the median interval / slope. The
truth about new systems lies between the two.

Which way of asking about pairs follows a known stereotype, whatever the length and frequency of the groups' names? A
model was trained at a rate; the share of pairs whose stereotyped sentence it prefers should be that rate, over pairs
that say it of the first group (stereo score) as over those that say it of the second (anti-stereo score). Both count: a
long or rare name pushes one up and the other down, so that their mean would hide it.

And what should each instrument do: follow the dial, name the route, and stay where it must?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import factorial, hypot, prod, sqrt
from statistics import fmean, median

import numpy as np
from msgspec.structs import asdict
from scipy.stats import binomtest

from epicene.grammar.word_patterns import read_table
from epicene.lab.calibration_request import FEWEST_SETTINGS
from epicene.lab.dials import ROUTES
from epicene.lab.results import (
    FOLLOWS,
    MOVES,
    NOT,
    STAYS,
    TOO_FEW,
    DialReading,
    DialTrend,
    InstrumentCurve,
    InstrumentVerdict,
    MeasuredPoint,
    NounSummary,
    ScoringVerdict,
)
from epicene.metrics.correlation import FEWEST, spearman
from epicene.metrics.intervals import Floats, bootstrap_interval, mean

ENOUGH = 0.9  # |ρ| from which on an instrument follows, or moves
LEVEL = 0.05  # below which p must be for that
NOISE = 1e-9  # a rise over the whole dial that is no more than this part of the readings is rounding


@dataclass(frozen=True, slots=True)
class Instrument:
    """What is read, and what each dial should do to it: 1 it rises, 0 it stays, None nobody knows. One that `contains`
    another follows a dial with it, by construction."""

    name: str
    expected: Mapping[str, int | None]
    is_percent: bool = True
    contains: str = ""


_WAYS = {"rises": 1, "stays": 0, "unknown": None}
INSTRUMENTS: Mapping[str, Instrument] = {
    name: Instrument(
        name,
        is_percent=row.pop("percent", True),
        contains=row.pop("contains", ""),
        expected={dial: _WAYS[row[dial]] for dial in row},
    )
    for name, row in read_table("lab/instruments.toml")["along"].items()
}


def trend(points: Sequence[DialReading], expected: int | None = 1) -> DialTrend:
    """How an instrument follows the dial; where nobody knows which way it should go, the way it goes counts."""
    ordered = sorted(points, key=lambda point: point.dial)
    dials, values = [point.dial for point in ordered], [point.value for point in ordered]
    slope = slope_of(dials, values)
    order = spearman(dials, values)
    sign = expected or (1 if slope >= 0 else -1)
    half = median((point.high - point.low) / 2 for point in ordered)
    return DialTrend(
        points=ordered,
        rho=order.rho if order else None,
        rho_low=order.low if order else None,
        rho_high=order.high if order else None,
        p=order.p_two_sided if order else None,
        p_one_sided=order.p_one_sided if order else None,
        exact=order.exact if order else True,
        slope=slope,
        resolution=resolution(ordered, sign),
        item_limit=sqrt(2) * half / abs(slope) if slope else None,
    )


def slope_of(dials: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the least-squares line; 0 where it would be that of rounding."""
    if len(set(dials)) < 2:
        return 0.0
    slope = float(np.polyfit(dials, values, 1)[0])
    rise = abs(slope) * (max(dials) - min(dials))
    return slope if rise > NOISE * max(map(abs, values)) else 0.0


def resolution(points: Sequence[DialReading], sign: int = 1) -> float | None:
    """The smallest distance from which on settings are told apart; None where not even the ends of the dial are."""
    pairs = [(b.dial - a.dial, is_beyond(a, b, sign)) for a, b in combinations(points, 2) if b.dial > a.dial]
    blind = max((gap for gap, apart in pairs if not apart), default=0.0)
    return min((gap for gap, _ in pairs if gap > blind), default=None)


def is_beyond(a: DialReading, b: DialReading, sign: int = 1) -> bool:
    """Whether b lies beyond a, in the direction of the sign, with 95 % confidence."""
    if sign > 0:
        return b.value - a.value > hypot(b.value - b.low, a.high - a.value)
    return a.value - b.value > hypot(a.value - a.low, b.high - b.value)


def verdict(along: DialTrend, expected: int | None) -> str:
    """The verdict on an instrument; `expected` as in `Instrument`.

    To follow takes an order that is good and that chance does not make: ρ, and its p value, one-sided where it is known
    which way the instrument should go. One that should stay is held to both rules: ends that are told apart, or an
    order as good as following takes.
    """
    if expected == 0 and along.resolution is not None:
        return MOVES
    dials = [point.dial for point in along.points]
    if len(set(dials)) < FEWEST_SETTINGS or len(dials) < FEWEST:
        return TOO_FEW
    if along.rho is None or along.p is None or along.p_one_sided is None:
        return NOT if expected != 0 else STAYS
    rho, p = (along.rho, along.p_one_sided) if expected else (abs(along.rho), along.p)
    if rho >= ENOUGH:
        return TOO_FEW if p >= LEVEL else MOVES if expected == 0 else FOLLOWS
    if expected == 0:
        return STAYS
    return NOT if _least_p(dials) < LEVEL else TOO_FEW


def _least_p(dials: Sequence[float]) -> float:
    """The one-sided p value of a perfect order, the best that models at these settings can reach."""
    return prod(factorial(n) for n in Counter(dials).values()) / factorial(len(dials))


def curves_of(points: Sequence[MeasuredPoint]) -> list[InstrumentCurve]:
    """A curve for each dial, kind of model and instrument, from the records of a calibration where names are even."""
    groups: dict[tuple[str, str, str], list[DialReading]] = {}
    for point in (point for point in points if point.is_even and not point.route):
        for name, reading in point.readings.items():
            dial_reading = DialReading(point.value, reading.value, reading.low, reading.high)
            groups.setdefault((point.kind, point.dial, name), []).append(dial_reading)
    curves = []
    for (kind, dial, name), readings in groups.items():
        expected = INSTRUMENTS[name].expected[dial]
        along = trend(readings, expected)
        curves.append(
            InstrumentCurve(
                kind=kind,
                dial=dial,
                instrument=name,
                is_percent=INSTRUMENTS[name].is_percent,
                expected=expected,
                verdict=verdict(along, expected),
                n=len(readings),
                **asdict(along),
            )
        )
    return curves


SIDES = ("stereo_score", "antistereo_score")
NEUTRAL = 50.0


def values(point: MeasuredPoint, scoring: str) -> list[float]:
    return [point.scorings[scoring][side].value for side in SIDES]


def error(point: MeasuredPoint, scoring: str) -> float:
    """Mean distance from the dial."""
    return fmean(abs(value - point.value) for value in values(point, scoring))


def verdicts(points: Sequence[MeasuredPoint]) -> list[ScoringVerdict]:
    """A verdict on each scoring of each kind of model, over the models that all were read at; smallest error first."""
    rows = []
    for kind in dict.fromkeys(point.kind for point in points if point.scorings):
        read = [point for point in points if point.kind == kind and point.scorings]
        names = dict.fromkeys(name for point in read for name in point.scorings)
        common = [point for point in read if point.scorings.keys() == names.keys()]
        common.sort(key=lambda point: point.model)
        errors = {name: np.array([error(point, name) for point in common]) for name in names if common}
        ordered = sorted(errors, key=lambda name: float(errors[name].mean()))
        rows += [_verdict(kind, name, common, errors[name], errors[ordered[0]]) for name in ordered]
    return rows


def _verdict(kind: str, name: str, points: Sequence[MeasuredPoint], errors: Floats, least: Floats) -> ScoringVerdict:
    """`errors` are the scoring's, a model each; `least` those of the nearest scoring, which is itself behind none."""
    value, low, high = _mean(errors)
    behind, behind_low, behind_high = (None, None, None) if errors is least else _mean(errors - least)
    by_seed: dict[int, list[float]] = {}
    for point, off in zip(points, errors, strict=True):
        by_seed.setdefault(point.seed, []).append(float(off))
    read = [(point.value, value) for point in points for value in values(point, name)]
    still = [(value - NEUTRAL) ** 2 for dial, value in read if dial == NEUTRAL]
    return ScoringVerdict(
        kind=kind,
        scoring=name,
        n=len(points),
        error=value,
        error_low=low,
        error_high=high,
        error_of_50=fmean(abs(point.value - NEUTRAL) for point in points),
        by_seed={seed: fmean(own) for seed, own in sorted(by_seed.items())},
        slope=slope_of(*zip(*read, strict=True)),
        spread_at_50=fmean(still) ** 0.5 if still else None,
        behind=behind,
        behind_low=behind_low,
        behind_high=behind_high,
    )


def _mean(numbers: Floats) -> tuple[float, float | None, float | None]:
    """The mean, with the ends of its interval over models where there are enough of them."""
    value, interval = bootstrap_interval(np.vstack([numbers, np.ones(len(numbers))]), mean)
    return (value, *interval) if len(numbers) >= FEWEST else (value, None, None)


def instrument_verdicts(points: Sequence[MeasuredPoint], curves: Sequence[InstrumentCurve]) -> list[InstrumentVerdict]:
    """A row for each instrument of which anything is known."""
    by_name = {(curve.dial, curve.instrument): curve for curve in curves}
    rows = []
    for name, row in read_table("lab/instruments.toml")["rows"].items():
        curve, position = row.get("curve", ""), row.get("places", "")
        along = {dial: by_name[dial, curve] for dial in ("her", "epicene") if (dial, curve) in by_name}
        named = [
            (point.route, point.positions[position]) for point in points if position in point.positions and point.route
        ]
        hits = [max(read, key=lambda route: read[route]) == route for route, read in named]
        if not along and not named:
            continue
        her, epicene = along.get("her"), along.get("epicene")
        rows.append(
            InstrumentVerdict(
                instrument=name,
                is_placebo=her is not None and her.expected == 0,
                contains=bool(curve and INSTRUMENTS[curve].contains),
                along_her=her.verdict if her else "",
                rho=her.rho if her else None,
                along_epicene=epicene.verdict if epicene else "",
                named=sum(hits),
                systems=len(hits),
                p_named=float(binomtest(sum(hits), len(hits), 1 / len(ROUTES), "greater").pvalue) if hits else None,
                margin=median(_margin(route, read) for route, read in named) if named else None,
                read=median(read[route] for route, read in named) if named else None,
            )
        )
    return rows


def _margin(route: str, read: Mapping[str, float]) -> float:
    """How far the route lies above the larger of the two others, in parts of all that was read; below 0 where it does
    not."""
    others = max(value for name, value in read.items() if name != route)
    size = sum(map(abs, read.values()))
    return (read[route] - others) / size if size else 0.0


def noun_summaries(points: Sequence[MeasuredPoint]) -> list[NounSummary]:
    """Per-noun agreement of b and r over all systems without a route: the median, the smallest and the largest."""
    rows = []
    for measure in ("r", "b"):
        own = [point.nouns[measure] for point in points if measure in point.nouns and not point.route]
        if own:
            errors = [nouns.error for nouns in own]
            rhos = [nouns.rho for nouns in own if nouns.rho is not None]
            ends = [
                end for numbers in (errors, rhos) if numbers for end in (median(numbers), min(numbers), max(numbers))
            ]
            rows.append(NounSummary(measure, len(own), *ends))
    return rows
