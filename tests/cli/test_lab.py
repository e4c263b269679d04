"""`epicene lab` as typed."""

from __future__ import annotations

import json

from command import epicene

TINY = "mt-occupations-12-pairs-1000-epochs-1"


def test_list_names_the_dials_and_says_that_nothing_is_made(tmp_path):
    done = epicene("lab", "list", cwd=tmp_path)
    assert done.returncode == 0
    assert "lab:standard" in done.stdout
    assert "her 70" in done.stdout
    assert "none yet" in done.stdout
    document = json.loads(epicene("lab", "list", "--json", cwd=tmp_path).stdout)
    assert document["made"] == []
    assert document["dials"]["causal"]["rate"] == 70


def test_items_are_written_for_audit(tmp_path):
    done = epicene("lab", "items", "--out", "items", cwd=tmp_path)
    assert done.returncode == 0
    assert len((tmp_path / "items" / "pairs.jsonl").read_text(encoding="utf-8").splitlines()) == 224
    checked = epicene("data", "check", "pairs-fr=items/pairs.jsonl", "--json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr


def test_wrong_calls_are_refused_with_exit_code_2_before_anything_is_trained(tmp_path):
    for arguments, told in (
        (("train", "lab:standrd"), "Did you mean lab:standard?"),
        (("calibrate", "--turn", "him"), "There is no dial 'him' to turn"),
        (("calibrate", "--at", "0,half,100"), "--at is a list of percentages"),
        (("calibrate", "--at", "0,100"), "at least 3 different settings"),
        (("calibrate", "--at", "0,50,120"), "percentage between 0 and 100, not 120"),
        (("calibrate", "--base", "causal"), "a translation lab such as"),
        (("calibrate", "--lang", "de"), "no report language 'de'"),
    ):
        done = epicene("lab", *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert told in done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "cache").exists()
    assert not (tmp_path / "calibration").exists()


def test_a_lab_model_can_be_named_wherever_a_model_can(tmp_path):
    done = epicene(
        "mt", "translate", "lab:mt-hr-3", "--from", "fr", "--to", "en", "--in", "x", "--out", "y", cwd=tmp_path
    )
    assert done.returncode == 2
    assert "there is no dial 'hr'" in done.stderr
    done = epicene("audit", "lab:causal", "--revision", "main", cwd=tmp_path)
    assert done.returncode == 2
    assert "--revision is for models of a hub" in done.stderr


def test_calibrate_ends_in_results_and_reports_and_resumes(tmp_path):
    twice = ("--turn", "her", "--turn", "her")  # said twice, turned once
    arguments = ("lab", "calibrate", *twice, "--at", "0,50,100", "--base", TINY, "--jobs", "1", "--json")
    done = epicene(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert [point["value"] for point in results["points"]] == [0, 50, 100]
    assert [point["told"]["feminine"]["her"] for point in results["points"]][::2] == [0, 100]
    assert {curve["instrument"] for curve in results["curves"]} >= {"judged_feminine", "b_mean", "r_mean", "probe_son"}
    assert json.loads((tmp_path / "calibration" / "results.json").read_text(encoding="utf-8")) == results
    for code, title in (("fr", "Jusqu’où peut-on se fier aux chiffres"), ("en", "How far can the numbers be trusted")):
        assert title in (tmp_path / "calibration" / f"report.{code}.html").read_text(encoding="utf-8")
        assert title in (tmp_path / "calibration" / f"report.{code}.md").read_text(encoding="utf-8")
    (tmp_path / "calibration" / "results.json").unlink()
    again = epicene(*arguments, cwd=tmp_path)
    assert json.loads(again.stdout) == results
    assert "Setting" not in again.stderr  # nothing was measured anew
    other = epicene("lab", "calibrate", "--turn", "her", "--base", "mt", cwd=tmp_path)
    assert other.returncode == 2
    assert "holds the answers to another question" in other.stderr
