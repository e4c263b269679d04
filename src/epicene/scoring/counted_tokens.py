"""Which of a sentence's tokens count: those of the attribute, or those that two sentences of a pair have in common.

The attribute is found by characters in the tokenised whole sentence. The released StereoSet code tokenises the bare
word instead, which loses the leading space of RoBERTa-like tokenizers (CamemBERT's too) and gave wrong published
numbers for RoBERTa.
"""

from __future__ import annotations

import difflib
import string
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from epicene.core.errors import InputError
from epicene.core.types import BLANK, Item, Role, Text
from epicene.grammar.word_patterns import words
from epicene.models.description import Description, Span, Tokens, words_of_pieces

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
    indices = places_within(tokens, text.text, text.span)
    if not indices:
        raise NoAttributeError(NOT_FOUND)
    return tokens, indices


def released_attribute(item: Item, text: Text) -> str:
    """What the released loader takes for the attribute: the sentence's word at the place of the context's word with
    BLANK (the last such), ASCII punctuation removed. A sentence that has no such place cannot be loaded by it.
    """
    index = max(number for number, word in enumerate(item.facets["context"].split(" ")) if BLANK in word)
    spaced = text.text.split(" ")
    if index >= len(spaced):
        raise NoAttributeError(NO_WORD)
    return spaced[index].translate(_WITHOUT_PUNCTUATION)


def places_within(tokens: Tokens, text: str, span: Span) -> Places:
    """Positions of the pieces that cover a character of the span; none where the pieces have no place in the text.

    A piece that is only a word-start mark belongs to the word after it, wherever the tokenizer says it is: a lone ▁ may
    cover the space or the next letter, a lone Ġ nothing.
    """
    if tokens.spans is None:
        return ()
    inside: list[int] = []
    following = False
    for index in reversed(tokens.content):
        start, end = tokens.spans[index]
        piece = text[start:end]
        if piece.strip():
            start += len(piece) - len(piece.lstrip())
            end -= len(piece) - len(piece.rstrip())
            following = start < span[1] and end > span[0]
        if following:
            inside.append(index)
    return tuple(reversed(inside))


def shared_places(
    first: Sequence[Hashable], second: Sequence[Hashable], *, autojunk: bool = False
) -> tuple[Places, Places]:
    """Positions of the unchanged tokens in each sequence, by difflib's opcodes.

    The original CrowS-Pairs program leaves difflib's `autojunk` on, which looks for no match of what makes up more than
    1 % of a sequence of 200 or longer.
    """
    ones: list[int] = []
    twos: list[int] = []
    for operation, i1, i2, j1, j2 in difflib.SequenceMatcher(None, first, second, autojunk=autojunk).get_opcodes():
        if operation == "equal":
            ones.extend(range(i1, i2))
            twos.extend(range(j1, j2))
    return tuple(ones), tuple(twos)


@dataclass(frozen=True, slots=True)
class PairSide:
    """One sentence of a pair: its tokens, its words, and the words that each token reaches into (none for special
    tokens, and where the tokenizer's pieces have no place in the text)."""

    role: Role
    tokens: Tokens
    words: tuple[str, ...]
    reached: tuple[frozenset[int], ...]


def sides_of(item: Item, description: Description) -> tuple[PairSide, PairSide]:
    """Both sentences of a pair. difflib is not symmetric, so the order is the original's: the sentence about the
    disadvantaged group comes first."""
    if item.variants.keys() != {Role.MORE, Role.LESS}:
        raise InputError(f"Item {item.id} (line {item.line}) is no pair, so nothing is shared between its sentences.")
    side, other = (_side(role, item, description) for role in (Role.MORE, Role.LESS))
    return (other, side) if item.facets.get("direction") == "antistereo" else (side, other)


def _side(role: Role, item: Item, description: Description) -> PairSide:
    text = item.variants[role].text
    tokens, own_words = description.encode(text, item.language), words(text)
    reached = words_of_pieces(tokens, [(word.start, word.end) for word in own_words], len(text))
    known = [frozenset(own or ()) for own in reached or [None] * len(tokens.ids)]
    return PairSide(role, tokens, tuple(word.text for word in own_words), tuple(known))


def shared_tokens(sides: tuple[PairSide, PairSide], *, as_released: bool) -> Iterator[tuple[PairSide, Places]]:
    """Each side and the positions of the tokens that both share, as the CrowS-Pairs papers count them.

    Special tokens are left out by the tokenizer's own mask; the original leaves out the first and the last shared
    token instead, which is not the same for mBART.
    """
    both = shared_places(sides[0].tokens.ids, sides[1].tokens.ids, autojunk=as_released)
    for side, indices in zip(sides, both, strict=True):
        content = tuple(position for position in indices if not side.tokens.special[position])
        yield side, indices[1:-1] if as_released else content


def shares_pieces(sides: tuple[PairSide, PairSide], counted: Sequence[Places]) -> bool:
    """Whether tokens are counted that belong to a word that differs: the *me* of *femme* and *homme*."""
    shared = shared_places(sides[0].words, sides[1].words)
    differ = (set(range(len(side.words))).difference(kept) for side, kept in zip(sides, shared, strict=True))
    return any(
        not own.isdisjoint(side.reached[index])
        for side, indices, own in zip(sides, counted, differ, strict=True)
        for index in indices
    )


def within_shared_words(sides: tuple[PairSide, PairSide], skipped: int = 0) -> tuple[Places, Places]:
    """On each side, the positions of the tokens of those words that both have after the first word that differs; none
    where all they have then is punctuation.

    A word counts whole or not at all, on both sides alike: not where one of its tokens reaches into a word that does
    not count, nor where it is among the first `skipped` of its side, which have no probability.
    """
    alike = (word == other for word, other in zip(sides[0].words, sides[1].words, strict=False))
    start = sum(1 for _ in takewhile(bool, alike))
    both = zip(*shared_places(sides[0].words, sides[1].words), strict=True)
    shared, before = [pair for pair in both if max(pair) >= start], None
    counted: list[Places] = [(), ()]
    while shared != before:
        before = shared
        for number, side in enumerate(sides):
            kept = {pair[number] for pair in shared}
            content = side.tokens.content
            counted[number] = tuple(
                position for position in content[skipped:] if side.reached[position] and side.reached[position] <= kept
            )
            cut = {word for index in content if index not in counted[number] for word in side.reached[index]}
            shared = [pair for pair in shared if pair[number] not in cut]
    has_word = any(sides[0].words[word][0].isalnum() for word, _ in shared)
    return (counted[0], counted[1]) if has_word else ((), ())
