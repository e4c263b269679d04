"""A study runs every model on every benchmark, goes on past what fails, and asks nothing twice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import tiny
from epicene.core.errors import InputError
from epicene.models.loading import Placement
from epicene.runs.audit_folder import AuditFolder
from epicene.studies.requests import folder_name
from epicene.studies.run_study import run_study
from epicene.studies.saved_study import StudyFolder
from epicene.studies.study_file import read_study
from saved_json import results_of

PLACEMENT = Placement(device="cpu", threads=1, budget=400)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three models in one folder, beside which study files are written."""
    folder = tmp_path_factory.mktemp("study")
    tiny.tiny_masked(folder / "masked")
    tiny.tiny_causal(folder / "causal")
    tiny.tiny_encoder_decoder(folder / "both")
    return folder


def study_of(folder: Path, *names: str, head: str = 'benchmarks = ["pairs-fr"]', more: str = "") -> Path:
    tables = "".join(f'[[models]]\nid = "./{name}"\n' for name in names)
    path = folder / "study.toml"
    path.write_text(f"{head}\n{tables}{more}", encoding="utf-8")
    return path


def run(path: Path, out: Path, limit: int | None = 6) -> StudyFolder:
    return run_study(read_study(path), out=out, limit=limit, placement=PLACEMENT)


def test_every_model_on_every_benchmark_and_on_past_what_fails(models: Path, tmp_path: Path) -> None:
    path = study_of(models, "masked", "gone", "causal", head='benchmarks = ["pairs-fr", "pairs-en"]')
    folder = run(path, tmp_path / "out")
    record = folder.record()
    asked = [(run.model, run.benchmark) for run in record.runs]
    assert asked == [(model, name) for model in ("masked", "causal") for name in ("pairs-fr", "pairs-en")]
    assert [(one.model, one.benchmark) for one in record.failures] == [
        ("gone", "pairs-fr"),
        ("gone", "pairs-en"),
    ]
    assert "There is no model" in record.failures[0].reason
    assert (folder.path / "study.toml").read_text() == path.read_text()
    manifest = AuditFolder(folder.path / record.runs[0].path).manifest()
    assert manifest["complete"]
    assert list(manifest["benchmarks"]) == ["pairs-fr"]


def test_a_set_of_ones_own_in_another_language_is_asked(models: Path, tmp_path: Path) -> None:
    pair = {"more": "Die Frau weint.", "less": "Der Mann weint.", "direction": "stereo", "bias_type": "gender"}
    lines = [json.dumps({"id": str(number), **pair}) + "\n" for number in range(3)]
    (models / "de.jsonl").write_text("".join(lines))
    folder = run(study_of(models, "masked", head='benchmarks = ["pairs-de=de.jsonl"]'), tmp_path / "out", limit=None)
    (made,) = folder.record().runs
    manifest = AuditFolder(folder.path / made.path).manifest()
    assert manifest["benchmarks"]["pairs-de"]["language"] == "de"
    assert manifest["benchmarks"]["pairs-de"]["n_total"] == 3


def test_a_resumed_study_asks_nothing_twice(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = study_of(models, "masked", "causal")
    folder = run(path, tmp_path / "out")
    before = {file: file.read_bytes() for file in sorted(folder.path.rglob("scores.jsonl"))}
    assert len(before) == 2

    def forbidden(*_: object) -> None:
        raise AssertionError("a finished run was asked again")

    monkeypatch.setattr("epicene.studies.run_study.audit", forbidden)
    again = run(path, tmp_path / "out")
    assert again.record() == folder.record()
    assert not again.record().failures
    assert not again.record().include_excluded
    shown = run_study(read_study(path), out=tmp_path / "out", limit=6, include_excluded=True, placement=PLACEMENT)
    assert shown.record().include_excluded  # so that its report can be written again as it was
    assert {file: file.read_bytes() for file in sorted(folder.path.rglob("scores.jsonl"))} == before


def test_another_model_or_limit_adds_runs_and_keeps_the_old_ones(models: Path, tmp_path: Path) -> None:
    folder = run(study_of(models, "masked"), tmp_path / "out", limit=4)
    (first,) = folder.record().runs
    run(study_of(models, "masked", "causal"), tmp_path / "out", limit=4)
    assert [one.path for one in folder.record().runs][:1] == [first.path]
    assert len(folder.record().runs) == 2
    run(study_of(models, "masked", "causal"), tmp_path / "out", limit=5)
    paths = {one.path for one in folder.record().runs}
    assert first.path not in paths
    assert (folder.path / first.path / "results.json").is_file()


def test_a_model_that_changed_in_its_folder_is_not_taken_for_the_old_one(models: Path, tmp_path: Path) -> None:
    copy = tmp_path / "study"
    shutil.copytree(models / "masked", copy / "masked")
    path = study_of(copy, "masked")
    run(path, tmp_path / "out")
    shutil.rmtree(copy / "masked")
    tiny.tiny_masked(copy / "masked", seed=7)
    record = run(path, tmp_path / "out").record()
    assert not record.runs
    assert "was made with other settings" in record.failures[0].reason


def test_a_finished_study_needs_its_models_no_more(models: Path, tmp_path: Path) -> None:
    copy = tmp_path / "study"
    shutil.copytree(models / "masked", copy / "masked")
    path = study_of(copy, "masked")
    before = run(path, tmp_path / "out").record()
    shutil.rmtree(copy / "masked")
    assert run(path, tmp_path / "out").record() == before


@pytest.mark.about("triples")
def test_scorings_go_to_the_kinds_they_ask(models: Path, tmp_path: Path) -> None:
    head = 'benchmarks = ["pairs-fr", "triples-fr"]\n[options]\nbos = "eos"\naggregation = "top-choice"\n'
    head += 'scoring = ["cloze-l2r-meanprob", "pll", "loglik-mean", "loglik-conditional"]'
    folder = run(study_of(models, "masked", "causal", "both", head=head), tmp_path / "out")
    record = folder.record()
    assert not record.failures
    asked = {}
    for one in record.runs:
        facts = AuditFolder(folder.path / one.path).manifest()["benchmarks"][one.benchmark]
        asked[one.model, one.benchmark] = (facts["scoring"], facts["bos"])
    assert asked["masked", "pairs-fr"] == ("pll", "none")
    assert asked["masked", "triples-fr"][0] == "cloze-l2r-meanprob"
    assert asked["causal", "triples-fr"][1] == "eos"
    assert asked["both", "pairs-fr"] == ("denoise", "none")
    signature = results_of(AuditFolder(folder.path / record.runs[1].path))["signatures"]["triples-fr"]
    assert "aggregation:top-choice" in signature


def test_a_models_own_scoring_is_taken_at_its_word(models: Path, tmp_path: Path) -> None:
    folder = run(study_of(models, "masked", more='scoring = "loglik"'), tmp_path / "out")
    (failure,) = folder.record().failures
    assert "is a model of kind masked but 'loglik' needs kind causal" in failure.reason


def test_an_unknown_scoring_is_refused_before_anything_runs(models: Path, tmp_path: Path) -> None:
    path = study_of(models, "masked", more='scoring = "pll-shard"')
    with pytest.raises(InputError, match=r"study\.toml, models \(masked\), scoring: .*Did you mean 'pll-shared'"):
        run(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_things_in_it_is_refused(models: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="is not empty and is no study folder"):
        run(study_of(models, "masked"), tmp_path)


def test_names_that_make_no_folder_are_told_apart() -> None:
    assert folder_name("camembert-base") == "camembert-base"
    assert folder_name("a/b") != folder_name("a b")
    assert "/" not in folder_name("../../etc")
    assert not folder_name("../x").startswith(".")


def test_data_that_cannot_be_read_stops_a_new_study_and_spares_the_finished_runs(models: Path, tmp_path: Path) -> None:
    shutil.copytree(models / "masked", tmp_path / "masked")
    data = tmp_path / "pairs.tsv"
    good = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n0\tElle dort.\tIl dort.\tstereo\tgender\n"
    data.write_text(good)
    head = '[[benchmarks]]\nname = "crows-fr"\nfile = "pairs.tsv"'
    run(study_of(tmp_path, "masked", head=head), tmp_path / "out")
    data.write_text("nothing\n")
    both = f'{head}\n[[benchmarks]]\nname = "pairs-fr"'
    with pytest.raises(InputError, match=r"pairs\.tsv"):
        run(study_of(tmp_path, "masked", head=both), tmp_path / "new")
    data.write_text(good)
    run(study_of(tmp_path, "masked", head=both), tmp_path / "out")
    data.write_text("nothing\n")
    record = run(study_of(tmp_path, "masked", head=both), tmp_path / "out").record()
    assert [one.benchmark for one in record.runs] == ["pairs-fr"]
    assert [one.benchmark for one in record.failures] == ["crows-fr"]
