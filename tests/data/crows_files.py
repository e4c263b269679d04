"""What the tests of this room are made from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from epicene.core.types import Item, Role, Text

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "crows_pairs"
HEADER = "\tsent_more\tsent_less\tstereo_antistereo\tbias_type\n"

Write = Callable[[str | bytes], Path]
Crows = Callable[[str], Path]


def pair(more: str, less: str, *, id: str = "1", language: str = "fr", category: str = "gender", line: int = 2) -> Item:
    return Item(
        id, {Role.MORE: Text(more), Role.LESS: Text(less)}, language, category, id, {"direction": "stereo"}, line
    )
