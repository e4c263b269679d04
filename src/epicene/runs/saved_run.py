"""A finished audit, read from its folder: figures looked up by name, and a label for each model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from epicene.core.hashing import SHORT
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.data.benchmarks import OWN
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import TestRecord
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.results import AuditManifest, AuditResults, BenchmarkFacts, ModelFacts


class ResultIndex:
    """The content of results.json, looked up by benchmark, measure and group."""

    def __init__(self, results: AuditResults) -> None:
        self.estimates = results.estimates
        self.signatures = results.signatures
        self._by_name = {(e.benchmark, e.task, e.metric, e.group): e for e in results.estimates}
        self._deciding = {
            (test.benchmark, test.task, test.metric, test.group): test for test in results.tests if test.decides
        }

    def find(self, benchmark: str, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        return self._by_name.get((benchmark, task, metric, group))

    def groups(self, benchmark: str, metric: str) -> list[str]:
        """In the order of the results."""
        return list(dict.fromkeys(e.group for e in self.estimates if (e.benchmark, e.metric) == (benchmark, metric)))

    def test(self, estimate: Estimate) -> TestRecord | None:
        """The test of a figure against its ideal; None where none was made."""
        return self._deciding.get((estimate.benchmark, estimate.task, estimate.metric, estimate.group))


@dataclass(frozen=True)
class SavedRun:
    """One run folder, read once; `label` tells its model from the others in the same report."""

    label: str
    manifest: AuditManifest
    results: AuditResults
    findings: ResultIndex
    path: Path = Path()

    @cached_property
    def benchmarks(self) -> Mapping[str, BenchmarkRun]:
        """Items and scores, read when they are first asked for: figures are shown without them."""
        return AuditFolder(self.path).benchmarks()

    def facts(self, benchmark: str) -> BenchmarkFacts:
        return self.manifest.benchmarks[benchmark]

    def has_failed_check(self, benchmark: str) -> bool:
        """A model that prefers words in disorder to a plain sentence of this language answers nothing."""
        language = self.facts(benchmark).language
        return any(not check.passed and check.language == language for check in self.manifest.sanity)


def read_runs(paths: Sequence[Path]) -> list[SavedRun]:
    folders = [AuditFolder(path) for path in paths]
    manifests = [folder.facts() for folder in folders]
    results = [folder.results(AuditResults) for folder in folders]
    labels = distinct_labels(paths, [manifest.model for manifest in manifests])
    read = zip(labels, manifests, results, paths, strict=True)
    return [SavedRun(label, manifest, own, ResultIndex(own), path) for label, manifest, own, path in read]


def benchmark_names(runs: Iterable[SavedRun]) -> list[str]:
    """Every benchmark that some run asked about, in the order of the runs."""
    return list(dict.fromkeys(name for run in runs for name in run.manifest.benchmarks))


def signatures_of(runs: Iterable[SavedRun]) -> list[str]:
    return [signature for run in runs for signature in run.findings.signatures.values()]


def benchmark_title(benchmark: str, runs: Iterable[SavedRun], language: Language) -> str:
    """Its name in the reader's language; what the run calls it where the catalogue has none."""
    facts = [run.facts(benchmark) for run in runs if benchmark in run.manifest.benchmarks]
    if any(fact.source == OWN for fact in facts):
        return language.text("benchmark.own", benchmark=benchmark)
    return language.text_or(f"benchmark.{benchmark}", next((fact.title for fact in facts if fact.title), benchmark))


def distinct_labels(paths: Sequence[Path], models: Sequence[ModelFacts]) -> list[str]:
    """The model's own name; with its server, its weights, then its folder, where several would have the same label."""
    names = [_name_and_server(model) for model in models]
    labels = [name for name, _ in names]
    for suffixes in (
        [server for _, server in names],
        [model.weights_digest[:SHORT] for model in models],
        [path.name for path in paths],
    ):
        counts = Counter(labels)
        labels = [
            f"{label} ({suffix})" if counts[label] > 1 and suffix else label
            for label, suffix in zip(labels, suffixes, strict=True)
        ]
    return labels


def _name_and_server(model: ModelFacts) -> tuple[str, str]:
    """Behind a server a model is called NAME@HOST: a reader wants the name, and the host where two share it."""
    name, _, server = model.name.rpartition("@")
    return (name, server) if model.server and name else (model.name, "")
