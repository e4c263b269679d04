"""Programs that read lines and write lines: any command of the user's own, and Apertium as Debian packages it.

Nothing of a file is held here: lines go to the program as they are read, and answers are kept as they come.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from array import array
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO

from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import files_digest
from epicene.core.progress import Silent, current
from epicene.core.spoken import said
from epicene.core.types import Lines, Numbered
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL

SECONDS_BETWEEN_WRITES, MOST_BETWEEN_WRITES = 0.5, 1000
APERTIUM = "apertium"
# Debian has no French–English pair; both go by way of Catalan.
APERTIUM_MODES = {"fr-en": ("fra-cat", "cat-eng"), "en-fr": ("eng-cat", "cat-fra")}
APERTIUM_PACKAGES = ("apertium", "apertium-fra-cat", "apertium-eng-cat")
APERTIUM_DATA = Path("/usr/share/apertium")
_CLOSING = " \t\r\u00a0\u202f\"'”’»)]"  # what may stand behind the mark that ends a sentence


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
            yield from self._ask(lines)

    def _ask(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        process = subprocess.Popen(  # noqa: S602 - the user's own command, and pipes in it are wanted
            self.command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        if process.stdin is None or process.stdout is None:
            raise EpiceneError("{command!r} could not be started with pipes.", command=self.command)
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
                "{command!r} ended with exit code {code} after {n_answers} of {n_lines} lines. Mend it and "
                "run the same command again; what it answered is kept.",
                command=self.command,
                code=code,
                n_answers=n_answers,
                n_lines=len(lines),
            )
        if n_answers != len(lines):
            raise InputError(
                "{command!r} answers {n_lines} lines with {n_answers}; it must write exactly one line for "
                "each line that it reads.",
                command=self.command,
                n_lines=len(lines),
                n_answers=n_answers,
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
            raise InputError(
                "{command!r} answers with bytes that are not UTF-8 ({reason}).",
                command=self.command,
                reason=error.reason,
            ) from None
        if gathered:
            yield gathered
        return n_answers


def _feed(pipe: IO[bytes], lines: Iterable[Numbered], asked: array[int]) -> None:
    """In a thread of its own: a command may write before it has read everything. `asked` are the lines sent so far."""
    try:
        for place, line in lines:
            asked.append(place)
            pipe.write(f"{line}\n".encode())
        pipe.close()
    except (BrokenPipeError, ValueError):
        return  # the command ended early, and what it did not answer says so


@dataclass
class ApertiumSystem(CommandSystem):
    """Rules and dictionaries, by way of Catalan. It reads a file as one text: how a sentence is tagged, and whom a
    possessive refers to, may hang on those before. So a resumed call sends all lines again, and keeps what was missing.
    """

    command: str = field(init=False)
    direction: str = "fr-en"

    def __post_init__(self) -> None:
        self.command = " | ".join(f"apertium -u {mode}" for mode in APERTIUM_MODES[self.direction])
        self._all: Lines[str] = []

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """Known by its dictionaries and rules; Debian's versions of them are older or newer elsewhere."""
        files = [
            path
            for mode in APERTIUM_MODES[self.direction]
            for path in [*APERTIUM_DATA.glob(f"*/*{mode}.*"), APERTIUM_DATA / "modes" / f"{mode}.mode"]
        ]
        return {"model": self.name, "command": self.command, "weights": files_digest(files)}

    @property
    def name(self) -> str:
        return f"{APERTIUM}:{self.direction}"

    def check(self, lines: Lines[str], file: Path) -> None:
        self._all = lines

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        missing = {place: _goes_on(line) for place, line in lines}
        if missing:
            for batch in self._ask(_Ended(self._all)):
                yield [(place, _without_stop(text, missing[place])) for place, text in batch if place in missing]


@dataclass(frozen=True, slots=True)
class _Ended:
    """Lines with their numbers. One that no mark ends gets a full stop: words would move on to the next line and back
    (« the guitar », « red » became « le rouge », « de guitare »)."""

    lines: Lines[str]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Numbered]:
        return enumerate(f"{line}." if _goes_on(line) else line for line in self.lines)


def _goes_on(line: str) -> bool:
    return not line.rstrip(_CLOSING).endswith((".", "!", "?"))


def _without_stop(text: str, added: bool) -> str:
    return text.removesuffix(".").rstrip() if added else text


def open_apertium(direction: str) -> ApertiumSystem:
    if direction not in APERTIUM_MODES:
        known = " and ".join(f"{APERTIUM}:{known}" for known in APERTIUM_MODES)
        raise InputError(
            "There is no {prefix}:{direction}; epicene calls {known}.",
            prefix=APERTIUM,
            direction=direction,
            known=known,
        )
    if not _installed(direction):
        _install()
    if not _installed(direction):
        raise EpiceneError(
            "Apertium lacks what {direction} needs ({modes}): install {packages}, and try again.",
            direction=direction,
            modes=", ".join(APERTIUM_MODES[direction]),
            packages=" ".join(APERTIUM_PACKAGES),
        )
    return ApertiumSystem(direction)


def _installed(direction: str) -> bool:
    modes = (APERTIUM_DATA / "modes" / f"{mode}.mode" for mode in APERTIUM_MODES[direction])
    return shutil.which(APERTIUM) is not None and all(mode.is_file() for mode in modes)


def _install() -> None:
    """Where apt-get may, it is said and done; a person at a terminal is asked first. Elsewhere, and where nobody would
    be told (a Python program that shows no progress): how to do it."""
    install = f"apt-get install {' '.join(APERTIUM_PACKAGES)}"
    may = shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0
    if not may or isinstance(current(), Silent):
        raise EpiceneError(
            "Apertium is not installed. On Debian or Ubuntu: sudo {install}. Elsewhere see "
            "https://wiki.apertium.org, or name another system.",
            install=install,
        )
    if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty():  # without one there is no stdin, or it is a file
        sys.stderr.write(f"Apertium is not installed. Run `{install}` now? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in ("y", "yes", "o", "oui"):
            raise EpiceneError("Apertium is not installed; `{install}` does that.", install=install)
    current().say(said("Apertium is not installed: {install}", install=install))
    quietly = [*("apt-get", "install", "-y", "-qq", "--no-install-recommends"), *APERTIUM_PACKAGES]
    for command in (["apt-get", "update", "-qq"], quietly):
        done = subprocess.run(  # noqa: S603 - with nothing to read, so that no question waits for an answer
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=_unattended()
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise EpiceneError(
                "`{command}` failed ({last}). Install Apertium by hand: {install}",
                command=" ".join(command),
                last=last,
                install=install,
            )


def _unattended() -> dict[str, str]:
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
