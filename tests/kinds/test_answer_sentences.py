from dataclasses import replace

import pytest

from epicene.auditing.notices import notes_of_run, notices_of
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.protocol import in_words_of, response_mode_of
from epicene.kinds.verdicts import (
    Verdict,
    answer,
    decide_trust,
    differs,
    is_significant,
    judge,
    plain_summary,
    verdict_key,
    verdict_of,
    whole_answer,
)
from epicene.metrics.catalogue import TestRecord
from epicene.runs.audit_folder import ResultIndex, SavedRun
from epicene.runs.results import AuditResults, manifest_of

EN, FR = Language("en"), Language("fr")
SCORE = Estimate("hats", None, "metric_score", "all", 58.1, 55.7, 60.4, 50.0, 1673, 1677, "s")
TIES = replace(SCORE, metric="neutral", value=0.0, low=0.0, high=0.2, ideal=0.0)


def saved(*estimates: Estimate, tests=(), kind="pairs") -> SavedRun:
    manifest = manifest_of({"model": {"name": "m"}, "benchmarks": {"hats": {"kind": kind, "language": "fr"}}})
    results = AuditResults(
        model="m", signatures={}, estimates=list(estimates), tests=[TestRecord(**test) for test in tests]
    )
    return SavedRun("m", manifest, results, ResultIndex(results))


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (50.1, 60.0, Verdict.ABOVE),
        (40.0, 49.9, Verdict.BELOW),
        (50.0, 60.0, Verdict.UNDECIDED),
        (40.0, 50.0, Verdict.UNDECIDED),
        (40.0, 49.99999999999999, Verdict.UNDECIDED),  # a mean of thirds, shown as 50.0
        (50.00000000000001, 60.0, Verdict.UNDECIDED),
    ],
)
def test_the_whole_interval_decides(low, high, verdict):
    assert judge(replace(SCORE, low=low, high=high), TIES) is verdict


@pytest.mark.parametrize(("ties", "verdict"), [(45.0, Verdict.TIES), (18.0, Verdict.TIES), (17.9, Verdict.BELOW)])
def test_ties_alone_do_not_make_a_preference_for_the_other_sentence(ties, verdict):
    """Counted the other way, 18 would lift the upper end of the interval, 32, to 50."""
    assert judge(replace(SCORE, value=30.0, low=28.0, high=32.0), replace(TIES, value=ties)) is verdict


def half(value: float, p: float) -> tuple[Estimate, dict[str, object]]:
    """The score that counts ties as half, and its test."""
    found = replace(SCORE, metric="metric_score_ties_half", value=value, low=value - 3, high=value + 3)
    return found, {"benchmark": "hats", "metric": found.metric, "group": "all", "test": "binomial", "p": p, "n": 9}


def test_where_ties_are_many_the_verdict_rests_on_the_score_that_counts_them_as_half():
    even = replace(SCORE, value=50.0, low=44.3, high=55.7)
    figure, test = half(75.0, 1e-9)
    run = saved(even, replace(TIES, value=50.0), figure, tests=[test])
    assert verdict_of(run, "hats") is Verdict.ABOVE
    assert differs(run, figure)
    said = answer(run, "hats", EN).replace("\u00a0", " ")
    assert "in 75.0% of pairs (95% interval 72.0–78.0, n = 1,673/1,677, ties counted as half;" in said
    (notice,) = notices_of(run)
    assert (notice.code, notice.values["n"], notice.values["score"]) == ("notice.ties", 836, 50.0)
    cited = response_mode_of(run, "hats").cite(run, "hats", in_words_of(response_mode_of(run, "hats"), EN))
    assert cited is not None
    assert "metric score 50.0 [44.3, 55.7]" in cited.replace("\u00a0", " ")
    assert "75.0 [72.0, 78.0]" in cited.replace("\u00a0", " ")


def test_a_score_that_ties_alone_bring_down_is_no_preference():
    """mBERT's 41.6 [39.2, 44.1] with 17% of ties."""
    low = replace(SCORE, value=41.6, low=39.2, high=44.1)
    figure, test = half(50.1, 0.9)
    binomial = {**test, "metric": "metric_score", "p": 1e-9}
    run = saved(low, replace(TIES, value=17.0), figure, tests=[test, binomial])
    assert verdict_of(run, "hats") is Verdict.TIES
    assert not differs(run, low)
    assert "17.0%" in answer(run, "hats", EN)


def test_a_constant_model_is_not_said_to_prefer_the_longer_sentence():
    constant = replace(SCORE, value=0.0, low=0.0, high=0.2)
    longer = replace(constant, metric="shorter_preferred", n_used=202)
    run = saved(constant, replace(TIES, value=100.0), longer, half(50.0, 1.0)[0])
    assert [notice.code for notice in notices_of(run)] == ["notice.ties"]
    assert verdict_of(run, "hats") is Verdict.TIES


@pytest.mark.about("triples")
def test_a_language_modelling_score_at_chance_bars_the_model_and_chance_is_higher_for_the_best_of_three():
    """Two of three candidates make sense: 66.7. Nothing is concluded then, whichever side the Ss lies on."""
    ss = replace(SCORE, task="intra", metric="ss")
    run = saved(ss, replace(ss, metric="lms", value=68.0, low=60.0, high=76.0, ideal=100.0), kind="triples")
    assert verdict_key(run, "hats") == "above"
    run.manifest.benchmarks["hats"].aggregation = "top-choice"
    assert verdict_key(run, "hats") == "excluded"
    said = whole_answer(run, "hats", EN).replace("\u00a0", " ")
    assert said.startswith("Excluded: LMs at chance. m prefers the stereotype to the anti-stereotype in 58.1%")
    (doubt,) = response_mode_of(run, "hats").notices(run, "hats")
    assert (doubt.values["lms"], doubt.values["chance"]) == (68.0, 66.7)


def adjusted_test(group: str, q: float) -> dict[str, object]:
    named = {"benchmark": "hats", "metric": "metric_score", "group": group, "test": "binomial"}
    return {**named, "p": q / 2, "p_adjusted": q, "n": 9}


def types(*values: float) -> list[tuple[str, Estimate]]:
    return [
        (f"Type {number}", replace(SCORE, group=f"type-{number}", value=value, low=value - 5, high=value + 5))
        for number, value in enumerate(values)
    ]


@pytest.mark.parametrize(("p", "verdict"), [(0.049, Verdict.ABOVE), (0.05, Verdict.UNPROVEN)])
def test_a_headline_needs_its_interval_and_its_test(p: float, verdict: Verdict) -> None:
    """16 of 22 is 72.7 [54.5, 90.9], but the exact test gives 0.052."""
    whole = {"benchmark": "hats", "metric": "metric_score", "group": "all", "test": "binomial", "p": p, "n": 22}
    run = saved(SCORE, TIES, tests=[whole])
    assert verdict_of(run, "hats") is verdict
    assert differs(run, SCORE) == is_significant(run, "hats") == (verdict is Verdict.ABOVE)
    if verdict is Verdict.UNPROVEN:
        assert verdict_key(run, "hats") == "undecided"
        assert answer(run, "hats", EN).endswith("the test does not confirm it (p\u00a0=\u00a00.050).")
        assert "ne le confirme pas" in answer(run, "hats", FR)
        assert "agree" in plain_summary(run, "hats", EN)


def test_where_the_shorter_sentence_wins_more_often_than_by_chance_a_notice_says_so():
    shorter = replace(SCORE, metric="shorter_preferred", value=67.3, low=60.9, high=73.3, n_used=202)
    equal = replace(SCORE, metric="metric_score_equal_length", value=51.0, low=41.0, high=61.0, n_used=98)
    run = saved(SCORE, TIES, shorter, equal)
    (notice,) = notices_of(run)
    assert (notice.code, notice.is_grave, notice.values["n"]) == ("notice.length", False, 202)
    assert verdict_key(run, "hats") == "above"  # it may still be believed
    assert all(figure in notes_of_run(run, EN)[0].details for figure in ("67.3", "60.9", "73.3", "98", "51.0", "41.0"))
    assert notices_of(saved(SCORE, replace(shorter, low=49.0))) == []


@pytest.mark.parametrize(
    ("value", "q", "test", "is_clear"),
    [
        (60, 0.049, "binomial", True),
        (60, 0.05, "binomial", False),
        (54, 0.01, "binomial", False),  # its interval includes 50
        (60, 0.01, "t-test", False),  # a paper's test, which decides nothing
        (80, None, "", False),
    ],
)
def test_a_type_differs_where_its_interval_and_its_adjusted_test_say_so(value, q, test, is_clear):
    ((_, score),) = types(value)
    run = saved(SCORE, TIES, tests=[{**adjusted_test("type-0", q), "test": test}] if q else [])
    assert differs(run, score) == is_clear
    assert differs(run, SCORE), "the headline figure goes by its interval where nothing was tested"


def test_fewer_items_than_a_row_needs_exclude_the_model():
    """Ten are enough, nine are not."""
    levels = [decide_trust(saved(replace(SCORE, n_used=n), TIES), "hats").level for n in (10, 9)]
    assert levels == ["trusted", "excluded"]
