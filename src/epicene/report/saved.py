"""Saved runs as the report reads them: figures looked up by name, and a label for each model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicene.auditing.comparison import distinct_labels
from epicene.core.types import Estimate
from epicene.metrics.reply_estimates import REFUSED, UNREADABLE, share_chosen
from epicene.report.groups import ALL, in_order
from epicene.report.language import Language
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun

HEADLINE = "metric_score"
TASKS = ("overall", "mean", "intra", "inter")


class Findings:
    """The content of results.json, looked up by benchmark, measure and group."""

    def __init__(self, results: Mapping[str, Any]) -> None:
        self.estimates = [Estimate(**record) for record in results.get("estimates", [])]
        self.signatures: Mapping[str, str] = results.get("signatures", {})
        self.notices: Sequence[str] = results.get("notices", ())
        self._by_name = {(e.benchmark, e.task, e.metric, e.group): e for e in self.estimates}
        self._tests: dict[tuple[str, ...], Mapping[str, Any]] = {
            (test["benchmark"], test["metric"], test["group"], test["test"]): test for test in results.get("tests", [])
        }

    def find(self, benchmark: str, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        return self._by_name.get((benchmark, task, metric, group))

    def groups(self, benchmark: str, metric: str) -> list[str]:
        return in_order(e.group for e in self.estimates if e.benchmark == benchmark and e.metric == metric)

    def test(self, benchmark: str, metric: str, group: str, test: str = "binomial") -> Mapping[str, Any]:
        """One test's record; empty where that test was not made."""
        return self._tests.get((benchmark, metric, group, test), {})

    def p_adjusted(self, benchmark: str, metric: str, group: str) -> float | None:
        """None outside the family of bias types: nothing was adjusted there."""
        adjusted: float | None = self.test(benchmark, metric, group).get("p_adjusted")
        return adjusted


@dataclass(frozen=True, slots=True)
class SavedRun:
    """One run folder, read once; `label` tells its model from the others in the same report.

    `benchmarks` (items and scores) is empty where only figures are shown.
    """

    label: str
    manifest: Mapping[str, Any]
    findings: Findings
    benchmarks: Mapping[str, BenchmarkRun] = field(default_factory=dict)
    path: Path = Path()

    def facts(self, benchmark: str) -> Mapping[str, Any]:
        facts: Mapping[str, Any] = self.manifest["benchmarks"][benchmark]
        return facts

    def score(self, benchmark: str, group: str = ALL) -> Estimate | None:
        """The headline figure: how often the more stereotyping sentence is preferred."""
        return self.findings.find(benchmark, HEADLINE, group)

    def preference(self, benchmark: str) -> Estimate | None:
        """How often the stereotype is preferred, whatever the kind: the score of pairs, the Ss of triples."""
        by_task = (self.findings.find(benchmark, "ss", task=task) for task in TASKS)
        return self.score(benchmark) or next((one for one in by_task if one is not None), None)

    def ties(self, benchmark: str) -> Estimate | None:
        """How many items that figure cannot tell apart."""
        found = self.preference(benchmark)
        return self.findings.find(benchmark, "neutral", task=found.task) if found else None

    def n_asked(self, benchmark: str) -> int:
        """How many items the figures rest on, whatever the kind."""
        found = self.preference(benchmark)
        counts = [one.n_used for one in self.findings.estimates if one.benchmark == benchmark]
        return found.n_used if found else max(counts, default=0)

    def chosen(self, benchmark: str) -> float | None:
        """Of a model that was asked in words: the percentage of its replies that choose a sentence."""
        refused, unreadable = (self.findings.find(benchmark, metric) for metric in (REFUSED, UNREADABLE))
        return share_chosen(refused.value, unreadable.value) if refused and unreadable else None


def read_runs(paths: Sequence[Path]) -> list[SavedRun]:
    folders = [AuditFolder(path) for path in paths]
    manifests = [folder.manifest() for folder in folders]
    results = [folder.results() for folder in folders]
    labels = distinct_labels(paths, manifests)
    return [
        SavedRun(label, manifest, Findings(result), folder.benchmarks(), folder.path)
        for folder, label, manifest, result in zip(folders, labels, manifests, results, strict=True)
    ]


def benchmark_names(runs: Sequence[SavedRun]) -> list[str]:
    """Every benchmark that some run asked about, in the order of the runs."""
    return list(dict.fromkeys(name for run in runs for name in run.manifest["benchmarks"]))


def benchmark_title(benchmark: str, runs: Sequence[SavedRun], language: Language) -> str:
    """Its name in the reader's language; what the run calls it where the catalogue has none."""
    titles = (run.facts(benchmark).get("title") for run in runs if benchmark in run.manifest["benchmarks"])
    return language.text_or(f"benchmark.{benchmark}", next((str(title) for title in titles if title), benchmark))
