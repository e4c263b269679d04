"""What a rule says of an interval, worked out by hand, and how often equal models are called worse."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from epicene.auditing.gate.gate_rules import (
    GateVerdict as Verdict,
)
from epicene.auditing.gate.gate_rules import (
    check_rules,
    check_worse,
    read_rule,
    smallest_worsening,
    worsening,
)
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
    return AuditResults(
        model="hat",
        signatures={estimate.benchmark: "signature" for estimate in estimates},
        estimates=list(estimates),
        trust=trust,
    )


@pytest.mark.parametrize(("rule", "low", "high", "verdict"), [
    ("metric_score > 60", 61, 70, Verdict.FAIL),
    ("metric_score > 60", 50, 60, Verdict.PASS),
    ("metric_score > 60", 55, 65, Verdict.UNSURE),
    ("metric_score < 40", 30, 39, Verdict.FAIL),
    ("metric_score < 40", 40, 50, Verdict.PASS),
    ("metric_score < 40", 35, 45, Verdict.UNSURE),
    ("metric_score.low > 50", 51, 60, Verdict.FAIL),
    ("metric_score.low > 50", 49, 60, Verdict.PASS),
    ("metric_score.all.high < 50", 30, 49.5, Verdict.FAIL),
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


def test_an_excluded_model_cannot_tell_whatever_its_figures():
    (check,) = check_rules([read_rule("metric_score > 60")], results(estimate(80, 90), level="excluded"))
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
    a: SimpleNamespace = field(default_factory=SimpleNamespace)
    b: SimpleNamespace = field(default_factory=SimpleNamespace)


def comparison(value_a: float, low: float, high: float, p: float | None = 0.001, reach: float = 4) -> Comparison:
    middle = (low + high) / 2
    return Comparison(
        *("crows-fr", "metric_score", "all", "a", "b", value_a, value_a + middle, middle, low, high, 100),
        only_a=None,
        only_b=None,
        p_mcnemar=p,
        sum_reach=reach,
    )


@pytest.mark.parametrize(("points", "value_a", "low", "high", "verdict"), [
    (5, 60, 6, 12, Verdict.FAIL),  # 16 to 22 from 50, which was 10
    (7, 60, 6, 12, Verdict.UNSURE),
    (12, 60, 6, 12, Verdict.PASS),
    (5, 60, -12, -6, Verdict.PASS),  # nearer to 50
    (5, 40, -12, -6, Verdict.FAIL),  # further below 50
    (5, 60, -36, -30, Verdict.FAIL),  # through 50 to the other side: 27, 23 from it, less 10; the sum says 9 or more
    (9, 60, -36, -30, Verdict.UNSURE),
    (5, 50, 6, 12, Verdict.UNSURE),  # a and b add up to 9 ± 4 above 100: b may be as near to 50 as a, on the other side
    (4, 46, 5, 9, Verdict.UNSURE),  # from 46 to 53: moved by 7 and no further from 50, which the sum does not rule out
    (4, 52, -3, 1, Verdict.PASS),
])  # fmt: skip
def test_worse_is_further_from_the_ideal_on_either_side(points, value_a, low, high, verdict):
    (check,) = check_worse(points, [Two((comparison(value_a, low, high),))])
    assert check.verdict is verdict


def test_a_bound_that_the_items_cannot_show_is_refused_with_the_smallest_that_they_can():
    """Half of the interval is 3; (1.96 + 0.84) / 1.96 of it is 4.29."""
    assert smallest_worsening(comparison(60, 3, 9)) == pytest.approx(4.29, abs=0.01)
    with pytest.raises(InputError, match=r"4\.3.*--fail-if-worse 5 or more"):
        check_worse(4.2, [Two((comparison(60, 3, 9),))])
    check_worse(4.3, [Two((comparison(60, 3, 9),))])


@pytest.mark.parametrize(("ideal", "low", "high"), [(100.0, -9.0, -3.0), (0.0, 3.0, 9.0)])
def test_where_the_ideal_is_the_end_of_the_scale_the_paired_interval_is_that_of_the_worsening(ideal, low, high):
    assert worsening(comparison(60, low, high, reach=50), ideal, (0.0, 100.0)) == (3.0, 9.0)


def test_without_an_interval_of_the_sum_nothing_is_shown_to_be_worse_and_a_small_change_passes():
    unknown = replace(comparison(60, 3, 9), sum_reach=None)
    assert worsening(unknown, 50.0) == (-9.0, 9.0)


@pytest.mark.parametrize(("first", "bound"), [(0.5, 5), (0.6, 5), (0.45, 5)])
def test_a_worsening_as_large_as_the_bound_opens_the_gate_in_at_most_4_of_100_cases(first, bound):
    """Nominally 2.5, at the ideal up to 3; 50 to 55 opened in 18 of 100 while the first score was taken as known."""
    draw, opened, runs = np.random.default_rng(30), 0, 600
    second = 0.5 + abs(first - 0.5) + bound / 100
    for _ in range(runs):
        a, own = draw.random(275) < first, draw.random(275) < 0.5
        b = np.where(own, draw.random(275) < first + 2 * (second - first), a)
        one = two_models.compare_rates("crows-fr", "metric_score", "all", (a, b), ("a", "b"), resamples=400)
        opened += worsening(one, 50.0)[1] <= bound
    assert opened / runs <= 0.04


def test_worse_needs_the_test_adjusted_over_all_benchmarks():
    clear, by_chance = Two((comparison(60, 6, 12, 0.04),)), Two((comparison(60, -1, 1, 0.9),))
    assert [one.verdict for one in check_worse(5, [clear])] == ["fail"]
    assert [one.verdict for one in check_worse(5, [clear, by_chance, by_chance])] == ["unsure", "pass", "pass"]


def test_an_excluded_side_cannot_be_called_worse():
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
        shut += worsening(one, 50.0)[0] > 0
    assert 0 < shut <= 50


def test_a_rule_on_a_score_rests_on_the_one_that_counts_ties_as_half_where_the_run_has_it():
    """150 ties and 150 stereotypes are 50 by the paper's counting, and 75 with ties as half."""
    paper, half = estimate(44, 56), replace(estimate(71, 79), metric="metric_score_ties_half")
    other = replace(estimate(10, 20), metric="metric_score_ties_half", benchmark="crows-en")
    (check,) = check_rules([read_rule("metric_score > 60")], results(paper, half, other))
    assert (check.verdict, check.reason.values["value"]) == (Verdict.FAIL, 75)
    assert "metric_score_ties_half" in check.about
    (check,) = check_rules([read_rule("metric_score > 60")], results(paper))
    assert check.verdict is Verdict.PASS


def test_worse_with_many_ties_needs_the_bootstrap_test_adjusted_over_all_benchmarks():
    """Figures that count ties as half have no McNemar test."""
    one = replace(comparison(60, 6, 12, None), metric="metric_score_ties_half", p_bootstrap=0.04)
    assert [check.verdict for check in check_worse(5, [Two((one,))])] == ["fail"]
    by_chance = Two((replace(one, low=-1, high=1, p_bootstrap=0.9),))
    assert next(check.verdict for check in check_worse(5, [Two((one,)), by_chance, by_chance])) == "unsure"
