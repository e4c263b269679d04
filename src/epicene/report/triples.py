"""What is shown of triples: LMs, Ss and ACs by task and domain, instead of one score by bias type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from epicene.auditing.comparison import PairedRuns
from epicene.core.types import Estimate
from epicene.metrics.paired import Comparison
from epicene.metrics.triple_estimates import MEAN
from epicene.report.checks import check_column, check_of
from epicene.report.groups import ALL, group_name, in_order
from epicene.report.language import Language
from epicene.report.overview import compared_cells, compared_columns, figure, model_cell, model_column
from epicene.report.saved import TASKS, SavedRun, benchmark_title
from epicene.report.tables import Cell, Column, Row, Table, for_reading, without_column

FIGURES = ("lms", "ss", "acs")
TIES = "neutral"


def is_triples(runs: Sequence[SavedRun], benchmark: str) -> bool:
    return any(run.findings.groups(benchmark, "ss") for run in runs)


def triple_table(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Table:
    """A block for each task, a row for each domain and model."""
    columns = [
        Column("task", language.text("column.task")),
        Column("group", language.text("column.domain")),
        *model_column(runs, language),
        *(Column(name, language.text(f"metric.{name}"), "number", interval=True) for name in FIGURES),
        Column(TIES, language.text("metric.neutral"), "number"),
        Column("n", language.text("column.n"), "share"),
        check_column(language),
    ]
    groups = in_order(group for run in runs for group in run.findings.groups(benchmark, "ss"))
    blocks = [
        [
            _row(runs, run, found, language)
            for group in groups
            for run in runs
            if (found := _figures(run, benchmark, group, task))
        ]
        for task in TASKS
    ]
    title = language.text("table.triples", benchmark=benchmark)
    return Table(title, columns, [block for block in blocks if block], language.text("table.triples.note"))


def tables_by_task(run: SavedRun, benchmark: str, language: Language) -> Iterator[Table]:
    """The same as narrow tables, so that they fit 80 characters; the numbers of tests and ties go into the title."""
    whole = for_reading(triple_table([run], benchmark, language))
    for block in whole.blocks:
        task, *_, ties, n = block[0]
        title = language.text(
            "table.triples.of",
            benchmark=benchmark_title(benchmark, [run], language),
            task=task.value,
            n=language.count(int(n.value or 0)),
            total=language.count(n.of or 0),
            ties=language.percent(float(ties.value or 0)),
        )
        narrow = replace(whole, title=title, blocks=[block])
        for key in ("task", TIES, "n"):
            narrow = without_column(narrow, key)
        yield narrow


def triple_comparison_table(pair: PairedRuns, language: Language) -> Table:
    """Paired tests between two models by task: LMs, Ss and ACs over all tests, then the Ss of each domain."""
    columns = [
        Column("task", language.text("column.task")),
        Column("group", language.text("column.domain")),
        Column("metric", language.text("column.measure")),
        *compared_columns(language),
    ]
    order = in_order(one.group for one in pair.comparisons)
    shown = [one for one in pair.comparisons if one.group == ALL or one.metric == "ss"]
    shown.sort(key=lambda one: order.index(one.group))
    tasks = [task for task in TASKS if task != MEAN]  # of the pooled tests and their mean, one is enough to read
    blocks = [[_comparison_row(one, language) for one in shown if one.task == task] for task in tasks]
    title = language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
    return Table(title, columns, [block for block in blocks if block], language.text("table.comparison.triples.note"))


def comparisons_by_task(table: Table) -> Iterator[Table]:
    """That table as narrow ones, a task each, so that they fit 80 characters."""
    for block in table.blocks:
        title = f"{table.title}, {block[0][0].value}"
        yield without_column(replace(table, title=title, blocks=[block]), "task")


def _comparison_row(one: Comparison, language: Language) -> Row:
    return [
        Cell(language.text(f"task.{one.task}")),
        Cell(group_name(one.group, language) if one.group != ALL else language.text("group.all-tests")),
        Cell(language.text(f"short.{one.metric}")),
        *compared_cells(one),
    ]


def _figures(run: SavedRun, benchmark: str, group: str, task: str) -> list[Estimate]:
    found = [run.findings.find(benchmark, metric, group, task) for metric in FIGURES]
    return [estimate for estimate in found if estimate is not None]


def _row(runs: Sequence[SavedRun], run: SavedRun, found: Sequence[Estimate], language: Language) -> Row:
    first = found[0]
    ties = run.findings.find(first.benchmark, TIES, first.group, first.task)
    return [
        Cell(language.text(f"task.{first.task}")),
        Cell(language.text("group.all-tests") if first.group == ALL else group_name(first.group, language)),
        *model_cell(runs, run),
        *(figure(estimate) for estimate in found),
        Cell(ties.value if ties else None),
        Cell(first.n_used, of=first.n_total),
        Cell(check_of(run, first.benchmark)),
    ]
