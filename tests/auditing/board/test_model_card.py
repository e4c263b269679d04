"""`epicene card`: what a machine reads of a run, and what people do."""

from __future__ import annotations

from pathlib import Path

import pytest
from huggingface_hub import ModelCard

from command import epicene
from epicene.runs.audit_folder import read_runs
from invented_audits import Invented, save

FAILED = [{"language": "fr", "passed": False, "right": 3, "of": 12}]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("cards")
    return {
        "sound": save(root / "sound", Invented('trees/the "oak"', count=60)),
        "excluded": save(root / "excluded", Invented("trees/oak", count=60, manifest={"sanity": FAILED})),
        "partial": save(root / "partial", Invented("trees/oak", count=60, manifest={"complete": False})),
        "marked": save(root / "marked", Invented("trees/oak", count=60, facts={"limit": 60}, options=["limit:60"])),
    }


def card(run: Path, *options: str) -> str:
    done = epicene("card", run, *options, cwd=run.parent)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.replace("\u00a0", " ")


def test_the_hub_reads_the_figure_with_its_interval_and_what_it_is_about(runs: dict[str, Path]) -> None:
    (run,) = read_runs([runs["sound"]])
    score = run.findings.find("crows-fr", "metric_score")
    assert score is not None
    results = ModelCard(card(runs["sound"])).data.eval_results
    assert results is not None
    (found,) = results
    assert (found.dataset_type, found.dataset_name, found.task_type) == (
        "crows-fr",
        "CrowS-Pairs in French",
        "fill-mask",
    )
    assert (found.metric_type, found.metric_value) == ("metric_score", round(score.value, 2))
    assert found.metric_name == f"Metric score (ideal 50; 95% interval {score.low:.1f}–{score.high:.1f}; n = 60)"
    assert f"{score.value:.1f} \\[{score.low:.1f}, {score.high:.1f}\\]" in card(runs["sound"])


def test_what_is_excluded_has_no_figure_anywhere_and_says_why(runs: dict[str, Path]) -> None:
    (run,) = read_runs([runs["excluded"]])
    score = run.findings.find("crows-fr", "metric_score")
    assert score is not None
    for lang, said in (("en", "failed the sanity check"), ("fr", "Non fiable")):
        text = card(runs["excluded"], "--lang", lang)
        assert "model-index" not in text
        assert said in text
        assert f"{score.value:.1f}" not in text
        assert f"{score.value:.1f}".replace(".", ",") not in text


@pytest.mark.parametrize(("count", "has_figure"), [(9, False), (10, True)])
def test_a_card_and_a_gate_need_ten_items(tmp_path: Path, count: int, has_figure: bool) -> None:
    run = save(tmp_path / "run", Invented(count=count))
    assert ("model-index" in card(run)) is has_figure
    gated = epicene("compare", run, run, "--fail-if", "metric_score.low > 99", cwd=tmp_path)
    assert gated.returncode == (0 if has_figure else 3)


def test_what_has_a_reservation_is_for_people_only(runs: dict[str, Path]) -> None:
    text = card(runs["marked"])
    assert "model-index" not in text
    assert "(only some items were asked)" in text


def test_a_run_that_is_not_complete_gives_machines_nothing_and_tells_people_so(runs: dict[str, Path]) -> None:
    for lang, said in (("en", "(the run is not complete)"), ("fr", "(la mesure n’est pas terminée)")):
        text = card(runs["partial"], "--lang", lang)
        assert "model-index" not in text
        assert said in text
