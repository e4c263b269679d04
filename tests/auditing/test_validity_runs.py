"""`--validity`: other scorings and control items, asked in folders within the run, and what they add to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import epicene
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.datasets import open_benchmark
from epicene.runs.signature import few_units, run_signature


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


@pytest.mark.filterwarnings("ignore::epicene.EpiceneWarning")
def test_asking_again_asks_nothing_and_keeps_what_was_found(run: epicene.Run, causal_model: Path) -> None:
    before = (run.path / "results.json").read_text(encoding="utf-8")
    scores = {path: path.read_bytes() for path in run.path.rglob("scores.jsonl")}
    epicene.audit(causal_model, on="pairs-fr", limit=12, out=run.path, progress=False)
    assert (run.path / "results.json").read_text(encoding="utf-8") == before
    assert {path: path.read_bytes() for path in run.path.rglob("scores.jsonl")} == scores
    assert len(scores) == 4


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
