"""The language in which verdicts, tables and pages are written; errors and progress are English."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from epicene.core.catalogues import ENGLISH, LANGUAGES

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the reader's machine says (fr_FR.UTF-8: French), English where we do not speak that."""
    text = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = text.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def spoken() -> str:
    return _SPOKEN.get()


def speak(code: str) -> None:
    """From here on, as long as `speaking` lasts."""
    _SPOKEN.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


# What follows is for `cli`, `api` and `auditing/arguments.py`, until they write f-strings too.
Said = str


def said(template: str, /, **values: object) -> str:
    return template.format(**values) if values else template


def quoted(text: str) -> str:
    return f"“{text}”"


def listed(parts: Iterable[object], between: str = ", ") -> str:
    return between.join(map(str, parts))


def in_spoken(sentence: object) -> str:
    return str(sentence)


def in_each(say: Callable[[str], str]) -> str:
    return say(ENGLISH)
