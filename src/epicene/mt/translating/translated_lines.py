"""The lines of a file that is translated, and what is done of them. Both stay on the disk, however many they are."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.files import append_lines, drop_torn_line
from epicene.core.hashing import lines_digest
from epicene.core.types import Numbered
from epicene.data.text_files import numbered_lines

_MISSING = -1


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The first `count` sentences of a file, exactly as they stand."""

    path: Path
    count: int
    digest: str

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[str]:
        return (line for _, line in islice(numbered_lines(self.path), self.count))


def read_source(path: Path, limit: int | None = None) -> SourceFile:
    """Gone through once; an empty line is an error, because its translation would be made up."""
    count = 0

    def sentences() -> Iterator[str]:
        nonlocal count
        for number, line in numbered_lines(path):
            if not line.strip():
                raise InputError(
                    "{path}, line {number}, is empty; give a file with a sentence on every line.",
                    path=path,
                    number=number,
                )
            if limit is None or count < limit:
                count += 1
                yield line

    digest = lines_digest(sentences())
    if not count:
        raise InputError("{path} is empty; give a file with a sentence on every line.", path=path)
    return SourceFile(path, count, digest)


class TranslatedLines:
    """The journal of a translation: of each of `total` lines, where in the file its record stands."""

    def __init__(self, path: Path, total: int) -> None:
        self.path = path
        self.done = self.empty = 0
        self._starts = array("q", [_MISSING]) * total
        drop_torn_line(path)
        if path.exists():
            self._read()

    def _read(self) -> None:
        start = 0
        with self.path.open("rb") as file:
            for line in file:
                try:
                    record = json.loads(line)
                    self._note(int(record["key"]) - 1, start, record["text"])
                except (ValueError, TypeError, KeyError, IndexError) as error:
                    raise InputError(
                        "{path} is damaged ({error}). Delete it: what it held is computed again.",
                        path=self.path,
                        error=error,
                    ) from error
                start += len(line)

    def _note(self, place: int, start: int, text: str) -> None:
        self.done += self._starts[place] == _MISSING
        self.empty += not text
        self._starts[place] = start

    def append(self, batch: Iterable[Numbered]) -> None:
        """Keep translations that are new."""
        new = [(place, text) for place, text in batch if self._starts[place] == _MISSING]
        start = self.path.stat().st_size if self.path.exists() else 0
        records = [{"key": _key(place), "text": text} for place, text in new]
        for record, (place, text) in zip(records, new, strict=True):
            self._note(place, start, text)
            start += len(json.dumps(record, ensure_ascii=False).encode()) + 1
        append_lines(self.path, records)

    def missing_of(self, lines: SourceFile) -> MissingLines:
        return MissingLines(lines, array("q", self._starts), len(lines) - self.done)

    def texts(self, first: int | None = None) -> Iterator[Numbered]:
        """The translations that are there, in the order of the lines; of the `first` lines only."""
        if not self.done:
            return
        with self.path.open("rb") as file:
            for place, start in enumerate(self._starts[:first]):
                if start != _MISSING:
                    file.seek(start)
                    yield place, json.loads(file.readline())["text"]


@dataclass(frozen=True, slots=True)
class MissingLines:
    """Those lines of a source that were not translated when it was asked."""

    lines: SourceFile
    starts: array[int]
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Numbered]:
        return (numbered for numbered in enumerate(self.lines) if self.starts[numbered[0]] == _MISSING)


def _key(place: int) -> str:
    """The number of a line, as editors count."""
    return str(place + 1)
