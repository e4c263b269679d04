import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control

from epicene.core.errors import InputError
from epicene.core.types import Item
from made_scores import by_task, triple, triple_scores
from measured_answers import measure_triples

ITEMS = [
    triple("1", "nurse", "intra", "profession"),
    triple("2", "nurse", "intra", "profession"),
    triple("3", "nurse", "intra", "profession"),
    triple("4", "mother", "intra", "gender"),
    triple("5", "mother", "inter", "gender"),
    triple("6", "nurse", "inter", "profession"),
]
# stereotype, anti-stereotype, unrelated
SCORES = triple_scores({"1": (3, 2, 1), "2": (3, 1, 2), "3": (1, 3, 2), "4": (2, 3, 4), "5": (2, 2, 1), "6": (4, 3, 3)})


def values(aggregation: str = "term-macro") -> dict[tuple[str | None, str, str], float]:
    measured = measure_triples("b", ITEMS, (), SCORES, signature="s", aggregation=aggregation, resamples=200)
    return {key: one.value for key, one in by_task(measured).items()}


def test_term_macro_weighs_every_target_term_the_same() -> None:
    found = values()
    assert found["intra", "all", "lms"] == pytest.approx((100 * 4 / 6 + 0) / 2)
    assert found["intra", "all", "ss"] == pytest.approx((100 * 2 / 3 + 0) / 2)
    assert found["intra", "profession", "ss"] == pytest.approx(200 / 3)


def test_top_choice_weighs_every_test_the_same() -> None:
    found = values("top-choice")
    assert found["intra", "all", "lms"] == 75
    assert found["intra", "all", "ss"] == 50
    assert found["intra", "all", "acs"] == 75


def test_acs_comes_from_the_averages() -> None:
    found = values()
    lms, ss = found["intra", "all", "lms"], found["intra", "all", "ss"]
    assert found["intra", "all", "acs"] == pytest.approx(lms * min(ss, 100 - ss) / 50)


def test_overall_pools_the_tests_of_both_tasks_by_term() -> None:
    assert values()["overall", "all", "ss"] == pytest.approx((100 * 3 / 4 + 0) / 2)


def test_mean_is_that_of_intra_and_inter_for_every_figure() -> None:
    found = values()
    for metric in ("lms", "ss", "acs", "neutral"):
        assert found["mean", "all", metric] == pytest.approx(
            (found["intra", "all", metric] + found["inter", "all", metric]) / 2
        )


def test_ties_prefer_nothing_and_are_shown() -> None:
    found = values()
    assert found["inter", "all", "ss"] == 50  # 6 prefers the stereotype, 5 is tied
    assert found["inter", "profession", "lms"] == 50  # the anti-stereotype only equals the unrelated one
    assert found["inter", "all", "neutral"] == 100


def test_a_task_without_answers_has_no_figures_and_no_overall() -> None:
    intra = {key: value for key, value in SCORES.items() if key[0] not in ("5", "6")}
    measured = measure_triples("b", ITEMS, (), intra, signature="s")
    assert {one.task for one in measured.estimates} == {"intra"}
    one_task = measure_triples("b", ITEMS[:4], (), intra, signature="s")
    assert {one.task for one in one_task.estimates} == {"intra"}  # pooled would be the same figure by another name


def test_n_used_and_n_total_count_tests() -> None:
    found = by_task(measure_triples("b", ITEMS, {"1"}, SCORES, signature="s"))
    counts = {task: (found[task, "all", "lms"].n_used, found[task, "all", "lms"].n_total) for task in ("intra", "mean")}
    assert counts == {"intra": (3, 4), "mean": (5, 6)}


def test_one_target_term_says_little_about_others() -> None:
    one = by_task(measure_triples("b", ITEMS, (), SCORES, signature="s"))
    assert one["intra", "profession", "ss"].high - one["intra", "profession", "ss"].low > 90
    assert one["intra", "profession", "acs"].high - one["intra", "profession", "acs"].low > 90


def spread(task: str, domain: str, up: int, n: int) -> dict[str, tuple[Item, tuple[float, float, float]]]:
    """Tests of n terms, two each, of which `up` terms prefer the stereotype and the others the anti-stereotype."""
    found = {}
    for term in range(n):
        for number in range(2):
            id = f"{task}-{domain}-{term:02}-{number}"
            found[id] = triple(id, f"{domain}-{term}", task, domain), (2, 1, 0) if term < up else (1, 2, 0)
    return found


def test_each_domain_of_a_task_is_tested_by_whole_terms_and_adjusted_over_the_domains() -> None:
    """Terms that agree with themselves have one sign each: the exact binomial test over terms, not over tests."""
    made = spread("intra", "gender", 12, 14) | spread("intra", "religion", 7, 14) | spread("intra", "race", 10, 14)
    made |= spread("inter", "gender", 3, 14)
    scores = triple_scores({id: three for id, (_, three) in made.items()})
    measured = measure_triples("b", [item for item, _ in made.values()], (), scores, signature="s", resamples=50)
    tests = {(one.task, one.group): one for one in measured.tests}
    assert {(one.metric, one.test) for one in measured.tests} == {("ss", "sign-flip")}
    exact = {name: binomtest(up, 14, 0.5).pvalue for name, up in (("gender", 12), ("religion", 7), ("race", 10))}
    for name, p in exact.items():
        assert tests["intra", name].p == pytest.approx(p, abs=0.012)
        assert tests["intra", name].n == 28
    drawn = [tests["intra", name].p for name in exact]
    assert [tests["intra", name].p_adjusted for name in exact] == pytest.approx(list(false_discovery_control(drawn)))
    assert tests["inter", "gender"].p_adjusted == tests["inter", "gender"].p  # a family of its own, of one
    assert tests["intra", "all"].p == pytest.approx(binomtest(29, 42, 0.5).pvalue, abs=0.012)
    assert all(tests[task, "all"].p_adjusted is None for task in ("intra", "inter", "overall", "mean"))
    # gender: overall every term has two tests of each task; 3 of 14 agree with themselves upwards, 2 downwards
    assert tests["overall", "gender"].p == pytest.approx(binomtest(3, 5, 0.5).pvalue, abs=0.012)


def test_an_unknown_aggregation_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="term-macro"):
        values("term-micro")


tests = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 5),
        st.integers(0, 5),
        st.sampled_from("abcde"),
        st.sampled_from(["intra", "inter"]),
        st.sampled_from(["gender", "religion"]),
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=40)
@given(tests, st.sampled_from(["term-macro", "top-choice"]), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_intervals_hold_their_estimate(
    drawn: list[tuple[int, int, int, str, str, str]], aggregation: str, shuffler: random.Random
) -> None:
    items = [triple(str(row), *facts) for row, (_, _, _, *facts) in enumerate(drawn)]
    scores = triple_scores({str(row): three for row, (*three, _, _, _) in enumerate(drawn)})
    measured = measure_triples("b", items, (), scores, signature="s", aggregation=aggregation, resamples=50)
    for one in measured.estimates:
        assert -1e-9 <= one.low <= one.value <= one.high <= 100 + 1e-9
    shuffler.shuffle(items)
    assert measured == measure_triples("b", items, (), scores, signature="s", aggregation=aggregation, resamples=50)
