"""The tables that every output shares: headline figures, further measures, paired tests, every figure."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.auditing.comparison import PairedRuns
from epicene.core.types import Estimate
from epicene.metrics.paired import Comparison
from epicene.report.checks import check_column, check_of
from epicene.report.groups import ALL, group_name, in_order
from epicene.report.language import Language
from epicene.report.saved import HEADLINE, SavedRun, benchmark_names
from epicene.report.tables import Cell, Column, Row, Table

FURTHER = ("stereo_score", "antistereo_score", "neutral", "dcf", "pct_stereotype", "likelihood_diff")
# Percentages have one decimal; these are differences of a few points or nats.
DIGITS = {"dcf": 2, "likelihood_diff": 2}


def headline_table(runs: Sequence[SavedRun], language: Language, benchmarks: Sequence[str] | None = None) -> Table:
    """One row for each benchmark, group and model: score and interval, n used / n total, p, adjusted p, ideal."""
    columns = [
        Column("benchmark", language.text("column.benchmark")),
        Column("group", language.text("column.group")),
        *model_column(runs, language),
        Column("score", language.text("column.score"), "number", interval=True),
        Column("n", language.text("column.n"), "share"),
        Column("p", language.text("column.p"), "p"),
        Column("p_adjusted", language.text("column.p_adjusted"), "p"),
        Column("ideal", language.text("column.ideal"), "number", 0),
        check_column(language),
    ]
    names = benchmark_names(runs) if benchmarks is None else benchmarks
    blocks = [block for name in names for block in _headline_blocks(runs, name, language)]
    return Table(language.text("table.headline"), columns, blocks, language.text("table.headline.note"))


def _headline_blocks(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[list[Row]]:
    """One block for the benchmark; with several models one for each group, so that they stand together."""
    groups = in_order(group for run in runs for group in run.findings.groups(benchmark, HEADLINE))
    blocks = [[_headline_row(runs, run, score, language) for run, score in _scores(runs, benchmark, g)] for g in groups]
    if len(runs) > 1:
        return blocks
    return [[row for block in blocks for row in block]] if blocks else []


def _scores(runs: Sequence[SavedRun], benchmark: str, group: str) -> list[tuple[SavedRun, Estimate]]:
    found = [(run, run.score(benchmark, group)) for run in runs]
    return [(run, score) for run, score in found if score is not None]


def _headline_row(runs: Sequence[SavedRun], run: SavedRun, score: Estimate, language: Language) -> Row:
    test = run.findings.test(score.benchmark, HEADLINE, score.group)
    return [
        Cell(score.benchmark),
        Cell(group_name(score.group, language)),
        *model_cell(runs, run),
        figure(score),
        Cell(score.n_used, of=score.n_total),
        Cell(test.get("p")),
        Cell(test.get("p_adjusted")),
        Cell(score.ideal),
        Cell(check_of(run, score.benchmark)),
    ]


def figure(estimate: Estimate) -> Cell:
    return Cell(estimate.value, estimate.low, estimate.high, digits=DIGITS.get(estimate.metric))


def model_column(runs: Sequence[SavedRun], language: Language) -> list[Column]:
    return [Column("model", language.text("column.model"))] if len(runs) > 1 else []


def model_cell(runs: Sequence[SavedRun], run: SavedRun) -> list[Cell]:
    return [Cell(run.label)] if len(runs) > 1 else []


def further_table(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Table:
    """The other measures over all pairs, each with its own ideal."""
    columns = [
        Column("measure", language.text("column.measure")),
        *model_column(runs, language),
        Column("value", language.text("column.value"), "number", interval=True),
        Column("n", language.text("column.n"), "share"),
        Column("ideal", language.text("column.ideal"), "number", 0),
        check_column(language),
    ]
    blocks = []
    for metric in FURTHER:
        found = [(run, run.findings.find(benchmark, metric)) for run in runs]
        blocks.append(
            [
                [
                    Cell(language.text_or(f"metric.{metric}", metric)),
                    *model_cell(runs, run),
                    figure(estimate),
                    Cell(estimate.n_used, of=estimate.n_total),
                    Cell(estimate.ideal),
                    Cell(check_of(run, benchmark)),
                ]
                for run, estimate in found
                if estimate is not None
            ]
        )
    title = language.text("table.further", benchmark=benchmark)
    if len(runs) == 1:
        return Table(title, columns, [[row for block in blocks for row in block]])
    return Table(title, columns, [block for block in blocks if block])


def comparison_table(pair: PairedRuns, language: Language) -> Table:
    """Paired tests between two models, by group; the difference is the second model's score less the first's."""
    columns = [
        Column("group", language.text("column.group")),
        *compared_columns(language),
        Column("p_t", language.text("column.p_t"), "p"),
    ]
    order = in_order(one.group for one in pair.comparisons)
    found = sorted(pair.comparisons, key=lambda one: (order.index(one.group), one.metric != HEADLINE))
    rows: list[Row] = [
        [
            Cell(_comparison_name(one.metric, one.group, language)),
            *compared_cells(one),
            Cell(one.p_t),
        ]
        for one in found
    ]
    title = language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
    return Table(title, columns, [rows], language.text("table.comparison.note"))


def compared_columns(language: Language) -> list[Column]:
    """What is shown of any comparison of two models."""
    return [
        Column("value_a", "A", "number"),
        Column("value_b", "B", "number"),
        Column("difference", language.text("column.difference"), "number", interval=True),
        Column("n", language.text("column.n.compared"), "number"),
        Column("p_mcnemar", language.text("column.p_mcnemar"), "p"),
        Column("p_mcnemar_adjusted", language.text("column.p_mcnemar_adjusted"), "p"),
    ]


def compared_cells(one: Comparison) -> list[Cell]:
    difference = Cell(one.difference, one.low, one.high)
    return [
        Cell(one.value_a),
        Cell(one.value_b),
        difference,
        *map(Cell, (one.n, one.p_mcnemar, one.p_mcnemar_adjusted)),
    ]


def _comparison_name(metric: str, group: str, language: Language) -> str:
    if metric == HEADLINE:
        return group_name(group, language)
    return language.text_or(f"metric.{metric}", metric)


def estimates_table(runs: Sequence[SavedRun], language: Language) -> Table:
    """Every estimate of every run, one row each: what a spreadsheet or a script wants."""
    keys = ("model", "benchmark", "task", "metric", "group")
    columns = [
        *(Column(key, language.text(f"column.{key}")) for key in keys),
        Column("value", language.text("column.value"), "number", 2, interval=True),
        Column("ideal", language.text("column.ideal"), "number", 0),
        Column("n", language.text("column.n"), "share"),
        Column("p", language.text("column.p"), "p"),
        Column("p_adjusted", language.text("column.p_adjusted"), "p"),
        check_column(language),
        Column("signature", language.text("column.signature")),
    ]
    blocks: list[list[Row]] = []
    for run in runs:
        blocks.append([])
        for e in run.findings.estimates:
            test = run.findings.test(e.benchmark, e.metric, e.group)
            named = [Cell(run.label), Cell(e.benchmark), Cell(e.task), Cell(e.metric), Cell(e.group)]
            n = Cell(e.n_used, of=e.n_total)
            blocks[-1].append(
                [
                    *named,
                    figure(e),
                    Cell(e.ideal),
                    n,
                    Cell(test.get("p")),
                    Cell(test.get("p_adjusted")),
                    Cell(check_of(run, e.benchmark)),
                    Cell(e.signature),
                ]
            )
    return Table(language.text("table.estimates"), columns, blocks)


def overall(runs: Sequence[SavedRun], benchmark: str) -> list[tuple[SavedRun, Estimate]]:
    return _scores(runs, benchmark, ALL)
