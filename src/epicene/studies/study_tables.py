"""The papers' tables of models: by score and domain, by number of parameters, by pre-training corpus, in groups.

One builder makes them and the tables of tests, contrasts and correlations: a row for each record (a model, two models,
a family), below it what a paper printed of it, and a mean over the models. All are of an `AnalysisView`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from statistics import fmean

import msgspec
import numpy as np

from epicene.core.language import Language
from epicene.core.types import INTER, INTRA, MEAN, OVERALL, Estimate
from epicene.data.vocabulary import DOMAINS, ORIGINS
from epicene.kinds.figures import digits_of, figure, measure_name, trust_cell, trust_column
from epicene.kinds.protocol import ResponseMode
from epicene.kinds.verdicts import excluded_note, includes_ideal
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.correlation import FEWEST, mean_over_models
from epicene.metrics.intervals import RESAMPLES, UNBOUNDED
from epicene.report.document import Block, Collapsible, TableBlock
from epicene.report.results_page import MOST_ROWS, CostRecord
from epicene.report.tables import Cell, Column, Row, Table
from epicene.studies.published_values import OF_ALL, published_models, published_value, run_time, source_of
from epicene.studies.saved_study import SavedStudy, StudiedModel
from epicene.studies.study_file import ARCHITECTURES, Analysis

FACTS = {"architectures": "architecture", "multilingual": "multilingual"}  # of analyses that compare groups of models
FACT_ORDER = {"architecture": ARCHITECTURES, "multilingual": (False, True)}
ABOUT_SENTENCES = ("parameters", "benchmarks")  # analyses whose paper took the figures of the task within a sentence


@dataclass(frozen=True)
class AnalysisView:
    """One analysis of a study in the reader's language, and the benchmark that it looks at."""

    study: SavedStudy
    analysis: Analysis
    language: Language
    benchmark: str = ""

    def on(self, benchmark: str) -> AnalysisView:
        return replace(self, benchmark=benchmark)

    def text(self, key: str, **values: object) -> str:
        return self.language.text(f"study.{key}", **values)

    def benchmarks(self, *, by_task: bool | None = None) -> list[AnalysisView]:
        """The benchmarks of the analysis that were asked; where wanted, those with figures by task or without."""
        study = self.study
        named = [self.analysis.benchmark] if self.analysis.benchmark else study.benchmarks
        return [self.on(name) for name in study.asked() if name in named and by_task in (None, study.has_tasks(name))]

    @cached_property
    def models(self) -> list[StudiedModel]:
        """The models of the analysis, in the order it names them; those that could not be asked too, for what a paper
        printed of them, which is log-probabilities."""
        models = {model.name: model for model in self.study.models if model.runs or not self.study.is_in_words}
        names = models if self.analysis.models is None else self.analysis.models
        return [models[name] for name in names if name in models]

    @cached_property
    def answering(self) -> list[StudiedModel]:
        """Those of them that have answers to the benchmark."""
        return [model for model in self.models if self.benchmark in model.runs]

    @cached_property
    def trusted(self) -> list[StudiedModel]:
        """Those of them that summaries count."""
        return [model for model in self.answering if model.is_trusted(self.benchmark)]

    @cached_property
    def mode(self) -> ResponseMode:
        return self.study.mode(self.benchmark)

    @property
    def metric(self) -> str:
        """The headline figure: how often the stereotype is preferred."""
        return self.mode.metric

    @cached_property
    def task(self) -> str | None:
        """Which task's figures stand for a set of triples: the one named, or one that every model has."""
        if not self.study.has_tasks(self.benchmark):
            return None
        if self.analysis.task:
            return self.analysis.task
        preferred = INTRA if self.analysis.kind in ABOUT_SENTENCES else MEAN
        for task in (preferred, MEAN, INTRA, INTER):
            if self.answering and all(model.find(self.benchmark, self.metric, task=task) for model in self.answering):
                return task
        return OVERALL

    def score(self, model: StudiedModel, group: str = ALL) -> Estimate | None:
        """The headline figure of a model."""
        return model.find(self.benchmark, self.metric, group, self.task)

    def scores(self, models: Iterable[StudiedModel]) -> list[tuple[StudiedModel, Estimate]]:
        """Those of the models that have a headline figure, with it."""
        return [(model, score) for model in models if (score := self.score(model))]

    def published(self, model: StudiedModel, group: str = ALL) -> float | None:
        """The headline figure that a paper printed of a model."""
        return published_value(model.published_id, self.benchmark, self.metric, group, self.task)

    @cached_property
    def title(self) -> str:
        return self.study.title_of(self.benchmark, self.language)

    @property
    def about_task(self) -> str:
        return self.text(f"note.task.{self.task}") if self.task else ""

    @property
    def excluded(self) -> str:
        """The models of the analysis that were asked and are excluded, and why."""
        return excluded_note([model.runs[self.benchmark] for model in self.answering], self.benchmark, self.language)


# One builder of tables


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
    if isinstance(block, TableBlock) and sum(map(len, block.table.blocks)) > MOST_ROWS:
        return Collapsible(block.table.title, [replace(block, captioned=False)], "reference")
    return block


def has_published(table: Table) -> bool:
    return any(row[0].muted for row in table.rows())


def noted(table: Table, *texts: str | None) -> Table:
    """With these sentences behind its note, each once."""
    return replace(table, note=" ".join(filter(None, dict.fromkeys([table.note, *texts]))))


def figure_notes(view: AnalysisView, table: Table) -> list[str]:
    """What the brackets are, which tests, and where the published figures come from, if the table has some."""
    texts = [view.text("note.interval"), view.about_task]
    source = source_of(view.benchmark)
    if source and has_published(table):
        texts.append(view.text("note.published", source=source[0], url=source[1]))
    return texts


def self_contained(table: Table) -> Table:
    """For CSV and JSON, where a row has no neighbours: a published row names its model too."""
    blocks: list[list[Row]] = []
    for block in table.blocks:
        name, rows = "", list[Row]()
        for row in block:
            if row[0].muted and name:
                row = [Cell(f"{name}, {row[0].value}"), *row[1:]]
            elif not row[0].muted:
                name = str(row[0].value)
            rows.append(row)
        blocks.append(rows)
    return replace(table, blocks=blocks)


# Columns of models


@dataclass(frozen=True)
class ScoreColumn:
    """A column of figures: which metric of which group; `distance` shows how far it lies from 50 instead."""

    view: AnalysisView
    key: str
    title: str
    metric: str
    group: str = ALL
    distance: bool = False

    def estimate(self, model: StudiedModel) -> Estimate | None:
        return model.find(self.view.benchmark, self.metric, self.group, self.view.task)

    def own(self, model: StudiedModel) -> Cell:
        estimate = self.estimate(model)
        return distance_cell(estimate) if estimate and self.distance else figure(estimate)

    def printed(self, hub_id: str) -> Cell:
        group = canonical(self.group)
        value = published_value(hub_id, self.view.benchmark, self.metric, group, self.view.task)
        if value is None:
            return Cell()
        return Cell(abs(value - 50) if self.distance else value, digits=1)  # as many as the papers print

    def mean(self, models: Sequence[StudiedModel]) -> Cell:
        """The mean over models; of six or more with an interval over models and the items that all of them answered."""
        estimates = [(model, estimate) for model in models if (estimate := self.estimate(model)) is not None]
        if not estimates:
            return Cell()
        scores, ideal = [estimate.value for _, estimate in estimates], estimates[0][1].ideal
        values = [abs(score - ideal) for score in scores] if self.distance else scores
        if len(estimates) < FEWEST:
            return Cell(fmean(values))
        benchmark, key = self.view.benchmark, (self.metric, self.group, self.view.task)
        left_out = frozenset(id for model in models for id in model.answers(benchmark).unusable)
        intervals = [model.resampled(benchmark, left_out).get(key) for model, _ in estimates]
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
        return Column(
            self.key, self.title, "number", digits_of(self.metric) or 1, interval=True, technical=is_technical
        )


def distance_cell(estimate: Estimate) -> Cell:
    """|score − 50| with the interval that the score's own implies: from 0 where that includes 50."""
    ends = sorted((abs(estimate.low - estimate.ideal), abs(estimate.high - estimate.ideal)))
    low = 0.0 if includes_ideal(estimate) else ends[0]
    return Cell(abs(estimate.value - estimate.ideal), low, ends[1])


def distance_name(metric: str, language: Language) -> str:
    return language.text_or(f"study.distance.{metric}", f"|{measure_name(metric, language)} − 50|")


def score_columns(view: AnalysisView, *names: str) -> list[ScoreColumn]:
    """Columns over all items: `score` is the headline figure, `distance` how far it lies from 50."""
    titles = {
        "score": measure_name(view.metric, view.language),
        "distance": distance_name(view.metric, view.language),
        "acs": view.language.text("metric.acs"),
        "lms": view.language.text("metric.lms"),
    }
    columns = []
    for name in names:
        is_headline = name in ("score", "distance")
        key = "ss" if (name, view.metric) == ("score", "ss") else name
        metric = view.metric if is_headline else name
        columns.append(ScoreColumn(view, key, titles[name], metric, distance=name == "distance"))
    return columns


def group_columns(view: AnalysisView, models: Sequence[StudiedModel], metric: str) -> list[ScoreColumn]:
    """A column for each domain or bias type that some model has figures for, StereoSet's as its papers list them, and
    of ACs one over all. Where all models have the same n, the column says it."""
    runs = [model.runs[view.benchmark] for model in models if view.benchmark in model.runs]
    columns, is_acs = [], metric == "acs"
    for group in in_paper_order(group for run in runs for group in run.findings.groups(view.benchmark, metric)):
        if group == ALL or group in ORIGINS:
            continue
        name = group_name(group, view.language)
        title = f"{view.text('acs')} {name}" if is_acs else name
        column = ScoreColumn(view, f"{metric}_{group}", title, metric, group)
        counts = {estimate.n_used for model in models if (estimate := column.estimate(model))}
        if len(counts) == 1:
            n = view.language.text("figure.n", n=view.language.count(counts.pop()))
            column = replace(column, title=f"{title}, {n}")
        columns.append(column)
    return [*columns, *([ScoreColumn(view, "acs", view.text("acs.all"), "acs")] if is_acs else [])]


def in_paper_order(groups: Iterable[str]) -> list[str]:
    ordered = in_order(groups)
    domains = [group for group in DOMAINS if group in ordered]
    others = [group for group in ordered if group not in DOMAINS]
    return [*domains, *others] if set(ordered) <= {ALL, *DOMAINS} else ordered


def fact_column(key: str, language: Language) -> Column:
    name = {"corpus_size_gb": "gigabytes", "parameters_millions": "parameters"}.get(key, key)
    is_number = key in ("parameters_millions", "corpus_size_gb")
    return Column(key, language.text(f"study.{name}"), "number" if is_number else "text", 0 if is_number else 1)


def fact_cell(model: StudiedModel, key: str, language: Language) -> Cell:
    key = key.removesuffix("_millions")
    value = model.fact(key)
    if key == "parameters" and isinstance(value, int | float):
        return Cell(value / 1e6, digits=0 if value >= 1e7 else 1 if value >= 1e6 else 2)
    return Cell(value) if value is None else Cell(fact_name(key, value, language) if key in FACT_ORDER else value)


def fact_name(key: str, value: object, language: Language) -> str:
    return language.text_or(f"study.{key}.{str(value).lower()}", str(value))


@dataclass(frozen=True)
class ModelTable:
    """A table of models: facts (number of parameters, corpus), figures, n, of a `timed` one ties and run time, and
    whether the model is trusted."""

    view: AnalysisView
    title: str
    scores: Sequence[ScoreColumn]
    facts: Sequence[str] = ()
    timed: bool = False

    @cached_property
    def columns(self) -> list[Column]:
        view, language = self.view, self.view.language
        timed = [Column("ties", view.text("ties"), "number", 0), Column("time", view.text("time"), technical=True)]
        return [
            Column("model", language.text("column.model")),
            *(fact_column(key, language) for key in self.facts),
            *(score.column() for score in self.scores),
            Column("n", language.text("column.n"), "share"),
            *(timed if self.timed else []),
            trust_column(language),
        ]

    def row(self, model: StudiedModel) -> StudyRow:
        benchmark, language = self.view.benchmark, self.view.language
        printed = {score.key: score.printed(model.published_id) for score in self.scores}
        is_printed = any(cell.value is not None for cell in printed.values())
        if is_printed:
            printed["time"] = Cell(run_time(model.published_id, benchmark))  # minutes:seconds on one GPU
        own = {key: fact_cell(model, key, language) for key in self.facts}
        run, estimate = model.runs.get(benchmark), self.view.score(model)
        if run is None:
            return StudyRow(model.cell(benchmark), own if is_printed else {}, printed)
        own |= {score.key: score.own(model) for score in self.scores}
        own |= {
            "n": Cell(estimate.n_used, of=estimate.n_total) if estimate else Cell(),
            "ties": Cell(model.ties(benchmark)),
            "time": Cell(language.duration(msgspec.convert(run.manifest.cost, CostRecord).seconds)),
            "trust": trust_cell(run, benchmark),
        }
        return StudyRow(model.cell(benchmark), own, printed)

    def mean(self, models: Sequence[StudiedModel], fact: str = "") -> Row:
        """The row of means; `fact` is what the models have in common."""
        name = Cell(self.view.text("mean", count=self.view.language.count(len(models))))
        means = {score.key: score.mean(models) for score in self.scores}
        means |= {key: Cell(fact) for key in self.facts if fact}
        return [name, *(means.get(column.key, Cell()) for column in self.columns[1:])]

    def table(self, groups: Sequence[Sequence[StudiedModel]], *, has_mean: bool = False, note: str = "") -> Table:
        view, language = self.view, self.view.language
        models = [model for group in groups for model in group if view.benchmark in model.runs]
        trusted = [model for model in models if model.is_trusted(view.benchmark)]
        notes, further = [note], list[list[Row]]()
        if has_mean:
            further += [[self.mean(trusted)]] if len(trusted) > 1 else []
            # The mean over models that a paper prints.
            count = language.count(published_models("models", view.benchmark))
            printed = {score.key: score.printed(OF_ALL) for score in self.scores}
            label = view.text("mean.published", count=count)
            if rows := StudyRow(Cell(), {}, printed, label).rows(self.columns, language)[1:]:
                further.append(rows)
                notes.append(view.text("note.printed-mean"))
            notes.append(view.text("note.mean"))
        rows_of_groups = [[self.row(model) for model in group] for group in groups]
        table = study_table(self.title, self.columns, rows_of_groups, language, further=further)
        excluded = excluded_note([model.runs[view.benchmark] for model in models], view.benchmark, language)
        return noted(table, *figure_notes(view, table), *notes, excluded)


# Tables


def models_tables(view: AnalysisView) -> dict[str, Table]:
    """StereoSet: table 2 of Adam-Cuvillier et al. 2024; CrowS-Pairs: table 4 of Névéol et al. 2022, in two."""
    models, language, name = view.models, view.language, view.benchmark
    if view.study.has_tasks(name):
        figures = [*score_columns(view, "lms", "score"), *group_columns(view, models, "acs")]
        title = view.text("table.models", benchmark=view.title)
        return {f"models-{name}": ModelTable(view, title, figures).table([models], has_mean=True)}
    deciding = deciding_metrics(view, models)
    figures = [
        ScoreColumn(view, metric, language.text_or(f"study.{metric}", measure_name(metric, language)), metric)
        for metric in (*(view.mode.measures or (view.metric,)), *deciding)
    ]
    notes = ["dcf"] * ("dcf" in view.mode.measures) + deciding
    title = view.text("table.words" if view.study.is_in_words else "table.measures", benchmark=view.title)
    measures = ModelTable(view, title, figures, timed=True)
    types = ModelTable(view, view.text("table.types", benchmark=view.title), group_columns(view, models, view.metric))
    note = " ".join(view.text(f"note.{metric}") for metric in notes)
    return {
        f"models-{name}": measures.table([models], has_mean=True, note=note),
        f"types-{name}": types.table([models], has_mean=True),
    }


def deciding_metrics(view: AnalysisView, models: Iterable[StudiedModel]) -> list[str]:
    """The figures that verdicts on some of the models rest on, where these are not their scores."""
    deciding = [(score, view.mode.deciding(model.runs[view.benchmark], score)) for model, score in view.scores(models)]
    return list(dict.fromkeys(other.metric for score, other in deciding if other is not score))


def parameters_table(view: AnalysisView) -> Table:
    """Table 3: within one family, does Ss grow with the number of parameters?"""
    models = [model for model in view.models if model.fact("parameters")]
    names = ("lms", "score", "acs") if view.study.has_tasks(view.benchmark) else ("score", "distance")
    title = view.text("table.parameters", benchmark=view.title)
    table = ModelTable(view, title, score_columns(view, *names), ["parameters_millions"])
    return table.table(families(models, "parameters"))


def corpora_table(view: AnalysisView) -> Table:
    """Table 4: the same architecture trained on other texts."""
    models = [model for model in view.models if model.fact("corpus")]
    figures = score_columns(view, "score", "distance")
    if view.study.has_tasks(view.benchmark):
        figures = [*group_columns(view, models, "acs"), figures[1]]
    title = view.text("table.corpora", benchmark=view.title)
    return ModelTable(view, title, figures, ["corpus", "corpus_size_gb"]).table(
        families(models, "corpus", "corpus_size_gb")
    )


def families(models: Sequence[StudiedModel], *order: str) -> list[list[StudiedModel]]:
    """Models of one family together, in the order of these facts; models without a family stand together."""
    grouped: dict[str, list[StudiedModel]] = {}
    for model in models:
        grouped.setdefault(str(model.fact("family") or ""), []).append(model)
    return [sorted(group, key=lambda model: [model.fact(key) or 0 for key in order]) for group in grouped.values()]


def model_groups(view: AnalysisView, *, shown: bool = False) -> dict[object, list[StudiedModel]]:
    """The trusted models of each architecture or way of pre-training that have a score, groups in a fixed order; with
    `shown`, those that tables show, which may have excluded ones too. Models without the fact are left out."""
    fact = FACTS[view.analysis.kind]
    scored = [
        model for model, _ in view.scores(view.answering if shown and view.study.include_excluded else view.trusted)
    ]
    groups = {value: [model for model in scored if model.fact(fact) == value] for value in FACT_ORDER[fact]}
    return {value: members for value, members in groups.items() if members}


def groups_table(view: AnalysisView) -> Table:
    """The models of each group with the means of the group; nothing is printed of them."""
    fact, language = FACTS[view.analysis.kind], view.language
    by_task = ("lms", "acs") if view.study.has_tasks(view.benchmark) else ()
    title = view.text(f"table.{fact}", benchmark=view.title)
    models = ModelTable(view, title, score_columns(view, *by_task, "score", "distance"), [fact])
    blocks = list[list[Row]]()
    for value, members in model_groups(view, shown=True).items():
        rows = [replace(models.row(model), printed={}).rows(models.columns, language)[0] for model in members]
        counted = [model for model in members if model.is_trusted(view.benchmark)]
        if len(counted) > 1:
            rows.append(models.mean(counted, fact_name(fact, value, language)))
        blocks.append(rows)
    table = Table(title, models.columns, blocks)
    excluded = view.study.excluded_models([view.benchmark], language)
    return noted(table, *figure_notes(view, table), view.text("note.mean"), excluded)


def facts_table(study: SavedStudy, language: Language) -> Table:
    """Which models the study is about, and what is known of them."""
    facts = ("architecture", "multilingual", "parameters_millions", "corpus", "corpus_size_gb")
    columns = [
        Column("model", language.text("column.model")),
        Column("id", language.text("study.id")),
        *(fact_column(key, language) for key in facts),
        Column("asked", language.text("study.asked")),
    ]
    rows: list[Row] = []
    for model in study.models:
        revision = f"@{model.facts.revision}" if model.facts.revision else ""
        failed = [failure.benchmark for failure in study.failures if failure.model == model.name]
        names = [*model.runs, *(language.text("study.failed", benchmark=name) for name in failed)]
        checkpoint = Cell(f"{model.facts.id or model.facts.predictions}{revision}")
        known = (fact_cell(model, key, language) for key in facts)
        rows.append([Cell(model.name), checkpoint, *known, Cell(", ".join(names))])
    return Table(language.text("study.table.facts"), columns, [rows], language.text("study.note.facts"))
