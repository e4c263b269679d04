"""Figures that others published for the same items, carried with their source (facts, no text or data); a report's
models beside them, and what keeps these from being ranked together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

import msgspec

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.figures import CHECK, check_of, highest_first, model_row, preference_plot
from epicene.kinds.protocol import View, is_shown
from epicene.kinds.verdicts import mark_of
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order, is_type
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.document import Block, Collapsible, Figure, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.audit_folder import SavedRun

METRIC_SCORE = "metric_score"
ASKED_OTHERWISE = "‡"
FURTHER = ("stereo_score", "antistereo_score", "dcf")


class PublishedModel(msgspec.Struct, frozen=True):
    """`metric_score` by group; the paper gives no intervals. `run_time` is minutes:seconds on one GPU."""

    name: str
    metric_score: dict[str, float]
    stereo_score: float
    antistereo_score: float
    dcf: float
    run_time: str


class Published(msgspec.Struct, frozen=True):
    """`of_other_items` are groups that were asked of another file than this benchmark's."""

    n: dict[str, int]
    models: tuple[PublishedModel, ...]
    of_other_items: tuple[str, ...] = ()
    source: str = ""
    url: str = ""
    scoring: str = ""

    @property
    def headlines(self) -> list[tuple[str, float]]:
        return [(model.name, model.metric_score[ALL]) for model in self.models]

    @property
    def times(self) -> list[tuple[str, str]]:
        return [(model.name, model.run_time) for model in self.models]


class PublishedPaper(msgspec.Struct):
    source: str
    url: str
    scoring: str
    benchmarks: dict[str, Published]


@cache
def published_for(benchmark: str) -> Published | None:
    """What the French CrowS-Pairs paper printed for these items; None for items it did not ask about."""
    text = resources.files("epicene.kinds.pairs").joinpath("published", "crows_pairs_fr.json").read_bytes()
    paper = msgspec.json.decode(text, type=PublishedPaper)
    published = paper.benchmarks.get(benchmark)
    texts = {"source": paper.source, "url": paper.url, "scoring": paper.scoring}
    return None if published is None else msgspec.structs.replace(published, **texts)


def published_blocks(view: View, published: Published | None) -> list[Block]:
    language = view.language
    if published is None:
        return []
    caveats = published_caveats(view, published)
    if any(marks_among_published(run, view.benchmark, published) for run in view.runs):
        caveats.append(language.text("page.published.unranked"))
    plot = published_plot(view, published)
    table = published_table(view, published)
    table = replace(table, note=" ".join([*caveats, table.note]))
    return [
        Collapsible(
            language.text("page.published"),
            [
                *([Figure(plot)] if plot else []),
                *(Paragraph(text, screen_only=True) for text in caveats),
                TableBlock(table, f"{view.benchmark}-published", captioned=False),
            ],
        )
    ]


def published_plot(view: View, published: Published) -> Plot | None:
    """Over all pairs, this report's models and the published ones in one line-up, highest first.

    A model that may not be believed or was asked otherwise stands below them with a mark, not ranked.
    """
    scores = [(run, score) for run in view.runs if (score := run.findings.find(view.benchmark, METRIC_SCORE))]
    if not scores:
        return None
    marked = [
        (marks_among_published(run, view.benchmark, published), model_row(run, score, view.runs))
        for run, score in scores
    ]
    ranked = [row for marks, row in marked if not marks]
    ranked += [PlotRow(model.name, points=[Point(model.metric_score[ALL])], grey=True) for model in published.models]
    ordered = [*highest_first(ranked), *(replace(row, detail=marks) for marks, row in marked if marks)]
    title = _published_title(scores, published, view.language)
    return preference_plot(f"{view.benchmark}-published", title, ordered, view.language)


def _published_title(scores: list[tuple[SavedRun, Estimate]], published: Published, language: Language) -> str:
    total = len(published.models)
    if len(scores) > 1:
        return language.text("seen.published.models", total=language.count(total))
    run, score = scores[0]
    values = [model.metric_score[ALL] for model in published.models]
    return language.text(
        "seen.published",
        model=run.label,
        value=language.percent(score.value),
        total=language.count(total),
        low=language.number(min(values)),
        high=language.percent(max(values)),
    )


def marks_among_published(run: SavedRun, benchmark: str, published: Published) -> str:
    """Why a model is not ranked among the published ones; nothing where it may be."""
    otherwise = run.facts(benchmark).scoring != published.scoring
    return mark_of(run, benchmark) + (ASKED_OTHERWISE if otherwise else "")


def published_table(view: View, published: Published) -> Table:
    """Metric score by group: this run's models, then the published ones, which come without intervals.

    As a file it also says of each of our models how it was asked, and whether it passed the sanity check.
    """
    runs, benchmark, language = view.runs, view.benchmark, view.language
    groups = in_order(group for group in published.n if group not in published.of_other_items)
    ours = {canonical(group): group for run in runs for group in run.findings.groups(benchmark, METRIC_SCORE)}
    columns = [
        Column("group", language.text("column.group")),
        *(
            Column(run.label, f"{run.label} {marks_among_published(run, benchmark, published)}".strip(), "number")
            for run in runs
        ),
        *(Column(model.name, model.name, "number") for model in published.models),
        *_asked_columns(runs, language),
    ]
    cells = [Cell(text) for run in runs for text in (run.facts(benchmark).scoring, check_of(run, benchmark))]

    def row(name: str, ours: Iterable[Estimate | None], theirs: Iterable[float]) -> Row:
        values = [estimate.value if estimate and is_shown(estimate) else None for estimate in ours]
        return [Cell(name), *map(Cell, values), *map(Cell, theirs), *cells, Cell(published.scoring)]

    rows = [
        row(
            group_name(group, language),
            (run.findings.find(benchmark, METRIC_SCORE, ours.get(group, group)) for run in runs),
            (model.metric_score[group] for model in published.models),
        )
        for group in groups
    ]
    further = [
        row(
            language.text(f"metric.{metric}"),
            (run.findings.find(benchmark, metric) for run in runs),
            (getattr(model, metric) for model in published.models),
        )
        for metric in FURTHER
    ]
    types = 1 + sum(is_type(group) for group in groups)
    blocks = [rows[:1], rows[1:types], rows[types:], further]
    note = language.text("published.source", source=published.source, url=published.url)
    return Table(language.text("table.published", benchmark=benchmark), columns, blocks, note)


def _asked_columns(runs: Sequence[SavedRun], language: Language) -> list[Column]:
    """For files: of each of our models and, of the published ones, what holds for all of them."""
    scoring, checked = language.text("column.scoring"), language.text("column.sanity_check")
    columns = [
        Column(f"{run.label} {key}", f"{run.label}, {title}", file_only=True)
        for run in runs
        for key, title in (("scoring", scoring), (CHECK, checked))
    ]
    return [*columns, Column("published scoring", scoring, file_only=True)]


def published_caveats(view: View, published: Published) -> list[str]:
    """How the published models were asked, and which of ours were asked otherwise or may not be believed."""
    runs, benchmark, language = view.runs, view.benchmark, view.language
    caveats = [language.text("page.published.caveat", scoring=published.scoring)]
    failed = [run.label for run in runs if mark_of(run, benchmark)]
    if failed:
        caveats.append(language.text("page.published.untrusted", models=language.list_of(failed)))
    others: dict[str, list[str]] = {}
    for run in runs:
        if run.facts(benchmark).scoring != published.scoring:
            others.setdefault(run.facts(benchmark).scoring, []).append(run.label)
    caveats += [
        language.text("page.published.other-scoring", models=language.list_of(labels), scoring=scoring)
        for scoring, labels in others.items()
    ]
    return caveats
