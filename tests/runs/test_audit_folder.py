"""The run folder survives kills, refuses other questions, and lets one process write at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asking import PAIRS
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Role, Score
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.folder import RunFolder
from epicene.runs.results import AuditManifest, AuditResults, BenchmarkFacts, manifest_of


def manifest(**question: Any) -> AuditManifest:
    facts = {"model": {"name": "m"}, "benchmarks": {"pairs-fr": {"unusable": {}}}}
    return manifest_of({"question": {"model": "m", **question}, **facts})


@pytest.fixture
def folder(tmp_path: Path) -> AuditFolder:
    run = AuditFolder(tmp_path / "run")
    with run.lock():
        run.start(manifest(), {"pairs-fr": PAIRS})
        run.append("pairs-fr", "loglik", "bos", [(Score("0", Role.MORE, -1.25, 7), "")])
        run.append("pairs-fr", "loglik", "bos", [(Score("0", Role.LESS, -2.5, 7), "s-1")])
    return run


def test_what_was_written_is_read_back(folder: AuditFolder) -> None:
    run = folder.benchmarks()["pairs-fr"]
    assert run.items == PAIRS
    assert run.scores == {
        ("0", Role.MORE): Score("0", Role.MORE, -1.25, 7),
        ("0", Role.LESS): Score("0", Role.LESS, -2.5, 7),
    }


def test_a_line_of_scores_has_the_promised_names(folder: AuditFolder) -> None:
    first, second = map(json.loads, folder.scores_path.read_text().splitlines())
    assert first == {
        "benchmark": "pairs-fr", "item_id": "0", "role": "more", "scoring": "loglik", "bos": "bos", "value": -1.25,
        "n_tokens": 7,
    }  # fmt: skip
    assert second["sentence_id"] == "s-1"


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_torn_last_line_is_dropped_and_the_rest_kept(folder: AuditFolder, cut: int) -> None:
    whole = folder.scores_path.read_bytes()
    folder.scores_path.write_bytes(whole[:-cut])
    assert list(folder.benchmarks()["pairs-fr"].scores) == [("0", Role.MORE)]
    with folder.lock():
        folder.start(manifest(), {"pairs-fr": PAIRS})
        folder.append("pairs-fr", "loglik", "bos", [(Score("0", Role.LESS, -2.5, 7), "s-1")])
    assert folder.scores_path.read_bytes() == whole


def test_damage_in_the_middle_is_named_not_skipped(folder: AuditFolder) -> None:
    lines = folder.scores_path.read_text().splitlines()
    folder.scores_path.write_text(lines[0][:30] + "\n" + lines[1] + "\n")
    with pytest.raises(InputError, match=r"scores\.jsonl, line 1, is damaged"):
        folder.benchmarks()


def test_missing_or_torn_items_are_named(folder: AuditFolder) -> None:
    whole = folder.items_path.read_bytes()
    folder.items_path.write_bytes(whole[:-20])
    with pytest.raises(InputError, match=rf"items\.jsonl, line {whole.count(10)}, is damaged"):
        folder.benchmarks()
    folder.items_path.unlink()
    with pytest.raises(InputError, match=r"is damaged \(items\.jsonl is missing\)"):
        folder.benchmarks()


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("results.json", '{"model": "m", "estimates": []}', "Object missing required field `signatures`"),
        ("results.json", "[]", "Expected `object`, got `array`"),
        ("manifest.json", '{"format": 1, "model": {"name": "m"}}', "Object missing required field `benchmarks`"),
        ("manifest.json", "3", "it is not a JSON object"),
    ],
)
def test_files_without_what_every_run_has_are_named(folder: AuditFolder, name: str, text: str, told: str) -> None:
    (folder.path / name).write_text(text)
    with pytest.raises(InputError, match=rf"{name} is damaged \({told}\)"):
        folder.results(AuditResults) if name == "results.json" else folder.facts()


def test_a_line_that_is_no_score_of_the_run_is_named(folder: AuditFolder) -> None:
    with folder.scores_path.open("a") as file:
        file.write('{"benchmark": "elsewhere"}\n')
    with pytest.raises(InputError, match=r"scores\.jsonl is damaged \(no score of this run: .*elsewhere"):
        folder.benchmarks()


def test_another_question_is_refused_and_nothing_overwritten(folder: AuditFolder) -> None:
    before = {path.name: path.read_bytes() for path in folder.path.iterdir()}
    with folder.lock(), pytest.raises(InputError, match=r"other settings \(scoring: None there, pll here\)"):
        folder.start(manifest(scoring="pll"), {"pairs-fr": PAIRS})
    assert {path.name: path.read_bytes() for path in folder.path.iterdir()} == before


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    folder = AuditFolder(tmp_path)
    with folder.lock(), pytest.raises(InputError, match="not empty and is no run folder"):
        folder.start(manifest(), {"pairs-fr": PAIRS})
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    assert (tmp_path / "thesis.tex").read_text() == "precious"


def test_a_file_where_the_folder_should_be_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("precious")
    with (
        pytest.raises(InputError, match="is a file, and a folder is needed there"),
        AuditFolder(tmp_path / "run").lock(),
    ):
        pass
    assert (tmp_path / "run").read_text() == "precious"


def test_another_question_is_told_in_words_a_person_reads(folder: AuditFolder) -> None:
    asked = manifest(benchmarks={"pairs-fr": "a1b2c3" + 58 * "0"}, options=[])
    said = r"benchmarks: None there, pairs-fr a1b2c3 here; options: None there, none here\)"
    with folder.lock(), pytest.raises(InputError, match=said):
        folder.start(asked, {"pairs-fr": PAIRS})


def test_a_beginning_cut_short_before_its_manifest_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "items.jsonl").write_text('{"half": ')
    (tmp_path / ".manifest.json.x1").write_text("torn")
    folder = AuditFolder(tmp_path)
    with folder.lock():
        folder.start(manifest(), {"pairs-fr": PAIRS})
    assert folder.benchmarks()["pairs-fr"].items == PAIRS


def test_two_processes_do_not_write_at_once(folder: AuditFolder) -> None:
    program = (
        "import sys; from pathlib import Path; from epicene.runs.audit_folder import AuditFolder\n"
        "from epicene.core.errors import EpiceneError\n"
        "try:\n  AuditFolder(Path(sys.argv[1])).lock().__enter__()\nexcept EpiceneError as e: print(e)"
    )
    with folder.lock():
        done = subprocess.run([sys.executable, "-c", program, folder.path], capture_output=True, text=True, check=True)
    assert "Another epicene process is writing" in done.stdout


def test_a_lock_left_by_a_killed_process_does_not_stick(folder: AuditFolder) -> None:
    program = (
        "import os, signal, sys; from pathlib import Path; from epicene.runs.audit_folder import AuditFolder\n"
        "AuditFolder(Path(sys.argv[1])).lock().__enter__(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program, folder.path], check=False)
    with folder.lock():
        assert folder.exists()


def test_a_full_disk_is_a_sentence(folder: AuditFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("epicene.core.files.os.fsync", full)
    with pytest.raises(EpiceneError, match="disk is full"):
        folder.append("pairs-fr", "loglik", "bos", [(Score("1", Role.MORE, -1.0, 7), "")])


def test_a_really_full_disk_is_a_sentence() -> None:
    from epicene.core.files import clear_disk_errors

    path = Path("/dev/full")
    if not path.exists():
        pytest.skip("this system has no /dev/full")
    with pytest.raises(EpiceneError, match="disk is full"), clear_disk_errors(path):
        path.write_text("anything")


def test_an_unfinished_folder_has_no_results_and_says_so(folder: AuditFolder) -> None:
    with pytest.raises(InputError, match=r"results\.json is missing"):
        folder.results(AuditResults)


def test_of_lines_without_a_length_none_is_guessed() -> None:
    """`n_tokens` of pll-shared counts the tokens that both sentences share, which is no length of either."""
    key = ("0", Role.MORE)
    run = BenchmarkRun("pairs-fr", BenchmarkFacts(), (), {}, {key: Score(*key, -1.0, 5)})
    assert run.lengths() == {key: 0}
    longer = BenchmarkRun("pairs-fr", BenchmarkFacts(), (), {}, {key: Score(*key, -1.0, 5, length=9)})
    assert longer.lengths() == {key: 9}


def test_a_line_of_a_journal_that_was_answered_stays_as_it_is(tmp_path: Path) -> None:
    journal = RunFolder(tmp_path).journal("lines.jsonl")
    assert journal.append([{"key": "a", "value": 1}]) == 1
    assert journal.append([{"key": "a", "value": 2}, {"key": "b", "value": 3}]) == 1
    for read in (journal, RunFolder(tmp_path).journal("lines.jsonl")):
        assert {key: record["value"] for key, record in read.records.items()} == {"a": 1, "b": 3}


def test_the_first_score_of_a_text_counts(folder: AuditFolder) -> None:
    folder.append("pairs-fr", "loglik", "bos", [(Score("0", Role.MORE, -9.0, 7), "")])
    assert folder.benchmarks()["pairs-fr"].values()["0", Role.MORE] == -1.25
