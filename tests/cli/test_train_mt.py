"""`epicene train mt` on bad input: one sentence, exit code 2, before anything is trained."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from epicene.cli.main import run
from tiny_translation import language_to_learn, write_lines

FILES = {"--src": "train.fr", "--tgt": "train.en", "--valid-src": "valid.fr", "--valid-tgt": "valid.en"}


@pytest.fixture
def text(tmp_path: Path) -> Path:
    pairs = language_to_learn()
    for name, part in (("train", pairs[:50]), ("valid", pairs[50:60])):
        write_lines(tmp_path / f"{name}.fr", [french for french, _ in part])
        write_lines(tmp_path / f"{name}.en", [english for _, english in part])
    return tmp_path


def sentence(
    text: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str, **files: str
) -> str:
    named = {**FILES, **{f"--{name.replace('_', '-')}": file for name, file in files.items()}}
    paths = [part for option, file in named.items() for part in (option, str(text / file))]
    monkeypatch.setattr(
        sys, "argv", ["epicene", "train", "mt", *paths, "--out", str(text / "system"), "--device", "cpu", *arguments]
    )
    with pytest.raises(SystemExit) as stop:
        run()
    shown = capsys.readouterr()
    assert stop.value.code == 2, shown.err
    assert shown.out == ""
    assert "Traceback" not in shown.err
    assert "Internal error" not in shown.err
    return shown.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("file", "lines", "expected"),
    [
        ("train.en", ["Only one."], ("train.fr has 50 lines", "train.en 1")),
        ("valid.en", ["Only one."], ("valid.fr has 10 lines", "valid.en 1")),
        ("valid.fr", [*["Le chat."] * 4, "", *["Le chat."] * 5], ("valid.fr, line 5, is empty",)),
        ("train.fr", ["", ""], ("train.fr has 2 lines",)),
        ("train.en", ["Le chat noir voit le chien."] * 50, ("train.en looks French, and should be English",)),
    ],
)
def test_files_that_do_not_fit(
    file: str,
    lines: list[str],
    expected: tuple[str, ...],
    text: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_lines(text / file, lines)
    said = sentence(text, monkeypatch, capsys)
    assert all(part in said for part in expected), said
    assert not (text / "system").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--preset", "huge"), "Known: paper, small"),
        (("heads = 3",), "--heads 3"),
        (("dropout = 1.5",), "dropout is 1.5; expected a number from 0, below 1"),
        (("--from", "qq"), "There is no language 'qq'"),
        (("--device", "cuda:9"), "--device cpu"),
        (("max_ratio = 0.5",), "max_ratio is 0.5; expected a number from 1"),
        (("width = 2",), "width is 2; expected a whole number from 8"),
    ],
)
def test_values_that_cannot_be(
    arguments: tuple[str, ...],
    expected: str,
    text: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "=" in arguments[0]:
        (text / "training.toml").write_text(f"[training]\n{arguments[0]}\n")
        arguments = ("--config", str(text / "training.toml"))
    assert expected in sentence(text, monkeypatch, capsys, *arguments)
    assert not (text / "system").exists()
