"""`epicene mt translate`: a file of sentences in, a file of translations out, line by line.

While it works, what is done is in the run folder `OUT.partial/`; a kill loses at most the batch under way. At the end
`OUT` is written in one step, `OUT.json` says what made it, and the folder is gone.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

import epicene
from epicene.core.errors import InputError
from epicene.core.files import write_json, write_text
from epicene.core.hashing import digest
from epicene.core.progress import Progress, Silent
from epicene.core.types import System
from epicene.data.text_files import numbered_lines
from epicene.models.engines.cost import Meter
from epicene.mt.results import Translated, TranslatedLine, TranslationQuestion, told, translation_notices
from epicene.runs.folder import Journal, RunFolder, refuse_another_question

KIND = "translate"
LINES = "lines.jsonl"
FIRST = 10  # lines that the page shows


@dataclass(frozen=True, slots=True)
class TranslationRequest:
    """Which lines, by what, to where."""

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
    lines = read_source(request.source_file)[: request.limit]
    question = TranslationQuestion(dict(system.facts), request.source, request.target, len(lines), digest(lines))
    facts_path = request.out.with_name(request.out.name + ".json")
    if finished := _finished(request.out, facts_path, question):
        progress.say(f"{request.out} is already there, translated by the same system from the same lines")
        return finished
    system.check(lines, request.source_file)
    folder = RunFolder(request.out.with_name(request.out.name + ".partial"))
    with folder.lock():
        folder.begin(KIND, msgspec.to_builtins(question), out=str(request.out), first_lines=lines[:FIRST])
        journal = folder.journal(LINES)
        began, resumed = time.monotonic(), len(journal.records)
        with system.counted(folder.path) as meter:
            _gather(journal, lines, system, meter, progress)
        seconds = round(time.monotonic() - began, 2)
        write_text(request.out, "".join(f"{text}\n" for text in texts_of(journal, len(lines))))
        facts = describe(question, str(request.out), lines[:FIRST], journal, meter.cost, resumed, seconds)
        write_json(facts_path, msgspec.to_builtins(facts))
    shutil.rmtree(folder.path, ignore_errors=True)
    return facts


def _gather(journal: Journal, lines: Sequence[str], system: System, meter: Meter, progress: Progress) -> None:
    """Translate what is missing, a batch at a time."""
    todo = [(place, line) for place, line in enumerate(lines) if _key(place) not in journal.records]
    progress.start(f"Translating with {system.name}", len(lines), len(journal.records))
    for batch in system.translate(todo):
        journal.append({"key": _key(place), "text": text} for place, text in batch)
        progress.advance(len(batch))
        meter.tick()


def _key(place: int) -> str:
    """The number of a line, as editors count."""
    return str(place + 1)


def texts_of(journal: Journal, n: int) -> Iterator[str]:
    """The translations that are there, in the order of the lines."""
    return (journal.records[_key(place)]["text"] for place in range(n) if _key(place) in journal.records)


def describe(
    question: TranslationQuestion,
    out: str,
    first: Sequence[str],
    journal: Journal,
    cost: Mapping[str, object],
    resumed: int = 0,
    seconds: float = 0.0,
) -> Translated:
    """What was done so far, and what to know of it."""
    done, empty = len(journal.records), sum(not record["text"] for record in journal.records.values())
    return Translated(
        epicene=epicene.__version__,
        question=question,
        out=out,
        n=done,
        n_resumed=resumed,
        n_empty=empty,
        seconds=seconds,
        cost=dict(cost),
        first_lines=[
            TranslatedLine(place + 1, line, journal.records[_key(place)]["text"])
            for place, line in enumerate(first)
            if _key(place) in journal.records
        ],
        **told(translation_notices(question.lines, done, empty)),
    )


def read_source(path: Path) -> list[str]:
    """The sentences of a file, exactly as they stand; an empty line is an error, because its translation would be
    made up."""
    lines = []
    for number, line in numbered_lines(path):
        if not line.strip():
            raise InputError(f"{path}, line {number}, is empty; give a file with a sentence on every line.")
        lines.append(line)
    if not lines:
        raise InputError(f"{path} is empty; give a file with a sentence on every line.")
    return lines


def _finished(out: Path, facts_path: Path, question: TranslationQuestion) -> Translated | None:
    """What an earlier, finished call left; a file that something else wrote is never overwritten."""
    if not out.exists() or (out.is_file() and out.stat().st_size == 0):
        return None
    if out.is_dir():
        raise InputError(f"{out} is a folder; name a file for the translations with --out.")
    try:
        facts = msgspec.json.decode(facts_path.read_bytes(), type=Translated)
    except (OSError, msgspec.DecodeError):
        raise InputError(
            f"{out} exists and {facts_path.name} does not say what made it, so it is not overwritten. Choose another "
            "file with --out, or delete that one."
        ) from None
    refuse_another_question(out, msgspec.to_builtins(facts.question), msgspec.to_builtins(question))
    return facts
