import random

import numpy as np
import pytest

from epicene.kinds.triples.measure import acs
from epicene.metrics.significance import mcnemar_p
from epicene.metrics.two_models import Comparison
from made_scores import by_task, triple, triple_scores
from measured_answers import compare_triples, measure_triples

NAMES = ("plain", "debiased")
DOMAINS = ("gender", "race")
# 10 target terms, 6 tests each: the first 4 within a sentence, the others across sentences
ITEMS = [
    triple(f"{term}-{number}", f"term {term}", "intra" if number < 4 else "inter", DOMAINS[term % 2])
    for term in range(10)
    for number in range(6)
]


def answers(seed: int, lean: float = 0.0) -> dict:
    draw = random.Random(seed)
    return triple_scores({item.id: (draw.gauss(lean, 1), draw.gauss(0, 1), draw.gauss(-1, 1)) for item in ITEMS})


PLAIN, DEBIASED = answers(1, lean=0.8), answers(2, lean=-0.4)


def compared(a: dict = PLAIN, b: dict = DEBIASED, **options) -> dict[tuple[str | None, str, str], Comparison]:
    found = compare_triples("stereoset-fr", ITEMS, (), a, b, names=NAMES, **{"resamples": 400, **options})
    return {(one.task, one.group, one.metric): one for one in found}


@pytest.mark.parametrize("aggregation", ["term-macro", "top-choice"])
def test_values_are_those_of_the_models_on_their_own(aggregation: str) -> None:
    found = compared(aggregation=aggregation)
    for values, side in ((PLAIN, "value_a"), (DEBIASED, "value_b")):
        alone = by_task(measure_triples("b", ITEMS, (), values, signature="s", aggregation=aggregation, resamples=10))
        assert {key for key in alone if key[2] != "neutral"} == set(found)
        for key, one in found.items():
            assert getattr(one, side) == pytest.approx(alone[key].value, abs=1e-12)
            assert one.difference == one.value_b - one.value_a
            assert one.low <= one.difference <= one.high


def test_mcnemar_counts_who_alone_prefers_the_stereotype_to_the_anti_stereotype() -> None:
    def prefers(scores: dict, item_id: str) -> bool:
        three = [value for (id, _), value in scores.items() if id == item_id]
        return three[0] > three[1]

    asked = [item.id for item in ITEMS if item.facets["task"] == "intra"]
    only_plain = sum(prefers(PLAIN, id) and not prefers(DEBIASED, id) for id in asked)
    only_debiased = sum(prefers(DEBIASED, id) and not prefers(PLAIN, id) for id in asked)
    one = compared()["intra", "all", "ss"]
    assert (one.n, one.only_a, one.only_b) == (40, only_plain, only_debiased)
    assert one.p_mcnemar == mcnemar_p(only_plain, only_debiased)
    assert only_plain > only_debiased > 0


def test_figures_that_are_no_preference_have_no_mcnemar() -> None:
    found = compared()
    for metric in ("lms", "acs"):
        one = found["intra", "all", metric]
        assert (one.only_a, one.only_b, one.p_mcnemar, one.p_t) == (None, None, None, None)
    assert found["intra", "gender", "lms"].p_mcnemar_adjusted is None


def test_mcnemar_is_adjusted_over_the_domains_of_one_task() -> None:
    found = compared()
    assert found["intra", "all", "ss"].p_mcnemar_adjusted is None
    for task in ("intra", "inter", "overall", "mean"):
        plain = sorted(found[task, domain, "ss"].p_mcnemar for domain in DOMAINS)
        adjusted = sorted(found[task, domain, "ss"].p_mcnemar_adjusted for domain in DOMAINS)
        assert adjusted == pytest.approx([min(2 * plain[0], plain[1]), plain[1]])


def test_the_interval_resamples_target_terms_with_both_answers() -> None:
    """Against a bootstrap written out: terms are drawn, both models are measured on the same draw."""
    one = compared(resamples=20_000)["intra", "all", "acs"]
    rates = []
    for scores in (PLAIN, DEBIASED):
        measured = {}
        for term in range(10):
            tests = [[scores[f"{term}-{n}", role] for role in ITEMS[0].variants] for n in range(4)]
            related = sum((s > u) + (a > u) for s, a, u in tests) / 8 * 100
            measured[term] = related, sum(s > a for s, a, _ in tests) / 4 * 100
        rates.append(np.array([measured[term] for term in range(10)]))
    generator = np.random.default_rng(7)
    drawn = [
        np.subtract(*(acs(*rate[places].mean(axis=0)) for rate in reversed(rates)))
        for places in generator.integers(10, size=(20_000, 10))
    ]
    # Ten terms: Student's t with nine degrees of freedom, nearly symmetric as a difference is far from its bounds.
    half = 2.2622 * np.std(drawn) * np.sqrt(10 / 9)
    assert (one.low, one.high) == pytest.approx((one.difference - half, one.difference + half), abs=1.5)


def test_only_tests_that_both_answered_are_compared() -> None:
    shorter = {key: value for key, value in DEBIASED.items() if key[0] != "0-0"}
    assert compared(b=shorter)["intra", "all", "ss"].n == 39
    within = {key: value for key, value in DEBIASED.items() if int(key[0][-1]) < 4}
    assert {task for task, _, _ in compared(b=within)} == {"intra"}
    assert compare_triples("b", ITEMS, (), PLAIN, {}, names=NAMES) == ()


def test_models_that_never_disagree_still_have_an_interval() -> None:
    found = compared(b=PLAIN)
    share = 1 - 0.025 ** (1 / 10)
    for metric, reach in (("lms", 1), ("ss", 1), ("acs", 3)):
        one = found["intra", "all", metric]
        assert one.difference == 0
        assert (one.low, one.high) == pytest.approx((-100 * min(1, reach * share), 100 * min(1, reach * share)))
    assert found["intra", "all", "ss"].p_mcnemar == 1
