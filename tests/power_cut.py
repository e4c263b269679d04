"""Ending work in the middle, as a crash would: at a place that the test names, never after some time."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from epicene.core.progress import Silent

_PROGRAM = """
import os, sys
from epicene.cli.main import run

at, number, *arguments = sys.argv[1:]

class Telling:
    def write(self, text):
        sys.__stderr__.write(text)
        sys.__stderr__.flush()
        if at in text:
            os.kill(os.getpid(), int(number))
        return len(text)

    def __getattr__(self, name):
        return getattr(sys.__stderr__, name)

sys.stderr, sys.argv = Telling(), ["epicene", *arguments]
run()
"""


class PowerCutError(Exception):
    pass


class StopsAt(Silent):
    """A progress that ends the work after so many units."""

    def __init__(self, units: int) -> None:
        self.left = units

    def advance(self, units: int) -> None:
        self.left -= units
        if self.left <= 0:
            raise PowerCutError


def signalled_at(at: str, *arguments: object, by: signal.Signals = signal.SIGKILL) -> list[str]:
    """What to start for a process with this `epicene` command, which gets the signal the moment it has told `at`."""
    return [sys.executable, "-c", _PROGRAM, at, str(int(by)), *map(str, arguments)]


def killed_at(at: str, *arguments: object, cwd: Path | None = None) -> None:
    """Run the command and have it killed (-9) the moment it has told `at` on standard error."""
    command = signalled_at(at, *arguments)
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
