"""Which of a sentence's tokens are the attribute: found by characters in the tokenised whole sentence.

The released StereoSet code tokenises the bare word instead, which loses the leading space of RoBERTa-like tokenizers
(CamemBERT's too) and gave wrong published numbers for RoBERTa.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import TypeVar

from epicene.core.types import BLANK, Item, Text
from epicene.models.description import Description
from epicene.models.tokens import Span, Tokens

Places = tuple[int, ...]
T = TypeVar("T")

# They complete “3 …: IDS” in a notice.
DOES_NOT_FIT = "unfitting"
NOT_FOUND = "attribute"
NO_WORD = "no-word"
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


class NoAttributeError(Exception):
    """A candidate whose attribute cannot be asked for; the text is the reason, for `Scoring.left_out`."""


def all_or_none(item: Item, candidates: Iterable[T], left_out: dict[str, str]) -> list[T]:
    """What was made of an item's candidates; nothing, and a reason, where one of them cannot be asked."""
    try:
        return list(candidates)
    except NoAttributeError as error:
        left_out[item.id] = str(error)
        return []


def attribute_places(description: Description, item: Item, text: Text) -> tuple[Tokens, Places]:
    """A candidate's tokens, and the positions of those of its attribute."""
    if text.span is None:
        raise NoAttributeError(DOES_NOT_FIT)
    tokens = description.encode(text.text, item.language)
    places = places_within(tokens, text.text, text.span)
    if not places:
        raise NoAttributeError(NOT_FOUND)
    return tokens, places


def released_attribute(item: Item, text: Text) -> str:
    """What the released loader takes for the attribute: the sentence's word at the place of the context's word with
    BLANK (the last such), ASCII punctuation removed. A sentence that has no such place cannot be loaded by it.
    """
    place = max(number for number, word in enumerate(item.facets["context"].split(" ")) if BLANK in word)
    words = text.text.split(" ")
    if place >= len(words):
        raise NoAttributeError(NO_WORD)
    return words[place].translate(_WITHOUT_PUNCTUATION)


def places_within(tokens: Tokens, text: str, span: Span) -> Places:
    """Positions of the pieces that cover a character of the span; none where the pieces have no place in the text.

    A piece that is only a word-start mark belongs to the word after it, wherever the tokenizer says it is: a lone ▁ may
    cover the space or the next letter, a lone Ġ nothing.
    """
    if tokens.spans is None:
        return ()
    inside: list[int] = []
    following = False
    for place in reversed(tokens.content):
        start, end = tokens.spans[place]
        piece = text[start:end]
        if piece.strip():
            start += len(piece) - len(piece.lstrip())
            end -= len(piece) - len(piece.rstrip())
            following = start < span[1] and end > span[0]
        if following:
            inside.append(place)
    return tuple(reversed(inside))
