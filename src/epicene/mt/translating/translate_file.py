"""`epicene mt translate`: a file of sentences in, a file of translations out, line by line.

While it works, what is done is in the run folder `OUT.partial/`; a kill loses at most the batch under way. At the end
`OUT` is written in one step, `OUT.json` says what made it, and the folder is gone.
"""

from __future__ import annotations

import json
import shutil
import time
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import append_lines, drop_torn_line, write_json, write_parts
from epicene.core.hashing import lines_digest
from epicene.core.progress import Progress, Silent
from epicene.core.types import Numbered, System
from epicene.data.text_files import numbered_lines
from epicene.models.engines.cost import Meter
from epicene.models.translation_text import Cleaned, cleaned, count_kinds
from epicene.mt.controlled_corpus import sample_lines
from epicene.mt.results import Translated, TranslatedLine, TranslationQuestion, notice_fields, translation_notices
from epicene.runs.folder import RunFolder, validate_same_question

_MISSING = -1


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The sentences of a file, exactly as they stand; with a `sample`, those with these numbers, counted from 1."""

    path: Path
    count: int
    digest: str
    sample: Sequence[int] = ()

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[str]:
        kept = frozenset(self.sample)
        return (line for number, line in numbered_lines(self.path) if not kept or number in kept)


def read_source(path: Path, language: str, limit: int | None = None) -> SourceFile:
    """Gone through once; an empty line is an error, because its translation would be made up. With a limit, a sample of
    so many lines."""
    count = 0

    def sentences() -> Iterator[str]:
        nonlocal count
        for number, line in numbered_lines(path):
            if not line.strip():
                raise InputError(f"{path}, line {number}, is empty; give a file with a sentence on every line.")
            count += 1
            yield line

    every = list(sentences()) if limit else []
    sample = sample_lines(every, language, limit) if limit and limit < len(every) else ()
    digest = lines_digest((every[index] for index in sample) if sample else every or sentences())
    if not count:
        raise InputError(f"{path} is empty; give a file with a sentence on every line.")
    return SourceFile(path, len(sample) or count, digest, [index + 1 for index in sample])


class TranslatedLines:
    """The journal of a translation: of each of `total` lines, where in the file its record stands."""

    def __init__(self, path: Path, total: int) -> None:
        self.path = path
        self.done = self.empty = 0
        self._kinds = list[Collection[str]]()
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
                    self._note(int(record["key"]) - 1, start, Cleaned(record["text"], record.get("cleaned", ())))
                except (ValueError, TypeError, KeyError, IndexError) as error:
                    raise InputError(
                        f"{self.path} is damaged ({error}). Delete it: what it held is computed again."
                    ) from error
                start += len(line)

    def _note(self, index: int, start: int, made: Cleaned) -> None:
        self.done += self._starts[index] == _MISSING
        self.empty += not made.text
        self._starts[index] = start
        if made.kinds:
            self._kinds.append(made.kinds)

    @property
    def cleaned(self) -> dict[str, int]:
        """How many were cleaned, of anything and of each kind."""
        return count_kinds(self._kinds)

    def append(self, batch: Iterable[tuple[int, Cleaned]]) -> None:
        """Keep translations that are new."""
        new = [(line_index, made) for line_index, made in batch if self._starts[line_index] == _MISSING]
        start = self.path.stat().st_size if self.path.exists() else 0
        # By the number of a line, as editors count.
        records = [
            {"key": str(line_index + 1), "text": made.text, **({"cleaned": sorted(made.kinds)} if made.kinds else {})}
            for line_index, made in new
        ]
        for record, (index, made) in zip(records, new, strict=True):
            self._note(index, start, made)
            start += len(json.dumps(record, ensure_ascii=False).encode()) + 1
        append_lines(self.path, records)

    def missing_of(self, lines: SourceFile) -> MissingLines:
        return MissingLines(lines, array("q", self._starts), len(lines) - self.done)

    def texts(self, first: int | None = None) -> Iterator[Numbered]:
        """The translations that are there, in the order of the lines; of the `first` lines only."""
        if not self.done:
            return
        with self.path.open("rb") as file:
            for index, start in enumerate(self._starts[:first]):
                if start != _MISSING:
                    file.seek(start)
                    yield index, json.loads(file.readline())["text"]


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


KIND = "translate"
LINES = "lines.jsonl"
FIRST = 10  # lines that the page shows


@dataclass(frozen=True, slots=True)
class TranslationRequest:
    """Which lines, from what language into what, to where; `limit` is the size of a sample of them."""

    source_file: Path
    out: Path
    source: str
    target: str
    limit: int | None = None


class CountedSystem(System, Protocol):
    """A system whose work can be counted; where its tokens are not known, its time is."""

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        """What it does meanwhile is counted into a file of the folder."""


def translate(request: TranslationRequest, system: CountedSystem, progress: Progress | None = None) -> Translated:
    """Translate or resume; returns what `OUT.json` holds."""
    progress = progress or Silent()
    lines = read_source(request.source_file, request.source, request.limit)
    question = TranslationQuestion(dict(system.facts), request.source, request.target, len(lines), lines.digest)
    facts_path = request.out.with_name(request.out.name + ".json")
    if finished := _finished(request.out, question):
        progress.say(f"{request.out} is already there, translated by the same system from the same lines")
        return finished
    system.check(lines, request.source_file)
    folder = RunFolder(request.out.with_name(request.out.name + ".partial"))
    first = list(islice(lines, FIRST))
    with folder.lock():
        sample = list(lines.sample)
        folder.begin(KIND, msgspec.to_builtins(question), out=str(request.out), first_lines=first, sample=sample)
        translated_lines = TranslatedLines(folder.path / LINES, len(lines))
        began, resumed = time.monotonic(), translated_lines.done
        with system.counted(folder.path) as meter:
            _gather(translated_lines, lines, system, meter, progress)
        seconds = round(time.monotonic() - began, 2)
        write_parts(request.out, (f"{text}\n".encode() for _, text in translated_lines.texts()))
        facts = describe(question, str(request.out), first, translated_lines, meter.cost, resumed, seconds, sample)
        write_json(facts_path, msgspec.to_builtins(facts))
    shutil.rmtree(folder.path, ignore_errors=True)
    return facts


def _gather(
    translated_lines: TranslatedLines, lines: SourceFile, system: System, meter: Meter, progress: Progress
) -> None:
    """Translate what is missing, a batch at a time."""
    progress.start(f"Translating with {system.name}", len(lines), translated_lines.done)
    sources = list(lines) if "prompt" in system.facts else None  # who is asked in words answers with more than asked
    for batch in system.translate(translated_lines.missing_of(lines)):
        translated_lines.append(
            (index, cleaned(text, sources[index]) if sources else Cleaned(text)) for index, text in batch
        )
        progress.advance(len(batch))
        meter.tick()


def describe(
    question: TranslationQuestion,
    out: str,
    first: Sequence[str],
    translated_lines: TranslatedLines,
    cost: Mapping[str, object],
    resumed: int = 0,
    seconds: float = 0.0,
    sample: Sequence[int] = (),
) -> Translated:
    """What was done so far, and what to know of it."""
    numbers = sample or range(1, len(first) + 1)
    return Translated(
        epicene=__version__,
        question=question,
        out=out,
        n=translated_lines.done,
        n_resumed=resumed,
        n_empty=translated_lines.empty,
        seconds=seconds,
        cost=dict(cost),
        cleaned=translated_lines.cleaned,
        first_lines=[
            TranslatedLine(numbers[index], first[index], text) for index, text in translated_lines.texts(len(first))
        ],
        sample=list(sample),
        **notice_fields(
            translation_notices(question.lines, translated_lines.done, translated_lines.empty, translated_lines.cleaned)
        ),
    )


def lines_held(outputs: Iterable[Path], sample: Sequence[int]) -> list[int]:
    """Indices of the lines that short outputs hold: the `sample`, unless `mt translate --limit` took others of the file
    before what stands beside its sentences was known."""
    samples = {path: numbers for path in outputs if (numbers := _sample_of(path))}
    for path, numbers in samples.items():
        first = next(iter(samples))
        if numbers != samples[first]:
            raise InputError(
                f"{path} and {first} hold translations of other lines; translate all lines, or both with the same "
                "--limit from the same file."
            )
    return [number - 1 for number in next(iter(samples.values()))] if samples else list(sample)


def translates(out: Path, sentences: Sequence[str]) -> bool:
    """Whether `OUT.json` says that just these were translated, in this order."""
    facts = _facts(out)
    return facts is not None and facts.question.source_digest == lines_digest(sentences)


def _sample_of(out: Path) -> list[int]:
    """Which lines, counted from 1, were translated into a file; none where it holds all, or somebody else wrote it."""
    facts = _facts(out)
    return facts.sample if facts else []


def _facts(out: Path) -> Translated | None:
    try:
        return msgspec.json.decode(out.with_name(out.name + ".json").read_bytes(), type=Translated)
    except (OSError, msgspec.DecodeError):
        return None


def _finished(out: Path, question: TranslationQuestion) -> Translated | None:
    """What an earlier, finished call left; a file that something else wrote is never overwritten."""
    if not out.exists() or (out.is_file() and out.stat().st_size == 0):
        return None
    if out.is_dir():
        raise InputError(f"{out} is a folder; name a file for the translations with --out.")
    if (facts := _facts(out)) is None:
        raise InputError(
            f"{out} exists and {out.name}.json does not say what made it, so it is not overwritten. Choose another "
            "file with --out, or delete that one."
        )
    validate_same_question(out, msgspec.to_builtins(facts.question), msgspec.to_builtins(question))
    return facts
