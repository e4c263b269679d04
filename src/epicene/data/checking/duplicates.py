"""Pairs that say the same thing twice: counted twice, they weigh twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from epicene.core.types import Item
from epicene.grammar.languages import grammar
from epicene.grammar.rules import Grammar
from epicene.grammar.words import fold, words

NEAR = 80  # of 100, by characters: what is worth a second look
SAME_WORD = 80  # of 100: a typing error or another ending
ONE_WORD_IN = 8  # so many content words may hide one that differs
_BLOCK = 256

Sides = tuple[str, ...]


class Twin(NamedTuple):
    """`second` repeats `first`; `swapped` where the two sides changed places."""

    first: Item
    second: Item
    swapped: bool


def duplicates(items: Sequence[Item]) -> Iterator[Twin]:
    """Pairs with the same words on both sides, case and punctuation aside; each is reported once, with its first."""
    seen: dict[Sides, Item] = {}
    for item in items:
        sides = _sides(item)
        straight, crossed = seen.get(sides), seen.get(sides[::-1])
        if first := straight or crossed:
            yield Twin(first, item, swapped=not straight)
        else:
            seen[sides] = item


def near_duplicates(items: Sequence[Item]) -> Iterator[Twin]:
    """Pairs that differ from one another in function words, endings or spelling only, on both sides.

    Characters alone do not decide: “Les grues du lac aiment danser” and “… chanter” are nine tenths alike and say
    different things.
    """
    unique: dict[Sides, Item] = {}
    for item in items:
        sides = _sides(item)
        if sides not in unique and sides[::-1] not in unique:
            unique[sides] = item
    texts = list(unique)
    for row, column, swapped in _alike(texts):
        first, second = unique[texts[row]], unique[texts[column]]
        other = texts[column][::-1] if swapped else texts[column]
        rules = grammar(first.language)
        if all(_same_content(one, another, rules) for one, another in zip(texts[row], other, strict=True)):
            yield Twin(first, second, swapped)


def _alike(texts: Sequence[Sides]) -> Iterator[tuple[int, int, bool]]:
    """Row, column and whether swapped of every two pairs whose sides are both alike; in blocks, to bound the memory."""
    import numpy
    from rapidfuzz import fuzz, process

    sides = [[text[0] for text in texts], [text[-1] for text in texts]]
    for start in range(0, len(texts), _BLOCK):
        rows = [side[start : start + _BLOCK] for side in sides]
        likeness = [
            [process.cdist(one, side[start:], scorer=fuzz.ratio, score_cutoff=NEAR) for side in sides] for one in rows
        ]
        straight = numpy.minimum(likeness[0][0], likeness[1][1])
        crossed = numpy.minimum(likeness[0][1], likeness[1][0])
        for row, column in zip(*numpy.nonzero(numpy.triu(numpy.maximum(straight, crossed), k=1)), strict=True):
            yield start + int(row), start + int(column), bool(crossed[row, column] > straight[row, column])


def _same_content(one: str, other: str, rules: Grammar) -> bool:
    from rapidfuzz import fuzz

    first, second = ({word for word in text.split() if _is_content(word, rules)} for text in (one, other))
    allowed = max(len(first), len(second)) // ONE_WORD_IN
    return all(
        sum(not any(fuzz.ratio(word, like) >= SAME_WORD for like in right) for word in left - right) <= allowed
        for left, right in ((first, second), (second, first))
    )


def _is_content(word: str, rules: Grammar) -> bool:
    return not rules.is_function(word) and not rules.negates(word)


def _sides(item: Item) -> Sides:
    return tuple(
        " ".join(fold(word.text) for word in words(f"{text.context} {text.text}") if not word.is_mark)
        for text in item.variants.values()
    )
