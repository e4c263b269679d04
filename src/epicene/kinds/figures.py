"""Tables and charts that kinds of benchmarks share: figures with their intervals against their ideal, models, the
sanity check, comparisons, and further measures of other packages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from statistics import median_low
from typing import TypeVar

from markupsafe import Markup

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.protocol import FEWEST_SHOWN, View, response_mode_of
from epicene.kinds.verdicts import (
    differs,
    excluded_note,
    includes_ideal,
    is_significant,
    is_trusted,
    mark_of,
    marked_label,
    seen_by_type,
)
from epicene.metrics.answer_groups import group_name, in_order, is_type
from epicene.metrics.catalogue import MEASURES, PERCENT
from epicene.metrics.significance import LEVEL, fewest_hits
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import MOST_MARKS, STRIP, Plot, PlotRow, Point, legend_mark
from epicene.report.charts.heat_map import HeatMap, drawable, heat_key
from epicene.report.document import Block, Collapsible, DefinitionList, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Field, Row, Table, tabulated, without_column
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import are_comparable

CHECK = "sanity_check"
TESTED = ("p", "p_adjusted")
Figured = tuple[SavedRun, Estimate | None]  # a model, and a figure of it
T = TypeVar("T")


def figure(estimate: Estimate | None) -> Cell:
    if estimate is None:
        return Cell()
    return Cell(estimate.value, estimate.low, estimate.high, digits=digits_of(estimate.metric))


def digits_of(metric: str) -> int | None:
    return MEASURES[metric].digits if metric in MEASURES else None


def measure_name(metric: str, language: Language) -> str:
    """What tables call a measure; one whose package is gone keeps its own name."""
    return _words_of(metric, language).text_or(f"metric.{metric}", metric)


def measure_meaning(metric: str, language: Language) -> str:
    return _words_of(metric, language).text_or(f"meaning.{metric}", "")


def _words_of(metric: str, language: Language) -> Language:
    return language.joined(MEASURES[metric].package) if metric in MEASURES else language


def tested_columns(language: Language) -> list[Column]:
    return [Column(key, language.text(f"column.{key}"), "p") for key in TESTED]


def tested_fields(language: Language) -> list[Field[Figured]]:
    """The test of a figure against its ideal, and the same within its family."""
    return [(column, partial(p_of, column.key)) for column in tested_columns(language)]


def p_of(key: str, row: Figured) -> float | None:
    run, estimate = row
    test = run.findings.test(deciding(run, estimate)) if estimate else None
    value: float | None = getattr(test, key, None)
    return value


def deciding(run: SavedRun, estimate: Estimate) -> Estimate:
    return response_mode_of(run, estimate.benchmark).deciding(run, estimate)


def without_untested(table: Table) -> Table:
    """Where nothing was tested, no columns."""
    indices = [index for index, column in enumerate(table.columns) if column.key in TESTED]
    if any(row[index].value is not None for row in table.rows() for index in indices):
        return table
    return without_column(table, *TESTED)


def used(estimate: Estimate | None) -> Cell:
    return Cell(estimate.n_used, of=estimate.n_total) if estimate else Cell()


def used_field(language: Language) -> Field[Figured]:
    return Column("n", language.text("column.n"), "share"), lambda row: used(row[1])


def model_fields(view: View) -> list[Field[tuple[SavedRun, object]]]:
    """The model's name, with the mark of one that is excluded; nothing where there is one model only."""
    column = Column("model", view.language.text("column.model"))
    return [(column, lambda row: Cell(row[0].label, mark=mark_of(row[0], view.benchmark)))] if view.several else []


def in_blocks(view: View, rows: Sequence[Sequence[T]]) -> list[Sequence[T]]:
    """Of several models, what stands together, in a block; of one model, all in one."""
    blocks = rows if view.several else [[row for block in rows for row in block]]
    return [block for block in blocks if block]


def with_excluded_note(table: Table, view: View) -> Table:
    excluded = excluded_note(view.runs, view.benchmark, view.language)
    return replace(table, note=" ".join(part for part in (table.note, excluded) if part))


def check_of(run: SavedRun, benchmark: str) -> str | None:
    """`passed` or `failed` in a benchmark's language, the same words in every file; None where no check was made."""
    language = run.facts(benchmark).language
    if not any(sanity_record.language == language for sanity_record in run.manifest.sanity):
        return None
    return "failed" if run.has_failed_check(benchmark) else "passed"


def check_field(view: View) -> Field[tuple[SavedRun, object]]:
    return check_column(view.language), lambda row: check_of(row[0], view.benchmark)


def check_column(language: Language) -> Column:
    """A file leaves the notices of the page behind."""
    return Column(CHECK, language.text("column.sanity_check"), file_only=True)


def trust_column(language: Language) -> Column:
    return Column("trust", language.text("column.trust"), file_only=True)


def trust_cell(run: SavedRun, benchmark: str) -> Cell:
    """What the mark of a model says where it is read."""
    return Cell(None if is_trusted(run, benchmark) else "excluded")


def with_checks(table: Table, runs: Iterable[SavedRun], benchmark: str, language: Language) -> Table:
    """A table about two models, with a column for the check of each."""
    title = language.text("column.sanity_check")
    columns = [Column(f"{CHECK}_{side}", f"{title}, {side.upper()}", file_only=True) for side in ("a", "b")]
    cells = [Cell(check_of(run, benchmark)) for run in runs]
    blocks = [[[*row, *cells] for row in block] for block in table.blocks]
    return replace(table, columns=[*table.columns, *columns], blocks=blocks)


STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def models_table(view: View, metric: str, title: str) -> Table:
    """For a paper: types × models, a star for each level that the test against the ideal passes."""
    language = view.language
    columns = [Column("group", language.text("column.group"))]
    columns += [
        Column(f"model-{index}", marked_label(run, view.benchmark), "number", interval=not view.several)
        for index, run in enumerate(view.runs)
    ]
    rows: list[Row] = []
    for group in view.groups(metric):
        estimates = [run.findings.find(view.benchmark, metric, group) for run in view.runs]
        cells = [
            _starred(run, estimate, view) if estimate else Cell()
            for run, estimate in zip(view.runs, estimates, strict=True)
        ]
        rows.append([Cell(group_name(group, language)), *cells])
    return with_excluded_note(Table(title, columns, [rows[:1], rows[1:]], language.text("table.stars")), view)


def _starred(run: SavedRun, estimate: Estimate, view: View) -> Cell:
    test = run.findings.test(deciding(run, estimate)) if is_trusted(run, view.benchmark) else None
    stars = next((mark for level, mark in STARS if test and test.q < level), "")
    return Cell(estimate.value, mark=stars) if view.several else replace(figure(estimate), mark=stars)


def folded(blocks: Sequence[Block], view: View) -> list[Block]:
    """Technical measures, for those who unfold them."""
    return [Collapsible(view.language.text("page.technical"), blocks)] if blocks else []


def groups_table(
    view: View, metric: str, title: str, note: str = "", shown: Callable[[str], bool] = lambda group: True
) -> Table:
    """One figure by group: with p where it was tested, a row for each group and model."""
    language = view.language
    rows_by_group = [
        [(run, score) for run in view.runs if (score := run.findings.find(view.benchmark, metric, group)) is not None]
        for group in view.groups(metric)
        if shown(group)
    ]

    def group(row: tuple[SavedRun, Estimate]) -> Cell:
        return Cell(group_name(row[1].group, language), technical=row[1].group in ORIGINS)

    others = {other.metric for rows in rows_by_group for row in rows if (other := deciding(*row)) is not row[1]}
    verdicts = [  # the figure that the verdict rests on, where it is another one
        (
            Column("deciding", measure_name(metric, language), "number", interval=True),
            lambda row: figure(deciding(*row)),
        )
        for metric in sorted(others)
    ]
    table = tabulated(
        title,
        in_blocks(view, rows_by_group),
        (Column("group", language.text("column.group")), group),
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), lambda row: figure(row[1])),
        *verdicts,
        used_field(language),
        *tested_fields(language),
        (Column("ideal", language.text("column.ideal"), "number", 0), lambda row: row[1].ideal),
        check_field(view),
        note=note,
    )
    return without_untested(with_excluded_note(table, view))


def measures_table(view: View, metrics: Sequence[str], title: str) -> Table:
    """Further measures over all items, each with its own ideal."""
    language = view.language
    rows_by_metric = [
        [(run, estimate) for run in view.runs if (estimate := run.findings.find(view.benchmark, metric)) is not None]
        for metric in metrics
    ]
    table = tabulated(
        title,
        in_blocks(view, rows_by_metric),
        (Column("measure", language.text("column.measure")), lambda row: measure_name(row[1].metric, language)),
        *model_fields(view),
        (Column("value", language.text("column.value"), "number", interval=True), lambda row: figure(row[1])),
        used_field(language),
        (Column("ideal", language.text("column.ideal"), "number", 0), lambda row: row[1].ideal),
        check_field(view),
    )
    return with_excluded_note(table, view)


def narrow_tables(table: Table) -> list[Table]:
    """A table of two models as the terminal shows it: one by task becomes a table each, to fit 80 characters."""
    if table.columns[0].key != "task":
        return [table]
    return [
        without_column(replace(table, title=f"{table.title}, {block[0][0].value}", blocks=[block]), "task")
        for block in table.blocks
    ]


def compared_fields(language: Language) -> list[Field[Comparison]]:
    """What is shown of any comparison of two models."""
    difference = Column("difference", language.text("column.difference"), "number", interval=True)
    adjusted = Column("p_mcnemar_adjusted", language.text("column.p_mcnemar_adjusted"), "p")
    return [
        (Column("value_a", "A", "number"), lambda comparison: comparison.value_a),
        (Column("value_b", "B", "number"), lambda comparison: comparison.value_b),
        (difference, lambda comparison: Cell(comparison.difference, comparison.low, comparison.high)),
        (Column("n", language.text("column.n.compared"), "number"), lambda comparison: comparison.n),
        (Column("p_mcnemar", language.text("column.p_mcnemar"), "p"), lambda comparison: comparison.p_mcnemar),
        (adjusted, lambda comparison: comparison.p_mcnemar_adjusted),
    ]


def groups_comparison(
    comparisons: Sequence[Comparison], metric: str, title: str, note: str, language: Language, *, tested: bool = True
) -> Table:
    """Two models by group, the headline figure first; `tested` where paired tests of yes and no were made."""
    order = in_order(comparison.group for comparison in comparisons)

    def named(comparison: Comparison) -> Cell:
        if comparison.metric != metric:
            return Cell(
                measure_name(comparison.metric, language), technical=MEASURES[comparison.metric].decides_for != metric
            )
        return Cell(group_name(comparison.group, language), technical=comparison.group in ORIGINS)

    p_t: Field[Comparison] = (Column("p_t", language.text("column.p_t"), "p"), lambda comparison: comparison.p_t)
    return tabulated(
        title,
        [sorted(comparisons, key=lambda comparison: (order.index(comparison.group), comparison.metric != metric))],
        (Column("group", language.text("column.group")), named),
        *([*compared_fields(language), p_t] if tested else compared_fields(language)[:-2]),
        note=note,
    )


def estimates_table(runs: Sequence[SavedRun], language: Language) -> Table:
    """Every estimate of every run, one row each: what a spreadsheet or a script wants."""
    return table_of_estimates([[(run, estimate) for estimate in run.findings.estimates] for run in runs], language)


def table_of_estimates(rows: Sequence[Sequence[tuple[SavedRun, Estimate]]], language: Language) -> Table:
    return tabulated(
        language.text("table.estimates"),
        rows,
        (Column("model", language.text("column.model")), lambda row: row[0].label),
        (Column("benchmark", language.text("column.benchmark")), lambda row: row[1].benchmark),
        (Column("task", language.text("column.task")), lambda row: row[1].task),
        (Column("metric", language.text("column.metric")), lambda row: row[1].metric),
        (Column("group", language.text("column.group")), lambda row: row[1].group),
        (Column("value", language.text("column.value"), "number", 2, interval=True), lambda row: figure(row[1])),
        (Column("ideal", language.text("column.ideal"), "number", 0), lambda row: row[1].ideal),
        used_field(language),
        *tested_fields(language),
        (check_column(language), lambda row: check_of(row[0], row[1].benchmark)),
        (trust_column(language), lambda row: trust_cell(row[0], row[1].benchmark)),
        (Column("signature", language.text("column.signature")), lambda row: row[1].signature),
    )


def further_blocks(view: View, own: Sequence[str] = ()) -> list[Block]:
    """A table of the kind's `own` further measures and those of other packages, and what each means."""
    computed = [measure.name for measure in MEASURES.values() if measure.compute]
    metrics = [metric for metric in (*own, *computed) if view.groups(metric)]
    if not metrics:
        return []
    table = measures_table(view, metrics, view.language.text("table.further", benchmark=view.benchmark))
    meanings = [(measure_name(metric, view.language), measure_meaning(metric, view.language)) for metric in metrics]
    name = f"{view.benchmark}-{'further' if own else 'measures'}"
    return [TableBlock(table, name), DefinitionList(meanings, "meanings", screen_only=True)]


def points(view: View, scores: Sequence[Estimate | None]) -> list[Point | None]:
    """One for each run, filled where it differs clearly from the ideal."""
    return [
        None if score is None else Point(score.value, score.low, score.high, differs(run, score))
        for run, score in zip(view.runs, scores, strict=True)
    ]


def n_of(scores: Sequence[Estimate | None], language: Language) -> str:
    """How many items; left out where the models answered different numbers of them (the table says how many)."""
    counts = {(score.n_used, score.n_total) for score in scores if score is not None}
    return count_beside(*counts.pop(), language) if len(counts) == 1 else ""


def count_beside(used: int, total: int, language: Language) -> str:
    """As `Language.used`, in fewer characters: there is little room beside a label."""
    if used == total:
        return language.used(used, total)
    return language.text("figure.n.of", n=language.count(used), total=language.count(total))


def preference_plot(id: str, title: str, rows: Sequence[PlotRow], language: Language) -> Plot:
    captions = (language.text("figure.left"), language.text("figure.right"))
    return Plot(id, title, rows, language.text("figure.ideal"), captions)


def of_models(view: View, plot: Plot, *, tested: bool = True) -> Plot | HeatMap:
    """A chart with a point for each model of the report; a heat map where these are many."""
    excluded = [index for index, run in enumerate(view.runs) if mark_of(run, view.benchmark)]
    published = view.language.plural("figure.printed", 1)
    labels = [marked_label(run, view.benchmark) for run in view.runs]
    return drawable(replace(plot, series=labels, excluded=excluded, published=published), tested=tested)


def groups_title(view: View, types: Sequence[tuple[str, Estimate]], asked_alike: bool) -> str:
    """What is seen: of one model, its types (`types` are their names and figures); of several that were asked alike,
    from where to where they reach."""
    language = view.language
    if not view.several:
        return seen_by_type(view, types)
    scores = [
        (run.label, score)
        for run in view.runs
        if is_trusted(run, view.benchmark)
        and (score := response_mode_of(run, view.benchmark).score(run, view.benchmark))
    ]
    if len(scores) < 2 or not asked_alike:
        return language.text("seen.standing.apart")
    (lowest, least), *_, (highest, most) = sorted(scores, key=lambda labelled: labelled[1].value)
    values = {"high": language.percent(most.value), "low": language.percent(least.value)}
    return language.text("seen.models", highest=highest, lowest=lowest, **values)


def near_misses(view: View, types: Sequence[tuple[str, Estimate]]) -> list[Block]:
    """A word on types whose interval excludes the ideal though the adjusted test does not: readers would wonder."""
    if view.several or not is_trusted(view.runs[0], view.benchmark):
        return []
    run, language = view.runs[0], view.language
    near = [
        name
        for name, estimate in types
        if run.findings.test(estimate) and not (includes_ideal(estimate) or differs(run, estimate))
    ]
    texts = {"names": language.list_of(near), "total": language.count(len(types))}
    return [Paragraph(language.plural("figure.near", len(near), **texts), "note")] if near else []


def power_note(view: View, metric: str) -> list[Block]:
    """What a type would have to show to differ clearly, and that small groups have no row."""
    every = in_order(group for run in view.runs for group in run.findings.groups(view.benchmark, metric))
    hidden = len(set(every) - set(view.groups(metric)))
    texts = [view.language.plural("figure.hidden", hidden, fewest=FEWEST_SHOWN)] if hidden else []
    needed = needed_said(view.runs[0], view.benchmark, metric, view.language)
    return [Paragraph(" ".join([needed, *texts]).strip(), "note")] if needed or texts else []


def needed_said(run: SavedRun, benchmark: str, metric: str, language: Language) -> str:
    """How many items of a type of usual size would have to go one way for the type to differ clearly, where it alone
    does and types are tested by single answers."""
    way, groups = response_mode_of(run, benchmark), run.findings.groups(benchmark, metric)
    scores = [run.findings.find(benchmark, metric, group) for group in groups if is_type(group)]
    tests = [run.findings.test(way.deciding(run, score)) for score in scores if score]
    sizes = [test.n for test in tests if test and test.test == "binomial" and test.n >= FEWEST_SHOWN]
    if not sizes:
        return ""
    n = median_low(sizes)
    needed = fewest_hits(n, LEVEL / len(tests))
    return language.text("figure.needed", n=n, needed=needed, total=len(tests)) if needed else ""


def are_asked_alike(view: View) -> bool:
    """Whether the figures of all runs may be compared."""
    signed = [run.findings.signatures.get(view.benchmark) for run in view.runs]
    return are_comparable(signature for signature in signed if signature is not None)


def model_row(run: SavedRun, score: Estimate, runs: Sequence[SavedRun]) -> PlotRow:
    """One model's score; hollow where it shows no preference, or may not be believed."""
    first = list(runs).index(run) if len(runs) <= MOST_MARKS else 0
    return PlotRow(
        run.label, points=[Point(score.value, score.low, score.high, is_significant(run, score.benchmark))], first=first
    )


def highest_first(rows: Sequence[PlotRow]) -> list[PlotRow]:
    """Rows of one point each, by its value."""
    return sorted(rows, key=lambda row: -next((point.value for point in row.points if point), 0.0))


def on_scale(plot: Plot, metric: str) -> Plot:
    """A chart of a measure that is no share around 50: against its own ideal, over all values it can take."""
    measure = MEASURES[metric]
    if measure.ideal == plot.ideal or measure.bounds is None:
        return plot
    low, high = measure.bounds
    return replace(plot, ideal=measure.ideal, domain=measure.bounds, step=int(high - low) // 8)


def strip_plot(
    score: Estimate, filled: bool, id: str, label: str, language: Language, published: Sequence[tuple[str, float]] = ()
) -> Plot:
    """One figure on the whole scale, for the answer, its neighbours below it."""
    ticks = tuple(language.text("strip.ticks").split("|"))
    row, domain = (
        PlotRow("", points=[Point(score.value, score.low, score.high, filled)], beside=published),
        MEASURES[score.metric].bounds or PERCENT,
    )
    step = int(domain[1] - domain[0]) // 2  # both ends and the middle
    return Plot(id, label, [row], "", ideal=score.ideal, domain=domain, tick_words=ticks, step=step, layouts=(STRIP,))


def legend(
    view: View, *, tested: bool = True, named: bool = False, published: bool = False
) -> list[tuple[Markup, str]]:
    """What the marks mean; where no mark says what was `tested`, only the models' marks; these too are left out where
    rows are `named` after them.
    """
    if len(view.runs) > MOST_MARKS and not named:
        keys = [(heat_key(0.4), "towards"), (heat_key(-0.4), "away")] if tested else []
        keys += [(heat_key(0, framed=True), "framed")] if tested else []
        keys += [(heat_key(0), "excluded")] if any(mark_of(run, view.benchmark) for run in view.runs) else []
        return [(key, view.language.text(f"figure.heat.{text}")) for key, text in keys]
    keys = []
    if view.several and not named:
        keys += [(legend_mark(index), marked_label(run, view.benchmark)) for index, run in enumerate(view.runs)]
    if tested:
        keys.append((legend_mark(0, neutral=view.several), view.language.text("figure.filled")))
        keys.append((legend_mark(0, filled=False, neutral=view.several), view.language.text("figure.open")))
    if published:
        keys.append((legend_mark(0, published=True), view.language.text("figure.published")))
    return keys
