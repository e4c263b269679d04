"""Parallel text files, one sentence a line, as people and translation systems write them: reading them, and refusing
outputs whose lines do not stand beside the sentences that they translate (slipped, out of order, one line repeated).

Of each sentence it is known which words its translation should hold (its nouns, or what its references hold). An output
line that shares such words with the sentence `offset` lines further down or up, and fewer with its own, speaks for a
slip by that offset; one that shares more with its own speaks against it, three times as much. Lines were lost or added
where a stretch speaks for one offset more than chance allows. A poor system misses its own nouns, but does not hit
those of one neighbour instead.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import other_language
from epicene.grammar.people import sentence_words

WORD_START = "▁"
_MOST_NAMED = 5
MOST_OTHERS = 0.4  # of the lines of an output that may be in another language


def read_lines(path: Path) -> list[str]:
    """The lines of a file, plain or gzipped, counted by newline: other line-break characters are text, the last
    newline may be missing."""
    lines = [line for _, line in numbered_lines(path)]
    if not any(map(str.strip, lines)):
        raise InputError(f"{path} is empty; download or export it again.")
    return lines


def read_sentences(path: Path, *, allow_empty: bool = False) -> list[str]:
    """As `read_lines`, with word pieces joined; an empty line is an error unless it is allowed."""
    return join_lines(path, read_lines(path), allow_empty=allow_empty)


def join_lines(path: Path, lines: Sequence[str], *, allow_empty: bool = False) -> list[str]:
    """The lines of a file as sentences."""
    sentences = [join_pieces(line) for line in lines]
    empty = [number for number, line in enumerate(sentences, start=1) if not line]
    if empty and not allow_empty:
        named = ", ".join(map(str, empty[:_MOST_NAMED])) + (", …" if len(empty) > _MOST_NAMED else "")
        which = f"line {named} is" if len(empty) == 1 else f"lines {named} are"
        raise InputError(
            f"{path}: {which} empty; every line must hold one sentence (a mark such as - where a system gave nothing)."
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
                f"{path} has {len(other)} lines and {first} has {len(lines)}; parallel files need as many lines."
            )


def named_files(given: Sequence[str]) -> dict[str, Path]:
    """`NAME=FILE` or `FILE`, which then gives the name; each name once."""
    paths: dict[str, Path] = {}
    for text in given:
        name, equals, file = text.partition("=")
        is_named = bool(equals and name and file) and not Path(text).exists()
        path = Path(file if is_named else text).expanduser()
        label = name if is_named else path.name
        if label in paths:
            raise InputError(f"Two systems are called {label!r}; write NAME=FILE to tell them apart.")
        paths[label] = path
    return paths


def check_each_line(path: Path, lines: Sequence[str], expected: str) -> None:
    """Refuse an output that is partly in another language; a few lines that a system did not translate are its own."""
    languages = [other_language(sentence_words(line), expected) for line in lines]
    others = [number for number, language in enumerate(languages) if language]
    if len(others) > MOST_OTHERS * len(lines):
        raise InputError(
            f"{path}: {len(others)} of {len(lines)} lines look "
            f"{language_name(Counter(filter(None, languages)).most_common(1)[0][0])} and not {language_name(expected)} "
            f"(the first is line {others[0] + 1}); translate them again."
        )


SHORTEST_WORD = 3
AGAINST = 3
HELD = 0.8  # of the lines that translate a sentence and hold any known noun, those that hold one of its nouns
# Lines with wrong, empty or repeated nouns are a poor system's: a slip has more of them in a row than the share of them
# in the rest of the file makes by chance in one file of so many; in short files, more than so many of all lines.
FEWEST_WRONG, MOST_WRONG, FILES = 0.1, 0.3, 10_000
FEWEST_LINES, FEWEST_NOUNS = 5, 4
MOST_HITS = 1_000_000  # pairs of a line and a sentence that are looked at; of nouns in more, those nearest to the line
NOUNS_IN_AT_LEAST = 0.1  # of the lines, to say that they are other lines' nouns
SPREADS_ABOVE_CHANCE = 4
# Words of source and output belong together that are in the same lines, these being neither very few nor many.
TOGETHER, FEWEST_TOGETHER, COMMON = 0.5, 3, 0.05
MOST_REPEATED, FEWEST_REPEATED = 0.5, 10
HELD_IN_SAMPLE = 0.2  # of the lines of a short output, that hold a word of theirs: more than by chance
Words = AbstractSet[str]
Ints = NDArray[np.int64]
Short = NDArray[np.int32]  # where there are millions of them
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Slip:
    """From line `first` to line `last` (0-based), lines translate the sentence `offset` lines further down; `lines` of
    them show it."""

    offset: int
    first: int
    last: int
    lines: int


def content_words(text: str) -> frozenset[str]:
    """Folded words that are not too short to tell anything."""
    return frozenset(word for word in sentence_words(text) if len(word) > SHORTEST_WORD)


def check_sample(output: Path, lines: Sequence[str], nouns: Sequence[frozenset[str]], source: Path, total: int) -> None:
    """Refuse an output as long as a sample that translates other lines, such as the first ones of the source; `nouns`
    are words of which a translation should hold one, none where they are not known."""
    known = [(line, noun) for line, noun in zip(lines, nouns, strict=True) if noun]
    held = sum(not noun.isdisjoint(content_words(line)) for line, noun in known)
    if held <= HELD_IN_SAMPLE * len(known) and known:
        raise InputError(
            f"{output} does not translate the {len(lines)} lines that --limit samples from the {total} of {source}: "
            f"{held} of them hold their noun. Give the translations of all {total} lines, or name the system in place "
            "of its output."
        )


def check_line_by_line(
    output: Path, source: str, lines: Sequence[str], expected: Sequence[Words], sentences: Sequence[str] = ()
) -> None:
    """Refuse an output that slipped or translates other sentences; `expected` are the nouns of each translation. Where
    the source's `sentences` are given, words of the output that go with theirs are expected too."""
    shared = SharedWords(lines, expected)
    slip = shared.slip()
    if slip is None and sentences:
        together = zip(expected, words_that_go_together(sentences, lines), strict=True)
        slip = SharedWords(lines, [own | other for own, other in together]).slip()
    if slip:
        raise _slipped(slip, output, source)
    _check_order(output, source, shared)


def check_varied(output: Path, lines: Sequence[str], sentences: Sequence[str]) -> None:
    """Refuse an output that has one line for most of the sentences."""
    text, times = Counter(line for line in lines if any(map(str.isalpha, line))).most_common(1)[0]
    translated = {sentence for line, sentence in zip(lines, sentences, strict=True) if line == text}
    if min(times, len(translated)) > max(MOST_REPEATED * len(lines), FEWEST_REPEATED):
        raise InputError(
            f"{output} has one line for {times} of {len(lines)} sentences (first in line {lines.index(text) + 1}); "
            "translate them again."
        )


def words_that_go_together(sentences: Sequence[str], lines: Sequence[str]) -> list[frozenset[str]]:
    """Of each sentence, the words that stand in outputs where its own words stand in sources (Dice's coefficient)."""
    sides = [[content_words(text) for text in side] for side in (sentences, lines)]
    counts = [Counter(word for words in side for word in words) for side in sides]
    usual = range(FEWEST_TOGETHER, int(COMMON * len(lines)) + 1)
    known = [{word for word, count in own.items() if count in usual} for own in counts]
    both = Counter(
        (source_word, target_word)
        for words, others in zip(*sides, strict=True)
        for source_word in words & known[0]
        for target_word in others & known[1]
    )
    partners = defaultdict[str, set[str]](set)
    for (source_word, target_word), count in both.items():
        if 2 * count >= TOGETHER * (counts[0][source_word] + counts[1][target_word]):
            partners[source_word].add(target_word)
    return [frozenset().union(*(partners[word] for word in words if word in partners)) for words in sides[0]]


class SharedWords:
    """Which known words the lines of an output share with their own sentence and with others."""

    def __init__(self, lines: Sequence[str], expected: Sequence[Words]) -> None:
        self.lines, self.expected, self.n = lines, expected, len(lines)
        ids = {word: number for number, word in enumerate(sorted(set().union(*set(map(frozenset, expected)))))}
        # Sorted by word, then sentence: the sentences of a word are neighbours.
        self._sentences = np.unique(_keys(self.n, ((ids[word], n) for n, own in enumerate(expected) for word in own)))
        held = ((ids[word], n) for n, line in enumerate(lines) for word in content_words(line) if word in ids)
        self._held = _keys(self.n, held)
        self._start = np.searchsorted(self._sentences, np.arange(len(ids) + 1) * self.n)
        self.word, self.line = np.divmod(self._held, self.n)
        self.times = np.diff(self._start)
        self._weight = np.log(np.maximum(HELD * self.n / self.times, 1)) if len(ids) else np.zeros(0)

    @cached_property
    def is_own(self) -> Mask:
        """Of each held word, whether the line's own sentence has it."""
        return np.isin(self._held, self._sentences)

    @cached_property
    def own(self) -> Floats:
        """The weight of the words that each line shares with its own sentence."""
        return _sums(self.line, self._weight[self.word] * self.is_own, self.n)

    def _others(self) -> tuple[Short, Short, Floats]:
        """Lines, offsets and the weight of the words shared with the sentence there, sorted by offset, then line."""
        at, low, high = np.searchsorted(self._sentences, self._held), self._start[self.word], self._start[self.word + 1]
        if (high - low).sum() > MOST_HITS:
            nearest = max(2, MOST_HITS // (2 * len(at)))
            low, high = np.maximum(low, at - nearest), np.minimum(high, at + nearest + 1)
        sizes = np.where(self._weight[self.word] > 0, high - low, 0)
        index = np.arange(sizes.sum())
        index += np.repeat(low - (sizes.cumsum() - sizes), sizes)
        line = np.repeat(self.line, sizes)
        keys = self._sentences[index]
        del index
        keys %= self.n
        keys -= line
        kept = keys != 0
        keys += self.n
        keys *= self.n
        keys += line
        del line
        weight = np.repeat(self._weight[self.word], sizes)[kept]
        keys, positions = np.unique(keys[kept], return_inverse=True)
        weight = _sums(positions, weight, len(keys))
        del positions
        return (keys % self.n).astype(np.int32), (keys // self.n - self.n).astype(np.int32), weight

    def slip(self) -> Slip | None:
        """The first of the slips that the lines speak for, the strongest where two overlap."""
        line, offset, other = self._others()
        if not len(line):
            return None
        own, most = np.minimum(self.own, math.log(self.n)), math.log(self.n)
        # A line speaks for an offset by no more than tells that sentence from the others that fit as well.
        speaks = np.log(np.maximum(HELD * self.n / _ranks(line, other), 1))
        np.clip(other - self.own[line], -most, speaks, out=speaks)
        del other
        # What a line costs that shares no word with the sentence there: it is its own, or of none of the two.
        is_held = np.bincount(self.line, minlength=self.n) > 0
        cost = np.where(own > 0, AGAINST * own, is_held * math.log(1 / (1 - HELD)))
        before = np.concatenate([[0], cost.cumsum()])
        until = np.where(speaks > 0, speaks, AGAINST * speaks)
        until += cost[line]
        np.cumsum(until, out=until)
        since = np.concatenate([[0], until[:-1]])
        since -= before[line]
        until -= before[line + 1]
        # The largest sum of consecutive lines, for each offset by itself.
        first = np.flatnonzero(np.concatenate([[True], offset[1:] != offset[:-1]]))
        part = np.repeat(np.arange(len(first), dtype=np.int32), np.diff(np.append(first, len(offset))))
        apart = part * (2 * (np.abs(until).max() + np.abs(since).max() + 1))
        score = since - apart
        np.minimum.accumulate(score, out=score)
        score += apart
        np.subtract(until, score, out=score)
        del apart, until
        enough = np.flatnonzero(score >= 3 * most)  # as many stretches as starts, ends and offsets
        ends = enough[np.lexsort((-score[enough], part[enough]))]
        ends = ends[np.unique(part[ends], return_index=True)[1]]
        slips = list[Slip]()
        for end in ends[np.argsort(-score[ends], kind="stable")]:
            of_offset = slice(first[part[end]], int(np.searchsorted(part, part[end], "right")))
            start = of_offset.start + int(since[of_offset.start : end + 1].argmin())
            shown = line[start : end + 1][speaks[start : end + 1] > 0]
            slip = Slip(int(offset[end]), int(shown[0]), int(shown[-1]), len(shown))
            if not any(_mostly_within(slip, known) for known in slips) and self._is_one(
                slip, line[of_offset], speaks[of_offset], slips
            ):
                slips.append(slip)
        return min(slips, key=lambda slip: slip.first, default=None)

    def _is_one(self, slip: Slip, line: Short, speaks: Floats, others: Sequence[Slip]) -> bool:
        """Enough different nouns in different lines, and more lines without their own than the rest of the file, apart
        from the `others`, would have in a row by chance; `line` and `speaks` are those of the offset."""
        shown = line[(speaks > 0) & (line >= slip.first) & (line <= slip.last)]
        if slip.lines < FEWEST_LINES or self._different(slip.offset, shown) < FEWEST_NOUNS:
            return False
        own = np.flatnonzero(self.own > 0)
        before, behind = own[own < slip.first], own[own > slip.last]
        row = slice(int(before[-1]) + 1 if len(before) else 0, int(behind[0]) if len(behind) else self.n)
        without = self.own == 0
        without[line[speaks > 0]] = True
        against = ~without
        against[line[speaks == 0]] = False
        in_row = int(without[row].sum()) - AGAINST * int(against[slip.first : slip.last + 1].sum())
        is_rest = without | against
        for slipped in (row, *(slice(other.first, other.last + 1) for other in others)):
            is_rest[slipped] = False
        elsewhere = without[is_rest]
        wrong = elsewhere.mean() + 1 / math.sqrt(len(elsewhere)) if len(elsewhere) else 1.0
        by_chance = math.log(self.n * FILES) / -math.log(min(max(wrong, FEWEST_WRONG), 0.95))
        return in_row > min(by_chance, max(3.0, MOST_WRONG * self.n))

    def _different(self, offset: int, lines: Short) -> int:
        """How many of the lines show a word that no line before them does; the same text counts once."""
        words, texts, different = set[str](), set[str](), 0
        for n in lines.tolist():
            text = self.lines[n]
            shown = content_words(text) & self.expected[n + offset]
            different += text not in texts and not shown <= words
            words |= shown
            texts.add(text)
        return different


def _mostly_within(slip: Slip, other: Slip) -> bool:
    """Whether most lines of one slip are lines of the other; a few are so by chance where one ends and another
    begins."""
    shared = min(slip.last, other.last) - max(slip.first, other.first) + 1
    return 2 * shared > slip.last - slip.first + 1


def _keys(n: int, pairs: Iterator[tuple[int, int]]) -> Ints:
    return np.fromiter((word * n + line for word, line in pairs), np.int64)


def _sums(positions: Ints, values: Floats, n: int) -> Floats:
    return np.bincount(positions, values, n).astype(np.float64)


def _ranks(line: Short, other: Floats) -> Short:
    """Of each line and sentence, how many sentences fit the line at least as well."""
    rounded = np.round(other, 6)
    order = np.lexsort((-rounded, line))
    sorted_line, sorted_other = line[order], rounded[order]
    del rounded
    is_last = np.ones(len(line), dtype=np.bool_)
    is_last[:-1] = (sorted_line[1:] != sorted_line[:-1]) | (sorted_other[1:] != sorted_other[:-1])
    del sorted_other
    last = is_last.nonzero()[0].astype(np.int32)
    ranked = np.repeat(last, np.diff(last, prepend=-1))
    ranked -= np.searchsorted(sorted_line, sorted_line).astype(np.int32) - 1
    ranks = np.empty(len(line), np.int32)
    ranks[order] = ranked
    return ranks


def _slipped(slip: Slip, output: Path, source: str) -> InputError:
    number, first = abs(slip.offset), slip.first + 1
    by = "1 line" if number == 1 else f"{number} lines"
    start = f"at the latest from line {first} on" if slip.first else "from line 1 on"
    if slip.offset > 0:
        where = f"{by} further down"
        remedy = "put back what is missing before that line"
    else:
        where = f"{by} further up"
        remedy = "take out what was added before that line"
    return InputError(
        f"{output} slipped by {by} against {source}: {start}, it translates the sentences {where} ({slip.lines} lines "
        f"hold their nouns instead of their own); {remedy}, or translate again."
    )


def _check_order(output: Path, source: str, shared: SharedWords) -> None:
    """Where lines hold nouns of the source, more of them must hold their own than lines drawn at random would."""
    chances = np.minimum(_sums(shared.line, shared.times[shared.word] / shared.n, shared.n), 1.0)
    by_chance = chances.sum() + SPREADS_ABOVE_CHANCE * np.sqrt((chances * (1 - chances)).sum())
    held, n_right = int((chances > 0).sum()), len(np.unique(shared.line[shared.is_own]))
    # A system that says one noun for all translates badly, but in order.
    varied = shared.times[np.unique(shared.word)].sum() > held / 2
    can_tell = varied and held > NOUNS_IN_AT_LEAST * shared.n and by_chance < held / 2
    if can_tell and n_right <= by_chance:
        raise InputError(
            f"{output} does not translate the sentences of {source}, or not in their order: the noun of its own "
            f"sentence is in only {n_right} of the {held} lines that hold any; give the output for this source."
        )
