"""How far the length of sentences decides which one a model finds likelier.

A sum of log-probabilities falls with every token, so that of two sentences the shorter one tends to win, whatever they
say; the name of one group is often longer than that of the other. Three figures show it, over
pairs whose sentences have n(more) and n(less) tokens for the model's own tokenizer:
- shorter_preferred = 100 × pairs whose shorter sentence scores higher / pairs of unequal length (50: it says nothing);
- metric_score_equal_length = the metric score over the pairs with n(more) = n(less);
- metric_score_adjusted = 100 × σ(β₀) of the logistic regression P(more preferred) = σ(β₀ + β₁ (n(more) − n(less))):
  what the metric score would be without a difference in length.
"""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import NDArray

from epicene.core.types import Role
from epicene.metrics.catalogue import PERCENT, Answered, Direction, Measure, MetricValue, register
from epicene.metrics.intervals import RESAMPLES, Floats, interval_of, percent_of

STEPS = 25  # of Newton's method, which needs a handful where both outcomes occur
RIDGE = 1e-3  # in place of infinite coefficients where length decides every pair
FEWEST = 10  # pairs of unequal length, and lengths that differ, for a regression


def sides(answered: Answered) -> tuple[Floats, NDArray[np.int64]]:
    """By id, of pairs that were asked and whose lengths are known: both scores, and both lengths."""
    values, lengths = answered.values(), answered.lengths()
    found = [
        [(values[key], lengths[key]) for key in ((item.id, Role.MORE), (item.id, Role.LESS))]
        for item in sorted(answered.items, key=lambda item: item.id)
        if item.id not in answered.unusable and all(lengths.get((item.id, role)) for role in (Role.MORE, Role.LESS))
    ]
    table = np.array(found, dtype=np.float64).reshape(-1, 2, 2)
    return table[:, :, 0], table[:, :, 1].astype(np.int64)


def shorter_preferred(answered: Answered, seed: int) -> MetricValue | None:
    scores, lengths = sides(answered)
    unequal = lengths[:, 0] != lengths[:, 1]
    more_is_shorter = lengths[unequal, 0] < lengths[unequal, 1]
    lead = scores[unequal, 0] - scores[unequal, 1]
    return _share(np.where(more_is_shorter, lead, -lead) > 0, seed)


def metric_score_equal_length(answered: Answered, seed: int) -> MetricValue | None:
    scores, lengths = sides(answered)
    equal = lengths[:, 0] == lengths[:, 1]
    return _share(scores[equal, 0] > scores[equal, 1], seed)


def metric_score_adjusted(answered: Answered, seed: int) -> MetricValue | None:
    """None where lengths hardly differ: a line through one point says nothing."""
    scores, lengths = sides(answered)
    difference = (lengths[:, 0] - lengths[:, 1]).astype(np.float64)
    if np.count_nonzero(difference) < FEWEST:
        return None
    preferred = (scores[:, 0] > scores[:, 1]).astype(np.float64)
    # Pairs with the same difference and answer are one cell: drawing pairs is drawing how many each cell has.
    (longer, chosen), counts = np.unique(np.vstack([difference, preferred]), axis=1, return_counts=True)
    n = len(preferred)
    drawn = np.random.default_rng(seed).multinomial(n, counts / n, size=RESAMPLES).astype(np.float64)
    value = float(_at_no_difference(longer, chosen, counts[None].astype(np.float64))[0])
    low, high = interval_of(value, _at_no_difference(longer, chosen, drawn), n, PERCENT)
    return MetricValue(value, low, high, n)


def _at_no_difference(difference: Floats, preferred: Floats, weights: Floats) -> Floats:
    """For each row of weights, 100 × σ(β₀) of the weighted regression."""
    intercept, slope = np.zeros(len(weights)), np.zeros(len(weights))
    for _ in range(STEPS):
        chance = scipy.special.expit(intercept[:, None] + slope[:, None] * difference)
        error, spread = weights * (preferred - chance), weights * chance * (1 - chance)
        gradient = error.sum(axis=1) - RIDGE * intercept, error @ difference - RIDGE * slope
        a, b, c = spread.sum(axis=1) + RIDGE, spread @ difference, spread @ difference**2 + RIDGE
        determinant = a * c - b * b
        intercept = intercept + np.clip((c * gradient[0] - b * gradient[1]) / determinant, -2, 2)
        slope = slope + np.clip((a * gradient[1] - b * gradient[0]) / determinant, -2, 2)
    return 100 * np.asarray(scipy.special.expit(intercept))


def _share(hits: NDArray[np.bool_], seed: int) -> MetricValue | None:
    if not len(hits):
        return None
    columns = np.vstack([hits, np.ones(len(hits))]).astype(np.float64)
    value, interval = percent_of(columns, seed=seed)
    return MetricValue(value, *interval, len(hits))


PACKAGE, PAIRS = "epicene.kinds.pairs", frozenset({"pairs"})
register(
    *(
        Measure(compute.__name__, 50.0, "%", Direction.NEARER, PACKAGE, PERCENT, kinds=PAIRS, compute=compute)
        for compute in (shorter_preferred, metric_score_equal_length, metric_score_adjusted)
    )
)
