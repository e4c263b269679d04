"""Findings and counts of triples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import stereoset
from command import CliRunner
from epicene.cli.data import app
from epicene.data.checking.check import Finding, check
from epicene.data.datasets import Dataset, open_benchmark
from epicene.kinds.triples.kind import TripleStats, triple_stats
from stereoset import filled, written

run = CliRunner().invoke


def counted(dataset: Dataset) -> list[TripleStats]:
    return triple_stats(dataset.items, dataset.unusable)


def findings(tmp_path: Path, *intra: dict[str, Any], inter: Any = None) -> list[Finding]:
    dataset = open_benchmark(f"stereoset-fr={stereoset.write(tmp_path / 'set.json', intra or None, inter)}")
    return check(dataset.items, dataset.path, dataset.kind)


@pytest.mark.parametrize(
    ("test", "kind", "severity", "says"),
    [
        (written("x", "Un BLANK.", "Un a.", "Un b."), "labels", "unusable", "exactly one candidate"),
        (written("x", "Un roi.", "Un a.", "Un b.", "Un c."), "blank", "unusable", "no BLANK"),
        (written("x", "Un BLANK.", "Un a.", "", "Un c."), "empty", "unusable", "empty"),
        (filled("x", "Un BLANK et un BLANK.", "a", "b", "c"), "blank", "warning", "BLANK 2 times"),
        (written("x", "Un BLANK.", "Un a.", "Des b.", "Un c."), "context", "warning", "anti-stereotype: “Des b.”"),
        (filled("x", "Un BLANK.", "a", "a", "c"), "same-candidates", "warning", "stereotype, anti-stereotype"),
        (filled("x", "Un BLANK.", "a", "b", "c", bias_type="age"), "domain", "warning", "'age' is none of"),
        (filled("x", "Un BLANK.", "a b", "b", "c"), "multi-word", "note", "stereotype: the attribute has several"),
        (written("x", "un BLANK.", "Un a.", "un b.", "un c."), "context-spelling", "note", "stereotype: fits"),
        (filled("x", "Un  BLANK.", "a", "b", "c"), "double-space", "note", "two spaces"),
    ],
)  # fmt: skip
def test_each_defect_is_found_with_its_severity(tmp_path: Path, test: dict, kind: str, severity: str, says: str):
    (finding,) = findings(tmp_path, test)
    assert (finding.kind, finding.severity, finding.item_id) == (kind, severity, "x")
    assert says in finding.message


def test_good_tests_have_no_findings(tmp_path: Path):
    good = stereoset.INTRA[0], stereoset.INTRA[2]
    assert findings(tmp_path, *good, inter=stereoset.INTER) == []


def test_contexts_and_candidates_across_sentences_are_looked_at_each_alone(tmp_path: Path):
    spaced = written("x", "Vient-il\u00a0? Oui.", "Non\u00a0!", "Oui.", "Le  lundi.")
    damaged = written("y", "Il est fatiguÃ© BLANK.", "Oui.", "Non.", "Lundi.")
    found = [(one.item_id, one.kind, one.severity) for one in findings(tmp_path, inter=[spaced, damaged])]
    assert found == [
        ("x", "no-break-space", "note"),
        ("x", "no-break-space", "note"),
        ("x", "double-space", "note"),
        ("y", "blank", "warning"),
        ("y", "encoding", "warning"),
    ]


def test_duplicates_are_the_same_candidates_after_the_same_context(tmp_path: Path):
    first, second = stereoset.INTER
    again = json.loads(json.dumps(first)) | {"id": "again"}
    elsewhere = json.loads(json.dumps(first)) | {"id": "elsewhere", "context": "Son père arrive."}
    found = findings(tmp_path, inter=[first, second, again, elsewhere])
    assert [(one.kind, one.item_id) for one in found] == [("duplicate", "again")]


def test_stats_give_targets_and_tests_by_domain_and_task(tmp_path: Path):
    path = stereoset.write(tmp_path / "set.json")
    every, gender, profession = counted(open_benchmark(f"stereoset-fr={path}"))
    assert (every.group, every.targets, every.tests) == ("all", {"intra": 2, "inter": 2}, {"intra": 3, "inter": 2})
    assert (gender.group, gender.targets, gender.tests) == (
        "gender",
        {"intra": 1, "inter": 1},
        {"intra": 2, "inter": 1},
    )
    assert (profession.group, profession.n_total, profession.n_used, profession.fitting) == ("profession", 2, 2, 1)
    document = json.loads(run(app, ["stats", f"stereoset-fr={path}", "--json"]).stdout)
    assert document["groups"][0]["tests"] == {"intra": 3, "inter": 2}
    table = run(app, ["stats", f"stereoset-fr={path}"], env={"COLUMNS": "80"}).stdout
    assert "intra targets" in table
    assert "…" not in table


def test_the_portuguese_file_has_the_counts_of_the_english_one(shared: Path):
    """English development set: 79 targets; the French table 1 has the same numbers of tests across sentences."""
    dataset = open_benchmark(f"stereoset-pt={shared / 'data' / 'stereoset' / 'dev_ptbr.json'}")
    groups = {group.group: group for group in counted(dataset)}
    assert {name: group.tests["inter"] for name, group in groups.items()} == {
        "all": 2123, "gender": 242, "profession": 827, "race": 976, "religion": 78
    }  # fmt: skip
    assert {name: group.targets["inter"] for name, group in groups.items()} == {
        "all": 79, "gender": 10, "profession": 30, "race": 36, "religion": 3
    }  # fmt: skip
