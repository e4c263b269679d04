"""Do two properties of models go together? Spearman's ρ, with a permutation test that few models allow. Does a score
rise with the size of a model? Page's test for ordered alternatives, from its exact distribution.

A study has five to twenty models, too few for a test that leans on a limit theorem: the p value counts how many of the
ways to deal one property out to the models give a ρ as large. Up to `EXACT_UP_TO` models all of them are counted.

Page (1963), and not Jonckheere and Terpstra's test: that one takes the groups for independent samples, but the models
of one family answer the same tests, which are the blocks that Page's test compares within. For two sizes and a test as
a block it is the exact McNemar test.

Also groups of models and pairs of figures: do they differ?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import erfc, factorial, hypot, sqrt
from typing import Literal

import numpy as np
import scipy
from numpy.typing import NDArray

from epicene.metrics.intervals import RESAMPLES, TAIL, Floats, Interval, percentile_interval, varies

Ties = Literal["average", "ordinal"]
Wholes = NDArray[np.int64]

EXACT_UP_TO = 12
PERMUTATIONS = 100_000
FEWEST = 6  # models: of the orders of five, one in twelve has |ρ| ≥ 0.9 by chance
CLOSE = 1e-9
MOST = 7  # values of a block: all their arrangements are counted, and a family of models has no more sizes


@dataclass(frozen=True, slots=True)
class Correlation:
    """ρ over n models, its bootstrap interval (None where drawing models anew cannot vary it) and its permutation p
    values.

    `p_one_sided` is the share of arrangements whose ρ is at least as large, `p_two_sided` the share whose |ρ| is;
    `arrangements` is how many were looked at, all of them where `exact`.
    """

    rho: float
    low: float | None
    high: float | None
    n: int
    p_one_sided: float
    p_two_sided: float
    exact: bool
    arrangements: int


def spearman(
    x: Sequence[float],
    y: Sequence[float],
    *,
    ties: Ties = "average",
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
    seed: int = 0,
    fewest: int = FEWEST,
) -> Correlation | None:
    """Spearman's ρ; None for fewer than `fewest` models, or where one property is the same for all of them.

    Equal values share the mean of their ranks. `ties="ordinal"` numbers them in the order they come in, as a program
    without tie handling does: the French StereoSet paper's ρ of 0.31 (p 0.16) for its table 3 is that one; with mean
    ranks it is 0.32 (p 0.15).
    """
    a, b = rank(x, ties), rank(y, ties)
    if len(a) < fewest or _constant(a) or _constant(b):
        return None
    if len(a) <= EXACT_UP_TO:
        one_sided, two_sided = _exact_p(a, b)
        arrangements, exact = factorial(len(a)), True
    else:
        one_sided, two_sided = _sampled_p(a, b, permutations, seed)
        arrangements, exact = permutations, False
    rho = _rho(a, b)
    low, high = _interval(x, y, rho, ties, resamples, seed) or (None, None)
    return Correlation(rho, low, high, len(a), one_sided, two_sided, exact, arrangements)


def rank(values: Sequence[float], ties: Ties = "average") -> Floats:
    """Ranks from 1; values that differ by rounding in the last bits only (61.5 − 50 and 50 − 38.5) are equal."""
    return np.asarray(
        scipy.stats.rankdata(np.round(np.asarray(values, dtype=np.float64), 9), method=ties), dtype=np.float64
    )


def _rho(a: Floats, b: Floats) -> float:
    """Pearson's r of the ranks."""
    a, b = a - a.mean(), b - b.mean()
    return float(np.clip((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()), -1.0, 1.0))


def _constant(ranks: Floats) -> bool:
    return bool(np.all(ranks == ranks[0]))


def _exact_p(a: Floats, b: Floats) -> tuple[float, float]:
    """From the whole null distribution of Σ aᵢ·b_π(i); ρ is a linear function of that sum."""
    whole_a, whole_b = (np.rint(2 * side).astype(np.int64) for side in (a, b))  # mean ranks end in .0 or .5
    counts = arrangements_by_sum(whole_a, whole_b)
    sums = np.arange(len(counts))
    count, centre = int(whole_a @ whole_b), whole_a.sum() * whole_b.mean()
    total = counts.sum()
    one_sided = counts[count:].sum() / total
    two_sided = counts[np.abs(sums - centre) >= abs(count - centre) - CLOSE].sum() / total
    return float(one_sided), float(two_sided)


def arrangements_by_sum(a: NDArray[np.int64], b: NDArray[np.int64]) -> Floats:
    """How many of the n! arrangements of b give each value of Σ aᵢ·b_π(i), by dynamic programming over subsets.

    After k steps, one array for each subset of b of size k: the ways to put that subset against the first k of a.
    """
    n, size = len(a), int(np.sort(a) @ np.sort(b)) + 1
    layer: dict[int, Floats] = {0: np.eye(1, size)[0]}
    for value in a:
        following: dict[int, Floats] = {}
        for used, counts in layer.items():
            for index in range(n):
                if not used >> index & 1:
                    shift = int(value * b[index])
                    target = following.setdefault(used | 1 << index, np.zeros(size))
                    target[shift:] += counts[: size - shift]
        layer = following
    return layer[(1 << n) - 1]


def _sampled_p(a: Floats, b: Floats, permutations: int, seed: int) -> tuple[float, float]:
    """Over random arrangements, the one that was found counted in, so that p is never 0 (Phipson and Smyth 2010)."""
    generator = np.random.default_rng(seed)
    a, b = a - a.mean(), b - b.mean()
    drawn = generator.permuted(np.tile(b, (permutations, 1)), axis=1)
    sums, value = np.einsum("sn,n->s", drawn, a), float((a * b).sum())
    one_sided = (1 + int((sums >= value - CLOSE).sum())) / (1 + permutations)
    two_sided = (1 + int((np.abs(sums) >= abs(value) - CLOSE).sum())) / (1 + permutations)
    return one_sided, two_sided


def _interval(
    x: Sequence[float], y: Sequence[float], rho: float, ties: Ties, resamples: int, seed: int
) -> Interval | None:
    """Percentiles over models that are drawn anew, which for ρ are not too narrow even over six; samples in which one
    property does not vary have no ρ and are passed over."""
    generator = np.random.default_rng(seed)
    both = np.array([x, y], dtype=np.float64)
    drawn = both[:, generator.integers(len(x), size=(resamples, len(x)))]
    ranks = scipy.stats.rankdata(np.round(drawn, 9), method=ties, axis=-1)
    centred = ranks - ranks.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).sum(axis=-1).prod(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        resampled = np.where(spread > 0, (centred[0] * centred[1]).sum(axis=-1) / spread, np.nan)
    if not varies(resampled):
        return None
    low, high = percentile_interval(rho, resampled)
    return max(low, -1.0), min(high, 1.0)


@dataclass(frozen=True, slots=True)
class Trend:
    """L = Σ over blocks of Σ j·rank(j), j = 1 … k the places in the foretold order, equal values sharing a rank; what
    it would be by chance; in how many blocks; and the share of all arrangements within blocks whose L is as large
    (`p_one_sided`: rising) or as far from chance."""

    l: float  # noqa: E741 - Page's own letter
    expected: float
    blocks: int
    p_one_sided: float
    p_two_sided: float


def page_trend(blocks: Sequence[Sequence[float]]) -> Trend | None:
    """Page's L over blocks of values in the foretold order; blocks may differ in length, and those of equal values say
    nothing. None where no block says anything, one is too long, or they hold fewer than six values together."""
    ranked = [np.rint(2 * rank(block)).astype(np.int64) for block in blocks if len(block) > 1]  # .0 or .5
    telling = [block for block in ranked if np.ptp(block)]
    if not telling or max(map(len, telling)) > MOST or sum(map(len, ranked)) < FEWEST:
        return None
    chances, count = np.ones(1), 0
    for block in telling:
        positions = np.arange(1, len(block) + 1)
        count += int(positions @ block)
        chances = np.convolve(chances, _chances(block, positions))
    sums = np.arange(len(chances))
    centre = sum(float(block.mean()) * len(block) * (len(block) + 1) / 2 for block in telling)
    as_far = np.abs(sums - centre) >= abs(count - centre) - CLOSE
    value, two = float(chances[count:].sum()), float(chances[as_far].sum())
    return Trend(count / 2, centre / 2, len(telling), min(value, 1.0), min(two, 1.0))


def _chances(ranks: Wholes, positions: Wholes) -> Floats:
    """Of each value of Σ j·rank(j) in one block, were its values exchanged at random."""
    sums = np.array(list(permutations(ranks))) @ positions
    return np.bincount(sums) / len(sums)


ORDERS = 40_320  # of models: all are tried where there are no more (eight models); beyond, as many are drawn
NORMAL = 1.959963984540054  # the quantile of a 95 % interval


@dataclass(frozen=True, slots=True)
class Grouping:
    """Do groups of models differ? `p` is the share of ways to deal the models out that set the groups as far apart."""

    means: Mapping[str, float]
    n: int
    p: float
    exact: bool


def groups_differ(groups: Mapping[str, Sequence[float]]) -> Grouping | None:
    """Permutation test of the spread of the groups' means; None unless two groups have models and some group has two.

    The statistic is Σ nᵍ·meanᵍ² (the sum of squares between groups, but for a constant).
    """
    kept = {name: [float(value) for value in values] for name, values in groups.items() if len(values)}
    sizes = [len(values) for values in kept.values()]
    if len(kept) < 2 or max(sizes) < 2:
        return None
    values = np.array([value for group in kept.values() for value in group])
    parts = np.split(np.arange(len(values)), np.cumsum(sizes)[:-1])
    centred = values - values.mean()
    exact = factorial(len(values)) <= ORDERS
    if exact:
        arranged = np.array(list(permutations(centred)))
    else:
        arranged = np.random.default_rng(0).permuted(np.tile(centred, (ORDERS, 1)), axis=1)
    observed, spread = (
        np.sum([orders[:, part].sum(axis=1) ** 2 / len(part) for part in parts], axis=0)
        for orders in (centred[np.newaxis], arranged)
    )
    hits = int((spread >= observed[0] - CLOSE).sum())
    p = hits / len(arranged) if exact else (1 + hits) / (1 + len(arranged))
    return Grouping({name: float(np.mean(group)) for name, group in kept.items()}, len(values), p, exact)


def mean_over_models(values: Sequence[float], resampled: Floats, units: int, bounds: Interval) -> Interval | None:
    """The 95 % interval of the mean of a figure over models and items; None for fewer than six models.

    `resampled` are the figures of each model over the same items drawn anew, (models, samples), in `units`. Drawing
    models anew as well has a variance in closed form, s² / k: the two add up, and t has the degrees of freedom of
    Welch and Satterthwaite. Over models alone, an interval would take these items for all there are.
    """
    k = len(values)
    if k < FEWEST:
        return None
    between = float(np.var(values, ddof=1)) / k
    items = float(np.nanvar(np.mean(resampled, axis=0))) * units / max(units - 1, 1)
    if not between + items:
        return None
    freedom = (between + items) ** 2 / (between**2 / (k - 1) + items**2 / max(units - 1, 1))
    mean, reach = float(np.mean(values)), float(scipy.special.stdtrit(freedom, 1 - TAIL)) * sqrt(between + items)
    return max(bounds[0], mean - reach), min(bounds[1], mean + reach)


def difference_interval(a: tuple[float, float, float], b: tuple[float, float, float]) -> tuple[float, Interval]:
    """b − a with an interval, from two figures with theirs (value, low, high), as if they were independent.

    Square-and-add (Newcombe 1998; Zou and Donner 2008). Native and translated pairs are other pairs, so independent;
    for one model on two languages whose items translate each other it errs on the wide side.
    """
    difference = b[0] - a[0]
    below = hypot(b[0] - b[1], a[2] - a[0])
    above = hypot(b[2] - b[0], a[0] - a[1])
    return difference, (difference - below, difference + above)


def difference_p(difference: float, interval: Interval) -> float:
    """Two-sided, of no difference: normal, with the width that the interval has on the side of 0, so that p is below
    0.05 exactly where the interval excludes 0."""
    width = difference - interval[0] if difference > 0 else interval[1] - difference
    if not difference or not width:
        return float(not difference)
    return float(erfc(abs(difference) / width * NORMAL / sqrt(2)))


def relative_deviation(score: float, ideal: float = 50.0) -> float:
    """(score − 50) / 50 in percent: figure 2 of the French StereoSet paper, which sets scores that cannot be compared
    directly side by side. The sign is kept; the paper's models all lie above 50.
    """
    return 100 * (score - ideal) / ideal
