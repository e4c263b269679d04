"""Small labs, trained here: what comes out follows the dials, and a killed training ends as an unbroken one.

Two settings of the translation lab and two of a causal model, as small as still learn: a minute of one core in all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from epicene.core.progress import Silent
from epicene.lab import tiny_models
from epicene.lab.calibration_verdicts import SIDES
from epicene.lab.dials import LmDials
from epicene.lab.instruments import read_instruments, read_scorings
from epicene.lab.language_corpora import FRAMES, corpus, stereotypes
from epicene.lab.model_cache import find, made, make
from epicene.lab.results import InstrumentReading
from power_cut import PowerCutError, StopsAt

SMALL_MT = "lab:mt-her-{}-epicene-{}-occupations-12-pairs-1000"
SMALL_LM = "lab:causal-rate-{}-sentences-1500-epochs-8"
Readings = dict[str, InstrumentReading]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("epicene.lab.instruments.PROBE_REPETITIONS", 3)  # no figure of theirs is looked at
    monkeypatch.setenv("EPICENE_CACHE", str(cache))


def readings(name: str, cache: Path) -> Readings:
    """Of a lab that is trained once for all tests of this file."""
    path = cache / f"{name.removeprefix('lab:')}.json"
    if not path.exists():
        found = read_instruments(make(name), cache / "runs" / name.removeprefix("lab:"), Silent())
        path.write_bytes(msgspec.json.encode(found))
    return msgspec.json.decode(path.read_bytes(), type=Readings)


def test_translation_follows_the_dials(cache):
    """Two dials turned against each other: each instrument follows its own."""
    low, high = (readings(SMALL_MT.format(her, unmarked), cache) for her, unmarked in ((10, 90), (90, 10)))
    assert high["judged_feminine"].value > low["judged_feminine"].value + 40
    assert high["r_mean"].value > low["r_mean"].value + 0.4
    assert high["b_mean"].value < low["b_mean"].value - 0.5
    assert high["judged_epicene_her"].value < low["judged_epicene_her"].value - 40
    for found in (low, high):
        assert found["judged_masculine"].value > 80
        for reading in found.values():
            assert reading.low <= reading.value <= reading.high


@pytest.mark.about("triples")
def test_a_causal_model_follows_the_rate(cache):
    low, high = (readings(SMALL_LM.format(rate), cache) for rate in (0, 100))
    assert low["metric_score"].value < 15
    assert high["metric_score"].value > 85
    assert high["ss"].value > low["ss"].value + 60
    assert min(low["lms"].value, high["lms"].value) > 90


@pytest.mark.parametrize("length", [-3, -1, 1, 3])
def test_names_of_one_group_have_more_tokens_and_none_is_unknown(length):
    dials = LmDials("causal", sentences=1500, length=length)
    lines = list(corpus(dials))
    tokenizer = tiny_models.tokenizer_for(dials, lines)
    for cell in stereotypes():
        counts = [len(tokenizer.tokenize(cell.fill(FRAMES[0], group, 0))) for group in (0, 1)]
        assert counts[0] - counts[1] == length
    assert not any(tokenizer.unk_token_id in tokenizer(line)["input_ids"] for line in lines)


def test_the_rate_is_read_whatever_the_names_are_by_the_scoring_that_leaves_them_out(cache):
    """Longer names, and a group that is named a quarter as often: its stereotypes seem unlikely to loglik alone."""
    name = "lab:causal-rate-100-sentences-1500-epochs-5-length-1-frequency-0.25"
    found = read_scorings(make(name), cache / "runs" / "uneven", Silent())
    assert list(found) == ["loglik", "loglik-mean", "loglik-shared"]
    assert all(read[side].n == 112 for read in found.values() for side in SIDES)
    assert found["loglik-shared"]["stereo_score"].value > 90
    assert found["loglik"]["stereo_score"].value < found["loglik-shared"]["stereo_score"].value - 5
    assert read_scorings(find("lab:mt"), cache / "runs" / "none", Silent()) == {}


@pytest.mark.parametrize("kind", ["masked", "causal"])
def test_a_killed_training_ends_with_the_same_weights(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(tiny_models, "SAVE_EVERY", 4)
    dials = LmDials(kind, sentences=1000, epochs=1)
    lines = list(corpus(dials))[:640]
    tiny_models.train_language_model(dials, lines, tmp_path / "whole", Silent())
    with pytest.raises(PowerCutError):
        tiny_models.train_language_model(dials, lines, tmp_path / "broken", StopsAt(7))
    assert not (tmp_path / "broken" / "config.json").exists()
    tiny_models.train_language_model(dials, lines, tmp_path / "broken", Silent())
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("whole", "broken")]
    assert weights[0] == weights[1]


def test_a_training_that_was_killed_early_is_not_taken_for_a_model(cache, monkeypatch):
    name = "lab:causal-sentences-1000-epochs-1"
    with pytest.raises(PowerCutError):
        make(name, StopsAt(3))
    assert not find(name).is_made
    assert [one["is_made"] for one in made() if one["name"] == find(name).name] == [False]
    assert make(name).is_made


class Waits(Silent):
    """Lets go of the lock as soon as it is told that somebody waits for it."""

    def __init__(self, lock: Any) -> None:
        self.lock, self.said = lock, list[str]()

    def say(self, text: str) -> None:
        self.said.append(text)
        self.lock.release()


def test_a_second_process_waits_for_the_first(cache):
    from filelock import FileLock

    model = find("lab:causal-sentences-1000-epochs-1-seed-1")
    model.folder.mkdir(parents=True)
    lock = FileLock(model.folder / ".lock")
    lock.acquire()
    progress = Waits(lock)
    assert make(model.spec, progress).is_made
    assert "waiting for it" in progress.said[0]
