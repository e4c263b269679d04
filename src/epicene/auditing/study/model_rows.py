"""What the tables of a study are put together from: a row for each model, the published one below it, a mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from epicene.auditing.study.published_values import published_value, run_time, source_of
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.estimate_tables import digits_of, figure
from epicene.kinds.groups import canonical
from epicene.metrics.between_models import mean_interval
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.saved_run import ALL, benchmark_title


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
        return Column(self.key, self.title, "number", digits_of(self.metric) or 1, interval=True)

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
    low = 0.0 if estimate.low <= estimate.ideal <= estimate.high else ends[0]
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
            *([Column("time", language.text("study.time"))] if self.timed else []),
        ]

    def rows(self, model: StudiedModel, language: Language) -> list[Row]:
        """The model's figures and, where a paper printed some of them, those."""
        counted = self.counted.of(model, self.benchmark)
        n = Cell(counted.n_used, of=counted.n_total) if counted else Cell()
        seconds = model.runs[self.benchmark].manifest.cost.get("seconds")
        facts = [fact_cell(model, key, language) for _, key in self.facts]
        cells = [one.cell(model, self.benchmark) for one in self.figures]
        rows: list[Row] = [
            [model.cell(self.benchmark), *facts, *cells, n, *self._time(language.duration(seconds or 0))]
        ]
        printed = [one.published(model, self.benchmark) for one in self.figures]
        if any(cell.value is not None for cell in printed):
            time = self._time(run_time(model.published_id, self.benchmark))
            rows.append(
                [Cell(language.text("study.published"), muted=True), *(Cell() for _ in facts), *printed, Cell(), *time]
            )
        return rows

    def mean(self, models: Sequence[StudiedModel], label: str) -> Row:
        cells = [mean_cell(one.cell(model, self.benchmark) for model in models) for one in self.figures]
        return [Cell(label), *(Cell() for _ in self.facts), *cells, Cell(), *self._time(None)]

    def _time(self, said: str | None) -> list[Cell]:
        """Published times are minutes:seconds on one GPU."""
        return [Cell(said)] if self.timed else []


def fact_cell(model: StudiedModel, key: str, language: Language) -> Cell:
    value = model.fact(key)
    if value is None:
        return Cell()
    if key == "parameters":
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
        said.append(language.text("study.note.published", source=source.name, url=source.url))
    return said


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
