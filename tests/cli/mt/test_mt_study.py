"""A study of translation systems, from one file to one report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Done, epicene
from epicene.core.progress import Progress
from epicene.train.train_requests import TrainMtRequest
from inside.small_marian import small_lines, two_layer_marian
from tiny_translation import write_lines

OPTIONS = """
[options]
source = "corpus.fr"
reference = "corpus.en"
repetitions = 3
"""


def study(folder: Path, text: str, *extra: str) -> Done:
    lines = small_lines()
    write_lines(folder / "corpus.fr", [line.source for line in lines])
    write_lines(folder / "corpus.en", [line.target for line in lines])
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
    assert "Warning: lost, audit, failed" in done.stderr
    alone = epicene(
        "mt", "audit", "one", "--source", "corpus.fr", "--reference", "corpus.en", "--threads", "1", "--json",
        cwd=tmp_path,
    )  # fmt: skip
    assert made["steps"][0]["results"]["estimates"] == json.loads(alone.stdout)["estimates"]
    page = (tmp_path / "made" / "report.fr.html").read_text(encoding="utf-8")
    assert "Deux systèmes" in page
    assert page.count("one\N{NO-BREAK SPACE}: ") >= 5
    assert "lost, audit, a échoué\N{NO-BREAK SPACE}: " in page
    answers = (tmp_path / "made" / "one" / "audit" / "scores.jsonl").read_bytes()
    again = study(tmp_path, text, "--lang", "fr", "--json")
    assert json.loads(again.stdout) == made
    assert (tmp_path / "made" / "one" / "audit" / "scores.jsonl").read_bytes() == answers


TRAINED = OPTIONS.replace("repetitions", 'steps = ["bleu", "audit"]\nrepetitions') + (
    '[test]\nname = "held out"\nfr = "corpus.fr"\nen = "corpus.en"\nlower_case = false\n'
    '[[systems]]\nname = "own"\n[systems.train]\nsource = "t.fr"\ntarget = "t.en"\nvalid_source = "v.fr"\n'
    'valid_target = "v.en"\npreset = "small"\nminutes = 0.000001\n'
)


def training_files(folder: Path) -> None:
    lines = small_lines()
    for name in ("t", "v"):
        write_lines(folder / f"{name}.fr", [line.source for line in lines] * 3)
        write_lines(folder / f"{name}.en", [line.target for line in lines] * 3)


def test_a_system_is_trained_where_files_are_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a first try was cut short while it trained."""
    training_files(tmp_path)

    def cut(request: TrainMtRequest, progress: Progress) -> None:
        request.out.mkdir(parents=True)
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("epicene.studies.requests.train_mt", cut)
        assert study(tmp_path, TRAINED).returncode != 0
    assert (tmp_path / "made" / "own" / "train").is_dir()
    done = study(tmp_path, TRAINED, "--json")
    assert done.returncode == 0, done.stderr
    bleu, step = json.loads(done.stdout)["steps"]
    trained = json.loads((tmp_path / "made" / "own" / "train" / "results.json").read_text(encoding="utf-8"))
    assert bleu["results"]["validation"] == trained["validation"]
    assert "case:mixed" in bleu["results"]["sacrebleu"]
    page = (tmp_path / "made" / "report.html").read_text(encoding="utf-8")
    assert f"Validation: other sentences, {trained['validation']['signature']}, greedy." in page
    assert (tmp_path / "made" / "own" / "train" / "config.json").is_file()
    assert step["results"]["model"] == step["results"]["judged"]["model"] == "own"
    assert all("|own@" in signature for signature in step["results"]["signatures"].values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[systems]]\nname = "x"\n', "give either model, one that exists, or [systems.train]"),
        ('[[systems]]\nmodel = "x"\n[options]\nsteps = ["prob"]\n', "There is no step 'prob'. Did you mean 'probe'?"),
        (
            '[[systems]]\nmodel = "x"\n[options]\nmanipulations = ["chaques"]\n',
            "There is no manipulation 'chaques'. Did you mean 'chaque'?",
        ),
        ('[[systems]]\nmodel = "x"\n[options]\nsource = "corpus.fr"\n', "give both or neither"),
        ('[[systems]]\nmodel = "x"\n[options]\nsource = "no.fr"\nreference = "corpus.en"\n', "there is no no.fr"),
        ('[[systems]]\nmodel = "x"\n[[systems]]\nmodel = "x"\n', "'x' twice"),
        ("systems = []\n", "it names no system"),
        ('[[systems]]\nmodel = "x"\ntranslations = "y"\n', "translates by itself; leave translations out"),
        ('[[systems]]\nname = "x"\ntranslations = "corpus.en"\n', "judged against source and reference; name both"),
        ('[[systems]]\nname = "x"\nwinomt = "corpus.en"\n', "name its items under [winomt]"),
        ('[[systems]]\nmodel = "x"\ndirection = "en-de"\n', "There is no direction 'en-de'"),
        ('[[systems]]\nmodel = "x"\n[test]\nname = "t"\nfr = "no.fr"\nen = "no.en"\n', "there is no no.fr"),
        ('[[systems]]\nmodel = "x"\nmodle = "y"\n', "There is no key 'modle'. Did you mean 'model'?"),
    ],
)
def test_a_wrong_file_gets_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    done = study(tmp_path, text)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "made").exists()


def test_no_system_at_all_is_a_failure(tmp_path: Path) -> None:
    done = study(tmp_path, OPTIONS + '[[systems]]\nmodel = "./none"\n')
    assert done.returncode == 1
    assert "No system of the study could be asked" in done.stderr
