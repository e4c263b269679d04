"""`--validity`: other scorings and control items, asked in folders within the run, and what they add to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import epicene
from epicene.core.language import Language
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.kinds.validity import PACKAGE
from epicene.report.results_page import write_report
from epicene.runs.signature import few_units, run_signature
from invented_audits import Invented, save


@pytest.fixture(scope="module")
def run(causal_model: Path, tmp_path_factory: pytest.TempPathFactory) -> epicene.Run:
    out = tmp_path_factory.mktemp("validity") / "run"
    return epicene.audit(causal_model, on="pairs-fr", limit=12, out=out, validity=True, progress=False)


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_every_scoring_that_fits_is_asked_beside_the_default_and_compared(run: epicene.Run) -> None:
    assert sorted(one.name for one in (run.path / "validity").iterdir()) == [
        "controls-fr",
        "loglik",
        "loglik-mean",
    ]
    compared = {(one.metric, one.group): one for one in run.estimates if one.metric.startswith("scoring_")}
    inner = epicene.open_run(run.path / "validity" / "loglik-mean")
    own = {"loglik-mean": inner.estimate("metric_score"), "loglik-shared": run.estimate("metric_score")}
    assert own["loglik-shared"].n_used < own["loglik-mean"].n_used == 12  # it asks the fewest
    for scoring, estimate in own.items():
        found = compared["scoring_score", scoring]
        assert run_signature(found.signature) == run_signature(estimate.signature)
        assert few_units(found.signature) == own["loglik-shared"].n_used
    common = {one.n_used for (metric, _), one in compared.items() if metric == "scoring_score"}
    assert common == {own["loglik-shared"].n_used}
    assert ("scoring_agreement", "loglik") in compared


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_controls_are_a_figure_of_the_audited_set_under_their_own_signature(run: epicene.Run) -> None:
    score = run.estimate("control_score")
    assert (score.benchmark, score.n_used, score.ideal) == ("pairs-fr", 12, 50)
    assert score.signature.startswith("controls-fr@")
    test = next(one for one in run.results["tests"] if one["metric"] == "control_score")
    assert test["p_adjusted"] == test["p"]  # one set of controls, one test


def test_signs_of_contamination_are_looked_for_beside_control_items(run: epicene.Run) -> None:
    (record,) = json.loads((run.path / "manifest.json").read_text(encoding="utf-8"))["contamination"]
    assert record["benchmark"] == "pairs-fr"
    assert record["n"] <= 12
    assert record["n_controls"] > 60
    assert record["completed"] == 0  # by a model of random weights


@pytest.mark.parametrize(("kind", "said"), [("causal", False), ("masked", True), ("encoder-decoder", True)])
def test_a_model_that_is_no_causal_one_has_a_sentence_that_says_why_no_signs_were_looked_for(tmp_path, kind, said):
    path = save(tmp_path / "run", Invented(kind=kind))
    write_report([path], tmp_path / "r.md", "en")
    words = Language("en", PACKAGE).text("validity.contamination.causal")
    assert (words in (tmp_path / "r.md").read_text(encoding="utf-8")) is said


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_asking_again_asks_nothing_and_keeps_what_was_found(run: epicene.Run, causal_model: Path) -> None:
    before = (run.path / "results.json").read_text(encoding="utf-8")
    scores = {path: path.read_bytes() for path in run.path.rglob("scores.jsonl")}
    epicene.audit(causal_model, on="pairs-fr", limit=12, out=run.path, progress=False)
    assert (run.path / "results.json").read_text(encoding="utf-8") == before
    assert {path: path.read_bytes() for path in run.path.rglob("scores.jsonl")} == scores
    assert len(scores) == 4


@pytest.mark.parametrize(("lang", "title"), [("en", "How far can this score be trusted?"), ("fr", "Jusqu’où peut-on")])
@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_the_report_says_it_in_every_format(
    run: epicene.Run, lang: str, title: str, ending: str, tmp_path: Path
) -> None:
    file = tmp_path / f"r.{ending}"
    write_report([run.path], file, lang)
    text = file.read_text(encoding="utf-8")
    assert "loglik-shared" in text
    assert title in text or ending == "tex"  # tables have titles of their own there


@pytest.mark.parametrize("name", ["controls-fr", "controls-en"])
def test_control_pairs_are_enough_and_balanced(name: str) -> None:
    dataset = open_benchmark(name)
    assert BENCHMARKS[name].control
    assert len(dataset.items) >= 60
    assert not dataset.unusable
    lengths = [[len(text.text) for text in item.variants.values()] for item in dataset.items]
    assert sum(more > less for more, less in lengths) == sum(more < less for more, less in lengths)
    rows = [json.loads(line) for line in dataset.path.read_text(encoding="utf-8").splitlines()]
    assert not any("direction" in row for row in rows)


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_a_control_set_alone_speaks_of_no_stereotype_that_it_prefers(causal_model: Path, tmp_path: Path) -> None:
    run = epicene.audit(causal_model, on="controls-fr", limit=8, out=tmp_path / "run", strict=False, progress=False)
    assert any("control set" in notice for notice in run.notices)
    page = run.report(tmp_path / "r.md").read_text(encoding="utf-8")
    assert "prefers the stereotype" not in page
    assert "control pairs" in page
