"""Groups of models, means over models, differences of two figures."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from epicene.metrics.correlation import (
    difference_interval,
    difference_p,
    groups_differ,
    mean_over_models,
    relative_deviation,
)
from epicene.metrics.two_models import linked_difference

NORMAL = 1.959964


def test_groups_that_do_not_overlap_have_the_smallest_p_there_is() -> None:
    """Of the 20 ways to split six models in two threes, the one found and its mirror image are as far apart."""
    found = groups_differ({"a": [1, 2, 3], "b": [11, 12, 13]})
    assert found is not None
    assert found.p == pytest.approx(2 / 20)
    assert found.exact
    assert found.means == {"a": 2.0, "b": 12.0}


def test_equal_groups_have_p_1() -> None:
    found = groups_differ({"a": [1.0, 2.0], "b": [1.0, 2.0], "empty": []})
    assert found is not None
    assert found.p == pytest.approx(1.0)


def test_many_models_are_dealt_out_at_random_the_same_way_each_time() -> None:
    groups = {"a": list(range(6)), "b": list(range(20, 26))}
    found = groups_differ(groups)
    assert found == groups_differ(groups)
    assert found is not None
    assert not found.exact
    assert found.p < 0.01


def test_groups_too_small_to_compare_have_no_test() -> None:
    assert groups_differ({"a": [1.0, 2.0, 3.0]}) is None
    assert groups_differ({"a": [1.0], "b": [2.0]}) is None


def test_a_mean_over_fewer_than_six_models_has_no_interval() -> None:
    values = [57.0, 58.0, 59.0, 60.0, 61.0]
    assert mean_over_models(values, np.random.default_rng(0).normal(59, 3, (5, 2000)), 100, (0, 100)) is None


def test_a_mean_over_models_has_the_variance_of_models_and_of_items() -> None:
    """By hand: values 50 to 60, s² = 14, 14 / 6 over models; items move all models alike by 3, of 101 units 3² × 1.01.
    Degrees of freedom: 11.42² / (2.33² / 5 + 9.09² / 100) = 68.2, t = 1.995."""
    values = [50.0, 52.0, 54.0, 56.0, 58.0, 60.0]
    moved = np.tile(np.array([-3.0, 3.0]), 1000)
    low, high = mean_over_models(values, np.array(values)[:, None] + moved, 101, (0.0, 100.0)) or (0.0, 0.0)
    assert (low, high) == pytest.approx((55 - 1.9954 * 3.3799, 55 + 1.9954 * 3.3799), abs=0.005)
    alone = mean_over_models(values, np.array(values)[:, None] + 0 * moved, 101, (0.0, 100.0)) or (0.0, 0.0)
    assert alone == pytest.approx((55 - 2.5706 * 1.5275, 55 + 2.5706 * 1.5275), abs=0.005)  # Student's, over models


def test_means_of_models_hold_the_truth_about_95_times_in_100_where_models_alone_do_not() -> None:
    """Eight models answer the same 60 items, which differ much more than the models do."""
    generator, held = np.random.default_rng(3), []
    counts = generator.multinomial(60, np.full(60, 1 / 60), 400) / 60
    for _ in range(400):
        rates = expit(0.2 * generator.normal(size=(8, 1)) + 1.5 * generator.normal(size=60))
        answers = 100.0 * (generator.random((8, 60)) < rates)
        values = answers.mean(axis=1)
        both, alone = (mean_over_models(values, d, 60, (0, 100)) for d in (answers @ counts.T, values[:, None]))
        assert both is not None
        assert alone is not None
        held.append([both[0] <= 50 <= both[1], alone[0] <= 50 <= alone[1]])
    ours, models_alone = np.mean(held, axis=0)
    assert 0.93 <= ours <= 0.985
    assert models_alone < 0.85


def test_the_difference_of_two_figures_is_wider_than_either() -> None:
    """Newcombe's square-and-add: 10 ± 3 less 4 ± 4 is 6 ± 5."""
    assert difference_interval((4, 0, 8), (10, 7, 13)) == (6, (1.0, 11.0))


def test_relative_deviation_of_figure_2() -> None:
    """French CrowS-Pairs scores 59.3 (CamemBERT) and 50.9 (mBERT) deviate from 50 by 18.6 and 1.8 percent."""
    assert relative_deviation(59.3) == pytest.approx(18.6)
    assert relative_deviation(50.9) == pytest.approx(1.8)
    assert relative_deviation(40.6) == pytest.approx(-18.8)


def test_p_of_a_difference_is_normal_and_agrees_with_its_interval() -> None:
    """6 ± 4.9 is z = 6 / (4.9 / 1.96) = 2.4: p = 0.0164 (table of the normal distribution)."""
    assert difference_p(6.0, (1.1, 9.0)) == pytest.approx(0.0164, abs=1e-4)
    assert difference_p(-6.0, (-9.0, -1.1)) == pytest.approx(0.0164, abs=1e-4)
    assert difference_p(6.0, (0.0, 20.0)) == pytest.approx(0.05)
    assert (difference_p(0.0, (-3.0, 3.0)), difference_p(2.0, (2.0, 2.0))) == (1.0, 0.0)


def test_what_two_sets_have_in_common_does_not_widen_their_difference():
    """Of 100 items in both, ten change from no to yes; twenty more are in the second alone, half of them yes. Then the
    variance of the difference is that of the changes and of the twenty, as if the rest were not there."""
    before = {f"item {n}": n % 2 == 0 for n in range(100)}
    after = before | {f"item {n}": True for n in range(1, 20, 2)}
    value, (low, high) = linked_difference(before, after)
    assert value == pytest.approx(10)
    exact = NORMAL * 100 * (0.1 * 0.9 / 100) ** 0.5
    assert (high - low) / 2 == pytest.approx(exact, rel=0.08)
    value, (low, high) = linked_difference(before, after | {f"new {n}": n < 10 for n in range(20)})
    assert value == pytest.approx(100 * 70 / 120 - 50)
    assert low < value < high
    apart, _ = linked_difference({f"a {key}": hit for key, hit in before.items()}, after)
    wide = linked_difference({f"a {key}": hit for key, hit in before.items()}, after)[1]
    assert apart == pytest.approx(10)
    independent = NORMAL * 100 * ((0.5 * 0.5 + 0.6 * 0.4) / 100) ** 0.5
    assert (wide[1] - wide[0]) / 2 == pytest.approx(independent, rel=0.08)


def test_answers_that_never_change_leave_room_for_some_that_would():
    same = {f"item {n}": n % 2 == 0 for n in range(100)}
    value, (low, high) = linked_difference(same, same)
    assert (value, low, high) == pytest.approx((0, -3.62, 3.62), abs=0.01)  # Clopper and Pearson: 0 of 100
