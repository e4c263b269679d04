"""`epicene study FILE --plan`: models × sets × scorings, or systems × steps, with what is missing and what it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.dry_run import DONE, MISSING, READY, DryRun, Opened, Plan, PlannedRun, parameters_of
from epicene.auditing.plan import refuse_idle_options
from epicene.auditing.study.mt_study_file import AUDIT, MtStudy, MtSystem, read_mt_study
from epicene.auditing.study.run_study import (
    Cell,
    cells,
    finished,
    lacks_head,
    refuse_unknown_scorings,
    request_for,
    training_for,
)
from epicene.auditing.study.saved_study import RECORD, KeptStep, MtStudyRecord, StudyFolder
from epicene.auditing.study.study_file import Study, StudyModel, read_study
from epicene.core.errors import EpiceneError
from epicene.core.progress import Progress, Silent
from epicene.data.datasets import Dataset
from epicene.data.text_files import read_text
from epicene.models.description import Description
from epicene.models.loading import Placement
from epicene.models.source import Source
from epicene.models.translation import Decoding
from epicene.mt.corpus_writer import BASE, corpus_lines
from epicene.mt.lexicon import read_lexicon
from epicene.mt.translating.transformers_system import open_model
from epicene.mt.translating.translation_engine import ModelChoice
from epicene.runs.folder import read_results
from epicene.train.nsp_text import HUB
from epicene.train.train_nsp import estimate_training
from epicene.train.train_requests import TrainNspRequest

TRAINING = "train nsp"
TRAIN = "train"
LINES = 8  # occupations, of two lines each


def plan_study(
    file: Path,
    *,
    out: Path | None = None,
    limit: int | None = None,
    placement: Placement | None = None,
    progress: Progress | None = None,
) -> Plan:
    absent: list[str] = []
    study = read_study(file, absent)
    refuse_unknown_scorings(study)
    if limit is not None:
        study = replace(study, options=msgspec.structs.replace(study.options, limit=limit))
    looking = DryRun((placement or Placement()).resolve(), progress or Silent())
    for reason in absent:
        looking.lack("file", reason=reason)
    folder = StudyFolder(out or study.out or Path("runs") / study.path.stem)
    every = list(cells(study, looking.placement.dtype))
    done = finished(study, folder, every)
    data: dict[str, Opened] = {}
    for model in study.models:
        mine = [cell for cell in every if cell.model is model]
        looking.runs += [PlannedRun(model.name, cell.benchmark.name, DONE) for cell in mine if cell.path in done]
        if waiting := [cell for cell in mine if cell.path not in done]:
            _look_at(study, model, waiting, data, looking)
    return looking.finish(study.title)


def _look_at(study: Study, model: StudyModel, waiting: list[Cell], data: dict[str, Opened], looking: DryRun) -> None:
    for cell in waiting:
        name = cell.benchmark.name
        if name not in data:
            file = cell.benchmark.file
            known = file is not None and not Path(study.beside(file)).exists()  # the reader has listed it
            data[name] = EpiceneError("") if known else looking.data(name, study.benchmark_spec(cell.benchmark))
    before = list(looking.notices)
    source = looking.source(model.name, study.model_spec(model), model.revision)
    description = looking.description(model.name, source, trust_remote_code=model.trust_remote_code)
    if description is None:
        if model.parameters:
            looking.has_room(model.name, model.parameters)
        state = MISSING if any(notice.is_grave for notice in looking.notices if notice not in before) else READY
        looking.runs += [PlannedRun(model.name, cell.benchmark.name, state) for cell in waiting]
        return
    asked = [
        (cell.benchmark.name, data[cell.benchmark.name], _asking(study, cell, description, looking)) for cell in waiting
    ]
    looking.measure(model.name, description, looking.parts(model.name, description, asked))


def _asking(study: Study, cell: Cell, description: Description, looking: DryRun) -> Callable[[Dataset], AuditRequest]:
    """How a cell is asked; a head that is yet to be trained is announced with what that takes, where it can be known,
    and its task planned without it."""

    def request(dataset: Dataset) -> AuditRequest:
        audit_request = request_for(study, cell, description, dataset).placed(looking.placement)
        refuse_idle_options([dataset], audit_request)
        if not lacks_head(audit_request):
            return audit_request
        if study.heads is not None:
            training = training_for(study, audit_request, study.heads)
            if training.out not in looking.heads_to_train.values():
                _announce(cell.model.name, training, description, looking)
            looking.heads_to_train[cell.model.name, cell.benchmark.name] = training.out
        return replace(audit_request, nsp=None)

    return request


def _announce(name: str, request: TrainNspRequest, description: Description, looking: DryRun) -> None:
    """A head that will be trained: its cost, where the model and the text are here."""
    if request.text.startswith(HUB) or not Path(request.text).exists() or not description.source.weights_here():
        looking.note("training", model=name)
        return
    if not looking.has_room(name, parameters_of(description.source.weights_here())):
        return
    looking.progress.say(f"Measuring what a head of {name} takes")
    try:
        cost = estimate_training(request)
    except EpiceneError as error:
        looking.lack("run", model=name, benchmark=TRAINING, reason=str(error))
        return
    looking.runs.append(PlannedRun(name, TRAINING, READY, seconds=cost.seconds))
    if cost.seconds is None:
        looking.note("training.step", model=name, seconds=round(cost.seconds_a_step, 2))


def plan_mt_study(
    file: Path,
    *,
    out: Path | None = None,
    limit: int | None = None,
    placement: Placement | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Systems × steps. Of a system that is here, translating is measured, which `audit` begins with."""
    absent: list[str] = []
    study = read_mt_study(file, absent)
    looking = DryRun((placement or Placement()).resolve(), progress or Silent())
    for reason in absent:
        looking.lack("file", reason=reason)
    path = out or study.out or Path("runs") / study.path.stem
    done = {(kept_step.system, kept_step.step) for kept_step in _kept(path)}
    if limit is not None:
        study = replace(study, options=msgspec.structs.replace(study.options, limit=limit))
    for system in study.systems:
        source = _source(study, system, looking)
        others = [repr(mt_system.name) for mt_system in study.systems if mt_system is not system]
        lacks_file = any(not any(name in reason for name in others) for reason in absent)
        there = (source or system.model is None) and not lacks_file
        for step in [*([TRAIN] if system.train else []), *study.steps_of(system)]:
            state = DONE if (system.name, step) in done else READY if there else MISSING
            seconds = (
                _translating(study, system, source, looking) if step == AUDIT and state == READY and source else None
            )
            looking.runs.append(PlannedRun(system.name, step, state, seconds=seconds))
    return looking.finish(study.title)


def _kept(path: Path) -> list[KeptStep]:
    return read_results(path / RECORD, MtStudyRecord).steps if (path / RECORD).is_file() else []


def _source(study: MtStudy, system: MtSystem, looking: DryRun) -> Source | None:
    if system.train:
        looking.note("trained", model=system.name)
    if system.model is None or not system.has_weights:
        return None
    spec = str(study.beside(system.model)) if system.model.startswith(("./", "../")) else system.model
    return looking.source(system.name, spec, system.revision)


def _translating(study: MtStudy, system: MtSystem, source: Source, looking: DryRun) -> float | None:
    """Seconds for all lines of the corpus, from a few of the bundled ones."""
    if not source.weights_here():
        looking.note("download", model=system.name)
        return None
    if not looking.has_room(system.name, parameters_of(source.weights_here())):
        return None
    looking.progress.say(f"Measuring {system.name}")
    lexicon = read_lexicon()
    made = corpus_lines(BASE, lexicon[:LINES])
    lines = [line.source if system.into_english else line.target for line in made]
    try:
        choice = ModelChoice(source.spec, system.revision)
        opened = open_model(choice, *system.languages, looking.placement, Decoding())
        opened.check(lines, study.path)
        with opened.at_work():
            for _ in range(2):  # the first loads the weights
                began = time.monotonic()
                list(opened.translate(list(enumerate(lines))))
                seconds = time.monotonic() - began
    except EpiceneError as error:
        looking.lack("model", model=system.name, reason=str(error))
        return None
    looking.note("steps", model=system.name)
    file = study.options.source
    whole = len(read_text(study.beside(file)).splitlines()) if file else 2 * len(lexicon)
    asked = min(whole, 2 * study.options.limit) if study.options.limit else whole
    return seconds * asked / len(lines)
