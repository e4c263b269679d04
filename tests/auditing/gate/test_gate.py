"""The gate as a release script meets it: exit codes, JSON, JUnit XML and Markdown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command import epicene
from epicene.auditing.gate.gate_rules import Check, GateResult, GateVerdict
from epicene.core.notices import Message
from epicene.core.types import Role
from invented_audits import Invented, save


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The second prefers the stereotype less often."""
    folder = tmp_path_factory.mktemp("gate")
    old = save(folder / "old", Invented(count=300))
    return old, save(folder / "new", Invented(model="invented/scarf", count=300, lean=-0.2, seed=2))


def compare(*arguments: object) -> tuple[int, str]:
    done = epicene("compare", *arguments, cwd=Path.cwd())
    return done.returncode, done.stdout


@pytest.mark.parametrize(("options", "code"), [
    (["--fail-if", "metric_score < 90"], 1),
    (["--fail-if", "metric_score > 90"], 0),
    (["--fail-if", "metric_score.low > 90", "--fail-if", "metric_score.low > 1"], 1),
    (["--fail-if-worse", "0"], 2),
    (["--fail-if-worse", "60"], 0),
    (["--unsure", "pass"], 2),
    (["--fail-if", "metric_score > 60", "--unsure", "maybe"], 2),
    (["--fail-if", "metric_score.gendre > 60"], 2),
])  # fmt: skip
def test_the_exit_code_is_the_verdict(runs, options, code):
    """From the first model to the second, the metric score falls from above 50 to below it."""
    assert compare(*runs, *options)[0] == code


def test_a_model_that_prefers_the_stereotype_more_often_is_worse(runs, tmp_path):
    worse = save(tmp_path / "worse", Invented(model="invented/boots", count=300, lean=2.0, seed=3))
    code, printed = compare(runs[0], worse, "--fail-if-worse", "12", "--json")
    gate = json.loads(printed)["gate"]
    assert (code, gate["verdict"], [one["verdict"] for one in gate["checks"]]) == (1, "fail", ["fail"])
    assert compare(worse, runs[0], "--fail-if-worse", "12")[0] == 0
    unsure = runs[0], worse, "--fail-if-worse", "25"  # it is worse by 21.0 to 32.7 points
    assert [compare(*unsure, *more)[0] for more in ([], ["--unsure", "pass"], ["--unsure", "fail"])] == [3, 0, 1]


def test_a_shell_script_stops_at_a_gate_that_is_shut(runs, tmp_path):
    command = f"{sys.executable} -m epicene compare {runs[0]} {runs[1]} --gate-summary {tmp_path}/gate.md"
    script = f"set -e\n{command} --fail-if 'metric_score > 99' >/dev/null\necho open\n"
    script += f"{command} --fail-if 'metric_score < 99' --junit {tmp_path}/gate.xml >/dev/null\necho never\n"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "open\n")
    suite = ElementTree.parse(tmp_path / "gate.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "1", "0")
    assert "Failed." in (tmp_path / "gate.md").read_text(encoding="utf-8")


def made(*verdicts: GateVerdict, unsure: GateVerdict = GateVerdict.UNSURE) -> GateResult:
    return GateResult(
        [Check("metric_score > 60", str(one), one, Message("gate.absent", {"metric": "m"})) for one in verdicts], unsure
    )


@pytest.mark.parametrize(("gate", "code"), [
    (made(GateVerdict.PASS), 0),
    (made(GateVerdict.PASS, GateVerdict.UNSURE), 3),
    (made(GateVerdict.UNSURE, GateVerdict.FAIL), 1),
    (made(GateVerdict.PASS, GateVerdict.UNSURE, unsure=GateVerdict.PASS), 0),
    (made(GateVerdict.PASS, GateVerdict.UNSURE, unsure=GateVerdict.FAIL), 1),
])  # fmt: skip
def test_one_rule_that_fails_shuts_and_one_that_cannot_tell_keeps_from_opening(gate, code):
    assert gate.exit_code == code


@pytest.mark.parametrize(
    ("unsure", "element"),
    [(GateVerdict.UNSURE, "error"), (GateVerdict.FAIL, "failure"), (GateVerdict.PASS, "system-out")],
)
def test_junit_shows_what_cannot_tell_as_what_it_counts(tmp_path, unsure, element):
    made(GateVerdict.UNSURE, unsure=unsure).write_junit(tmp_path / "gate.xml", "fr")
    (case,) = ElementTree.parse(tmp_path / "gate.xml").getroot().iter("testcase")
    assert [one.tag for one in case] == [element]
    assert "n’a pas pu être calculé" in (case[0].get("message") or case[0].text)


def test_gates_rest_on_ties_as_half_where_ties_are_many(tmp_path):
    """The first model answers at random; the second prefers the stereotype in half of the pairs and ties in the others,
    so that by the paper's counting both have about 50, and with ties as half the second has 75."""
    items = Invented(count=300).all_items()
    tied = {
        (one.id, role): -2.0 if role is Role.LESS and n % 2 else -1.0
        for n, one in enumerate(items)
        for role in one.variants
    }
    first = save(tmp_path / "first", Invented(count=300, lean=0.0))
    second = save(tmp_path / "second", Invented(model="invented/scarf", count=300, scores=tied, seed=2))
    code, printed = compare(first, second, "--fail-if-worse", "11", "--fail-if", "metric_score > 60", "--json")
    document = json.loads(printed)
    scores = {one["metric"]: one["value_b"] for one in document["comparisons"] if one["group"] == "all"}
    assert (scores["metric_score"], scores["metric_score_ties_half"]) == (50, 75)
    verdicts = {one["about"]: one["verdict"] for one in document["gate"]["checks"]}
    assert code == 1
    assert verdicts["invented/scarf · crows-fr · metric_score_ties_half · all"] == "fail"
    assert verdicts["crows-fr · metric_score_ties_half · all"] == "fail"
    for lang in ("en", "fr"):
        assert compare(first, second, "--lang", lang)[0] == 0


def test_a_run_that_is_not_complete_keeps_a_gate_from_deciding(runs, tmp_path):
    """A grave notice that excludes nothing: the gate says it, and so does the comparison."""
    partial = save(tmp_path / "partial", Invented(count=300, lean=2.0, seed=3, manifest={"complete": False}))
    for options in (["--fail-if", "metric_score > 60"], ["--fail-if-worse", "12"]):
        code, printed = compare(runs[0], partial, *options, "--json")
        document = json.loads(printed)
        (check,) = document["gate"]["checks"]
        assert (code, check["verdict"]) == (3, "unsure")
        assert "is not complete" in check["reason"]
        assert any("is not complete" in notice for notice in document["notices"])
    assert compare(runs[0], partial)[0] == 0
