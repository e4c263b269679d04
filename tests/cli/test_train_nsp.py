"""`epicene train nsp`: what is printed where, and one sentence with exit code 2 for every bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from epicene.cli.main import run
from train.small_texts import learner, topical_text


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return learner("causal", tmp_path / "model")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(topical_text(20), encoding="utf-8")
    return path


def call(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["epicene", "train", "nsp", *map(str, arguments)])
    with pytest.raises(SystemExit) as stop:
        run()
    return int(stop.value.code or 0)


def test_people_read_the_accuracy_and_what_to_do_next(
    model: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, model, "--text", text, "--out", tmp_path / "head", "--head-only", "--device", "cpu") == 0
    printed = capsys.readouterr()
    assert "of the held-out pairs correctly" in " ".join(printed.out.split())
    assert f"--nsp {tmp_path / 'head'}" in printed.out
    assert "no more than the 250 of the warm-up" in printed.err
    assert call(monkeypatch, model, "--text", text, "--out", tmp_path / "head", "--head-only", "--json") == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["body"] == "as it was"
    assert json.loads(printed) == json.loads((tmp_path / "head" / "results.json").read_text(encoding="utf-8"))
    assert call(monkeypatch, model, "--text", text, "--out", tmp_path / "head", "--head-only", "--lang", "fr") == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"Tête\u00a0: {tmp_path / 'head'}" in lines
    assert f"Pour s’en servir\u00a0: epicene audit MODÈLE --on stereoset-fr --nsp {tmp_path / 'head'}" in lines


BAD_TEXTS = {
    "empty": ("", "has 0 articles of two sentences or more"),
    "one article": ("Le chat dort. Il ronfle. Il rêve.", "has 1 article of two sentences or more"),
    "one sentence each": ("Le chat dort.\n\n" * 9, "has 0 articles of two sentences or more"),
    "too short": ("Le chat dort. Il ronfle.\n\n" * 5, "The text is too short: its 3 articles to train on give 3 pairs"),
}


@pytest.mark.parametrize(("content", "message"), BAD_TEXTS.values(), ids=BAD_TEXTS.keys())
def test_a_text_that_cannot_be_trained_on_is_refused_in_a_sentence(
    content: str,
    message: str,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "text.txt").write_text(content, encoding="utf-8")
    assert call(monkeypatch, model, "--text", tmp_path / "text.txt", "--out", tmp_path / "head") == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.err
    assert not printed.out


BAD_CALLS = {
    "no such text": (("{model}", "--text", "{here}/nowhere.txt"), "nowhere.txt does not exist"),
    "no such model": (("./nothing", "--text", "{text}"), "There is no model './nothing'"),
    "no such activation": (("{model}", "--text", "{text}", "activation = 'swish'"), "There is no activation 'swish'"),
    "no such dtype": (("{model}", "--text", "{text}", "--dtype", "float16"), "There is no --dtype 'float16'"),
    "no share": (("{model}", "--text", "{text}", "--share", "1.5"), "--share is '1.5'; expected a number above 0 to 1"),
    "all held out": (
        ("{model}", "--text", "{text}", "held_out = 1.0"),
        "expected a number above 0, below 1",
    ),
    "negative rate": (("{model}", "--text", "{text}", "head_rate = -1"), "head_rate is -1; expected a number from 0"),
    "no language": (("{model}", "--text", "{text}", "--lang", "de"), "There is no report language 'de'"),
    "no device": (("{model}", "--text", "{text}", "--device", "abacus"), "Device 'abacus' cannot be used here"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_CALLS.values(), ids=BAD_CALLS.keys())
def test_a_bad_call_is_refused_before_anything_is_written(
    arguments: tuple[str, ...],
    message: str,
    model: Path,
    text: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    filled = [argument.format(model=model, text=text, here=tmp_path) for argument in arguments]
    if " = " in filled[-1]:
        (tmp_path / "training.toml").write_text(filled.pop())
        filled += ["--config", str(tmp_path / "training.toml")]
    assert call(monkeypatch, *filled, "--out", tmp_path / "head") == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "head").exists()
