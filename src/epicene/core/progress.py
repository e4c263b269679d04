"""How long work tells of itself; the command line draws it, tests and libraries stay silent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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


_SHOWN: ContextVar[Progress | None] = ContextVar("shown", default=None)


def current() -> Progress:
    """What is drawn now, for work that is long where nobody expects it (naming a lab model that is not trained yet)."""
    return _SHOWN.get() or Silent()


@contextmanager
def shown_on(progress: Progress) -> Iterator[None]:
    """Let `current` find this progress."""
    token = _SHOWN.set(progress)
    try:
        yield
    finally:
        _SHOWN.reset(token)
