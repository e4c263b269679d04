"""epicene score: numbers somebody already has, measured like our own."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from cli.test_audit import GOOD, HEADER
from command import epicene
from epicene.runs.signature import are_comparable


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(HEADER + GOOD + "1\tElle rit.\tIl rit.\tantistereo\tgender\n", encoding="utf-8")
    return path


def write_lines(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def scores(*values: float) -> list[dict[str, object]]:
    roles = ["more", "less"]
    return [{"item_id": str(place // 2), "role": roles[place % 2], "score": v} for place, v in enumerate(values)]


def estimate(document: dict[str, list[dict[str, object]]], metric: str) -> object:
    (found,) = [e["value"] for e in document["estimates"] if e["metric"] == metric and e["group"] == "all"]
    return found


def test_jsonl_predictions_are_measured(pairs: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "mine.jsonl", *scores(-1.0, -2.0, -5.0, -4.0))
    done = epicene("score", f"crows-fr={pairs}", "--predictions", file, "--json", cwd=tmp_path)
    document = json.loads(done.stdout)
    assert estimate(document, "metric_score") == 50.0
    assert estimate(document, "stereo_score") == 100.0
    assert estimate(document, "antistereo_score") == 0.0
    assert "|given|" in document["signatures"]["crows-fr"]


def test_a_name_stands_in_place_of_the_files(pairs: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "mine.jsonl", *scores(-1.0, -2.0, -5.0, -4.0))
    given = ("score", f"crows-fr={pairs}", "--predictions", file, "--name", "Ours, large", "--out", "run")
    document = json.loads(epicene(*given, "--json", cwd=tmp_path).stdout)
    assert "|Ours, large@" in document["signatures"]["crows-fr"]
    done = epicene("report", "run", "-o", "page.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Ours, large" in page
    assert "mine.jsonl</" not in page


@pytest.mark.parametrize(("second", "drawn"), [("Elle rit.\tIl rit.", "item"), ("Elle dort.\tIl dort.", "text")])
def test_the_signature_says_where_pairs_with_the_same_texts_are_drawn_together(
    tmp_path: Path, second: str, drawn: str
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(f"{HEADER}{GOOD}1\t{second}\tstereo\tgender\n", encoding="utf-8")
    signatures = []
    for name, values in (("one", (-1.0, -2.0, -5.0, -4.0)), ("two", (-2.0, -1.0, -5.0, -4.0))):
        file = write_lines(tmp_path / f"{name}.jsonl", *scores(*values))
        done = epicene("score", f"crows-fr={pairs}", "--predictions", file, "--json", cwd=tmp_path)
        signatures.append(json.loads(done.stdout)["signatures"]["crows-fr"])
    assert all(f"|boot:{drawn}*2000|" in one for one in signatures)
    assert are_comparable(signatures)


def test_the_original_scripts_csv_is_measured_and_a_table_printed(pairs: Path, tmp_path: Path) -> None:
    with (tmp_path / "out.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["", "sent_more", "sent_less", "sent_more_score", "sent_less_score", "score"])
        writer.writerow([0, "Elle dort.", "Il dort.", -1.0, -2.0, 1])
        writer.writerow([1, "Elle rit.", "Il rit.", -1.0, -2.0, 1])
    done = epicene("score", f"crows-fr={pairs}", "--predictions", "out.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "100.0 [" in done.stdout
    assert "2 / 2" in done.stdout.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_score_that_measures_nothing_ends_with_1(pairs: Path, tmp_path: Path, options: list[str]) -> None:
    """One sentence of one pair has a score, so that no pair can be measured."""
    file = write_lines(tmp_path / "mine.jsonl", *scores(-1.0))
    assert epicene("score", f"crows-fr={pairs}", "--predictions", file, *options, cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("scoring", ["pll-shared", "loglik", "loglik-shared"])
def test_a_runs_own_scores_give_the_runs_own_results(
    scoring: str, masked_model: Path, causal_model: Path, tmp_path: Path
) -> None:
    model = masked_model if scoring == "pll-shared" else causal_model
    asking = ("--on", "pairs-fr", "--scoring", scoring, "--out", "run")
    first = epicene("audit", model, *asking, "--json", cwd=tmp_path)
    again = epicene("score", "pairs-fr", "--predictions", "run/scores.jsonl", "--json", cwd=tmp_path)
    ours, theirs = json.loads(first.stdout)["estimates"], json.loads(again.stdout)["estimates"]
    assert ("pct_stereotype" in {e["metric"] for e in theirs}) == (scoring == "loglik")
    tests = json.loads(first.stdout)["tests"]
    assert [{**test, "signature": ""} for test in json.loads(again.stdout)["tests"]] == [
        {**test, "signature": ""} for test in tests
    ]
    without = [{key: value for key, value in e.items() if key != "signature"} for e in ours]
    assert [{key: value for key, value in e.items() if key != "signature"} for e in theirs] == without


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([{"item_id": "0", "role": "more"}], "line 1"),
        ([{"item_id": "9", "role": "more", "score": 1}], "no item '9'"),
        ([{"item_id": "0", "role": "best", "score": 1}], "line 1"),
        ([{"item_id": "0", "role": "more", "score": "high"}], "not a number"),
        ([{"item_id": "0", "role": "more", "score": 1}] * 2, "second score"),
        ([], "empty"),
    ],
)
def test_bad_predictions_get_one_sentence(
    records: list[dict[str, object]], expected: str, pairs: Path, tmp_path: Path
) -> None:
    file = write_lines(tmp_path / "mine.jsonl", *records)
    done = epicene("score", f"crows-fr={pairs}", "--predictions", file, cwd=tmp_path)
    assert done.returncode == 2
    assert "mine.jsonl" in done.stderr
    assert expected in done.stderr


def test_missing_predictions_are_said_and_counted(pairs: Path, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "mine.jsonl", *scores(-1.0, -2.0))
    document = json.loads(epicene("score", f"crows-fr={pairs}", "--predictions", file, "--json", cwd=tmp_path).stdout)
    assert any("1 of 2 items has no prediction" in notice for notice in document["notices"])
    (everything,) = [e for e in document["estimates"] if e["metric"] == "metric_score" and e["group"] == "all"]
    assert (everything["n_used"], everything["n_total"]) == (1, 2)
