"""Any command of the user's own (`--command`) that reads lines and writes lines.

Nothing of a file is held here: lines go to the program as they are read, and answers are kept as they come.
"""

from __future__ import annotations

import subprocess
import threading
import time
from array import array
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Lines, Numbered
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL

SECONDS_BETWEEN_WRITES, MOST_BETWEEN_WRITES = 0.5, 1000


@dataclass
class CommandSystem:
    """A command of the user's own, run by the shell: it gets the lines and must answer each with one line."""

    command: str

    @property
    def facts(self) -> Mapping[str, str]:
        return {"command": self.command}

    @property
    def name(self) -> str:
        return self.command

    def check(self, lines: Lines[str], file: Path) -> None:
        pass

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        """Answers are kept as they come; a resumed call sends only what is missing."""
        if len(lines):
            yield from self.ask(lines)

    def environment(self) -> dict[str, str] | None:
        """Of the command, where it needs another than ours."""
        return None

    def ask(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        process = subprocess.Popen(  # noqa: S602 - the user's own command, and pipes in it are wanted
            self.command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment()
        )
        if process.stdin is None or process.stdout is None:
            raise EpiceneError(f"{self.command!r} could not be started with pipes.")
        asked = array("q")
        feeder = threading.Thread(target=_feed, args=(process.stdin, lines, asked), daemon=True)
        feeder.start()
        try:
            n_answers = yield from self._answers(process.stdout, asked, feeder)
            code = process.wait() if n_answers <= len(lines) else 0
        finally:
            if process.poll() is None:
                process.kill()
            process.stdout.close()
            process.wait()
        if code:
            raise EpiceneError(
                f"{self.command!r} ended with exit code {code} after {n_answers} of {len(lines)} lines. Mend it and "
                "run the same command again; what it answered is kept."
            )
        if n_answers != len(lines):
            raise InputError(
                f"{self.command!r} answers {len(lines)} lines with {n_answers}; it must write exactly one line for "
                "each line that it reads."
            )

    def _answers(
        self, answers: IO[bytes], asked: Sequence[int], feeder: threading.Thread
    ) -> Generator[list[Numbered], None, int]:
        """What comes, gathered for a moment so that a fast command does not wait for the disk; returns how many."""
        n_answers, gathered, since = 0, list[Numbered](), time.monotonic()
        try:
            for answer in answers:
                n_answers += 1
                while n_answers > len(asked) and feeder.is_alive():  # it writes before it has read
                    feeder.join(0.01)
                if n_answers > len(asked):  # more than it was given
                    break
                gathered.append((asked[n_answers - 1], answer.decode().strip()))
                if time.monotonic() - since > SECONDS_BETWEEN_WRITES or len(gathered) == MOST_BETWEEN_WRITES:
                    yield gathered
                    gathered, since = [], time.monotonic()
        except UnicodeDecodeError as error:
            raise InputError(f"{self.command!r} answers with bytes that are not UTF-8 ({error.reason}).") from None
        if gathered:
            yield gathered
        return n_answers


def _feed(pipe: IO[bytes], lines: Iterable[Numbered], asked: array[int]) -> None:
    """In a thread of its own: a command may write before it has read everything. `asked` are the lines sent so far."""
    try:
        for index, line in lines:
            asked.append(index)
            pipe.write(f"{line}\n".encode())
        pipe.close()
    except (BrokenPipeError, ValueError):
        return  # the command ended early, and what it did not answer says so
