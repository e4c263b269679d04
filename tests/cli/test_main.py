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
        "epicene: This command needs the package starlette, which is not installed: pip install 'epicene[collect]'\n"
    )


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("audit a --bogus", "Il n’y a pas d’option --bogus. Vouliez-vous dire --bos ou --out ? Voir `epicene audit"),
        ("audit a --limit x", "La valeur de --limit ne convient pas (il faut un nombre entier). Voir `epicene audit"),
        ("audit a --limit -1", "La valeur de --limit ne convient pas (trop petit)."),
        ("audit a --limit", "« --limit » demande une valeur."),
        ("nothing", "Il n’y a pas de commande « nothing ». Voir `epicene --help`."),  # a word of ours, too
        ("ask", "Il manque MODEL. Voir `epicene ask --help`."),
        ("audit a b", "« b » est un argument de trop."),
    ],
)
def test_a_call_that_is_not_understood_is_answered_in_french(call: str, told: str, tmp_path: Path) -> None:
    done = epicene(*call.split(), cwd=tmp_path, LANG="fr_FR.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr.replace("\N{NO-BREAK SPACE}", " ")
    assert done.stderr.count("\n") == 1
    assert "Error" in epicene(*call.split(), cwd=tmp_path).stderr  # English is typer’s, as before


def test_lang_tells_the_language_of_a_call_that_is_not_understood(tmp_path: Path) -> None:
    for given in (("--lang", "fr"), ("--lang=fr",)):
        assert "Il n’y a pas d’option --bogus" in epicene("audit", "a", *given, "--bogus", cwd=tmp_path).stderr


def test_data_commands_speak_french(tmp_path: Path) -> None:
    told = ""
    for command in ("list", "stats pairs-fr", "template pairs"):
        done = epicene("data", *command.split(), cwd=tmp_path, LANG="fr_FR.UTF-8", COLUMNS="200")
        told += done.stdout
    assert "paires françaises d’epicene" in " ".join(told.split())
    english = {"the", "and", "finding", "findings", "bundled", "download", "pairs", "used", "name", "what", "stated"}
    assert not english & set(told.replace(":", " ").split()), english & set(told.split())


def test_what_the_workshop_answers_is_french_too(tmp_path: Path) -> None:
    french = {"LANG": "fr_FR.UTF-8", "EPICENE_COLLECT_PASSWORD": "quelque-chose-de-long-99"}
    for call, answer in (
        ("campaign open Essai --organiser X --contact Y", "Ouverte\u00a0: Essai (fr), avec 0 phrase à juger."),
        ("campaign list", "2  Essai (fr), ouverte\u00a0: 0 participant, 0 énoncé, 0 jugement"),
        ("user add ada", "ada peut se connecter avec le rôle curator."),
        ("user list", "ada\u00a0: curator, sessions ouvertes\u00a0: 0"),
        ("forget", "Volontaires oubliés\u00a0: 0."),
    ):
        done = epicene("collect", *call.split(), cwd=tmp_path, **french)
        assert (done.returncode, (done.stdout + done.stderr).splitlines()[0]) == (0, answer)
