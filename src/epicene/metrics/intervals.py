"""95 % intervals by the percentile bootstrap, for any figure that is computed from sums over units.

A unit is what is drawn with replacement: an item, or a cluster of items (`cluster_sums`). Each unit has a column of
numbers to add up; a statistic turns the sums into the figure. Units must come in an order of their own (by id), not
the file's, so that the same answers give the same interval whatever the order they arrived in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import TypeAlias

import numpy as np
import scipy
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Interval: TypeAlias = tuple[float, float]
Statistic: TypeAlias = Callable[[Floats], Floats]  # sums (..., rows) → figures (...)

RESAMPLES = 2000
TAIL = 0.025
CELLS_AT_ONCE = 1 << 20  # draws held in memory, so that 100,000 items cost what 1,000 do
NO_SPREAD = 1e-9


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


def cluster_sums(columns: Floats, clusters: Sequence[str]) -> Floats:
    """Add up the units of each cluster: (rows, units) → (rows, clusters), clusters in the order of their names."""
    names, place = np.unique(np.asarray(clusters, dtype=np.str_), return_inverse=True)
    return np.array([np.bincount(place, weights=row, minlength=len(names)) for row in columns])


def resample_sums(columns: Floats, *, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """Sums over bootstrap samples of the units: (rows, units) → (resamples, rows).

    How often each unit was drawn makes a matrix of counts; sums are its product with the columns. einsum and not a
    BLAS product: the latter's last bits depend on the number of threads.
    """
    columns = np.ascontiguousarray(columns, dtype=np.float64)
    rows, units = columns.shape
    sums = np.empty((resamples, rows))
    for place, counts in drawn_counts(units, resamples, seed):
        sums[place] = np.einsum("sn,rn->sr", counts.astype(np.float64), columns)
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


def bootstrap_interval(
    columns: Floats, statistic: Statistic, *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[float, Interval]:
    """A figure and its interval in one call."""
    value = float(statistic(exact_sums(columns)))
    return value, percentile_interval(value, statistic(resample_sums(columns, resamples=resamples, seed=seed)))


def percent_interval(value: float, resampled: Floats, units: int) -> Interval:
    """As `percentile_interval` for a percentage; where resampling cannot vary it, `exact_interval` over the units.

    Five preferences out of five, or a single target term, always resample to themselves: an interval of no width
    would claim a certainty that so few answers do not give.
    """
    if varies(resampled):
        return percentile_interval(value, resampled)
    low, high = exact_interval(min(max(value / 100, 0.0), 1.0), units)
    return min(100 * low, value), max(100 * high, value)


def percent_of(columns: Floats, *, seed: int = 0) -> tuple[float, Interval]:
    """Row 0 over row 1 in percent, and its interval over the units."""
    value = float(mean(exact_sums(columns)) * 100)
    return value, percent_interval(value, mean(resample_sums(columns, seed=seed)) * 100, columns.shape[1])


def varies(resampled: Floats) -> bool:
    """Whether resampling says anything about a figure; rounding in the last bits does not count."""
    return bool(np.nanmax(resampled) - np.nanmin(resampled) > NO_SPREAD)


def exact_interval(share: float, n: int) -> Interval:
    """Clopper and Pearson (1934) for `share` of n trials, 0–1; the beta quantiles also take shares between trials."""
    hits = share * n
    low = float(scipy.special.betaincinv(hits, n - hits + 1, TAIL)) if hits > 0 else 0.0
    high = float(scipy.special.betaincinv(hits + 1, n - hits, 1 - TAIL)) if hits < n else 1.0
    return low, high
