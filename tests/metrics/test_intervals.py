import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from scipy.stats import binomtest

from epicene.metrics.intervals import (
    Floats,
    bootstrap_interval,
    cluster_sums,
    difference_of_means,
    exact_interval,
    exact_sums,
    interval_of,
    mean,
    percent_interval,
    percentile_interval,
    resample_sums,
    student_p,
)


def rows(values: Floats) -> Floats:
    return np.vstack([values, np.ones_like(values)])


def covered(simulate: Callable[[np.random.Generator], Floats], truth: float, runs: int = 400) -> float:
    """Share of simulated studies whose interval holds the truth."""
    generator = np.random.default_rng(7)
    hits = 0
    for run in range(runs):
        _, (low, high) = bootstrap_interval(simulate(generator), mean, resamples=400, seed=run)
        hits += low <= truth <= high
    return hits / runs


def test_intervals_of_a_rate_hold_the_truth_about_95_times_in_100() -> None:
    share = covered(lambda generator: rows((generator.random(150) < 0.6).astype(float)), 0.6)
    assert 0.925 <= share <= 0.975


def test_intervals_of_a_mean_hold_the_truth_about_95_times_in_100() -> None:
    assert 0.92 <= covered(lambda generator: rows(generator.normal(3, 2, 100)), 3.0) <= 0.975


def test_resampling_clusters_covers_where_resampling_items_claims_too_much() -> None:
    """Forty terms of ten tests; tests of one term go together."""
    clusters = [f"{term:02}" for term in range(40) for _ in range(10)]

    def answers(generator: np.random.Generator) -> Floats:
        leaning = np.repeat(generator.choice([0.1, 0.9], 40), 10)
        return rows((generator.random(400) < leaning).astype(float))

    assert covered(lambda generator: cluster_sums(answers(generator), clusters), 0.5) >= 0.91
    assert covered(answers, 0.5) < 0.7


@pytest.mark.parametrize(("units", "rate"), [(5, 0.5), (8, 0.6), (10, 0.6), (10, 0.9), (20, 0.9), (25, 0.5)])
def test_intervals_over_few_terms_hold_the_truth_about_95_times_in_100(units: int, rate: float) -> None:
    """Terms of four to eleven tests that go together. Percentiles hold it in 79 to 93 cases: less with fewer terms."""
    generator, held = np.random.default_rng(units), []
    for _ in range(600):
        sizes = generator.integers(4, 12, units)
        own = generator.binomial(sizes, generator.beta(rate * 17 / 3, (1 - rate) * 17 / 3, units)) / sizes
        value, resampled = 100 * float(own.mean()), 100 * mean(resample_sums(rows(own), resamples=600))
        ends = percentile_interval(value, resampled), percent_interval(value, resampled, units)
        held.append([low <= 100 * rate <= high for low, high in ends])
    percentiles, ours = np.mean(held, axis=0)
    assert 0.93 <= ours <= (0.975 if rate < 0.9 else 0.985)
    assert percentiles < ours


def test_an_interval_over_few_units_is_students_on_the_logit_scale() -> None:
    """By hand: values 0.4, 0.5, 0.6, 0.7 of four units; s/√4 = 0.0645, on the logit scale 0.0645 / (0.55 × 0.45)."""
    resampled = mean(resample_sums(rows(np.array([0.4, 0.5, 0.6, 0.7])), resamples=40_000))
    reach = 3.1824 * 0.06455 / (0.55 * 0.45)
    low, high = interval_of(0.55, resampled, 4, (0.0, 1.0))
    assert (low, high) == pytest.approx((expit(logit(0.55) - reach), expit(logit(0.55) + reach)), abs=0.003)
    assert interval_of(0.55, resampled, 4) == pytest.approx(
        (0.55 - 3.1824 * 0.06455, 0.55 + 3.1824 * 0.06455), abs=0.003
    )


@pytest.mark.parametrize("units", [30, 100])
def test_from_thirty_units_on_intervals_are_percentiles(units: int) -> None:
    resampled = np.random.default_rng(0).normal(60, 4, 2000)
    assert percent_interval(60.0, resampled, units) == percentile_interval(60.0, resampled)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=29),
    st.sampled_from([(0.0, 100.0), (-100.0, 100.0), (-300.0, 300.0), (float("-inf"), float("inf"))]),
)
def test_intervals_over_few_units_hold_the_value_stay_within_bounds_and_agree_with_p(
    hits: list[int], bounds: tuple[float, float]
) -> None:
    """A p below 0.05 goes with an interval that leaves 0 out, and no other does."""
    least = bounds[0] if np.isfinite(bounds[0]) else -100.0
    values = np.array([least + (100.0 - least) * hit / 4 for hit in hits])
    value, resampled = float(values.mean()), mean(resample_sums(rows(values), resamples=200))
    low, high = interval_of(value, resampled, len(hits), bounds)
    assert bounds[0] <= low <= value <= high <= bounds[1]
    p = student_p(value, resampled, len(hits), bounds)
    if len(hits) > 1 and np.ptp(values) and bounds[0] < 0:
        assert (p < 0.05) == (not low <= 0 <= high) or p == pytest.approx(0.05)


def test_a_seed_fixes_the_interval_and_another_seed_moves_it() -> None:
    values = rows(np.random.default_rng(0).normal(size=50))
    assert bootstrap_interval(values, mean, seed=3) == bootstrap_interval(values, mean, seed=3)
    assert bootstrap_interval(values, mean, seed=3) != bootstrap_interval(values, mean, seed=4)


def test_sums_over_resamples_are_those_of_drawing_one_by_one() -> None:
    values = np.array([[1.0, 10.0, 100.0], [1.0, 1.0, 1.0]])
    generator = np.random.default_rng(5)
    expected = [values[:, generator.integers(3, size=3)].sum(axis=1) for _ in range(4)]
    assert resample_sums(values, resamples=4, seed=5).tolist() == np.array(expected).tolist()


def test_difference_of_means_is_that_of_the_two_halves() -> None:
    left, right = np.array([1.0, 2.0, 0, 0]), np.array([0, 0, 5.0, 7.0])
    columns = np.vstack([left, left > 0, right, right > 0]).astype(float)
    value, (low, high) = bootstrap_interval(columns, difference_of_means)
    assert value == 1.5 - 6.0
    assert low < value < high


def test_resamples_without_a_denominator_are_passed_over() -> None:
    columns = np.array([[2.0, 0, 0, 0], [1.0, 0, 0, 0]])
    assert bootstrap_interval(columns, mean) == (2.0, (2.0, 2.0))


def test_sums_do_not_depend_on_the_order_of_the_units() -> None:
    values = np.random.default_rng(1).normal(size=(2, 999)) * 1e6
    assert exact_sums(values).tolist() == exact_sums(values[:, ::-1]).tolist()


@pytest.mark.parametrize(("hits", "n"), [(0, 5), (5, 5), (1, 1), (0, 1), (3, 7)])
def test_exact_intervals_are_clopper_and_pearsons(hits: int, n: int) -> None:
    expected = binomtest(hits, n).proportion_ci(0.95, "exact")
    assert exact_interval(hits / n, n) == pytest.approx((expected.low, expected.high))


def test_five_of_five_is_not_certainty() -> None:
    low, high = percent_interval(100.0, np.full(2000, 100.0), 5)
    assert low == pytest.approx(47.8, abs=0.05)
    assert high == 100.0


def test_a_hundred_thousand_items_need_no_more_than_a_hundred_megabytes() -> None:
    columns = rows(np.random.default_rng(0).random(100_000))
    tracemalloc.start()
    resample_sums(columns, resamples=40)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100e6
