"""Tests: what the papers used, and what is right for yes/no answers to the same questions."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Outcomes = NDArray[np.bool_]


def binomial_p(hits: int, n: int) -> float:
    """Exact two-sided binomial test of `hits` in n against one half."""
    return float(stats.binomtest(hits, n, 0.5).pvalue)


class TTest(NamedTuple):
    t: float
    p: float


def t_test_p(outcomes: Outcomes) -> float | None:
    """One-sample two-sided t-test of 0/1 outcomes against one half, as in Névéol et al. 2022.

    None where there is no variance to divide by (one outcome, or all the same).
    """
    found = t_against_half(float(outcomes.mean()), len(outcomes)) if len(outcomes) else None
    return found.p if found else None


def t_against_half(share: float, n: int) -> TTest | None:
    """The same from the share of n outcomes, which is all that a paper prints: t = (share − ½) / √(share·(1 − share) /
    (n − 1)), with n − 1 degrees of freedom."""
    if n < 2 or share in (0, 1):
        return None
    t = (share - 0.5) / sqrt(share * (1 - share) / (n - 1))
    return TTest(t, float(2 * stats.t.sf(abs(t), n - 1)))


def unpaired_t_test_p(a: Outcomes, b: Outcomes) -> float | None:
    """Student's two-sample two-sided t-test (equal variances) of 0/1 outcomes: the paper's, between two models.

    It takes the answers of two models to the same pairs for independent, which they are not; `mcnemar_p` does not.
    """
    if not len(a) or not len(b):
        return None
    found = t_between((float(a.mean()), len(a)), (float(b.mean()), len(b)))
    return found.p if found else None


def t_between(a: tuple[float, int], b: tuple[float, int]) -> TTest | None:
    """The same from two shares and their n; t is above 0 where the second share is the larger."""
    if min(a[1], b[1]) < 2 or (a[0] in (0, 1) and b[0] in (0, 1)):
        return None
    first, second = ((share, sqrt(n * share * (1 - share) / (n - 1)), n) for share, n in (a, b))
    found = stats.ttest_ind_from_stats(*second, *first)
    return TTest(float(found.statistic), float(found.pvalue))


def paired_t_test_p(a: Outcomes, b: Outcomes) -> float | None:
    """Two-sided t-test of the differences of two models' outcomes on the same pairs."""
    differences = a.astype(np.float64) - b.astype(np.float64)
    if len(differences) < 2 or np.ptp(differences) == 0:
        return None
    return float(stats.ttest_1samp(differences, 0.0).pvalue)


def mcnemar_p(only_a: int, only_b: int) -> float:
    """Exact McNemar test: binomial over the pairs on which the two models disagree; 1 where they never do."""
    discordant = only_a + only_b
    return binomial_p(only_a, discordant) if discordant else 1.0


def adjust_p(p_values: Mapping[str, float]) -> dict[str, float]:
    """Benjamini and Hochberg (1995) over a family of tests."""
    if not p_values:
        return {}
    adjusted = stats.false_discovery_control(list(p_values.values()), method="bh")
    return {name: float(p) for name, p in zip(p_values, adjusted, strict=True)}
