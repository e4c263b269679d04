"""Parallel text: two files whose lines translate each other, with what is left out counted, never lost in silence."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.language import language_name
from epicene.data.text_files import numbered_lines
from epicene.grammar.languages import COMMON_WORDS, language_of

EMPTY, RATIO, DUPLICATE = "an empty side", "lengths too different", "duplicate"
LINES_TO_TELL = 500  # a language by


@dataclass
class ParallelText:
    """The pairs of two files that pass the filters, one at a time; every pass over them is the same."""

    source: Path
    target: Path
    max_ratio: float
    keeps_duplicates: bool
    left_out: Counter[str] = field(default_factory=Counter, init=False)
    n_total: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        self.left_out, self.n_total = Counter(), 0
        seen: set[bytes] = set()
        for source, target in paired_lines(self.source, self.target):
            self.n_total += 1
            reason = self._reason_against(source, target, seen)
            if reason:
                self.left_out[reason] += 1
            else:
                yield source, target

    def _reason_against(self, source: str, target: str, seen: set[bytes]) -> str:
        if not source or not target:
            return EMPTY
        shorter, longer = sorted((len(source), len(target)))
        # A few characters more or less say nothing about very short lines.
        if longer > self.max_ratio * (shorter + 10):
            return RATIO
        if self.keeps_duplicates:
            return ""
        pair = hashlib.blake2b(f"{source}\n{target}".encode(), digest_size=8).digest()
        if pair in seen:
            return DUPLICATE
        seen.add(pair)
        return ""


def paired_lines(source: Path, target: Path) -> Iterator[tuple[str, str]]:
    """Lines side by side, outer white space off; files of different length are an error."""
    pairs = zip_longest(numbered_lines(source), numbered_lines(target))
    for first, second in pairs:
        if first is None or second is None:
            n_source, n_target = (sum(1 for _ in numbered_lines(path)) for path in (source, target))
            raise InputError(
                f"{source} has {n_source} lines and {target} {n_target}: line by line they must translate "
                "each other. Check that both belong to the same corpus."
            )
        yield first[1].strip(), second[1].strip()


def refuse_missing(*paths: Path) -> None:
    for path in paths:
        if path.is_dir():
            raise InputError(f"{path} is a folder; give a text file.")
        if not path.is_file():
            raise InputError(f"{path} does not exist; give a text file.")


def check_parallel(source: Path, target: Path, languages: tuple[str, str]) -> None:
    """Read both files once, so that what is wrong with them is said before a folder is begun: also that one of them is
    in the other's language."""
    first = list(islice(paired_lines(source, target), LINES_TO_TELL))
    for path, expected, side in zip((source, target), languages, zip(*first, strict=True), strict=False):
        found = language_of(side, expected) if expected in COMMON_WORDS else None
        if found not in (None, expected):
            raise InputError(
                f"{path} looks {language_name(found)}, and should be {language_name(expected)}: give the file in that "
                "language, or say with --from and --to what the two files are."
            )
    for _ in paired_lines(source, target):
        pass


def read_validation(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """All validation pairs; here an empty line is an error, because BLEU would count it."""
    sources: list[str] = []
    targets: list[str] = []
    for number, (first, second) in enumerate(paired_lines(source, target), start=1):
        if not first or not second:
            path = target if first else source
            raise InputError(f"{path}, line {number}, is empty; validation needs a sentence on every line.")
        sources.append(first)
        targets.append(second)
    if not sources:
        raise InputError(f"{source} is empty; validation needs at least one pair.")
    return sources, targets
