"""Scores that somebody else made are entries of a study, and a paper's study goes by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import epicene
from epicene.core.errors import InputError
from epicene.runs.audit_folder import read_runs
from epicene.studies.page import study_document, write_study
from epicene.studies.run_study import plan_study, run_study
from epicene.studies.study_file import find_study, known_studies, read_study

PAIRS = [("Elle dort.", "Il dort.", "gender")] * 6 + [("Les vieux lisent.", "Les jeunes lisent.", "age")] * 4
PREFERRED = {"theirs": 7, "others": 3}  # in how many of ten pairs the stereotype has the higher score
STUDY = """
title = "Released scores"
[[models]]
name = "theirs"
predictions = "theirs.jsonl"
benchmark = "pairs-fr=pairs.jsonl"
published = "almanach/camembert-base"
[[models]]
name = "others"
predictions = "others.jsonl"
benchmark = "pairs-fr=pairs.jsonl"
parameters = 110_000_000
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    records = [
        {"id": str(number), "more": more, "less": less, "direction": "stereo", "bias_type": kind}
        for number, (more, less, kind) in enumerate(PAIRS)
    ]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    for name, hits in PREFERRED.items():
        lines = [
            {"item_id": str(number), "role": role, "score": -1.0 if (role == "more") == (number < hits) else -2.0}
            for number in range(len(PAIRS))
            for role in ("more", "less")
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (tmp_path / "released.toml").write_text(STUDY, encoding="utf-8")
    return tmp_path / "released.toml"


def test_a_study_of_released_scores_has_the_figures_of_these_scores(study: Path) -> None:
    folder = run_study(read_study(study), out=study.parent / "out")
    assert folder.record().failures == []
    write_study(folder.path)
    document = study_document(folder.path)
    rows = {row["model"]: row for row in document["tables"]["models-pairs-fr"]}
    assert {name: rows[name]["metric_score"] for name in PREFERRED} == {"theirs": 70, "others": 30}
    (between,) = document["tables"]["differences-pairs-fr"]
    assert (between["models"], between["difference"]) == ("others − theirs", -40)
    assert document["models"][1]["id"] == "others.jsonl"
    page = (folder.path / "report.html").read_text(encoding="utf-8")
    assert all(name in page for name in ("Released scores", "theirs", "others"))


def test_they_are_measured_once_and_again_where_their_file_has_changed(study: Path) -> None:
    out = study.parent / "out"
    first = run_study(read_study(study), out=out).record()
    results = out / first.runs[0].path / "results.json"
    before = results.stat().st_mtime_ns
    assert run_study(read_study(study), out=out).record() == first
    assert results.stat().st_mtime_ns == before
    assert [run.state for run in plan_study(study, out=out).runs] == ["done", "done"]
    lines = (study.parent / "theirs.jsonl").read_text(encoding="utf-8").splitlines()
    (study.parent / "theirs.jsonl").write_text("\n".join(lines[:-1]) + "\n\n", encoding="utf-8")
    assert [run.state for run in plan_study(study, out=out).runs] == ["ready", "done"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('benchmark = "pairs-fr=pairs.jsonl"\npublished', "published", "predictions need the key benchmark"),
        ("theirs.jsonl", "nowhere.jsonl", "predictions: there is no"),
        ("published =", 'id = "a/b"\npublished =', "give either id, a model to ask, or predictions"),
        ("published =", "n_replies = 2\npublished =", "n_replies changes nothing: these scores were made already"),
    ],
)
def test_an_entry_that_cannot_be_measured_is_refused(study: Path, old: str, new: str, message: str) -> None:
    study.write_text(study.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_study(study)


def test_a_papers_study_goes_by_its_name_in_any_folder(tmp_path: Path) -> None:
    assert known_studies() == ["crows-pairs-fr", "mt-gender", "mt-opus", "real-french", "stereoset-fr"]
    crows = read_study("crows-pairs-fr")
    assert (len(crows.models), crows.folder) == (9, Path())
    with pytest.raises(InputError, match=r"There is no study 'crows-pair-fr'\. Did you mean 'crows-pairs-fr'\?"):
        find_study("crows-pair-fr")
    opus = read_study("mt-opus")  # all that needs a file is optional
    assert [system.name for system in opus.systems] == ["opus-mt-fr-en", "opus-mt-en-fr"]
    assert (opus.winomt, opus.sets, len(opus.left_out)) == (None, [], 6)
    done = epicene("study", "mt-gender", "--plan", "--json", cwd=tmp_path)
    assert done.returncode == 1  # its files are not here
    plan = json.loads(done.stdout)
    assert {"trained as in the paper", "opus-mt", "Systran"} <= {run["model"] for run in plan["runs"]}
    assert any("x-a-fini.fra" in missing for missing in plan["missing"])


def test_scores_are_called_by_the_models_name_and_not_by_their_file(study: Path) -> None:
    folder = run_study(read_study(study), out=study.parent / "out")
    runs = read_runs([folder.path / run.path for run in folder.record().runs])
    assert [run.manifest.model.name for run in runs] == ["theirs", "others"]
    for run in runs:
        assert f"|{run.label}@{run.manifest.model.weights_digest[:6]}|" in run.facts("pairs-fr").signature


def test_one_file_under_two_names_is_called_out(study: Path) -> None:
    study.write_text(study.read_text(encoding="utf-8").replace("others.jsonl", "theirs.jsonl"), encoding="utf-8")
    folder = run_study(read_study(study), out=study.parent / "out")
    write_study(folder.path)
    named = [
        notice for notice in study_document(folder.path)["notices"] if all(name in str(notice) for name in PREFERRED)
    ]
    assert named
