"""Figures that others published for the same items, carried with their source (facts, no text or data); a report's
models beside them, and what keeps these from being ranked together."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from importlib import resources

import msgspec

from epicene.kinds.figures import CHECK, check_of, highest_first, model_row, preference_plot
from epicene.kinds.protocol import View, is_shown
from epicene.kinds.verdicts import mark_of
from epicene.metrics.answer_groups import ALL, canonical, group_name, in_order, is_type
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.document import Block, Collapsible, Figure, Paragraph, TableBlock
from epicene.report.tables import Column, Field, Table, tabulated
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
    benchmark, language, total = view.benchmark, view.language, view.language.count(len(published.models))
    scores = [(run, score) for run in view.runs if (score := run.findings.find(benchmark, METRIC_SCORE))]
    if not scores:
        return None
    rows = [
        replace(model_row(run, score, view.runs), detail=marks_among_published(run, benchmark, published))
        for run, score in scores
    ]
    theirs = [PlotRow(name, points=[Point(value)], grey=True) for name, value in published.headlines]
    ordered = [
        *highest_first([*(row for row in rows if not row.detail), *theirs]),
        *(row for row in rows if row.detail),
    ]
    title = language.text("seen.published.models", total=total)
    if len(scores) == 1:
        (run, score), values = scores[0], [value for _, value in published.headlines]
        low, high = language.number(min(values)), language.percent(max(values))
        ours = {"model": run.label, "value": language.percent(score.value)}
        title = language.text("seen.published", **ours, total=total, low=low, high=high)
    return preference_plot(f"{benchmark}-published", title, ordered, language)


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

    def name(row: tuple[str, str]) -> str:
        return group_name(row[1], language) if row[0] == METRIC_SCORE else language.text(f"metric.{row[0]}")

    def own(run: SavedRun, row: tuple[str, str]) -> float | None:
        estimate = run.findings.find(benchmark, row[0], ours.get(row[1], row[1]))
        return estimate.value if estimate and is_shown(estimate) else None

    def printed(model: PublishedModel, row: tuple[str, str]) -> float:
        return model.metric_score[row[1]] if row[0] == METRIC_SCORE else float(getattr(model, row[0]))

    def constant(key: str, title: str, text: str | None) -> Field[tuple[str, str]]:
        return Column(key, title, file_only=True), lambda row: text

    fields = list[Field[tuple[str, str]]]()
    scoring, checked = language.text("column.scoring"), language.text("column.sanity_check")
    for run in runs:
        title = f"{run.label} {marks_among_published(run, benchmark, published)}".strip()
        fields.append((Column(run.label, title, "number"), partial(own, run)))
    fields += [(Column(model.name, model.name, "number"), partial(printed, model)) for model in published.models]
    for run in runs:
        fields.append(constant(f"{run.label} scoring", f"{run.label}, {scoring}", run.facts(benchmark).scoring))
        fields.append(constant(f"{run.label} {CHECK}", f"{run.label}, {checked}", check_of(run, benchmark)))
    types = 1 + sum(map(is_type, groups))
    blocks = [[(METRIC_SCORE, group) for group in part] for part in (groups[:1], groups[1:types], groups[types:])]
    return tabulated(
        language.text("table.published", benchmark=benchmark),
        [*blocks, [(metric, ALL) for metric in FURTHER]],
        (Column("group", language.text("column.group")), name),
        *fields,
        constant("published scoring", scoring, published.scoring),
        note=language.text("published.source", source=published.source, url=published.url),
    )


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
