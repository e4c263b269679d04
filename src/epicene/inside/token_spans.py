"""Where the words of a sentence stand among a tokenizer's pieces; positions differ from line to line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from epicene.core.errors import EpiceneError
from epicene.grammar.words import fold, words
from epicene.models.tokens import Span, character_places
from epicene.models.translation import Translator

WORD_START = "▁"


@dataclass(frozen=True, slots=True)
class Pieces:
    """Token ids and the characters of the text that each covers; an empty span covers none."""

    ids: tuple[int, ...]
    spans: tuple[Span, ...]

    def over(self, span: Span) -> tuple[int, ...]:
        """Positions of the pieces that cover any character of a span."""
        start, end = span
        return tuple(
            place for place, (first, last) in enumerate(self.spans) if first < end and last > start and last > first
        )


def source_pieces(translator: Translator, text: str) -> Pieces:
    """What the encoder is given: the language's marks and the end of the sentence included, with empty spans."""
    prefix = translator.marks.prefix
    shift = len(prefix)
    found = _pieces(translator.tokenizer, prefix + text, special=True)
    spans = tuple((0, 0) if end <= shift else (max(start - shift, 0), end - shift) for start, end in found.spans)
    return Pieces(found.ids, spans)


def target_pieces(translator: Translator, text: str) -> Pieces:
    """A text as the decoder writes it, without marks around it."""
    with _writing(translator.tokenizer):
        return _pieces(translator.tokenizer, text, special=False)


@contextmanager
def _writing(tokenizer: Any) -> Iterator[None]:
    """Tokenizers with two vocabularies, or with marks around what is written, are switched over and back."""
    if hasattr(tokenizer, "_switch_to_target_mode"):
        tokenizer._switch_to_target_mode()
    try:
        yield
    finally:
        if hasattr(tokenizer, "_switch_to_input_mode"):
            tokenizer._switch_to_input_mode()


def _pieces(tokenizer: Any, text: str, *, special: bool) -> Pieces:
    if tokenizer.is_fast:
        encoded = tokenizer(text, add_special_tokens=special, return_offsets_mapping=True)
        return Pieces(tuple(encoded["input_ids"]), tuple(_reaching(text, *span) for span in encoded["offset_mapping"]))
    pieces = tokenizer.tokenize(text)
    own = tokenizer.convert_tokens_to_ids(pieces)
    ids = tokenizer(text)["input_ids"] if special else own
    spans = _spans(text, pieces)
    before = next((place for place in range(len(ids) - len(own) + 1) if list(ids[place : place + len(own)]) == own), -1)
    if spans is None or before < 0:
        raise EpiceneError(f"The tokenizer's pieces of {text!r} could not be matched with its letters.")
    after = len(ids) - len(own) - before
    return Pieces(tuple(ids), ((0, 0),) * before + tuple(spans) + ((0, 0),) * after)


def _reaching(text: str, start: int, end: int) -> Span:
    """A piece that is only a space belongs to the word after it."""
    return (end, end + 1) if text[start:end].isspace() else (start, end)


def _spans(text: str, pieces: Sequence[str]) -> list[Span] | None:
    """SentencePiece may fold case and rewrite letters, but it keeps their order; a word's mark belongs to the word."""
    bare = [piece.replace(WORD_START, "") for piece in pieces]
    places = character_places(text, "".join(bare))
    if places is None:
        return None
    spans, start = list[Span](), 0
    for piece in bare:
        covered = places[start : start + max(len(piece), 1)]
        spans.append((min(covered), max(covered) + 1) if covered else (0, 0))
        start += len(piece)
    return spans


def find_words(text: str, wanted: Sequence[str]) -> list[Span]:
    """The characters of some words, in folded spelling and in their order; [] where they are not all there."""
    spans, left = list[Span](), list(wanted)
    for word in words(text):
        if left and fold(word.text) == left[0]:
            spans.append((word.start, word.end))
            left.pop(0)
    return [] if left else spans
