"""Saved studies as their reports read them, of models and of translation systems; no model, no torch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import msgspec

from epicene._version import __version__
from epicene.auditing.study.study_file import BY_DEFAULT, Analysis, StudyBenchmark, StudyModel
from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import INTER, INTRA, MEAN, OVERALL, Estimate
from epicene.inside.results import read_document
from epicene.kinds.protocol import ResponseMode, response_mode_of
from epicene.kinds.verdicts import is_trusted, mark_of, marked_label
from epicene.metrics.answer_groups import ALL
from epicene.metrics.intervals import ResampledInterval
from epicene.report.tables import Cell
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.folder import RunFolder, read_results
from epicene.runs.results import WORDS, AuditResults, BenchmarkFacts
from epicene.runs.saved_run import ResultIndex, SavedRun

FORMAT = 1
RECORD = "study.json"
Resampled = Mapping[tuple[str, str, str | None], ResampledInterval]  # by metric, group and task
Stamp = dict[str, list[int]]  # size and time of each file that the answers rest on
ARCHITECTURE = {"masked": "encoder", "causal": "decoder", "encoder-decoder": "encoder-decoder"}


class StudyRun(msgspec.Struct, frozen=True):
    """One model on one benchmark: where its run is, within the study folder."""

    model: str
    benchmark: str
    path: str


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why something failed, in English."""

    reason: str

    @property
    def told(self) -> str:
        """For `cli` and `api`, until they read `reason`."""
        return self.reason

    @classmethod
    def of(cls, error: Exception, **names: str) -> Self:
        if isinstance(error, EpiceneError):
            return cls(reason=str(error), **names)
        lines = str(error).strip().splitlines() or ["no message"]
        return cls(reason=f"{type(error).__name__}: {lines[0]}", **names)


class FailedRun(Failure, frozen=True, kw_only=True):
    model: str
    benchmark: str


class StudyRecord(msgspec.Struct, kw_only=True):
    """study.json of models: what was to be asked, and what became of it."""

    format: int = FORMAT
    epicene: str = __version__
    title: str
    created: str
    limit: int | None = None
    include_excluded: bool = False
    models: list[StudyModel]
    benchmarks: list[StudyBenchmark]
    analyses: list[Analysis]
    runs: list[StudyRun]
    failures: list[FailedRun]
    stamps: dict[str, Stamp] = {}


class _Format(msgspec.Struct):
    format: object = None


class StudyFolder:
    """Reads and writes one study folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def record_path(self) -> Path:
        return self.path / RECORD

    def exists(self) -> bool:
        return self.record_path.is_file()

    def record(self) -> StudyRecord:
        try:
            kept = self.record_path.read_bytes()
            found = msgspec.json.decode(kept, type=_Format).format
            if found == FORMAT:
                return msgspec.json.decode(kept, type=StudyRecord)
        except FileNotFoundError as error:
            raise InputError(
                f"{self.path} is no study folder: study.json is missing. Make one with `epicene study FILE.toml --out "
                f"{self.path}`."
            ) from error
        except ValueError as error:
            raise InputError(f"{self.record_path} is damaged ({error}). Delete it and run the study again.") from error
        raise InputError(
            f"{self.record_path} has format {found}; this epicene reads {FORMAT}. Run the study again in a new folder."
        )


@dataclass(frozen=True, slots=True)
class Step:
    """What one step gave: the document in its results.json."""

    system: str
    step: str
    folder: Path
    document: Mapping[str, Any]


class KeptStep(msgspec.Struct, frozen=True):
    system: str
    step: str
    folder: str


class FailedStep(Failure, frozen=True, kw_only=True):
    system: str
    step: str


class MtStudyRecord(msgspec.Struct, kw_only=True):
    """study.json of translation systems."""

    run: str = "mt-study"
    epicene: str = __version__
    title: str
    steps: list[KeptStep]
    failures: list[FailedStep]


@dataclass(frozen=True, slots=True)
class MtStudied:
    path: Path
    title: str
    steps: Sequence[Step]
    failures: Sequence[FailedStep]


def read_step(system: str, step: str, folder: Path) -> Step:
    return Step(system, step, folder, read_document(folder))


def read_mt_studied(path: Path) -> MtStudied:
    record = read_results(path / RECORD, MtStudyRecord)
    steps = [read_step(step.system, step.step, path / step.folder) for step in record.steps]
    return MtStudied(path, record.title, steps, record.failures)


def is_mt_study(path: Path) -> bool:
    return (path / RECORD).is_file() and "steps" in RunFolder(path).read_json(path / RECORD)


@dataclass(frozen=True, slots=True)
class StudiedModel:
    """One model of the study: what its file says of it, and its runs by benchmark (none where all failed).
    `assume_trusted` takes it as if it could be believed, to see what its exclusion changes."""

    facts: StudyModel
    runs: Mapping[str, SavedRun]
    assume_trusted: bool = False
    _resampled: dict[tuple[str, frozenset[str]], Resampled] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.facts.name

    def fact(self, key: str) -> str | float | None:
        """What the study file says; else what the run itself found out, where it can know."""
        stated: str | float | None = getattr(self.facts, key)
        if stated is not None or not self.runs:
            return stated
        model = next(iter(self.runs.values())).manifest.model
        return {"parameters": model.parameters, "architecture": ARCHITECTURE.get(model.kind)}.get(key)

    def asked(self, *, in_words: bool) -> StudiedModel:
        runs = {name: run for name, run in self.runs.items() if (run.facts(name).way == WORDS) == in_words}
        return replace(self, runs=runs)

    @property
    def published_id(self) -> str:
        """The hub id under which figures of this model may have been published."""
        return self.facts.published or self.facts.id

    def is_trusted(self, benchmark: str) -> bool:
        """A model that may not be believed is shown with a mark, and counted in no summary."""
        return benchmark in self.runs and (self.assume_trusted or is_trusted(self.runs[benchmark], benchmark))

    def cell(self, *benchmarks: str) -> Cell:
        """Its name, marked where it may not be believed on one of them."""
        marks = [mark_of(self.runs[name], name) for name in benchmarks if name in self.runs]
        return Cell(self.name, mark=max(marks, default=""))

    def label(self, benchmark: str) -> str:
        return marked_label(self.runs[benchmark], benchmark) if benchmark in self.runs else self.name

    def answered(self, benchmark: str) -> BenchmarkRun:
        """Items and scores, read from the run's folder."""
        return AuditFolder(self.runs[benchmark].path).benchmarks()[benchmark]

    def resampled(self, benchmark: str, left_out: frozenset[str]) -> Resampled:
        """Its figures over the items drawn anew, without those that are left out; the same draws for every model."""
        if (benchmark, left_out) not in self._resampled:
            run = self.answered(benchmark)
            run = replace(run, unusable={**dict.fromkeys(left_out, ""), **run.unusable}, resampled={})
            response_mode_of(self.runs[benchmark], benchmark).measure(run, 0)
            self._resampled[benchmark, left_out] = run.resampled or {}
        return self._resampled[benchmark, left_out]

    def find(self, benchmark: str, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        run = self.runs.get(benchmark)
        return run.findings.find(benchmark, metric, group, task) if run else None


@dataclass(frozen=True, slots=True)
class SavedStudy:
    path: Path
    title: str
    created: str
    models: Sequence[StudiedModel]
    benchmarks: Sequence[str]
    analyses: Sequence[Analysis]
    failures: Sequence[FailedRun]
    limit: int | None = None
    names_analyses: bool = False
    include_excluded: bool = False  # in tables, marked; sentences and summaries never count them

    def by_way(self) -> list[SavedStudy]:
        """What was asked for log-probabilities, and what in words: figures of the two share no table."""
        saved_studies = []
        for in_words in (False, True):
            models = [model.asked(in_words=in_words) for model in self.models]
            if any(model.runs for model in models):
                saved_studies.append(replace(self, models=models))
        return saved_studies or [self]

    def without_exclusions(self) -> SavedStudy:
        return replace(self, models=[replace(model, assume_trusted=True) for model in self.models])

    @property
    def is_in_words(self) -> bool:
        return any(run.facts(name).way == WORDS for model in self.models for name, run in model.runs.items())

    def runs(self) -> Iterator[SavedRun]:
        for model in self.models:
            yield from model.runs.values()

    def answered(self) -> list[str]:
        """The benchmarks that some model was asked about."""
        return [name for name in self.benchmarks if any(name in model.runs for model in self.models)]

    def facts(self, benchmark: str) -> BenchmarkFacts:
        return next(model.runs[benchmark].facts(benchmark) for model in self.models if benchmark in model.runs)

    def way(self, benchmark: str) -> ResponseMode:
        return next(
            response_mode_of(model.runs[benchmark], benchmark) for model in self.models if benchmark in model.runs
        )

    def metric(self, benchmark: str) -> str:
        """The headline figure: how often the stereotype is preferred."""
        return self.way(benchmark).metric

    def has_tasks(self, benchmark: str) -> bool:
        """Whether figures are by task, with a language modelling score beside each."""
        return tuple(self.way(benchmark).tasks) != (None,)

    def language(self, benchmark: str) -> str:
        return self.facts(benchmark).language

    def named(self, analysis: Analysis) -> list[StudiedModel]:
        """The models of an analysis, in the order it names them; those that could not be asked too, for what a paper
        printed of them, which is log-probabilities."""
        models = {model.name: model for model in self.models if model.runs or not self.is_in_words}
        names = models if analysis.models is None else analysis.models
        return [models[name] for name in names if name in models]

    def chosen(self, analysis: Analysis, benchmark: str) -> list[StudiedModel]:
        """Those of them that have answers to a benchmark."""
        return [model for model in self.named(analysis) if benchmark in model.runs]

    def believed(self, analysis: Analysis, benchmark: str) -> list[StudiedModel]:
        """Those of them that summaries count."""
        return [model for model in self.chosen(analysis, benchmark) if model.is_trusted(benchmark)]

    def over(self, analysis: Analysis, *, by_task: bool | None = None) -> list[str]:
        """The answered benchmarks of an analysis; where asked for, those with figures by task or without."""
        named = [analysis.benchmark] if analysis.benchmark else self.benchmarks
        return [name for name in self.answered() if name in named and by_task in (None, self.has_tasks(name))]

    def task(self, analysis: Analysis, benchmark: str, preferred: str = MEAN) -> str | None:
        """Which task's figures stand for a set of triples: the one named, or one that every model has."""
        if not self.has_tasks(benchmark):
            return None
        if analysis.task:
            return analysis.task
        models = self.chosen(analysis, benchmark)
        for task in (preferred, MEAN, INTRA, INTER):
            if models and all(model.find(benchmark, self.metric(benchmark), task=task) for model in models):
                return task
        return OVERALL

    def score(self, model: StudiedModel, benchmark: str, task: str | None, group: str = ALL) -> Estimate | None:
        """The headline figure of a group and task."""
        return model.find(benchmark, self.metric(benchmark), group, task)


def read_study(path: Path) -> SavedStudy:
    record = StudyFolder(path).record()
    runs: dict[str, dict[str, SavedRun]] = {model.name: {} for model in record.models}
    for run in record.runs:
        runs[run.model][run.benchmark] = _saved_run(run.model, AuditFolder(path / run.path))
    return SavedStudy(
        path=path,
        title=record.title,
        created=record.created,
        models=[StudiedModel(model, runs[model.name]) for model in record.models],
        benchmarks=[benchmark.name for benchmark in record.benchmarks],
        analyses=record.analyses or [Analysis(kind) for kind in BY_DEFAULT],
        failures=record.failures,
        limit=record.limit,
        names_analyses=bool(record.analyses),
        include_excluded=record.include_excluded,
    )


def _saved_run(label: str, folder: AuditFolder) -> SavedRun:
    """Figures only: a study looks at no single item."""
    results = folder.results(AuditResults)
    return SavedRun(label, folder.facts(), results, ResultIndex(results), path=folder.path)
