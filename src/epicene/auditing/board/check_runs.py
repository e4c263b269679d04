"""A shared repository of run folders: is each run whole, are its numbers those of its answers, and does it say nothing
of the machine or the people it was made by?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isclose
from pathlib import Path

from epicene.core.errors import EpiceneError
from epicene.core.hashing import SHORT, items_digest
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.progress import Progress
from epicene.kinds.protocol import response_mode_of
from epicene.report.results_page import kind_of
from epicene.runs.audit_folder import BenchmarkRun, SavedRun, read_runs
from epicene.runs.folder import RunFolder
from epicene.runs.signature import SignatureParts, run_signature

CLOSE = 1e-6  # points; other processors differ in the last bits only
# What no figure depends on and nobody else needs: places on a machine, servers at home, names and keys of people.
PRIVATE = {
    "secret": re.compile(r"://[^/\s:@]+:[^/\s@]+@|\b(?:hf|sk|ghp|glpat)[_-][\w-]{16,}"),
    "path": re.compile(r"(?<![\w.:/*<-])(?:/(?:[\w.@+-]+/)+[\w.@+-]*|~/[\w./-]+|[A-Za-z]:\\[\w\\. -]+)|file://\S+"),
    "server": re.compile(r"\b(?:localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|\w+\.local)\b"),
    "person": re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}"),
}


@dataclass(frozen=True, slots=True)
class CheckedRun:
    path: Path
    findings: Sequence[Notice]

    @property
    def passed(self) -> bool:
        """What is no more than a note may stay."""
        return not any(finding.is_grave for finding in self.findings)

    def record(self, language: Language) -> dict[str, object]:
        findings = [{**finding.record(), "text": language.say(finding)} for finding in self.findings]
        return {"run": str(self.path), "passed": self.passed, "findings": findings}


def check_runs(paths: Sequence[Path], progress: Progress) -> list[CheckedRun]:
    progress.start("checking runs", len(paths))
    checked = []
    for path in paths:
        checked.append(CheckedRun(path, list(_findings(path))))
        progress.advance(1)
    return checked


def _findings(path: Path) -> Iterator[Notice]:
    folder = RunFolder(path)
    try:
        documents = {file.name: folder.read_json(file) for file in (folder.manifest_path, folder.results_path)}
        if kind_of([path]).family == "audit":
            yield from _check_audit(path)
    except EpiceneError as error:
        yield Notice("check.unreadable", {"reason": str(error)}, GRAVE)
        return
    for name, document in documents.items():
        yield from _private(name, document)


def _check_audit(path: Path) -> Iterator[Notice]:
    """Whether an audit is whole, and each benchmark's figures are those of its answers."""
    (run,) = read_runs([path])
    if not run.manifest.complete:
        yield Notice("check.incomplete", {}, GRAVE)
    for name, facts in run.manifest.benchmarks.items():
        signature, score = run.findings.signatures.get(name, ""), response_mode_of(run, name).score(run, name)
        if signature != facts.signature or (score and run_signature(score.signature) != signature):
            yield Notice("check.signature", {"benchmark": name}, GRAVE)
        else:
            yield from _check_benchmark(run, run.benchmarks[name], SignatureParts.of(signature))


def _check_benchmark(run: SavedRun, answered: BenchmarkRun, parts: SignatureParts) -> Iterator[Notice]:
    facts, model, about = answered.facts, run.manifest.model, {"benchmark": answered.name}
    items = facts.digest if facts.limit is not None else items_digest(answered.items)
    if facts.digest != items or parts.data_digest != items[:SHORT]:
        yield Notice("check.items", about, GRAVE)
    if parts.weights_digest != model.weights_digest[:SHORT]:
        yield Notice("check.model", about, GRAVE)
    if len(answered.items) - len(facts.unusable) > 0 and not answered.scores:
        yield Notice("check.answers", about, GRAVE)
        return
    mode = response_mode_of(run, answered.name)
    here, there = mode.headline(mode.measure(answered, run.results.seed).estimates), mode.score(run, answered.name)
    if here and there and here.n_used == there.n_used:
        pairs = ((here.value, there.value), (here.low, there.low), (here.high, there.high))
        is_same = all(isclose(a, b, rel_tol=0, abs_tol=CLOSE) for a, b in pairs)
    else:
        is_same = here is there is None
    if not is_same:
        values = {"there": there and there.value, "here": here and here.value}
        yield Notice("check.figures", {**about, **values}, GRAVE)


def _private(file: str, document: object) -> Iterator[Notice]:
    """Each sort once for a file, with the first place."""
    seen: set[str] = set()
    for key, text in _texts(document):
        for sort, pattern in PRIVATE.items():
            if match := pattern.search(text):
                if sort not in seen:
                    seen.add(sort)
                    quoted = {} if sort == "secret" else {"text": match.group()}
                    yield Notice(f"check.private.{sort}", {"file": file, "field": key, **quoted}, GRAVE)
                break


def _texts(document: object, key: str = "") -> Iterator[tuple[str, str]]:
    match document:
        case str():
            yield key, document
        case dict():
            for name, value in document.items():
                yield from _texts(value, f"{key}.{name}".lstrip("."))
        case list():
            for value in document:
                yield from _texts(value, key)
