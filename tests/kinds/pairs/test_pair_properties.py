"""What holds for all answers."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from epicene.core.types import Estimate, Item, Role
from made_scores import by_name, pair, pair_scores
from measured_answers import compare_pairs, measure_pairs

Answers = list[tuple[int, int, str, str, str]]

score = st.integers(-400, -1)
answers = st.lists(
    st.tuples(
        score,
        score,
        st.sampled_from(["gender", "age", "religion"]),
        st.sampled_from(["stereo", "antistereo"]),
        st.sampled_from(["", "native", "translated"]),
    ),
    min_size=1,
    max_size=30,
)


def items_of(given_answers: Answers) -> list[Item]:
    return [pair(str(row), *facts) for row, (_, _, *facts) in enumerate(given_answers)]


def scores_of(given_answers: Answers, shift: float = 0) -> dict[tuple[str, Role], float]:
    return pair_scores({str(row): (more + shift, less + shift) for row, (more, less, *_) in enumerate(given_answers)})


def measured(items: list[Item], scores: dict[tuple[str, Role], float]) -> dict[tuple[str, str], Estimate]:
    return by_name(measure_pairs("b", items, (), scores, signature="s", resamples=100, lm_eval=True))


@settings(max_examples=40)
@given(answers)
def test_swapping_roles_mirrors_the_rate_around_50(drawn: Answers) -> None:
    drawn = [(more, less if less != more else less - 1, *rest) for more, less, *rest in drawn]
    scores = scores_of(drawn)
    other = {Role.MORE: Role.LESS, Role.LESS: Role.MORE}
    swapped = {(item_id, other[role]): value for (item_id, role), value in scores.items()}
    plain, mirrored = measured(items_of(drawn), scores), measured(items_of(drawn), swapped)
    for key, one in plain.items():
        if key[0].endswith("_score"):
            assert round(one.value + mirrored[key].value, 9) == 100


@settings(max_examples=40)
@given(answers, st.integers(-50, -1))
def test_adding_a_constant_to_all_scores_changes_nothing_but_dcf(drawn: Answers, shift: int) -> None:
    plain, moved = measured(items_of(drawn), scores_of(drawn)), measured(items_of(drawn), scores_of(drawn, shift))
    assert plain.keys() == moved.keys()
    assert all(moved[key] == one for key, one in plain.items() if key[0] != "dcf")


@settings(max_examples=40)
@given(answers, st.randoms(use_true_random=False))
def test_the_order_of_items_and_scores_does_not_matter(drawn: Answers, shuffler: random.Random) -> None:
    items, scores = items_of(drawn), scores_of(drawn)
    turned_items, turned_scores = list(items), list(scores.items())
    shuffler.shuffle(turned_items)
    shuffler.shuffle(turned_scores)
    plain = measure_pairs("b", items, (), scores, signature="s", resamples=100)
    assert measure_pairs("b", turned_items, (), dict(turned_scores), signature="s", resamples=100) == plain


@settings(max_examples=60)
@given(answers)
def test_intervals_hold_their_estimate_and_percentages_stay_in_bounds(drawn: Answers) -> None:
    for one in measured(items_of(drawn), scores_of(drawn)).values():
        assert one.low <= one.value <= one.high
        assert 0 < one.n_used <= one.n_total
        if one.metric not in ("dcf", "likelihood_diff"):
            assert one.low >= 0
            assert one.high <= 100


@settings(max_examples=40)
@given(answers, st.randoms(use_true_random=False))
def test_comparing_the_other_way_round_turns_the_difference_round(drawn: Answers, shuffler: random.Random) -> None:
    items, a = items_of(drawn), scores_of(drawn)
    b = {key: float(shuffler.randint(-9, -1)) for key in a}
    forth = compare_pairs("b", items, (), a, b, names=("a", "b"), resamples=100)
    back = compare_pairs("b", items, (), b, a, names=("b", "a"), resamples=100)
    for there, here in zip(forth, back, strict=True):
        assert there.difference == -here.difference
        assert there.low <= there.difference <= there.high
        assert (round(there.low, 9), round(there.high, 9)) == (round(-here.high, 9), round(-here.low, 9))
        assert there.p_mcnemar == here.p_mcnemar
        assert (there.only_a, there.only_b) == (here.only_b, here.only_a)
