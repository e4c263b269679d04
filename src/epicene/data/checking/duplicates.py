"""Pairs that say the same thing twice: counted twice, they weigh twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from epicene.core.types import Item
from epicene.data.near_index import NearIndex, Sides
from epicene.grammar.words import folded_words

MOST_NEAR = 25  # others that one text is said to be near to: of a flood of alike ones, no more are named


class Twin(NamedTuple):
    """`second` repeats `first`; `swapped` where the two sides changed places."""

    first: Item
    second: Item
    swapped: bool


def duplicates(items: Sequence[Item]) -> list[Twin]:
    """Pairs with the same words on both sides, case and punctuation aside; each is reported once, with its first."""
    return set_duplicates_apart(items)[1]


def set_duplicates_apart(items: Sequence[Item]) -> tuple[dict[Sides, Item], list[Twin]]:
    """The items that are the first with their words, by these words; and those that repeat one of them."""
    unique: dict[Sides, Item] = {}
    repeated = []
    for item in items:
        sides = tuple(folded_words(f"{text.context} {text.text}") for text in item.variants.values())
        straight, crossed = unique.get(sides), unique.get(sides[::-1])
        if first := straight or crossed:
            repeated.append(Twin(first, item, swapped=not straight))
        else:
            unique[sides] = item
    return unique, repeated


def near_duplicates(unique: Mapping[Sides, Item]) -> Iterator[Twin]:
    """Pairs of one language that differ in function words, endings or spelling only, on both sides (see `near_index`),
    each with up to `MOST_NEAR` of those before it."""
    by_language: dict[str, dict[Sides, Item]] = defaultdict(dict)
    for sides, item in unique.items():
        by_language[item.language][sides] = item
    for language, pairs in by_language.items():
        index, items = NearIndex(language), list(pairs.values())
        for number, sides in enumerate(pairs):
            index.add(number, sides)
        for number, sides in enumerate(pairs):
            for near in sorted(islice(index.near(sides, before=number), MOST_NEAR)):
                yield Twin(items[near.key], items[number], near.swapped)
