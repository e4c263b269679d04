"""The charts of a study: models in one line-up, two figures of each side by side, a property against the distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from markupsafe import Markup

from epicene.auditing.study.contrasts import Contrast, contrast_sentence, published_side, shown
from epicene.auditing.study.model_tables import distance_cell, set_title
from epicene.auditing.study.property_correlations import Relation, sentence
from epicene.auditing.study.published_values import published_points, published_value
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import MEAN
from epicene.kinds.preference_charts import count_beside
from epicene.report.charts.forest import Plot, PlotRow, Point, legend_mark
from epicene.report.charts.scatter import Dot, Scatter
from epicene.report.document import Figure
from epicene.report.tables import Cell

MOST_TENS = 80  # points on an axis that has a label at each ten


def models_figure(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Figure | None:
    """How often each model prefers the stereotype, with the published score in grey."""
    task = study.task(analysis, benchmark, MEAN)
    rows = []
    for model in study.chosen(analysis, benchmark):
        score = study.score(model, benchmark, task)
        if score is None:
            continue
        told = model.is_trusted(benchmark) and not score.low <= score.ideal <= score.high
        printed = published_value(model.published_id, benchmark, study.metric(benchmark), task=task)
        beside = [] if printed is None else [(language.text("study.published"), printed)]
        n = count_beside(score.n_used, score.n_total, language)
        rows.append(PlotRow(model.label(benchmark), n, [Point(score.value, score.low, score.high, told)], beside))
    if not rows:
        return None
    captions = (language.text("figure.left"), language.text("figure.right"))
    title = models_sentence(study, analysis, benchmark, language)
    published = language.text("study.key.published")
    plot = Plot(f"models-{benchmark}", title, rows, language.text("figure.ideal"), captions, published=published)
    keys = [
        (legend_mark(0), language.text("figure.filled.interval")),
        (legend_mark(0, filled=False), language.text("figure.open.interval")),
    ]
    if any(row.beside for row in rows):
        keys.append((legend_mark(0, published=True), language.text("study.key.published")))
    caption = _caption(study, benchmark, task, language)
    return _figure(plot, keys, _barred(study, analysis, benchmark, caption, language))


def _caption(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> str:
    name = language.text(f"metric.{study.metric(benchmark)}")
    said = language.text("study.caption", metric=name, benchmark=set_title(study, benchmark, language))
    return f"{said} {language.text(f'study.note.task.{task}')}" if task else said


def models_sentence(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    task = study.task(analysis, benchmark, MEAN)
    found = [(model, study.score(model, benchmark, task)) for model in study.believed(analysis, benchmark)]
    scores = [(model.name, score) for model, score in found if score is not None]
    if not scores:
        return language.text("study.said.nothing", benchmark=set_title(study, benchmark, language))
    ordered = sorted(scores, key=lambda one: one[1].value)
    lowest, highest = ordered[0], ordered[-1]
    return language.text(
        "study.said.models",
        benchmark=set_title(study, benchmark, language),
        above=language.count(sum(score.low > score.ideal for _, score in scores)),
        below=language.count(sum(score.high < score.ideal for _, score in scores)),
        count=language.count(len(scores)),
        highest=highest[0],
        high=language.number(highest[1].value),
        lowest=lowest[0],
        low=language.number(lowest[1].value),
    )


def contrast_figure(study: SavedStudy, contrast: Contrast, language: Language) -> Figure:
    """Two marks a row; published values of the first side in grey."""
    rows = []
    for model, found in contrast.models:
        points = [_point(shown(one, contrast), not one.low <= one.ideal <= one.high) for one in found]
        rows.append(PlotRow(model.name, points=points, beside=_beside(study, contrast, model, language)))
    keys = [(legend_mark(place), side.label) for place, side in enumerate(contrast.sides)]
    keys.append((legend_mark(0, filled=False, neutral=True), language.text("figure.open.interval")))
    published = language.text("study.key.published.first", side=contrast.sides[0].label)
    if any(row.beside for row in rows):
        keys.append((legend_mark(0, published=True), published))
    captions = (language.text("figure.left"), language.text("figure.right"))
    title = contrast_sentence(contrast, language)
    series = [side.label for side in contrast.sides]
    ideal = language.text("study.ideal.relative" if contrast.relative else "figure.ideal")
    plot = Plot(contrast.id, title, rows, ideal, captions, series=series, published=published)
    if contrast.relative:
        plot = replace(plot, ideal=0.0, domain=_around_zero(rows))
    caption = language.text("study.note.relative") if contrast.relative else ""
    return _figure(plot, keys, caption)


def _point(cell: Cell, told: bool) -> Point:
    return Point(float(cell.value or 0.0), cell.low, cell.high, told)


def _beside(study: SavedStudy, contrast: Contrast, model: StudiedModel, language: Language) -> list[tuple[str, float]]:
    value = published_side(study, model, contrast.sides[0])
    if value is None:
        return []
    return [(language.text("study.published"), 2 * (value - 50) if contrast.relative else value)]


def _around_zero(rows: Sequence[PlotRow]) -> tuple[float, float]:
    """Whole tens, as far to the left as to the right."""
    drawn = [end for row in rows for point in row.points if point for end in (point.value, point.low, point.high)]
    drawn += [value for row in rows for _, value in row.beside]
    most = max(20.0, ceil(max(abs(end) for end in drawn if end is not None) / 10) * 10.0)
    return -most, most


def relation_figure(study: SavedStudy, relation: Relation, language: Language) -> Figure:
    scale = 1e-6 if relation.property == "parameters" else 1.0
    dots = [Dot(model.name, x * scale, *_values(distance_cell(score))) for model, x, score in relation.models]
    dots += [
        Dot(point.name, point.x * scale, point.distance, published=True)
        for point in published_points(relation.kind, relation.benchmark)
    ]
    plot = Scatter(
        id=f"relation-{relation.property}-{relation.benchmark}".replace("_", "-"),
        title=sentence(study, relation, language),
        dots=dots,
        x_label=language.text(f"study.axis.{relation.property}"),
        y_label=language.text(f"study.distance.{study.metric(relation.benchmark)}"),
        log_x=relation.property != "lms",
        series=[language.text("study.key.model")],
        published=language.text("study.key.published"),
    )
    keys = [(legend_mark(0), language.text("study.key.model"))]
    if any(dot.published for dot in dots):
        keys.append((legend_mark(0, published=True), language.text("study.key.published")))
    return Figure(plot, legend=keys, filed=True)


def _figure(plot: Plot, keys: Sequence[tuple[Markup, str]], caption: str) -> Figure:
    low, high = plot.bounds()
    return Figure(replace(plot, step=10 if high - low <= MOST_TENS else 20), caption, keys, filed=True)


def _barred(study: SavedStudy, analysis: Analysis, benchmark: str, caption: str, language: Language) -> str:
    barred = [model.name for model in study.chosen(analysis, benchmark) if not model.is_trusted(benchmark)]
    return f"{caption} {language.text('table.barred', models=language.list_of(barred))}" if barred else caption


def _values(cell: Cell) -> tuple[float, float | None, float | None]:
    return float(cell.value or 0.0), cell.low, cell.high
