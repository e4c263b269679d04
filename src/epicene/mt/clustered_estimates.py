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

    def figures(self, ratio: Ratio) -> _Figures:
        index = slice(2 * self._rows[id(ratio)], 2 * self._rows[id(ratio)] + 2)
        units = int(np.count_nonzero(self._summed[index][1]))
        return _Figures(100 * float(mean(self._exact[index])), 100 * mean(self._drawn[:, index]), units)

    def of(self, figure: Ratio | Difference) -> _Figures:
        if isinstance(figure, Ratio):
            return self.figures(figure)
        one, other = self.figures(figure.one), self.figures(figure.other)
        return _Figures(one.value - other.value, one.drawn - other.drawn, one.units + other.units)


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
        sides = (side for difference in differences for side in (difference.one, difference.other))
        drawn = _Drawn([*ratios, *sides], self.clusters, self.seed)
        found = [self._ratio(ratio, drawn.figures(ratio)) for ratio in ratios if _is_there(ratio)]
        return found + [
            self._difference(one, drawn.figures(one.one), drawn.figures(one.other))
            for one in differences
            if _is_there(one)
        ]

    def _ratio(self, ratio: Ratio, figures: _Figures) -> Estimate:
        return self._estimate(ratio, figures.value, percent_interval(*figures))

    def _difference(self, difference: Difference, one: _Figures, other: _Figures) -> Estimate:
        value, drawn = one.value - other.value, one.drawn - other.drawn
        if varies(drawn):
            return self._estimate(difference, value, percentile_interval(value, drawn))
        # Neither side varies: the widest that the two exact intervals allow.
        (one_low, one_high), (other_low, other_high) = percent_interval(*one), percent_interval(*other)
        return self._estimate(difference, value, (one_low - other_high, one_high - other_low))

    def _estimate(self, figure: Ratio | Difference, value: float, interval: tuple[float, float]) -> Estimate:
        return Estimate(
            benchmark=self.benchmark,
            task=self.task,
            metric=figure.metric,
            group=figure.group,
            value=value,
            low=interval[0],
            high=interval[1],
            ideal=figure.ideal,
            n_used=figure.n,
            n_total=self.total,
            signature=self.signature,
        )


def _is_there(figure: Ratio | Difference) -> bool:
    if isinstance(figure, Ratio):
        return bool(figure.denominator.any())
    return _is_there(figure.one) and _is_there(figure.other)


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
