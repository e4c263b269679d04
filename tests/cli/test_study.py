"""`epicene study` as a person types it: what is printed, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from command import epicene


def test_what_fails_is_named_and_the_rest_is_printed_with_its_report(masked_model: Path, tmp_path: Path) -> None:
    models = f'[[models]]\nid = "{masked_model}"\nname = "here"\n[[models]]\nid = "./gone"\n'
    (tmp_path / "study.toml").write_text(f'benchmarks = ["pairs-fr"]\n{models}', encoding="utf-8")
    call = ("study", "study.toml", "--limit", 12, "--threads", 1, "--out", "out")
    done = epicene(*call, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Report: out/report.html" in done.stdout
    assert "Warning: 1 of 2 runs failed" in done.stderr
    document = json.loads(epicene(*call, "--json", "--lang", "fr", cwd=tmp_path).stdout)
    assert {one["model"] for one in document["estimates"]} == {"here"}
    assert 'lang="fr"' in (tmp_path / "out" / "report.fr.html").read_text(encoding="utf-8")


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
