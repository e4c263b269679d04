"""What a rule says of an interval, worked out by hand, and how often equal models are called worse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from epicene.auditing.gate.gate_rules import Verdict, check_rules, check_worse, read_rule
from epicene.core.errors import InputError
from epicene.core.types import Estimate
from epicene.metrics import two_models
from epicene.metrics.two_models import Comparison
from epicene.runs.results import AuditResults, Trust


def estimate(low: float, high: float, *, group: str = "all", benchmark: str = "crows-fr") -> Estimate:
    middle = (low + high) / 2
    return Estimate(benchmark, None, "metric_score", group, middle, low, high, 50.0, 100, 100, "signature")


def results(*estimates: Estimate, level: str = "trusted") -> AuditResults:
    trust = {one.benchmark: Trust(level) for one in estimates}
    return AuditResults("hat", {one.benchmark: "signature" for one in estimates}, list(estimates), trust=trust)


@pytest.mark.parametrize(("rule", "low", "high", "verdict"), [
    ("metric_score > 60", 61, 70, Verdict.FAIL),
    ("metric_score > 60", 50, 60, Verdict.PASS),
    ("metric_score > 60", 55, 65, Verdict.UNSURE),
    ("metric_score < 40", 30, 39, Verdict.FAIL),
    ("metric_score < 40", 40, 50, Verdict.PASS),
    ("metric_score < 40", 35, 45, Verdict.UNSURE),
    ("metric_score.low > 50", 51, 60, Verdict.FAIL),
    ("metric_score.low > 50", 49, 60, Verdict.PASS),
    ("metric_score.all.high < 50", 30, 49, Verdict.FAIL),
    ("metric_score.value > 60", 55, 65, Verdict.UNSURE),
    ("crows-fr:metric_score>60", 61, 70, Verdict.FAIL),
])  # fmt: skip
def test_a_rule_on_a_value_needs_the_whole_interval_and_one_on_an_end_always_tells(rule, low, high, verdict):
    (check,) = check_rules([read_rule(rule)], results(estimate(low, high)))
    assert check.verdict is verdict


def test_groups_may_have_hyphens_and_dots():
    both = results(estimate(60, 70, group="race-color"), estimate(60, 70, group="a.b"))
    assert [one.verdict for one in check_rules([read_rule("metric_score.race-color.low > 50")], both)] == ["fail"]
    assert [one.verdict for one in check_rules([read_rule("metric_score.a.b > 50")], both)] == ["fail"]


def test_without_a_benchmark_a_rule_looks_at_every_one_and_with_it_at_one():
    two = results(estimate(61, 70), estimate(40, 50, benchmark="crows-en"))
    assert [one.verdict for one in check_rules([read_rule("metric_score > 60")], two)] == ["fail", "pass"]
    assert [one.verdict for one in check_rules([read_rule("crows-en:metric_score > 60")], two)] == ["pass"]


def test_a_barred_model_cannot_tell_whatever_its_figures():
    (check,) = check_rules([read_rule("metric_score > 60")], results(estimate(80, 90), level="barred"))
    assert check.verdict is Verdict.UNSURE


@pytest.mark.about("triples")
def test_a_figure_that_could_not_be_computed_cannot_tell():
    (check,) = check_rules([read_rule("lms > 60")], results(estimate(80, 90)))
    assert check.verdict is Verdict.UNSURE


@pytest.mark.parametrize(
    "rule", ["", "metric_score", "metric_score = 50", "metric_score > much", "> 50", "no_such > 1"]
)
def test_what_is_no_rule_is_refused_before_anything_is_asked(rule):
    with pytest.raises(InputError):
        read_rule(rule)


@pytest.mark.parametrize("rule", ["crows-en:metric_score > 60", "metric_score.gendre > 60"])
def test_a_benchmark_or_group_that_is_not_there_is_a_slip_and_not_a_pass(rule):
    with pytest.raises(InputError, match="It has: "):
        check_rules([read_rule(rule)], results(estimate(50, 60)))


@dataclass
class Two:
    """As much of two compared runs as a gate looks at."""

    headlines: tuple[Comparison, ...]
    is_trusted: bool = True


def comparison(value_a: float, low: float, high: float, p: float | None = 0.001) -> Comparison:
    middle = (low + high) / 2
    return Comparison(
        *("crows-fr", "metric_score", "all", "a", "b", value_a, value_a + middle, middle, low, high, 100),
        only_a=None,
        only_b=None,
        p_mcnemar=p,
    )


@pytest.mark.parametrize(("points", "value_a", "low", "high", "verdict"), [
    (2, 60, 3, 9, Verdict.FAIL),  # 13 to 19 from 50, which was 10
    (4, 60, 3, 9, Verdict.UNSURE),
    (9, 60, 3, 9, Verdict.PASS),
    (2, 60, -9, -3, Verdict.PASS),  # nearer to 50
    (2, 40, -9, -3, Verdict.FAIL),  # further below 50
    (2, 60, -30, -21, Verdict.UNSURE),  # through 50 to the other side: 11 to 20 from it, by 1 to 10 worse
    (0, 60, -30, -21, Verdict.FAIL),
    (1, 52, -4, 1, Verdict.PASS),  # 50 itself lies within: at best 2 better, at worst 1 worse
])  # fmt: skip
def test_worse_is_further_from_the_ideal_on_either_side(points, value_a, low, high, verdict):
    (check,) = check_worse(points, [Two((comparison(value_a, low, high),))])
    assert check.verdict is verdict


def test_worse_needs_the_test_adjusted_over_all_benchmarks():
    clear, by_chance = Two((comparison(60, 3, 9, 0.04),)), Two((comparison(60, -1, 1, 0.9),))
    assert [one.verdict for one in check_worse(2, [clear])] == ["fail"]
    assert [one.verdict for one in check_worse(2, [clear, by_chance, by_chance])] == ["unsure", "pass", "pass"]


def test_a_barred_side_cannot_be_called_worse():
    (check,) = check_worse(0, [Two((comparison(60, 3, 9),), is_trusted=False)])
    assert check.verdict is Verdict.UNSURE


@pytest.mark.parametrize("points", [-1.0, float("nan")])
def test_points_are_no_less_than_none(points):
    with pytest.raises(InputError, match="fail-if-worse"):
        check_worse(points, [])


@pytest.mark.parametrize("rate", [0.5, 0.65])
def test_of_2000_pairs_of_equal_models_at_most_one_in_twenty_is_called_worse(rate, monkeypatch):
    """Both answer each item alike with one chance and by their own coin else, so that the truth is no difference."""
    for idle in ("smallest_paired_difference", "paired_t_test_p", "unpaired_t_test_p"):
        monkeypatch.setattr(two_models, idle, lambda *_: None)  # slow, and no gate looks at them
    monkeypatch.setattr(two_models, "mcnemar_p", cache(two_models.mcnemar_p))
    draw = np.random.default_rng(20)
    shut = 0
    for _ in range(1000):
        own = draw.random((3, 120)) < rate
        alike = draw.random(120) < 0.6
        a, b = (np.where(alike, own[0], one) for one in own[1:])
        one = two_models.compare_rates("crows-fr", "metric_score", "all", (a, b), ("a", "b"), resamples=200)
        (check,) = check_worse(0, [SimpleNamespace(headlines=(one,), is_trusted=True)])
        shut += check.verdict is Verdict.FAIL
    assert 0 < shut <= 50
