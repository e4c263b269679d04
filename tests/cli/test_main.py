"""What is common to all commands."""

from __future__ import annotations

import sys

import pytest

from epicene.cli import main


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
