"""A study: every model on every benchmark, each in a run folder of its own.

The study folder: `study.toml` (the file as it was given), `study.json` (models, benchmarks, analyses, where each run
is and what failed), `runs/MODEL/BENCHMARK-HASH` (run folders), and what the report writes. The hash stands for how the
model is asked, so that a study can be tried on a few items, changed and gone on with in the same folder.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import idle_options, tasks_of
from epicene.auditing.run import audit
from epicene.auditing.study.saved_study import FailedRun, Stamp, StudyFolder, StudyRecord, StudyRun
from epicene.auditing.study.study_file import AUDIT_KEYS, OWN_HEAD, Heads, Study, StudyBenchmark, StudyModel
from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import write_json, write_text
from epicene.core.hashing import SHORT, digest
from epicene.core.kinds import KINDS, LETTER, NEXT, WORD
from epicene.core.language import Language
from epicene.core.progress import Progress, Silent
from epicene.core.request_fields import CHAT as CHAT_PANEL
from epicene.core.types import Capability
from epicene.data.benchmarks import find_benchmark
from epicene.data.datasets import Dataset, open_benchmark
from epicene.kinds.protocol import find_response_mode
from epicene.models.description import Description, describe
from epicene.models.engines.local import Engine, Local
from epicene.models.loading import Placement
from epicene.models.source import CHAT, locate
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import locked, now, refuse_foreign_files
from epicene.runs.results import LIKELIHOOD, WORDS
from epicene.scoring.protocol import SCORINGS
from epicene.scoring.selection import NSP, find_scoring, forms_of, named_for
from epicene.train.nsp_text import HUB
from epicene.train.results import HEAD
from epicene.train.train_nsp import TrainingCost, estimate_training, train_nsp
from epicene.train.train_requests import TrainNspRequest

HEADS = "heads"  # where heads are trained if the study file names no folder


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the study file and the call say of how one model is asked; `scoring`: its own, the benchmark's, the
    study's. `asked` are options of audits; those at their default are no part of the hash."""

    model: str
    revision: str | None
    benchmark: str
    file: str | None
    scoring: tuple[Sequence[str], Sequence[str], Sequence[str]]
    nsp: str | None
    limit: int | None
    dtype: str
    asked: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one benchmark."""

    model: StudyModel
    benchmark: StudyBenchmark
    question: Question

    @property
    def path(self) -> str:
        """Where its run folder is, within the study folder."""
        asked = digest(msgspec.to_builtins(self.question))[:SHORT]
        return f"runs/{folder_name(self.model.name)}/{self.benchmark.name}-{asked}"


def folder_name(name: str) -> str:
    """A model's name as a folder's; names that would then be the same are told apart by their hash."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
    return plain if plain == name else f"{plain}-{digest(name)[:SHORT]}"


def cells(study: Study, dtype: str) -> Iterator[Cell]:
    for model in study.models:
        for benchmark in study.benchmarks:
            if model.is_asked(benchmark):
                yield Cell(model, benchmark, _question(study, model, benchmark, dtype))


def _question(study: Study, model: StudyModel, benchmark: StudyBenchmark, dtype: str) -> Question:
    options = study.options
    asked = {**options.asked, **benchmark.asked, **model.asked}
    if not _may_talk(study, model, benchmark):
        asked = {name: value for name, value in asked.items() if AUDIT_KEYS[name].option.panel != CHAT_PANEL}
    return Question(
        model=model.id,
        revision=model.revision,
        benchmark=benchmark.name,
        file=benchmark.file,
        scoring=(model.scoring, benchmark.scoring, options.scoring),
        nsp=_head(study, model, benchmark),
        limit=options.limit,
        dtype=dtype,
        asked={name: asked[name] for name in sorted(asked) if asked[name] != AUDIT_KEYS[name].default},
    )


def _may_talk(study: Study, model: StudyModel, benchmark: StudyBenchmark) -> bool:
    """Whether replies may be asked for, as far as the file tells: how they are asked for is no part of any other
    question, so that a changed wording leaves its answers alone."""
    named = [*model.scoring, *benchmark.scoring, *study.options.scoring]
    if any(LETTER in task.forms for task in KINDS[find_benchmark(benchmark.name).kind].tasks.values()):
        return True
    return model.id.startswith(f"{CHAT}:") or any(SCORINGS[name].way == WORDS for name in named if name in SCORINGS)


def _head(study: Study, model: StudyModel, benchmark: StudyBenchmark) -> str | None:
    """The model's own key, else the folder of its name among the study's heads, if it is there or will be trained."""
    if model.nsp or not (study.options.heads or study.heads):
        return model.nsp
    named = f"{study.options.heads or HEADS}/{folder_name(model.name)}"
    if study.heads is not None:
        if not benchmark.asks_next_sentences:
            return None
        if find_benchmark(benchmark.name).language == study.heads.language:
            return named
    return named if (Path(study.beside(named)) / HEAD).is_file() else None


def training_for(study: Study, request: AuditRequest, heads: Heads) -> TrainNspRequest:
    """How the head that a request asks with is trained."""
    text = heads.text if heads.text.startswith(HUB) else study.beside(heads.text)
    share, limit, only = float(heads.share), heads.limit, heads.head_only
    return TrainNspRequest(
        model=request.model,
        text=text,
        out=Path(str(request.asking.nsp)),
        share=share,
        limit=limit,
        head_only=only,
        language=heads.language,
        seed=request.seed,
        device=request.placement.device,
        threads=request.placement.threads,
        revision=request.revision,
        trust_remote_code=request.trust_remote_code,
    )


def lacks_head(request: AuditRequest) -> bool:
    """Whether it asks with a head that is not trained, or not to its end."""
    head = request.asking.nsp
    return head is not None and head != OWN_HEAD and not (Path(head) / HEAD).is_file()


def request_for(study: Study, cell: Cell, description: Description, dataset: Dataset) -> AuditRequest:
    """Options go to the models and benchmarks they are for; a model's own scoring is taken at its word."""
    question = cell.question
    tasks = set(tasks_of(dataset))
    scorings = _scorings(question.scoring, description.capability, tasks)
    head = question.nsp if _asks_a_head(scorings, tasks) and description.source.server is None else None
    files: dict[str, Any] = {
        name: study.beside(question.asked[name]) for name in ("instructions", "shares") if name in question.asked
    }
    request = AuditRequest(
        model=study.model_spec(cell.model),
        on=[study.benchmark_spec(cell.benchmark)],
        scoring="+".join(scorings) or None,
        nsp=study.beside(head) if head and head != OWN_HEAD else head,
        revision=question.revision,
        trust_remote_code=cell.model.trust_remote_code,
        limit=question.limit,
        **{**question.asked, **files},
    )
    in_words = description.capability is Capability.CHAT or any(
        find_scoring(scoring).way == WORDS for scoring in scorings
    )
    writes = any(LETTER in forms_of(task) for task in tasks)  # which is one way, whoever writes
    known = find_response_mode(dataset.benchmark.kind, WORDS if in_words and not writes else LIKELIHOOD).aggregations
    unfit = {
        "bos": description.capability is not Capability.CAUSAL,
        "rest": not _puts_in(description.capability, tasks),
        "as_released": in_words,
        "aggregation": request.aggregation not in known,
    }
    dropped = {*idle_options([dataset], request), *(name for name, is_unfit in unfit.items() if is_unfit)}
    return replace(request, **{name: AUDIT_KEYS[name].default for name in dropped & AUDIT_KEYS.keys()})


def _asks_a_head(scorings: Sequence[str], tasks: set[str]) -> bool:
    chosen = named_for("+".join(scorings), sorted(tasks))
    return any(NEXT in forms_of(task) and chosen.get(task, NSP) == NSP for task in tasks)


def _puts_in(capability: Capability, tasks: set[str]) -> bool:
    """Whether sub-words are put into a blank one after the other."""
    return capability is Capability.MASKED and any(WORD in forms_of(task) for task in tasks)


def _scorings(named: Sequence[Sequence[str]], capability: Capability, tasks: set[str]) -> list[str]:
    """The model's own before the benchmark's, those before the study's; of each, those that ask something here."""
    own, *shared = named
    fitting = [name for names in shared for name in names if name == NSP or SCORINGS[name].fits(capability)]
    return list(dict.fromkeys(named_for("+".join([*own, *fitting]), sorted(tasks)).values()))


def refuse_unknown_scorings(study: Study) -> None:
    places = {"options": study.options.scoring}
    places |= {f"benchmarks ({benchmark.name})": benchmark.scoring for benchmark in study.benchmarks}
    places |= {f"models ({model.name})": model.scoring for model in study.models}
    for place, names in places.items():
        for name in names:
            try:
                find_scoring(name)
            except InputError as error:
                raise InputError(f"{study.path}, {place}, scoring: {error}") from error


def stamp(study: Study, cell: Cell) -> Stamp:
    """Size and time of the files on this machine that the answers rest on; hub models have none."""
    head = cell.question.nsp
    named = {
        "model": Path(study.model_spec(cell.model)).expanduser(),
        "data": Path(study.beside(cell.benchmark.file)) if cell.benchmark.file else None,
        "nsp": Path(study.beside(head)) if head and head != OWN_HEAD else None,
    }
    files = {
        f"{label}/{file.name}": file
        for label, path in named.items()
        if path is not None and path.exists()
        for file in ([path] if path.is_file() else sorted(path.iterdir()))
        if file.is_file() and not file.name.startswith(".")
    }
    return {label: [file.stat().st_size, file.stat().st_mtime_ns] for label, file in files.items()}


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
    progress: Progress | None = None,
) -> StudyFolder:
    """Run or resume a study. What fails is written down and the rest goes on; finished runs are not touched again."""
    refuse_unknown_scorings(study)
    given = {"limit": limit, "include_excluded": include_excluded or None}
    changed = {name: value for name, value in given.items() if value is not None}
    study = replace(study, options=msgspec.structs.replace(study.options, **changed))
    folder = StudyFolder(out or study.out or Path("runs") / study.path.stem)
    placement, engine = placement or Placement(), engine or Local()
    engine.resolve(placement)  # a device that is not there stops the study, and not each of its runs
    settings = AuditRequest(opened_engine=engine, seed=seed, strict=strict).placed(placement)
    with locked(folder.path):
        if not folder.exists():
            refuse_foreign_files(folder.path, "study", "study.toml")
        _Pass(study, folder, settings, progress or Silent()).go()
    return folder


def finished(study: Study, folder: StudyFolder, every: Iterable[Cell]) -> set[str]:
    """Complete, measured, and nothing changed since; a model that is no longer on this machine has not changed."""
    stamps = folder.record().stamps if folder.exists() else {}

    def is_finished(cell: Cell) -> bool:
        run, before, now = AuditFolder(folder.path / cell.path), stamps.get(cell.path), stamp(study, cell)
        if before is None or (now and now != before):
            return False
        return run.exists() and run.results_path.is_file() and run.facts().complete

    return {cell.path for cell in every if is_finished(cell)}


class _Pass:
    """One pass over all cells of a study; what became of each is written down as soon as it is known."""

    def __init__(self, study: Study, folder: StudyFolder, settings: AuditRequest, progress: Progress) -> None:
        self.study, self.folder, self.settings, self.progress = study, folder, settings, progress
        earlier = folder.record() if folder.exists() else None
        self.created = earlier.created if earlier else now()
        self.stamps = earlier.stamps if earlier else {}
        self.cells = list(cells(study, settings.placement.dtype))
        self.done = finished(study, folder, self.cells)
        self.failures: dict[str, FailedRun] = {}

    def go(self) -> None:
        pending = [cell for cell in self.cells if cell.path not in self.done]
        datasets = self._open(pending)
        write_text(self.folder.path / "study.toml", self.study.source)
        self._write()
        for model in self.study.models:
            mine = [cell for cell in pending if cell.model is model]
            if mine:
                self._ask(model, mine, datasets)
                gc.collect()  # this model's weights leave before the next one's come

    def _open(self, pending: Sequence[Cell]) -> dict[str, Dataset | EpiceneError]:
        """The data of what is still to be asked. Unreadable data stops a study that has nothing yet; later it fails
        its own runs only, so that finished ones can always be shown."""
        opened: dict[str, Dataset | EpiceneError] = {}
        for benchmark in {cell.benchmark.name: cell.benchmark for cell in pending}.values():
            try:
                opened[benchmark.name] = open_benchmark(self.study.benchmark_spec(benchmark))
            except EpiceneError as error:
                if not self.done:
                    raise
                opened[benchmark.name] = error
        return opened

    def _ask(self, model: StudyModel, pending: Sequence[Cell], datasets: Mapping[str, Dataset | EpiceneError]) -> None:
        for cell in pending:
            number = len(self.done) + len(self.failures) + 1
            self.progress.say(f"{model.name} on {cell.benchmark.name}: run {number} of {len(self.cells)}")
            try:
                self._audit(cell, datasets[cell.benchmark.name])
            except Exception as error:  # whatever one model does, the others are asked
                failed = FailedRun.of(error, model=model.name, benchmark=cell.benchmark.name)
                self.failures[cell.path] = failed
                self.progress.say(f"Warning: {model.name} on {cell.benchmark.name} failed: {failed.reason}")
            else:
                self.done.add(cell.path)
                self.stamps[cell.path] = stamp(self.study, cell)
            self._write()

    def _audit(self, cell: Cell, dataset: Dataset | EpiceneError) -> None:
        if isinstance(dataset, EpiceneError):
            raise dataset
        source = locate(self.study.model_spec(cell.model), cell.model.revision)
        description = describe(source, trust_remote_code=cell.model.trust_remote_code)
        request = request_for(self.study, cell, description, dataset)
        settings = self.settings
        if source.server is not None:  # where and how the others compute is not its business
            settings = replace(settings.placed(Placement(threads=settings.threads)), opened_engine=None)
        request = replace(
            request,
            out=self.folder.path / cell.path,
            opened_engine=settings.opened_engine,
            seed=settings.seed,
            strict=settings.strict,
        ).placed(settings.placement)
        if self.study.heads is not None and lacks_head(request):
            self._train_head(training_for(self.study, request, self.study.heads), cell.model.name)
        audit(request, self.progress)

    def _train_head(self, request: TrainNspRequest, name: str) -> None:
        """From where it was interrupted; a new one is preceded by what it will take."""
        if not request.out.exists():
            self.progress.say(f"{name} has no next-sentence head: measuring what its training takes")
            self.progress.say(cost_sentence(name, estimate_training(request)))
        train_nsp(request, self.progress)

    def _write(self) -> None:
        named = {cell.path: (cell.model.name, cell.benchmark.name) for cell in self.cells}
        record = StudyRecord(
            title=self.study.title,
            created=self.created,
            limit=self.study.options.limit,
            include_excluded=self.study.options.include_excluded,
            models=list(self.study.models),
            benchmarks=list(self.study.benchmarks),
            analyses=list(self.study.analyses),
            runs=[StudyRun(*names, path) for path, names in named.items() if path in self.done],
            failures=[self.failures[path] for path in named if path in self.failures],
            stamps=self.stamps,
        )
        write_json(self.folder.record_path, msgspec.to_builtins(record))


def cost_sentence(name: str, cost: TrainingCost) -> str:
    each = cost.seconds_a_step
    if cost.seconds is None:
        return (
            f"{name}: training a head takes {each:.2f} s a step on this machine; how many, the text says when it is "
            "read."
        )
    time = Language("en").duration(cost.seconds)
    return f"{name}: training a head takes about {cost.steps} steps, {each:.2f} s a step on this machine: {time}."
