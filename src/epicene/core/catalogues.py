"""Languages, and the catalogues of what people read in them; `language` formats their messages.

A room has `messages/CODE.ftl`, or several files `messages/NAME.CODE.ftl`, in Fluent (projectfluent.org). A message's
identifier is its key with `--` for each dot; `_XX_` is a character that identifiers cannot have, by its code in
hexadecimal (`bias_20_type` is `bias type`). Errors and progress are English and stand in the code.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)
NARROW_NO_BREAK = "\u202f"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)
_ENTRY = re.compile(r"^([A-Za-z][\w-]*)[ \t]*=(.*(?:\n(?:[ \t].*)?$)*)", re.MULTILINE)
_CODED = re.compile(r"_([0-9a-f]{2,6})_")


@cache
def read_catalogue(package: str, code: str) -> Mapping[str, str]:
    """The messages of one room by key, in Fluent's syntax; none for a kind or measure that names no package."""
    files = resources.files(package).joinpath("messages").iterdir() if package else ()
    messages: dict[str, str] = {}
    for file in sorted(files, key=lambda file: file.name):
        if f".{file.name}".endswith(f".{code}.ftl"):
            messages |= entries(file.read_text(encoding="utf-8"))
    return messages


def entries(text: str) -> dict[str, str]:
    """The messages of a Fluent file by key, cut but not parsed: parsing a whole catalogue takes longer than a command
    that needs ten of its messages."""
    return {key_of(name): value.rstrip() for name, value in _ENTRY.findall(text)}


def key_of(identifier: str) -> str:
    return _CODED.sub(lambda match: chr(int(match[1], 16)), identifier.replace("--", "."))


def identifier_of(key: str) -> str:
    """The reverse of `key_of`."""
    return re.sub(r"[^A-Za-z0-9_-]", lambda match: f"_{ord(match[0]):02x}_", key.replace(".", "--"))


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the reader's machine says (fr_FR.UTF-8: French), English where we do not speak that."""
    text = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = text.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def spoken() -> str:
    """The language in which verdicts, tables and pages of this command are written."""
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
