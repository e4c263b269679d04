"""Where the words that interventions are about stand among a line's pieces: blocks of the source, and the noun that the
decoder has written.

The blocks are the whole of a source sentence: determiner (what stands before the noun), noun, verb (what stands between
the noun and the possessive), possessive, and rest (what follows it, the marks of the model around the sentence with
it). A piece that has letters of two blocks belongs to neither, and such a line has no blocks. Of a prompt, only the
sentence has blocks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from epicene.core.errors import InputError
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.inside.forced.decoding import (
    ForcedQuestion,
    Nouns,
    TokenPieces,
    decoder_start,
    find_words,
    source_pieces,
    target_pieces,
)
from epicene.inside.interventions.conditions import BLOCKS, REST
from epicene.models.description import Span
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.line_judge import DIRECTIONS

Positions = tuple[int, ...]
POSSESSIVES = {"en": ("his", "her")}  # of an English source; a French one has the named word


@dataclass(frozen=True, slots=True)
class BlockSegment:
    """Neighbouring pieces of one block; the rest may be two, before and after all others."""

    block: str
    positions: Positions


@dataclass(frozen=True, slots=True)
class AlignedLine:
    """Positions in the encoder of the possessive, the noun and the whole subject; in the decoder, of the noun (none in
    a direction where nothing is written before the place). `segments` are all pieces in order, by block; there are none
    where a piece lies across two blocks."""

    question: ForcedQuestion
    possessive: Positions
    noun: Positions
    subject: Positions
    target_noun: Positions
    segments: tuple[BlockSegment, ...]

    @property
    def number(self) -> int:
        return self.question.line.number

    @property
    def others(self) -> Positions:
        """Source words besides the subject and the possessive."""
        named = {*self.subject, *self.possessive}
        return tuple(index for index in range(len(self.question.source)) if index not in named)

    def block(self, name: str) -> Positions:
        return tuple(index for segment in self.segments if segment.block == name for index in segment.positions)


def align(
    translator: Translator,
    questions: Sequence[ForcedQuestion],
    direction: str,
    source_nouns: Nouns,
    target_nouns: Nouns,
    possessive: str = "son",
) -> list[AlignedLine]:
    """Every line with its positions; a word that is not there is an error that names the line."""
    wanted = POSSESSIVES.get(direction.partition("-")[0], (fold(possessive),))
    aligned = []
    for question in questions:
        line, text = question.line, DIRECTIONS[direction].asked(question.line)
        pieces, source_noun = source_pieces(translator, text), source_nouns[question.line.number]
        owners = [(word.start, word.end) for word in words(text) if fold(word.text) in wanted]
        noun = find_words(text, source_noun)
        advice = " Name the possessive of your template with --possessive."
        _refuse_missing(owners, "/".join(wanted), line, text, advice)
        _refuse_missing(noun, " ".join(source_noun), line, text)
        written = has_paths(translator, direction)
        aligned.append(
            AlignedLine(
                question,
                possessive=pieces.over(owners[-1]),
                noun=tuple(sorted({index for span in noun for index in pieces.over(span)})),
                subject=pieces.over((0, noun[-1][1])),
                target_noun=_written_noun(translator, question, target_nouns[line.number]) if written else (),
                segments=_segments(
                    text, pieces, (noun[0][0], noun[-1][1]), owners[-1], marks=translator.marks.prompt is None
                ),
            )
        )
    return aligned


def has_paths(translator: Translator, direction: str) -> bool:
    """Into French nothing is written before the place; a language model has no attention across two sides."""
    return DIRECTIONS[direction].forward and translator.marks.prompt is None


def _written_noun(translator: Translator, question: ForcedQuestion, noun: Sequence[str]) -> Positions:
    """Of the reference, as far as the decoder is forced through it."""
    shift, written = len(decoder_start(translator)), target_pieces(translator, question.reference)
    if not noun:
        raise InputError(
            f"Line {question.line.number + 1}: the noun cannot be told from the words around it in "
            f"{question.reference!r}: the lines name too few different nouns. Use at least three."
        )
    target = find_words(question.reference, noun)
    _refuse_missing(target, " ".join(noun), question.line, question.reference)
    last = len(question.prefix)
    positions = {index + shift for span in target for index in written.over(span) if index + shift < last}
    if not positions or max(positions) == last - 1:
        word = question.reference[slice(*question.span)]
        raise InputError(
            f"Line {question.line.number + 1}: the noun does not stand before {word!r} with a word between them in "
            f"{question.reference!r}, so its path cannot be followed."
        )
    return tuple(sorted(positions))


def _refuse_missing(spans: Sequence[Span], word: str, line: CorpusLine, text: str, advice: str = "") -> None:
    if not spans:
        raise InputError(f"Line {line.number + 1}: {word!r} is not among the words of {text!r}.{advice}")


def _segments(
    text: str, pieces: TokenPieces, noun: Span, possessive: Span, *, marks: bool = True
) -> tuple[BlockSegment, ...]:
    """Empty where a piece has letters of two blocks, or where the possessive does not follow the noun. Without `marks`,
    what stands around the sentence is no part of it."""
    if possessive[0] < noun[1]:
        return ()
    ends, blocks = (*noun, *possessive), list[tuple[int, str]]()
    lettered = [index for index, (start, end) in enumerate(pieces.spans) if end > start]
    for index, span in enumerate(pieces.spans):
        if marks or lettered[0] <= index <= lettered[-1]:
            letters = (letter for letter in range(*span) if not text[letter : letter + 1].isspace())
            covered = {BLOCKS[bisect_right(ends, letter)] for letter in letters}
            if len(covered) > 1:
                return ()
            blocks.append((index, covered.pop() if covered else REST))
    neighbours = groupby(blocks, key=itemgetter(1))
    return tuple(BlockSegment(block, tuple(index for index, _ in own)) for block, own in neighbours)


def with_partners(lines: Sequence[AlignedLine]) -> list[tuple[AlignedLine, AlignedLine]]:
    by_number = {line.number: line for line in lines}
    return [(line, by_number[number ^ 1]) for number, line in by_number.items()]


def source_marks_gender(line: AlignedLine, partner: AlignedLine) -> bool:
    """Whether this is the feminine line of a pair whose source says the gender."""
    return line.question.line.gender is Gender.FEMININE and line.question.source != partner.question.source


def has_blocks(line: AlignedLine, partner: AlignedLine) -> bool:
    """Whether both lines have the same blocks in the same order; a line may lack its determiner."""
    blocks = [[segment.block for segment in each.segments] for each in (line, partner)]
    return bool(blocks[0]) and blocks[0] == blocks[1]


def is_patched(line: AlignedLine, partner: AlignedLine) -> bool:
    return source_marks_gender(line, partner) and has_blocks(line, partner)


def is_erased(line: AlignedLine, partner: AlignedLine) -> bool:
    """Whether this is either line of a pair whose source says the gender, with blocks."""
    return line.question.source != partner.question.source and has_blocks(line, partner)


def differing(line: AlignedLine, partner: AlignedLine, layer: int) -> frozenset[str]:
    """Blocks that are not the same by construction: above the embedding, all may have read the subject."""

    def ids(own: AlignedLine, block: str) -> list[int]:
        return [own.question.source[index] for index in own.block(block)]

    return frozenset(block for block in BLOCKS if layer or ids(line, block) != ids(partner, block))
