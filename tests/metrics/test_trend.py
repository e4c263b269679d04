"""Page's test: against the paper's own table, McNemar's test and scipy, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from epicene.metrics.correlation import MOST, page_trend
from epicene.metrics.significance import mcnemar_p

# Table 3 of Adam-Cuvillier et al. 2024: Ss within a sentence, the models of each family from small to large.
TABLE_3_SS = ((61.0, 57.5), (52.1, 52.8, 57.1), (60.3, 60.9, 61.5), (61.5, 62.2), (56.5, 60.6))


def test_ss_rises_with_size_in_four_of_the_papers_five_families() -> None:
    """By hand: 2!·3!·3!·2!·2! = 288 arrangements; L is one below its largest (43), as in 7 of them, and 1 has that."""
    found = page_trend(TABLE_3_SS)
    assert found is not None
    assert found.l == 4 + 14 + 14 + 5 + 5
    assert found.expected == 3 * 4.5 + 2 * 12
    assert found.p_one_sided == pytest.approx(8 / 288)
    assert found.p_two_sided == pytest.approx(16 / 288)


def test_equal_values_share_a_rank_and_equal_blocks_say_nothing() -> None:
    """Ranks 1.5, 1.5, 3 give L = 13.5; the three places of the 3 give 10.5, 12, 13.5."""
    found = page_trend([(0.0, 0.0, 1.0), (0.5, 0.5, 0.5)])
    assert found is not None
    assert (found.l, found.expected, found.blocks) == (13.5, 12.0, 1)
    assert found.p_one_sided == pytest.approx(1 / 3)
    assert found.p_two_sided == pytest.approx(2 / 3)


def test_it_is_scipys_where_scipy_is_exact() -> None:
    blocks = np.random.default_rng(3).normal(size=(7, 4)) + np.arange(4) * 0.4
    found, theirs = page_trend(blocks.tolist()), stats.page_trend_test(blocks, method="exact")
    assert found is not None
    assert found.l == theirs.statistic
    assert found.p_one_sided == pytest.approx(theirs.pvalue)


def test_for_two_sizes_it_is_mcnemars_exact_test() -> None:
    found = page_trend([(0, 1)] * 9 + [(1, 0)] * 3 + [(1, 1)] * 20)
    assert found is not None
    assert found.p_two_sided == pytest.approx(mcnemar_p(9, 3))


def test_nothing_to_order_or_too_much_is_no_trend() -> None:
    assert page_trend([]) is None
    assert page_trend([(1.0,), (2.0, 2.0)]) is None
    assert page_trend([tuple(range(MOST + 1))]) is None
