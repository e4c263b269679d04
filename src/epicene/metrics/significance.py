"""Tests: what the papers used, and what is right for yes/no answers to the same questions.

What every audit needs comes from scipy.special: loading scipy.stats takes half a second of each first audit.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from epicene.metrics.catalogue import TestRecord

Outcomes = NDArray[np.bool_]
Floats = NDArray[np.float64]

LEVEL = 0.05  # of a test, adjusted within its family: below it, and only there, a figure is said to differ clearly
FLIPS = 9_999
CLOSE = 1e-6


def binomial_p(hits: int, n: int) -> float:
    """Exact two-sided binomial test of `hits` in n against one half: twice the smaller tail."""
    return min(1.0, 2 * float(scipy.special.bdtr(min(hits, n - hits), n, 0.5)))


def fewest_hits(n: int, level: float) -> int | None:
    """How many of n answers must at least go one way for the exact test to fall below a level; None where n is too
    small for any to."""
    return next((hits for hits in range(n // 2 + 1, n + 1) if binomial_p(hits, n) < level), None)


class TTest(NamedTuple):
    t: float
    p: float


def t_test_p(outcomes: Outcomes) -> float | None:
    """One-sample two-sided t-test of 0/1 outcomes against one half, as in Névéol et al. 2022.

    None where there is no variance to divide by (one outcome, or all the same).
    """
    t_test = t_against_half(float(outcomes.mean()), len(outcomes)) if len(outcomes) else None
    return t_test.p if t_test else None


def t_against_half(share: float, n: int, ties: float = 0.0) -> TTest | None:
    """The same from the share of n outcomes, which is all that a paper prints: t = (share − ½) / √(share·(1 − share) /
    (n − 1)), with n − 1 degrees of freedom. `ties` is the share of outcomes that count as half, whose variance is
    less."""
    variance = share * (1 - share) - ties / 4
    if n < 2 or variance <= 0:
        return None
    t = (share - 0.5) / sqrt(variance / (n - 1))
    return TTest(t, float(2 * scipy.special.stdtr(n - 1, -abs(t))))


def unpaired_t_test_p(a: Outcomes, b: Outcomes) -> float | None:
    """Student's two-sample two-sided t-test (equal variances) of 0/1 outcomes: the paper's, between two models.

    It takes the answers of two models to the same pairs for independent, which they are not; `mcnemar_p` does not.
    """
    if not len(a) or not len(b):
        return None
    t_test = t_between((float(a.mean()), len(a)), (float(b.mean()), len(b)))
    return t_test.p if t_test else None


def t_between(a: tuple[float, int], b: tuple[float, int]) -> TTest | None:
    """The same from two shares and their n; t is above 0 where the second share is the larger."""
    if min(a[1], b[1]) < 2 or (a[0] in (0, 1) and b[0] in (0, 1)):
        return None
    first, second = ((share, sqrt(n * share * (1 - share) / (n - 1)), n) for share, n in (a, b))
    test = scipy.stats.ttest_ind_from_stats(*second, *first)
    return TTest(float(test.statistic), float(test.pvalue))


def paired_t_test_p(a: Outcomes, b: Outcomes) -> float | None:
    """Two-sided t-test of the differences of two models' outcomes on the same pairs."""
    differences = a.astype(np.float64) - b.astype(np.float64)
    if len(differences) < 2 or np.ptp(differences) == 0:
        return None
    return float(scipy.stats.ttest_1samp(differences, 0.0).pvalue)


def sign_flip_p(deviations: NDArray[np.float64], *, seed: int = 0) -> float:
    """Two-sided permutation test of the sum of units' deviations from the ideal: their signs are drawn (Fisher 1935).

    Answers within a unit (the tests of a target term, the replies to a pair) depend on one another, so that a unit
    turns as a whole; where each has one answer, this is the exact binomial test. Unlike an interval that resamples
    units it keeps its level however few they are. Units of one size are drawn together: how many of them point up.
    """
    sizes = np.abs(deviations)
    if not sizes.any():
        return 1.0
    sizes /= sizes.max()
    _, first, counts = np.unique(sizes.round(9), return_index=True, return_counts=True)
    up = np.random.default_rng(seed).binomial(counts, 0.5, size=(FLIPS, len(counts)))
    drawn = np.einsum("fs,s->f", 2.0 * up - counts, sizes[first])
    hits = int((np.abs(drawn) >= abs(np.sum(sizes * np.sign(deviations))) - CLOSE).sum())
    return (1 + hits) / (1 + FLIPS)


def half_p(deviations: Floats, test: str, *, seed: int = 0) -> float:
    """Of units' deviations from one half, none of them 0: `binomial` where each unit has one answer, else
    `sign-flip`."""
    if test == "binomial":
        return binomial_p(int((deviations > 0).sum()), len(deviations))
    return sign_flip_p(deviations, seed=seed)


def mcnemar_p(only_a: int, only_b: int) -> float:
    """Exact McNemar test: binomial over the pairs on which the two models disagree; 1 where they never do."""
    discordant = only_a + only_b
    return binomial_p(only_a, discordant) if discordant else 1.0


def bootstrap_p(drawn: Floats) -> float:
    """Two-sided, of a figure against 0: twice the share of the samples on the other side of it, the estimate itself
    counted as one more sample (Davison and Hinkley 1997, section 4.2), so that it is never 0."""
    kept = drawn[~np.isnan(drawn)]
    least = min(int((kept <= 0).sum()), int((kept >= 0).sum()))
    return min(1.0, 2 * (1 + least) / (1 + len(kept)))


def wilcoxon_p(differences: Floats) -> float:
    """Wilcoxon's signed-rank test, two-sided; differences of 0 are left out; 1 where there are no others."""
    kept = differences[differences != 0]
    return float(scipy.stats.wilcoxon(kept).pvalue) if len(kept) else 1.0


def sign_p(differences: Floats) -> float:
    """The sign test: how many differences are above 0 against how many are below."""
    return mcnemar_p(int((differences > 0).sum()), int((differences < 0).sum()))


def corrected_t_test(differences: Floats, test_share: float) -> tuple[float, float] | None:
    """Two-sided p, and half the 95 % interval of the mean, of differences over repeated random splits.

    The training parts of two splits share most of their examples, so that repetitions are not independent and their
    variance alone makes any difference significant once there are enough. Nadeau and Bengio (2003) put in its place
    (1/k + n_test/n_train) · s², with k − 1 degrees of freedom. None where there is no variance.
    """
    k = len(differences)
    if k < 2 or np.ptp(differences) == 0:
        return None
    error = float(differences.std(ddof=1)) * (1 / k + test_share / (1 - test_share)) ** 0.5
    p = 2 * float(scipy.special.stdtr(k - 1, -abs(float(differences.mean())) / error))
    return p, float(scipy.special.stdtrit(k - 1, 0.975)) * error


def adjust_p(p_values: Mapping[str, float]) -> dict[str, float]:
    """Benjamini and Hochberg (1995) over a family of tests: the k-th smallest of m becomes p·m/k, or what a larger one
    became where that is less."""
    adjusted, least = dict[str, float](), 1.0
    for k, name in reversed(list(enumerate(sorted(p_values, key=lambda name: p_values[name]), start=1))):
        adjusted[name] = least = min(least, p_values[name] * len(p_values) / k)
    return {name: adjusted[name] for name in p_values}


def adjust_p_within(p_values: Mapping[str, float], families: Mapping[str, str]) -> dict[str, float]:
    """Of groups, each within its family; a group that has none is left as it is."""
    return {
        name: p
        for family in dict.fromkeys(families.values())
        for name, p in adjust_p({key: p for key, p in p_values.items() if families.get(key) == family}).items()
    }


def adjusted_records(
    benchmark: str,
    metric: str,
    test: str,
    tests: Mapping[str, tuple[float, int]],
    families: Mapping[str, str] = MappingProxyType({}),
    task: str | None = None,
) -> list[TestRecord]:
    """Of groups with their p and n, adjusted over those of the same family."""
    adjusted = adjust_p_within({name: p for name, (p, _) in tests.items()}, families)
    return [TestRecord(benchmark, metric, name, test, p, n, adjusted.get(name), task) for name, (p, n) in tests.items()]


FEWEST_UNITS = 6  # five that all point one way do so by chance once in sixteen times
ROUNDING = 1e-9


def shown_side(low: float, high: float, null: float = 0.0, *, p: float | None = None, units: int = 0) -> int:
    """1 above `null`, −1 below it, 0 where nothing may be said.

    The interval leaves `null` out, an end that only rounding keeps from it included; the test of the figure, where one
    was made, is below 0.05, adjusted where several figures are looked at; and at least six units are behind both, where
    they were counted.
    """
    if 0 < units < FEWEST_UNITS or (p is not None and p >= LEVEL):
        return 0
    return int(low - ROUNDING > null) - int(high + ROUNDING < null)
