"""`epicene study` as a person types it: from one TOML to tables, figures and report."""

from __future__ import annotations

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
