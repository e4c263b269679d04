"""`epicene study` as a person types it: from one TOML to tables, figures and report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tiny
from command import epicene

KINDS = {"masked": tiny.tiny_masked, "causal": tiny.tiny_causal, "both": tiny.tiny_encoder_decoder}
STUDY = """
title = "Six tiny models"
benchmarks = ["pairs-fr", "triples-fr"]

[options]
scoring = ["cloze-l2r-meanprob", "loglik-conditional"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six models of three kinds, and a seventh that is nowhere, in one study file."""
    folder = tmp_path_factory.mktemp("study")
    tables = []
    for place, (kind, seed) in enumerate((kind, seed) for kind in KINDS for seed in (1, 2)):
        KINDS[kind](folder / f"{kind}-{seed}", seed=seed)
        facts = (
            f'family = "{kind}"\nparameters = {(place + 1) * 10**7}\ncorpus = "OSCAR"\ncorpus_size_gb = {4 + place}\n'
        )
        facts += f"multilingual = {str(seed == 2).lower()}\n"
        tables.append(f'[[models]]\nid = "./{kind}-{seed}"\n{facts}')
    tables.append('[[models]]\nid = "./gone"\n')
    (folder / "six.toml").write_text(STUDY + "\n".join(tables), encoding="utf-8")
    return folder


def tables(out: Path) -> set[str]:
    return {path.stem.split("-")[0] for path in (out / "tables").glob("*.csv")}


def believe(out: Path) -> None:
    """As if these models, which nobody trained, knew French."""
    for path in out.rglob("results.json"):
        results = json.loads(path.read_text(encoding="utf-8"))
        results["trust"] = {name: {"level": "trusted"} for name in results["trust"]}
        path.write_text(json.dumps(results), encoding="utf-8")


@pytest.mark.about("triples")
def test_six_models_from_one_file_to_tables_figures_and_report(folder: Path) -> None:
    done = epicene("study", "six.toml", "--limit", 34, "--threads", 1, cwd=folder)
    assert done.returncode == 0, done.stderr
    out = folder / "runs" / "six"
    record = json.loads((out / "study.json").read_text())
    assert len(record["runs"]) == 12
    assert {one["model"] for one in record["failures"]} == {"gone"}
    assert "Warning: 2 of 14 runs failed (gone on pairs-fr; gone on triples-fr)." in done.stderr
    for name in ("report.html", "report.md", "report.tex", "estimates.csv", "study.toml"):
        assert (out / name).stat().st_size > 500
    # random weights: excluded from every summary
    assert tables(out) == {"models", "types", "parameters", "corpora", "items"}
    assert "Report: runs/six/report.html" in done.stdout
    assert "causal-1" in done.stdout
    believe(out)
    assert epicene("study", "six.toml", "--limit", 34, cwd=folder).returncode == 0
    assert tables(out) == {
        *("models", "types", "parameters", "corpora", "correlations", "benchmarks"),
        *("architectures", "multilingual", "origins", "items", "tests", "differences", "trends"),
    }
    drawn = {path.stem for path in (out / "figures").glob("*.svg")}
    assert drawn == {path.stem for path in (out / "figures").glob("*.pdf")}
    assert {"models-triples-fr", "relation-lms-triples-fr", "benchmarks-triples-fr-pairs-fr"} <= drawn


def test_a_study_of_which_nothing_could_be_asked_exits_with_1(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text('benchmarks = ["pairs-fr"]\n[[models]]\nid = "./gone"\n')
    done = epicene("study", "study.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("epicene: No model of the study could be asked: There is no model")


def test_a_wrong_file_exits_with_2_and_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text('benchmarks = ["pairs-fr"]\n[[models]]\nid = "a/b"\nnmae = "x"\n')
    done = epicene("study", "study.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "epicene: study.toml, line 4, models[0]: There is no key 'nmae'. Did you mean 'name'?"
    )
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]
