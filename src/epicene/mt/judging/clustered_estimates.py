"""From lines to estimates: shares and their differences, with intervals that resample whole occupations.

Lines about one occupation stand or fall together (a system has one word for it), so the occupation is what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicene.core.types import Estimate
from epicene.metrics.intervals import (
    Floats,
    Interval,
    ResampledInterval,
    cluster_sums,
    exact_sums,
    interval_of,
    mean,
    percent_interval,
    resample_sums,
    varies,
)
from epicene.metrics.two_models import Comparison, comparison_of, resampled_p
from epicene.runs.signature import signature_of_interval


@dataclass(frozen=True, slots=True)
class LineRatio:
    """100 × sum of `numerator` / sum of `denominator`, line by line, which lies within `bounds`; `n` lines are behind
    it. Where all are 0 or 1 they may be yes or no, a byte each."""

    metric: str
    group: str
    numerator: Floats | NDArray[np.bool_]
    denominator: Floats | NDArray[np.bool_]
    n: int
    ideal: float = 100.0
    bounds: Interval = (0.0, 100.0)


@dataclass(frozen=True, slots=True)
class RatioDifference:
    """One ratio less another, in points; `n` lines are behind it."""

    metric: str
    group: str
    first: LineRatio
    second: LineRatio
    n: int
    ideal: float = 0.0


@dataclass(frozen=True, slots=True)
class BiasIndex:
    """The translation gender bias index of Cho et al. 2019, 0–1, of sentences that leave the gender open: the mean over
    sets of √(p_w p_m + p_n), of the shares of feminine, masculine and neutral translations in each set."""

    metric: str
    group: str
    sets: Sequence[tuple[LineRatio, LineRatio, LineRatio]]
    n: int
    ideal: float = 1.0


LineFigure = LineRatio | RatioDifference | BiasIndex


def _bias_index(sets: Sequence[Sequence[Floats | float]]) -> Floats:
    """From the three percentages of each set."""
    of_sets = [
        np.sqrt(np.minimum(np.multiply(woman, man) / 1e4 + np.divide(open_, 100), 1)) for woman, man, open_ in sets
    ]
    return np.asarray(np.mean(of_sets, axis=0))


def share(
    metric: str, group: str, hits: NDArray[np.bool_], among: NDArray[np.bool_], ideal: float = 100.0
) -> LineRatio:
    """The share of `hits` among the lines of a group."""
    return LineRatio(metric, group, hits & among, among, int(among.sum()), ideal)


class _Resampled(NamedTuple):
    """A ratio, what it is in each sample, and how many occupations are behind it."""

    value: float
    drawn: Floats
    units: int


class _ResampledRatios:
    """Ratios over the same lines, and what they are in samples of the occupations, which all of them share."""

    def __init__(self, ratios: Sequence[LineRatio], clusters: Sequence[str], seed: int) -> None:
        sides = [side for ratio in ratios for side in (ratio.numerator, ratio.denominator)]
        columns = {id(side): side for side in sides}  # many ratios share the lines of their group
        self._rows = {side: row for row, side in enumerate(columns)}
        self._summed = cluster_sums(list(columns.values()), clusters)
        self._exact, self._drawn = exact_sums(self._summed), resample_sums(self._summed, seed=seed)

    def of(self, figure: LineFigure) -> _Resampled:
        if isinstance(figure, RatioDifference):
            figures, other = self.of(figure.first), self.of(figure.second)
            return _Resampled(figures.value - other.value, figures.drawn - other.drawn, self._units(figure))
        if isinstance(figure, BiasIndex):
            sets = [[self.of(ratio) for ratio in own] for own in figure.sets]
            value = float(_bias_index([[ratio_value.value for ratio_value in own] for own in sets]))
            drawn = _bias_index([[ratio_value.drawn for ratio_value in own] for own in sets])
            return _Resampled(value, drawn, self._units(figure))
        index = [self._rows[id(figure.numerator)], self._rows[id(figure.denominator)]]
        values = 100 * float(mean(self._exact[index])), 100 * mean(self._drawn[:, index])
        return _Resampled(*values, self._units(figure))

    def _units(self, figure: LineFigure) -> int:
        """Occupations that any part of it counts."""
        counted = [self._summed[self._rows[id(ratio.denominator)]] != 0 for ratio in _ratios(figure)]
        return int(np.count_nonzero(np.any(counted, axis=0)))

    def interval(self, figure: LineFigure) -> Interval:
        figures = self.of(figure)
        if isinstance(figure, LineRatio):
            return percent_interval(*figures, figure.bounds)
        if varies(figures.drawn):
            return interval_of(*figures, (0.0, 1.0) if isinstance(figure, BiasIndex) else (-100.0, 100.0))
        # No part varies: the widest that their exact intervals allow.
        if isinstance(figure, BiasIndex):
            ends = [[self.interval(ratio) for ratio in own] for own in figure.sets]
            low, high = (float(_bias_index([[end[side] for end in own] for own in ends])) for side in (0, 1))
            return ResampledInterval.of(figures.value, (low, high), figures.drawn, figures.units)
        (one_low, one_high), (other_low, other_high) = self.interval(figure.first), self.interval(figure.second)
        return ResampledInterval.of(
            figures.value, (one_low - other_high, one_high - other_low), figures.drawn, figures.units
        )


@dataclass(frozen=True, slots=True)
class Estimating:
    """What all estimates of one system have in common. `total` lines were judged."""

    benchmark: str
    task: str | None
    signature: str
    clusters: Sequence[str]
    total: int
    seed: int = 0

    def estimates(
        self, ratios: Sequence[LineRatio], others: Sequence[RatioDifference | BiasIndex] = ()
    ) -> list[Estimate]:
        """A ratio whose denominator is empty is left out, and so is a figure that needs it."""
        figures: list[LineFigure] = [*ratios, *others]
        drawn = _ResampledRatios([ratio for figure in figures for ratio in _ratios(figure)], self.clusters, self.seed)
        return [
            Estimate(
                benchmark=self.benchmark,
                task=self.task,
                metric=figure.metric,
                group=figure.group,
                value=drawn.of(figure).value,
                low=interval[0],
                high=interval[1],
                ideal=figure.ideal,
                n_used=figure.n,
                n_total=self.total,
                signature=signature_of_interval(self.signature, interval),
            )
            for figure in figures
            if _is_there(figure)
            for interval in [drawn.interval(figure)]
        ]


def _is_there(figure: LineFigure) -> bool:
    return bool(_ratios(figure)) and all(ratio.denominator.any() for ratio in _ratios(figure))


def compare_figures(
    about: tuple[str, str | None],
    clusters: Sequence[str],
    names: tuple[str, str],
    sides: tuple[Sequence[LineFigure], Sequence[LineFigure]],
    seed: int = 0,
) -> list[Comparison]:
    """Two systems on the same lines, of the benchmark and task that it is `about`; an occupation is drawn with the
    lines of both. A share that not every line counts for (*her* among translations that decide) is each system's own,
    and McNemar's test is over the lines that count for both."""
    both = [pair for pair in zip(*sides, strict=True) if all(map(_is_there, pair))]
    ratios = [ratio for pair in both for figure in pair for ratio in _ratios(figure)]
    drawn = _ResampledRatios(ratios, clusters, seed) if both else None
    return [_compared(a, b, drawn, about, names) for a, b in both if drawn]


def _ratios(figure: LineFigure) -> Sequence[LineRatio]:
    if isinstance(figure, BiasIndex):
        return [ratio for own in figure.sets for ratio in own]
    return [figure] if isinstance(figure, LineRatio) else [figure.first, figure.second]


def _compared(
    a: LineFigure, b: LineFigure, drawn: _ResampledRatios, about: tuple[str, str | None], names: tuple[str, str]
) -> Comparison:
    there, here = drawn.of(a), drawn.of(b)
    n, hits = a.n, None
    if isinstance(a, LineRatio) and isinstance(b, LineRatio):
        counted = (a.denominator > 0) & (b.denominator > 0)
        n, hits = int(counted.sum()), (a.numerator[counted] > 0, b.numerator[counted] > 0)
    apart = here.drawn - there.drawn
    units, reach = min(there.units, here.units), 1.0 if hits else 2.0
    comparison = comparison_of(
        *(about[0], a.metric, a.group, names, (there.value, here.value), apart, n),
        units=units,
        reach=reach,
        hits=hits,
        task=about[1],
    )
    return replace(comparison, p_bootstrap=resampled_p(comparison.difference, apart, units, reach))
