"""Tables of words and endings: files beside the rules that read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def read_table(name: str) -> dict[str, Any]:
    """The table `grammar/french/plurals.toml`, by that name; of other rooms likewise."""
    return tomllib.loads((_PACKAGE / name).read_text(encoding="utf-8"))


def read_words(name: str) -> tuple[str, ...]:
    """The words of a text file, its lines that begin with # aside."""
    lines = (_PACKAGE / name).read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


def word_list(text: str) -> tuple[str, ...]:
    """Words of a table, written as running text so that it can be read."""
    return tuple(text.split())


def couples(text: str) -> tuple[tuple[str, str], ...]:
    """`one/other` entries of a table."""
    return tuple((one, other) for one, _, other in (entry.partition("/") for entry in text.split()))
