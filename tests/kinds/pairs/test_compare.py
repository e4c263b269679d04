from dataclasses import replace

import pytest

from epicene.core.language import Language
from epicene.core.types import Role
from epicene.kinds.protocol import contrast, find_response_mode
from epicene.metrics.two_models import Comparison, identical_scores
from made_scores import by_name, pair, pair_scores
from measured_answers import compare_pairs, measure_pairs

NAMES = ("plain", "debiased")
ITEMS = [
    pair(f"{number:02}", "gender" if number < 20 else "age", "stereo" if number % 4 else "antistereo")
    for number in range(30)
]
# plain prefers the stereotype in 00–19, debiased in 08–21
PLAIN = pair_scores({item.id: (-1.0, -2.0) if int(item.id) < 20 else (-2.0, -1.0) for item in ITEMS})
DEBIASED = pair_scores({item.id: (-1.0, -2.0) if 8 <= int(item.id) < 22 else (-2.0, -1.0) for item in ITEMS})


def compared(a: dict = PLAIN, b: dict = DEBIASED) -> dict[tuple[str, str], Comparison]:
    found = compare_pairs("crows-fr", ITEMS, (), a, b, names=NAMES, resamples=500)
    return {(one.metric, one.group): one for one in found}


def test_a_comparison_counts_who_alone_prefers_the_stereotype() -> None:
    one = compared()["metric_score", "all"]
    assert (one.a, one.b, one.n, one.only_a, one.only_b) == ("plain", "debiased", 30, 8, 2)
    assert one.difference == pytest.approx(-20)
    assert one.p_mcnemar == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert one.low < -20 < one.high


def test_values_are_those_of_the_models_on_their_own() -> None:
    for metric in ("metric_score", "stereo_score", "antistereo_score"):
        for values, side in ((PLAIN, "value_a"), (DEBIASED, "value_b")):
            alone = by_name(measure_pairs("b", ITEMS, (), values, signature="s", resamples=10))[metric, "all"]
            assert getattr(compared()[metric, "all"], side) == alone.value


def test_mcnemar_is_adjusted_over_bias_types_only() -> None:
    found = compared()
    assert found["metric_score", "all"].p_mcnemar_adjusted is None
    assert found["stereo_score", "all"].p_mcnemar_adjusted is None
    assert found["metric_score", "gender"].p_mcnemar_adjusted == pytest.approx(2 * 2 / 2**8)
    assert found["metric_score", "age"].p_mcnemar_adjusted == pytest.approx(0.5)


def test_only_pairs_answered_by_both_are_compared() -> None:
    shorter = {key: value for key, value in DEBIASED.items() if key != ("00", Role.MORE)}
    one = compared(b=shorter)["metric_score", "all"]
    assert (one.n, one.only_a) == (29, 7)
    assert compare_pairs("b", ITEMS, (), PLAIN, {}, names=NAMES) == ()


def test_as_released_the_directions_are_not_compared_and_scores_are_rounded() -> None:
    close = {key: value / 1e5 for key, value in PLAIN.items()}
    found = compare_pairs("b", ITEMS, (), PLAIN, close, names=NAMES, as_released=True)
    assert {one.metric for one in found} == {"metric_score", "metric_score_ties_half"}  # after rounding, all are ties
    assert found[0].value_b == 0


def test_models_that_never_disagree_still_have_an_interval() -> None:
    one = compared(b=PLAIN)["metric_score", "all"]
    assert (one.difference, one.p_mcnemar, one.p_t_paired) == (0, 1, None)
    assert one.p_t == 1
    assert one.low == pytest.approx(-100 * (1 - 0.025 ** (1 / 30)))
    assert one.high == -one.low


def test_identical_scores_are_called_out() -> None:
    noisy = {key: value * (1 + 1e-8) for key, value in PLAIN.items()}
    assert identical_scores(PLAIN, noisy)
    assert not identical_scores(PLAIN, DEBIASED)
    assert not identical_scores(PLAIN, {**PLAIN, ("03", Role.LESS): -2.001})
    assert not identical_scores(PLAIN, {})


def test_where_either_run_has_many_ties_the_score_that_counts_them_as_half_is_compared_too() -> None:
    """Plain prefers the stereotype in 20 of 30; the other ties there: 66.7 and 0, but with ties as half 66.7 and 33.3.
    Credits differ by one half on each of the 20, by nothing on the others."""
    tied = pair_scores({item.id: (-1.0, -1.0) if int(item.id) < 20 else (-2.0, -1.0) for item in ITEMS})
    found = compared(b=tied)
    whole, half = found["metric_score", "all"], found["metric_score_ties_half", "all"]
    assert (whole.value_b, whole.p_mcnemar) == (0, pytest.approx(2 * 0.5**20))
    assert (half.value_a, half.value_b) == (pytest.approx(200 / 3), pytest.approx(100 / 3))
    assert half.low < half.difference < half.high < 0
    assert (half.p_mcnemar, half.n) == (None, 30)
    assert half.p_bootstrap is not None
    assert half.p_bootstrap < 0.05
    assert half.sum_reach is not None
    assert find_response_mode("pairs").headline_comparison(tuple(found.values())) is half
    assert ("metric_score_ties_half", "all") not in compared()
    assert (
        find_response_mode("pairs").headline_comparison(tuple(compared().values())) == compared()["metric_score", "all"]
    )


def test_alike_pairs_are_drawn_together_where_ties_count_as_half() -> None:
    """30 pairs ten times: the same interval as of the 30."""
    tied = pair_scores({item.id: (-1.0, -1.0) if int(item.id) < 20 else (-2.0, -1.0) for item in ITEMS})
    items = [replace(item, id=f"{item.id}-{n}") for item in ITEMS for n in range(10)]
    plain, other = ({(item.id, r): v[item.id[:2], r] for item in items for r in item.variants} for v in (PLAIN, tied))
    many = compare_pairs("crows-fr", items, (), plain, other, names=NAMES, resamples=500)
    ten = next(one for one in many if one.metric == "metric_score_ties_half")
    once = compared(b=tied)["metric_score_ties_half", "all"]
    assert (ten.low, ten.high, ten.n) == (pytest.approx(once.low), pytest.approx(once.high), 300)


@pytest.mark.parametrize(("p", "n", "said"), [(0.01, 30, "different"), (0.06, 30, "undecided"), (0.01, 5, "undecided")])
def test_a_difference_is_said_only_where_interval_test_and_number_of_pairs_allow(p: float, n: int, said: str) -> None:
    """The interval leaves 0 out in each case."""
    one = Comparison("b", "metric_score", "all", *NAMES, 60, 40, -20, -35, -1, n, p_mcnemar=p)
    assert contrast(one, Language("en"))[0] == said
    assert contrast(replace(one, p_mcnemar=None, p_bootstrap=p), Language("en"))[0] == said
