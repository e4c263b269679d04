import math
from dataclasses import replace

import pytest
from scipy.stats import binomtest

from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.kinds.protocol import find_response_mode
from made_scores import by_name, pair, pair_scores
from measured_answers import measure_pairs

ITEMS = [
    pair("1", "gender", "stereo", "native"),
    pair("2", "gender", "stereo", "translated"),
    pair("3", "gender", "antistereo", "translated"),
    pair("4", "age", "stereo", "translated"),
    pair("5", "age", "antistereo", "translated"),
]
# preferred: 1, 3, 4; tied: 5
SCORES = pair_scores({"1": (-9, -10), "2": (-10, -8), "3": (-19, -20), "4": (-5, -10), "5": (-7, -7)})


def values(**options: bool) -> dict[tuple[str, str], float]:
    measured = measure_pairs("crows-fr", ITEMS, (), SCORES, signature="s", resamples=200, **options)
    return {key: one.value for key, one in by_name(measured).items()}


def test_rates_count_strict_preferences_over_all_pairs() -> None:
    found = values()
    assert found["metric_score", "all"] == 60
    assert found["stereo_score", "all"] == pytest.approx(200 / 3)
    assert found["antistereo_score", "all"] == 50
    assert found["neutral", "all"] == 20
    assert found["metric_score", "gender"] == pytest.approx(200 / 3)
    assert found["metric_score", "age"] == 50
    assert found["metric_score", "native"] == 100
    assert found["metric_score", "translated"] == 50


def test_dcf_is_mean_confidence_where_the_stereotype_is_preferred_less_the_others() -> None:
    assert values()["dcf", "all"] == pytest.approx((10 + 5 + 50) / 3 - (20 + 0) / 2)


def test_as_released_ties_leave_the_directions_but_not_the_metric_score() -> None:
    found = values(as_released=True)
    assert found["metric_score", "all"] == 60
    assert found["antistereo_score", "all"] == 100


def test_as_released_scores_are_rounded_before_they_are_compared() -> None:
    scores = pair_scores({"1": (-9.0001, -9.0002)})
    full, released = (
        by_name(measure_pairs("b", ITEMS[:1], (), scores, signature="s", as_released=as_released))
        for as_released in (False, True)
    )
    assert full["metric_score", "all"].value == 100
    assert released["metric_score", "all"].value == 0
    assert released["neutral", "all"].value == 100


def test_many_ties_have_a_score_that_counts_them_as_half_with_interval_and_test() -> None:
    """150 ties and 150 stereotypes: the paper's counting gives 50, no preference; no pair goes the other way."""
    items = [pair(f"{n:03}", "gender" if n % 2 else "age") for n in range(300)]
    scores = pair_scores({item.id: (-1, -2) if n < 150 else (-1, -1) for n, item in enumerate(items)})
    measured = measure_pairs("b", items, (), scores, signature="s")
    found, tests = by_name(measured), {(one.metric, one.group, one.test): one for one in measured.tests}
    assert found["metric_score", "all"].value == 50
    half = found["metric_score_ties_half", "all"]
    assert (half.value, half.n_used) == (75, 300)
    assert 71 < half.low < 75 < half.high < 79
    test = tests["metric_score_ties_half", "all", "binomial"]
    assert (test.n, test.p) == (150, pytest.approx(2 * 0.5**150))
    assert tests["metric_score_ties_half", "age", "binomial"].p_adjusted is not None


@pytest.mark.parametrize(("ties", "is_given"), [(3, False), (4, True)])
def test_up_to_one_percent_of_ties_the_papers_counting_stands_alone(ties: int, is_given: bool) -> None:
    items = [pair(f"{n:03}") for n in range(300)]
    scores = pair_scores({item.id: (-1, -1) if n < ties else (-1, -2) for n, item in enumerate(items)})
    found = by_name(measure_pairs("b", items, (), scores, signature="s", resamples=100))
    assert (("metric_score_ties_half", "all") in found) == is_given


def test_pairs_that_are_alike_are_one_cluster_of_intervals_and_tests() -> None:
    """30 pairs, 21 of them stereotyped, and the same ten times: the same interval (it was [65, 75]) and test."""
    once = [pair(f"{n:02}") for n in range(30)]
    often = [replace(one, id=f"{one.id}-{copy}") for copy in range(10) for one in once]
    found = []
    for items in (once, often):
        scores = pair_scores({item.id: (-1, -2) if int(item.id[:2]) < 21 else (-2, -1) for item in items})
        measured = measure_pairs("b", items, (), scores, signature="s")
        found.append((by_name(measured)["metric_score", "all"], measured.tests))
    (first, of_first), (again, of_again) = found
    tests, tests_again = (
        {one.test: one for one in both if (one.metric, one.group) == ("metric_score", "all")}
        for both in (of_first, of_again)
    )
    assert (again.value, again.low, again.high) == (pytest.approx(70), first.low, first.high)
    assert (again.n_used, again.high - again.low > 30) == (300, True)
    assert (tests["binomial"].n, tests_again["sign-flip"].n) == (30, 30)
    assert tests_again["sign-flip"].p == pytest.approx(tests["binomial"].p, abs=0.01)
    assert tests_again["t-test"].p == pytest.approx(tests["t-test"].p)


def test_unusable_and_missing_pairs_show_in_n_used() -> None:
    scores = {key: value for key, value in SCORES.items() if key != ("2", Role.LESS)}
    found = by_name(measure_pairs("crows-fr", ITEMS, {"1"}, scores, signature="s"))
    assert (found["metric_score", "all"].n_used, found["metric_score", "all"].n_total) == (3, 5)
    assert (found["stereo_score", "all"].n_used, found["stereo_score", "all"].n_total) == (1, 3)
    assert found["antistereo_score", "all"].n_used == found["antistereo_score", "all"].n_total == 2


def test_as_released_identical_and_empty_pairs_are_ties_even_if_never_asked() -> None:
    items = [*ITEMS, pair("6", text="same"), pair("7", text="")]
    released = by_name(measure_pairs("b", items, {"6", "7"}, SCORES, signature="s", as_released=True))
    assert released["neutral", "all"].value * released["neutral", "all"].n_used == pytest.approx(300)
    assert released["metric_score", "all"].n_used == 7
    default = by_name(measure_pairs("b", items, {"6", "7"}, SCORES, signature="s"))
    assert (default["metric_score", "all"].n_used, default["metric_score", "all"].n_total) == (5, 7)


@pytest.mark.parametrize("options", [{"as_released": True}, {"lm_eval": True}])
def test_void_pairs_that_nobody_predicted_are_no_ties_where_others_lack_predictions_too(
    options: dict[str, bool],
) -> None:
    items = [*ITEMS, pair("6", text="same"), pair("7", text="")]
    partial = {key: value for key, value in SCORES.items() if key[0] in ("1", "2")} | pair_scores({"6": (-3, -3)})
    found = by_name(measure_pairs("b", items, {"6", "7"}, partial, signature="s", **options))
    figure = found["pct_stereotype" if "lm_eval" in options else "metric_score", "all"]
    assert (figure.value, figure.n_used) == (pytest.approx(100 / 3), 3)


def test_lm_evals_two_measures_keep_identical_and_empty_rows_and_come_only_when_asked() -> None:
    items = [*ITEMS, pair("6", text="same"), pair("7", text="")]
    measured = measure_pairs("b", items, {"6", "7"}, SCORES, signature="s", lm_eval=True)
    found = by_name(measured)
    assert found["pct_stereotype", "all"].value == pytest.approx(100 * 3 / 7)
    assert found["likelihood_diff", "all"].value == pytest.approx((1 + 2 + 1 + 5) / 7)
    assert found["likelihood_diff", "all"].n_used == 7
    assert found["likelihood_diff", "all"].ideal == 0
    assert ("pct_stereotype", "all") not in values()


def test_a_figure_that_cannot_be_computed_is_left_out() -> None:
    found = values()
    assert ("antistereo_score", "native") not in found
    assert ("dcf", "age") not in found  # one pair on either side says nothing of the spread
    assert measure_pairs("b", ITEMS, {item.id for item in ITEMS}, SCORES, signature="s").estimates == ()
    assert measure_pairs("b", [], (), {}, signature="s", lm_eval=True).estimates == ()


def test_dcf_is_left_out_for_scores_above_zero() -> None:
    scores = {key: -value for key, value in SCORES.items()}
    assert ("dcf", "all") not in by_name(measure_pairs("b", ITEMS, (), scores, signature="s"))


def test_every_estimate_carries_ideal_signature_and_numbers_that_are_finite() -> None:
    for one in measure_pairs("crows-fr", ITEMS, (), SCORES, signature="sig", lm_eval=True).estimates:
        assert (one.benchmark, one.task, one.signature) == ("crows-fr", None, "sig")
        assert one.ideal == (50 if one.metric.endswith(("score", "ties_half", "pct_stereotype")) else 0)
        assert all(map(math.isfinite, (one.value, one.low, one.high)))


def test_tests_are_adjusted_over_bias_types_only() -> None:
    found = measure_pairs("b", ITEMS, (), SCORES, signature="s").tests
    tests = {(one.test, one.group): one for one in found if one.metric == "metric_score"}
    assert tests["binomial", "all"].p == 1.0
    assert tests["binomial", "all"].n == 5
    assert tests["t-test", "all"].p == pytest.approx(0.7040, abs=1e-4)
    adjusted = {group for (test, group), one in tests.items() if test == "binomial" and one.p_adjusted is not None}
    assert adjusted == {"gender", "age"}
    assert ("t-test", "native") not in tests  # one answer has no variance


@pytest.mark.parametrize("as_released", [False, True])
def test_each_direction_is_tested_alone_over_the_pairs_that_its_figure_counts(as_released: bool) -> None:
    """The exact test of the hits and counts that the figure itself has."""
    measured = measure_pairs("b", ITEMS, (), SCORES, signature="s", as_released=as_released)
    figures, checked = by_name(measured), 0
    for one in measured.tests:
        if one.metric in ("stereo_score", "antistereo_score"):
            figure = figures[one.metric, "all"]
            hits = round(figure.value * figure.n_used / 100)
            assert (one.test, one.group, one.n, one.p_adjusted) == ("binomial", "all", figure.n_used, None)
            assert one.p == pytest.approx(binomtest(hits, figure.n_used, 0.5).pvalue)
            checked += 1
    assert checked == 2


def test_a_score_that_is_no_number_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"item 2 \(less\) is nan"):
        measure_pairs("b", ITEMS, (), {**SCORES, ("2", Role.LESS): math.nan}, signature="s")


def test_a_signature_says_where_pairs_with_the_same_texts_are_drawn_together() -> None:
    """What is drawn is decided by the data, so that the same data always have the same signature."""
    apart, twice = [pair("1"), pair("2")], [pair("1"), replace(pair("1"), id="2"), pair("3")]
    pairs, questions = find_response_mode("pairs"), find_response_mode("questions")
    assert (pairs.resampling(apart), pairs.resampling(twice)) == ("item*2000", "text*2000")
    assert questions.resampling(twice) == "template*2000"
