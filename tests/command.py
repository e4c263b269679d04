"""The `epicene` command in a test: in this process where that is enough, because starting Python takes seconds."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from epicene.cli import main
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


@dataclass(frozen=True)
class Result:
    """What a command did that was called in this process; `exception` is the error that it ended in."""

    exit_code: int
    stdout: str
    stderr: str
    exception: BaseException | None = None

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


@dataclass(frozen=True)
class CliRunner:
    """Calls a command, or one of a group, with what is typed after its name."""

    env: Mapping[str, str] | None = None

    def invoke(self, app: Any, arguments: Sequence[object], env: Mapping[str, str] | None = None) -> Result:
        out, err = io.StringIO(), io.StringIO()
        code, raised = 0, None
        redirected = contextlib.redirect_stdout(out), contextlib.redirect_stderr(err)
        with mock.patch.dict(os.environ, {**(self.env or {}), **(env or {})}), redirected[0], redirected[1]:
            try:
                main.dispatch([*(() if app is main.app else app.name), *map(str, arguments)])
            except SystemExit as stop:
                code = int(stop.code or 0)
            except Exception as error:
                code, raised = getattr(error, "exit_code", 1), error
        return Result(code, out.getvalue(), err.getvalue(), raised)


def forked(
    work: Callable[[], object], cwd: Path | None = None, meanwhile: Callable[[int], object] = lambda child: None
) -> Done:
    """Do something in a process of its own that has all libraries loaded: what it changes or kills is not ours.

    `meanwhile` is done here, with the process's id. A return code below 0 is the signal that ended it, as `subprocess`
    has it.
    """
    import transformers.modeling_utils  # noqa: F401 - here, and not in every child

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _alone(work, cwd, out.fileno(), err.fileno())
        meanwhile(child)
        _, status = os.waitpid(child, 0)
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode())
    return Done(os.waitstatus_to_exitcode(status), *told)


def _alone(work: Callable[[], object], cwd: Path | None, out: int, err: int) -> None:
    """The child's whole life: it never comes back to the tests."""
    code = 1
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        os.chdir(cwd or Path.cwd())
        work()
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
