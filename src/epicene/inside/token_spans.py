"""Where the words of a sentence stand among a tokenizer's pieces; positions differ from line to line.

A word is defined on the text (`grammar/word_patterns.py`), so that *l’* of *l’avocate* can be named for every
tokenizer; a word of several pieces is probed at its last piece. Of a word that occurs more than once, the last counts:
in « Le chanteur qui a chanté hier a terminé son travail. », *a* is the auxiliary of *terminé*. The noun and its
determiner, which differ from line to line, are named by what they are; the corpus knows where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError, InputError
from epicene.grammar.word_patterns import fold, words
from epicene.models.description import Span, character_places
from epicene.models.translation import Translator

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

WORD_START = "▁"
END = "eos"
NOUN, DETERMINER = "noun", "det"
Named = Mapping[str, Span]  # where the noun and the determiner of a line stand


@dataclass(frozen=True, slots=True)
class TokenPieces:
    """Token ids and the characters of the text that each covers; an empty span covers none."""

    ids: tuple[int, ...]
    spans: tuple[Span, ...]

    def over(self, span: Span) -> tuple[int, ...]:
        """Positions of the pieces that cover any character of a span."""
        start, end = span
        return tuple(
            index for index, (first, last) in enumerate(self.spans) if first < end and last > start and last > first
        )


def source_pieces(translator: Translator, text: str) -> TokenPieces:
    """What the encoder is given: the language's marks, a tag and the end of the sentence included, with empty spans; or
    a language model, whose prompt around the sentence has empty spans too."""
    whole, shift, special = translator.given(text)
    if shift < 0:
        raise InputError(
            f"The chat template of {translator.name} changes « {text} », so its words cannot be found in the prompt."
        )
    pieces = _pieces(translator.tokenizer, whole, special=special)
    last = shift + len(text)
    spans = tuple(
        (0, 0) if end <= shift or start >= last else (max(start - shift, 0), end - shift) for start, end in pieces.spans
    )
    return TokenPieces(pieces.ids, spans)


def target_pieces(translator: Translator, text: str) -> TokenPieces:
    """A text as the decoder writes it, without marks around it; a language model writes it behind its prompt's end."""
    lead = translator.marks.prompt.lead if translator.marks.prompt else ""
    with _writing(translator.tokenizer):
        pieces = _pieces(translator.tokenizer, lead + text, special=False)
    if not lead:
        return pieces
    shift = len(lead)
    own = [index for index, (_, end) in enumerate(pieces.spans) if end > shift]
    spans = (pieces.spans[index] for index in own)
    moved = tuple((max(start - shift, 0), end - shift) for start, end in spans)
    return TokenPieces(tuple(pieces.ids[index] for index in own), moved)


@contextmanager
def _writing(tokenizer: PreTrainedTokenizerBase) -> Iterator[None]:
    """Tokenizers with two vocabularies, or with marks around what is written, are switched over and back."""
    if hasattr(tokenizer, "_switch_to_target_mode"):
        tokenizer._switch_to_target_mode()
    try:
        yield
    finally:
        if hasattr(tokenizer, "_switch_to_input_mode"):
            tokenizer._switch_to_input_mode()


def _pieces(tokenizer: PreTrainedTokenizerBase, text: str, *, special: bool) -> TokenPieces:
    if tokenizer.is_fast:
        encoded = tokenizer(text, add_special_tokens=special, return_offsets_mapping=True)
        return TokenPieces(
            tuple(encoded["input_ids"]), tuple(_reaching(text, *span) for span in encoded["offset_mapping"])
        )
    pieces = tokenizer.tokenize(text)
    own = tokenizer.convert_tokens_to_ids(pieces)
    ids = tokenizer(text)["input_ids"] if special else own
    spans = _spans(text, pieces)
    before = next((index for index in range(len(ids) - len(own) + 1) if list(ids[index : index + len(own)]) == own), -1)
    if spans is None or before < 0:
        raise EpiceneError(f"The tokenizer's pieces of {text!r} could not be matched with its letters.")
    after = len(ids) - len(own) - before
    return TokenPieces(tuple(ids), ((0, 0),) * before + tuple(spans) + ((0, 0),) * after)


def _reaching(text: str, start: int, end: int) -> Span:
    """A piece that is only a space belongs to the word after it; a new line belongs to none."""
    piece = text[start:end]
    return (end, end + 1) if piece.isspace() and "\n" not in piece else (start, end)


def _spans(text: str, pieces: Sequence[str]) -> list[Span] | None:
    """SentencePiece may fold case and rewrite letters, but it keeps their order; a word's mark belongs to the word."""
    bare = [piece.replace(WORD_START, "") for piece in pieces]
    positions = character_places(text, "".join(bare))
    if positions is None:
        return None
    spans, start = list[Span](), 0
    for piece in bare:
        covered = positions[start : start + max(len(piece), 1)]
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


def position_of(
    pieces: TokenPieces, text: str, word: str, end_id: int | None, named: Named | None = None
) -> int | None:
    """None where the line has no such word; `eos` is the mark after the text."""
    if word == END:
        last = len(pieces.ids) - 1 - pieces.ids[::-1].index(end_id) if end_id in pieces.ids else None
        return None if last is None or any(end > start for start, end in pieces.spans[last:]) else last
    folded = fold(word)
    ends = [each.end for each in words(text) if fold(each.text) == folded]
    if named and word in named:
        ends = [named[word][1]]
    covering = pieces.over((ends[-1] - 1, ends[-1])) if ends else ()
    return covering[-1] if covering else None


def positions_in(
    translator: Translator, text: str, wanted: Sequence[str], where: str, named: Named | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tokens of a text and where each asked word stands in them; one that is not found is an error."""
    pieces = source_pieces(translator, text)
    found_positions = []
    for word in wanted:
        position = position_of(pieces, text, word, translator.tokenizer.eos_token_id, named)
        if position is None:
            raise InputError(
                f"{where}: {word!r} is not among the tokens of « {text} ». Name words that every line has with --at; "
                f"{END} is the end mark."
            )
        found_positions.append(position)
    return pieces.ids, tuple(found_positions)
