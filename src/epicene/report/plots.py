"""The report's charts: which rows, and a title that says what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epicene.core.types import Estimate
from epicene.report.answers import differs, is_told, is_trusted, seen_by_type
from epicene.report.charts.forest import Plot, PlotRow, Point
from epicene.report.groups import ALL, ORIGINS, canonical, group_name, in_order, is_type
from epicene.report.language import Language
from epicene.report.overview import overall
from epicene.report.paired import asked_alike
from epicene.report.published import Published
from epicene.report.published_tables import marks_beside
from epicene.report.saved import HEADLINE, SavedRun

DIRECTIONS = ("stereo_score", "antistereo_score")


def type_plot(runs: Sequence[SavedRun], benchmark: str, published: Published | None, language: Language) -> Plot | None:
    """All pairs, then each bias type, with published models in grey."""
    groups = in_order(group for run in runs for group in run.findings.groups(benchmark, HEADLINE))
    rows = [
        _group_row(runs, benchmark, group, published, language) for group in groups if group == ALL or is_type(group)
    ]
    if not rows:
        return None
    title = _type_title(runs, benchmark, [group for group in groups if is_type(group)], language)
    return preference_plot(f"{benchmark}-types", title, rows, language)


def _type_title(runs: Sequence[SavedRun], benchmark: str, groups: Sequence[str], language: Language) -> str:
    found = [(run, score) for run, score in overall(runs, benchmark) if is_trusted(run, benchmark)]
    if len(runs) == 1:
        scores = [(group_name(group, language), runs[0].score(benchmark, group)) for group in groups]
        known = [(name, score) for name, score in scores if score is not None]
        return seen_by_type(runs[0], benchmark, known, language)
    if len(found) < 2 or len(asked_alike(runs, benchmark)) > 1:
        return language.text("seen.standing.apart")
    lowest, *_, highest = sorted(found, key=lambda one: one[1].value)
    return language.text(
        "seen.models",
        highest=highest[0].label,
        high=language.percent(highest[1].value),
        lowest=lowest[0].label,
        low=language.percent(lowest[1].value),
    )


def near_types(run: SavedRun, benchmark: str, language: Language) -> str:
    """A word on types whose interval excludes 50 though the adjusted test does not: readers would wonder."""
    types = [group for group in run.findings.groups(benchmark, HEADLINE) if is_type(group)]
    found = [(group, score) for group in types if (score := run.score(benchmark, group)) is not None]
    near = [
        group_name(group, language)
        for group, score in found
        if not includes_ideal(score) and not differs(run, benchmark, group, score)
    ]
    if not near:
        return ""
    return language.plural("figure.near", len(near), names=language.list_of(near), total=language.count(len(types)))


def _group_row(
    runs: Sequence[SavedRun], benchmark: str, group: str, published: Published | None, language: Language
) -> PlotRow:
    scores = [run.score(benchmark, group) for run in runs]
    points = [
        None if score is None else point(score, differs(run, benchmark, group, score))
        for run, score in zip(runs, scores, strict=True)
    ]
    return PlotRow(
        group_name(group, language),
        n_of(scores, language),
        points,
        [(model.name, model.metric_score[canonical(group)]) for model in published.models]
        if published and canonical(group) in published.n
        else (),
        strong=group == ALL,
    )


def point(score: Estimate, told: bool) -> Point:
    return Point(score.value, score.low, score.high, told)


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


def split_plot(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Plot | None:
    """Stereotype and anti-stereotype pairs, native and translated pairs."""
    rows = []
    for metric in DIRECTIONS:
        scores = [run.findings.find(benchmark, metric) for run in runs]
        if any(scores):
            points = [None if score is None else point(score, not includes_ideal(score)) for score in scores]
            rows.append(PlotRow(language.text(f"metric.{metric}"), n_of(scores, language), points))
    for group in ORIGINS:
        if any(run.score(benchmark, group) for run in runs):
            rows.append(_group_row(runs, benchmark, group, None, language))
    return (
        preference_plot(f"{benchmark}-splits", _split_title(runs, benchmark, language), rows, language)
        if rows
        else None
    )


def includes_ideal(score: Estimate) -> bool:
    return score.low <= score.ideal <= score.high


def _split_title(runs: Sequence[SavedRun], benchmark: str, language: Language) -> str:
    """Overlapping intervals are a fact to report, not a test; so the title says no more than that."""
    if len(runs) > 1:
        return language.text("seen.splits.models")
    native, translated = (runs[0].score(benchmark, group) for group in ORIGINS)
    if native and translated:
        return language.text(f"seen.origin.{_apart(native, translated, 'native', 'translated')}")
    stereo, anti = (runs[0].findings.find(benchmark, metric) for metric in DIRECTIONS)
    if stereo and anti:
        return language.text(f"seen.direction.{_apart(stereo, anti, 'stereo', 'antistereo')}")
    return language.text("seen.splits.models")


def _apart(a: Estimate, b: Estimate, name_a: str, name_b: str) -> str:
    if a.low > b.high:
        return name_a
    return name_b if b.low > a.high else "overlap"


def published_plot(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> Plot | None:
    """Over all pairs, this report's models and the published ones in one line-up, highest first.

    A model that failed the sanity check or was asked otherwise stands below them with a mark, not ranked.
    """
    found = overall(runs, benchmark)
    if not found:
        return None
    marked = [(marks_beside(run, benchmark, published), model_row(run, score, runs)) for run, score in found]
    ranked = [row for marks, row in marked if not marks]
    ranked += [PlotRow(model.name, points=[Point(model.metric_score[ALL])], grey=True) for model in published.models]
    ordered = [*highest_first(ranked), *(replace(row, detail=marks) for marks, row in marked if marks)]
    return preference_plot(f"{benchmark}-published", _published_title(found, published, language), ordered, language)


def model_row(run: SavedRun, score: Estimate, runs: Sequence[SavedRun]) -> PlotRow:
    """One model's score; hollow where it shows no preference, or the model failed the sanity check."""
    told = is_told(run, score.benchmark) and is_trusted(run, score.benchmark)
    return PlotRow(run.label, points=[point(score, told)], first=list(runs).index(run))


def highest_first(rows: Sequence[PlotRow]) -> list[PlotRow]:
    """Rows of one point each, by its value."""
    return sorted(rows, key=lambda row: -next((one.value for one in row.points if one), 0.0))


def _published_title(found: list[tuple[SavedRun, Estimate]], published: Published, language: Language) -> str:
    total = len(published.models)
    if len(found) > 1:
        return language.text("seen.published.models", total=language.count(total))
    run, score = found[0]
    values = [model.metric_score[ALL] for model in published.models]
    return language.text(
        "seen.published",
        model=run.label,
        value=language.percent(score.value),
        total=language.count(total),
        low=language.number(min(values)),
        high=language.percent(max(values)),
    )


def strip_plot(score: Estimate, told: bool, id: str, label: str, language: Language) -> Plot:
    """One figure on the whole scale, for the answer."""
    ticks = tuple(language.text("strip.ticks").split("|"))
    return Plot(id, label, [PlotRow("", points=[point(score, told)])], "", domain=(0.0, 100.0), tick_words=ticks)
