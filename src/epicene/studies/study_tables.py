"""The papers' tables of models: by score and domain, by number of parameters, by pre-training corpus, in groups.

One builder makes them and the tables of tests, contrasts and correlations: a row for each record (a model, two models,
a family), below it what a paper printed of it, and a mean over the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from statistics import fmean

import msgspec
import numpy as np

from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.data.vocabulary import DOMAINS, ORIGINS
from epicene.kinds.figures import digits_of, figure, measure_name, trust_cell, trust_column
from epicene.kinds.verdicts import excluded_note, includes_ideal
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.correlation import FEWEST, mean_over_models
from epicene.metrics.intervals import RESAMPLES, UNBOUNDED
from epicene.report.document import Block, Collapsible, TableBlock
from epicene.report.results_page import CostRecord
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.audit_folder import SavedRun, benchmark_title
from epicene.studies.published_values import OF_ALL, published_models, published_value, run_time, source_of
from epicene.studies.saved_study import SavedStudy, StudiedModel
from epicene.studies.study_file import ARCHITECTURES, Analysis

MOST_ROWS = 15  # of a table that is not folded
FACTS = {"architectures": "architecture", "multilingual": "multilingual"}  # of analyses that compare groups of models
FACT_ORDER = {"architecture": ARCHITECTURES, "multilingual": (False, True)}


@dataclass(frozen=True, slots=True)
class StudyRow:
    """What a table shows of a model, two models or a family: its name, and cells by the key of their column. `own` is
    empty where it could not be asked; `printed` is what a paper printed of it, under a label of its own."""

    name: Cell
    own: Mapping[str, Cell] = field(default_factory=dict)
    printed: Mapping[str, Cell] = field(default_factory=dict)
    label: str = ""

    def rows(self, columns: Sequence[Column], language: Language) -> list[Row]:
        keys = [column.key for column in columns[1:]]
        own: Row = [self.name, *(self.own.get(key, Cell()) for key in keys)]
        if all(cell.value is None for cell in self.printed.values()):
            return [own] if self.own else []
        label = Cell(self.label or language.text("study.published"), muted=True)
        return [own, [label, *(self.printed.get(key, Cell()) for key in keys)]]


def study_table(
    title: str,
    columns: Sequence[Column],
    groups: Iterable[Iterable[StudyRow]],
    language: Language,
    *,
    note: str = "",
    further: Sequence[Sequence[Row]] = (),
) -> Table:
    """A block for each group; with published rows, one for each record, so that the two stand together. `further`
    blocks follow."""
    made = [[record.rows(columns, language) for record in group] for group in groups]
    if any(len(rows) > 1 for group in made for rows in group):
        blocks = [rows for group in made for rows in group]
    else:
        blocks = [[row for rows in group for row in rows] for group in made]
    return Table(title, columns, [*filter(None, blocks), *further], note)


def fold(block: Block) -> Block:
    """A long table, folded under its title."""
    if isinstance(block, TableBlock) and sum(1 for _ in block.table.rows()) > MOST_ROWS:
        return Collapsible(block.table.title, [replace(block, captioned=False)], "reference")
    return block


def has_published(table: Table) -> bool:
    return any(row[0].muted for row in table.rows())


def is_empty(table: Table) -> bool:
    return not any(True for _ in table.rows())


# Columns of models


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column of figures: which metric of which group and task; `distance` shows how far it lies from 50 instead."""

    benchmark: str
    key: str
    title: str
    metric: str
    group: str = ALL
    task: str | None = None
    distance: bool = False

    def estimate(self, model: StudiedModel) -> Estimate | None:
        return model.find(self.benchmark, self.metric, self.group, self.task)

    def own(self, model: StudiedModel) -> Cell:
        estimate = self.estimate(model)
        if estimate is None:
            return Cell()
        return distance_cell(estimate) if self.distance else figure(estimate)

    def printed(self, hub_id: str) -> Cell:
        value = published_value(hub_id, self.benchmark, self.metric, canonical(self.group), self.task)
        if value is None:
            return Cell()
        return Cell(abs(value - 50) if self.distance else value, digits=1)  # as many as the papers print

    def mean(self, models: Sequence[StudiedModel]) -> Cell:
        """The mean over models; of six or more with an interval over models and the items that all of them answered."""
        many = models if len(models) >= FEWEST else ()
        left_out = frozenset(id for model in many for id in model.answers(self.benchmark).unusable)
        estimates = [(model, estimate) for model in models if (estimate := self.estimate(model)) is not None]
        if not estimates:
            return Cell()
        scores = [estimate.value for _, estimate in estimates]
        ideal = estimates[0][1].ideal
        values = [abs(score - ideal) for score in scores] if self.distance else scores
        if len(estimates) < FEWEST:
            return Cell(fmean(values))
        key = self.metric, self.group, self.task
        intervals = [model.resampled(self.benchmark, left_out).get(key) for model, _ in estimates]
        resampled = np.array(
            [
                interval.resampled if interval else np.full(RESAMPLES, score)
                for interval, score in zip(intervals, scores, strict=True)
            ]
        )
        if self.distance:
            resampled = np.abs(resampled - ideal)
        bounds = (0.0, inf) if self.distance else MEASURES[self.metric].bounds or UNBOUNDED
        units = min((interval.units for interval in intervals if interval), default=1)
        return Cell(fmean(values), *(mean_over_models(values, resampled, units, bounds) or ()))

    def column(self) -> Column:
        is_technical = self.metric == "dcf"  # a terminal shows it where all is asked for
        digits = digits_of(self.metric) or 1
        return Column(self.key, self.title, "number", digits, interval=True, technical=is_technical)


def distance_cell(estimate: Estimate) -> Cell:
    """|score − 50| with the interval that the score's own implies: from 0 where that includes 50."""
    ends = sorted((abs(estimate.low - estimate.ideal), abs(estimate.high - estimate.ideal)))
    low = 0.0 if includes_ideal(estimate) else ends[0]
    return Cell(abs(estimate.value - estimate.ideal), low, ends[1])


def score_column(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> ScoreColumn:
    metric = study.metric(benchmark)
    key = "score" if metric != "ss" else "ss"
    return ScoreColumn(benchmark, key, measure_name(metric, language), metric, task=task)


def distance_column(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> ScoreColumn:
    score = score_column(study, benchmark, task, language)
    return replace(score, key="distance", title=distance_name(score.metric, language), distance=True)


def distance_name(metric: str, language: Language) -> str:
    return language.text_or(f"study.distance.{metric}", f"|{measure_name(metric, language)} − 50|")


def fact_column(key: str, language: Language) -> Column:
    name = {"corpus_size_gb": "gigabytes", "parameters_millions": "parameters"}.get(key, key)
    title = language.text(f"study.{name}")
    return Column(key, title, "number", 0) if key in ("parameters_millions", "corpus_size_gb") else Column(key, title)


def fact_cell(model: StudiedModel, key: str, language: Language) -> Cell:
    key = key.removesuffix("_millions")
    value = model.fact(key)
    if value is None:
        return Cell()
    if key == "parameters" and isinstance(value, int | float):
        return Cell(value / 1e6, digits=0 if value >= 1e7 else 1 if value >= 1e6 else 2)
    return Cell(fact_name(key, value, language) if key in ("architecture", "multilingual") else value)


def fact_name(key: str, value: object, language: Language) -> str:
    return language.text_or(f"study.{key}.{str(value).lower()}", str(value))


def ties_of(run: SavedRun | None, benchmark: str) -> int | None:
    """How many items got the same score twice."""
    estimate = run.findings.find(benchmark, "neutral") if run else None
    return round(estimate.value * estimate.n_used / 100) if estimate else None


@dataclass(frozen=True, slots=True)
class ModelLayout:
    """Which columns a table of models has: facts (number of parameters, corpus), figures, n, of a `timed` one ties and
    run time, and whether the model is trusted."""

    scores: Sequence[ScoreColumn]
    counted: ScoreColumn
    language: Language
    facts: Sequence[str] = ()
    timed: bool = False

    def columns(self) -> list[Column]:
        text = self.language.text
        timed = [
            Column("ties", text("study.ties"), "number", 0),
            Column("time", text("study.time"), technical=True),
        ]
        return [
            Column("model", text("column.model")),
            *(fact_column(key, self.language) for key in self.facts),
            *(score.column() for score in self.scores),
            Column("n", text("column.n"), "share"),
            *(timed if self.timed else []),
            trust_column(self.language),
        ]

    def row(self, model: StudiedModel) -> StudyRow:
        benchmark = self.counted.benchmark
        printed = {score.key: score.printed(model.published_id) for score in self.scores}
        if any(cell.value is not None for cell in printed.values()):
            printed["time"] = Cell(run_time(model.published_id, benchmark))  # minutes:seconds on one GPU
        own = {key: fact_cell(model, key, self.language) for key in self.facts}
        run, estimate = model.runs.get(benchmark), self.counted.estimate(model)
        if run is None:
            return StudyRow(model.cell(benchmark), own if len(printed) > len(self.scores) else {}, printed)
        own |= {score.key: score.own(model) for score in self.scores}
        own |= {
            "n": Cell(estimate.n_used, of=estimate.n_total) if estimate else Cell(),
            "ties": Cell(ties_of(run, benchmark)),
            "time": Cell(self.language.duration(msgspec.convert(run.manifest.cost, CostRecord).seconds)),
            "trust": trust_cell(run, benchmark),
        }
        return StudyRow(model.cell(benchmark), own, printed)

    def mean(self, models: Sequence[StudiedModel], fact: str = "") -> Row:
        """The row of means; `fact` is what the models have in common."""
        name = Cell(self.language.text("study.mean", count=self.language.count(len(models))))
        means = {score.key: score.mean(models) for score in self.scores}
        means |= {key: Cell(fact) for key in self.facts if fact}
        return [name, *(means.get(column.key, Cell()) for column in self.columns()[1:])]

    def published_mean(self) -> list[Row]:
        """The mean over models that a paper prints; no row where it prints none."""
        printed = {score.key: score.printed(OF_ALL) for score in self.scores}
        count = self.language.count(published_models("models", self.counted.benchmark))
        label = self.language.text("study.mean.published", count=count)
        return StudyRow(Cell(), {}, printed, label).rows(self.columns(), self.language)[1:]


# Notes


def table_notes(table: Table, benchmark: str, task: str | None, language: Language) -> list[str]:
    """What the brackets are, which tests, and where the published figures come from, if the table has some."""
    texts = [language.text("study.note.interval")]
    if task:
        texts.append(language.text(f"study.note.task.{task}"))
    source = source_of(benchmark)
    if source and has_published(table):
        texts.append(language.text("study.note.published", source=source[0], url=source[1]))
    return texts


def noted(table: Table, *texts: str | None) -> Table:
    """With these sentences behind its note, each once."""
    return replace(table, note=" ".join(filter(None, dict.fromkeys([table.note, *texts]))))


def excluded_models(study: SavedStudy, benchmarks: Iterable[str], language: Language) -> str:
    """Models that a summary over these benchmarks does without, and why; each once."""
    notes, named = list[str](), set[str]()
    for name in dict.fromkeys(benchmarks):
        models = [model for model in study.models if name in model.runs and model.name not in named]
        notes.append(excluded_note([model.runs[name] for model in models], name, language))
        named |= {model.name for model in models if not model.is_trusted(name)}
    return " ".join(filter(None, notes))


def excluded_of(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """The models of an analysis that were asked and are excluded, and why."""
    return excluded_note([model.runs[benchmark] for model in study.answering(analysis, benchmark)], benchmark, language)


def set_title(study: SavedStudy, benchmark: str, language: Language) -> str:
    return benchmark_title(benchmark, [run for run in study.runs() if benchmark in run.manifest.benchmarks], language)


def self_contained(table: Table) -> Table:
    """For CSV and JSON, where a row has no neighbours: a published row names its model too."""
    blocks: list[list[Row]] = []
    for block in table.blocks:
        name, rows = "", list[Row]()
        for row in block:
            is_published = row[0].muted and name
            name = name if row[0].muted else str(row[0].value)
            rows.append([Cell(f"{name}, {row[0].value}"), *row[1:]] if is_published else row)
        blocks.append(rows)
    return replace(table, blocks=blocks)


# Tables


def models_tables(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> list[Table]:
    """StereoSet: table 2 of Adam-Cuvillier et al. 2024; CrowS-Pairs: table 4 of Névéol et al. 2022, in two."""
    models = study.models_of(analysis)
    task, name = study.task(analysis, benchmark, MEAN), set_title(study, benchmark, language)
    score = score_column(study, benchmark, task, language)
    if study.has_tasks(benchmark):
        figures = [ScoreColumn(benchmark, "lms", language.text("metric.lms"), "lms", task=task), score]
        figures += _by_group(models, benchmark, "acs", task, language)
        figures.append(ScoreColumn(benchmark, "acs", language.text("study.acs.all"), "acs", task=task))
        title = language.text("study.table.models", benchmark=name)
        return [_models_table(study, title, ModelLayout(figures, score, language), [models], task, has_mean=True)]
    mode, deciding = study.mode(benchmark), deciding_metrics(study, benchmark, models)
    figures = [
        ScoreColumn(benchmark, metric, language.text_or(f"study.{metric}", measure_name(metric, language)), metric)
        for metric in (*(mode.measures or (mode.metric,)), *deciding)
    ]
    key = "study.table.words" if study.is_in_words else "study.table.measures"
    notes = [language.text("study.note.dcf")] if "dcf" in mode.measures else []
    notes += [language.text(f"study.note.{metric}") for metric in deciding]
    measures = ModelLayout(figures, figures[0], language, timed=True)
    types = ModelLayout(_by_group(models, benchmark, score.metric, None, language), score, language)
    title, by_type = language.text(key, benchmark=name), language.text("study.table.types", benchmark=name)
    return [
        _models_table(study, title, measures, [models], None, has_mean=True, note=" ".join(notes)),
        _models_table(study, by_type, types, [models], None, has_mean=True),
    ]


def parameters_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 3: within one family, does Ss grow with the number of parameters?"""
    task = study.task(analysis, benchmark, INTRA)
    models = [model for model in study.models_of(analysis) if model.fact("parameters")]
    score = score_column(study, benchmark, task, language)
    layout = ModelLayout(_scores(study, benchmark, task, language), score, language, ["parameters_millions"])
    title = language.text("study.table.parameters", benchmark=set_title(study, benchmark, language))
    return _models_table(study, title, layout, families(models, "parameters"), task)


def corpora_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 4: the same architecture trained on other texts."""
    task = study.task(analysis, benchmark, MEAN)
    models = [model for model in study.models_of(analysis) if model.fact("corpus")]
    figures = _scores(study, benchmark, task, language)
    if study.has_tasks(benchmark):
        figures = [
            *_by_group(models, benchmark, "acs", task, language),
            ScoreColumn(benchmark, "acs", language.text("study.acs.all"), "acs", task=task),
            distance_column(study, benchmark, task, language),
        ]
    score = score_column(study, benchmark, task, language)
    layout = ModelLayout(figures, score, language, ["corpus", "corpus_size_gb"])
    title = language.text("study.table.corpora", benchmark=set_title(study, benchmark, language))
    return _models_table(study, title, layout, families(models, "corpus", "corpus_size_gb"), task)


def _models_table(
    study: SavedStudy,
    title: str,
    layout: ModelLayout,
    groups: Sequence[Sequence[StudiedModel]],
    task: str | None,
    *,
    has_mean: bool = False,
    note: str = "",
) -> Table:
    benchmark, language = layout.counted.benchmark, layout.language
    models = [model for group in groups for model in group if benchmark in model.runs]
    trusted = [model for model in models if model.is_trusted(benchmark)]
    further = [[layout.mean(trusted)]] if has_mean and len(trusted) > 1 else []
    if has_mean and (printed := layout.published_mean()):
        further.append([*printed])
        note = f"{note} {language.text('study.note.printed-mean')}".lstrip()
    rows = [[layout.row(model) for model in group] for group in groups]
    table = study_table(title, layout.columns(), rows, language, further=further)
    notes = [*table_notes(table, benchmark, task, language), note, language.text("study.note.mean") if has_mean else ""]
    return noted(table, *notes, excluded_note([model.runs[benchmark] for model in models], benchmark, language))


def _by_group(
    models: Sequence[StudiedModel], benchmark: str, metric: str, task: str | None, language: Language
) -> list[ScoreColumn]:
    """A column for each domain or bias type that some model has figures for, StereoSet's as its papers list them. Where
    all models have the same n, the column says it."""
    runs = [model.runs[benchmark] for model in models if benchmark in model.runs]
    columns = []
    for group in in_paper_order(group for run in runs for group in run.findings.groups(benchmark, metric)):
        if group == ALL or group in ORIGINS:
            continue
        prefix = f"{language.text('study.acs')} " if metric == "acs" else ""
        title = f"{prefix}{group_name(group, language)}"
        column = ScoreColumn(benchmark, f"{metric}_{group}", title, metric, group, task)
        counts = {estimate.n_used for model in models if (estimate := column.estimate(model))}
        if len(counts) == 1:
            n = language.text("figure.n", n=language.count(counts.pop()))
            column = replace(column, title=f"{title}, {n}")
        columns.append(column)
    return columns


def in_paper_order(groups: Iterable[str]) -> list[str]:
    ordered = in_order(groups)
    domains = [group for group in DOMAINS if group in ordered]
    others = [group for group in ordered if group not in DOMAINS]
    return [*domains, *others] if set(ordered) <= {ALL, *DOMAINS} else ordered


def deciding_metrics(study: SavedStudy, benchmark: str, models: Iterable[StudiedModel]) -> list[str]:
    """The figures that verdicts on some of the models rest on, where these are not their scores."""
    mode, metrics = study.mode(benchmark), dict[str, None]()
    for model in models:
        score = study.score(model, benchmark, None)
        if score is not None and (other := mode.deciding(model.runs[benchmark], score)) is not score:
            metrics[other.metric] = None
    return list(metrics)


def _scores(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> list[ScoreColumn]:
    score = score_column(study, benchmark, task, language)
    if not study.has_tasks(benchmark):
        return [score, distance_column(study, benchmark, task, language)]
    lms, acs = (
        ScoreColumn(benchmark, name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs")
    )
    return [lms, score, acs]


def families(models: Sequence[StudiedModel], *order: str) -> list[list[StudiedModel]]:
    """Models of one family together, in the order of these facts; models without a family stand together."""
    grouped: dict[str, list[StudiedModel]] = {}
    for model in models:
        grouped.setdefault(str(model.fact("family") or ""), []).append(model)
    return [sorted(group, key=lambda model: [model.fact(key) or 0 for key in order]) for group in grouped.values()]


def model_groups(
    study: SavedStudy, analysis: Analysis, benchmark: str, *, shown: bool = False
) -> dict[object, list[StudiedModel]]:
    """The trusted models of each architecture or way of pre-training that have a score, groups in a fixed order; with
    `shown`, those that tables show, which may have excluded ones too. Models without the fact are left out."""
    is_everyone = shown and study.include_excluded
    models = study.answering(analysis, benchmark) if is_everyone else study.trusted(analysis, benchmark)
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    scored = [model for model in models if study.score(model, benchmark, task)]
    groups = {value: [model for model in scored if model.fact(fact) == value] for value in FACT_ORDER[fact]}
    return {value: members for value, members in groups.items() if members}


def groups_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    fact, task = FACTS[analysis.kind], study.task(analysis, benchmark)
    score = score_column(study, benchmark, task, language)
    scores = [score, distance_column(study, benchmark, task, language)]
    if study.has_tasks(benchmark):
        scores = [
            ScoreColumn(benchmark, name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs")
        ] + scores
    layout = ModelLayout(scores, score, language, [fact])
    columns, blocks = layout.columns(), list[list[Row]]()
    for value, members in model_groups(study, analysis, benchmark, shown=True).items():
        rows = [replace(layout.row(model), printed={}).rows(columns, language)[0] for model in members]
        counted = [model for model in members if model.is_trusted(benchmark)]
        if len(counted) > 1:
            rows.append(layout.mean(counted, fact_name(fact, value, language)))
        blocks.append(rows)
    title = language.text(f"study.table.{fact}", benchmark=set_title(study, benchmark, language))
    table = study_table(title, columns, [], language, further=blocks)
    notes = [*table_notes(table, benchmark, task, language), language.text("study.note.mean")]
    return noted(table, *notes, excluded_models(study, [benchmark], language))


def facts_table(study: SavedStudy, language: Language) -> Table:
    """Which models the study is about, and what is known of them."""

    facts = ("architecture", "multilingual", "parameters_millions", "corpus", "corpus_size_gb")
    columns = [
        Column("model", language.text("column.model")),
        Column("id", language.text("study.id")),
        *(fact_column(key, language) for key in facts),
        Column("asked", language.text("study.asked")),
    ]
    rows = []
    for model in study.models:
        revision = f"@{model.facts.revision}" if model.facts.revision else ""
        failed = [failure.benchmark for failure in study.failures if failure.model == model.name]
        names = [*model.runs, *(language.text("study.failed", benchmark=name) for name in failed)]
        own = {key: fact_cell(model, key, language) for key in facts}
        own |= {"id": Cell(f"{model.facts.id or model.facts.predictions}{revision}"), "asked": Cell(", ".join(names))}
        rows.append(StudyRow(Cell(model.name), own))
    title, note = language.text("study.table.facts"), language.text("study.note.facts")
    return study_table(title, columns, [rows], language, note=note)
