"""Groups of models and pairs of figures: do they differ?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import erfc, factorial, hypot, sqrt

import numpy as np
import scipy

from epicene.metrics.correlation import FEWEST
from epicene.metrics.intervals import TAIL, Floats, Interval

ORDERS = 40_320  # of models: all are tried where there are no more (eight models); beyond, as many are drawn
CLOSE = 1e-9
NORMAL = 1.959963984540054  # the quantile of a 95 % interval


@dataclass(frozen=True, slots=True)
class Grouping:
    """Do groups of models differ? `p` is the share of ways to deal the models out that set the groups as far apart."""

    means: Mapping[str, float]
    n: int
    p: float
    exact: bool


def groups_differ(groups: Mapping[str, Sequence[float]], *, seed: int = 0) -> Grouping | None:
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
        arranged = np.random.default_rng(seed).permuted(np.tile(centred, (ORDERS, 1)), axis=1)
    found, spread = (
        np.sum([orders[:, part].sum(axis=1) ** 2 / len(part) for part in parts], axis=0)
        for orders in (centred[np.newaxis], arranged)
    )
    hits = int((spread >= found[0] - CLOSE).sum())
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
