"""The papers' tables: models by score and domain, by number of parameters, by pre-training corpus. A row for each
model, the published one below it, a mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from statistics import fmean

import numpy as np

from epicene.auditing.study.published_values import OF_ALL, published_models, published_value, run_time, source_of
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.data.vocabulary import DOMAINS, ORIGINS
from epicene.kinds.figures import digits_of, figure, measure_name, trust_cell, trust_column
from epicene.kinds.verdicts import excluded_note, includes_ideal
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.correlation import FEWEST, mean_over_models
from epicene.metrics.intervals import RESAMPLES, UNBOUNDED
from epicene.report.cost import cost_of
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import SavedRun, benchmark_title

TECHNICAL = frozenset({"dcf"})  # measures that a terminal shows where all is asked for


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of figures: which metric of which group and task; `distance` shows how far it lies from 50 instead."""

    key: str
    title: str
    metric: str
    group: str = ALL
    task: str | None = None
    distance: bool = False

    def column(self) -> Column:
        digits = digits_of(self.metric) or 1
        return Column(self.key, self.title, "number", digits, interval=True, technical=self.metric in TECHNICAL)

    def of(self, model: StudiedModel, benchmark: str) -> Estimate | None:
        return model.find(benchmark, self.metric, self.group, self.task)

    def cell(self, model: StudiedModel, benchmark: str) -> Cell:
        estimate = self.of(model, benchmark)
        if estimate is None:
            return Cell()
        return distance_cell(estimate) if self.distance else figure(estimate)

    def published(self, hub_id: str, benchmark: str) -> Cell:
        value = published_value(hub_id, benchmark, self.metric, canonical(self.group), self.task)
        if value is None:
            return Cell()
        return Cell(abs(value - 50) if self.distance else value, digits=1)  # as many as the papers print


def distance_cell(estimate: Estimate) -> Cell:
    """|score − 50| with the interval that the score's own implies: from 0 where that includes 50."""
    ends = sorted((abs(estimate.low - estimate.ideal), abs(estimate.high - estimate.ideal)))
    low = 0.0 if includes_ideal(estimate) else ends[0]
    return Cell(abs(estimate.value - estimate.ideal), low, ends[1])


@dataclass(frozen=True, slots=True)
class Layout:
    """Which columns a table of models has: facts (number of parameters, corpus), figures, n, and of one that is
    `timed` the number of ties and the run time."""

    benchmark: str
    figures: Sequence[Figure]
    counted: Figure
    facts: Sequence[tuple[Column, str]] = field(default_factory=list)
    timed: bool = False

    def columns(self, language: Language) -> list[Column]:
        return [
            Column("model", language.text("column.model")),
            *(column for column, _ in self.facts),
            *(figure.column() for figure in self.figures),
            Column("n", language.text("column.n"), "share"),
            *([Column("ties", language.text("study.ties"), "number", 0)] if self.timed else []),
            *([Column("time", language.text("study.time"), technical=True)] if self.timed else []),
            trust_column(language),
        ]

    def rows(self, model: StudiedModel, language: Language) -> list[Row]:
        """The model's figures, none where it could not be asked, and, where a paper printed some of them, those."""
        printed = self.published(language.text("study.published"), model.published_id)
        run = model.runs.get(self.benchmark)
        if run is None and not printed:
            return []
        counted = self.counted.of(model, self.benchmark)
        n = Cell(counted.n_used, of=counted.n_total) if counted else Cell()
        seconds = language.duration(cost_of(run.manifest.cost).seconds) if run else None
        time = self._time(seconds, ties_of(run, self.benchmark) if run else None)
        facts = [fact_cell(model, key, language) for _, key in self.facts]
        cells = [figure.cell(model, self.benchmark) for figure in self.figures]
        trust = trust_cell(run, self.benchmark) if run else Cell()
        return [[model.cell(self.benchmark), *facts, *cells, n, *time, trust], *printed]

    def published(self, label: str, hub_id: str) -> list[Row]:
        """What a paper printed of a model; no row where it printed nothing."""
        printed = [figure.published(hub_id, self.benchmark) for figure in self.figures]
        time = self._time(run_time(hub_id, self.benchmark))
        row = [Cell(label, muted=True), *(Cell() for _ in self.facts), *printed, Cell(), *time, Cell()]
        return [row] if any(cell.value is not None for cell in printed) else []

    def mean(self, models: Sequence[StudiedModel], label: str) -> Row:
        cells = mean_cells(self.figures, models, self.benchmark)
        return [Cell(label), *(Cell() for _ in self.facts), *cells, Cell(), *self._time(None), Cell()]

    def _time(self, text: str | None, ties: int | None = None) -> list[Cell]:
        """Published times are minutes:seconds on one GPU."""
        return [Cell(ties), Cell(text)] if self.timed else []


def ties_of(run: SavedRun, benchmark: str) -> int | None:
    """How many items got the same score twice."""
    estimate = run.findings.find(benchmark, "neutral")
    return round(estimate.value * estimate.n_used / 100) if estimate else None


def fact_cell(model: StudiedModel, key: str, language: Language) -> Cell:
    value = model.fact(key)
    if value is None:
        return Cell()
    if key == "parameters" and isinstance(value, int | float):
        return Cell(value / 1e6, digits=0 if value >= 1e7 else 1 if value >= 1e6 else 2)
    return Cell(fact_name(key, value, language) if key in ("architecture", "multilingual") else value)


def fact_name(key: str, value: object, language: Language) -> str:
    return language.text_or(f"study.{key}.{str(value).lower()}", str(value))


def mean_cells(figures: Sequence[Figure], models: Sequence[StudiedModel], benchmark: str) -> list[Cell]:
    """Means over models; of six or more with an interval over models and the items that all of them answered."""
    many = models if len(models) >= FEWEST else ()
    left_out = frozenset(id for model in many for id in model.answered(benchmark).unusable)
    return [_mean_cell(figure, models, benchmark, left_out) for figure in figures]


def _mean_cell(figure: Figure, models: Sequence[StudiedModel], benchmark: str, left_out: frozenset[str]) -> Cell:
    found = [(model, estimate) for model in models if (estimate := figure.of(model, benchmark)) is not None]
    if not found:
        return Cell()
    scores = [estimate.value for _, estimate in found]
    values = [abs(estimate.value - estimate.ideal) if figure.distance else estimate.value for _, estimate in found]
    if len(found) < FEWEST:
        return Cell(fmean(values))
    key = figure.metric, figure.group, figure.task
    drawn = [model.resampled(benchmark, left_out).get(key) for model, _ in found]
    resampled = np.array(
        [
            resampled_interval.resampled if resampled_interval else np.full(RESAMPLES, own)
            for resampled_interval, own in zip(drawn, scores, strict=True)
        ]
    )
    if figure.distance:
        resampled = np.abs(resampled - found[0][1].ideal)
    bounds = (0.0, inf) if figure.distance else MEASURES[figure.metric].bounds or UNBOUNDED
    units = min((resampled_interval.units for resampled_interval in drawn if resampled_interval), default=1)
    return Cell(fmean(values), *(mean_over_models(values, resampled, units, bounds) or ()))


def in_blocks(groups: Sequence[Sequence[list[Row]]]) -> list[list[Row]]:
    """A block for each group of models; with published rows, one for each model, so that the two stand together."""
    paired = any(len(rows) > 1 for group in groups for rows in group)
    if paired:
        return [list(rows) for group in groups for rows in group if rows]
    return [[row for rows in group for row in rows] for group in groups if group]


def table_notes(blocks: Sequence[Sequence[Row]], benchmark: str, task: str | None, language: Language) -> list[str]:
    """What the brackets are, which tests, and where the published figures come from, if the table has some."""
    texts = [language.text("study.note.interval")]
    if task:
        texts.append(language.text(f"study.note.task.{task}"))
    source = source_of(benchmark)
    if source and any(row[0].muted for block in blocks for row in block):
        texts.append(language.text("study.note.published", source=source[0], url=source[1]))
    return texts


def left_out(study: SavedStudy, benchmarks: Iterable[str], language: Language) -> str:
    """Models that a summary over these benchmarks does without, and why; each once."""
    notes, named = list[str](), set[str]()
    for name in dict.fromkeys(benchmarks):
        studied_models = [model for model in study.models if name in model.runs and model.name not in named]
        notes.append(excluded_note([model.runs[name] for model in studied_models], name, language))
        named |= {model.name for model in studied_models if not model.is_trusted(name)}
    return " ".join(filter(None, notes))


def self_contained(table: Table) -> Table:
    """For CSV and JSON, where a row has no neighbours: a published row names its model too."""
    blocks: list[list[Row]] = []
    for block in table.blocks:
        name, rows = "", list[Row]()
        for row in block:
            published = row[0].muted and name
            name = name if row[0].muted else str(row[0].value)
            rows.append([Cell(f"{name}, {row[0].value}"), *row[1:]] if published else row)
        blocks.append(rows)
    return replace(table, blocks=blocks)


def set_title(study: SavedStudy, benchmark: str, language: Language) -> str:
    return benchmark_title(benchmark, [run for run in study.runs() if benchmark in run.manifest.benchmarks], language)


def with_same_n(title: str, figure: Figure, models: Sequence[StudiedModel], benchmark: str, language: Language) -> str:
    """Gender, n = 256: where the models do not all have the same n, the CSV of all figures says how many."""
    counts = {estimate.n_used for estimate in (figure.of(model, benchmark) for model in models) if estimate}
    return f"{title}, {language.text('figure.n', n=language.count(counts.pop()))}" if len(counts) == 1 else title


def is_empty(table: Table) -> bool:
    return not any(True for _ in table.rows())


def models_tables(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> list[Table]:
    """StereoSet: table 2 of Adam-Cuvillier et al. 2024; CrowS-Pairs: table 4 of Névéol et al. 2022, in two."""
    models = study.named(analysis)
    task = study.task(analysis, benchmark, MEAN)
    if not study.has_tasks(benchmark):
        return [_measures_table(study, benchmark, models, language), _types_table(study, benchmark, models, language)]
    counted = score_figure(study, benchmark, task, language)
    figures = [Figure("lms", language.text("metric.lms"), "lms", task=task), counted]
    figures += _by_domain(models, benchmark, "acs", task, language)
    figures.append(Figure("acs", language.text("study.acs.all"), "acs", task=task))
    layout = Layout(benchmark, figures, counted)
    title = language.text("study.table.models", benchmark=set_title(study, benchmark, language))
    return [_table(title, layout, [models], task, language, mean=True)]


def score_figure(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> Figure:
    metric = study.metric(benchmark)
    return Figure("score" if metric != "ss" else "ss", measure_name(metric, language), metric, task=task)


def distance_figure(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> Figure:
    figure = score_figure(study, benchmark, task, language)
    return replace(figure, key="distance", title=distance_name(figure.metric, language), distance=True)


def distance_name(metric: str, language: Language) -> str:
    return language.text_or(f"study.distance.{metric}", f"|{measure_name(metric, language)} − 50|")


def _by_domain(
    models: Sequence[StudiedModel], benchmark: str, metric: str, task: str | None, language: Language
) -> list[Figure]:
    """A column for each domain or bias type that some model has figures for."""
    saved_runs = [model.runs[benchmark] for model in models if benchmark in model.runs]
    found = [group for run in saved_runs for group in run.findings.groups(benchmark, metric)]
    figures = []
    for group in _as_printed(found):
        if group != ALL and group not in ORIGINS:
            prefix = f"{language.text('study.acs')} " if metric == "acs" else ""
            figure = Figure(f"{metric}_{group}", f"{prefix}{group_name(group, language)}", metric, group, task)
            figures.append(replace(figure, title=with_same_n(figure.title, figure, models, benchmark, language)))
    return figures


def _as_printed(groups: Iterable[str]) -> list[str]:
    """StereoSet's domains as its papers list them; bias types as those of CrowS-Pairs do."""
    found = in_order(groups)
    domains = [group for group in DOMAINS if group in found]
    return [*domains, *(group for group in found if group not in DOMAINS)] if set(found) <= {ALL, *DOMAINS} else found


def _table(
    title: str,
    layout: Layout,
    groups: Sequence[Sequence[StudiedModel]],
    task: str | None,
    language: Language,
    *,
    mean: bool = False,
    note: str = "",
) -> Table:
    blocks = in_blocks([[layout.rows(model, language) for model in group] for group in groups])
    models = [model for group in groups for model in group if layout.benchmark in model.runs]
    excluded = excluded_note([model.runs[layout.benchmark] for model in models], layout.benchmark, language)
    models = [model for model in models if model.is_trusted(layout.benchmark)]
    if mean and len(models) > 1:
        label = language.text("study.mean", count=language.count(len(models)))
        blocks.append([layout.mean(models, label)])
    if mean and (printed := _printed_mean(layout, language)):
        blocks.append(printed)
        note = f"{note} {language.text('study.note.printed-mean')}".lstrip()
    texts = [*table_notes(blocks, layout.benchmark, task, language), note]
    texts += [language.text("study.note.mean")] if mean else []
    texts.append(excluded)
    return Table(title, layout.columns(language), blocks, " ".join(text for text in texts if text))


def _printed_mean(layout: Layout, language: Language) -> list[Row]:
    count = language.count(published_models("models", layout.benchmark))
    return layout.published(language.text("study.mean.published", count=count), OF_ALL)


def _measures_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    way = study.way(benchmark)
    deciding = deciding_metrics(study, benchmark, models)
    figures = [
        Figure(metric, language.text_or(f"study.{metric}", measure_name(metric, language)), metric)
        for metric in (*(way.measures or (way.metric,)), *deciding)
    ]
    layout = Layout(benchmark, figures, figures[0], timed=True)
    key = "study.table.words" if study.is_in_words else "study.table.measures"
    title = language.text(key, benchmark=set_title(study, benchmark, language))
    notes = [language.text("study.note.dcf")] if "dcf" in way.measures else []
    notes += [language.text(f"study.note.{metric}") for metric in deciding]
    return _table(title, layout, [models], None, language, mean=True, note=" ".join(notes))


def deciding_metrics(study: SavedStudy, benchmark: str, models: Iterable[StudiedModel]) -> list[str]:
    """The figures that verdicts on some of the models rest on, where these are not their scores."""
    way, found = study.way(benchmark), dict[str, None]()
    for model in models:
        score = study.score(model, benchmark, None)
        if score is not None and (other := way.deciding(model.runs[benchmark], score)) is not score:
            found[other.metric] = None
    return list(found)


def _types_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    score = score_figure(study, benchmark, None, language)
    layout = Layout(benchmark, _by_domain(models, benchmark, score.metric, None, language), score)
    title = language.text("study.table.types", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, [models], None, language, mean=True)


def parameters_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 3: within one family, does Ss grow with the number of parameters?"""
    task = study.task(analysis, benchmark, INTRA)
    models = [model for model in study.named(analysis) if model.fact("parameters")]
    facts = [(Column("parameters_millions", language.text("study.parameters"), "number", 0), "parameters")]
    layout = Layout(
        benchmark, _scores(study, benchmark, task, language), score_figure(study, benchmark, task, language), facts
    )
    title = language.text("study.table.parameters", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, families(models, "parameters"), task, language)


def corpora_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 4: the same architecture trained on other texts."""
    task = study.task(analysis, benchmark, MEAN)
    models = [model for model in study.named(analysis) if model.fact("corpus")]
    facts = [
        (Column("corpus", language.text("study.corpus")), "corpus"),
        (Column("corpus_size_gb", language.text("study.gigabytes"), "number", 0), "corpus_size_gb"),
    ]
    figures = _scores(study, benchmark, task, language)
    if study.has_tasks(benchmark):
        figures = [
            *_by_domain(models, benchmark, "acs", task, language),
            Figure("acs", language.text("study.acs.all"), "acs", task=task),
            distance_figure(study, benchmark, task, language),
        ]
    layout = Layout(benchmark, figures, score_figure(study, benchmark, task, language), facts)
    title = language.text("study.table.corpora", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, families(models, "corpus", "corpus_size_gb"), task, language)


def _scores(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> list[Figure]:
    score, distance = score_figure(study, benchmark, task, language), distance_figure(study, benchmark, task, language)
    if not study.has_tasks(benchmark):
        return [score, distance]
    lms, acs = (Figure(name, language.text(f"metric.{name}"), name, task=task) for name in ("lms", "acs"))
    return [lms, score, acs]


def families(models: Sequence[StudiedModel], *order: str) -> list[list[StudiedModel]]:
    """Models of one family together, in the order of these facts; models without a family stand together."""
    grouped: dict[str, list[StudiedModel]] = {}
    for model in models:
        grouped.setdefault(str(model.fact("family") or ""), []).append(model)
    return [sorted(group, key=lambda model: [model.fact(key) or 0 for key in order]) for group in grouped.values()]
