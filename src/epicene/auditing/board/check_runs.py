"""A shared repository of run folders: is each run whole, are its numbers those of its answers, and does it say nothing
of the machine or the people it was made by?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from pathlib import Path

from epicene.auditing.reuse_finished_run import CALL
from epicene.core.errors import EpiceneError
from epicene.core.hashing import SHORT, items_digest
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.progress import Progress
from epicene.core.types import Estimate
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
        kind = kind_of([path])
        manifest, results = folder.manifest(), folder.read_json(folder.results_path)
        if kind.family == "audit":
            yield from _check_audit(path)
    except EpiceneError as error:
        yield Notice("check.unreadable", {"reason": str(error)}, GRAVE)
        return
    for name, document in ((folder.manifest_path.name, manifest), (folder.results_path.name, results)):
        yield from _private(name, document)
    if (path / CALL).exists():
        yield Notice("check.local", {"file": CALL})


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
    way = response_mode_of(run, answered.name)
    estimate = way.headline(way.measure(answered, run.results.seed).estimates)
    score = way.score(run, answered.name)
    if (estimate is None) != (score is None) or (estimate and score and not _is_same(estimate, score)):
        yield Notice(
            "check.figures", {**about, "there": score and score.value, "here": estimate and estimate.value}, GRAVE
        )


def _is_same(estimate: Estimate, other: Estimate) -> bool:
    pairs = ((estimate.value, other.value), (estimate.low, other.low), (estimate.high, other.high))
    return estimate.n_used == other.n_used and all(isclose(a, b, rel_tol=0, abs_tol=CLOSE) for a, b in pairs)


def _private(file: str, document: object) -> Iterator[Notice]:
    """Each sort once for a file, with the first place."""
    seen: set[str] = set()
    for key, text in _texts(document):
        matches = ((sort, pattern.search(text)) for sort, pattern in PRIVATE.items())
        sort, match = next(((sort, match) for sort, match in matches if match), ("", None))
        if match and sort not in seen:
            seen.add(sort)
            quoted = {} if sort == "secret" else {"text": match.group()}
            yield Notice(f"check.private.{sort}", {"file": file, "field": key, **quoted}, GRAVE)


def _texts(document: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(document, str):
        yield key, document
    elif isinstance(document, Mapping):
        for name, value in document.items():
            yield from _texts(value, f"{key}.{name}".lstrip("."))
    elif isinstance(document, list):
        for value in document:
            yield from _texts(value, key)
