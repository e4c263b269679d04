"""The files that hold what people read, and how each language writes digits; `language` speaks from them.

`messages/CODE.json` of a room has texts by a key (pages, tables, notices, the volunteers' site): they are chosen by
data, counted and composed. Errors and progress are English and stand in the code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

ENGLISH, FRENCH = "en", "fr"
LANGUAGES = (ENGLISH, FRENCH)
NARROW_NO_BREAK = "\u202f"
_SPACES = re.compile(r"\s")  # those that group digits too


@cache
def read_catalogue(package: str, code: str) -> Mapping[str, str]:
    """The messages of one room: `messages/CODE.json` in its package, or several files `NAME.CODE.json`; a key is in one
    of them only. None of somebody's kind or measure that names no package."""
    files = resources.files(package).joinpath("messages").iterdir() if package else ()
    found: dict[str, str] = {}
    for file in sorted(files, key=lambda file: file.name):
        if f".{file.name}".endswith(f".{code}.json"):
            found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def agreeing(code: str, value: object, forms: str) -> str:
    """Which of two forms goes with a number, or with the digits in which somebody wrote it: `{n} ligne{n:|s}`. French
    has the singular for all below 2 (0 ligne, 1,5 point), English for 1 alone."""
    one, _, many = forms.partition("|")
    try:
        number = abs(float(_SPACES.sub("", str(value)).replace(",", "" if code == ENGLISH else ".").lstrip("\u2212+")))
    except ValueError:
        return many
    return one if (number < 2 if code == FRENCH else number == 1) else many


def digits_in(code: str, written: str) -> str:
    """A number as English writes it (1,234.5), in that language (1 234,5)."""
    return written.replace(",", NARROW_NO_BREAK).replace(".", ",") if code == FRENCH else written
