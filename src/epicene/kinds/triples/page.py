"""What is shown of triples: Ss by domain against 50, LMs and ACs by task against 100."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from epicene.core.language import Language
from epicene.core.notices import GRAVE, Notice
from epicene.core.types import BLANK, INTER, INTRA, MEAN, OVERALL, Estimate, Item, Role
from epicene.kinds.figures import (
    are_asked_alike,
    check_field,
    compared_fields,
    figure,
    folded,
    further_blocks,
    groups_title,
    legend,
    model_fields,
    n_of,
    near_misses,
    of_models,
    points,
    preference_plot,
    tested_fields,
    used_field,
    with_excluded_note,
    without_untested,
)
from epicene.kinds.item_rows import TextSegment, item_list
from epicene.kinds.protocol import TIES, PairedAnswers, ResponseMode, View, is_shown, response_mode_of
from epicene.kinds.released import released_blocks
from epicene.kinds.triples.measure import (
    AGGREGATIONS,
    TERM_MACRO,
    TOP_CHOICE,
    answered_triples,
    compare_triples,
    measure_triples,
    term_units,
)
from epicene.kinds.triples.read import ROLES
from epicene.kinds.verdicts import is_trusted
from epicene.metrics.answer_groups import ALL, group_name, in_order, is_facet, is_type
from epicene.metrics.catalogue import Measured
from epicene.metrics.reliability import Units
from epicene.metrics.significance import shown_side
from epicene.metrics.two_models import Comparison
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.charts.heat_map import HeatMap
from epicene.report.document import Block, Figure, TableBlock
from epicene.report.tables import Cell, Column, Table, for_reading, tabulated, without_column
from epicene.runs.audit_folder import BenchmarkRun, SavedRun

SS, LMS = "ss", "lms"
QUALITIES = ("lms", "acs")
FIGURES = ("lms", "ss", "acs")
TASKS = (OVERALL, MEAN, INTRA, INTER)
CHANCE = {TERM_MACRO: 50.0, TOP_CHOICE: 200 / 3}  # one of two; the best of three is one of the two that make sense


def near_chance(run: SavedRun, benchmark: str, lms: Estimate | None, chance: float) -> Iterator[Notice]:
    """Where the LMs is not clearly above chance, no figure may be believed."""
    if lms and shown_side(lms.low, lms.high, chance) != 1:
        values = {"benchmark": benchmark, "model": run.label, "lms": lms.value, "low": lms.low, "high": lms.high}
        yield Notice("notice.chance", {**values, "chance": round(chance, 1)}, GRAVE)


class TriplesByLikelihood(ResponseMode):
    package = "epicene.kinds.triples"
    metric = SS
    tasks = TASKS
    unit = "term"
    counts_preferences = True
    aggregations = tuple(AGGREGATIONS)
    further: ClassVar[Sequence[str]] = ()  # measures that are shown besides

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_triples(run, seed=seed)

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_triples(a, b, names, seed=seed)

    def units(self, run: BenchmarkRun) -> Units | None:
        return term_units(run)

    def decisions(self, run: BenchmarkRun) -> Mapping[str, Sequence[str]]:
        return {
            test.item.id: [Role.STEREOTYPE if test.prefers_stereotype else Role.ANTI]
            for test in answered_triples(run, run.unusable)
        }

    def notices(self, run: SavedRun, benchmark: str) -> Iterator[Notice]:
        """An LMs that is not clearly above chance: then the model may not read the sentences."""
        score = self.score(run, benchmark)
        lms = run.findings.find(benchmark, LMS, task=score.task) if score else None
        yield from near_chance(run, benchmark, lms, CHANCE[run.facts(benchmark).aggregation or TERM_MACRO])

    def answer_values(self, run: SavedRun, benchmark: str, language: Language) -> dict[str, object]:
        score = self.score(run, benchmark)
        return {"task": language.text(f"task.{score.task}")} if score else {}

    def blocks(self, view: View) -> list[Block]:
        language = view.language
        blocks: list[Block] = []
        if plot := domain_plot(view):
            blocks.append(Figure(plot, language.text("figure.caption"), legend(view), level=3))
            blocks += near_misses(view, domains(view))
        technical: list[Block] = []
        if plot := quality_plot(view):
            technical.append(Figure(plot, "", legend(view, tested=False)))
        technical += [TableBlock(triple_table(view), f"{view.benchmark}-further"), *further_blocks(view, self.further)]
        return [*blocks, *folded(technical, view), *released_blocks(view)]

    def terminal_tables(self, view: View) -> list[Table]:
        *others, last = tables_by_task(view)
        return [*(replace(table, note="") for table in others), last]

    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        """Paired tests between two models by task: LMs, Ss and ACs over all tests, then the Ss of each domain."""
        order = in_order(comparison.group for comparison in pair.comparisons)
        shown = [comparison for comparison in pair.comparisons if comparison.group == ALL or comparison.metric == "ss"]
        shown.sort(key=lambda comparison: order.index(comparison.group))
        tasks = [task for task in TASKS if task != MEAN]  # of the pooled tests and their mean, one is enough to read
        blocks = [[comparison for comparison in shown if comparison.task == task] for task in tasks]
        return tabulated(
            language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label),
            [block for block in blocks if block],
            (Column("task", language.text("column.task")), lambda comparison: language.text(f"task.{comparison.task}")),
            (Column("group", language.text("column.domain")), lambda own: group_name(own.group, language)),
            (Column("metric", language.text("column.measure")), lambda own: language.text(f"short.{own.metric}")),
            *compared_fields(language),
            note=language.text("table.comparison.note"),
        )

    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        """With LMs, Ss and ACs of the task that the answer speaks of."""
        score = self.score(run, benchmark)
        if score is None:
            return None
        estimates = {name: run.findings.find(benchmark, name, task=score.task) for name in FIGURES}
        values = {
            name: f"{language.number(estimate.value)} {language.bracket(estimate.low, estimate.high)}"
            for name, estimate in estimates.items()
            if estimate
        }
        return language.text(
            "cite.sentence",
            model=run.label,
            benchmark=benchmark,
            task=language.text(f"task.{score.task}"),
            n=language.used(score.n_used, score.n_total),
            signature=score.signature,
            caveat="" if is_trusted(run, benchmark) else language.text("cite.untrusted"),
            **values,
        )

    def examples(self, view: View) -> list[Block]:
        return item_list(view, ROLES, mark_attribute)


def mark_attribute(item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
    """What stands at BLANK; next sentences are other sentences altogether."""
    texts = [item.variants[Role(role)].text for role in roles]
    if item.facets.get("task") == INTRA:
        return [_fill(item.facets, text) for text in texts]
    return [[TextSegment(text, differs=False)] for text in texts]


def _fill(facets: Mapping[str, str], text: str) -> list[TextSegment]:
    """The sentence with its attribute marked; unmarked where it does not fit its context."""
    before, _, after = facets["context"].partition(BLANK)
    end = len(text) - len(after)
    if not (text.startswith(before) and text.endswith(after) and len(before) < end):
        return [TextSegment(text, differs=False)]
    parts = (before, False), (text[len(before) : end], True), (after, False)
    return [TextSegment(part, differs) for part, differs in parts if part]


def domain_plot(view: View) -> Plot | HeatMap | None:
    """All tests, each domain, and each task where there are several; of the task that the answer speaks of."""
    task = _shown_task(view)
    if task is None:
        return None
    estimates = [run.findings.find(view.benchmark, SS, group, task) for run in view.runs for group in view.groups(SS)]
    groups = in_order(estimate.group for estimate in estimates if estimate and is_shown(estimate))
    rows = [_row_of(view, group, task) for group in groups if not is_facet(group)]
    rows += [_row_of(view, ALL, other) for other in _tasks(view) if other != task]
    title = groups_title(view, domains(view), are_asked_alike(view))
    return of_models(view, preference_plot(f"{view.benchmark}-domains", title, rows, view.language))


def domains(view: View) -> list[tuple[str, Estimate]]:
    """Their names and the first run's figures."""
    task, find = _shown_task(view), view.runs[0].findings.find
    scores = [(group, find(view.benchmark, SS, group, task)) for group in view.groups(SS) if is_type(group)]
    return [(group_name(group, view.language), score) for group, score in scores if score]


def quality_plot(view: View) -> Plot | HeatMap | None:
    """LMs and ACs over all tests of each task; 100 is the ideal of both."""
    language, rows = view.language, []
    for metric in QUALITIES:
        for task in _tasks(view):
            estimates = [run.findings.find(view.benchmark, metric, task=task) for run in view.runs]
            drawn = [
                Point(own.value, own.low, own.high, is_trusted(run, view.benchmark)) if own else None
                for run, own in zip(view.runs, estimates, strict=True)
            ]
            names = {"metric": language.text(f"short.{metric}"), "task": language.text(f"task.{task}")}
            rows.append(PlotRow(language.text("figure.of-task", **names), n_of(estimates, language), drawn))
    if not rows:
        return None
    title, ideal = language.text("seen.quality"), language.text("figure.ideal.quality")
    captions = ("", language.text("figure.better"))
    plot = Plot(f"{view.benchmark}-quality", title, rows, ideal, captions, ideal=100.0, domain=(0.0, 100.0))
    return of_models(view, plot, tested=False)


def _shown_task(view: View) -> str | None:
    scores = [response_mode_of(run, view.benchmark).score(run, view.benchmark) for run in view.runs]
    answered = {score.task for score in scores if score}
    return next((task for task in TASKS if task in answered), None)


def _tasks(view: View) -> list[str]:
    """Of the pooled tests and the mean of the tasks, which nearly agree, the first is enough to see."""
    answered = {task for run in view.runs for task in TASKS if run.findings.find(view.benchmark, SS, task=task)}
    return [task for task in TASKS if task != MEAN and task in answered]


def _row_of(view: View, group: str, task: str) -> PlotRow:
    language = view.language
    estimates = [run.findings.find(view.benchmark, SS, group, task) for run in view.runs]
    first = group == ALL and task == _shown_task(view)
    name = language.text(f"task.{task}")
    label = group_name(group, language) if first or group != ALL else f"{name[:1].upper()}{name[1:]}"
    return PlotRow(label, n_of(estimates, language), points(view, estimates), strong=first)


def triple_table(view: View) -> Table:
    """A block for each task, a row for each domain and model; choices in words have no ties."""
    benchmark, language = view.benchmark, view.language
    blocks = [
        [
            (run, estimate)
            for group in view.groups(SS)
            for run in view.runs
            if (estimate := run.findings.find(benchmark, SS, group, task)) and is_shown(estimate)
        ]
        for task in TASKS
    ]

    def shown(metric: str, row: tuple[SavedRun, Estimate]) -> Cell:
        cell = figure(row[0].findings.find(benchmark, metric, row[1].group, row[1].task))
        return Cell(cell.value) if metric == TIES else cell

    names = (*FIGURES, *([TIES] if view.groups(TIES) else []))
    table = tabulated(
        language.text("table.triples", benchmark=benchmark),
        [block for block in blocks if block],
        (Column("task", language.text("column.task")), lambda row: language.text(f"task.{row[1].task}")),
        (Column("group", language.text("column.domain")), lambda row: group_name(row[1].group, language)),
        *model_fields(view),
        *(
            (Column(name, language.text(f"metric.{name}"), "number", interval=name != TIES), partial(shown, name))
            for name in names
        ),
        used_field(language),
        *tested_fields(language),
        check_field(view),
        note=language.text("table.triples.note"),
    )
    return with_excluded_note(without_untested(table), view)


def tables_by_task(view: View) -> Iterator[Table]:
    """The same as narrow tables, so that they fit 80 characters: the numbers of tests and ties go into the title, and
    ACs, made of the two others, is without its interval."""
    language = view.language
    whole = for_reading(triple_table(view))
    keys = [column.key for column in whole.columns]
    columns = [
        Column("acs", language.text("short.acs"), "number") if own.key == "acs" else own for own in whole.columns
    ]
    for block in whole.blocks:
        cells = dict(zip(keys, block[0], strict=True))
        ties, n = cells.get(TIES, Cell()), cells["n"]
        counts = {"n": language.count(int(n.value or 0)), "total": language.count(n.of or 0)}
        title = language.text(
            "table.triples.of",
            benchmark=view.title,
            task=cells["task"].value,
            ties=language.percent(float(ties.value or 0)),
            **counts,
        )
        bare = [
            [Cell(cell.value) if key == "acs" else cell for key, cell in zip(keys, row, strict=True)] for row in block
        ]
        yield without_column(replace(whole, title=title, columns=columns, blocks=[bare]), "task", TIES, "n")
