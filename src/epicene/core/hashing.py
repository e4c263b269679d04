"""Short, stable names for content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from epicene.core.types import Item

SHORT = 6


def digest(value: object) -> str:
    """SHA-256 of a JSON-serialisable value, the same on every machine."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def items_digest(items: Sequence[Item]) -> str:
    """What a data set is known by: its parsed rows, whatever the file's bytes, delimiter or line ends."""
    return digest(
        [
            [
                item.id,
                item.language,
                item.category,
                [[role, text.text, text.context, text.id] for role, text in item.variants.items()],
                dict(item.facets),
                *([item.cluster] if item.cluster != item.id else []),
            ]
            for item in items
        ]
    )


def files_digest(paths: Iterable[Path]) -> str:
    """SHA-256 over the content of files, in the order of their names."""
    total = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        with path.open("rb") as handle:
            total.update(hashlib.file_digest(handle, "sha256").digest())
    return total.hexdigest()
