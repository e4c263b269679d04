"""The papers' tables: models by score and domain, by number of parameters, by pre-training corpus. A row for each
model, the published one below it, a mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from epicene.auditing.study.published_values import published_value, run_time, source_of
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.data.vocabulary import DOMAINS, ORIGINS
from epicene.kinds.answer_sentences import includes_ideal
from epicene.kinds.estimate_tables import digits_of, figure, measure_name, trust_cell, trust_column
from epicene.kinds.trust import barred_note
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order
from epicene.metrics.model_group_tests import mean_interval
from epicene.report.cost import cost_of
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import benchmark_title

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

    def published(self, model: StudiedModel, benchmark: str) -> Cell:
        group = canonical(self.group)
        value = published_value(model.published_id, benchmark, self.metric, group, self.task)
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
    """Which columns a table of models has: facts (number of parameters, corpus), figures, n, and the run time."""

    benchmark: str
    figures: Sequence[Figure]
    counted: Figure
    facts: Sequence[tuple[Column, str]] = field(default_factory=list)
    timed: bool = False

    def columns(self, language: Language) -> list[Column]:
        return [
            Column("model", language.text("column.model")),
            *(column for column, _ in self.facts),
            *(one.column() for one in self.figures),
            Column("n", language.text("column.n"), "share"),
            *([Column("time", language.text("study.time"), technical=True)] if self.timed else []),
            trust_column(language),
        ]

    def rows(self, model: StudiedModel, language: Language) -> list[Row]:
        """The model's figures and, where a paper printed some of them, those."""
        counted = self.counted.of(model, self.benchmark)
        n = Cell(counted.n_used, of=counted.n_total) if counted else Cell()
        seconds = cost_of(model.runs[self.benchmark].manifest.cost).seconds
        facts = [fact_cell(model, key, language) for _, key in self.facts]
        cells = [one.cell(model, self.benchmark) for one in self.figures]
        time, trust = self._time(language.duration(seconds)), trust_cell(model.runs[self.benchmark], self.benchmark)
        rows: list[Row] = [[model.cell(self.benchmark), *facts, *cells, n, *time, trust]]
        printed = [one.published(model, self.benchmark) for one in self.figures]
        if any(cell.value is not None for cell in printed):
            time = self._time(run_time(model.published_id, self.benchmark))
            name = Cell(language.text("study.published"), muted=True)
            rows.append([name, *(Cell() for _ in facts), *printed, Cell(), *time, Cell()])
        return rows

    def mean(self, models: Sequence[StudiedModel], label: str) -> Row:
        cells = [mean_cell(one.cell(model, self.benchmark) for model in models) for one in self.figures]
        return [Cell(label), *(Cell() for _ in self.facts), *cells, Cell(), *self._time(None), Cell()]

    def _time(self, said: str | None) -> list[Cell]:
        """Published times are minutes:seconds on one GPU."""
        return [Cell(said)] if self.timed else []


def fact_cell(model: StudiedModel, key: str, language: Language) -> Cell:
    value = model.fact(key)
    if value is None:
        return Cell()
    if key == "parameters" and isinstance(value, int | float):
        return Cell(value / 1e6, digits=0 if value >= 1e7 else 1 if value >= 1e6 else 2)
    return Cell(fact_name(key, value, language) if key in ("architecture", "multilingual") else value)


def fact_name(key: str, value: object, language: Language) -> str:
    return language.text_or(f"study.{key}.{str(value).lower()}", str(value))


def mean_cell(cells: Iterable[Cell]) -> Cell:
    """The mean over models, with an interval over models."""
    values = [float(cell.value) for cell in cells if cell.value is not None]
    if not values:
        return Cell()
    mean, interval = mean_interval(values)
    return Cell(mean, *interval) if interval else Cell(mean)


def in_blocks(groups: Sequence[Sequence[list[Row]]]) -> list[list[Row]]:
    """A block for each group of models; with published rows, one for each model, so that the two stand together."""
    paired = any(len(rows) > 1 for group in groups for rows in group)
    if paired:
        return [list(rows) for group in groups for rows in group]
    return [[row for rows in group for row in rows] for group in groups if group]


def table_notes(blocks: Sequence[Sequence[Row]], benchmark: str, task: str | None, language: Language) -> list[str]:
    """What the brackets are, which tests, and where the published figures come from, if the table has some."""
    said = [language.text("study.note.interval")]
    if task:
        said.append(language.text(f"study.note.task.{task}"))
    source = source_of(benchmark)
    if source and any(row[0].muted for block in blocks for row in block):
        said.append(language.text("study.note.published", source=source[0], url=source[1]))
    return said


def left_out(study: SavedStudy, benchmarks: Iterable[str], language: Language) -> str:
    """Models that a summary over these benchmarks does without, and why; each once."""
    found = [
        barred_note([model.runs[name]], name, language)
        for name in benchmarks
        for model in study.models
        if name in model.runs
    ]
    return " ".join(dict.fromkeys(text for text in found if text))


def self_contained(table: Table) -> Table:
    """For CSV and JSON, where a row has no neighbours: a published row names its model too."""
    blocks: list[list[Row]] = []
    name = ""
    for block in table.blocks:
        blocks.append([])
        for row in block:
            published = row[0].muted
            name = name if published else str(row[0].value)
            blocks[-1].append([Cell(f"{name}, {row[0].value}"), *row[1:]] if published else row)
    return replace(table, blocks=blocks)


def set_title(study: SavedStudy, benchmark: str, language: Language) -> str:
    return benchmark_title(benchmark, [run for run in study.runs() if benchmark in run.manifest.benchmarks], language)


def with_same_n(title: str, figure: Figure, models: Sequence[StudiedModel], benchmark: str, language: Language) -> str:
    """Gender, n = 256: where the models do not all have the same n, the CSV of all figures says how many."""
    counts = {found.n_used for found in (figure.of(model, benchmark) for model in models) if found}
    return f"{title}, {language.text('figure.n', n=language.count(counts.pop()))}" if len(counts) == 1 else title


def is_empty(table: Table) -> bool:
    return not any(True for _ in table.rows())


def models_tables(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> list[Table]:
    """StereoSet: table 2 of Adam-Cuvillier et al. 2024; CrowS-Pairs: table 4 of Névéol et al. 2022, in two."""
    models = study.chosen(analysis, benchmark)
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
    found = [group for model in models for group in model.runs[benchmark].findings.groups(benchmark, metric)]
    figures = []
    for group in _as_printed(found):
        if group != ALL and group not in ORIGINS:
            prefix = f"{language.text('study.acs')} " if metric == "acs" else ""
            one = Figure(f"{metric}_{group}", f"{prefix}{group_name(group, language)}", metric, group, task)
            figures.append(replace(one, title=with_same_n(one.title, one, models, benchmark, language)))
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
    models = [model for group in groups for model in group]
    barred = barred_note([model.runs[layout.benchmark] for model in models], layout.benchmark, language)
    models = [model for model in models if model.is_trusted(layout.benchmark)]
    if mean and len(models) > 1:
        label = language.text("study.mean", count=language.count(len(models)))
        blocks.append([layout.mean(models, label)])
    said = [*table_notes(blocks, layout.benchmark, task, language), note]
    said += [language.text("study.note.mean")] if mean else []
    said.append(barred)
    return Table(title, layout.columns(language), blocks, " ".join(text for text in said if text))


def _measures_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    way = study.way(benchmark)
    figures = [
        Figure(metric, language.text_or(f"study.{metric}", measure_name(metric, language)), metric)
        for metric in way.measures or (way.metric,)
    ]
    layout = Layout(benchmark, figures, figures[0], timed=True)
    key = "study.table.words" if study.is_in_words else "study.table.measures"
    title = language.text(key, benchmark=set_title(study, benchmark, language))
    note = language.text("study.note.dcf") if "dcf" in way.measures else ""
    return _table(title, layout, [models], None, language, mean=True, note=note)


def _types_table(study: SavedStudy, benchmark: str, models: Sequence[StudiedModel], language: Language) -> Table:
    score = score_figure(study, benchmark, None, language)
    layout = Layout(benchmark, _by_domain(models, benchmark, score.metric, None, language), score)
    title = language.text("study.table.types", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, [models], None, language, mean=True)


def parameters_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 3: within one family, does Ss grow with the number of parameters?"""
    task = study.task(analysis, benchmark, INTRA)
    models = [model for model in study.chosen(analysis, benchmark) if model.fact("parameters")]
    facts = [(Column("parameters_millions", language.text("study.parameters"), "number", 0), "parameters")]
    layout = Layout(
        benchmark, _scores(study, benchmark, task, language), score_figure(study, benchmark, task, language), facts
    )
    title = language.text("study.table.parameters", benchmark=set_title(study, benchmark, language))
    return _table(title, layout, families(models, "parameters"), task, language)


def corpora_table(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Table:
    """Table 4: the same architecture trained on other texts."""
    task = study.task(analysis, benchmark, MEAN)
    models = [model for model in study.chosen(analysis, benchmark) if model.fact("corpus")]
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
