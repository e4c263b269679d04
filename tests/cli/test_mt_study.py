"""A study of translation systems, from one file to one report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, epicene
from inside.making import small_lines, two_layer_marian
from tiny_translation import write_lines

OPTIONS = """
[options]
source = "corpus.fr"
reference = "corpus.en"
repetitions = 3
"""


@pytest.fixture(autouse=True)
def _no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("distributions", "heat_map"):
        monkeypatch.setattr(f"epicene.report.forced_page.export_{kind}", lambda *_: [])


def study(folder: Path, text: str, *extra: str) -> Done:
    lines = small_lines()
    write_lines(folder / "corpus.fr", [line.french for line in lines])
    write_lines(folder / "corpus.en", [line.english for line in lines])
    (folder / "study.toml").write_text(text, encoding="utf-8")
    return epicene("study", "study.toml", "--out", "made", "--threads", "1", *extra, cwd=folder)


def test_every_step_of_every_system_in_one_report_and_again_without_asking(tmp_path: Path) -> None:
    two_layer_marian(tmp_path / "one")
    systems = '[[systems]]\nmodel = "./one"\n[[systems]]\nname = "lost"\nmodel = "./none"\n'
    text = f'title = "Deux systèmes"\n{OPTIONS}{systems}'
    done = study(tmp_path, text, "--lang", "fr", "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    assert [(one["system"], one["step"]) for one in made["steps"]] == [
        ("one", "audit"),
        ("one", "probe"),
        ("one", "intervene"),
    ]
    assert {one["system"] for one in made["failures"]} == {"lost"}
    assert len(made["failures"]) == 3
    assert "Warning: lost, audit, failed: " in done.stderr
    alone = epicene(
        "mt", "audit", "one", "--source", "corpus.fr", "--reference", "corpus.en", "--threads", "1", "--json",
        cwd=tmp_path,
    )  # fmt: skip
    assert made["steps"][0]["results"]["estimates"] == json.loads(alone.stdout)["estimates"]
    page = (tmp_path / "made" / "report.html").read_text(encoding="utf-8")
    assert "Deux systèmes" in page
    assert page.count("one\N{NO-BREAK SPACE}: ") >= 5
    assert "lost, audit, a échoué\N{NO-BREAK SPACE}: " in page
    answers = (tmp_path / "made" / "one" / "audit" / "scores.jsonl").read_bytes()
    again = study(tmp_path, text, "--lang", "fr", "--json")
    assert json.loads(again.stdout) == made
    assert (tmp_path / "made" / "one" / "audit" / "scores.jsonl").read_bytes() == answers


def test_a_system_is_trained_where_files_are_given(tmp_path: Path) -> None:
    lines = small_lines()
    for name in ("t", "v"):
        write_lines(tmp_path / f"{name}.fr", [line.french for line in lines] * 3)
        write_lines(tmp_path / f"{name}.en", [line.english for line in lines] * 3)
    text = OPTIONS.replace("repetitions", 'steps = ["audit"]\nrepetitions') + (
        '[[systems]]\nname = "own"\n[systems.train]\nsource = "t.fr"\ntarget = "t.en"\nvalid_source = "v.fr"\n'
        'valid_target = "v.en"\npreset = "small"\nminutes = 0.02\n'
    )
    done = study(tmp_path, text, "--json")
    assert done.returncode == 0, done.stderr
    (step,) = json.loads(done.stdout)["steps"]
    assert (tmp_path / "made" / "own" / "train" / "config.json").is_file()
    assert step["results"]["model"] == "train"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[systems]]\nname = "x"\n', "give either model, one that exists, or [systems.train]"),
        ('[[systems]]\nmodel = "x"\n[options]\nsteps = ["prob"]\n', "'prob' is no step (did you mean 'probe'?)"),
        (
            '[[systems]]\nmodel = "x"\n[options]\nmanipulations = ["chaques"]\n',
            "'chaques' is no manipulation (did you mean 'chaque'?)",
        ),
        ('[[systems]]\nmodel = "x"\n[options]\nsource = "corpus.fr"\n', "give both or neither"),
        ('[[systems]]\nmodel = "x"\n[options]\nsource = "no.fr"\nreference = "corpus.en"\n', "there is no no.fr"),
        ('[[systems]]\nmodel = "x"\n[[systems]]\nmodel = "x"\n', "'x' twice"),
        ("systems = []\n", "it names no system"),
        ('[[systems]]\nmodel = "x"\nmodle = "y"\n', "there is no key 'modle' (did you mean 'model'?)"),
    ],
)
def test_a_wrong_file_gets_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    done = study(tmp_path, text)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "made").exists()


def test_with_strict_a_notice_fails_its_step(tmp_path: Path) -> None:
    two_layer_marian(tmp_path / "one")
    done = study(tmp_path, OPTIONS + '[[systems]]\nmodel = "./one"\n', "--strict", "--json")
    made = json.loads(done.stdout)
    assert [one["step"] for one in made["steps"]] == ["probe"]
    reasons = {one["step"]: one["reason"] for one in made["failures"]}
    assert set(reasons) == {"audit", "intervene"}
    assert all(reason.startswith("Stopped because of --strict: 2 pairs with different") for reason in reasons.values())


def test_no_system_at_all_is_a_failure(tmp_path: Path) -> None:
    done = study(tmp_path, OPTIONS + '[[systems]]\nmodel = "./none"\n')
    assert done.returncode == 1
    assert "No system of the study could be asked" in done.stderr
