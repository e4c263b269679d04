from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from epicene.metrics.significance import (
    adjust_p,
    binomial_p,
    bootstrap_p,
    corrected_t_test,
    mcnemar_p,
    paired_t_test_p,
    sign_flip_p,
    sign_p,
    t_against_half,
    t_between,
    t_test_p,
    unpaired_t_test_p,
    wilcoxon_p,
)


def outcomes(hits: int, n: int) -> np.ndarray:
    return np.arange(n) < hits


@pytest.mark.parametrize(("up", "n"), [(5, 5), (9, 10), (16, 22), (40, 60)])
def test_signs_of_equal_units_are_the_binomial_test(up: int, n: int) -> None:
    assert sign_flip_p(np.where(np.arange(n) < up, 0.5, -0.5)) == pytest.approx(binomial_p(up, n), abs=0.006)


def test_signs_of_unequal_units_are_flipped_as_scipy_flips_them() -> None:
    deviations = np.array([50.0, 16.7, -50.0, 0.0, 30.0, 50.0, 25.0, 50.0, -10.0, 16.7])
    every = stats.permutation_test((deviations,), np.sum, permutation_type="samples", n_resamples=2**10)
    assert sign_flip_p(deviations) == pytest.approx(every.pvalue, abs=0.006)
    assert sign_flip_p(deviations * 1e-4) == sign_flip_p(deviations) == sign_flip_p(-deviations)
    assert sign_flip_p(np.zeros(4)) == sign_flip_p(np.array([50.0])) == 1.0


def test_under_the_null_about_one_mark_in_twenty_would_be_filled_unadjusted_and_one_family_in_twenty_adjusted() -> None:
    """Four domains of eight terms with three tests each, whose answers cling together: each term leans one way or the
    other at random. Intervals that resample so few terms would exclude 50 about twice as often."""
    draw = np.random.default_rng(7)
    families, filled, excluded = 150, 0, 0
    clear = 0
    for _ in range(families):
        found = {}
        for domain in "abcd":
            leaning = draw.choice([0.2, 0.8], size=8)
            rates = draw.binomial(3, leaning) / 3 * 100
            found[domain] = sign_flip_p(rates - 50)
            resampled = rates[draw.integers(8, size=(200, 8))].mean(axis=1)
            excluded += not np.quantile(resampled, 0.025) <= 50 <= np.quantile(resampled, 0.975)
        filled += sum(p < 0.05 for p in found.values())
        clear += any(q < 0.05 for q in adjust_p(found).values())
    assert 0.03 < filled / (4 * families) < 0.07
    assert 0.01 < clear / families < 0.09
    assert excluded / (4 * families) > 1.5 * filled / (4 * families)


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


def test_a_bootstrap_p_counts_the_samples_beyond_zero_and_is_never_zero() -> None:
    drawn = np.concatenate([np.full(20, -0.5), np.full(1980, 3.0)])
    assert bootstrap_p(drawn) == pytest.approx(2 * 21 / 2001)
    assert bootstrap_p(-drawn) == bootstrap_p(drawn)
    assert bootstrap_p(np.append(drawn, np.nan)) == bootstrap_p(drawn)
    assert bootstrap_p(np.ones(2000)) == pytest.approx(2 / 2001)
    assert bootstrap_p(np.zeros(2000)) == 1.0


def test_wilcoxon_and_sign_test_leave_out_what_does_not_differ() -> None:
    """Eight differences above 0: one of 256 signs on either side. With one of them below, ranks and signs part."""
    above = np.array([0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert wilcoxon_p(above) == pytest.approx(2 / 256)
    assert sign_p(above) == pytest.approx(2 / 256)
    one_below = above * np.where(above == 1.0, -1, 1)  # rank 2: of the sums up to 2, three sets of ranks
    assert wilcoxon_p(one_below) == pytest.approx(6 / 256)
    assert wilcoxon_p(-one_below) == wilcoxon_p(one_below)
    assert sign_p(one_below) == pytest.approx(2 * (1 + 8) / 256)
    assert wilcoxon_p(np.append(above, 0.0)) == wilcoxon_p(above)
    assert wilcoxon_p(np.zeros(3)) == sign_p(np.zeros(3)) == 1.0


def test_repetitions_on_overlapping_splits_are_not_counted_as_independent() -> None:
    """By hand: 1, 2, 3, 4 have mean 2.5 and variance 5/3; times 1/4 + 1/3 that is 0.97222, so t = 2.53546 with three
    degrees of freedom, p = 0.0850 and half an interval 3.18245 × 0.98601. Uncorrected, p would be 0.0305."""
    made = corrected_t_test(np.array([1.0, 2.0, 3.0, 4.0]), 0.25)
    assert made is not None
    t = 2.5 / 0.972222**0.5
    closed_form = 1 - 2 / np.pi * (np.arctan(t / 3**0.5) + (t / 3**0.5) / (1 + t**2 / 3))
    assert made[0] == pytest.approx(closed_form, rel=1e-4)
    assert made[0] == pytest.approx(0.0850, abs=1e-4)
    assert made[1] == pytest.approx(3.182446 * 0.986013, rel=1e-4)
    assert corrected_t_test(np.array([2.0, 2.0, 2.0]), 0.25) is None
    assert corrected_t_test(np.array([2.0]), 0.25) is None


def test_ties_that_count_as_half_make_the_variance_of_a_share_smaller() -> None:
    """Ten outcomes, six hits and two ties: the t-test of these numbers against one half."""
    outcomes = np.array([1.0] * 6 + [0.5] * 2 + [0.0] * 2)
    expected = stats.ttest_1samp(outcomes, 0.5)
    assert t_against_half(0.7, 10, ties=0.2) == pytest.approx((expected.statistic, expected.pvalue))
