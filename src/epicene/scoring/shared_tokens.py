"""What two sentences of a pair have in common, as the original CrowS-Pairs program sees it."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterator, Sequence
from itertools import takewhile

from epicene.core.errors import InputError
from epicene.core.types import Item, Role
from epicene.grammar.words import words
from epicene.models.description import Description
from epicene.models.tokens import Tokens


def shared_places(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Positions of the unchanged tokens in each sequence, by difflib's opcodes."""
    ones: list[int] = []
    twos: list[int] = []
    for operation, i1, i2, j1, j2 in difflib.SequenceMatcher(None, first, second).get_opcodes():
        if operation == "equal":
            ones.extend(range(i1, i2))
            twos.extend(range(j1, j2))
    return tuple(ones), tuple(twos)


def first_difference(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """How many places the two begin alike."""
    alike = (one == other for one, other in zip(first, second, strict=False))
    return sum(1 for _ in takewhile(bool, alike))


def share_a_word(first: str, second: str) -> bool:
    """Whether two sentences have a word in common after the first one that differs."""
    ones, others = ([word.text for word in words(text)] for text in (first, second))
    start = first_difference(ones, others)
    return any(ones[place][0].isalnum() for place in shared_places(ones, others)[0] if place >= start)


def aligned(
    item: Item, description: Description, *, as_released: bool
) -> Iterator[tuple[Role, Tokens, tuple[int, ...]]]:
    """Each side of a pair, its tokens, and the positions of those that both sides share.

    difflib is not symmetric, so the order is the original's: the sentence about the disadvantaged group comes first.
    Special tokens are left out by the tokenizer's own mask; the original leaves out the first and the last shared
    token instead, which is not the same for mBART.
    """
    if item.variants.keys() != {Role.MORE, Role.LESS}:
        raise InputError(f"Item {item.id} (line {item.line}) is no pair, so nothing is shared between its sentences.")
    roles = [Role.MORE, Role.LESS] if item.facets.get("direction") != "antistereo" else [Role.LESS, Role.MORE]
    tokens = [description.encode(item.variants[role].text, item.language) for role in roles]
    for role, side, places in zip(roles, tokens, shared_places(tokens[0].ids, tokens[1].ids), strict=True):
        if as_released:
            yield role, side, places[1:-1]
        else:
            yield role, side, tuple(place for place in places if not side.special[place])
