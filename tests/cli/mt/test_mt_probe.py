"""`epicene mt probe`: what is printed where, the files, and one sentence for what is wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from command import epicene
from inside.small_marian import two_layer_marian

FEW = ("--repetitions", 2, "--beam", 1, "--threads", 1)
SMALL = ("--limit", 12, *FEW, "--strength", 10)  # at 0.1 so few lines leave no feature


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return two_layer_marian(tmp_path_factory.mktemp("models") / "two-layer")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cache"))


def test_it_ends_in_tables_a_report_and_results(model: Path, tmp_path: Path, cache: str):
    arguments = ("mt", "probe", model, *SMALL, "--manipulation", "complement-feminine", "--lang", "fr")
    done = epicene(*arguments, "--verbose", cwd=tmp_path, EPICENE_CACHE=cache)
    assert done.returncode == 0, done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    assert epicene("report", run, "-o", "tables.csv", "--lang", "fr", cwd=tmp_path).returncode == 0
    for said in ("Exactitude", "Poids aléatoires", "travail/activité", "Plafond", "89,5", "mt-probe@"):
        assert said in done.stdout
    assert "Probing" in done.stderr
    page = (run / "report.fr.html").read_text(encoding="utf-8")
    document = json.loads((run / "results.json").read_text(encoding="utf-8"))
    value = next(c["accuracy"]["value"] for c in document["cells"] if (c["side"], c["token"]) == ("decoder", "the"))
    assert page.count("<svg") == 4  # accuracy and difference, each for a desktop and a phone
    assert f"{value:.1f}".replace(".", ",") in page
    assert "<script" not in page
    rows = list(
        csv.DictReader((tmp_path / "tables.csv").read_text(encoding="utf-8").split("\ncorpus,side", 1)[0].splitlines())
    )
    assert {row["figure"] for row in rows[:8]} == {
        "Exactitude",
        "Étiquettes aléatoires",
        "Poids aléatoires",
        "Différence",
    }


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (("--at", "vélo"), "base, line 1: 'vélo' is not among the tokens"),
        (
            ("--at", "travail", "--manipulation", "complement-feminine", "--manipulation", "chaque", "--at", "qui"),
            "'qui'",
        ),
        (("--split", "halves"), "no --split 'halves'"),
        (("--manipulation", "chaques"), "Did you mean 'chaque'?"),
        (("--source", "corpus.fr"), "--source and --reference together"),
        (("--lang", "de"), "no report language 'de'"),
        (("--limit", 3), "at least 4 occupations"),
        (("--template", "own.toml", "--manipulation", "chaque"), "'chaque' have a manipulation's name"),
        (("--template", "own.toml", "--at", "det"), "no determiner before the noun"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    model: Path, tmp_path: Path, cache: str, extra: tuple[object, ...], said: str
):
    text = '[chaque]\nfrench = "Cher {noun} a réparé son vélo."\nenglish = "Dear {noun} has repaired {poss} bicycle."\n'
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    done = epicene("mt", "probe", model, *SMALL, *extra, cwd=tmp_path, EPICENE_CACHE=cache)
    assert done.returncode == 2
    assert done.stdout == ""
    last = done.stderr.splitlines()[-1]
    assert last.startswith("epicene: ")
    assert said in last


def test_a_model_that_is_no_encoder_decoder_is_refused(causal_model: Path, tmp_path: Path):
    done = epicene("mt", "probe", causal_model, *SMALL, cwd=tmp_path)
    assert done.returncode == 2
    assert "needs one that translates by itself" in done.stderr.splitlines()[-1]
    assert "--command" not in done.stderr, "mt probe has no such option"
