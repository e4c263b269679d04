from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from epicene.metrics.significance import (
    adjust_p,
    binomial_p,
    mcnemar_p,
    paired_t_test_p,
    t_against_half,
    t_between,
    t_test_p,
    unpaired_t_test_p,
)


def outcomes(hits: int, n: int) -> np.ndarray:
    return np.arange(n) < hits


def test_binomial_of_eight_in_ten_is_the_sum_of_both_tails() -> None:
    assert binomial_p(8, 10) == pytest.approx(2 * (45 + 10 + 1) / 1024)


def test_t_test_against_one_half_follows_its_formula() -> None:
    """CamemBERT's published 59.3 % of 1,677 pairs differs from 50 far beyond chance; 50.9 % (mBERT) does not."""
    assert t_test_p(outcomes(994, 1677)) == pytest.approx(1.4e-14, rel=0.3)
    assert t_test_p(outcomes(854, 1677)) == pytest.approx(0.449, abs=0.005)


def test_t_tests_need_no_more_than_what_a_paper_prints() -> None:
    """Table 4 of Névéol et al. 2022 (n = 1,677); the paper calls FlauBERT and mBERT, and FrALBERT and FlauBERT not
    significantly different, all other French models and all English ones different, and mBERT alone no way above 50."""
    french = {"CamemBERT": 0.593, "FlauBERT": 0.537, "FrALBERT": 0.559, "mBERT": 0.509}
    flat = {name for name, share in french.items() if t_against_half(share, 1677).p >= 0.05}  # type: ignore[union-attr]
    assert flat == {"mBERT"}
    alike = {
        (a, b)
        for a, b in combinations(french, 2)
        if t_between((french[a], 1677), (french[b], 1677)).p >= 0.05  # type: ignore[union-attr]
    }
    assert alike == {("FlauBERT", "FrALBERT"), ("FlauBERT", "mBERT")}
    a, b = outcomes(50, 100).astype(float), outcomes(61, 90).astype(float)
    one, two = stats.ttest_1samp(b, 0.5), stats.ttest_ind(b, a)
    assert t_against_half(61 / 90, 90) == pytest.approx((one.statistic, one.pvalue))
    assert t_between((0.5, 100), (61 / 90, 90)) == pytest.approx((two.statistic, two.pvalue))


@pytest.mark.parametrize("same", [outcomes(0, 4), outcomes(4, 4), outcomes(1, 1), outcomes(0, 0)])
def test_t_tests_without_variance_are_left_out(same: np.ndarray) -> None:
    assert t_test_p(same) is None
    assert unpaired_t_test_p(same, same) is None
    assert paired_t_test_p(same, same) is None


def test_the_paired_t_test_sees_what_the_unpaired_one_misses() -> None:
    a, b = outcomes(50, 100), outcomes(58, 100)
    unpaired, paired = unpaired_t_test_p(a, b), paired_t_test_p(a, b)
    assert unpaired is not None
    assert paired is not None
    assert paired < 0.01 < 0.2 < unpaired


def test_the_unpaired_t_test_is_students() -> None:
    a, b = outcomes(50, 100), outcomes(61, 90)
    assert unpaired_t_test_p(a, b) == pytest.approx(stats.ttest_ind(a.astype(float), b.astype(float)).pvalue)
    assert unpaired_t_test_p(outcomes(0, 4), outcomes(2, 4)) == pytest.approx(0.1340, abs=1e-4)


def test_mcnemar_counts_only_pairs_on_which_the_models_disagree() -> None:
    assert mcnemar_p(0, 6) == pytest.approx(2 / 64)
    assert mcnemar_p(6, 0) == mcnemar_p(0, 6)
    assert mcnemar_p(0, 0) == 1.0


def test_benjamini_and_hochbergs_own_example() -> None:
    """The fifteen p-values of their 1995 paper, of which four are below 0.05 after adjusting."""
    published = [
        *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
        *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
    ]
    adjusted = adjust_p({str(rank): p for rank, p in enumerate(published)})
    assert sum(p <= 0.05 for p in adjusted.values()) == 4
    assert adjusted["3"] == pytest.approx(0.0095 * 15 / 4)


def test_no_tests_need_no_adjusting() -> None:
    assert adjust_p({}) == {}
