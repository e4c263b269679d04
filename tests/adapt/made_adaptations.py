"""Small adaptations, and people who fill in their tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from epicene.adapt.adaptation import Adaptation, AdaptationFacts
from epicene.adapt.samples import AppliedSample, apply_sample, role_of
from epicene.adapt.spreadsheets import read_table, write_table
from epicene.core.types import Item, Role, Text
from epicene.kinds.pairs.kind import PAIRS

Cells = dict[str, str]


def pair(number: int, more: str, less: str, language: str = "en") -> Item:
    variants = {Role.MORE: Text(more), Role.LESS: Text(less)}
    return Item(str(number), variants, language, "gender", str(number), {"direction": "stereo", "origin": "native"})


def adaptation(path: Path, n: int = 5, to: str = "fr", draft: str = "") -> Adaptation:
    """Of n pairs; the draft empty, the source (to English), or the word that is given."""
    made = Adaptation(path)
    path.mkdir()
    source = [pair(number, f"Women sing {number} songs.", f"Men sing {number} songs.") for number in range(n)]
    made.write_source(source)
    texts = {} if to == "en" else {"more": draft and f"Elles {draft}.", "less": draft and f"Ils {draft}."}
    system: dict[str, object] = {"name": "model", "beam": 5} if draft else {"name": "people"}
    items = [PAIRS.with_texts(item, texts, language=to) for item in source]
    made.write_draft(items, AdaptationFacts(PAIRS.name, {}, n, "en", to, system))
    return made


def filled(table: Path, change: Callable[[Cells], Cells]) -> Path:
    rows = [dict(row.cells) for row in read_table(table, ())]
    write_table(table, list(rows[0]), [change(row) for row in rows])
    return table


def bring(made: Adaptation, table: Path, change: Callable[[Cells], Cells]) -> AppliedSample:
    filled(table, change)
    return apply_sample(made, table, role_of(table))


def translated(row: Cells) -> Cells:
    number = row["id"]
    return row | {"more": f"Les femmes chantent {number} fois.", "decision": "accept", "minutes": "1,5"}


def edited(row: Cells) -> Cells:
    return row | {"less": row["more"].replace("femmes", "hommes"), "decision": "accept", "minutes": "0.5"}
