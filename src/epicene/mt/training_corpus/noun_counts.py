"""Counting nouns in a training corpus: one pass in blocks, plain or gzip, memory flat whatever the corpus's size.

Words are taken from whole blocks of text at once and only those of the lexicon are kept, which is what makes 4 million
sentence pairs a matter of a minute. A form is counted as written (singular, any case, both spellings); *avocat* is
counted whether a lawyer or a fruit.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, cast

from epicene.core.errors import InputError
from epicene.core.progress import Progress, Silent
from epicene.data.text_files import Opened, opened

BLOCK = MIB = 1 << 20
_LINE_END = "\0"  # a word of its own, so that no noun is found across two lines
_MARKS = "'’\"“”‘«»()[]{}.,;:!?/…–—*•"

Key = tuple[str, ...]


def split_words(text: str) -> list[str]:
    """Words in lower case, one spelling, and line ends. Plain replacing is twice as fast as a regular expression."""
    text = text.lower().replace("œ", "oe").replace("î", "i").replace("û", "u").replace("\u2011", "-")
    for mark in _MARKS:
        text = text.replace(mark, " ")
    return text.replace("\n", f" {_LINE_END} ").split()


def key_of(form: str) -> Key:
    """A form as counting sees it: *homme d’affaires* is homme, d, affaires."""
    return tuple(split_words(form))


@contextmanager
def open_text(path: Path) -> Iterator[IO[str]]:
    """A text file, read in blocks: what is no UTF-8 is found, but not its line."""
    with opened(path) as file, _decoded(path, file) as text:
        yield text


@contextmanager
def _decoded(path: Path, file: Opened) -> Iterator[IO[str]]:
    try:
        yield io.TextIOWrapper(cast(io.BufferedReader, file.content), encoding="utf-8-sig", newline="\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 ({error.reason}); convert it and try again.") from error


def _blocks(path: Path, progress: Progress) -> Iterator[str]:
    """Blocks that end with a line, of a file that may be large."""
    with opened(path) as file, _decoded(path, file) as text:
        progress.start(f"{path.name} (MiB)", -(-path.stat().st_size // MIB))
        done = 0
        while block := text.read(BLOCK):
            yield block + text.readline()
            reached = file.stored.tell() // MIB
            progress.advance(reached - done)
            done = reached


class FormCounter:
    """Counts forms of one or several words. `words` adds single words that are wanted too (*son*, *his*)."""

    def __init__(self, forms: Iterable[str], words: Iterable[str] = ()) -> None:
        keys = {key_of(form) for form in forms} | {(word,) for word in words}
        self._single = frozenset(key[0] for key in keys if len(key) == 1)
        self._longer: dict[str, list[Key]] = {}
        for key in keys:
            if len(key) > 1:
                self._longer.setdefault(key[0], []).append(key)
        self.counts: Counter[Key] = Counter()
        self.lines = 0

    def count(self, path: Path, progress: Progress | None = None) -> FormCounter:
        for block in _blocks(path, progress or Silent()):
            self._add(block)
        return self

    def _add(self, block: str) -> None:
        self.lines += block.count("\n") + (not block.endswith("\n"))
        found = split_words(block)
        for word, n in Counter(filter(self._single.__contains__, found)).items():
            self.counts[(word,)] += n
        longer = self._longer
        for place in [place for place, word in enumerate(found) if word in longer] if longer else ():
            for key in longer[found[place]]:
                if tuple(found[place : place + len(key)]) == key:
                    self.counts[key] += 1


def first_lines(path: Path, wanted: int = 500) -> list[str]:
    with open_text(path) as file:
        return list(islice(file, wanted))


def sample_pairs(source: Path, target: Path, total: int, wanted: int) -> Iterator[tuple[str, str]]:
    """`wanted` pairs spread evenly over the corpus."""
    places = {step * total // wanted for step in range(min(wanted, total))} if total > wanted else None
    with open_text(source) as one, open_text(target) as other:
        pairs = enumerate(zip(one, other, strict=False))
        yield from (pair for place, pair in islice(pairs, total) if places is None or place in places)
