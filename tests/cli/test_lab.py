"""`epicene lab` as typed."""

from __future__ import annotations

import json

from command import epicene
from epicene.runs.folder import run_kind

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


def test_wrong_calls_are_refused_with_exit_code_2_before_anything_is_trained(tmp_path):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "notes.txt").touch()
    for arguments, told in (
        (("train", "lab:standrd"), "Did you mean lab:standard?"),
        (("calibrate", "--turn", "him"), "There is no dial 'him' to turn"),
        (("--turn", "masculine"), "The dial 'masculine' cannot be turned"),  # calibrate, without saying so
        (("--base", "mt-occupations-2"), "at least 12"),
        (("calibrate", "--seeds", "0"), "expected a whole number from 1"),
        (("calibrate", "--jobs", "-1"), "expected a whole number from 1"),
        (("calibrate", "--out", "taken"), "taken is not empty and is no calibration folder"),
        (("list", "--lang", "de"), "no report language 'de'"),
        (("train", "--lang", "de"), "no report language 'de'"),
        (("calibrate", "--at", "0,half,100"), "--at is a list of percentages"),
        (("calibrate", "--at", "0,100"), "at least 3 different settings"),
        (("calibrate", "--at", "0,50,120"), "percentage between 0 and 100, not 120"),
        (("calibrate", "--base", "causl"), "a lab such as mt-pairs-20000"),
        (("calibrate", "--length", "0,much"), "--length is a list of whole numbers"),
        (("calibrate", "--turn", "causal", "--frequency", "0"), "frequency cannot be 0"),
        (("calibrate", "--turn", "her", "--length", "1"), "are for language models"),
        (("calibrate", "--lang", "de"), "no report language 'de'"),
    ):
        done = epicene("lab", *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert told in done.stderr
        assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.rglob("*")} == {"taken", "notes.txt"}


def test_calibrate_ends_in_results_and_reports_and_resumes(tmp_path, monkeypatch):
    monkeypatch.setattr("epicene.lab.instruments.PROBE_REPETITIONS", 3)  # no figure of theirs is looked at
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
    assert run_kind(tmp_path / "calibration") == "lab"
    (tmp_path / "calibration" / "results.json").unlink()
    again = epicene(*arguments, cwd=tmp_path)
    assert json.loads(again.stdout) == results
    assert "Setting" not in again.stderr  # nothing was measured anew
    french = epicene("lab", *arguments[2:-1], "--lang", "fr", cwd=tmp_path)  # without saying calibrate, and in words
    assert "féminin → her" in french.stdout
    assert "Résolution" in french.stdout
    ends = french.stdout.splitlines()[-2:]
    assert ends[0] == "Rapport\u00a0: calibration/report.en.html, calibration/report.fr.html"
    assert ends[1] == "Résultats\u00a0: calibration/results.json"
    assert "trop peu de modèles" in " ".join(french.stdout.split())  # three, which are in order once in six times
    other = epicene("lab", "calibrate", "--turn", "her", "--base", "mt", cwd=tmp_path)
    assert other.returncode == 2
    assert "was made with other settings" in other.stderr
