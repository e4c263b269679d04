"""What is shown of pairs: the metric score by type, direction and origin, further measures, published models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epicene.core.language import Language
from epicene.core.types import Estimate, Item, Role
from epicene.kinds.answers import differs
from epicene.kinds.comparison import PairedAnswers
from epicene.kinds.estimate_tables import groups_comparison, groups_table, measures_table
from epicene.kinds.groups import ORIGINS, canonical, group_name, is_type
from epicene.kinds.item_rows import Segment, item_list, mark_differences
from epicene.kinds.pairs.published import Published, published_for
from epicene.kinds.pairs.published_page import published_blocks
from epicene.kinds.preference_charts import (
    are_asked_alike,
    groups_title,
    includes_ideal,
    legend,
    n_of,
    point,
    points,
    preference_plot,
)
from epicene.kinds.protocol import View, Way
from epicene.kinds.trust import is_trusted
from epicene.report.charts.forest import Plot, PlotRow
from epicene.report.document import Block, Facts, Figure, Fold, Heading, Paragraph, TableBlock
from epicene.report.tables import Table, without_column
from epicene.runs.results import BenchmarkFacts
from epicene.runs.saved_run import ALL, SavedRun

METRIC_SCORE = "metric_score"
DIRECTIONS = ("stereo_score", "antistereo_score")
FURTHER = (*DIRECTIONS, "neutral", "dcf", "pct_stereotype", "likelihood_diff")
ROLES = (Role.MORE, Role.LESS)


class PairsPage(Way):
    package = "epicene.kinds.pairs"
    metric = METRIC_SCORE

    def keeps_unusable(self, facts: BenchmarkFacts) -> bool:
        """As released, identical and empty pairs are ties."""
        return facts.as_released

    def blocks(self, view: View) -> list[Block]:
        published = published_for(view.benchmark)
        return [*_by_type(view, published), *_splits(view), *published_blocks(view, published)]

    def terminal_tables(self, view: View) -> list[Table]:
        """Without the ideal, which the line below says, so that it fits 80 characters."""
        title = view.language.text("table.headline.of", benchmark=view.title)
        table = without_column(groups_table(view, METRIC_SCORE, title), "ideal")
        return [replace(table, note=" ".join([view.language.text("terminal.reading"), table.note]).strip())]

    def comparison_table(self, pair: PairedAnswers, language: Language) -> Table:
        title = language.text("table.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
        note = language.text("table.comparison.note")
        return groups_comparison(pair.comparisons, METRIC_SCORE, title, note, language)

    def cite(self, run: SavedRun, benchmark: str, language: Language) -> str | None:
        score = self.score(run, benchmark)
        if score is None:
            return None
        return language.text(
            "cite.sentence",
            model=run.label,
            benchmark=benchmark,
            value=language.number(score.value),
            bracket=language.bracket(score.low, score.high),
            n=language.used(score.n_used, score.n_total),
            signature=score.signature,
            caveat="" if is_trusted(run, benchmark) else language.text("cite.untrusted"),
        )

    def published_times(self, benchmark: str, language: Language) -> list[str]:
        published = published_for(benchmark)
        if published is None:
            return []
        times = ", ".join(f"{model.name} {model.run_time}" for model in published.models)
        return [language.text("methods.cost.published", benchmark=benchmark, times=times)]

    def sentences(self, view: View) -> list[Block]:
        return item_list(view, ROLES, _marked)


def _marked(item: Item, roles: Sequence[str]) -> Sequence[Sequence[Segment]]:
    more, less = (item.variants[Role(role)].text for role in roles)
    return mark_differences(more, less)


def _by_type(view: View, published: Published | None) -> list[Block]:
    """All pairs, then each bias type, with published models in grey."""
    language = view.language
    plot = type_plot(view, published)
    if plot is None:
        return []
    found: list[Block] = [
        Heading(language.text("page.by-type")),
        Figure(plot, language.text("figure.caption"), legend(view, "test", published=published is not None)),
    ]
    if near := near_types(view):
        found.append(Paragraph(near, "note"))
    table = groups_table(view, METRIC_SCORE, language.text("table.headline"), language.text("table.headline.note"))
    return [
        *found,
        Fold(language.text("table.show"), [TableBlock(table, f"{view.benchmark}-score", captioned=False)]),
    ]


def type_plot(view: View, published: Published | None) -> Plot | None:
    groups = view.groups(METRIC_SCORE)
    rows = [_group_row(view, group, published) for group in groups if group == ALL or is_type(group)]
    if not rows:
        return None
    found = [(group, view.runs[0].findings.find(view.benchmark, METRIC_SCORE, group)) for group in groups]
    types = [(group_name(group, view.language), score) for group, score in found if is_type(group) and score]
    title = groups_title(view, types, are_asked_alike(view))
    return preference_plot(f"{view.benchmark}-types", title, rows, view.language)


def _group_row(view: View, group: str, published: Published | None) -> PlotRow:
    scores = [run.findings.find(view.benchmark, METRIC_SCORE, group) for run in view.runs]
    drawn = [
        None if score is None else point(score, differs(run, view.benchmark, group, score))
        for run, score in zip(view.runs, scores, strict=True)
    ]
    known = published.models if published and canonical(group) in published.n else ()
    beside = [(model.name, model.metric_score[canonical(group)]) for model in known]
    return PlotRow(group_name(group, view.language), n_of(scores, view.language), drawn, beside, strong=group == ALL)


def near_types(view: View) -> str:
    """A word on types whose interval excludes 50 though the adjusted test does not: readers would wonder."""
    if view.several or not is_trusted(view.runs[0], view.benchmark):
        return ""
    run, language = view.runs[0], view.language
    types = [group for group in view.groups(METRIC_SCORE) if is_type(group)]
    found = [(group, run.findings.find(view.benchmark, METRIC_SCORE, group)) for group in types]
    near = [
        group_name(group, language)
        for group, score in found
        if score and not includes_ideal(score) and not differs(run, view.benchmark, group, score)
    ]
    if not near:
        return ""
    return language.plural("figure.near", len(near), names=language.list_of(near), total=language.count(len(types)))


def _splits(view: View) -> list[Block]:
    """Stereotype and anti-stereotype pairs, native and translated pairs, and the further measures."""
    language = view.language
    found: list[Block] = [Heading(language.text("page.splits"))]
    if plot := split_plot(view):
        found.append(Figure(plot, "", legend(view, "interval")))
    table = measures_table(view, FURTHER, language.text("table.further", benchmark=view.benchmark))
    if any(table.blocks):
        found.append(TableBlock(table, f"{view.benchmark}-further"))
        metrics = [metric for metric in FURTHER if view.groups(metric)]
        meanings = [(language.text(f"metric.{metric}"), language.text(f"meaning.{metric}")) for metric in metrics]
        found.append(Facts(meanings, "meanings", screen_only=True))
    return found if len(found) > 1 else []


def split_plot(view: View) -> Plot | None:
    language, rows = view.language, []
    for metric in DIRECTIONS:
        scores = [run.findings.find(view.benchmark, metric) for run in view.runs]
        if any(scores):
            rows.append(PlotRow(language.text(f"metric.{metric}"), n_of(scores, language), points(view, scores)))
    for group in ORIGINS:
        if group in view.groups(METRIC_SCORE):
            rows.append(_group_row(view, group, None))
    return preference_plot(f"{view.benchmark}-splits", _split_title(view), rows, language) if rows else None


def _split_title(view: View) -> str:
    """Overlapping intervals are a fact to report, not a test; so the title says no more than that."""
    if not view.several:
        find = view.runs[0].findings.find
        native, translated = (find(view.benchmark, METRIC_SCORE, group) for group in ORIGINS)
        if native and translated:
            return view.language.text(f"seen.origin.{_apart(native, translated, *ORIGINS)}")
        stereo, anti = (find(view.benchmark, metric) for metric in DIRECTIONS)
        if stereo and anti:
            return view.language.text(f"seen.direction.{_apart(stereo, anti, 'stereo', 'antistereo')}")
    return view.language.text("seen.splits.models")


def _apart(a: Estimate, b: Estimate, name_a: str, name_b: str) -> str:
    if a.low > b.high:
        return name_a
    return name_b if b.low > a.high else "overlap"
