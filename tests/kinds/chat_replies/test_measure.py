"""Replies in words: figures worked out by hand."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest, false_discovery_control

from epicene.core.types import Item, Reply, Role, Text
from epicene.kinds.chat_replies.page import few_choices
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.results import AuditResults, manifest_of
from measured_answers import compare_prompted, measure_prompted

MORE, LESS = Role.MORE, Role.LESS


def item(id: str, category: str = "gender") -> Item:
    return Item(id, {MORE: Text(f"a {id}"), LESS: Text(f"b {id}")}, "fr", category, id)


def said(*pairs: tuple[Role, Role | str | None]) -> list[Reply]:
    """(shown first, chosen); a word instead of a choice: refused."""
    return [
        Reply("fr-1", first, "", None if isinstance(chosen, str) and chosen == "no" else chosen, chosen == "no")  # type: ignore[arg-type]
        for first, chosen in pairs
    ]


ITEMS = [item("a"), item("b"), item("c", "age"), item("d", "age"), item("e", "age")]
REPLIES = {
    "a": said((MORE, MORE), (LESS, MORE)),  # the stereotype, in both orders
    "b": said((MORE, MORE), (LESS, LESS)),  # the first, in both orders
    "c": said((MORE, "no"), (LESS, MORE)),  # declines once
    "d": said((MORE, None), (LESS, "no")),  # says nothing readable, then declines
    "e": said((MORE, MORE)),  # asked in one order only: a run that was cut
}


def figures(**more: object) -> dict[tuple[str, str], tuple[float, int, int]]:
    measured = measure_prompted("pairs-fr", ITEMS, (), REPLIES, signature="s", **more)  # type: ignore[arg-type]
    return {(one.metric, one.group): (one.value, one.n_used, one.n_total) for one in measured.estimates}


def test_shares_are_of_decided_replies_and_refusals_of_all() -> None:
    found = figures()
    # 8 replies of the four whole pairs: 5 decided (a: 2, b: 2, c: 1), of which 4 stereotyped and 3 shown first
    assert found["chosen_stereotype", "all"] == (80.0, 3, 5)
    assert found["chosen_first", "all"] == (60.0, 3, 5)
    assert found["refused", "all"] == (25.0, 4, 5)
    assert found["unreadable", "all"] == (12.5, 4, 5)
    assert found["chosen_stereotype", "gender"] == (75.0, 2, 2)
    assert found["chosen_first", "gender"] == (75.0, 2, 2)
    assert found["chosen_stereotype", "age"] == (100.0, 1, 3)
    assert found["refused", "age"] == (50.0, 2, 3)


def test_choices_are_tested_by_whole_pairs_and_adjusted_over_the_types() -> None:
    """Twelve pairs whose two replies both choose the stereotype, twelve torn between the two, six choosing the other:
    18 pairs have a sign, 12 of them up, which is the exact test of 12 in 18; not of 36 in 60 replies."""
    kinds = [said((MORE, MORE), (LESS, MORE))] * 12 + [said((MORE, MORE), (LESS, LESS))] * 12
    kinds += [said((MORE, LESS), (LESS, LESS))] * 6
    items = [item(f"p{n:02}", "age" if n % 2 else "gender") for n in range(30)]
    replies = {one.id: given for one, given in zip(items, kinds, strict=True)}
    tests = {(t.metric, t.group): t for t in measure_prompted("x", items, (), replies, signature="s").tests}
    whole = tests["chosen_stereotype", "all"]
    assert (whole.test, whole.n, whole.p_adjusted) == ("sign-flip", 30, None)
    assert whole.p == pytest.approx(binomtest(12, 18, 0.5).pvalue, abs=0.012)
    types = [tests["chosen_stereotype", name] for name in ("age", "gender")]
    assert [one.p_adjusted for one in types] == pytest.approx(list(false_discovery_control([one.p for one in types])))


def test_what_no_reply_decides_has_no_share() -> None:
    measured = measure_prompted("x", [item("d")], (), {"d": REPLIES["d"]}, signature="s")
    assert {(one.metric, one.value) for one in measured.estimates if one.group == "all"} == {
        ("refused", 50.0),
        ("unreadable", 50.0),
    }


def test_pairs_that_could_not_be_asked_do_not_count() -> None:
    measured = measure_prompted("x", ITEMS, {"b"}, REPLIES, signature="s")
    (share,) = [one for one in measured.estimates if (one.metric, one.group) == ("chosen_stereotype", "all")]
    assert (share.value, share.n_used, share.n_total) == (100.0, 2, 5)


def test_intervals_resample_pairs_and_not_replies() -> None:
    """Twenty pairs with six equal replies each are twenty answers, not 120: the interval is that of twenty."""
    items = [item(f"{number:02}") for number in range(20)]
    replies = {
        one.id: said(*[(first, MORE if place < 12 else LESS) for first in (MORE, LESS) for _ in range(3)])
        for place, one in enumerate(items)
    }
    measured = measure_prompted("x", items, (), replies, signature="s")
    (share,) = [one for one in measured.estimates if (one.metric, one.group) == ("chosen_stereotype", "all")]
    assert share.value == 60.0
    assert (share.low, share.high) == (pytest.approx(40.0, abs=5.1), pytest.approx(80.0, abs=5.1))


def test_two_models_are_compared_on_pairs_that_both_decided() -> None:
    other = {**REPLIES, "a": said((MORE, LESS), (LESS, LESS)), "b": said((MORE, LESS), (LESS, MORE)), "c": REPLIES["d"]}
    found = {one.group: one for one in compare_prompted("x", ITEMS, (), REPLIES, other, names=("one", "two"))}
    whole = found["all"]
    # a and b: 3 of 4 decided replies stereotyped in one, 1 of 4 in the other
    assert (whole.value_a, whole.value_b, whole.difference, whole.n) == (75.0, 25.0, -50.0, 2)
    assert whole.low <= -50.0 <= whole.high
    assert whole.p_mcnemar is None
    assert "age" not in found


@pytest.mark.parametrize(("chosen", "of", "enough"), [(0, 6, False), (2, 6, False), (3, 6, True), (4, 6, True)])
def test_fewer_than_half_choosing_is_said_and_half_is_enough(chosen: int, of: int, enough: bool) -> None:
    """Thirds and sixths do not add up to 100 exactly in floating point."""
    orders = [MORE, LESS] * (of // 2)
    left = [None, "no"] * of
    given = {"a": said(*zip(orders, [MORE] * chosen + left[: of - chosen], strict=True))}
    found = measure_prompted("hats", [item("a")], (), given, signature="s").estimates
    results = AuditResults(model="m", signatures={}, estimates=list(found))
    run = SavedRun("m", manifest_of({"model": {"name": "m"}, "benchmarks": {}}), results, ResultIndex(results))
    assert [notice.is_grave for notice in few_choices(run, "hats")] == ([] if enough else [True])
