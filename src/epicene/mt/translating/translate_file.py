"""`epicene mt translate`: a file of sentences in, a file of translations out, line by line.

While it works, what is done is in `OUT.partial/` (the question, a line a translation, in the order of doing, and what
it took so far); a kill loses at most the batch under way. At the end `OUT` is written in one step, `OUT.json` says what
made it, and the folder is gone.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import epicene
from epicene.core.errors import InputError
from epicene.core.files import write_json, write_text
from epicene.core.hashing import digest
from epicene.core.json_lines import append_lines, whole_lines
from epicene.core.progress import Progress, Silent
from epicene.core.translator import Numbered, System
from epicene.data.text_stream import numbered_lines
from epicene.models.engines.cost import Meter
from epicene.runs.folder_guard import locked, refuse_another_question, refuse_foreign_files


@dataclass(frozen=True, slots=True)
class TranslationRequest:
    """Which lines, by what, to where."""

    source_file: Path
    out: Path
    source: str
    target: str
    limit: int | None = None


@dataclass
class Partial:
    """The folder beside the output in which translations gather."""

    path: Path
    done: dict[int, str] = field(default_factory=dict, init=False)

    def start(self, question: Mapping[str, Any]) -> None:
        manifest = self.path / "manifest.json"
        if manifest.is_file():
            refuse_another_question(self.path, json.loads(manifest.read_text(encoding="utf-8")), question)
        else:
            refuse_foreign_files(self.path, "translation")
            write_json(manifest, question)
        self.done = self._read()

    @property
    def lines_path(self) -> Path:
        return self.path / "lines.jsonl"

    def _read(self) -> dict[int, str]:
        """What was done before a kill; half a line at the end is dropped and translated again."""
        try:
            return {record["line"]: record["text"] for record in map(json.loads, whole_lines(self.lines_path))}
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(
                f"{self.lines_path} is damaged ({error}). Delete {self.path} and translate again."
            ) from error

    def append(self, translations: Sequence[Numbered]) -> None:
        append_lines(self.lines_path, ({"line": place, "text": text} for place, text in translations))
        self.done.update(translations)


class CountedSystem(System, Protocol):
    """A system whose work can be counted; where its tokens are not known, its time is."""

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        """What it does meanwhile is counted into a file of the folder."""


def translate(request: TranslationRequest, system: CountedSystem, progress: Progress | None = None) -> dict[str, Any]:
    """Translate or resume; returns what `OUT.json` holds."""
    progress = progress or Silent()
    lines = read_source(request.source_file)[: request.limit]
    question = {
        "system": dict(system.facts),
        "from": request.source,
        "to": request.target,
        "lines": len(lines),
        "source_digest": digest(lines),
    }
    facts_path = request.out.with_name(request.out.name + ".json")
    if finished := _finished(request.out, facts_path, question):
        progress.say(f"{request.out} is already there, translated by the same system from the same lines")
        return finished
    system.check(lines, request.source_file)
    partial = Partial(request.out.with_name(request.out.name + ".partial"))
    with locked(partial.path):
        partial.start(question)
        with system.counted(partial.path) as meter:
            figures = _gather(partial, lines, system, meter, progress)
        figures["cost"] = meter.cost
        write_text(request.out, "".join(partial.done[place] + "\n" for place in range(len(lines))))
        facts = {"epicene": epicene.__version__, "question": question, "out": str(request.out), **figures}
        write_json(facts_path, facts)
    shutil.rmtree(partial.path, ignore_errors=True)
    return facts


def _gather(partial: Partial, lines: Sequence[str], system: System, meter: Meter, progress: Progress) -> dict[str, Any]:
    """Translate what is missing, a batch at a time."""
    began = time.monotonic()
    todo = [(place, line) for place, line in enumerate(lines) if place not in partial.done]
    progress.start(f"Translating with {system.name}", len(lines), len(partial.done))
    for batch in system.translate(todo):
        partial.append(batch)
        progress.advance(len(batch))
        meter.tick()
    return {
        "n": len(lines),
        "n_resumed": len(lines) - len(todo),
        "n_empty": sum(not text for text in partial.done.values()),
        "seconds": round(time.monotonic() - began, 2),
    }


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


def _finished(out: Path, facts_path: Path, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """What an earlier, finished call left; a file that something else wrote is never overwritten."""
    if not out.exists() or (out.is_file() and out.stat().st_size == 0):
        return None
    if out.is_dir():
        raise InputError(f"{out} is a folder; name a file for the translations with --out.")
    try:
        facts: dict[str, Any] = json.loads(facts_path.read_text(encoding="utf-8"))
        there = facts["question"]
    except (OSError, ValueError, KeyError):
        raise InputError(
            f"{out} exists and {facts_path.name} does not say what made it, so it is not overwritten. Choose another "
            "file with --out, or delete that one."
        ) from None
    refuse_another_question(out, there, question)
    return facts
