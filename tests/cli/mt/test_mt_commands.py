"""`epicene mt corpus | judge | winomt | corpus-stats`: what is printed where, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command import CliRunner
from epicene.cli.mt import app
from epicene.core.errors import InputError
from epicene.mt.judging.line_judge import open_corpus
from epicene.mt.noun_phrases import has_spacy
from mt.judging.test_winomt import toy
from mt.small_corpora import english_lines, french_lines, small_corpus, write

run = CliRunner().invoke
CLASSES = {"l' epicene", "l' feminine", "l' masculine", "la epicene", "la feminine", "le epicene", "le masculine"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run folders go below where the command is called."""
    monkeypatch.chdir(tmp_path)


def judging(tmp_path: Path, *extra: str, direction: str = "fr-en") -> list[str]:
    french, english = small_corpus(tmp_path)
    source, reference = (french, english) if direction == "fr-en" else (english, french)
    return ["judge", "--direction", direction, "--source", str(source), "--reference", str(reference), *extra]


def test_judge_prints_one_document_as_the_contract_says(tmp_path: Path):
    output = write(tmp_path / "out.en", english_lines())
    result = run(app, judging(tmp_path, "--hypotheses", str(output), "--json"))
    assert result.exit_code == 0, result.output
    made = json.loads(result.stdout)
    assert set(made["counts"]) == CLASSES
    assert all(set(cells) == {"her", "his", "both", "other", "n"} for cells in made["counts"].values())
    groups = {e["group"] for e in made["estimates"] if e["metric"] == "pronoun_correct"}
    assert groups >= {"all", "marked", "feminine", "masculine", *CLASSES}
    assert all(0 <= e["low"] <= e["value"] <= e["high"] <= 100 for e in made["estimates"] if "gap" not in e["metric"])
    assert made["model"] == "out.en"
    assert "mt-occupations@" in made["signatures"]["mt-occupations"]


def test_judge_into_french_has_the_three_metrics(tmp_path: Path):
    output = write(tmp_path / "out.fr", french_lines())
    made = json.loads(run(app, judging(tmp_path, "--hypotheses", f"me={output}", "--json", direction="en-fr")).stdout)
    assert {e["metric"] for e in made["estimates"]} >= {"determiner_correct", "noun_correct", "group_correct"}
    assert made["model"] == "me"


def test_a_limit_and_strictness_are_said(tmp_path: Path):
    whole = write(tmp_path / "whole.en", english_lines())
    short = write(tmp_path / "short.en", open_corpus("fr-en", *small_corpus(tmp_path), 4).reference.lines)
    arguments = judging(tmp_path, "--hypotheses", str(whole), "--hypotheses", str(short), "--limit", "4", "--json")
    result = run(app, arguments)
    assert result.exit_code == 0, result.output
    systems = json.loads(result.stdout)["systems"]
    assert [made["n"] for made in systems] == [4, 4]
    assert all("|sample:4|" in made["signatures"]["mt-occupations"] for made in systems)
    assert systems[0]["estimates"][0]["n_total"] == 4
    assert result.stderr.splitlines() == ["Notice: Only 4 of 12 lines are judged (--limit)."]
    stopped = run(app, [*arguments, "--strict", "--out", str(tmp_path / "stopped")])
    assert "Stopped because of --strict: Only 4 of 12" in str(stopped.exception)
    assert (stopped.stdout, (tmp_path / "stopped").exists()) == ("", False)
    odd = run(app, judging(tmp_path, "--hypotheses", str(whole), "--limit", "3"))
    assert "--limit 3 cuts a pair in two" in str(odd.exception)
    too_short = run(app, judging(tmp_path, "--hypotheses", str(short)))
    assert "short.en has 4 lines" in str(too_short.exception)


def test_the_command_ends_with_2_and_one_sentence_for_bad_input(tmp_path: Path):
    output = write(tmp_path / "out.en", english_lines()[:-1])
    command = [sys.executable, "-m", "epicene", "mt", *judging(tmp_path, "--hypotheses", str(output))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("epicene: ")
    assert done.stderr.count("\n") == 1


def test_judging_imports_no_torch(tmp_path: Path):
    output = write(tmp_path / "out.en", english_lines())
    arguments = ["epicene", "mt", *judging(tmp_path, "--hypotheses", str(output), "--json")]
    program = f"import sys; sys.argv = {arguments!r}\ntry:\n import epicene.__main__\nexcept SystemExit: pass\n"
    program += "print('torch' in sys.modules or 'transformers' in sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "False"


def test_winomt_prints_one_document_and_a_table(tmp_path: Path):
    items, french = toy()
    files = write(tmp_path / "en.txt", items), write(tmp_path / "fr.txt", french)
    male, female = (write(tmp_path / g, [i for i in items if i.startswith(g)]) for g in ("male", "female"))
    arguments = ["winomt", "--items", str(files[0]), "--translations", f"toy={files[1]}"]
    result = run(app, [*arguments, "--pro", str(male), "--anti", str(female), "--json"])
    assert result.exit_code == 0, result.output
    made = json.loads(result.stdout)
    found = {e["metric"]: e["value"] for e in made["estimates"] if e["group"] == "all"}
    assert set(found) == {
        *("accuracy", "accuracy_determined", "accuracy_neutral", "f1_masculine", "f1_feminine", "delta_g", "delta_s"),
        *("unknown", *(["delta_g_spacy"] if has_spacy() else [])),
    }
    assert (found["accuracy"], found["delta_s"], found["unknown"]) == (75, 0, 25)
    shown = run(app, arguments)
    assert "ΔG" in shown.stdout
    assert "Aligning" in shown.stderr


def test_corpus_writes_and_lists_its_files(tmp_path: Path):
    out = tmp_path / "corpus"
    made = json.loads(run(app, ["corpus", "--out", str(out), "--limit", "10", "--json"]).stdout)
    assert (made["occupations"], made["lines"]) == (10, 20)
    assert made["corpora"]["base"] == [str(out / name) for name in ("corpus.fr", "corpus.en", "corpus.tsv")]
    shown = run(app, ["corpus", "--out", str(out / "all"), "--limit", "3", "--manipulation", "all"])
    assert shown.stdout.count("6 lines in") == 9


def test_corpus_stats_prints_counts(tmp_path: Path):
    french, english = small_corpus(tmp_path)
    arguments = ["corpus-stats", "--src", str(french), "--tgt", str(english), "--align", "12"]
    made = json.loads(run(app, [*arguments, "--json"]).stdout)
    assert made["pairs"] == 12
    assert next(form["count"] for form in made["forms"] if form["form"] == "boulangère") == 1
    shown = run(app, [*arguments, "--lang", "fr"])
    assert "noms de métier" in shown.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert json.loads((folder / "results.json").read_text(encoding="utf-8")) == made
    assert "n’apparaissent jamais du côté français" in (folder / "report.fr.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["translate", "--command", "cat", "--beam", "3"], "--beam changes nothing with --command"),
        (["translate", "--command", "cat", "--revision", "main"], "--revision changes nothing with --command"),
        (["corpus-stats", "--aligner", "systran"], "--aligner changes nothing without --align N"),
    ],
)
def test_an_option_that_changes_nothing_is_refused(tmp_path: Path, arguments: list[str], says: str):
    french, english = small_corpus(tmp_path)
    files = {
        "translate": ["--from", "fr", "--to", "en", "--in", str(french), "--out", str(tmp_path / "out.en")],
        "corpus-stats": ["--src", str(french), "--tgt", str(english)],
    }
    result = run(app, [*arguments, *files[arguments[0]]])
    assert isinstance(result.exception, InputError)
    assert says in str(result.exception)
    assert not (tmp_path / "out.en").exists()


def test_the_published_corpus_is_listed_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from epicene.cli.data import app as data
    from epicene.core.errors import EpiceneError

    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EPICENE_OFFLINE", "1")
    assert "x-a-fini" in {entry["name"] for entry in json.loads(run(data, ["list", "--json"]).stdout)}
    assert "neuroviz" in str(run(data, ["get", "x-a-fini"]).exception)
    french, english = small_corpus(tmp_path)
    (tmp_path / "corpus.fr").write_text("\n".join(french_lines()).replace("le harp", "l'harp"), encoding="utf-8")
    made = json.loads(run(data, ["check", f"x-a-fini={french},{english}", "--json"]).stdout)
    assert any("h aspiré after l’: harpiste" in defect for defect in made["defects"])
    assert any("no newline" in defect for defect in made["defects"])
    assert isinstance(run(data, ["check", "x-a-fini=one"]).exception, EpiceneError)
    assert "corpus-stats" in str(run(data, ["stats", "x-a-fini"]).exception)
