"""What `--validity` asks besides: the same items by the other scorings that fit the model, and control items. Each is
an audit of its own within the run folder (`validity/NAME`), so that it resumes and is measured like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from epicene.auditing.plan import Part, Request
from epicene.core.types import Capability, Estimate
from epicene.data.benchmarks import BENCHMARKS, Benchmark
from epicene.data.datasets import Dataset
from epicene.kinds.protocol import way_for
from epicene.kinds.validity import P_CLEAR, beside_scorings, control_figures, disagreement, lean_notice
from epicene.metrics.catalogue import Measured, TestRecord
from epicene.metrics.significance import adjust_p
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.saved_run import SavedRun, read_runs
from epicene.scoring.protocol import ABSENT, TEXT_WORDS
from epicene.scoring.selection import NSP, find_scoring, fitting, named_for

FOLDER = "validity"


def further_requests(request: Request, parts: Sequence[Part], capability: Capability) -> Iterator[tuple[str, Request]]:
    """Each with its name: a control set, or another scoring."""
    asking = replace(request.asking, words=TEXT_WORDS, rest=ABSENT, as_released=False)
    for part in parts:
        if name := controls_for(part):
            yield name, replace(request, on=[name], scoring=part.scoring, asking=asking, aggregation=None)
    others: dict[str, list[Dataset]] = {}
    for part in parts:
        for name in other_scorings(part, capability):
            others.setdefault(name, []).append(part.dataset)
    for name, datasets in others.items():
        yield name, replace(request, on=datasets, scoring=name, asking=replace(asking, nsp=None))


def controls_for(part: Part) -> str | None:
    """The control set of a part's kind and language, unless it is one."""
    return controls_in(part.dataset.benchmark, kind=part.kind)


def controls_in(own: Benchmark, kind: str | None = None) -> str | None:
    """A control set in the language of a benchmark, of any kind or of one."""
    found = (one for one in BENCHMARKS.values() if one.control and one.language == own.language)
    return None if own.control else next((one.name for one in found if kind in (None, one.kind)), None)


def other_scorings(part: Part, capability: Capability) -> list[str]:
    """By which a task of it can be asked in the same way of answering; a next-sentence head is no other scoring."""
    asked = {task.scoring.name for task in part.tasks}
    known = dict.fromkeys(name for task in part.tasks for name in fitting(capability, task.name))
    ways = {name: find_scoring(name).way for name in known if name not in asked and name != NSP}
    return [name for name, way in ways.items() if way == part.way and named_for(name, [one.name for one in part.tasks])]


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
        asked = (saved.benchmarks.get(run.name) for saved in self.runs)
        others = [one for one in asked if one is not None and one.facts.digest == run.facts.digest]
        return list(beside_scorings(run, others, way_for(run.facts), seed))

    def _controls(self, run: BenchmarkRun, seed: int) -> tuple[Estimate, TestRecord] | None:
        own = run.facts
        found = (
            other
            for saved in self.runs
            for other in saved.benchmarks.values()
            if other.facts.control
            and not own.control
            and (other.facts.kind, other.facts.way, other.facts.language) == (own.kind, own.way, own.language)
            and other.facts.scoring == own.scoring
        )
        controls = next(found, None)
        return control_figures(run, controls, way_for(own), seed) if controls else None
