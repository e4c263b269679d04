"""Real models beside an audit's own: what epicene measured on scores that others released of the same items, or of
another wording of them (facts with their source; docs/generate/real_french.py writes them). Others asked in their own
way, so that these models are never ranked with the audit's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

import msgspec

from epicene.core.types import Estimate
from epicene.kinds.figures import figure, highest_first, model_row, preference_plot
from epicene.kinds.protocol import View, response_mode_of
from epicene.kinds.verdicts import mark_of
from epicene.metrics.significance import shown_side
from epicene.report.charts.forest import PlotRow, Point, legend_mark
from epicene.report.document import Block, Collapsible, Figure, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, tabulated
from epicene.runs.audit_folder import SavedRun

LMS, CHANCE = "lms", 50.0
ASKED_OTHERWISE, AT_CHANCE = "‡", "†"
# Sets of which nobody released scores, and the set nearest to each, whose items are worded otherwise.
NEAREST = {"crows-fr": "crows-fr-1463", "stereoset-fr": "stereoset-fr-mt"}


class ReleasedFigure(msgspec.Struct, frozen=True):
    model: str
    task: str
    metric: str
    value: float
    low: float
    high: float
    n: int


class ReleasedScores(msgspec.Struct, frozen=True):
    """`scoring` is a name of its own: no audit asks as these programs did."""

    source: str
    url: str
    scoring: str
    figures: tuple[ReleasedFigure, ...]

    def of_metric(self, metric: str, task: str) -> dict[str, ReleasedFigure]:
        return {own.model: own for own in self.figures if (own.metric, own.task) == (metric, task)}


@cache
def released_scores() -> dict[str, ReleasedScores]:
    """By the benchmark that was asked."""
    text = resources.files("epicene.kinds").joinpath("released.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, ReleasedScores])


def released_blocks(view: View) -> list[Block]:
    """The audit's models, then the real ones below them with a mark, as a chart and a folded table."""
    benchmark, language = view.benchmark, view.language.joined("epicene.kinds")
    released = released_scores().get(NEAREST.get(benchmark, benchmark))
    scores = [(run, score) for run in view.runs if (score := response_mode_of(run, benchmark).score(run, benchmark))]
    if released is None or not scores:
        return []
    metric, task = scores[0][1].metric, scores[0][1].task or ""
    labels = {run.label for run in view.runs}  # such a model may have been measured here, from the same scores
    figures = {name: own for name, own in released.of_metric(metric, task).items() if name not in labels}
    lms = released.of_metric(LMS, task)
    if not figures:
        return []

    def marks(name: str) -> str:
        at_chance = name in lms and shown_side(lms[name].low, lms[name].high, CHANCE) != 1
        return ASKED_OTHERWISE + AT_CHANCE * at_chance

    theirs = [
        PlotRow(name, marks(name), [Point(own.value, own.low, own.high)], grey=True) for name, own in figures.items()
    ]
    ours = [replace(model_row(run, score, view.runs), detail=mark_of(run, benchmark)) for run, score in scores]
    rows = [*highest_first(ours), *highest_first(theirs)]
    plot = preference_plot(f"{benchmark}-released", language.text("released.title"), rows, language)
    items = language.text(f"released.items.{_items(view.runs, benchmark)}")
    how = language.text(f"released.how.{released.scoring}")
    texts = [language.text("released.caveat", how=how, items=items)]
    if any(AT_CHANCE in row.detail for row in theirs):
        texts.append(language.text("released.at-chance"))

    def own_lms(run: SavedRun) -> Estimate | None:
        return run.findings.find(benchmark, LMS, task=task or None)

    ours_in_table = [
        (f"{run.label} {mark_of(run, benchmark)}".strip(), figure(score), figure(own_lms(run)), score.n_used, scoring)
        for run, score in scores
        for scoring in [run.facts(benchmark).scoring]
    ]
    theirs_in_table = [
        (f"{name} {marks(name)}", _cell(own), _cell(lms.get(name)), own.n, released.scoring)
        for name, own in figures.items()
    ]
    table = tabulated(
        language.text("released.title"),
        [ours_in_table, theirs_in_table],
        (Column("model", language.text("column.model")), lambda row: row[0]),
        (Column(metric, language.text("column.score"), "number", interval=True), lambda row: row[1]),
        *([(Column(LMS, language.text("metric.lms"), "number", interval=True), lambda row: row[2])] if lms else []),
        (Column("n", "n", "number"), lambda row: row[3]),
        (
            Column("scoring", language.text("column.scoring")),
            lambda row: language.text_or(f"released.by.{row[4]}", row[4]),
        ),
        note=language.text("released.source", source=released.source, url=released.url),
    )
    legend = [(legend_mark(0, published=True), language.text("released.legend"))]
    return [
        Figure(plot, "", legend),
        *(Paragraph(text) for text in texts),
        Collapsible(language.text("table.show"), [TableBlock(table, f"{benchmark}-released", captioned=False)]),
    ]


def _items(runs: Sequence[SavedRun], benchmark: str) -> str:
    """Whether the real models were asked the items of these runs: the `same`, a `sample` of theirs here, `unknown`
    where a file is not the one that was published, or the name of a set that is worded otherwise."""
    facts = [run.facts(benchmark) for run in runs]
    if benchmark in NEAREST:
        return benchmark
    if not all(own.known for own in facts):
        return "unknown"
    return "same" if all(own.limit is None for own in facts) else "sample"


def _cell(own: ReleasedFigure | None) -> Cell:
    return Cell(own.value, own.low, own.high) if own else Cell()
