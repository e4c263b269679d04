"""A saved study as its report reads it: models with their runs, steps of systems, analyses; no model, no torch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from epicene._version import __version__
from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.inside.results import read_document
from epicene.kinds.protocol import ResponseMode, response_mode_of
from epicene.kinds.verdicts import excluded_note, is_trusted, mark_of, marked_label
from epicene.metrics.answer_groups import ALL
from epicene.metrics.intervals import ResampledInterval
from epicene.report.tables import Cell
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun, ResultIndex, SavedRun, benchmark_title
from epicene.runs.folder import read_results
from epicene.runs.results import WORDS, AuditResults, BenchmarkFacts
from epicene.studies.study_file import BY_DEFAULT, Analysis, StudyModel

RECORD = "study.json"
ARCHITECTURE = {"masked": "encoder", "causal": "decoder", "encoder-decoder": "encoder-decoder"}
Resampled = Mapping[tuple[str, str, str | None], ResampledInterval]  # by metric, group and task


class StudyRun(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One request of a study: a model on a benchmark, or a step of a system. `path` is its folder within the study's;
    of one that failed, `reason` says why, in English."""

    model: str = ""
    benchmark: str = ""
    system: str = ""
    step: str = ""
    path: str = ""
    reason: str = ""


class StudyRecord(msgspec.Struct, kw_only=True):
    """study.json: what was to be asked, and what became of it."""

    run: str = "study"
    epicene: str = __version__
    title: str
    titles: dict[str, str] = {}
    created: str
    limit: int | None = None
    include_excluded: bool = False
    models: list[StudyModel] = []
    benchmarks: list[str] = []
    analyses: list[Analysis] = []
    runs: list[StudyRun]
    failures: list[StudyRun]
    left_out: list[str] = []  # why, in English
    stamps: dict[str, dict[str, list[int]]] = {}


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
        if not self.exists():
            raise InputError(
                f"{self.path} is no study folder: study.json is missing. Make one with `epicene study FILE.toml --out "
                f"{self.path}`."
            )
        return read_results(self.record_path, StudyRecord)


@dataclass(frozen=True, slots=True)
class SavedStep:
    """One step of a system; `document` is the content of its results.json."""

    system: str
    step: str
    folder: Path
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StudiedModel:
    """One model of the study: what its file says of it, and its runs by benchmark (none where all failed).
    `assume_trusted` takes it as if it could be trusted, to see what its exclusion changes."""

    facts: StudyModel
    runs: Mapping[str, SavedRun]
    assume_trusted: bool = False
    _answers: dict[str, BenchmarkRun] = field(default_factory=dict, compare=False, repr=False)
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

    def only(self, *, in_words: bool) -> StudiedModel:
        """The model with the runs that were asked in words, or with the others."""
        runs = {name: run for name, run in self.runs.items() if (run.facts(name).way == WORDS) == in_words}
        return replace(self, runs=runs)

    @property
    def published_id(self) -> str:
        """The hub id under which figures of this model may have been published."""
        return self.facts.published or self.facts.id

    def is_trusted(self, benchmark: str) -> bool:
        """An excluded model is shown with a mark, and counted in no summary."""
        return benchmark in self.runs and (self.assume_trusted or is_trusted(self.runs[benchmark], benchmark))

    def cell(self, *benchmarks: str) -> Cell:
        """Its name, marked where it is excluded on one of them."""
        marks = [mark_of(self.runs[name], name) for name in benchmarks if name in self.runs]
        return Cell(self.name, mark=max(marks, default=""))

    def label(self, benchmark: str) -> str:
        return marked_label(self.runs[benchmark], benchmark) if benchmark in self.runs else self.name

    def ties(self, benchmark: str) -> int | None:
        """How many items got the same score twice."""
        estimate = self.find(benchmark, "neutral")
        return round(estimate.value * estimate.n_used / 100) if estimate else None

    def answers(self, benchmark: str) -> BenchmarkRun:
        """Items and scores, read from the run's folder once."""
        if benchmark not in self._answers:
            self._answers[benchmark] = AuditFolder(self.runs[benchmark].path).benchmarks()[benchmark]
        return self._answers[benchmark]

    def resampled(self, benchmark: str, left_out: frozenset[str]) -> Resampled:
        """Its figures over resampled items, without those that are left out; the same resamples for every model."""
        if (benchmark, left_out) not in self._resampled:
            run = self.answers(benchmark)
            run = replace(run, unusable={**dict.fromkeys(left_out, ""), **run.unusable}, resampled={})
            response_mode_of(self.runs[benchmark], benchmark).measure(run, 0)
            self._resampled[benchmark, left_out] = run.resampled or {}
        return self._resampled[benchmark, left_out]

    def find(self, benchmark: str, metric: str, group: str = ALL, task: str | None = None) -> Estimate | None:
        run = self.runs.get(benchmark)
        return run.findings.find(benchmark, metric, group, task) if run else None

    def results(self) -> AuditResults:
        """The results of all its runs in one."""
        runs = [run.results for run in self.runs.values()]
        return AuditResults(
            model=self.name,
            signatures={name: text for run in runs for name, text in run.signatures.items()},
            estimates=[estimate for run in runs for estimate in run.estimates],
            tests=[test for run in runs for test in run.tests],
            trust={name: trust for run in runs for name, trust in run.trust.items()},
        )


@dataclass(frozen=True, slots=True)
class SavedStudy:
    path: Path
    title: str
    titles: Mapping[str, str]
    created: str
    models: Sequence[StudiedModel]
    benchmarks: Sequence[str]
    analyses: Sequence[Analysis]
    failures: Sequence[StudyRun]
    limit: int | None = None
    names_analyses: bool = False
    include_excluded: bool = False  # in tables, marked; sentences and summaries never count them
    steps: Sequence[SavedStep] = ()
    left_out: Sequence[str] = ()

    def by_mode(self) -> list[SavedStudy]:
        """What was asked for log-probabilities, and what in words: figures of the two share no table."""
        studies = []
        for in_words in (False, True):
            models = [model.only(in_words=in_words) for model in self.models]
            if any(model.runs for model in models):
                studies.append(replace(self, models=models))
        return studies or [self]

    def without_exclusions(self) -> SavedStudy:
        return replace(self, models=[replace(model, assume_trusted=True) for model in self.models])

    @property
    def is_in_words(self) -> bool:
        return any(run.facts(name).way == WORDS for model in self.models for name, run in model.runs.items())

    def runs(self) -> Iterator[SavedRun]:
        for model in self.models:
            yield from model.runs.values()

    def asked(self) -> list[str]:
        """The benchmarks that some model was asked about."""
        return [name for name in self.benchmarks if any(name in model.runs for model in self.models)]

    def facts(self, benchmark: str) -> BenchmarkFacts:
        return next(model.runs[benchmark].facts(benchmark) for model in self.models if benchmark in model.runs)

    def mode(self, benchmark: str) -> ResponseMode:
        runs = (model.runs[benchmark] for model in self.models if benchmark in model.runs)
        return next(response_mode_of(run, benchmark) for run in runs)

    def metric(self, benchmark: str) -> str:
        """The headline figure: how often the stereotype is preferred."""
        return self.mode(benchmark).metric

    def has_tasks(self, benchmark: str) -> bool:
        """Whether figures are by task, with a language modelling score beside each."""
        return tuple(self.mode(benchmark).tasks) != (None,)

    def language(self, benchmark: str) -> str:
        return self.facts(benchmark).language

    def title_of(self, benchmark: str, language: Language) -> str:
        return benchmark_title(
            benchmark, [run for run in self.runs() if benchmark in run.manifest.benchmarks], language
        )

    def excluded_models(self, benchmarks: Iterable[str], language: Language) -> str:
        """Models that a summary over these benchmarks does without, and why; each once."""
        notes, named = list[str](), set[str]()
        for name in dict.fromkeys(benchmarks):
            models = [model for model in self.models if name in model.runs and model.name not in named]
            notes.append(excluded_note([model.runs[name] for model in models], name, language))
            named |= {model.name for model in models if not model.is_trusted(name)}
        return " ".join(filter(None, notes))


def read_saved(path: Path) -> SavedStudy:
    record = StudyFolder(path).record()
    runs: dict[str, dict[str, SavedRun]] = {model.name: {} for model in record.models}
    for run in record.runs:
        if run.model:
            results = AuditFolder(path / run.path).results(AuditResults)
            facts = AuditFolder(path / run.path).facts()
            runs[run.model][run.benchmark] = SavedRun(
                run.model, facts, results, ResultIndex(results), path=path / run.path
            )
    folders = [(run, path / run.path) for run in record.runs if run.system]
    return SavedStudy(
        path=path,
        title=record.title,
        titles=record.titles or {"en": record.title},
        created=record.created,
        models=[StudiedModel(model, runs[model.name]) for model in record.models],
        benchmarks=record.benchmarks,
        analyses=record.analyses or [Analysis(kind) for kind in BY_DEFAULT],
        failures=record.failures,
        left_out=record.left_out,
        limit=record.limit,
        names_analyses=bool(record.analyses),
        include_excluded=record.include_excluded,
        steps=[SavedStep(run.system, run.step, folder, read_document(folder)) for run, folder in folders],
    )
