"""Halves of a set, power, and several trainings, against numbers worked out by hand or by scipy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from epicene.metrics.reliability import (
    Units,
    difference_over_trainings,
    over_trainings,
    smallest_difference,
    smallest_paired_difference,
    smallest_shift,
    spearman_brown,
    split_half_models,
    split_half_sd,
    split_half_types,
    standard_error,
    variance_parts,
)


def units(hits: Sequence[float], types: Sequence[str] = (), *, yes_no: bool = True) -> Units:
    names = [f"{place:04d}" for place in range(len(hits))]
    return Units(names, types or ["all"] * len(hits), np.array(hits, dtype=float), np.ones(len(hits)), yes_no)


def test_halves_differ_by_twice_the_standard_error() -> None:
    """2 s / √n: 60 of 100 yes have s² = 0.24 × 100 / 99, so that the halves differ by 200 × 0.49237 / 10 = 9.85."""
    found = split_half_sd(units([1] * 60 + [0] * 40), splits=20_000)
    assert found == pytest.approx(9.847, abs=0.15)


def test_halves_of_equal_answers_do_not_differ() -> None:
    assert split_half_sd(units([1] * 10)) == 0
    assert split_half_sd(units([1, 0, 1])) is None


def test_spearman_and_brown_by_hand() -> None:
    assert spearman_brown(0.5) == pytest.approx(2 / 3)
    assert spearman_brown(1.0) == 1
    assert spearman_brown(-0.4) == -0.4


def test_types_that_differ_for_good_are_reliable_and_types_by_luck_are_not() -> None:
    clear = units([1] * 40 + [1, 0] * 20 + [0] * 40, ["a"] * 40 + ["b"] * 40 + ["c"] * 40)
    found = split_half_types(clear)
    assert found is not None
    assert found.value > 0.95
    assert found.n == 3
    alike = np.random.default_rng(1).integers(2, size=400)
    by_luck = split_half_types(units(list(alike), [f"t{place % 10}" for place in range(400)]))
    assert by_luck is not None
    assert by_luck.value < 0.6
    assert by_luck.low < 0


def test_the_correlation_of_halves_is_pearsons() -> None:
    """Four of each type, so that each half has two; the mean r over all splits, from scipy."""
    rates = {"a": (1, 1, 1, 0), "b": (1, 0, 1, 0), "c": (0, 0, 0, 1)}
    answers = units([hit for hits in rates.values() for hit in hits], [name for name in rates for _ in range(4)])
    halves = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    found = []
    for first in np.ndindex(6, 6, 6):
        a = [sum(hits[at] for at in halves[one]) for one, hits in zip(first, rates.values(), strict=True)]
        b = [sum(hits) - side for side, hits in zip(a, rates.values(), strict=True)]
        if len(set(a)) > 1 and len(set(b)) > 1:
            found.append(stats.pearsonr(a, b).statistic)
    reliability = split_half_types(answers, splits=20_000)
    assert reliability is not None
    assert reliability.value == pytest.approx(spearman_brown(float(np.mean(found))), abs=0.03)


def test_too_few_types_or_models_have_no_reliability() -> None:
    assert split_half_types(units([1, 0] * 8, ["a", "b"] * 8)) is None
    assert split_half_models([units([1, 0, 1, 0])] * 4) is None


def test_five_models_that_differ_keep_their_order_over_common_items() -> None:
    rates = (0.1, 0.3, 0.5, 0.7, 0.9)
    models = [units(list(np.random.default_rng(place).random(600) < rate)) for place, rate in enumerate(rates)]
    shorter = models[0].kept(models[0].ids[:500])
    found = split_half_models([shorter, *models[1:]])
    assert found is not None
    assert found.value > 0.97
    assert found.n == 5


def test_ten_answers_show_only_a_rate_of_92() -> None:
    """At least 9 or at most 1 of 10 are significant (2 × 11 / 1024 = 0.0215; with 8 it would be 0.109). P(X ≥ 9) =
    10 p⁹ (1 − p) + p¹⁰ = 0.8 at p = 0.917; P(X ≤ 1) is nil there."""
    shift = smallest_shift(10)
    assert shift is not None
    p = 0.5 + shift / 100
    assert 10 * p**9 * (1 - p) + p**10 == pytest.approx(0.8, abs=1e-6)
    assert p == pytest.approx(0.9167, abs=0.001)


@pytest.mark.parametrize("n", [6, 25, 89, 300, 1677])
def test_the_smallest_difference_has_the_power_it_says(n: int) -> None:
    """Power of scipy's exact test, outcome by outcome."""
    shift = smallest_shift(n)
    assert shift is not None
    rejects = [k for k in range(n + 1) if stats.binomtest(k, n, 0.5).pvalue <= 0.05]
    power = sum(float(stats.binom.pmf(k, n, 0.5 + shift / 100)) for k in rejects)
    assert power == pytest.approx(0.8, abs=1e-6)


def test_five_answers_can_show_nothing() -> None:
    assert smallest_shift(5) is None
    assert smallest_difference(units([1, 0, 1, 0, 1])) is None


def test_mcnemar_sees_only_what_the_models_disagree_on() -> None:
    """Ten of 100 items: a share of 91.67 % of them must be one model's, 8.33 more than the other's in ten: 8.33 %."""
    shift = smallest_shift(10)
    assert shift is not None
    assert smallest_paired_difference(10, 100) == pytest.approx(2 * shift * 0.1)
    assert smallest_paired_difference(10, 100) == pytest.approx(8.33, abs=0.02)
    assert smallest_paired_difference(5, 100) is None


def test_terms_have_a_standard_error_of_their_own() -> None:
    """Rates 0, 50, 50 and 100 of four terms: s² = 5000 / 3, s / √4 = 20.41; times 1.960 + 0.842."""
    terms = units([0, 0.5, 0.5, 1], yes_no=False)
    assert standard_error(terms) == pytest.approx(sqrt(5000 / 3) / 2)
    assert smallest_difference(terms) == pytest.approx(2.8016 * 20.4124, abs=0.01)


def test_terms_that_are_few_or_all_alike_do_not_show_the_smallest_difference() -> None:
    """Three say nothing of their spread; ten that never vary are no better than ten single answers, on twice the scale
    where a figure goes from −100 to 100."""
    assert smallest_difference(units([0, 0.5, 1], yes_no=False)) is None
    alike = units([1.0] * 10, yes_no=False)
    assert smallest_difference(alike) == pytest.approx(smallest_shift(10))
    assert smallest_difference(replace(alike, ideal=0.0)) == pytest.approx(2 * (smallest_shift(10) or 0))


def test_variance_is_taken_apart_as_in_a_two_way_layout() -> None:
    """Two trainings × three items, answers (0, 100, 100) and (0, 0, 100): means 66.7, 33.3; items 0, 50, 100.
    MS(trainings) = 3 × 2 × 16.67² = 1666.7; MS(rest) = [4 × 16.67² + 2 × 33.33²] / 2 = 1666.7; between = 0.
    MS(items) = 2 × 5000 / 2 = 5000; items = ((5000 − 1666.7) / 2 + 1666.7) / 3 = 1111.1."""
    sums = np.array([[0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    between, items = variance_parts(sums, np.ones_like(sums))
    assert between == pytest.approx(0.0, abs=1e-9)
    assert items == pytest.approx(1111.11, abs=0.01)
    # All right against all wrong: MS(trainings) = 3 × 2 × 50² = 15,000, of three items each; nothing is left.
    assert variance_parts(np.array([[1.0] * 3, [0.0] * 3]), np.ones((2, 3))) == pytest.approx((5000.0, 0.0))


def test_the_interval_over_two_trainings_is_students() -> None:
    """Scores 48 and 52: mean 50, sd 2.828; t(1 df) = 12.706, so that 50 ± 25.41. Scores 40 and 60 would give 50 ±
    127.06: two trainings that say nothing, and no score is beyond 0 and 100."""
    near = over_trainings([units([1] * 48 + [0] * 52), units([1] * 52 + [0] * 48)])
    assert near is not None
    assert (near.value, near.sd) == (pytest.approx(50), pytest.approx(2.828, abs=0.001))
    assert near.high - near.value == pytest.approx(25.41, abs=0.01)
    a, b = units([1] * 40 + [0] * 60), units([1] * 60 + [0] * 40)
    found = over_trainings([a, b])
    assert found is not None
    assert (found.low, found.high) == (0, 100)
    signed = over_trainings([replace(one, ideal=0.0) for one in (a, b)])
    assert signed is not None
    assert (signed.low, signed.high) == (pytest.approx(-77.06, abs=0.01), 100)
    assert 40 - 10 < found.low_both < 40
    assert 60 < found.high_both < 60 + 10


def test_trainings_that_agree_leave_all_variance_to_the_items() -> None:
    same = units([1, 0] * 50)
    found = over_trainings([same, same, same])
    assert found is not None
    assert found.share == 0
    assert found.sd == 0
    assert (found.low_both, found.high_both) == (pytest.approx(40, abs=2), pytest.approx(60, abs=2))


def test_trainings_that_differ_on_every_item_have_all_the_variance() -> None:
    found = over_trainings([units([1] * 50), units([0] * 50)])
    assert found is not None
    assert found.share == pytest.approx(100)


def test_one_training_has_no_interval_over_trainings() -> None:
    assert over_trainings([units([1, 0])]) is None


def test_two_models_over_trainings_are_compared_by_welch() -> None:
    """Scores 40, 50 and 60, 80: from scipy."""
    a, b = ([units([1] * hits + [0] * (100 - hits)) for hits in side] for side in ((40, 50), (60, 80)))
    found = difference_over_trainings(a, b)
    test = stats.ttest_ind([60, 80], [40, 50], equal_var=False)
    assert found is not None
    assert (found.value, found.p) == (pytest.approx(25), pytest.approx(test.pvalue))
    assert (found.low, found.high) == pytest.approx(tuple(test.confidence_interval(0.95)))
    assert 0 < found.low_both < 25 < found.high_both < 50
