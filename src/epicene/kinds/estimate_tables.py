"""What tables of every kind of benchmark share: figures with their intervals, models, the check, comparisons, and
further measures of other packages, which are computed here too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.progress import current
from epicene.core.types import Estimate
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.protocol import ResponseMode, View, response_mode_for, response_mode_of
from epicene.kinds.trust import excluded_note, is_trusted, mark_of, marked_label
from epicene.kinds.validity import validity_of
from epicene.metrics.answer_groups import ALL, group_name, in_order, repeats
from epicene.metrics.catalogue import MEASURES, Measured
from epicene.metrics.two_models import Comparison
from epicene.report.document import Block, Collapsible, DefinitionList, TableBlock
from epicene.report.tables import Cell, Column, Field, Row, Table, tabulated, without_column
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun
from epicene.runs.results import LIKELIHOOD
from epicene.runs.saved_run import SavedRun

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


def deciding_fields(
    rows: Iterable[tuple[SavedRun, Estimate]], language: Language
) -> list[Field[tuple[SavedRun, Estimate]]]:
    """The figure that the verdict rests on, where it is another one."""
    others = {other.metric: other for row in rows if (other := deciding(*row)) is not row[1]}
    titles = [measure_name(metric, language) for metric in others]
    return [
        (Column("deciding", title, "number", interval=True), lambda row: figure(deciding(*row))) for title in titles
    ]


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


def in_blocks(view: View, found: Sequence[Sequence[T]]) -> list[Sequence[T]]:
    """Of several models, what stands together, in a block; of one model, all in one."""
    blocks = found if view.several else [[row for block in found for row in block]]
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
    found = [
        [(run, score) for run in view.runs if (score := run.findings.find(view.benchmark, metric, group)) is not None]
        for group in view.groups(metric)
        if shown(group)
    ]

    def group(row: tuple[SavedRun, Estimate]) -> Cell:
        return Cell(group_name(row[1].group, language), technical=row[1].group in ORIGINS)

    table = tabulated(
        title,
        in_blocks(view, found),
        (Column("group", language.text("column.group")), group),
        *model_fields(view),
        (Column("score", language.text("column.score"), "number", interval=True), lambda row: figure(row[1])),
        *deciding_fields((row for block in found for row in block), language),
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
    found = [
        [(run, estimate) for run in view.runs if (estimate := run.findings.find(view.benchmark, metric)) is not None]
        for metric in metrics
    ]
    table = tabulated(
        title,
        in_blocks(view, found),
        (Column("measure", language.text("column.measure")), lambda row: measure_name(row[1].metric, language)),
        *model_fields(view),
        (Column("value", language.text("column.value"), "number", interval=True), lambda row: figure(row[1])),
        used_field(language),
        (Column("ideal", language.text("column.ideal"), "number", 0), lambda row: row[1].ideal),
        check_field(view),
    )
    return with_excluded_note(table, view)


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


def table_of_estimates(found: Sequence[Sequence[tuple[SavedRun, Estimate]]], language: Language) -> Table:
    return tabulated(
        language.text("table.estimates"),
        found,
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


def read_texts(folder: AuditFolder) -> dict[str, BenchmarkRun]:
    """What was asked and answered, with what another reader than the way's own finds in it, which is kept."""
    runs = folder.benchmarks()
    unread = [
        run
        for run in runs.values()
        if run.facts.reader in response_mode_for(run.facts).readers and not run.facts.readings
    ]
    if not unread:
        return runs
    manifest = folder.facts()
    for run in unread:
        manifest.benchmarks[run.name].readings = response_mode_for(run.facts).readings(run)
    folder.save(manifest)
    return folder.benchmarks()


def measure_run(run: BenchmarkRun, seed: int) -> Measured:
    """Every figure of one benchmark of a run."""
    way = response_mode_for(run.facts)
    measured = way.measure(run, seed)
    estimates = (*measured.estimates, *_computed(run, seed), *validity_of(run, way, seed))
    return replace(measured, estimates=estimates, notices=(*measured.notices, *_repeated(run, way)))


def _repeated(run: BenchmarkRun, way: ResponseMode) -> Iterator[Notice]:
    """That some items have the very same texts as another."""
    repeated = repeats(run.items) if way.unit == "item" else 0
    if repeated:
        yield Notice("notice.repeated", {"benchmark": run.name, "n": repeated, "total": len(run.items)})


def _computed(run: BenchmarkRun, seed: int) -> Iterator[Estimate]:
    """One that fails is told of and left out: the answers were dear, and the other figures are sound."""
    for measure in MEASURES.values() if run.facts.way == LIKELIHOOD else ():
        if measure.compute is None or run.facts.kind not in measure.kinds:
            continue
        try:
            figure = measure.compute(run, seed)
        except Exception as error:
            current().say(f"Warning: {run.name}: the measure {measure.name} failed ({type(error).__name__}: {error}).")
            continue
        if figure is not None:
            value, low, high, n_used = figure
            yield run.estimate(measure.name, ALL, value, (low, high), (n_used, len(run.items)))


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
