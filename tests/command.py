"""The `epicene` command in a test: in this process where that is enough, because starting Python takes seconds."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from epicene.cli.main import run


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def epicene(*arguments: object, cwd: Path, **environment: str) -> Done:
    """Run the command in a folder, offline and with a cache of its own."""
    variables = {"EPICENE_OFFLINE": "1", "EPICENE_CACHE": str(cwd / "cache"), **environment}
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        contextlib.chdir(cwd),
        mock.patch.dict(os.environ, variables),
        mock.patch.object(sys, "argv", ["epicene", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            run()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Done(code, out.getvalue(), err.getvalue())
