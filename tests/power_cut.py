"""Ending work in the middle, as a crash would: at a place that the test names, never after some time."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from command import forked
from epicene.core.progress import Silent

_PROGRAM = """
import sys
from power_cut import signalled

signalled(*sys.argv[1:])
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


class Telling:
    """Standard error, which sends this process a signal the moment it has told something."""

    def __init__(self, at: str, number: int, stream: Any) -> None:
        self.at, self.number, self.stream = at, number, stream

    def write(self, text: str) -> int:
        self.stream.write(text)
        self.stream.flush()
        if self.at in text:
            os.kill(os.getpid(), self.number)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def signalled(at: str, number: str, *arguments: str) -> None:
    from epicene.cli.main import run

    sys.stderr, sys.argv = Telling(at, int(number), sys.stderr), ["epicene", *arguments]
    run()


def signalled_at(at: str, *arguments: object, by: signal.Signals = signal.SIGKILL) -> list[str]:
    """What to start for a process with this `epicene` command, which gets the signal the moment it has told `at`."""
    program = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})" + _PROGRAM
    return [sys.executable, "-c", program, at, str(int(by)), *map(str, arguments)]


def killed_at(at: str, *arguments: object, cwd: Path | None = None) -> None:
    """Run the command in a process of its own and have it killed (-9) the moment it has told `at`."""
    done = forked(lambda: signalled(at, str(int(signal.SIGKILL)), *map(str, arguments)), cwd=cwd)
    assert done.returncode == -signal.SIGKILL, done.stderr
