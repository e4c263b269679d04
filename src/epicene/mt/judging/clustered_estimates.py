"""From lines to estimates: shares and their differences, with intervals that resample whole occupations.

Lines about one occupation stand or fall together (a system has one word for it), so the occupation is what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

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

    @property
    def ratios(self) -> Sequence[LineRatio]:
        return [self]

    def combine(self, values: Sequence[Floats]) -> Floats:
        return values[0]

    def widest(self, ends: Sequence[Interval]) -> Interval:
        return ends[0]


@dataclass(frozen=True, slots=True)
class RatioDifference:
    """One ratio less another, in points; `n` lines are behind it."""

    metric: str
    group: str
    first: LineRatio
    second: LineRatio
    n: int
    ideal: float = 0.0
    bounds: ClassVar[Interval] = (-100.0, 100.0)

    @property
    def ratios(self) -> Sequence[LineRatio]:
        return [self.first, self.second]

    def combine(self, values: Sequence[Floats]) -> Floats:
        return values[0] - values[1]

    def widest(self, ends: Sequence[Interval]) -> Interval:
        """The widest that the intervals of both allow."""
        return ends[0][0] - ends[1][1], ends[0][1] - ends[1][0]


@dataclass(frozen=True, slots=True)
class BiasIndex:
    """The translation gender bias index of Cho et al. 2019, 0–1, of sentences that leave the gender open: the mean over
    sets of √(p_w p_m + p_n), of the shares of feminine, masculine and neutral translations in each set."""

    metric: str
    group: str
    sets: Sequence[tuple[LineRatio, LineRatio, LineRatio]]
    n: int
    ideal: float = 1.0
    bounds: ClassVar[Interval] = (0.0, 1.0)

    @property
    def ratios(self) -> Sequence[LineRatio]:
        return [ratio for own in self.sets for ratio in own]

    def combine(self, values: Sequence[Floats]) -> Floats:
        of_sets = [
            np.sqrt(np.minimum(np.multiply(woman, man) / 1e4 + np.divide(open_, 100), 1))
            for woman, man, open_ in zip(values[::3], values[1::3], values[2::3], strict=True)
        ]
        return np.asarray(np.mean(of_sets, axis=0))

    def widest(self, ends: Sequence[Interval]) -> Interval:
        low, high = (float(self.combine([np.asarray(end[side]) for end in ends])) for side in (0, 1))
        return low, high


LineFigure = LineRatio | RatioDifference | BiasIndex


def share(
    metric: str, group: str, hits: NDArray[np.bool_], among: NDArray[np.bool_], ideal: float = 100.0
) -> LineRatio:
    """The share of `hits` among the lines of a group."""
    return LineRatio(metric, group, hits & among, among, int(among.sum()), ideal)


class _Resampled(NamedTuple):
    """A figure, what it is in each sample, and how many occupations any part of it counts."""

    value: float
    drawn: Floats
    units: int


class _ResampledRatios:
    """Figures over the same lines, and what they are in samples of the occupations, which all of them share."""

    def __init__(self, figures: Sequence[LineFigure], clusters: Sequence[str], seed: int) -> None:
        ratios = [ratio for figure in figures for ratio in figure.ratios]
        columns = {id(side): side for ratio in ratios for side in (ratio.numerator, ratio.denominator)}
        self._rows = {side: row for row, side in enumerate(columns)}  # many ratios share the lines of their group
        self._summed = cluster_sums(list(columns.values()), clusters)
        self._exact, self._drawn = exact_sums(self._summed), resample_sums(self._summed, seed=seed)

    def of(self, figure: LineFigure) -> _Resampled:
        rows = [[self._rows[id(ratio.numerator)], self._rows[id(ratio.denominator)]] for ratio in figure.ratios]
        value = float(figure.combine([100 * mean(self._exact[own]) for own in rows]))
        drawn = figure.combine([100 * mean(self._drawn[:, own]) for own in rows])
        counted = [self._summed[denominator] != 0 for _, denominator in rows]
        return _Resampled(value, drawn, int(np.count_nonzero(np.any(counted, axis=0))))

    def interval(self, figure: LineFigure) -> Interval:
        resampled = self.of(figure)
        if isinstance(figure, LineRatio):
            return percent_interval(*resampled, figure.bounds)
        if varies(resampled.drawn):
            return interval_of(*resampled, figure.bounds)
        ends = figure.widest([self.interval(ratio) for ratio in figure.ratios])
        return ResampledInterval.of(resampled.value, ends, resampled.drawn, resampled.units)


@dataclass(frozen=True, slots=True)
class Estimating:
    """What all estimates of one system have in common. `total` lines were judged."""

    benchmark: str
    task: str | None
    signature: str
    clusters: Sequence[str]
    total: int
    seed: int = 0

    def estimates(self, figures: Sequence[LineFigure]) -> list[Estimate]:
        """A ratio whose denominator is empty is left out, and so is a figure that needs it."""
        resampled = _ResampledRatios(figures, self.clusters, self.seed)
        return [
            Estimate(
                benchmark=self.benchmark,
                task=self.task,
                metric=figure.metric,
                group=figure.group,
                value=resampled.of(figure).value,
                low=interval[0],
                high=interval[1],
                ideal=figure.ideal,
                n_used=figure.n,
                n_total=self.total,
                signature=signature_of_interval(self.signature, interval),
            )
            for figure in figures
            if _is_there(figure)
            for interval in [resampled.interval(figure)]
        ]


def _is_there(figure: LineFigure) -> bool:
    return bool(figure.ratios) and all(ratio.denominator.any() for ratio in figure.ratios)


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
    if not both:
        return []
    resampled = _ResampledRatios([figure for pair in both for figure in pair], clusters, seed)
    return [_compared(a, b, resampled, about, names) for a, b in both]


def _compared(
    a: LineFigure, b: LineFigure, resampled: _ResampledRatios, about: tuple[str, str | None], names: tuple[str, str]
) -> Comparison:
    there, here = resampled.of(a), resampled.of(b)
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
