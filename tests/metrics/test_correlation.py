"""Spearman's ρ and its permutation test; the published figures come from Adam-Cuvillier et al. 2024 (hal-04623013)."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from epicene.metrics.correlation import EXACT_UP_TO, page_trend, rank, spearman

# Table 2, columns LMs and Ss, its nine models in the paper's order (the row of means left out).
TABLE_2_LMS = (78.9, 87.4, 73.5, 83.2, 87.6, 81.9, 87.0, 83.8, 80.3)
TABLE_2_SS = (49.7, 58.9, 54.3, 58.4, 59.1, 40.6, 56.3, 56.7, 54.0)
# Table 3, columns "# Param. (×10⁶)" and Ss of the intra-sentence task, its twelve models in the paper's order.
TABLE_3_PARAMETERS = (110, 335, 54, 138, 373, 124, 355, 773, 124, 1000, 560, 1100)
TABLE_3_SS = (61.0, 57.5, 52.1, 52.8, 57.1, 60.3, 60.9, 61.5, 61.5, 62.2, 56.5, 60.6)


def distances(scores: tuple[float, ...]) -> list[float]:
    return [abs(score - 50) for score in scores]


def test_lms_against_distance_from_50_in_table_2_is_as_printed_with_a_one_sided_p() -> None:
    """Printed: ρ 0.63, p 0.04. The p is one-sided; two-sided it is 0.08."""
    found = spearman(TABLE_2_LMS, distances(TABLE_2_SS))
    assert found is not None
    assert found.rho == pytest.approx(0.633, abs=0.0005)
    assert round(found.p_one_sided, 2) == 0.04
    assert round(found.p_two_sided, 2) == 0.08
    assert found.exact
    assert found.arrangements == 362_880


def test_parameters_against_distance_from_50_in_table_3() -> None:
    """Printed: ρ 0.31, p 0.16. With equal values sharing a rank: ρ 0.32, one-sided p 0.152."""
    found = spearman(TABLE_3_PARAMETERS, distances(TABLE_3_SS))
    assert found is not None
    assert round(found.rho, 2) == 0.32
    assert found.p_one_sided == pytest.approx(0.1522, abs=0.0001)
    assert abs(found.p_one_sided - 0.16) < 0.01
    assert found.p_two_sided == pytest.approx(0.3046, abs=0.0001)
    assert found.exact


def test_the_printed_figures_of_table_3_number_ties_in_the_order_they_come_in() -> None:
    """124 million parameters and |Ss − 50| = 11.5 stand twice each: ordinal ranks give both printed figures."""
    found = spearman(TABLE_3_PARAMETERS, distances(TABLE_3_SS), ties="ordinal")
    assert found is not None
    assert round(found.rho, 2) == 0.31
    assert round(found.p_one_sided, 2) == 0.16


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=6, max_size=6))
def test_the_exact_p_is_that_of_all_permutations_ties_or_not(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    found = spearman(x, y, resamples=10)
    a, b = rank(x), rank(y)
    if found is None:
        assert len(set(x)) == 1 or len(set(y)) == 1
        return
    sums = np.array([np.dot(a, order) for order in permutations(b)])
    here, centre = np.dot(a, b), a.sum() * b.mean()
    assert found.rho == pytest.approx(stats.spearmanr(x, y).statistic)
    assert found.p_one_sided == pytest.approx(np.mean(sums >= here - 1e-9))
    assert found.p_two_sided == pytest.approx(np.mean(np.abs(sums - centre) >= abs(here - centre) - 1e-9))


def test_more_models_than_can_be_counted_are_sampled_the_same_way_each_time() -> None:
    n = EXACT_UP_TO + 1
    x = list(range(n))
    y = [value + (5 if value % 3 == 0 else 0) for value in x]
    found, again = spearman(x, y), spearman(x, y)
    assert found == again
    assert found is not None
    assert not found.exact
    assert 0 < found.p_one_sided < 0.01


def test_sampled_and_exact_p_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = spearman(TABLE_2_LMS, distances(TABLE_2_SS))
    monkeypatch.setattr("epicene.metrics.correlation.EXACT_UP_TO", 2)
    sampled = spearman(TABLE_2_LMS, distances(TABLE_2_SS))
    assert exact is not None
    assert sampled is not None
    assert sampled.p_one_sided == pytest.approx(exact.p_one_sided, abs=0.003)
    assert sampled.p_two_sided == pytest.approx(exact.p_two_sided, abs=0.003)


def test_the_interval_holds_rho_and_stays_within_its_bounds() -> None:
    found = spearman(TABLE_3_PARAMETERS, distances(TABLE_3_SS))
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low <= found.rho <= found.high <= 1


def test_too_few_models_or_one_value_for_all_have_no_rho() -> None:
    assert spearman([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]) is None
    assert spearman([1, 2, 3, 4, 5, 6], [4] * 6) is None


def test_a_perfect_order_of_six_has_a_p_and_no_interval() -> None:
    """Whatever models are drawn, their order is perfect: [1.00, 1.00] would claim a certainty that six cannot give."""
    six = spearman([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])
    assert six is not None
    assert (six.rho, six.low, six.high) == (1.0, None, None)
    assert six.p_one_sided == pytest.approx(1 / 720)


def test_pages_test_needs_six_models_over_its_blocks() -> None:
    assert page_trend([[1, 2], [3, 4]]) is None
    found = page_trend([[1, 2], [3, 4], [5, 6]])
    assert found is not None
    assert found.p_one_sided == pytest.approx(1 / 8)


def test_distances_that_differ_by_rounding_only_are_ties() -> None:
    assert list(rank([61.5 - 50, 50 - 38.5, 11.5 + 1e-13])) == [2.0, 2.0, 2.0]
