"""Groups of models, means over models, differences of two figures."""

from __future__ import annotations

import pytest

from epicene.metrics.between_models import (
    difference_interval,
    difference_p,
    groups_differ,
    mean_interval,
    relative_deviation,
)


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


def test_a_mean_over_few_models_has_no_interval() -> None:
    assert mean_interval([1.0, 2.0]) == (1.5, None)
    mean, interval = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert interval is not None
    assert interval[0] < mean == 2.5 < interval[1]


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
