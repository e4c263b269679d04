"""A study is run: each of its requests in a folder of its own, one after the other; run again, it goes on.

The study folder: `study.toml` (the file as it was given), `study.json` (models, analyses, where each run is and what
failed), `runs/MODEL/BENCHMARK-HASH` of language models and `SYSTEM/STEP` of translation systems, and what the report
writes. A request that fails is written down and the others go on.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.dry_run import DONE, MISSING, READY, DryRun, Opened, Plan, PlannedRun, parameters_of
from epicene.auditing.plan import validate_options_used
from epicene.auditing.run import audit
from epicene.auditing.score.predictions import measure_predictions
from epicene.core.errors import EpiceneError
from epicene.core.files import write_json, write_text
from epicene.core.progress import Progress, Silent
from epicene.data.datasets import Dataset, open_benchmark
from epicene.models.description import Description, describe
from epicene.models.engines.local import Engine, Local
from epicene.models.loading import Placement
from epicene.models.source import locate
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import RunFolder, locked, now, validate_own_files
from epicene.studies.requests import (
    TRAIN,
    ModelEntry,
    StepEntry,
    StepRunner,
    audit_request,
    head_training,
    lacks_head,
    model_entries,
    step_entries,
    validate_scoring_names,
)
from epicene.studies.saved_study import StudyFolder, StudyRecord, StudyRun
from epicene.studies.study_file import AbsentFile, Study, StudyModel, StudySystem, read_study
from epicene.train.train_nsp import train_nsp


def run_study(
    study: Study,
    *,
    out: Path | None = None,
    limit: int | None = None,
    include_excluded: bool = False,
    placement: Placement | None = None,
    engine: Engine | None = None,
    seed: int = 0,
    strict: bool = False,
    lang: str = "en",
    progress: Progress | None = None,
) -> StudyFolder:
    """Run or resume a study. What fails is written down and the rest goes on; finished runs of models are not touched
    again. With `strict`, a notice fails its run, in the words of `lang`."""
    validate_scoring_names(study)
    study = study.with_limit(limit)
    if include_excluded:
        study = replace(study, options=replace(study.options, include_excluded=True))
    folder = study_folder(study, out)
    placement, engine = placement or Placement(), engine or Local()
    engine.resolve(placement)  # a device that is not there stops the study, and not each of its runs
    settings = AuditRequest(opened_engine=engine, seed=seed, strict=strict).placed(placement)
    with locked(folder.path):
        if not folder.exists():
            validate_own_files(folder.path, "study", "study.toml")
        StudySession(study, folder, settings, engine, lang, progress or Silent()).run()
    return folder


def study_folder(study: Study, out: Path | None) -> StudyFolder:
    return StudyFolder(out or study.out or Path("runs") / study.path.stem)


def finished(folder: StudyFolder, entries: Iterable[ModelEntry]) -> set[str]:
    """Complete, measured, and nothing changed since; a model that is no longer on this machine has not changed."""
    stamps = folder.record().stamps if folder.exists() else {}

    def is_finished(entry: ModelEntry) -> bool:
        run, before, here = AuditFolder(folder.path / entry.path), stamps.get(entry.path), entry.stamp()
        if before is None or (here and here != before):
            return False
        return run.exists() and run.results_path.is_file() and run.facts().complete

    return {entry.path for entry in entries if is_finished(entry)}


@dataclass
class StudySession:
    """One run over all entries of a study; what became of each is written down as soon as it is known."""

    study: Study
    folder: StudyFolder
    settings: AuditRequest
    engine: Engine
    lang: str
    progress: Progress
    failures: dict[str, StudyRun] = field(default_factory=dict)

    def __post_init__(self) -> None:
        earlier = self.folder.record() if self.folder.exists() else None
        self.created = earlier.created if earlier else now()
        self.stamps = earlier.stamps if earlier else {}
        models = model_entries(self.study, self.settings.placement.dtype)
        self.entries: list[ModelEntry | StepEntry] = [*models, *step_entries(self.study)]
        self.done = finished(self.folder, models)
        # Steps of systems are walked again, which is quick where they are finished; until then the record keeps them.
        self.kept = {run.path for run in earlier.runs if run.system} if earlier else set[str]()

    def run(self) -> None:
        pending = [entry for entry in self.entries if entry.path not in self.done]
        datasets = self._open([entry for entry in pending if isinstance(entry, ModelEntry)])
        _say_what_is_left_out(self.study, self.progress)
        write_text(self.folder.path / "study.toml", self.study.source)
        self._write()
        untrained: list[StudySystem] = []
        for index, entry in enumerate(pending):
            if isinstance(entry, StepEntry) and entry.system in untrained:
                continue
            try:
                if isinstance(entry, ModelEntry):
                    self._ask(entry, datasets)
                else:
                    self._step(entry)
            except Exception as error:  # whatever one model or system does, the others are asked
                self._fail(entry, error)
                if entry.part == TRAIN and isinstance(entry, StepEntry):
                    untrained.append(entry.system)
            else:
                self.done.add(entry.path)
            self.kept.discard(entry.path)
            self._write()
            if entry.subject not in [other.subject for other in pending[index + 1 :]]:
                gc.collect()  # this model's weights leave before the next one's come

    def _open(self, pending: Sequence[ModelEntry]) -> dict[str, Opened]:
        """The data of what is still to be asked. Unreadable data stops a study that has nothing yet; later it fails
        its own runs only, so that finished ones can always be shown."""
        opened: dict[str, Opened] = {}
        for benchmark in {entry.part: entry.benchmark for entry in pending}.values():
            try:
                opened[benchmark.name] = open_benchmark(self.study.benchmark_spec(benchmark))
            except EpiceneError as error:
                if not self.done:
                    raise
                opened[benchmark.name] = error
        return opened

    def _fail(self, entry: ModelEntry | StepEntry, error: Exception) -> None:
        lines = str(error).strip().splitlines() or ["no message"]
        reason = str(error) if isinstance(error, EpiceneError) else f"{type(error).__name__}: {lines[0]}"
        self.failures[entry.path] = StudyRun(**entry.names, reason=reason)
        self.progress.say(f"Warning: {entry.subject} on {entry.part} failed: {reason}")

    def _ask(self, entry: ModelEntry, datasets: Mapping[str, Opened]) -> None:
        number = len(self.done) + len(self.failures) + 1
        self.progress.say(f"{entry.subject} on {entry.part}: run {number} of {len(self.entries)}")
        dataset, out = datasets[entry.part], self.folder.path / entry.path
        if isinstance(dataset, EpiceneError):
            raise dataset
        if entry.model.predictions:
            measure_predictions(entry.score_request(out, self.settings.seed, strict=self.settings.strict))
        else:
            self._audit(entry, dataset, out)
        self.stamps[entry.path] = entry.stamp()

    def _audit(self, entry: ModelEntry, dataset: Dataset, out: Path) -> None:
        source = locate(self.study.model_spec(entry.model.id), entry.model.revision)
        description = describe(source, trust_remote_code=entry.model.trust_remote_code)
        settings = self.settings
        if source.server is not None:  # where and how the others compute is not its business
            settings = replace(settings.placed(Placement(threads=settings.threads)), opened_engine=None)
        own = {name: getattr(settings, name) for name in ("opened_engine", "seed", "strict")}
        request = replace(audit_request(entry, description, dataset), out=out, **own).placed(settings.placement)
        if self.study.heads is not None and lacks_head(request):
            train_nsp(head_training(self.study, request, self.study.heads), self.progress)
        audit(request, self.progress)

    def _step(self, entry: StepEntry) -> None:
        out = self.folder.path / entry.path
        placed = (self.settings.placement, self.engine, self.settings.seed, self.progress)
        StepRunner(self.study, entry.system, out.parent, *placed).run(entry.part)
        if self.settings.strict and entry.part != TRAIN:
            from epicene.studies.study_systems import step_notices

            for text in step_notices(entry.part, out, self.lang):
                raise EpiceneError(f"Stopped because of --strict: {text}")

    def _write(self) -> None:
        record = StudyRecord(
            title=self.study.title,
            titles=dict(self.study.titles) if len(self.study.titles) > 1 else {},
            created=self.created,
            limit=self.study.options.limit,
            include_excluded=self.study.options.include_excluded,
            # Predictions of one name about several benchmarks are one model's: its first entry has the facts.
            models=list({model.name: model for model in reversed(self.study.models)}.values())[::-1],
            benchmarks=[benchmark.name for benchmark in self.study.benchmarks],
            analyses=list(self.study.analyses),
            runs=[
                StudyRun(**entry.names, path=entry.path)
                for entry in self.entries
                if entry.path in self.done | self.kept and entry.part != TRAIN
            ],
            failures=[self.failures[entry.path] for entry in self.entries if entry.path in self.failures],
            left_out=list(self.study.left_out),
            stamps=self.stamps,
        )
        write_json(self.folder.record_path, msgspec.to_builtins(record))


def _say_what_is_left_out(study: Study, progress: Progress) -> None:
    for reason in study.left_out:
        progress.say(f"Notice: left out: {reason}")


def plan_study(
    file: str | Path,
    *,
    out: Path | None = None,
    limit: int | None = None,
    placement: Placement | None = None,
    progress: Progress | None = None,
) -> Plan:
    """The list of a study's requests, not run: what would be asked of what, what is missing, how many tokens."""
    absent: list[AbsentFile] = []
    study = read_study(file, absent).with_limit(limit)
    validate_scoring_names(study)
    progress = progress or Silent()
    _say_what_is_left_out(study, progress)
    dry_run = DryRun((placement or Placement()).resolve(), progress)
    for file_absent in absent:
        dry_run.lack("file", reason=file_absent.reason)
    folder = study_folder(study, out)
    entries = model_entries(study, dry_run.placement.dtype)
    done = finished(folder, entries)
    data: dict[str, Opened] = {}
    for model in study.models:
        own = [entry for entry in entries if entry.model is model]
        dry_run.runs += [PlannedRun(model.name, entry.part, DONE) for entry in own if entry.path in done]
        if waiting := [entry for entry in own if entry.path not in done]:
            _plan_model(model, waiting, data, dry_run)
    for index, system in enumerate(study.systems):
        wheres = [file_absent.where for file_absent in absent]
        lacks_file = any(not where.startswith("systems[") or where.startswith(f"systems[{index}]") for where in wheres)
        _plan_system(study, system, folder, dry_run, lacks_file=lacks_file)
    return dry_run.finish(study.title)


def _plan_model(model: StudyModel, waiting: list[ModelEntry], data: dict[str, Opened], dry_run: DryRun) -> None:
    for entry in waiting:
        if entry.part not in data:
            file = entry.benchmark.file
            is_listed = file is not None and not entry.study.file(file).exists()  # by the reader
            spec = entry.study.benchmark_spec(entry.benchmark)
            data[entry.part] = EpiceneError("") if is_listed else dry_run.data(entry.part, spec)
    study = waiting[0].study
    if model.predictions:
        is_there = study.file(model.predictions).exists()
        for entry in waiting:
            dataset = data[entry.part]
            state = MISSING if isinstance(dataset, EpiceneError) or not is_there else READY
            items = None if isinstance(dataset, EpiceneError) else len(dataset.items)
            dry_run.runs.append(PlannedRun(model.name, entry.part, state, "given", items, 0))
        return
    before = list(dry_run.notices)
    source = dry_run.source(model.name, study.model_spec(model.id), model.revision)
    description = dry_run.description(model.name, source, trust_remote_code=model.trust_remote_code)
    if description is None:
        if model.parameters:
            dry_run.has_room(model.name, model.parameters)
        state = MISSING if any(notice.is_grave for notice in dry_run.notices if notice not in before) else READY
        dry_run.runs += [PlannedRun(model.name, entry.part, state) for entry in waiting]
        return
    requests = [(entry.part, data[entry.part], _Planned(entry, description, dry_run)) for entry in waiting]
    parts = dry_run.parts(model.name, description, requests)
    weights = description.source.weights_here()
    if not weights and description.source.server is None:
        dry_run.note("download", model=model.name)
    if weights and not dry_run.has_room(model.name, parameters_of(weights)):
        for _, index in parts:
            dry_run.runs[index] = replace(dry_run.runs[index], state=MISSING)


@dataclass(frozen=True, slots=True)
class _Planned:
    """How an entry is asked; a head that is yet to be trained is announced, and its task planned without it."""

    entry: ModelEntry
    description: Description
    dry_run: DryRun

    def __call__(self, dataset: Dataset) -> AuditRequest:
        study, dry_run, name = self.entry.study, self.dry_run, self.entry.subject
        request = audit_request(self.entry, self.description, dataset).placed(dry_run.placement)
        validate_options_used([dataset], request)
        if not lacks_head(request):
            return request
        if study.heads is not None:
            head = Path(str(request.asking.nsp))
            if head not in dry_run.heads_to_train.values():
                dry_run.note("training", model=name)
            dry_run.heads_to_train[name, self.entry.part] = head
        return replace(request, nsp=None)


def _plan_system(study: Study, system: StudySystem, folder: StudyFolder, dry_run: DryRun, *, lacks_file: bool) -> None:
    source = None
    loads = system.model is not None and system.has_weights
    if system.train:
        dry_run.note("trained", model=system.name)
    elif system.model is not None and loads:
        source = dry_run.source(system.name, study.system_spec(system.model), system.revision)
        if source is not None and not source.weights_here():
            dry_run.note("download", model=system.name)
    is_there = (source or not loads) and not lacks_file
    for entry in step_entries(replace(study, systems=[system])):
        is_done = RunFolder(folder.path / entry.path).results_path.is_file()
        dry_run.runs.append(PlannedRun(system.name, entry.part, DONE if is_done else READY if is_there else MISSING))
