"""What sets of every kind are counted by: their categories, and the words of a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from epicene.core.types import Item
from epicene.grammar.words import words

ALL = "all"


def by_category(items: Sequence[Item]) -> dict[str, list[Item]]:
    """All items, and those of each category, the most frequent first."""
    frequencies = Counter(item.category for item in items)
    groups = {ALL: list(items)}
    return groups | {name: [item for item in items if item.category == name] for name, _ in frequencies.most_common()}


def length(text: str) -> int:
    """Words, punctuation aside."""
    return sum(not word.is_mark for word in words(text))
