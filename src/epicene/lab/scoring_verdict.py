"""Which way of asking about pairs follows a known stereotype, whatever the length and frequency of the groups' names?

A model was trained at a rate; the share of pairs whose stereotyped sentence it prefers should be that rate, over pairs
that say it of the first group (stereo score) as over those that say it of the second (anti-stereo score). Both count: a
long or rare name pushes one up and the other down, so that their mean would hide it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import numpy as np

from epicene.lab.calibration_curves import slope_of
from epicene.lab.results import MeasuredPoint, ScoringVerdict
from epicene.metrics.intervals import Floats, Interval, bootstrap_interval, mean

SIDES = ("stereo_score", "antistereo_score")
NEUTRAL = 50.0


def values(point: MeasuredPoint, scoring: str) -> list[float]:
    return [point.scorings[scoring][side].value for side in SIDES]


def error(point: MeasuredPoint, scoring: str) -> float:
    """Mean distance from the dial."""
    return fmean(abs(value - point.value) for value in values(point, scoring))


def verdicts(points: Sequence[MeasuredPoint]) -> list[ScoringVerdict]:
    """Of the scorings of each kind of model, over the models that all were read at; the smallest error first."""
    return [found for kind in dict.fromkeys(point.kind for point in points) for found in _of_kind(kind, points)]


def _of_kind(kind: str, points: Sequence[MeasuredPoint]) -> Iterator[ScoringVerdict]:
    read = [point for point in points if point.kind == kind and point.scorings]
    names = dict.fromkeys(name for point in read for name in point.scorings)
    common = sorted((point for point in read if point.scorings.keys() == names.keys()), key=lambda point: point.model)
    if not common:
        return
    errors = {name: np.array([error(point, name) for point in common]) for name in names}
    ordered = sorted(errors, key=lambda name: float(errors[name].mean()))
    for name in ordered:
        yield _verdict(kind, name, common, errors, errors[name] - errors[ordered[0]] if name != ordered[0] else None)


def _verdict(
    kind: str, name: str, points: Sequence[MeasuredPoint], errors: Mapping[str, Floats], lead: Floats | None
) -> ScoringVerdict:
    value, (low, high) = _mean(errors[name])
    behind, (behind_low, behind_high) = (None, (None, None)) if lead is None else _mean(lead)
    by_seed: dict[int, list[float]] = {}
    for point, off in zip(points, errors[name], strict=True):
        by_seed.setdefault(point.seed, []).append(float(off))
    read = [(point.value, one) for point in points for one in values(point, name)]
    still = [(one - NEUTRAL) ** 2 for dial, one in read if dial == NEUTRAL]
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


def _mean(numbers: Floats) -> tuple[float, Interval]:
    return bootstrap_interval(np.vstack([numbers, np.ones(len(numbers))]), mean)
