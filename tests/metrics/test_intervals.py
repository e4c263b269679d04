import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import binomtest

from epicene.metrics.intervals import (
    Floats,
    bootstrap_interval,
    cluster_sums,
    difference_of_means,
    exact_interval,
    exact_sums,
    mean,
    percent_interval,
    percentile_interval,
    resample_sums,
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


def test_the_spread_of_resampled_rates_is_the_binomial_one() -> None:
    values = np.repeat([0.0, 1.0], [400, 600])
    spread = mean(resample_sums(rows(values), resamples=4000)).std()
    assert spread == pytest.approx(np.sqrt(0.6 * 0.4 / 1000), rel=0.05)


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


def test_clusters_are_added_up_in_the_order_of_their_names() -> None:
    sums = cluster_sums(np.array([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]]), ["b", "a", "b"])
    assert sums.tolist() == [[2.0, 4.0], [1.0, 2.0]]


def test_sums_do_not_depend_on_the_order_of_the_units() -> None:
    values = np.random.default_rng(1).normal(size=(2, 999)) * 1e6
    assert exact_sums(values).tolist() == exact_sums(values[:, ::-1]).tolist()


def test_the_interval_is_widened_to_hold_the_estimate() -> None:
    assert percentile_interval(5.0, np.array([1.0, 2.0, 3.0]))[1] == 5.0


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
