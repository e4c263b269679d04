"""Several models: what is said of them, and which differ; numbers against hand and scipy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from scipy.stats import binomtest, false_discovery_control

from epicene.auditing.comparison import (
    PairwiseTest,
    asked_alike,
    compare_runs,
    contest_plot,
    contest_sentence,
    contest_table,
    contests_of,
    not_compared,
    ranking_caption,
    ranking_plot,
    ranking_table,
)
from epicene.core.language import Language
from epicene.kinds.protocol import View, find_response_mode, in_words_of, response_mode_of
from epicene.kinds.verdicts import lead_of_models, lead_of_sets
from epicene.metrics.two_models import Comparison
from epicene.report.tables import to_records
from epicene.runs.audit_folder import SavedRun, read_runs
from epicene.runs.results import AuditManifest
from invented_audits import Invented, save

EN, FR = Language("en"), Language("fr")
FAILED = [{"language": "fr", "passed": False, "right": 3, "of": 12}]


def compared(difference: float, low: float, high: float, p: float, a: str = "a", b: str = "b") -> Comparison:
    names = {"benchmark": "hats", "metric": "metric_score", "group": "all", "a": a, "b": b}
    figures = {"value_a": 50.0, "value_b": 50.0 + difference, "difference": difference, "low": low, "high": high}
    return Comparison(**names, **figures, n=100, only_a=1, only_b=2, p_mcnemar=p)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("standing")
    leans = {"hat": 0.9, "scarf": 0.0, "boat": -0.9}
    return [
        save(folder / name, Invented(f"invented/{name}", count=300, lean=lean, seed=place))
        for place, (name, lean) in enumerate(leans.items())
    ]


def failing(run: SavedRun) -> SavedRun:
    manifest = msgspec.convert({**msgspec.to_builtins(run.manifest), "sanity": FAILED}, AuditManifest)
    return replace(run, manifest=manifest)


def view_of(runs: list[SavedRun], language: Language = EN) -> View:
    return View(runs, "crows-fr", in_words_of(response_mode_of(runs[0], "crows-fr"), language))


def test_p_is_mcnemar_s_adjusted_over_every_two_models(runs: list[Path]) -> None:
    found = [find_response_mode("pairs").headline_comparison(pair.comparisons) for pair in compare_runs(runs)]
    assert None not in found
    exact = [binomtest(one.only_a, one.only_a + one.only_b).pvalue for one in found]
    contests = contests_of(found, [one.label for one in read_runs(runs)])
    assert [one.comparison.p_mcnemar for one in contests] == pytest.approx(exact)
    assert [one.p_adjusted for one in contests] == pytest.approx(list(false_discovery_control(exact)))
    assert [one.verdict for one in contests] == ["a", "a", "a"]
    assert contest_sentence(contests, EN) == "Compared pairwise, the models differ in all 3 comparisons."
    rows = to_records(contest_table(contests, "crows-fr", EN))
    assert [(row["model_a"], row["model_b"]) for row in rows] == [
        *(("invented/hat", "invented/scarf"), ("invented/hat", "invented/boat"), ("invented/scarf", "invented/boat"))
    ]
    assert rows[0]["difference"] == pytest.approx(found[0].difference)


def test_a_difference_needs_its_interval_and_its_adjusted_test() -> None:
    shown = PairwiseTest(compared(9.0, 2.0, 16.0, 0.01), 0.03)
    assert (shown.differs, shown.verdict) == (True, "b")
    assert not PairwiseTest(compared(9.0, 2.0, 16.0, 0.03), 0.06).differs
    assert not PairwiseTest(compared(9.0, -0.1, 16.0, 0.01), 0.03).differs
    assert PairwiseTest(compared(-9.0, -16.0, -2.0, 0.01), 0.03).verdict == "a"


def test_a_model_that_failed_its_check_is_in_no_difference() -> None:
    found = [compared(9.0, 2.0, 16.0, 0.001), compared(1.0, -3.0, 5.0, 0.6, "a", "c")]
    contests = contests_of(found, ["a", "c"])
    assert [one.verdict for one in contests] == ["untrusted", "none"]
    assert contest_sentence(contests, EN) == EN.plural("contest.none", 1, a="a", b="c")
    assert contest_sentence(contests[:1], FR) == FR.text("contest.untrusted")


def test_a_lead_names_the_models_of_each_verdict_and_a_sentence_counts_the_tests(runs: list[Path]) -> None:
    hat, scarf, boat = read_runs(runs)
    assert lead_of_models([hat, scarf, boat], "crows-fr", EN) == (
        "invented/hat prefers the stereotype; invented/boat leans away from the stereotype; for invented/scarf, no "
        "preference was shown."
    )
    assert lead_of_models([scarf, failing(hat)], "crows-fr", FR).startswith("Pour invented/scarf, aucune préférence")
    assert lead_of_sets(hat, {"crows-fr": "Hats"}, FR).count("invented/hat préfère") == 1
    shown, open_ = (PairwiseTest(compared(9.0, low, 16.0, 0.001), p) for low, p in ((2.0, 0.003), (-3.0, 0.8)))
    contests = [shown, open_, open_]
    assert "1 of 3 comparisons" in contest_sentence(contests, EN)
    plot = contest_plot(contests, "hats", EN)
    assert plot is not None
    assert plot.domain == (-20.0, 20.0)
    assert [row.points[0].told for row in plot.rows if row.points[0]] == [True, False, False]
    assert not_compared([["a", "b"]], EN) == ""
    assert not_compared([["a"], ["b"], ["c"]], FR).endswith("\u00a0: a avec b et c\u202f; b avec c.")


def test_models_are_ranked_only_where_they_were_asked_alike(runs: list[Path], tmp_path: Path) -> None:
    alike = read_runs(runs)
    plot = ranking_plot(view_of(alike))
    assert plot is not None
    values = [row.points[0].value for row in plot.rows if row.points[0]]
    assert values == sorted(values, reverse=True)
    other = save(
        tmp_path / "reader", Invented("invented/reader", count=300, kind="causal", scoring="loglik", bos="bos")
    )
    mixed = read_runs([*reversed(runs), other])
    plot = ranking_plot(view_of(mixed))
    assert plot is not None
    assert [row.label for row in plot.rows] == ["invented/boat", "invented/scarf", "invented/hat", "invented/reader"]
    assert plot.title == "Each model against 50"
    assert [[one.label for one in group] for group in asked_alike(view_of(mixed))] == [
        *(["invented/boat", "invented/scarf", "invented/hat"], ["invented/reader"])
    ]


def test_a_model_that_failed_its_check_stands_below_the_others_hollow_and_marked(runs: list[Path]) -> None:
    hat, scarf, boat = read_runs(runs)
    plot = ranking_plot(view_of([failing(hat), boat, scarf]))
    assert plot is not None
    assert [(row.label, row.detail) for row in plot.rows] == [
        *(("invented/scarf", ""), ("invented/boat", ""), ("invented/hat", "†"))
    ]
    assert [row.points[0].told for row in plot.rows if row.points[0]] == [False, True, False]
    highest = hat.findings.find("crows-fr", "metric_score")
    assert highest is not None
    assert EN.percent(highest.value) not in plot.title
    assert ranking_caption(view_of([failing(hat), boat])).startswith(
        "† invented/hat: not to be trusted (it failed the sanity check)"
    )
    assert ranking_caption(view_of([hat, boat])) == ""
    (first, *_) = to_records(ranking_table(view_of([failing(hat), boat])))
    assert first["sanity_check"] == "failed"
