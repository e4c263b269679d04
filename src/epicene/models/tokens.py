"""A text as one model's tokenizer cuts it, with the place of every piece in the text."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tokens:
    """`special` is the tokenizer's own mask of what it added around the text; `spans` are characters of the text.

    `spans` is None where the tokenizer gives no offsets and its pieces could not be aligned with the text;
    `words` is the tokenizer's own grouping of pieces, where it has one.
    """

    ids: tuple[int, ...]
    special: tuple[bool, ...]
    spans: tuple[Span, ...] | None
    words: tuple[int | None, ...] | None

    @property
    def content(self) -> tuple[int, ...]:
        """Positions of the text's own pieces."""
        return tuple(index for index, special in enumerate(self.special) if not special)


def encode(tokenizer: PreTrainedTokenizerBase, text: str) -> Tokens:
    """Cut a text, exactly as it stands, with the special tokens that the tokenizer adds."""
    fast = tokenizer.is_fast
    encoded = tokenizer(text, return_special_tokens_mask=True, return_offsets_mapping=fast, verbose=False)
    special = tuple(bool(mark) for mark in encoded["special_tokens_mask"])
    if fast:
        spans: tuple[Span, ...] | None = tuple((start, end) for start, end in encoded["offset_mapping"])
        words: tuple[int | None, ...] | None = tuple(encoded.word_ids())
    else:
        words = None
        spans = _spans_without_offsets(tokenizer, text, special)
    return Tokens(tuple(encoded["input_ids"]), special, spans, words)


def _spans_without_offsets(
    tokenizer: PreTrainedTokenizerBase, text: str, special: Sequence[bool]
) -> tuple[Span, ...] | None:
    """Align the pieces of a tokenizer that rewrites the text (FlauBERT: ’ … «) with the text as it stands."""
    pieces = [piece.removesuffix("</w>") for piece in tokenizer.tokenize(text)]
    if len(pieces) != sum(not mark for mark in special):
        return None
    indices = character_places(text, "".join(pieces))
    if indices is None:
        return None
    spans: list[Span] = []
    start = 0
    for piece in pieces:
        covered = indices[start : start + len(piece)]
        if not covered:
            return None
        spans.append((min(covered), max(covered) + 1))
        start += len(piece)
    remaining = iter(spans)
    return tuple((0, 0) if mark else next(remaining) for mark in special)


def character_places(text: str, rewritten: str) -> list[int] | None:
    """For each character of the rewritten text (no spaces), its place in the text; None if one has no origin."""
    letters = [index for index, letter in enumerate(text) if not letter.isspace()]
    original = "".join(text[letter] for letter in letters)
    indices: list[int] = []
    for operation, a1, a2, b1, b2 in difflib.SequenceMatcher(None, original, rewritten, autojunk=False).get_opcodes():
        if operation == "equal":
            indices.extend(letters[a1:a2])
        elif operation == "replace":
            indices.extend(letters[min(a1 + (index - b1) * (a2 - a1) // (b2 - b1), a2 - 1)] for index in range(b1, b2))
        elif operation == "insert":
            return None
    return indices


def words_of_pieces(tokens: Tokens, words: Sequence[Span], length: int) -> tuple[range | None, ...] | None:
    """The words of the text that each piece reaches into (None for special tokens); None without spans.

    A piece that is only a word-start mark, or only a space, belongs to the word after it.
    """
    if tokens.spans is None:
        return None
    word_at: list[int] = []
    for number, (_, end) in enumerate(words):
        word_at.extend([number] * (end - len(word_at)))
    word_at.extend([len(words)] * (length - len(word_at)))
    reached: list[range | None] = [None] * len(tokens.ids)
    following: range | None = None
    for index in reversed(tokens.content):
        start, end = tokens.spans[index]
        if end > start:
            following = range(word_at[start], word_at[end - 1] + 1)
        reached[index] = following
    return tuple(reached)


def group_by_words(tokens: Tokens, words: Sequence[Span], length: int) -> tuple[int | None, ...] | None:
    """The word of the text that each piece belongs to (None for special tokens); None without spans.

    A piece that reaches into two words belongs to the second, whose other pieces would give it away.
    """
    reached = words_of_pieces(tokens, words, length)
    return None if reached is None else tuple(None if one is None else one[-1] for one in reached)
