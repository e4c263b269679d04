"""From lines to estimates: shares and their differences, with intervals that resample whole occupations.

Lines about one occupation stand or fall together (a system has one word for it), so the occupation is what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import epicene
from epicene.core.hashing import digest
from epicene.core.types import Estimate
from epicene.metrics.intervals import (
    RESAMPLES,
    Floats,
    cluster_sums,
    exact_sums,
    mean,
    percent_interval,
    percentile_interval,
    resample_sums,
    varies,
)
from epicene.runs.signature import Signature

RESAMPLING = f"occupation*{RESAMPLES}"


def line_signature(benchmark: str, data: object, scoring: str, model: str, weights: str, limit: int | None) -> str:
    """Of figures over the lines of a corpus, of which the first `limit` were taken."""
    made = Signature(
        benchmark=benchmark,
        data_digest=digest(data),
        scoring=scoring,
        bos="none",
        model=model,
        weights_digest=weights,
        resampling=RESAMPLING,
        version=epicene.__version__,
        options=[] if limit is None else [f"limit:{limit}"],
    )
    return str(made)


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
        wanted = [*ratios, *(side for difference in differences for side in (difference.one, difference.other))]
        rows = {id(ratio): place for place, ratio in enumerate(wanted)}
        columns = np.array([row for ratio in wanted for row in (ratio.numerator, ratio.denominator)])
        summed = cluster_sums(columns, self.clusters)
        exact, drawn = exact_sums(summed), resample_sums(summed, seed=self.seed)

        def figures(ratio: Ratio) -> _Figures:
            place = slice(2 * rows[id(ratio)], 2 * rows[id(ratio)] + 2)
            units = int(np.count_nonzero(summed[place][1]))
            return _Figures(100 * float(mean(exact[place])), 100 * mean(drawn[:, place]), units)

        found = [self._ratio(ratio, figures(ratio)) for ratio in ratios if ratio.denominator.any()]
        return found + [
            self._difference(difference, figures(difference.one), figures(difference.other))
            for difference in differences
            if difference.one.denominator.any() and difference.other.denominator.any()
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
