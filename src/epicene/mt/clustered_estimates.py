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
class Ratio:
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
class Difference:
    """One ratio less another, in points; `n` lines are behind it."""

    metric: str
    group: str
    one: Ratio
    other: Ratio
    n: int
    ideal: float = 0.0


@dataclass(frozen=True, slots=True)
class BiasIndex:
    """The translation gender bias index of Cho et al. 2019, 0–1, of sentences that leave the gender open: the mean over
    sets of √(p_w p_m + p_n), of the shares of feminine, masculine and neutral translations in each set."""

    metric: str
    group: str
    sets: Sequence[tuple[Ratio, Ratio, Ratio]]
    n: int
    ideal: float = 1.0


Figure = Ratio | Difference | BiasIndex


def _bias_index(sets: Sequence[Sequence[Floats | float]]) -> Floats:
    """From the three percentages of each set."""
    of_sets = [
        np.sqrt(np.minimum(np.multiply(woman, man) / 1e4 + np.divide(open_, 100), 1)) for woman, man, open_ in sets
    ]
    return np.asarray(np.mean(of_sets, axis=0))


def share(metric: str, group: str, hits: NDArray[np.bool_], among: NDArray[np.bool_], ideal: float = 100.0) -> Ratio:
    """The share of `hits` among the lines of a group."""
    return Ratio(metric, group, hits & among, among, int(among.sum()), ideal)


class _Figures(NamedTuple):
    """A ratio, what it is in each sample, and how many occupations are behind it."""

    value: float
    drawn: Floats
    units: int


class _Drawn:
    """Ratios over the same lines, and what they are in samples of the occupations, which all of them share."""

    def __init__(self, ratios: Sequence[Ratio], clusters: Sequence[str], seed: int) -> None:
        sides = [side for ratio in ratios for side in (ratio.numerator, ratio.denominator)]
        columns = {id(side): side for side in sides}  # many ratios share the lines of their group
        self._rows = {side: row for row, side in enumerate(columns)}
        self._summed = cluster_sums(list(columns.values()), clusters)
        self._exact, self._drawn = exact_sums(self._summed), resample_sums(self._summed, seed=seed)

    def of(self, figure: Figure) -> _Figures:
        if isinstance(figure, Difference):
            one, other = self.of(figure.one), self.of(figure.other)
            return _Figures(one.value - other.value, one.drawn - other.drawn, self._units(figure))
        if isinstance(figure, BiasIndex):
            sets = [[self.of(ratio) for ratio in own] for own in figure.sets]
            value = float(_bias_index([[one.value for one in own] for own in sets]))
            drawn = _bias_index([[one.drawn for one in own] for own in sets])
            return _Figures(value, drawn, self._units(figure))
        index = [self._rows[id(figure.numerator)], self._rows[id(figure.denominator)]]
        values = 100 * float(mean(self._exact[index])), 100 * mean(self._drawn[:, index])
        return _Figures(*values, self._units(figure))

    def _units(self, figure: Figure) -> int:
        """Occupations that any part of it counts."""
        counted = [self._summed[self._rows[id(ratio.denominator)]] != 0 for ratio in _ratios(figure)]
        return int(np.count_nonzero(np.any(counted, axis=0)))

    def interval(self, figure: Figure) -> Interval:
        found = self.of(figure)
        if isinstance(figure, Ratio):
            return percent_interval(*found, figure.bounds)
        if varies(found.drawn):
            return interval_of(*found, (0.0, 1.0) if isinstance(figure, BiasIndex) else (-100.0, 100.0))
        # No part varies: the widest that their exact intervals allow.
        if isinstance(figure, BiasIndex):
            ends = [[self.interval(ratio) for ratio in own] for own in figure.sets]
            low, high = (float(_bias_index([[end[side] for end in own] for own in ends])) for side in (0, 1))
            return ResampledInterval.of(found.value, (low, high), found.drawn, found.units)
        (one_low, one_high), (other_low, other_high) = self.interval(figure.one), self.interval(figure.other)
        return ResampledInterval.of(found.value, (one_low - other_high, one_high - other_low), found.drawn, found.units)


@dataclass(frozen=True, slots=True)
class Estimating:
    """What all estimates of one system have in common. `total` lines were judged."""

    benchmark: str
    task: str | None
    signature: str
    clusters: Sequence[str]
    total: int
    seed: int = 0

    def estimates(self, ratios: Sequence[Ratio], others: Sequence[Difference | BiasIndex] = ()) -> list[Estimate]:
        """A ratio whose denominator is empty is left out, and so is a figure that needs it."""
        figures: list[Figure] = [*ratios, *others]
        drawn = _Drawn([ratio for one in figures for ratio in _ratios(one)], self.clusters, self.seed)
        return [
            Estimate(
                benchmark=self.benchmark,
                task=self.task,
                metric=one.metric,
                group=one.group,
                value=drawn.of(one).value,
                low=interval[0],
                high=interval[1],
                ideal=one.ideal,
                n_used=one.n,
                n_total=self.total,
                signature=signature_of_interval(self.signature, interval),
            )
            for one in figures
            if _is_there(one)
            for interval in [drawn.interval(one)]
        ]


def _is_there(figure: Figure) -> bool:
    return bool(_ratios(figure)) and all(ratio.denominator.any() for ratio in _ratios(figure))


def compare_figures(
    about: tuple[str, str | None],
    clusters: Sequence[str],
    names: tuple[str, str],
    sides: tuple[Sequence[Figure], Sequence[Figure]],
    seed: int = 0,
) -> list[Comparison]:
    """Two systems on the same lines, of the benchmark and task that it is `about`; an occupation is drawn with the
    lines of both. A share that not every line counts for (*her* among translations that decide) is each system's own,
    and McNemar's test is over the lines that count for both."""
    both = [pair for pair in zip(*sides, strict=True) if all(map(_is_there, pair))]
    ratios = [ratio for pair in both for figure in pair for ratio in _ratios(figure)]
    drawn = _Drawn(ratios, clusters, seed) if both else None
    return [_compared(a, b, drawn, about, names) for a, b in both if drawn]


def _ratios(figure: Figure) -> Sequence[Ratio]:
    if isinstance(figure, BiasIndex):
        return [ratio for own in figure.sets for ratio in own]
    return [figure] if isinstance(figure, Ratio) else [figure.one, figure.other]


def _compared(a: Figure, b: Figure, drawn: _Drawn, about: tuple[str, str | None], names: tuple[str, str]) -> Comparison:
    there, here = drawn.of(a), drawn.of(b)
    n, hits = a.n, None
    if isinstance(a, Ratio) and isinstance(b, Ratio):
        counted = (a.denominator > 0) & (b.denominator > 0)
        n, hits = int(counted.sum()), (a.numerator[counted] > 0, b.numerator[counted] > 0)
    apart = here.drawn - there.drawn
    units, reach = min(there.units, here.units), 1.0 if hits else 2.0
    found = comparison_of(
        *(about[0], a.metric, a.group, names, (there.value, here.value), apart, n),
        units=units,
        reach=reach,
        hits=hits,
        task=about[1],
    )
    return replace(found, p_bootstrap=resampled_p(found.difference, apart, units, reach))
