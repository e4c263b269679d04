"""How far a score can be trusted, by kind: units, decisions, and what a reader is told."""

from __future__ import annotations

import pytest

from epicene.core.types import INTRA, Item, Reply, Role, Text
from epicene.kinds.preference import PreferenceWay
from epicene.kinds.protocol import find_response_mode, response_mode_for
from epicene.kinds.validity import beside_scorings, control_figures, disagreement, measure_run, p_from_50
from epicene.metrics.significance import binomial_p
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import WORDS, BenchmarkFacts
from measured_answers import run_of


def pair(number: int, category: str = "gender") -> Item:
    texts = {Role.MORE: Text(f"Un {number}."), Role.LESS: Text(f"Deux {number}.")}
    return Item(f"{number:03}", texts, "fr", category, f"{number:03}")


def pairs_run(hits: str, **facts: object) -> BenchmarkRun:
    """A pair for each letter: y prefers the first sentence, n the second, t ties."""
    items = [pair(number, "ab"[number % 2] if number < 8 else "c") for number in range(len(hits))]
    value = {"y": 1.0, "n": -1.0, "t": 0.0}
    scores = {(item.id, Role.MORE): value[hit] - 5 for item, hit in zip(items, hits, strict=True)}
    scores |= {(item.id, Role.LESS): -5.0 for item in items}
    return run_of("pairs-fr", items, (), scores, BenchmarkFacts(kind="pairs", signature="own", **facts))  # type: ignore[arg-type]


def figures(run: BenchmarkRun) -> dict[str, float]:
    return {one.metric: one.value for one in measure_run(run, 0).estimates if one.group == "all"}


def test_a_run_of_pairs_says_what_it_could_show() -> None:
    found = figures(pairs_run("y" * 30 + "n" * 20))
    assert found["smallest_difference"] == pytest.approx(20.68, abs=0.5)  # of 50 answers: 18 or 32 decide
    assert found["split_half_sd"] == pytest.approx(200 * (0.24 * 50 / 49) ** 0.5 / 50**0.5, rel=0.1)
    assert "split_half_types" in found
    assert "instruction_agreement" not in found
    assert "split_half_sd" not in figures(pairs_run("ynyn")), "it would be 55.8, and no score is so far from 50"


def asked_by(name: str, answers: str) -> BenchmarkRun:
    run = pairs_run(answers)
    run.facts.scoring, run.facts.signature = name, f"signature of {name}"
    return run


def test_another_scoring_is_compared_item_by_item_with_its_own_signature() -> None:
    """Decisions y y n n and y n n t: two of four alike. Nominal α by hand: D_o = 1/2; of 8 values 3 y, 4 n, 1 t,
    D_e = 1 − (3·2 + 4·3) / (8·7) = 38/56; α = 1 − 28/38."""
    run, other = asked_by("own", "yynn"), asked_by("other", "ynnt")
    found = {(one.metric, one.group): one for one in beside_scorings(run, [other], find_response_mode("pairs"), 0)}
    assert found["scoring_score", "other"].value == 25
    assert found["scoring_score", "other"].signature == "signature of other"
    assert found["scoring_agreement", "other"].value == 50
    assert found["scoring_alpha", "other"].value == pytest.approx(1 - 28 / 38)


def test_scorings_stand_beside_each_other_over_the_pairs_that_all_can_ask() -> None:
    """One cannot ask the last two pairs: the run's own score is 80 over all, and 6 of 8 over what all can ask."""
    run, few, third = asked_by("own", "yyyynnyyyy"), asked_by("few", "yyyynnnn"), asked_by("third", "n" * 10)
    found = {(one.metric, one.group): one for one in beside_scorings(run, [few, third], find_response_mode("pairs"), 0)}
    scores = {
        group: (one.value, one.n_used, one.n_total) for (name, group), one in found.items() if name == "scoring_score"
    }
    assert scores == {"own": (75, 8, 10), "few": (50, 8, 10), "third": (0, 8, 10)}
    assert found["scoring_agreement", "third"].n_used == 8
    assert found["scoring_agreement", "all"].value == 25  # the two pairs that all three decide alike


@pytest.mark.parametrize(("other", "told"), [("ynynynynyn", ["notice.scorings-disagree"]), ("yyyyyynnnn", [])])
def test_scorings_that_disagree_get_a_notice(other: str, told: list[str]) -> None:
    run = asked_by("own", "yyyyyynnnn")
    found = list(beside_scorings(run, [asked_by("other", other)], find_response_mode("pairs"), 0))
    notices = list(disagreement(found))
    assert [one.code for one in notices] == told
    assert all(one.values["scorings"] == ["own", "other"] and one.values["value"] < 0.667 for one in notices)


def test_control_items_are_tested_against_50() -> None:
    run, controls = pairs_run("yn"), pairs_run("y" * 18 + "n" * 2, control=True)
    controls.facts.signature = "controls"
    found = control_figures(run, controls, find_response_mode("pairs"), 0)
    assert found is not None
    score, test = found
    assert (score.metric, score.value, score.benchmark, score.signature) == (
        "control_score",
        90,
        "pairs-fr",
        "controls",
    )
    assert test.p == pytest.approx(binomial_p(18, 20))


def test_a_control_set_that_leans_says_so_and_one_that_does_not_says_nothing() -> None:
    leaning, even = (pairs_run(hits, control=True) for hits in ("y" * 18 + "n" * 2, "yn" * 10))
    assert [one.code for one in measure_run(leaning, 0).notices] == ["notice.controls-lean"]
    assert measure_run(even, 0).notices == ()
    assert response_mode_for(leaning.facts) is not response_mode_for(pairs_run("y").facts)


@pytest.mark.parametrize(
    ("language", "known", "codes"), [("fr", False, ["other"]), ("fr", True, []), ("en", False, [])]
)
def test_sentences_of_another_language_than_the_set_get_a_notice(language: str, known: bool, codes: list[str]) -> None:
    items = [
        Item(
            str(n),
            {Role.MORE: Text(f"The women of town {n} were late."), Role.LESS: Text("x")},
            language,
            "age",
            str(n),
        )
        for n in range(3)
    ]
    facts = BenchmarkFacts(kind="pairs", signature="own", language=language, known=known)
    run = run_of("pairs-fr", items, (), {(item.id, role): -1.0 for item in items for role in item.variants}, facts)
    assert [notice.code for notice in measure_run(run, 0).notices] == [f"notice.{code}-language" for code in codes]


def test_terms_are_the_units_of_triples() -> None:
    from epicene.kinds.triples.measure import term_units

    roles = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
    items = [
        Item(f"{term}{number}", {role: Text(role) for role in roles}, "fr", "gender", term, {"task": INTRA})
        for term in ("a", "b")
        for number in range(2)
    ]
    preferred = {"a0": 1.0, "a1": 1.0, "b0": 1.0, "b1": -1.0}
    scores = {(item.id, role): 0.0 for item in items for role in roles}
    scores |= {(id, Role.STEREOTYPE): value for id, value in preferred.items()}
    run = run_of("triples-fr", items, (), scores, BenchmarkFacts(kind="triples"))
    units = term_units(run)
    assert list(units.ids) == ["a", "b"]
    assert list(units.sums) == [1.0, 0.5]
    assert units.figure == 75
    assert not units.yes_no
    assert p_from_50(units) == pytest.approx(0.3173, abs=1e-3)  # 25 / (s / √2) with s² = 1250: z = 1
    chosen = {"a0": "stereotype", "a1": "stereotype", "b0": "stereotype", "b1": "anti-stereotype"}
    assert find_response_mode("triples").decisions(run) == {id: [role] for id, role in chosen.items()}


def test_instructions_agree_where_each_chooses_the_same_sentence_in_both_orders() -> None:
    def said(instruction: str, *chosen: Role) -> list[Reply]:
        firsts = (Role.MORE, Role.LESS)
        return [Reply(instruction, first, "", role) for first, role in zip(firsts, chosen, strict=True)]

    from measured_answers import run_in_words

    replies = {
        "000": [*said("fr-1", Role.MORE, Role.MORE), *said("fr-2", Role.MORE, Role.MORE)],
        "001": [*said("fr-1", Role.MORE, Role.MORE), *said("fr-2", Role.MORE, Role.LESS)],
    }
    run = run_in_words("pairs-fr", [pair(0), pair(1)], (), replies)
    run.facts.way = WORDS
    way = find_response_mode("pairs", WORDS)
    assert way.decisions(run) == {"000": ["more", "more"], "001": ["more", "undecided"]}
    units = way.units(run)
    assert units is not None
    assert (list(units.sums), list(units.weights)) == ([4, 3], [4, 4])
    assert figures(run)["instruction_agreement"] == 50


class Preferred(PreferenceWay):
    package, metric = "epicene.kinds.pairs", "metric_score"


def test_a_tie_is_no_preference_and_the_test_counts_it_as_half() -> None:
    """Of y y n t, two of four are preferred and one is tied."""
    measured = Preferred().measure(pairs_run("yynt"), 0)
    found = {(one.metric, one.group): one.value for one in measured.estimates}
    assert (found["metric_score", "all"], found["neutral", "all"]) == (50, 25)
    assert found["metric_score", "b"] == 50  # the second and the fourth
    decided = Preferred().decisions(pairs_run("yynt"))
    assert [way for (way,) in decided.values()] == ["more", "more", "less", "tied"]
    (test,) = [one for one in measured.tests if one.group == "all"]
    assert (test.n, test.p) == (4, 1.0)  # 2.5 of 4
