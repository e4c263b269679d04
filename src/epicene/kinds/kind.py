"""A kind of benchmark, with what most kinds do: JSON lines of a text for each role, checks and counts of sentences."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, ClassVar

from epicene.core.kinds import AnyKind, Issue, Stats
from epicene.core.types import Item, Text
from epicene.data.checking.near_duplicates import duplicates
from epicene.data.checking.text_checks import text_issues
from epicene.data.datasets import by_category, length
from epicene.data.text_files import read_objects, unique_items

if TYPE_CHECKING:
    from epicene.kinds.protocol import ResponseMode


class Kind(AnyKind):
    """What rooms below `kinds/` need of its items, with defaults for files and counts, and its response modes by name:
    each an object, or `MODULE:CLASS` to be imported when it is asked for."""

    ways: ClassVar[Mapping[str, str | ResponseMode]]

    def read(self, path: Path, language: str, **facts: str) -> list[Item]:
        """Lines with an id, a text for each role and, where there are such, category and cluster."""
        items = []
        for line, row in read_objects(path, ("id", *self.roles), ("category", "cluster")):
            variants = {role: Text(row[role]) for role in self.roles}
            category, cluster = row.get("category", "other"), row.get("cluster", row["id"])
            items.append(Item(row["id"], variants, language, category, cluster, line=line))
        return unique_items(path, items)

    def write(self, items: Sequence[Item]) -> str:
        records = [
            {"id": item.id, **self.texts_of(item), "category": item.category, "cluster": item.cluster} for item in items
        ]
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)

    def issues(self, item: Item) -> Iterator[Issue]:
        return text_issues(item)

    def stats(self, items: Sequence[Item], unusable: Collection[str]) -> Stats:
        groups: list[dict[str, str | int | float]] = []
        for name, part in by_category(items).items():
            usable = [item for item in part if item.id not in unusable]
            lengths = [length(text.text) for item in usable for text in item.variants.values()]
            counts: dict[str, str | int | float] = {"group": name, "n_total": len(part), "n_used": len(usable)}
            means = {"words_mean": float(mean(lengths or [0])), "duplicates": sum(1 for _ in duplicates(usable))}
            groups.append({**counts, **means})
        return Stats(["group", "items", "used", "words", "twice"], [list(group.values()) for group in groups], groups)
