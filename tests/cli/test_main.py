"""What is common to all commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from command import epicene
from epicene.cli import main


def with_option(name: str) -> Iterator[tuple[str, ...]]:
    """The commands that have it."""

    def walk(command: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for word, inner in getattr(command, "commands", {}).items():
            yield from walk(inner, (*path, word))
        if any(name in parameter.opts for parameter in getattr(command, "params", ())):
            yield path

    yield from walk(typer.main.get_command(main.app), ())


SEEDED = list(with_option("--seed"))


def test_commands_with_intervals_have_a_seed() -> None:
    named = {"audit", "compare", "score", "study", "mt judge", "mt winomt", "mt audit", "mt intervene", "mt probe"}
    assert named <= {" ".join(command) for command in SEEDED}


@pytest.mark.parametrize("command", SEEDED, ids=" ".join)
def test_a_seed_below_0_is_refused_before_any_work(command: tuple[str, ...], tmp_path: Path) -> None:
    done = epicene(*command, "nowhere", "--seed", "-1", cwd=tmp_path, COLUMNS="200")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--seed" in done.stderr
    assert "greater than or equal to 0" in done.stderr


def test_paragraphs_of_help_fill_their_lines(tmp_path: Path) -> None:
    said = epicene("mt", "intervene", "--help", cwd=tmp_path, COLUMNS="80").stdout
    assert "three interventions (u1, the unknown word's embedding for son;" in said  # the source has a line end in it


def test_a_command_that_needs_an_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def needing(**_: object) -> None:
        raise ModuleNotFoundError("No module named 'starlette.routing'", name="starlette.routing")

    monkeypatch.setattr(main, "app", needing)
    monkeypatch.setattr(sys, "argv", ["epicene", "collect", "serve"])
    with pytest.raises(SystemExit, match="1"):
        main.run()
    said = capsys.readouterr().err
    assert said == (
        "epicene: This command needs the package starlette, which is not installed: "
        "pip install '.[collect]' installs epicene's extra collect.\n"
    )


def test_data_commands_speak_french(tmp_path: Path) -> None:
    french = {"LANG": "fr_FR.UTF-8", "COLUMNS": "200"}
    assert "paires françaises d’epicene" in " ".join(epicene("data", "list", cwd=tmp_path, **french).stdout.split())
    words = set(epicene("data", "stats", "pairs-fr", cwd=tmp_path, **french).stdout.replace(":", " ").split())
    assert words
    assert not words & {"the", "and", "finding", "findings", "pairs", "used", "name", "what"}
