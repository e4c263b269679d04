"""Which of a sentence's tokens count: those of the attribute, or those that two sentences of a pair have in common.

The attribute is found by characters in the tokenised whole sentence. The released StereoSet code tokenises the bare
word instead, which loses the leading space of RoBERTa-like tokenizers (CamemBERT's too) and gave wrong published
numbers for RoBERTa.
"""

from __future__ import annotations

import difflib
import string
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from epicene.core.errors import InputError
from epicene.core.types import BLANK, Item, Role, Text
from epicene.grammar.word_patterns import words
from epicene.models.description import Description
from epicene.models.tokens import Span, Tokens

Places = tuple[int, ...]
T = TypeVar("T")

# They complete “3 …: IDS” in a notice.
DOES_NOT_FIT = "unfitting"
NOT_FOUND = "attribute"
NO_WORD = "no-word"
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


# What stands before an answer; in other languages it follows its question directly.
_CUES = {"fr": "Réponse :", "en": "Answer:", "es": "Respuesta:", "it": "Risposta:", "pt": "Resposta:", "de": "Antwort:"}


def cue_of(language: str) -> str:
    return _CUES.get(language, "")


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
    spaced = text.text.split(" ")
    if place >= len(spaced):
        raise NoAttributeError(NO_WORD)
    return spaced[place].translate(_WITHOUT_PUNCTUATION)


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


def shared_places(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[Places, Places]:
    """Positions of the unchanged tokens in each sequence, by difflib's opcodes, as the original CrowS-Pairs program
    sees it."""
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


def aligned(item: Item, description: Description, *, as_released: bool) -> Iterator[tuple[Role, Tokens, Places]]:
    """Each side of a pair, its tokens, and the positions of those that both sides share.

    difflib is not symmetric, so the order is the original's: the sentence about the disadvantaged group comes first.
    Special tokens are left out by the tokenizer's own mask; the original leaves out the first and the last shared
    token instead, which is not the same for mBART.
    """
    if item.variants.keys() != {Role.MORE, Role.LESS}:
        raise InputError(
            "Item {id} (line {line}) is no pair, so nothing is shared between its sentences.",
            id=item.id,
            line=item.line,
        )
    roles = [Role.MORE, Role.LESS] if item.facets.get("direction") != "antistereo" else [Role.LESS, Role.MORE]
    tokens = [description.encode(item.variants[role].text, item.language) for role in roles]
    for role, side, places in zip(roles, tokens, shared_places(tokens[0].ids, tokens[1].ids), strict=True):
        if as_released:
            yield role, side, places[1:-1]
        else:
            yield role, side, tuple(place for place in places if not side.special[place])
