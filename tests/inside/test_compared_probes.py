"""Two systems probed on the same splits: invented repetitions, and the corrected resampled t-test by hand."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from command import CliRunner
from epicene.cli.compare import compare
from epicene.core.errors import InputError
from inside.invented_probes import document
from mt.small_corpora import write
from page_snapshot import check_page

app = compare
TWIN = [50.0, 52.0, 51.0, 49.0]


def invoke(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def probed(folder: Path, model: str, accuracies: list[float | None], seed: int = 0, guessing: str = "") -> Path:
    """Every cell has the same repetitions; the probe guesses at the token `guessing`."""
    results = document()
    parts = "mt-probe@123456|probe-grouped|bos:none|l1:0.1|follow:own"
    results.model, results.signatures = model, {"mt-probe": f"{parts}|{model}@{model}|boot:split*4|epicene-0.1.0"}
    for cell in results.cells:
        cell.guessed = ["accuracy", "difference"] if cell.token == guessing else []
    folder.mkdir()
    records = [
        {"key": "|".join((c.corpus, c.side, c.token, str(c.layer), weights)), "n_examples": 40, "true": {"all": own}}
        for c in results.cells
        for weights, own in (("trained", accuracies), ("random", TWIN))
    ]
    write(folder / "cells.jsonl", [json.dumps(record) for record in records])
    probe = {"repetitions": 4, "split": "grouped", "strength": 0.1, "seed": seed, "test_share": 0.25}
    (folder / "manifest.json").write_text(json.dumps({"run": "mt-probe", "format": 1, "question": {"probe": probe}}))
    (folder / "results.json").write_bytes(msgspec.json.encode(results))
    return folder


def test_repetitions_are_paired_and_their_dependence_is_told(tmp_path: Path) -> None:
    """Differences of 1, 2, 3 and 4 points: p = 0.0850 and 2.5 ± 3.138 (see the test of `corrected_t_test`)."""
    runs = (
        probed(tmp_path / "one", "one", [70.0, 72.0, 71.0, 69.0]),
        probed(tmp_path / "two", "two", [71.0, 74.0, 74.0, 73.0]),
    )
    result = invoke(*runs, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["comparisons"]
    assert len(found) == 2 * 7
    for one in found:
        assert (one["difference"], one["n"]) == (pytest.approx(2.5), 4)
        assert one["p_t_corrected"] == pytest.approx(0.0850, abs=1e-4)
        assert one["p_adjusted"] == pytest.approx(one["p_t_corrected"])
        assert (one["low"], one["high"]) == (pytest.approx(-0.638, abs=1e-3), pytest.approx(5.638, abs=1e-3))
    first, second = found[:2]
    assert (first["metric"], first["task"], first["group"]) == ("probe_accuracy", "base", "encoder 1 son")
    assert (second["metric"], second["value_a"]) == ("probe_difference", pytest.approx(20.0))
    text = " ".join(invoke(*runs).stdout.split())
    assert "no clear difference was shown in any of the 14 figures" in text
    assert "not independent" in text


def test_cells_in_which_a_probe_guesses_and_missing_repetitions_are_left_out(tmp_path: Path) -> None:
    runs = (
        probed(tmp_path / "one", "one", [70.0, 72.0, 71.0, None]),
        probed(tmp_path / "two", "two", [71.0, 75.0, 74.0, 73.0], guessing="son"),
    )
    result = invoke(*runs, "--json")
    found = json.loads(result.stdout)["comparisons"]
    assert {one["n"] for one in found} == {3}
    assert not [one for one in found if one["group"].endswith("son")]
    assert "4 of 14 figures are not compared" in result.stderr


def test_other_splits_are_refused(tmp_path: Path) -> None:
    runs = probed(tmp_path / "one", "one", TWIN), probed(tmp_path / "two", "two", TWIN, seed=1)
    error = invoke(*runs).exception
    assert isinstance(error, InputError)
    assert "not split alike (seed 0 and 1)" in str(error)


def test_a_report_of_two_probes_is_their_comparison(tmp_path: Path) -> None:
    more = [72.0, 75.0, 73.0, 74.0]
    runs = probed(tmp_path / "one", "one", [70.0, 72.0, 71.0, 69.0]), probed(tmp_path / "two", "two", more)
    check_page("compared-mt-probe", runs, tmp_path)
