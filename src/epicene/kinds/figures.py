"""Tables and charts that kinds of benchmarks share: figures with their intervals against their ideal, models, the
sanity check, comparisons, and further measures of other packages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from operator import attrgetter
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
from epicene.runs.audit_folder import SavedRun
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
    words = language.joined(MEASURES[metric].package) if metric in MEASURES else language
    return words.text_or(f"metric.{metric}", metric)


def measure_meaning(metric: str, language: Language) -> str:
    words = language.joined(MEASURES[metric].package) if metric in MEASURES else language
    return words.text_or(f"meaning.{metric}", "")


def tested_columns(language: Language) -> list[Column]:
    return [Column(key, language.text(f"column.{key}"), "p") for key in TESTED]


def tested_fields(language: Language) -> list[Field[Figured]]:
    """The test of a figure against its ideal, and the same within its family."""
    p, adjusted = tested_columns(language)
    return [(p, partial(p_of, p.key)), (adjusted, partial(p_of, adjusted.key))]


def p_of(key: str, row: Figured) -> float | None:
    run, estimate = row
    test = run.findings.test(deciding(run, estimate)) if estimate else None
    value: float | None = getattr(test, key, None)
    return value


def deciding(run: SavedRun, estimate: Estimate) -> Estimate:
    return response_mode_of(run, estimate.benchmark).deciding(run, estimate)


def without_untested(table: Table) -> Table:
    """Where nothing was tested, no columns."""
    for row in table.rows():
        for cell, column in zip(row, table.columns, strict=True):
            if column.key in TESTED and cell.value is not None:
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


def metric_fields(view: View, titles: Mapping[str, str]) -> list[Field[tuple[SavedRun, str]]]:
    """A column for each measure, with its title, of rows that are a model and a group."""

    def shown(metric: str, row: tuple[SavedRun, str]) -> Cell:
        return figure(row[0].findings.find(view.benchmark, metric, row[1]))

    return [(Column(name, title, "number", interval=True), partial(shown, name)) for name, title in titles.items()]


def in_blocks(view: View, rows: Sequence[Sequence[T]]) -> list[Sequence[T]]:
    """Of several models, what stands together, in a block; of one model, all in one."""
    return list(filter(None, rows if view.several else [list(chain.from_iterable(rows))]))


def with_excluded_note(table: Table, view: View) -> Table:
    excluded = excluded_note(view.runs, view.benchmark, view.language)
    return replace(table, note=" ".join(filter(None, (table.note, excluded))))


def check_of(run: SavedRun, benchmark: str) -> str | None:
    """`passed` or `failed` in a benchmark's language, the same words in every file; None where no check was made."""
    language, outcome = run.facts(benchmark).language, None
    for check in run.manifest.sanity:
        if check.language == language and outcome != "failed":
            outcome = "passed" if check.passed else "failed"
    return outcome


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


STARS = ((0.05, "*"), (0.01, "**"), (0.001, "***"))


def models_table(view: View, metric: str, title: str) -> Table:
    """For a paper: types × models, a star for each level that the test against the ideal passes."""
    language, rows = view.language, list[Row]()
    columns = [Column("group", language.text("column.group"))]
    for index, run in enumerate(view.runs):
        label = marked_label(run, view.benchmark)
        columns.append(Column(f"model-{index}", label, "number", interval=not view.several))
    for group in view.groups(metric):
        cells = [Cell(group_name(group, language))]
        for run in view.runs:
            estimate = run.findings.find(view.benchmark, metric, group)
            cell = figure(estimate)
            if view.several:
                cell = Cell(cell.value)
            if estimate and is_trusted(run, view.benchmark):
                test, mark = run.findings.test(deciding(run, estimate)), ""
                for level, stars in STARS:  # the highest last
                    mark = stars if test and test.q < level else mark
                cell = replace(cell, mark=mark)
            cells.append(cell)
        rows.append(cells)
    return with_excluded_note(Table(title, columns, [rows[:1], rows[1:]], language.text("table.stars")), view)


def folded(blocks: Sequence[Block], view: View) -> list[Block]:
    """Technical measures, for those who unfold them."""
    return [Collapsible(view.language.text("page.technical"), blocks)] if blocks else []


def groups_table(
    view: View, metric: str, title: str, note: str = "", shown: Callable[[str], bool] = lambda group: True
) -> Table:
    """One figure by group: with p where it was tested, a row for each group and model."""
    language = view.language
    rows_by_group = [view.figures(metric, group) for group in view.groups(metric) if shown(group)]
    others = {deciding(*row).metric for rows in rows_by_group for row in rows} - {metric}
    verdicts = [  # the figure that the verdict rests on, where it is another one
        (
            Column("deciding", measure_name(other, language), "number", interval=True),
            lambda row: figure(deciding(*row)),
        )
        for other in sorted(others)
    ]
    table = tabulated(
        title,
        in_blocks(view, rows_by_group),
        (
            Column("group", language.text("column.group")),
            lambda row: Cell(group_name(row[1].group, language), technical=row[1].group in ORIGINS),
        ),
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
    table = tabulated(
        title,
        in_blocks(view, list(map(view.figures, metrics))),
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
    return table_of_estimates([list(zip(repeat(run), run.findings.estimates)) for run in runs], language)


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
    metrics, meanings = list[str](), list[tuple[str, str]]()
    for metric in (*own, *(measure.name for measure in MEASURES.values() if measure.compute)):
        if view.groups(metric):
            metrics.append(metric)
            meanings.append((measure_name(metric, view.language), measure_meaning(metric, view.language)))
    if not metrics:
        return []
    table = measures_table(view, metrics, view.language.text("table.further", benchmark=view.benchmark))
    name = f"{view.benchmark}-{'further' if own else 'measures'}"
    return [TableBlock(table, name), DefinitionList(meanings, "meanings", screen_only=True)]


def points(view: View, scores: Sequence[Estimate | None]) -> list[Point | None]:
    """One for each run, filled where it differs clearly from the ideal."""
    drawn = list[Point | None]()
    for run, score in zip(view.runs, scores, strict=True):
        drawn.append(Point(score.value, score.low, score.high, differs(run, score)) if score else None)
    return drawn


def n_of(scores: Sequence[Estimate | None], language: Language) -> str:
    """How many items; left out where the models answered different numbers of them (the table says how many)."""
    counts = set(map(attrgetter("n_used", "n_total"), filter(None, scores)))
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
    labels, excluded = list[str](), list[int]()
    for index, run in enumerate(view.runs):
        labels.append(marked_label(run, view.benchmark))
        if not is_trusted(run, view.benchmark):
            excluded.append(index)
    published = view.language.plural("figure.printed", 1)
    plot = replace(plot, series=labels, excluded=excluded, published=published)
    return drawable(plot, tested=tested) if len(view.runs) > MOST_MARKS else plot


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
    run, language, near = view.runs[0], view.language, list[str]()
    if view.several or not is_trusted(run, view.benchmark):
        return []
    for name, estimate in types:
        if run.findings.test(estimate) and not (includes_ideal(estimate) or differs(run, estimate)):
            near.append(name)
    texts = {"names": language.list_of(near), "total": language.count(len(types))}
    return [Paragraph(language.plural("figure.near", len(near), **texts), "note")] if near else []


def power_note(view: View, metric: str) -> list[Block]:
    """What a type would have to show to differ clearly, and that small groups have no row."""
    every = set[str]()
    for run in view.runs:
        every.update(run.findings.groups(view.benchmark, metric))
    hidden = len(every - set(view.groups(metric)))
    texts = [needed_said(view.runs[0], view.benchmark, metric, view.language)]
    if hidden:
        texts.append(view.language.plural("figure.hidden", hidden, fewest=FEWEST_SHOWN))
    return [Paragraph(" ".join(texts).strip(), "note")] if any(texts) else []


def needed_said(run: SavedRun, benchmark: str, metric: str, language: Language) -> str:
    """How many items of a type of usual size would have to go one way for the type to differ clearly, where it alone
    does and types are tested by single answers."""
    sizes, n_types = list[int](), 0
    for group in filter(is_type, run.findings.groups(benchmark, metric)):
        if score := run.findings.find(benchmark, metric, group):
            test, n_types = run.findings.test(deciding(run, score)), n_types + 1
            if test and test.test == "binomial" and test.n >= FEWEST_SHOWN:
                sizes.append(test.n)
    if not sizes:
        return ""
    n = median_low(sizes)
    needed = fewest_hits(n, LEVEL / n_types)
    return language.text("figure.needed", n=n, needed=needed, total=n_types) if needed else ""


def are_asked_alike(view: View) -> bool:
    """Whether the figures of all runs may be compared."""
    signed = [run.findings.signatures.get(view.benchmark) for run in view.runs] if view.several else []
    return not signed or are_comparable(signature for signature in signed if signature is not None)


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
    ticks, domain = tuple(language.text("strip.ticks").split("|")), MEASURES[score.metric].bounds or PERCENT
    row = PlotRow("", points=[Point(score.value, score.low, score.high, filled)], beside=published)
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
