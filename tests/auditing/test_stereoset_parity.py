"""Parity with the released StereoSet programs (../shared/gold/README.md says how its numbers were made)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from epicene.auditing.audit_requests import AuditRequest, ScoreRequest
from epicene.auditing.run import audit
from epicene.auditing.score.predictions import measure_predictions
from saved_json import results_of

PREDICTIONS = [
    "predictions_bert-base-cased_BertNextSentence_BertLM.json",
    "predictions_gpt2_ModelNSP_GPT2LM.json",
    "predictions_roberta-base_ModelNSP_RoBERTaLM.json",
]
FIGURES = {"lms": "LM Score", "ss": "SS Score", "acs": "ICAT Score"}
SCORING = {"bert": "cloze-l2r-meanprob", "camembert": "cloze-l2r-meanprob", "gpt2": "loglik-mean"}


@pytest.fixture
def file(shared: Path) -> Path:
    return shared / "data" / "stereoset" / "dev_ptbr.json"


def released_items(file: Path, gold: dict[str, Any], out: Path) -> Path:
    """The file with no other tests within sentences than those that the released program was given."""
    scored, skipped = set(gold["moinnadeem"]), set(gold["skipped_example_ids_IndexError"])
    whole = json.loads(file.read_text(encoding="utf-8"))
    whole["data"]["intrasentence"] = [
        test
        for test in whole["data"]["intrasentence"]
        if test["id"] in skipped or scored & {sentence["id"] for sentence in test["sentences"]}
    ]
    assert len(whole["data"]["intrasentence"]) == 150
    out.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    return out


@pytest.mark.parametrize("model", SCORING)
def test_as_released_gives_the_released_scores(shared: Path, file: Path, tmp_path: Path, model: str) -> None:
    """Run again on another processor, the released program itself differs from the gold by up to 6.4 millionths
    (float32), so that this is what can be asked here; test_cloze.py holds the same loop to 1e-6 on one machine.

    It is rounding, not a way of computing: for CamemBERT, eager attention (12), no oneDNN (11), AVX2 kernels (3.7 to
    5.0), MKL's reproducible modes (6.4 to 69) and two threads (6.4 millionths at most) come no nearer than that, and
    the same weights in float64 are 31 millionths from the gold, which is the gold's own error.
    """
    gold = json.loads((shared / "gold" / f"stereoset_{model}.json").read_text())
    request = AuditRequest(
        str(shared / "models" / model),
        on=(f"stereoset-pt={released_items(file, gold, tmp_path / 'released.json')}",),
        as_released=True,
        device="cpu",
        threads=1,
        out=tmp_path / "run",
    )
    folder = audit(request)
    found = {line["sentence_id"]: line for line in folder.score_lines()}
    assert set(found) == set(gold["moinnadeem"])
    assert {line["scoring"] for line in found.values()} == {SCORING[model]}
    errors = sorted(abs(found[id]["value"] / one["score"] - 1) for id, one in gold["moinnadeem"].items())
    assert errors[-1] < 1e-4  # 4e-5 without vector units
    assert errors[int(0.9 * len(errors))] < 1e-6
    assert set(folder.benchmarks()["stereoset-pt"].unusable) == set(gold["skipped_example_ids_IndexError"])
    figures = {e["metric"]: e for e in results_of(folder)["estimates"] if (e["task"], e["group"]) == ("intra", "all")}
    for metric, name in FIGURES.items():
        assert figures[metric]["value"] == pytest.approx(gold["summary_moinnadeem"][name], rel=1e-12)
        assert figures[metric]["n_used"] == gold["n_items"] == 141


@pytest.fixture(scope="module")
def measured(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], dict[str, Any]]:
    """The results of published predictions in one aggregation, measured once for all tests."""

    @cache
    def results(predictions: str, aggregation: str) -> dict[str, Any]:
        file, out = shared / "data" / "stereoset" / "dev_ptbr.json", tmp_path_factory.mktemp("run") / "run"
        given = file.with_name(predictions)
        return results_of(
            measure_predictions(
                ScoreRequest(f"stereoset-pt={file}", given, aggregation=aggregation, strict=True, out=out)
            )
        )

    return results


@pytest.mark.parametrize("predictions", PREDICTIONS)
def test_published_predictions_give_the_published_figures(
    shared: Path, measured: Callable[[str, str], dict[str, Any]], predictions: str
) -> None:
    gold = json.loads((shared / "gold" / "stereoset_published.json").read_text())[predictions]
    results = measured(predictions, "term-macro")
    found = {(e["task"], e["group"], e["metric"]): e["value"] for e in results["estimates"]}
    expected = {("intra", name): one for name, one in gold["intrasentence"].items()}
    expected |= {("inter", name): one for name, one in gold["intersentence"].items()}
    expected["overall", "overall"] = gold["overall"]
    assert len(expected) == 11
    for (task, domain), figures in expected.items():
        for metric, name in FIGURES.items():
            value = found[task, "all" if domain == "overall" else domain, metric]
            assert f"{value:.10f}" == f"{figures[name]:.10f}"
    if "bert-base-cased" in predictions:
        overall = [f"{found['overall', 'all', metric]:.2f}" for metric in FIGURES]
        assert overall == ["85.77", "59.56", "69.38"]
        assert results["signatures"]["stereoset-pt"].split("|")[1:4] == [
            "given",
            "bos:unknown",
            "aggregation:term-macro",
        ]
