"""`epicene board --check`: what keeps a run out of a shared repository."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import epicene
from invented_audits import Invented, save


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(tmp_path_factory.mktemp("sound") / "oak", Invented("trees/oak", count=40))


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def another_item(run: Path) -> None:
    lines = (run / "items.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (run / "items.jsonl").write_text("".join([lines[0].replace("verts", "mauves"), *lines[1:]]), encoding="utf-8")


def better_figure(document: dict[str, Any]) -> None:
    found = next(one for one in document["estimates"] if one["metric"] == "metric_score" and one["group"] == "all")
    found["value"] = 50.0


def told(field: str, text: str) -> Callable[[Path], None]:
    return lambda run: edit(run / "manifest.json", lambda document: document["model"].update({field: text}))


SPOILED: dict[str, Callable[[Path], object]] = {
    "check.unreadable": lambda run: (run / "results.json").unlink(),
    "check.incomplete": lambda run: edit(run / "manifest.json", lambda document: document.update(complete=False)),
    "check.signature": lambda run: edit(
        run / "results.json", lambda document: document["signatures"].update({"crows-fr": "other"})
    ),
    "check.items": another_item,
    "check.model": told("weights_digest", "0" * 64),
    "check.answers": lambda run: (run / "scores.jsonl").write_text("", encoding="utf-8"),
    "check.figures": lambda run: edit(run / "results.json", better_figure),
    "check.private.path": told("spec", "/home/ada/models/oak"),
    "check.private.server": told("spec", "http://192.168.1.4:8000/v1#oak"),
    "check.private.person": told("spec", "asked by ada@example.org"),
    "check.private.secret": told("spec", "https://ada:secret@example.org/v1"),
}


def test_a_sound_run_passes_with_what_epicene_wrote_beside_it(sound: Path, tmp_path: Path) -> None:
    done = epicene("board", "--check", sound, cwd=sound.parent)
    assert (done.returncode, done.stdout) == (0, "One run checked; nothing to fix.\n")
    run = Path(shutil.copytree(sound, tmp_path / "oak"))
    (run / "call.json").write_text("{}", encoding="utf-8")
    done = epicene("board", "--check", run, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "One run checked; nothing to fix.\n")


def test_a_run_within_another_counts_with_it(sound: Path, tmp_path: Path) -> None:
    """Audits of `--validity` lie in the run that asked for them."""
    run = Path(shutil.copytree(sound, tmp_path / "oak"))
    shutil.copytree(sound, run / "validity" / "aul")
    (run / "validity" / "aul" / "results.json").unlink()
    done = epicene("board", "--check", tmp_path, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 of 1 run needs fixing."


@pytest.mark.parametrize("code", SPOILED)
def test_each_thing_to_mend_is_found_and_nothing_else(code: str, sound: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(sound, tmp_path / "oak"))
    SPOILED[code](run)
    done = epicene("board", "--check", tmp_path, "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert (done.returncode, found["passed"]) == (1, False)
    assert [one["code"] for one in found["runs"][0]["findings"]] == [code]
    said = epicene("board", "--check", tmp_path, "--lang", "fr", cwd=tmp_path).stdout
    assert said.splitlines()[-1] == "1 dossier sur 1 est à corriger."
    assert "ada:secret" not in said + done.stdout
