"""How long work tells of itself; the command line draws it, tests and libraries stay silent."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    def start(self, label: str, total: int, done: int = 0) -> None:
        """A stretch of work begins: `total` units, `done` of them already behind us."""

    def advance(self, units: int) -> None:
        """So many more units are done."""

    def say(self, text: str) -> None:
        """Something a person should know."""


class Silent:
    """Progress for callers that do not show any."""

    def start(self, label: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, units: int) -> None:
        pass

    def say(self, text: str) -> None:
        pass
