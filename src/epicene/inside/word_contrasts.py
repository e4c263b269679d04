"""What forced decoding asks of each line: at the place where the reference's gender shows, which of two words comes?

Into English the place is the last possessive, into French the article at the head of the sentence or the noun behind
it. A contrast is written MASCULINE/FEMININE (his/her, le/la), or `noun`: the two forms of each pair's own noun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from epicene.core.errors import InputError
from epicene.grammar.gender import Gender
from epicene.grammar.words import fold, words
from epicene.inside.token_spans import Pieces, find_words, target_pieces
from epicene.models.tokens import Span
from epicene.models.translation import Translator
from epicene.mt.corpora.controlled_corpus import CorpusLine, english_nouns

Nouns = Mapping[int, tuple[str, ...]]  # by the line's number

NOUN = "noun"
DEFAULT_CONTRASTS = {"fr-en": ("his/her",), "en-fr": ("le/la", NOUN)}


class UnknownWordError(InputError):
    """The model's vocabulary has no way to write one of the two words."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line's question: the text up to the place, and what each of the two words is after it, in tokens.

    `prefix` is what the decoder has written so far, its own beginning included; `place` are the characters of the
    reference that the words stand for.
    """

    line: CorpusLine
    source: tuple[int, ...]
    prefix: tuple[int, ...]
    masculine: tuple[int, ...]
    feminine: tuple[int, ...]
    place: Span
    reference: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """`words` are masculine and feminine, or None for each pair's own noun."""

    name: str
    direction: str
    words: tuple[str, str] | None

    def questions(
        self, translator: Translator, lines: Sequence[CorpusLine], reference: Path, nouns: Nouns
    ) -> list[Question]:
        """For every line that has the place; a line without it (l' for le/la) is left out, all of them are an error.

        A noun whose letters the model does not know is left out as well; a word that the user named must be known.
        """
        asked = []
        for place, line in enumerate(lines):
            if (variants := self._variants(place, lines, nouns)) is None:
                continue
            try:
                asked.append(_question(translator, line, variants, self.direction))
            except UnknownWordError:
                if self.words is not None:
                    raise
        if not asked:
            wanted = "the two forms of a noun" if self.words is None else f"{self.words[0]} or {self.words[1]}"
            raise InputError(
                f"{reference}: no line holds {wanted}, so {self.name} cannot be asked; choose another --contrast."
            )
        return asked

    def _variants(self, place: int, lines: Sequence[CorpusLine], nouns: Nouns) -> tuple[Span, str, str] | None:
        """Where the words stand in a line's reference, and how both read there."""
        own = reference_of(lines[place], self.direction)
        if self.words is not None:
            span = self._find(own, lines[place].gender)
            if span is None:
                return None
            masculine, feminine = (_cased(word, own[slice(*span)]) for word in self.words)
            return span, masculine, feminine
        noun, other_noun = nouns[lines[place].number], nouns[lines[place ^ 1].number]
        other = reference_of(lines[place ^ 1], self.direction)
        span, other_span = _noun_span(own, noun), _noun_span(other, other_noun)
        if span is None or other_span is None or noun == other_noun:
            return None
        texts = own[slice(*span)], other[slice(*other_span)]
        return (span, *texts) if lines[place].gender is Gender.MASCULINE else (span, *texts[::-1])

    def _find(self, text: str, gender: Gender) -> Span | None:
        """Into English the last place, as in judging; into French the first."""
        wanted = fold(self.words[gender is Gender.FEMININE]) if self.words else ""
        spans = [(word.start, word.end) for word in words(text) if fold(word.text) == wanted]
        if self.direction == "en-fr":
            return spans[0] if spans and spans[0][0] == 0 else None
        return spans[-1] if spans else None


def read_contrast(text: str, direction: str) -> Contrast:
    """`his/her` or `noun`, as a user writes it."""
    if text == NOUN:
        return Contrast(text, direction, None)
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 2 or not all(len(words(part)) == 1 for part in parts) or fold(parts[0]) == fold(parts[1]):
        raise InputError(
            f"The contrast {text!r} is not two words; write MASCULINE/FEMININE such as his/her, or {NOUN}."
        )
    return Contrast("/".join(parts), direction, (parts[0], parts[1]))


def reference_of(line: CorpusLine, direction: str) -> str:
    return line.english if direction == "fr-en" else line.french


def source_of(line: CorpusLine, direction: str) -> str:
    return line.french if direction == "fr-en" else line.english


def target_nouns(lines: Sequence[CorpusLine], direction: str) -> Nouns:
    """The noun of each reference, in folded words. English ones are what a line has and the frame has not, so that a
    whole corpus must be given: of a few lines, the frame cannot be told."""
    found = english_nouns(lines) if direction == "fr-en" else [line.subject.noun for line in lines]
    return {line.number: noun for line, noun in zip(lines, found, strict=True)}


def _noun_span(text: str, noun: Sequence[str]) -> Span | None:
    spans = find_words(text, noun)
    return (spans[0][0], spans[-1][1]) if spans else None


def _cased(word: str, like: str) -> str:
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def decoder_start(translator: Translator) -> tuple[int, ...]:
    """What a decoder begins with: the model's own start, and the target language where it must say that first."""
    marks, config = translator.marks.decoder, translator.model.config
    start = marks.get("decoder_start_token_id", config.decoder_start_token_id)
    if start is None:
        raise InputError(f"{translator.name} does not say what its decoder begins with, so it cannot be forced.")
    forced = marks.get("forced_bos_token_id", getattr(translator.model.generation_config, "forced_bos_token_id", None))
    return (start,) if forced is None else (start, forced)


def _question(translator: Translator, line: CorpusLine, variants: tuple[Span, str, str], direction: str) -> Question:
    """Both readings in tokens; what they share before the place is the prefix, what follows up to its end the word."""
    (start, end), *readings = variants
    text = reference_of(line, direction)
    before, pieces = list[tuple[int, ...]](), list[tuple[Pieces, int]]()
    for word in readings:
        found = target_pieces(translator, text[:start] + word + text[end:])
        places = found.over((start, start + len(word)))
        if not places:
            raise InputError(f"Line {line.number + 1}: {word!r} is not among the tokens of the reference {text!r}.")
        before.append(found.ids[: places[0]])
        pieces.append((found, places[-1] + 1))
    shared = _shared(*before)
    masculine, feminine = (found.ids[shared:last] for found, last in pieces)
    unknown = translator.tokenizer.unk_token_id
    if masculine == feminine or unknown in masculine or unknown in feminine:
        raise UnknownWordError(
            f"Line {line.number + 1}: {translator.name} cannot write {readings[0]!r} and {readings[1]!r} apart, its "
            "vocabulary lacks them; choose another --contrast."
        )
    return Question(
        line=line,
        source=tuple(translator.encode(source_of(line, direction))),
        prefix=(*decoder_start(translator), *before[0][:shared]),
        masculine=masculine,
        feminine=feminine,
        place=(start, end),
        reference=text,
    )


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
