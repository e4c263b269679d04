"""How far a score can be trusted: halves of a set, the smallest difference it could show, several trainings.

A figure is 100 × Σ sums / Σ weights over units: a pair adds 0 or 1 and weighs 1, a target term adds its own rate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt

import numpy as np
import scipy
from numpy.typing import NDArray

from epicene.metrics.intervals import (
    CELLS_AT_ONCE,
    RESAMPLES,
    TAIL,
    Floats,
    drawn_counts,
    mean,
    percentile_interval,
)

SPLITS = 1000
FEWEST_UNITS = 4  # two in each half
FEWEST_TYPES = 3
FEWEST_MODELS = 5
ALPHA, POWER = 0.05, 0.8
# How far from 0 a figure must truly lie, in halves of its 95 % interval, for that interval to leave 0 out with `POWER`.
POWERED = 1 + float(scipy.special.ndtri(POWER) / scipy.special.ndtri(1 - ALPHA / 2))


@dataclass(frozen=True, slots=True)
class Units:
    """What a figure is computed from, in the order of `ids`; `yes_no` where each unit is one answer, 0 or 1, so that
    an exact binomial test says whether it differs from 50. `ideal` is what it should be: 50, or 0 of a figure between
    −100 and 100."""

    ids: Sequence[str]
    types: Sequence[str]
    sums: Floats
    weights: Floats
    yes_no: bool = True
    ideal: float = 50.0

    @property
    def n(self) -> int:
        return len(self.ids)

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which the figure lies."""
        return (0.0 if self.ideal else -100.0), 100.0

    def kept(self, ids: Sequence[str]) -> Units:
        indices = {id: index for index, id in enumerate(self.ids)}
        at = [indices[id] for id in ids]
        types = [self.types[index] for index in at]
        return replace(self, ids=ids, types=types, sums=self.sums[at], weights=self.weights[at])

    @property
    def figure(self) -> float:
        return float(mean(np.array([self.sums.sum(), self.weights.sum()]))) * 100


@dataclass(frozen=True, slots=True)
class Reliability:
    """Spearman–Brown's ρ = 2r / (1 + r) of the mean r between halves; `low` and `high` hold 95 % of the splits."""

    value: float
    low: float
    high: float
    n: int


def split_half_sd(units: Units, *, splits: int = SPLITS, seed: int = 0) -> float | None:
    """Standard deviation, in points, of the difference between random halves; None for fewer than four units.

    For rates it comes to 2 s / √n with s the standard deviation of one answer (n − 1 in its denominator): twice the
    standard error of the whole set.
    """
    if units.n < FEWEST_UNITS:
        return None
    first, second = _half_figures(np.vstack([units.sums, units.weights])[:, np.newaxis], splits, seed)
    return float(np.nanstd(first - second, ddof=1))


def split_half_types(units: Units, *, splits: int = SPLITS, seed: int = 0) -> Reliability | None:
    """Whether the types keep their order: reliability of type scores between halves of each type."""
    types = np.asarray(units.types)
    names = [name for name in sorted(set(units.types)) if (types == name).sum() >= FEWEST_UNITS]
    if len(names) < FEWEST_TYPES:
        return None
    columns = np.vstack([units.sums, units.weights])[:, np.newaxis]
    halves = [_half_figures(columns[:, :, types == name], splits, seed + index) for index, name in enumerate(names)]
    first, second = (np.hstack([half[side] for half in halves]) for side in (0, 1))
    return _reliability(first, second, len(names))


def split_half_models(models: Sequence[Units]) -> Reliability | None:
    """Whether models keep their order: reliability of their scores between halves of the units that all answered."""
    if len(models) < FEWEST_MODELS:
        return None
    ids = sorted(set.intersection(*(set(units.ids) for units in models)))
    if len(ids) < FEWEST_UNITS:
        return None
    kept = [units.kept(ids) for units in models]
    columns = np.array([[units.sums for units in kept], [units.weights for units in kept]])
    return _reliability(*_half_figures(columns, SPLITS, 0), len(models))


def spearman_brown(r: float) -> float:
    """What a whole set would have, from the correlation of its halves (Spearman 1910, Brown 1910). Below 0 it stays:
    no reliability is less than none, and the formula would stretch it beyond −1."""
    return 2 * r / (1 + r) if r > 0 else r


def _half_figures(columns: Floats, splits: int, seed: int) -> tuple[Floats, Floats]:
    """Figures of both halves, (splits, figures), from sums and weights (2, figures, units)."""
    n = columns.shape[-1]
    whole = columns.sum(axis=-1)
    first = np.concatenate([np.einsum("sn,kfn->sfk", part, columns) for part in _halves(n, splits, seed)])
    return 100 * mean(first), 100 * mean(whole.T - first)


def _halves(n: int, splits: int, seed: int) -> Iterator[Floats]:
    """Ones for the units of the first half, (splits, units), some splits at a time; of an odd number, it has one less
    or one more."""
    generator = np.random.default_rng(seed)
    step = max(1, CELLS_AT_ONCE // n)
    for start in range(0, splits, step):
        size = min(step, splits - start)
        odd = generator.integers(2, size=(size, 1)) if n % 2 else np.zeros((size, 1), dtype=np.int64)
        yield generator.permuted(np.arange(n) < n // 2 + odd, axis=1).astype(np.float64)


def _reliability(first: Floats, second: Floats, n: int) -> Reliability | None:
    """None where most splits have no correlation: all figures of a half are the same, or one does not exist."""
    a, b = (half - half.mean(axis=1, keepdims=True) for half in (first, second))
    with np.errstate(divide="ignore", invalid="ignore"):
        r = (a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    known = r[np.isfinite(r)]
    if 2 * len(known) <= len(r):
        return None
    value = spearman_brown(float(known.mean()))
    low, high = (spearman_brown(float(end)) for end in np.quantile(known, [TAIL, 1 - TAIL]))
    return Reliability(value, min(low, value), max(high, value), n)


@cache  # many comparisons have as many answers that differ
def smallest_shift(n: int) -> float | None:
    """How many points from 50 a rate over n answers must truly lie for the exact two-sided binomial test (5 %) to find
    it in four of five cases; None where no answers at all could be significant (n < 6)."""
    critical = int((scipy.special.bdtr(np.arange(n + 1), n, 0.5) <= ALPHA / 2).sum()) - 1
    if critical < 0:
        return None

    def lacking(rate: float) -> float:
        return float(scipy.special.bdtr(critical, n, rate) + scipy.special.bdtrc(n - critical - 1, n, rate)) - POWER

    return 100 * (float(scipy.optimize.brentq(lacking, 0.5, 1.0)) - 0.5)


def smallest_paired_difference(discordant: int, n: int) -> float | None:
    """How many points two models must truly differ by for McNemar's exact test to find it with power 80 %, where they
    disagree on so many of n items as was observed: of these, a share 50 + s prefers one, so 2 s × discordant / n."""
    shift = smallest_shift(discordant)
    return None if shift is None else 2 * shift * discordant / n


def smallest_difference(units: Units) -> float | None:
    """From the ideal: exact where units are single answers, else (z₀.₉₇₅ + z₀.₈) standard errors of the weighted mean.
    None for so few units that their spread says nothing; where all are alike, as if each were a single answer, on the
    scale of the figure."""
    if units.yes_no:
        return smallest_shift(units.n)
    error = standard_error(units) if units.n >= FEWEST_UNITS else None
    if error is None:
        return None
    if not error:
        shift = smallest_shift(units.n)
        return shift and shift * (units.bounds[1] - units.bounds[0]) / 100
    return float(scipy.special.ndtri(1 - ALPHA / 2) + scipy.special.ndtri(POWER)) * error


def standard_error(units: Units) -> float | None:
    """Of the weighted mean, in points, from the spread between units (a ratio's, by linearisation)."""
    used = units.weights > 0
    n = int(used.sum())
    if n < 2:
        return None
    apart = 100 * units.sums[used] - units.figure * units.weights[used]
    return sqrt(n / (n - 1) * float((apart**2).sum())) / float(units.weights.sum())


@dataclass(frozen=True, slots=True)
class Trainings:
    """One model trained several times: the mean score with an interval over trainings (Student's t, `low` to `high`,
    cut off where no score can lie) and one over trainings and items (two-level bootstrap, `low_both` to `high_both`).
    `sd` is the standard deviation of the scores as seen, `share` what lies between trainings, in percent of the
    variance of one training's score."""

    value: float
    low: float
    high: float
    low_both: float
    high_both: float
    sd: float
    share: float
    n_trainings: int
    n_items: int


def over_trainings(trainings: Sequence[Units], *, seed: int = 0) -> Trainings | None:
    """From the answers of each training to the same items; None for one training, or no items in common."""
    ids = sorted(set.intersection(*(set(units.ids) for units in trainings))) if trainings else []
    if len(trainings) < 2 or len(ids) < 2:
        return None
    kept = [units.kept(ids) for units in trainings]
    scores = np.array([units.figure for units in kept])
    value, sd = float(scores.mean()), float(scores.std(ddof=1))
    reach = float(scipy.special.stdtrit(len(kept) - 1, 1 - TAIL)) * sd / sqrt(len(kept))
    sums, weights = _columns(kept)
    low_both, high_both = percentile_interval(value, _drawn_twice(sums, weights, seed=seed))
    between, items = variance_parts(sums, weights)
    share = 100 * between / (between + items) if between + items > 0 else 0.0
    least, most = kept[0].bounds
    ends = max(least, value - reach), min(most, value + reach)
    return Trainings(value, *ends, low_both, high_both, sd, share, len(kept), len(ids))


@dataclass(frozen=True, slots=True)
class Difference:
    """Between two models that were trained several times: b − a of the mean scores, with Welch's t interval over
    trainings, and one over trainings and items."""

    value: float
    low: float
    high: float
    low_both: float
    high_both: float
    p: float


def difference_over_trainings(a: Sequence[Units], b: Sequence[Units], *, seed: int = 0) -> Difference | None:
    """Trainings of a and b are drawn apart, items together; None where no item is shared, or no training varies."""
    ids = sorted(set.intersection(*(set(units.ids) for units in (*a, *b))))
    sides = [[units.kept(ids) for units in side] for side in (a, b)]
    scores = [np.array([units.figure for units in side]) for side in sides]
    if len(ids) < 2 or min(map(len, scores)) < 2 or not any(side.std() for side in scores):
        return None
    test = scipy.stats.ttest_ind(scores[1], scores[0], equal_var=False)
    interval = test.confidence_interval(1 - ALPHA)
    drawn_a, drawn_b = (_drawn_twice(*_columns(side), seed=seed, draw=index) for index, side in enumerate(sides))
    value = float(scores[1].mean() - scores[0].mean())
    both = percentile_interval(value, drawn_b - drawn_a)
    least, most = sides[0][0].bounds
    reach = most - least  # no two scores are further apart
    ends = max(-reach, float(interval.low)), min(reach, float(interval.high))
    return Difference(value, *ends, *both, float(test.pvalue))


def _columns(trainings: Sequence[Units]) -> tuple[Floats, Floats]:
    return np.array([units.sums for units in trainings]), np.array([units.weights for units in trainings])


def variance_parts(sums: Floats, weights: Floats) -> tuple[float, float]:
    """Variance of a score between trainings, and over items, in points²: the parts of a two-way layout (trainings ×
    items) without repetition. With answers y, k trainings and n items: MS(trainings) = n Σ (ȳₜ − ȳ)² / (k − 1),
    MS(items) = k Σ (ȳᵢ − ȳ)² / (n − 1), MS(rest) what both leave; between = (MS(trainings) − MS(rest)) / n, items =
    (MS(items) − MS(rest)) / k / n + MS(rest) / n, none below 0."""
    answers = 100 * sums / np.where(weights > 0, weights, 1)
    k, n = answers.shape
    by_training, by_item, whole = answers.mean(axis=1), answers.mean(axis=0), answers.mean()
    rest = float(((answers - by_training[:, None] - by_item + whole) ** 2).sum()) / ((k - 1) * (n - 1))
    trainings = n * float(((by_training - whole) ** 2).sum()) / (k - 1)
    items = k * float(((by_item - whole) ** 2).sum()) / (n - 1)
    return max(0.0, (trainings - rest) / n), (max(0.0, (items - rest) / k) + rest) / n


def _drawn_twice(sums: Floats, weights: Floats, *, seed: int, draw: int = 0) -> Floats:
    """Mean scores of samples in which both trainings and items are drawn anew, each with replacement; another `draw` is
    of other trainings and the same items."""
    k, n = sums.shape
    generator = np.random.default_rng([seed, draw])
    chosen: NDArray[np.intp] = generator.integers(k, size=(RESAMPLES, k))
    drawn = np.empty(RESAMPLES)
    for block, counts in drawn_counts(n, RESAMPLES, seed):
        weighted = counts.astype(np.float64)
        figures = mean(np.stack([np.einsum("sn,kn->sk", weighted, array) for array in (sums, weights)], axis=-1))
        drawn[block] = 100 * np.take_along_axis(figures, chosen[block], axis=1).mean(axis=1)
    return drawn
