"""b, r, t and how they are spread: the formulas, numpy's quantiles, and intervals that draw whole occupations."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicene.metrics.inside_measures import followed, mean_change, preference, spread, transfer

probability = st.floats(1e-6, 1.0)
CLUSTERS = [str(place // 2) for place in range(60)]


def values() -> list[float]:
    return list(np.random.default_rng(3).normal(size=60))


def resampled(own: list[float], seed: int) -> list[list[float]]:
    """2,000 samples of the 30 clusters, value by value."""
    generator = np.random.default_rng(seed)
    return [[own[2 * c + k] for c in generator.integers(30, size=30) for k in (0, 1)] for _ in range(2000)]


@given(probability, probability)
def test_b_is_the_papers_formula(his: float, her: float) -> None:
    assert preference(log(his), log(her)) == pytest.approx(1 - 2 * his / (his + her), abs=1e-9)


@given(probability, probability)
def test_r_is_the_papers_formula(feminine: float, masculine: float) -> None:
    assert transfer(log(feminine), log(masculine)) == pytest.approx(1 - feminine / masculine, rel=1e-9, abs=1e-9)


@given(probability, probability, probability, probability)
def test_t_is_the_difference_of_the_two_choices(a: float, b: float, c: float, d: float) -> None:
    found = followed((log(a), log(b)), (log(c), log(d)))
    assert found == pytest.approx(a / (a + b) - c / (c + d), abs=1e-9)
    assert followed((log(c), log(d)), (log(a), log(b))) == pytest.approx(-found, abs=1e-12)


def test_tiny_probabilities_neither_underflow_nor_overflow() -> None:
    assert preference(-2000.0, -1999.0) == pytest.approx(1 - 2 / (1 + exp(1)))
    assert transfer(-2000.0, -2001.0) == pytest.approx(1 - exp(1))
    assert transfer(-1.0, -5000.0) < -1e300


def test_figures_are_those_of_numpy() -> None:
    own = values()
    found = {figure.name: figure.value for figure in spread(own, CLUSTERS, (0.0, 0.5))}
    assert found["mean"] == pytest.approx(np.mean(own))
    for name, share in (("median", 0.5), ("q05", 0.05), ("q25", 0.25), ("q75", 0.75), ("q95", 0.95)):
        assert found[name] == pytest.approx(np.quantile(own, share))
    assert found["below_0"] == pytest.approx(100 * np.mean(np.array(own) < 0))
    assert found["below_0.5"] == pytest.approx(100 * np.mean(np.array(own) < 0.5))


def test_intervals_are_those_of_samples_drawn_one_by_one() -> None:
    own = values()
    found = {figure.name: figure for figure in spread(own, CLUSTERS, (0.0,), seed=1)}
    samples = resampled(own, seed=2)
    for name, figure in (
        ("mean", np.mean),
        ("median", np.median),
        ("q25", lambda drawn: np.quantile(drawn, 0.25)),
        ("below_0", lambda drawn: 100 * np.mean(np.array(drawn) < 0)),
    ):
        low, high = np.quantile([figure(sample) for sample in samples], [0.025, 0.975])
        width = high - low
        assert found[name].interval == pytest.approx((low, high), abs=0.1 * width)


def test_the_order_of_the_values_changes_nothing() -> None:
    own = values()
    shuffled = np.random.default_rng(0).permutation(60)
    turned = spread([own[place] for place in shuffled], [CLUSTERS[place] for place in shuffled], (0.0,))
    for one, other in zip(spread(own, CLUSTERS, (0.0,)), turned, strict=True):
        assert (one.value, *one.interval) == pytest.approx((other.value, *other.interval), abs=1e-9)


def test_values_that_stand_together_widen_the_interval() -> None:
    own = [value for value in values()[:30] for _ in (0, 1)]
    together, apart = (np.ptp(spread(own, of, ())[0].interval) for of in (CLUSTERS, list(map(str, range(60)))))
    assert together > 1.2 * apart


@pytest.mark.parametrize(("lines_of_each", "value"), [(1, -1.0), (2, -1.0), (2, 1.0)])
def test_a_share_at_an_end_counts_occupations_and_not_their_lines(lines_of_each: int, value: float) -> None:
    """Clopper and Pearson for ten of ten, whether an occupation has one line or the same line twice."""
    clusters = [str(place) for place in range(10) for _ in range(lines_of_each)]
    (share,) = [one for one in spread([value] * len(clusters), clusters, (0.0,)) if one.name == "below_0"]
    ends = (100 * 0.025**0.1, 100.0) if value < 0 else (0.0, 100 * (1 - 0.025**0.1))
    assert (share.value, *share.interval) == pytest.approx((100.0 if value < 0 else 0.0, *ends))
    assert 69.1 < ends[0] < 69.2 or 30.8 < ends[1] < 30.9


def test_a_change_is_taken_item_by_item() -> None:
    before = values()
    value, interval = mean_change(before, [one + 0.25 for one in before], CLUSTERS)
    assert (value, *interval) == pytest.approx((0.25, 0.25, 0.25))
