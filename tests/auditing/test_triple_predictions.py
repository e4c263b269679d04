"""Predictions for triples: what is read, what is missing, what is wrong."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

import stereoset
from epicene.auditing.audit_requests import ScoreRequest
from epicene.auditing.score.predictions import measure_predictions
from epicene.core.errors import EpiceneError, InputError
from saved_json import results_of

GIVEN = {
    "intrasentence": [{"id": f"w{n}-{k}", "score": 3.0 - k} for n in (1, 2, 3) for k in range(3)],
    "intersentence": [{"id": f"a{n}-{k}", "score": [1.0, 2.0, 3.0][k]} for n in (1, 2) for k in range(3)],
}


@pytest.fixture
def spec(tmp_path: Path) -> str:
    return f"stereoset-fr={stereoset.write(tmp_path / 'set.json')}"


def measured(spec: str, tmp_path: Path, given: Any, **options: Any) -> dict[str, Any]:
    path = tmp_path / "predictions.json"
    path.write_text(given if isinstance(given, str) else json.dumps(given))
    folder = measure_predictions(ScoreRequest(spec, path, out=Path(tempfile.mkdtemp(dir=tmp_path)) / "run", **options))
    return results_of(folder)


def figures(results: dict[str, Any], metric: str) -> dict[str, float]:
    return {e["task"]: e["value"] for e in results["estimates"] if (e["metric"], e["group"]) == (metric, "all")}


def left_out(results: dict[str, Any]) -> list[Any]:
    return [notice["values"]["ids"] for notice in results["notice_codes"] if notice["code"] == "notice.left-out"]


def test_the_published_format_is_measured(spec: str, tmp_path: Path) -> None:
    results = measured(spec, tmp_path, GIVEN, strict=True)
    assert figures(results, "ss") == {
        "intra": 100,
        "inter": 0,
        "overall": pytest.approx((100 * 2 / 3 + 50) / 2),
        "mean": 50,
    }
    assert figures(results, "lms")["inter"] == 0


def test_one_task_alone_is_measured_and_the_other_named(spec: str, tmp_path: Path) -> None:
    results = measured(spec, tmp_path, {"intrasentence": GIVEN["intrasentence"]})
    assert set(figures(results, "ss")) == {"intra"}
    assert [
        notice["values"]["ids"] for notice in results["notice_codes"] if notice["code"] == "notice.no-prediction"
    ] == [["a1", "a2"]]
    with pytest.raises(EpiceneError, match="--strict"):
        measured(spec, tmp_path, {"intrasentence": GIVEN["intrasentence"]}, strict=True)


def test_lines_of_item_role_and_score_are_read_too(spec: str, tmp_path: Path) -> None:
    roles = ("stereotype", "anti-stereotype", "unrelated")
    lines = [
        json.dumps({"item_id": id, "role": role, "score": -place})
        for id in ("w1", "w2", "w3", "a1", "a2")
        for place, role in enumerate(roles)
    ]
    assert figures(measured(spec, tmp_path, "\n".join(lines)), "ss")["overall"] == 100


def test_ids_and_labels_are_all_that_predictions_need(tmp_path: Path) -> None:
    """A sentence may be empty, or lack BLANK: somebody scored it."""
    tests = [stereoset.written("w1", "Un roi.", "", "Un b.", "Un c."), *stereoset.INTRA[1:]]
    spec = f"stereoset-fr={stereoset.write(tmp_path / 'set.json', tests)}"
    assert left_out(measured(spec, tmp_path, GIVEN)) == []
    doubled = [stereoset.written("w1", "Un BLANK.", "a", "b", "c", labels=("unrelated",) * 3), *stereoset.INTRA[1:]]
    spec = f"stereoset-fr={stereoset.write(tmp_path / 'set.json', doubled)}"
    some = {"intrasentence": GIVEN["intrasentence"][3:], "intersentence": GIVEN["intersentence"]}
    assert left_out(measured(spec, tmp_path, some)) == [["w1"]]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"intrasentence": [{"id": "w9-0", "score": 1}]}, "intrasentence[0]: stereoset-fr has no sentence with the id"),
        ({"intersentence": [{"id": "a1-0"}]}, 'intersentence[0]: expected {"id": SENTENCE_ID, "score": NUMBER}'),
        ({"intrasentence": [{"id": "w1-0", "score": "x"}]}, "intrasentence[0]: 'x' is not a number"),
        ({"intrasentence": [{"id": "w1-0", "score": 1e999}]}, "intrasentence[0]: the score is inf"),
        ({"intrasentence": [{"id": "w1-0", "score": float("nan")}]}, "intrasentence[0]: the score is nan"),
        ({"intrasentence": [{"id": "w1-0", "score": 1}] * 2}, "intrasentence[1]: item w1 has a second score"),
        ('{"intrasentence": [', 'line 1: expected a JSON object with item_id, role and score, such as {"item_id": "0"'),
        ('{"item_id": "w1", "role": "more", "score": 1}', "line 1: stereoset-fr has no item 'w1' with a role more"),
        ("", "is empty"),
    ],
)  # fmt: skip
def test_bad_predictions_are_refused_with_the_place(spec: str, tmp_path: Path, given: Any, says: str) -> None:
    with pytest.raises(InputError) as refusal:
        measured(spec, tmp_path, given)
    assert "predictions.json" in str(refusal.value)
    assert says in str(refusal.value)


def test_an_unknown_aggregation_is_refused(spec: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--aggregation micro is not known"):
        measured(spec, tmp_path, GIVEN, aggregation="micro")
