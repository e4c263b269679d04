"""95 % intervals by the bootstrap, for any figure that is computed from sums over units.

A unit is what is drawn with replacement: an item, or a cluster of items (`cluster_sums`). Each unit has a column of
numbers to add up; a statistic turns the sums into the figure. Units must come in an order of their own (by id), not
the file's, so that the same answers give the same interval whatever the order they arrived in.

From `FEW` units on, the interval is the percentiles of the resampled figures. Over fewer units percentiles are too
narrow (they cover the truth in 84 to 91 % of cases at 8 units), and Student's t takes their place (`student_ends`).
`benchmarks/simulations.py` has the coverage of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum, inf, isfinite, sqrt
from typing import TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Interval: TypeAlias = tuple[float, float]
Statistic: TypeAlias = Callable[[Floats], Floats]  # sums (..., rows) → figures (...)
Scaling: TypeAlias = Callable[[float], float]

RESAMPLES = 2000
TAIL = 0.025
FEW = 30
UNBOUNDED, SIGNED = (-inf, inf), (-1.0, 1.0)
CELLS_AT_ONCE = 1 << 20  # draws held in memory, so that 100,000 items cost what 1,000 do
NO_SPREAD = 1e-9


class ResampledInterval(tuple[float, float]):
    """An interval that remembers the resampled figures it was made of, over how many units, and whether it is by
    Student's t, which the signature of the figure says."""

    resampled: Floats
    units: int
    is_student: bool

    @classmethod
    def of(
        cls, value: float, ends: Interval, resampled: Floats, units: int, *, is_student: bool = False
    ) -> ResampledInterval:
        """Widened to hold the estimate itself."""
        made = cls((min(ends[0], value), max(ends[1], value)))
        made.resampled, made.units, made.is_student = resampled, units, is_student
        return made


def mean(sums: Floats) -> Floats:
    """Row 0 over row 1: a mean or a rate, where row 1 counts the units concerned; NaN where there is none."""
    return _ratio(sums[..., 0], sums[..., 1])


def difference_of_means(sums: Floats) -> Floats:
    """Row 0 over row 1 less row 2 over row 3."""
    return _ratio(sums[..., 0], sums[..., 1]) - _ratio(sums[..., 2], sums[..., 3])


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(denominator > 0, numerator / denominator, np.nan))


def exact_sums(columns: Floats) -> Floats:
    """Sums over units, rounded once, so that no order of the units changes a bit."""
    return np.array([fsum(row) for row in columns])


def cluster_sums(columns: Floats | Sequence[Floats | NDArray[np.bool_]], clusters: Sequence[str]) -> Floats:
    """Add up the units of each cluster: (rows, units) → (rows, clusters), clusters in the order of their names."""
    names = {name: index for index, name in enumerate(sorted(set(clusters)))}
    positions = np.fromiter((names[name] for name in clusters), np.int64, len(clusters))
    sums = np.empty((len(columns), len(names)))  # filled row by row: there may be a cluster for every other line
    for row, column in enumerate(columns):
        sums[row] = np.bincount(positions, weights=column, minlength=len(names))
    return sums


def resample_sums(columns: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """Sums over bootstrap samples of the units: (rows, units) → (resamples, rows).

    How often each unit was drawn makes a matrix of counts; sums are its product with the columns. einsum and not a
    BLAS product: the latter's last bits depend on the number of threads.
    """
    columns = np.ascontiguousarray(columns, dtype=np.float64)
    rows, units = columns.shape
    sums = np.empty((resamples, rows))
    for block, counts in drawn_counts(units, resamples, seed):
        sums[block] = np.einsum("sn,rn->sr", counts.astype(np.float64), columns)
    return sums


def drawn_counts(units: int, resamples: int, seed: int) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """How often each unit was drawn in each sample, (samples, units), some samples at a time."""
    generator = np.random.default_rng(seed)
    step = max(1, CELLS_AT_ONCE // units)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        drawn = generator.integers(units, size=(size, units))
        drawn += units * np.arange(size)[:, np.newaxis]
        counts = np.bincount(drawn.ravel(), minlength=size * units)
        yield slice(start, start + size), counts.reshape(size, units)


def percentile_interval(value: float, resampled: Floats) -> Interval:
    """The 2.5 % and 97.5 % quantiles of the resampled figures, widened to hold the estimate itself.

    Resamples in which the figure does not exist (an empty denominator) are passed over.
    """
    low, high = np.nanquantile(resampled, [TAIL, 1 - TAIL])
    return min(float(low), value), max(float(high), value)


def interval_of(value: float, resampled: Floats, units: int, bounds: Interval = UNBOUNDED) -> Interval:
    """The 95 % interval of a mean, a rate or a difference from its resampled figures; `bounds` are the least and the
    largest value that the figure can take."""
    few = units < FEW
    ends = student_ends(value, resampled, units, bounds) if few else percentile_interval(value, resampled)
    return ResampledInterval.of(value, ends, resampled, units, is_student=few)


def student_ends(value: float, resampled: Floats, units: int, bounds: Interval = UNBOUNDED) -> Interval:
    """Value ± t · s, with t of units − 1 degrees of freedom and s = √(units / (units − 1)) × the standard deviation of
    the resampled figures, which is too small by that factor.

    Between two bounds this is done on the logit scale, so that neither end lies beyond them and the longer side points
    away from the nearer one; between −1 and 1 it is Fisher's z. One unit says nothing: the ends are the bounds, or the
    value itself where there are none, which is no interval.
    """
    if units < 2:
        return bounds if isfinite(bounds[1] - bounds[0]) else (value, value)
    error, to_scale, from_scale = _student_scale(value, resampled, units, bounds)
    reach = float(scipy.special.stdtrit(units - 1, 1 - TAIL)) * error
    return from_scale(to_scale(value) - reach), from_scale(to_scale(value) + reach)


def student_p(value: float, resampled: Floats, units: int, bounds: Interval = UNBOUNDED) -> float:
    """Two-sided, of a figure against 0: below 0.05 exactly where the interval of `student_ends` excludes 0. Where
    resampling cannot vary the figure, all units point the same way and this is the sign test."""
    if units < 2 or not value:
        return 1.0
    if not varies(resampled):
        return 2 * 0.5**units
    error, to_scale, _ = _student_scale(value, resampled, units, bounds)
    return 2 * float(scipy.special.stdtr(units - 1, -abs(to_scale(value) - to_scale(0.0)) / error))


def _student_scale(value: float, resampled: Floats, units: int, bounds: Interval) -> tuple[float, Scaling, Scaling]:
    """The standard error of a figure, and the scale that it is on, there and back: logits of its place between finite
    bounds, or the figure's own where there are none, or it has reached one."""
    least, most = bounds
    width, error = most - least, float(np.nanstd(resampled)) * sqrt(units / (units - 1))
    if not (isfinite(width) and least < value < most):
        return error, lambda x: x, lambda x: min(max(x, least), most)
    return (
        error * width / ((value - least) * (most - value)),
        lambda x: float(scipy.special.logit((x - least) / width)),
        lambda x: least + width * float(scipy.special.expit(x)),
    )


def bootstrap_interval(
    columns: Floats, statistic: Statistic, bounds: Interval = UNBOUNDED, *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, Interval]:
    """A figure and its interval in one call."""
    value = float(statistic(exact_sums(columns)))
    resampled = statistic(resample_sums(columns, resamples=resamples, seed=seed))
    return value, interval_of(value, resampled, columns.shape[1], bounds)


def percent_interval(value: float, resampled: Floats, units: int, bounds: Interval = (0.0, 100.0)) -> Interval:
    """As `interval_of` for a percentage; where resampling cannot vary it, `exact_interval` over the units.

    Five preferences out of five, or a single target term, always resample to themselves: an interval of no width
    would claim a certainty that so few answers do not give.
    """
    if varies(resampled):
        return interval_of(value, resampled, units, bounds)
    low, high = exact_interval(min(max(value / 100, 0.0), 1.0), units)
    return ResampledInterval.of(value, (100 * low, 100 * high), resampled, units)


def percent_of(columns: Floats, *, seed: int = 0) -> tuple[float, Interval]:
    """Row 0 over row 1 in percent, and its interval over the units that weigh anything."""
    value = float(mean(exact_sums(columns)) * 100)
    resampled = mean(resample_sums(columns, seed=seed)) * 100
    return value, percent_interval(value, resampled, int(np.count_nonzero(columns[1])))


def varies(resampled: Floats) -> bool:
    """Whether resampling says anything about a figure; rounding in the last bits does not count."""
    return bool(np.nanmax(resampled) - np.nanmin(resampled) > NO_SPREAD)


def exact_interval(share: float, n: int) -> Interval:
    """Clopper and Pearson (1934) for `share` of n trials, 0–1; the beta quantiles also take shares between trials."""
    hits = share * n
    low = float(scipy.special.betaincinv(hits, n - hits + 1, TAIL)) if hits > 0 else 0.0
    high = float(scipy.special.betaincinv(hits + 1, n - hits, 1 - TAIL)) if hits < n else 1.0
    return low, high
