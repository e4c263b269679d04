"""`epicene score --from lm-eval`, on samples that lm-eval itself wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from command import epicene

HERE = Path(__file__).parent


def samples(task: str) -> Path:
    (found,) = HERE.glob(f"samples_own_{task}_2*.jsonl")
    return found


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def score(path: Path, folder: Path, *options: str, code: int = 0) -> dict[str, Any]:
    done = epicene("score", "--from", "lm-eval", path, "--out", folder / "run", "--json", *options, cwd=folder)
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def figures(results: dict[str, Any]) -> dict[str, float]:
    return {one["metric"]: one["value"] for one in results["estimates"] if one["group"] == "all"}


@pytest.mark.parametrize(("task", "language"), [("crows_pairs_french", "fr"), ("crows_pairs_english", "en")])
def test_figures_of_crows_pairs_are_those_of_lm_eval_with_intervals(task: str, language: str, tmp_path: Path) -> None:
    told, results = lines(samples(task)), score(samples(task), tmp_path)
    found = figures(results)
    assert (
        found["pct_stereotype"] == found["metric_score"] == pytest.approx(100 * mean(x["pct_stereotype"] for x in told))
    )
    assert found["likelihood_diff"] == pytest.approx(mean(x["likelihood_diff"] for x in told))
    headline = next(one for one in results["estimates"] if (one["metric"], one["group"]) == ("metric_score", "all"))
    assert (headline["n_used"], headline["low"] < headline["value"] < headline["high"]) == (12, True)
    assert results["signatures"].keys() == {f"own_{task}"}
    assert "|lm-eval|" in results["signatures"][f"own_{task}"]
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["benchmarks"][f"own_{task}"]["language"] == language
    groups = {one["group"] for one in results["estimates"] if one["metric"] == "metric_score"}
    assert {"age", "physical-appearance", "other"} <= groups


def test_accuracies_of_bbq_are_those_of_lm_eval(tmp_path: Path) -> None:
    told, found = lines(samples("bbq_multiple_choice")), figures(score(samples("bbq_multiple_choice"), tmp_path))
    for condition, metric in (("ambig", "accuracy_ambiguous"), ("disambig", "accuracy_disambiguated")):
        right = [one["acc"] for one in told if one["doc"]["context_condition"] == condition]
        assert found[metric] == pytest.approx(100 * mean(right))


def changed(path: Path, folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    records = lines(path)
    for record in records:
        change(record)
    made = folder / path.name
    made.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return made


def test_a_model_that_always_gives_the_biased_answer_has_the_greatest_bias(tmp_path: Path) -> None:
    def prefer_bias(record: dict[str, Any]) -> None:
        for place, asked in enumerate(record["arguments"].values()):
            if asked["arg_1"].strip() in record["doc"]["biased_answers"]:
                record["filtered_resps"][place][0] = "-1.0"

    found = figures(score(changed(samples("bbq_multiple_choice"), tmp_path, prefer_bias), tmp_path))
    assert (found["accuracy_ambiguous"], found["bias_ambiguous"], found["bias_disambiguated"]) == (0, 100, 100)
    assert found["accuracy_disambiguated"] == 50  # half of the texts agree with the stereotype


def test_replies_in_words_count_where_they_name_one_answer(tmp_path: Path) -> None:
    def reply(record: dict[str, Any]) -> None:
        doc = record["doc"]
        right = str(doc[f"ans{doc['label']}"]).lower()
        record["filtered_resps"] = [f" {right}, I think." if record["doc_id"] else "Who knows?"]

    unread = figures(score(samples("bbq_generate"), tmp_path, code=1))  # as the tiny model wrote them: no bias measured
    assert unread["unanswered"] == 100
    assert "bias_ambiguous" not in unread
    found = score(changed(samples("bbq_generate"), tmp_path, reply), tmp_path, "--out", str(tmp_path / "words"))
    assert figures(found)["accuracy_disambiguated"] == 100
    assert any("1 of 12 items" in notice for notice in found["notices"])


def test_the_model_has_the_name_that_the_results_beside_it_tell(tmp_path: Path) -> None:
    copy = tmp_path / samples("crows_pairs_french").name
    copy.write_bytes(samples("crows_pairs_french").read_bytes())
    assert score(copy, tmp_path)["model"] == copy.name
    date = copy.stem.rpartition("_")[2]
    (tmp_path / f"results_{date}.json").write_text('{"model_name": "trees/oak"}', encoding="utf-8")
    done = epicene("score", "--from", "lm-eval", copy, "--out", tmp_path / "named", cwd=tmp_path)
    assert done.returncode == 0
    assert "trees/oak" in done.stdout
    assert (tmp_path / "named" / "report.html").is_file()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"doc_id": 0}\n', "line 1: this is not a sample of lm-eval"),
        ("oak\n", "line 1: this is not a sample of lm-eval"),
        (
            '{"doc_id": 0, "doc": {"question": "2 + 2"}, "arguments": {}, "filtered_resps": ["4"]}\n',
            "of no kind that epicene measures",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "samples.jsonl").write_text(text, encoding="utf-8")
    done = epicene("score", "--from", "lm-eval", "samples.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr


def test_another_program_and_a_second_file_are_refused(tmp_path: Path) -> None:
    assert "is not known" in epicene("score", "--from", "helm", samples("bbq_generate"), cwd=tmp_path).stderr
    both = epicene("score", "--from", "lm-eval", "a.jsonl", "--predictions", "b.jsonl", cwd=tmp_path)
    assert (both.returncode, "alone" in both.stderr) == (2, True)
    assert epicene("score", "--from", "lm-eval", "none.jsonl", cwd=tmp_path).returncode == 2
