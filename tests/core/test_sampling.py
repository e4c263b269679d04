"""`--limit` draws a sample that holds all sorts of items, the same one every time."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from epicene.core.sampling import stratified_sample

STRATA = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("xy")), min_size=1, max_size=80)


@given(STRATA, st.integers(1, 100))
def test_a_sample_has_as_many_units_as_asked_for_in_order_and_is_the_same_every_time(strata: list, n: int) -> None:
    found = stratified_sample(strata, n)
    assert len(found) == min(n, len(strata))
    assert found == sorted(set(found))
    assert found == stratified_sample(strata, n)


@given(STRATA, st.integers(1, 100))
def test_every_stratum_is_there_where_units_suffice_and_none_has_more_than_its_share(strata: list, n: int) -> None:
    sizes = Counter(name for name, _ in strata)
    drawn = Counter(strata[unit][0] for unit in stratified_sample(strata, n))
    if n >= len(sizes):
        assert drawn.keys() == sizes.keys()
    share = min(n, len(strata)) / len(strata)
    assert all(drawn[name] <= sizes[name] * share + 1 for name in drawn)
    within = {pair for pair in strata if drawn[pair[0]] >= 2}
    assert within == {strata[unit] for unit in stratified_sample(strata, n)} & {p for p in strata if drawn[p[0]] >= 2}


def test_sorted_files_and_rare_sorts() -> None:
    """Thirty of one sort before ten of another and two of a third: not the first ten."""
    strata = [("gender",)] * 30 + [("ethnicity",)] * 10 + [("age",)] * 2
    assert Counter(strata[unit][0] for unit in stratified_sample(strata, 10)) == {"gender": 7, "ethnicity": 2, "age": 1}
    assert stratified_sample(strata, 10) != stratified_sample(strata, 10, seed=1)
    crowded = [("gender",)] * 97 + [("age",), ("religion",), ("other",)]
    assert Counter(crowded[unit][0] for unit in stratified_sample(crowded, 4)).most_common(1)[0][1] == 1


@given(st.integers(2, 12), st.integers(2, 6), st.integers(1, 60))
def test_finer_strata_have_their_shares_though_the_coarsest_have_few_units_each(types: int, alike: int, n: int) -> None:
    """Each type has as many units of either condition and, in each, of either polarity."""
    strata = [(f"type {t}", c, p) for t in range(types) for c in "ad" for p in "+-" for _ in range(alike)]
    drawn = [strata[unit] for unit in stratified_sample(strata, n)]
    conditions = Counter(condition for _, condition, _ in drawn)
    assert abs(conditions["a"] - conditions["d"]) <= 1
    for condition in "ad":
        polarities = Counter(p for _, c, p in drawn if c == condition)
        assert abs(polarities["+"] - polarities["-"]) <= 1
