"""Parallel text files: one sentence a line, as people and translation systems write them. An output whose lines do not
stand beside the sentences that they translate is refused.

Of each line it is known which words its translation should hold: its nouns, in the language translated into. Where
lines hold the nouns of the sentence a few lines further down or up, and not their own, lines were lost or added before
them. A poor system misses its own nouns, but does not hit its neighbours' instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.data.text_files import numbered_lines
from epicene.grammar.people import sentence_words

WORD_START = "▁"
_MOST_NAMED = 5
MOST_SLIPPED = 4
# A slip is what more than 8 lines speak for; in a short file more than a quarter of its lines, and more than 3. A line
# with its own noun alone outweighs three of them, so that hits by chance, as many for every offset, do not add up:
# outputs of nouns drawn at random reach 4 where each line has a noun of its own, and in WinoMT, where nouns recur,
# outputs with one sentence in ten right reach 6.
FEWEST_LINES, MOST_LINES = 3, 8
AGAINST = 3
NOUNS_IN_AT_LEAST = 0.1  # of the lines, to say that they are other lines' nouns
SPREADS_ABOVE_CHANCE = 4
SHORTEST_WORD = 3
Words = AbstractSet[str]
Mask = NDArray[np.bool_]


def read_lines(path: Path) -> list[str]:
    """The lines of a file, plain or gzipped, counted by newline: other line-break characters are text, the last
    newline may be missing."""
    lines = [line for _, line in numbered_lines(path)]
    if not any(map(str.strip, lines)):
        raise InputError("{path} is empty; download or export it again.", path=path)
    return lines


def read_sentences(path: Path, *, allow_empty: bool = False) -> list[str]:
    """As `read_lines`, with word pieces joined; an empty line is an error unless it is allowed."""
    return join_lines(path, read_lines(path), allow_empty=allow_empty)


def join_lines(path: Path, lines: Sequence[str], *, allow_empty: bool = False) -> list[str]:
    """The lines of a file as sentences."""
    sentences = [join_pieces(line) for line in lines]
    empty = [number for number, line in enumerate(sentences, start=1) if not line]
    if empty and not allow_empty:
        raise InputError(
            "{path}: {some_lines} empty; every line must hold one sentence (a mark such as - where a "
            "system gave nothing).",
            path=path,
            some_lines=_some_lines(empty),
        )
    return sentences


def join_pieces(line: str) -> str:
    """Undo SentencePiece (▁the ▁post man) and subword-nmt (post@@ man); spaces become single ones."""
    if WORD_START in line:
        line = line.replace(" ", "").replace(WORD_START, " ")
    return " ".join(line.replace("@@ ", "").split())


def check_same_length(files: Sequence[tuple[Path, Sequence[str]]]) -> None:
    """Parallel files have one line for each line of the first."""
    (first, lines), *others = files
    for path, other in others:
        if len(other) != len(lines):
            raise InputError(
                "{path} has {n_other} lines and {first} has {n_lines}; parallel files need as many lines.",
                path=path,
                n_other=len(other),
                first=first,
                n_lines=len(lines),
            )


def _some_lines(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:_MOST_NAMED])) + (", …" if len(numbers) > _MOST_NAMED else "")
    return said("line {named} is", named=named) if len(numbers) == 1 else said("lines {named} are", named=named)


def named_files(given: Sequence[str]) -> dict[str, Path]:
    """`NAME=FILE` or `FILE`, which then gives the name; each name once."""
    found: dict[str, Path] = {}
    for text in given:
        name, equals, file = text.partition("=")
        is_named = bool(equals and name and file) and not Path(text).exists()
        path = Path(file if is_named else text).expanduser()
        label = name if is_named else path.name
        if label in found:
            raise InputError("Two systems are called {label!r}; write NAME=FILE to tell them apart.", label=label)
        found[label] = path
    return found


@dataclass(frozen=True, slots=True)
class Slip:
    """From line `first` (0-based) on, lines translate the sentence `offset` lines further down; `lines` show it."""

    offset: int
    first: int
    lines: int
    weight: int


def content_words(text: str) -> frozenset[str]:
    """Folded words that are not too short to tell anything."""
    return frozenset(word for word in sentence_words(text) if len(word) > SHORTEST_WORD)


def check_line_by_line(output: Path, source: str, lines: Sequence[str], expected: Sequence[Words]) -> None:
    """Refuse an output that slipped or translates other sentences; `expected` are the nouns of each translation."""
    found = [content_words(line) for line in lines]
    fits = {offset: _fits(found, expected, offset) for offset in range(-MOST_SLIPPED, MOST_SLIPPED + 1)}
    _check_same_sentences(output, source, found, expected, fits)
    slip = max((_strongest(offset, other, fits[0]) for offset, other in fits.items()), key=lambda slip: slip.weight)
    if slip.weight > min(max(FEWEST_LINES, len(lines) // 4), MOST_LINES):
        raise _slipped(slip, output, source)


def _fits(found: Sequence[Words], expected: Sequence[Words], offset: int) -> Mask:
    """Which lines hold a noun of the sentence `offset` lines further down."""
    lines = range(len(found))
    return np.array([n + offset in lines and not found[n].isdisjoint(expected[n + offset]) for n in lines])


def _strongest(offset: int, other: Mask, own: Mask) -> Slip:
    """The stretch of lines that speaks most for one offset: the largest sum of consecutive weights."""
    weights = (other & ~own).astype(int) - AGAINST * (own & ~other)
    totals = np.concatenate([[0], weights.cumsum()])
    end = int((totals - np.minimum.accumulate(totals)).argmax())
    first = end - int(totals[end::-1].argmin())
    return Slip(offset, first, int((other & ~own)[first:end].sum()), int(totals[end] - totals[first]))


def _slipped(slip: Slip, output: Path, source: str) -> InputError:
    number, first = abs(slip.offset), slip.first + 1
    by = said("1 line") if number == 1 else said("{n} lines", n=number)
    start = said("at the latest from line {first} on", first=first) if slip.first else said("from line 1 on")
    if slip.offset > 0:
        where = said("{by} further down", by=by)
        remedy = said("put back what is missing before that line")
    else:
        where = said("{by} further up", by=by)
        remedy = said("take out what was added before that line")
    return InputError(
        "{output} slipped by {by} against {source}: {start}, it translates the sentences {where} ({lines} lines hold "
        "their nouns instead of their own); {remedy}, or translate again.",
        output=output,
        by=by,
        source=source,
        start=start,
        where=where,
        lines=slip.lines,
        remedy=remedy,
    )


def _check_same_sentences(
    output: Path, source: str, found: Sequence[Words], expected: Sequence[Words], fits: Mapping[int, Mask]
) -> None:
    """Where lines hold nouns of the source, some offset must fit more of them than lines drawn at random would."""
    lines_with = defaultdict[str, set[int]](set)
    for number, words in enumerate(expected):
        for word in words:
            lines_with[word].add(number)
    fitting = [set[int]().union(*(lines_with[word] for word in words if word in lines_with)) for words in found]
    chances = np.array([len(lines) / len(found) for lines in fitting])
    by_chance = chances.sum() + SPREADS_ABOVE_CHANCE * np.sqrt((chances * (1 - chances)).sum())
    held = int((chances > 0).sum())
    # A system that says one noun for all translates badly, but in order.
    varied = len(set().union(*fitting)) > held / 2
    can_tell = varied and held > NOUNS_IN_AT_LEAST * len(found) and by_chance < held / 2
    if can_tell and max(fit.sum() for fit in fits.values()) <= by_chance:
        raise InputError(
            "{output} does not translate the sentences of {source}, or not in their order: the noun of "
            "its own sentence is in only {n_right} of the {held} lines that hold any; give the output for "
            "this source.",
            output=output,
            source=source,
            n_right=fits[0].sum(),
            held=held,
        )
