"""Languages, and the catalogues of what people read in them; `language` formats their messages.

A room has `messages/CODE.ftl`, or several files `messages/NAME.CODE.ftl`, in Fluent (projectfluent.org). A message's
identifier is its key with `--` for each dot; `_XX_` is a character that identifiers cannot have, by its code in
hexadecimal (`bias_20_type` is `bias type`). Errors and progress are English and stand in the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)
NARROW_NO_BREAK = "\u202f"
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
