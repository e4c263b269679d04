"""The conditions under which `mt intervene` asks about every pair. `str(condition)` is the name that is recorded.

`base`           nothing is changed.
`itself`, `swap` checks: every vector is put in its own place; each sentence has its partner's encoder output.
`u1@0`           the possessive's embedding is that of the unknown word.
`u2@L`, `u3@L`   the encoder's output at the possessive, or at the noun, is the mean of the pair's two versions; `u3@1`
                 the same after the first layer.
`patch@k:dn`     the determiner and the noun of the feminine sentence come from its partner after layer k.
`erase@k:dn`     gender is erased from these blocks after layer k; `control@k:dnvpr` erases labels that say nothing.
`patched:ac`     the keys of the paths a and c are the pair's means.
`same`, `random`, `elsewhere` are placebos of a path (`same:c`), or in a prompt of blocks (`same@k:n`).

Where the words that interventions are about stand among a line's pieces: blocks of the source, and the noun that the
decoder has written.

The blocks are the whole of a source sentence: determiner (what stands before the noun), noun, verb (what stands between
the noun and the possessive), possessive, and rest (what follows it, the marks of the model around the sentence with
it). A piece that has letters of two blocks belongs to neither, and such a line has no blocks. Of a prompt, only the
sentence has blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from epicene.core.errors import InputError
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import fold, words
from epicene.inside.forced.decoding import ForcedQuestion, Nouns, decoder_start
from epicene.inside.token_spans import TokenPieces, find_words, source_pieces, target_pieces
from epicene.metrics.inside_measures import subsets
from epicene.models.description import Span
from epicene.models.translation import Translator
from epicene.mt.controlled_corpus import CorpusLine
from epicene.mt.judging.line_judge import DIRECTIONS

DETERMINER, NOUN, VERB, POSSESSIVE, REST = BLOCKS = ("determiner", "noun", "verb", "possessive", "rest")
LETTERS = {block[0]: block for block in BLOCKS}
EVERYWHERE = "".join(LETTERS)
# How the subject's gender may reach the English possessive. The paper's figure 2 has the first three.
SUBJECT_PATH = "a"  # cross-attention to the French subject: the direct one
NOUN_PATH = "b"  # the decoder's attention to the English noun
POSSESSIVE_PATH = "c"  # cross-attention to son
OTHER_PATH = "d"  # cross-attention to the other words
PATHS = (SUBJECT_PATH, NOUN_PATH, POSSESSIVE_PATH, OTHER_PATH)
PATCH, PATCHED, ERASE, CONTROL = "patch", "patched", "erase", "control"
SAME, RANDOM, ELSEWHERE = PLACEBOS = ("same", "random", "elsewhere")


@dataclass(frozen=True, slots=True)
class Condition:
    """`parts` are the letters of blocks or of paths. Without a `layer`, a condition is about no layer in particular."""

    kind: str
    layer: int | None = None
    parts: str = ""

    def __str__(self) -> str:
        after = "" if self.layer is None else f"@{self.layer}"
        return f"{self.kind}{after}:{self.parts}" if self.parts else f"{self.kind}{after}"

    @property
    def blocks(self) -> frozenset[str]:
        return frozenset(LETTERS[letter] for letter in self.parts)

    @property
    def is_of_blocks(self) -> bool:
        """Whether it is asked of feminine lines only, and read as v, not as t."""
        return self.kind in (PATCH, *PLACEBOS) and self.layer is not None

    @property
    def is_of_paths(self) -> bool:
        return self.kind in (PATCHED, *PLACEBOS) and self.layer is None


BASE, ITSELF, SWAP = Condition("base"), Condition("itself"), Condition("swap")
U1 = Condition("u1", 0)


def patch(layer: int, blocks: frozenset[str]) -> Condition:
    return Condition(PATCH, layer, "".join(letter for letter, block in LETTERS.items() if block in blocks))


def patch_conditions(layers: Sequence[int]) -> list[Condition]:
    """Every choice of blocks; the empty choice is the plain run."""
    return [patch(layer, chosen) for layer in layers for chosen in subsets(BLOCKS) if chosen]


def published_conditions(layers: int) -> dict[str, Condition]:
    """The paper's three interventions, at the layers where it makes them: u3 also after the first."""
    conditions = {"u1": U1, "u2": Condition("u2", layers), "u3": Condition("u3", layers)}
    return {**conditions, "u3@1": Condition("u3", 1)} if layers > 1 else conditions


def other_paths(path: str) -> str:
    return "".join(other for other in PATHS if other != path)


def path_conditions() -> list[Condition]:
    """Each path alone, all others, all together, and the placebos of each."""
    chosen = (*PATHS, *map(other_paths, PATHS), "".join(PATHS))
    placebos = [(kind, path) for path in PATHS for kind in PLACEBOS if (kind, path) != (SAME, NOUN_PATH)]
    return [Condition(PATCHED, parts=paths) for paths in chosen] + [
        Condition(kind, parts=path) for kind, path in placebos
    ]


def encoder_conditions(layers: int, direction: str) -> list[Condition]:
    """Into French nothing is written before the place, so that there are no paths, and no *son*."""
    of_son = [*published_conditions(layers).values(), *path_conditions()] if DIRECTIONS[direction].forward else []
    return [BASE, *patch_conditions(range(layers + 1)), *of_son, ITSELF, SWAP]


def prompt_conditions(layers: Sequence[int]) -> list[Condition]:
    """Every block has its placebos in all layers at once, the whole sentence after each."""
    placebos = [Condition(kind, layers[-1], letter) for letter in LETTERS for kind in PLACEBOS]
    placebos += [Condition(kind, layer, EVERYWHERE) for layer in layers for kind in PLACEBOS]
    return [BASE, *patch_conditions(layers), *placebos, SWAP, ITSELF]


def amnesic_conditions(layer: int) -> list[Condition]:
    erased = [Condition(ERASE, layer, letters) for letters in (EVERYWHERE, *LETTERS)]
    return [*erased, Condition(CONTROL, layer, EVERYWHERE)]


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
        index = question.reference[slice(*question.place)]
        raise InputError(
            f"Line {question.line.number + 1}: the noun does not stand before {index!r} with a word between them in "
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
    ends = {DETERMINER: noun[0], NOUN: noun[1], VERB: possessive[0], POSSESSIVE: possessive[1], REST: len(text)}
    segments: list[tuple[str, list[int]]] = []
    lettered = [index for index, (start, end) in enumerate(pieces.spans) if end > start]
    for index, span in enumerate(pieces.spans):
        if not marks and not lettered[0] <= index <= lettered[-1]:
            continue
        covered = {_block_at(letter, ends) for letter in range(*span) if not text[letter : letter + 1].isspace()}
        if len(covered) > 1:
            return ()
        block = covered.pop() if covered else REST
        if segments and segments[-1][0] == block:
            segments[-1][1].append(index)
        else:
            segments.append((block, [index]))
    return tuple(BlockSegment(block, tuple(positions)) for block, positions in segments)


def _block_at(letter: int, ends: Mapping[str, int]) -> str:
    return next((block for block, end in ends.items() if letter < end), REST)


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
