"""`--plan`: what an audit or a study takes, before anything is asked: what is asked in which way, how many tokens that
is, and what is missing. No weights are loaded, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark, open_all, plan, validate_options_used
from epicene.auditing.validity_runs import validity_requests
from epicene.core.errors import EpiceneError, InputError
from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice, unique
from epicene.core.progress import Progress, Silent
from epicene.data.datasets import Dataset, open_benchmark
from epicene.models.description import Description, describe
from epicene.models.loading import DTYPES, Placement
from epicene.models.machine import memory_bytes
from epicene.models.packaged import PREFIX, packaged_model
from epicene.models.source import SOURCES, NoHubError, Source, is_served, locate, numbers_in, without_hub
from epicene.report.document import Document, Paragraph, Section, TableBlock, notes_of
from epicene.report.tables import Column, tabulated

PACKAGE = "epicene.studies"
DONE, READY, MISSING = "done", "ready", "missing"
BESIDE_WEIGHTS = 1.25  # memory for everything else

Opened = Dataset | EpiceneError


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One model on one benchmark, or one system and step. `tokens` pass through the model; what cannot be known is
    None."""

    model: str
    benchmark: str
    state: str
    scoring: str = ""
    items: int | None = None
    tokens: int | None = None


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

    def record(self, language: Language) -> dict[str, object]:
        """What `--plan --json` prints; what cannot be known is left out, never null."""
        runs = [{key: value for key, value in asdict(run).items() if value not in (None, "")} for run in self.runs]
        return {
            "title": self.title,
            "device": self.device,
            "runs": runs,
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
        )
        blocks = [TableBlock(table, "plan"), Paragraph(self.sentence(language), "lead")]
        return Document("", language, sections=[Section("", blocks)], notes=notes_of(self.notices, language))

    def sentence(self, language: Language) -> str:
        """How many runs are to be made, and how many are there."""
        done = sum(run.state == DONE for run in self.runs)
        key = "plan.said.open" if done < len(self.runs) else "plan.said.done"
        return language.text(key, runs=language.count(len(self.runs) - done), done=language.count(done))


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
        try:
            if spec.startswith(PREFIX) and not packaged_model(spec).is_here():
                self.note("download", model=name)
                return None
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
        """Plan what one model is asked: `benchmarks` have a name, data, and the request for these data. Returns what
        can be asked, with its index among the runs."""
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

    def add_validity(
        self, name: str, description: Description, request: AuditRequest, parts: Sequence[PlannedBenchmark]
    ) -> None:
        """What `--validity` asks besides; what cannot be asked is left out, as the audit does."""
        for _, further in validity_requests(request, parts, description.capability):
            try:
                datasets = open_all(further.on)
                validate_options_used(datasets, further)
                planned = [plan(dataset, description, further, self.placement.budget or 1) for dataset in datasets]
            except InputError as error:
                self.progress.say(f"Not asked: {error}")
                continue
            for part in planned:
                self._add(name, part.name, part, READY)

    def look_at_weights(self, name: str, source: Source) -> None:
        """Note where the weights are; what has no room in memory is missing."""
        if source.server is not None:
            self.note("server", model=name)
        elif not (weights := source.weights_here()):
            self.note("download", model=name)
        elif not self.has_room(name, parameters_of(weights)):
            self.runs = [replace(run, state=MISSING) for run in self.runs]

    def has_room(self, name: str, parameters: float) -> bool:
        needed = parameters * DTYPES[self.placement.dtype].itemsize * BESIDE_WEIGHTS
        room = memory(self.placement.device or "cpu")
        if room is not None and needed > room:
            self.lack("memory", model=name, needed=round(needed / 2**30, 1), room=round(room / 2**30, 1))
            return False
        return True


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
        state = MISSING if dry_run.finish("").lacking else READY
        dry_run.runs += [PlannedRun(request.model, name, state) for name, _, _ in benchmarks]
        if request.validity:
            dry_run.note("validity", model=request.model)
        return dry_run.finish(request.model)
    name = description.source.name
    ready = dry_run.parts(name, description, benchmarks)
    if request.validity:
        dry_run.add_validity(name, description, request, [part for part, _ in ready])
    if ready:
        dry_run.look_at_weights(name, description.source)
    return dry_run.finish(request.model)
