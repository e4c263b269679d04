"""What `--validity` asks besides: the same items by the other scorings that fit the model, and control items. Each is
an audit of its own within the run folder (`validity/NAME`), so that it resumes and is measured like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark
from epicene.core.types import Capability
from epicene.data.benchmarks import BENCHMARKS, Benchmark
from epicene.data.datasets import Dataset
from epicene.scoring.scoring_options import ABSENT, TEXT_WORDS
from epicene.scoring.selection import NSP, find_scoring, fitting, named_for


def further_requests(
    request: AuditRequest, parts: Sequence[PlannedBenchmark], capability: Capability
) -> Iterator[tuple[str, AuditRequest]]:
    """Each with its name: a control set, or another scoring."""
    plain = replace(request, words=TEXT_WORDS, rest=ABSENT, as_released=False)
    for part in parts:
        if name := controls_for(part):
            yield name, replace(plain, on=[name], scoring=part.scoring, aggregation=None)
    others: dict[str, list[Dataset]] = {}
    for part in parts:
        for name in other_scorings(part, capability):
            others.setdefault(name, []).append(part.dataset)
    for name, datasets in others.items():
        yield name, replace(plain, on=datasets, scoring=name, nsp=None)


def controls_for(part: PlannedBenchmark) -> str | None:
    """The control set of a part's kind and language, unless it is one."""
    return controls_in(part.dataset.benchmark, kind=part.kind)


def controls_in(own: Benchmark, kind: str | None = None) -> str | None:
    """A control set in the language of a benchmark, of any kind or of one."""
    benchmarks = (
        benchmark for benchmark in BENCHMARKS.values() if benchmark.control and benchmark.language == own.language
    )
    return (
        None
        if own.control
        else next((benchmark.name for benchmark in benchmarks if kind in (None, benchmark.kind)), None)
    )


def other_scorings(part: PlannedBenchmark, capability: Capability) -> list[str]:
    """By which a task of it can be asked in the same way of answering; a next-sentence head is no other scoring."""
    asked = {task.scoring.name for task in part.tasks}
    known = dict.fromkeys(name for task in part.tasks for name in fitting(capability, task.name))
    ways = {name: find_scoring(name).way for name in known if name not in asked and name != NSP}
    return [
        name for name, way in ways.items() if way == part.way and named_for(name, [task.name for task in part.tasks])
    ]
