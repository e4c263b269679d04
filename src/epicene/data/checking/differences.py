"""Where the two sentences of a pair differ, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from epicene.grammar.word_patterns import Word, fold, is_unspaced, without_accents, words


@dataclass(frozen=True, slots=True)
class WordChange:
    """A place where two sentences differ: the words on each side, marks included, and the shared words around them."""

    more: tuple[Word, ...]
    less: tuple[Word, ...]
    before: tuple[Word, ...]
    after: tuple[Word, ...]

    def __str__(self) -> str:
        return " / ".join("nothing" if text is None else f"“{text}”" for text in self.texts)

    @property
    def texts(self) -> tuple[str | None, str | None]:
        """The words of each side as they are written; None where it has none."""
        return _joined(self.more), _joined(self.less)

    def joined(self, following: WordChange) -> WordChange:
        """One place out of two and what is shared between them."""
        more = (*self.more, *following.before, *following.more)
        less = (*self.less, *following.before, *following.less)
        return WordChange(more, less, self.before, following.after)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The places where two sentences differ, and the words they share, both spellings of each."""

    places: list[WordChange]
    shared: list[tuple[Word, Word]]


def align(more: str, less: str) -> Alignment:
    """Align by word with the fewest changes (Levenshtein), case and kind of apostrophe aside.

    Swapping the sentences swaps the sides and nothing else: ties between alignments are broken in one fixed order.
    """
    more_words, less_words = words(more), words(less)
    swapped = (len(more_words), more) > (len(less_words), less)
    first, second = (less_words, more_words) if swapped else (more_words, less_words)
    runs = _runs(first, second)
    alignment = Alignment([], [])
    for number, (equal, *sides) in enumerate(runs):
        more_side, less_side = reversed(sides) if swapped else sides
        if equal:
            alignment.shared.extend(zip(more_side, less_side, strict=True))
        else:
            before = runs[number - 1][1] if number else []
            after = runs[number + 1][1] if number + 1 < len(runs) else []
            alignment.places.append(WordChange(tuple(more_side), tuple(less_side), tuple(before), tuple(after)))
    return alignment


def _runs(first: list[Word], second: list[Word]) -> list[tuple[bool, list[Word], list[Word]]]:
    """Runs of equal and of different words, in turn."""
    from rapidfuzz.distance import Levenshtein

    codes = Levenshtein.opcodes(_folded(first), _folded(second))
    runs: list[tuple[bool, list[Word], list[Word]]] = []
    for equal, group in groupby(codes, key=lambda code: code.tag == "equal"):
        spans = list(group)
        words = first[spans[0].src_start : spans[-1].src_end]
        runs.append((equal, words, second[spans[0].dest_start : spans[-1].dest_end]))
    return runs


def differences(more: str, less: str) -> list[WordChange]:
    return align(more, less).places


def plain(side: Sequence[Word]) -> list[str]:
    """The words of one side as they are compared, punctuation left out."""
    return [fold(word.text) for word in side if not word.is_mark]


def bare(side: Sequence[Word]) -> list[str]:
    """The same without accents."""
    return [without_accents(word) for word in plain(side)]


def marks(side: Sequence[Word]) -> list[str]:
    return [word.text for word in side if word.is_mark]


def _folded(side: Sequence[Word]) -> list[str]:
    return [fold(word.text) for word in side]


def _joined(side: Sequence[Word]) -> str | None:
    text = ""
    for before, word in zip((None, *side), side, strict=False):
        unspaced = before is not None and is_unspaced(before.text) and (is_unspaced(word.text) or word.is_mark)
        tight = not text or unspaced or word.text in ".,…" or fold(text).endswith("'")
        text += word.text if tight else f" {word.text}"
    return text or None
