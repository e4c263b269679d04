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
    cluster_sums,
    exact_sums,
    mean,
    percent_interval,
    percentile_interval,
    resample_sums,
    varies,
)
from epicene.metrics.significance import bootstrap_p
from epicene.metrics.two_models import Comparison, comparison_of


@dataclass(frozen=True, slots=True)
class Ratio:
    """100 × sum of `numerator` / sum of `denominator`, line by line; `n` lines are behind it."""

    metric: str
    group: str
    numerator: Floats
    denominator: Floats
    n: int
    ideal: float = 100.0


@dataclass(frozen=True, slots=True)
class Difference:
    """One ratio less another, in points; `n` lines are behind it."""

    metric: str
    group: str
    one: Ratio
    other: Ratio
    n: int
    ideal: float = 0.0


def share(metric: str, group: str, hits: NDArray[np.bool_], among: NDArray[np.bool_], ideal: float = 100.0) -> Ratio:
    """The share of `hits` among the lines of a group."""
    return Ratio(metric, group, (hits & among).astype(np.float64), among.astype(np.float64), int(among.sum()), ideal)


class _Figures(NamedTuple):
    """A ratio, what it is in each sample, and how many occupations are behind it."""

    value: float
    drawn: Floats
    units: int


class _Drawn:
    """Ratios over the same lines, and what they are in samples of the occupations, which all of them share."""

    def __init__(self, ratios: Sequence[Ratio], clusters: Sequence[str], seed: int) -> None:
        self._rows = {id(ratio): index for index, ratio in enumerate(ratios)}
        columns = np.array([row for ratio in ratios for row in (ratio.numerator, ratio.denominator)])
        self._summed = cluster_sums(columns, clusters)
        self._exact, self._drawn = exact_sums(self._summed), resample_sums(self._summed, seed=seed)

    def of(self, figure: Ratio | Difference) -> _Figures:
        if isinstance(figure, Difference):
            one, other = self.of(figure.one), self.of(figure.other)
            return _Figures(one.value - other.value, one.drawn - other.drawn, one.units + other.units)
        index = slice(2 * self._rows[id(figure)], 2 * self._rows[id(figure)] + 2)
        units = int(np.count_nonzero(self._summed[index][1]))
        return _Figures(100 * float(mean(self._exact[index])), 100 * mean(self._drawn[:, index]), units)

    def interval(self, figure: Ratio | Difference) -> Interval:
        found = self.of(figure)
        if isinstance(figure, Ratio):
            return percent_interval(*found)
        if varies(found.drawn):
            return percentile_interval(found.value, found.drawn)
        # Neither side varies: the widest that the two exact intervals allow.
        (one_low, one_high), (other_low, other_high) = self.interval(figure.one), self.interval(figure.other)
        return one_low - other_high, one_high - other_low


@dataclass(frozen=True, slots=True)
class Estimating:
    """What all estimates of one system have in common. `total` lines were judged."""

    benchmark: str
    task: str | None
    signature: str
    clusters: Sequence[str]
    total: int
    seed: int = 0

    def estimates(self, ratios: Sequence[Ratio], differences: Sequence[Difference] = ()) -> list[Estimate]:
        """A ratio whose denominator is empty is left out, and so is a difference that needs it."""
        figures: list[Ratio | Difference] = [*ratios, *differences]
        drawn = _Drawn([ratio for one in figures for ratio in _ratios(one)], self.clusters, self.seed)
        return [
            Estimate(
                benchmark=self.benchmark,
                task=self.task,
                metric=one.metric,
                group=one.group,
                value=drawn.of(one).value,
                low=low,
                high=high,
                ideal=one.ideal,
                n_used=one.n,
                n_total=self.total,
                signature=self.signature,
            )
            for one in figures
            if _is_there(one)
            for low, high in [drawn.interval(one)]
        ]


def _is_there(figure: Ratio | Difference) -> bool:
    return all(ratio.denominator.any() for ratio in _ratios(figure))


def compare_figures(
    about: tuple[str, str | None],
    clusters: Sequence[str],
    names: tuple[str, str],
    sides: tuple[Sequence[Ratio | Difference], Sequence[Ratio | Difference]],
    seed: int = 0,
) -> list[Comparison]:
    """Two systems on the same lines, of the benchmark and task that it is `about`; an occupation is drawn with the
    lines of both. A share that not every line counts for (*her* among translations that decide) is each system's own,
    and McNemar's test is over the lines that count for both."""
    both = [pair for pair in zip(*sides, strict=True) if all(map(_is_there, pair))]
    ratios = [ratio for pair in both for figure in pair for ratio in _ratios(figure)]
    drawn = _Drawn(ratios, clusters, seed) if both else None
    return [_compared(a, b, drawn, about, names) for a, b in both if drawn]


def _ratios(figure: Ratio | Difference) -> Sequence[Ratio]:
    return [figure] if isinstance(figure, Ratio) else [figure.one, figure.other]


def _compared(
    a: Ratio | Difference, b: Ratio | Difference, drawn: _Drawn, about: tuple[str, str | None], names: tuple[str, str]
) -> Comparison:
    there, here = drawn.of(a), drawn.of(b)
    n, hits = a.n, None
    if isinstance(a, Ratio) and isinstance(b, Ratio):
        counted = (a.denominator > 0) & (b.denominator > 0)
        n, hits = int(counted.sum()), (a.numerator[counted] > 0, b.numerator[counted] > 0)
    apart = here.drawn - there.drawn
    found = comparison_of(
        *(about[0], a.metric, a.group, names, (there.value, here.value), apart, n),
        units=min(there.units, here.units),
        reach=1.0 if hits else 2.0,
        hits=hits,
        task=about[1],
    )
    return replace(found, p_bootstrap=bootstrap_p(apart))
