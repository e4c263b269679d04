"""`apertium:fr-en` and `apertium:en-fr`: rules and dictionaries, as Debian packages them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import files_digest
from epicene.core.types import Lines, Numbered
from epicene.mt.translating.translation_engine import CommandSystem, SystemRequest, TranslationEngine

APERTIUM = "apertium"
# Debian has no French–English pair; both go by way of Catalan.
APERTIUM_MODES = {"fr-en": ("fra-cat", "cat-eng"), "en-fr": ("eng-cat", "cat-fra")}
APERTIUM_PACKAGES = ("apertium", "apertium-fra-cat", "apertium-eng-cat")
INSTALLING = f"sudo apt-get install {' '.join(APERTIUM_PACKAGES)}"  # on Debian or Ubuntu
APERTIUM_DATA = Path("/usr/share/apertium")
_CLOSING = " \t\r\u00a0\u202f\"'”’»)]"  # what may stand behind the mark that ends a sentence


@dataclass
class ApertiumSystem(CommandSystem):
    """Rules and dictionaries, by way of Catalan. It reads a file as one text: how a sentence is tagged, and whom a
    possessive refers to, may hang on those before. So a resumed call sends all lines again, and keeps what was missing.

    A line that no mark ends gets a full stop: words would move on to the next line and back (« the guitar », « red »
    became « le rouge », « de guitare »).
    """

    command: str = field(init=False)
    direction: str = "fr-en"

    def __post_init__(self) -> None:
        self.command = " | ".join(f"apertium -u {mode}" for mode in APERTIUM_MODES[self.direction])
        # It dies of a locale that the machine lacks (LANG=fr_FR.UTF-8 in a container); C.UTF-8 is always there.
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        self._all: Sequence[str] = []

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
        self._all = list(lines)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        goes_on = {index: not line.rstrip(_CLOSING).endswith((".", "!", "?")) for index, line in enumerate(self._all)}
        missing = {index for index, _ in lines}
        whole = [(index, f"{line}." if goes_on[index] else line) for index, line in enumerate(self._all)]
        for batch in self.ask(whole) if missing else ():
            yield [
                (index, text.removesuffix(".").rstrip() if goes_on[index] else text)
                for index, text in batch
                if index in missing
            ]


class Apertium(TranslationEngine):
    name = APERTIUM

    def languages(self, spec: str) -> tuple[str, str]:
        source, _, target = _direction(spec).partition("-")
        return source, target

    def open(self, request: SystemRequest) -> ApertiumSystem:
        return open_apertium(_direction(request.choice.spec))


ENGINE = Apertium()


def _direction(spec: str) -> str:
    direction = spec.removeprefix(f"{APERTIUM}:")
    if direction not in APERTIUM_MODES:
        known = ", ".join(f"{APERTIUM}:{known}" for known in APERTIUM_MODES)
        raise InputError(f"There is no {APERTIUM}:{direction}. Known: {known}.")
    return direction


def is_installed(direction: str) -> bool:
    """Whether the program and both its language pairs are on this machine."""
    modes = (APERTIUM_DATA / "modes" / f"{mode}.mode" for mode in APERTIUM_MODES[direction])
    return shutil.which(APERTIUM) is not None and all(mode.is_file() for mode in modes)


def open_apertium(direction: str) -> ApertiumSystem:
    """A program of the machine's: where it is missing, how to get it is said, and nothing is installed."""
    if not is_installed(direction):
        sentence = (
            f"Apertium, or what it needs for {direction}, is not installed. On Debian or Ubuntu: "
            f"{INSTALLING}. Elsewhere see https://wiki.apertium.org, "
            "or name another system."
        )
        raise EpiceneError(sentence)
    return ApertiumSystem(direction)
