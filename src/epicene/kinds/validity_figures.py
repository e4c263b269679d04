"""What the audits that `--validity` made within a run folder tell of it: other scorings of the same items, and control
items. Read from their folders; no model is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from epicene.core.types import Estimate
from epicene.kinds.protocol import response_mode_for
from epicene.kinds.validity import P_CLEAR, beside_scorings, control_figures, disagreement, lean_notice
from epicene.metrics.catalogue import Measured, TestRecord
from epicene.metrics.significance import adjust_p
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.saved_run import SavedRun, read_runs

FOLDER = "validity"


@dataclass(frozen=True, slots=True)
class Further:
    """What the audits within a run folder found."""

    runs: Sequence[SavedRun]

    @classmethod
    def of(cls, folder: AuditFolder) -> Further:
        """Those that are finished."""
        paths = sorted(path.parent for path in folder.path.glob(f"{FOLDER}/*/results.json"))
        return cls(read_runs([path for path in paths if AuditFolder(path).facts().complete]))

    def added(self, runs: Mapping[str, BenchmarkRun], measured: Sequence[Measured], seed: int) -> list[Measured]:
        """The figures of each benchmark of a run, with those that other scorings and control items tell of it."""
        controls = {name: found for name, run in runs.items() if (found := self._controls(run, seed))}
        adjusted = adjust_p({name: test.p for name, (_, test) in controls.items()})
        return [
            self._with(run, one, controls.get(name), adjusted.get(name), seed)
            for (name, run), one in zip(runs.items(), measured, strict=True)
        ]

    def _with(
        self,
        run: BenchmarkRun,
        measured: Measured,
        control: tuple[Estimate, TestRecord] | None,
        p: float | None,
        seed: int,
    ) -> Measured:
        estimates, tests = self._scorings(run, seed), list[TestRecord]()
        notices = list(disagreement(estimates))
        if control is not None and p is not None:
            score, test = control
            estimates.append(score)
            tests.append(TestRecord(test.benchmark, test.metric, test.group, test.test, test.p, test.n, p))
            notices += [lean_notice(run.name, score.value, score.n_used, p)] if p < P_CLEAR else []
        return replace(
            measured,
            estimates=(*measured.estimates, *estimates),
            tests=(*measured.tests, *tests),
            notices=(*measured.notices, *notices),
        )

    def _scorings(self, run: BenchmarkRun, seed: int) -> list[Estimate]:
        benchmark_runs = (saved.benchmarks.get(run.name) for saved in self.runs)
        others = [
            benchmark_run
            for benchmark_run in benchmark_runs
            if benchmark_run is not None and benchmark_run.facts.digest == run.facts.digest
        ]
        return list(beside_scorings(run, others, response_mode_for(run.facts), seed))

    def _controls(self, run: BenchmarkRun, seed: int) -> tuple[Estimate, TestRecord] | None:
        own = run.facts
        benchmark_runs = (
            other
            for saved in self.runs
            for other in saved.benchmarks.values()
            if other.facts.control
            and not own.control
            and (other.facts.kind, other.facts.way, other.facts.language) == (own.kind, own.way, own.language)
            and other.facts.scoring == own.scoring
        )
        controls = next(benchmark_runs, None)
        return control_figures(run, controls, response_mode_for(own), seed) if controls else None
