"""`epicene mt translate`: a file of sentences in, a file of translations out, line by line.

While it works, what is done is in the run folder `OUT.partial/`; a kill loses at most the batch under way. At the end
`OUT` is written in one step, `OUT.json` says what made it, and the folder is gone.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.files import write_json, write_text
from epicene.core.hashing import digest
from epicene.core.progress import Progress, Silent
from epicene.core.types import System
from epicene.data.text_files import numbered_lines
from epicene.models.engines.cost import Meter
from epicene.models.translation_text import Cleaned, cleaned, count_kinds
from epicene.mt.controlled_corpus import sample_lines
from epicene.mt.results import Translated, TranslatedLine, TranslationQuestion, notice_fields, translation_notices
from epicene.runs.folder import RunFolder, validate_same_question

KIND = "translate"
LINES = "lines.jsonl"
FIRST = 10  # lines that the page shows


@dataclass(frozen=True, slots=True)
class SourceLines:
    """The sentences of a file, exactly as they stand; of a `sample`, with their numbers in the file, from 1."""

    lines: Sequence[str]
    sample: Sequence[int] = ()

    @property
    def digest(self) -> str:
        return digest(self.lines)


def read_source(path: Path, language: str, limit: int | None = None) -> SourceLines:
    """All lines, or a sample of `limit` of them; an empty one is an error, because its translation would be made up."""
    lines = []
    for number, line in numbered_lines(path):
        if not line.strip():
            raise InputError(f"{path}, line {number}, is empty; give a file with a sentence on every line.")
        lines.append(line)
    if not lines:
        raise InputError(f"{path} is empty; give a file with a sentence on every line.")
    if not limit or limit >= len(lines):
        return SourceLines(lines)
    sample = sample_lines(lines, language, limit)
    return SourceLines([lines[index] for index in sample], [index + 1 for index in sample])


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
    source = read_source(request.source_file, request.source, request.limit)
    lines = source.lines
    question = TranslationQuestion(dict(system.facts), request.source, request.target, len(lines), source.digest)
    if finished := _finished(request.out, question):
        progress.say(f"{request.out} is already there, translated by the same system from the same lines")
        return finished
    system.check(lines, request.source_file)
    folder = RunFolder(request.out.with_name(request.out.name + ".partial"))
    facts: dict[str, Any] = {"out": str(request.out), "first_lines": lines[:FIRST], "sample": source.sample}
    is_asked_in_words = "prompt" in system.facts  # such a system answers with more than the translation
    with folder.lock():
        folder.begin(KIND, msgspec.to_builtins(question), **facts)
        journal = folder.journal(LINES)
        began, resumed = time.monotonic(), len(journal.records)
        with system.counted(folder.path) as meter:
            progress.start(f"Translating with {system.name}", len(lines), resumed)
            missing = [(index, line) for index, line in enumerate(lines) if str(index + 1) not in journal.records]
            for batch in system.translate(missing):
                journal.append(
                    _record(index, cleaned(text, lines[index]) if is_asked_in_words else Cleaned(text))
                    for index, text in batch
                )
                progress.advance(len(batch))
                meter.tick()
        seconds = round(time.monotonic() - began, 2)
        made = describe(question, journal.records, facts, meter.cost, resumed, seconds)
        texts = (journal.records[str(number)]["text"] for number in range(1, len(lines) + 1))
        write_text(request.out, "".join(f"{text}\n" for text in texts))
        write_json(_facts_path(request.out), msgspec.to_builtins(made))
    shutil.rmtree(folder.path, ignore_errors=True)
    return made


def _record(index: int, translation: Cleaned) -> dict[str, Any]:
    """A line of the journal, by its number as editors count."""
    record = {"key": str(index + 1), "text": translation.text}
    return record | ({"cleaned": sorted(translation.kinds)} if translation.kinds else {})


def describe(
    question: TranslationQuestion,
    records: Mapping[str, Mapping[str, Any]],
    facts: Mapping[str, Any],
    cost: Mapping[str, object],
    resumed: int = 0,
    seconds: float = 0.0,
) -> Translated:
    """What was done so far, and what to know of it; `facts` are those of the manifest."""
    first, sample = facts["first_lines"], facts.get("sample", [])
    numbers = sample or range(1, len(first) + 1)
    shown = enumerate(zip(numbers, first, strict=False), start=1)
    empty = sum(not record["text"] for record in records.values())
    kinds = count_kinds(record.get("cleaned", ()) for record in records.values())
    return Translated(
        epicene=__version__,
        question=question,
        out=facts["out"],
        n=len(records),
        n_resumed=resumed,
        n_empty=empty,
        seconds=seconds,
        cost=dict(cost),
        cleaned=kinds,
        first_lines=[
            TranslatedLine(number, line, records[str(key)]["text"])
            for key, (number, line) in shown
            if str(key) in records
        ],
        sample=list(sample),
        **notice_fields(translation_notices(question.lines, len(records), empty, kinds)),
    )


def lines_held(outputs: Iterable[Path], sample: Sequence[int]) -> list[int]:
    """Indices of the lines that short outputs hold: the `sample`, unless `mt translate --limit` took others of the file
    before what stands beside its sentences was known."""
    samples = {path: facts.sample for path in outputs if (facts := _facts(path)) and facts.sample}
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
    return facts is not None and facts.question.source_digest == digest(list(sentences))


def _facts_path(out: Path) -> Path:
    return out.with_name(out.name + ".json")


def _facts(out: Path) -> Translated | None:
    try:
        return msgspec.json.decode(_facts_path(out).read_bytes(), type=Translated)
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
