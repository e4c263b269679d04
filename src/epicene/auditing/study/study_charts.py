"""The charts of a study: models in one line-up, a property against the distance from 50, and two figures of one model
side by side (French and English, native and translated, StereoSet and CrowS-Pairs), with their tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import ceil, isclose
from statistics import fmean

from markupsafe import Markup
from msgspec.structs import replace as replace_fields

from epicene.auditing.study.model_tables import (
    distance_cell,
    distance_name,
    in_blocks,
    left_out,
    set_title,
    table_notes,
)
from epicene.auditing.study.property_correlations import Relation, sentence
from epicene.auditing.study.published_values import published_points, published_value
from epicene.auditing.study.saved_study import SavedStudy, StudiedModel
from epicene.auditing.study.set_tables import items_of, linked_items, translated_items
from epicene.auditing.study.study_file import Analysis
from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.figures import count_beside, measure_name, on_scale, tested_columns
from epicene.kinds.protocol import in_words_of, response_mode_for
from epicene.kinds.verdicts import Verdict, differs, excluded_note, verdict_on
from epicene.metrics.answer_groups import ALL, group_name
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.correlation import Correlation, difference_interval, difference_p, relative_deviation, spearman
from epicene.metrics.intervals import Interval
from epicene.metrics.significance import LEVEL, adjust_p
from epicene.metrics.two_models import linked_difference
from epicene.report.charts.forest import Plot, PlotRow, Point, legend_mark
from epicene.report.charts.scatter import Dot, Scatter
from epicene.report.document import Figure
from epicene.report.tables import Cell, Column, Row, Table

FEWEST_DOTS = 4  # of a scatter plot; the table has the correlation of fewer models
MOST_TENS = 80  # points on an axis that has a label at each ten


@dataclass(frozen=True, slots=True)
class Side:
    """One of two figures: a benchmark's score, over all items or those of one origin."""

    key: str
    label: str
    short: str
    benchmark: str
    group: str = ALL
    task: str | None = None


EVEN = 50.0  # the ideal that a study's own words are about


Figures = tuple[Estimate, Estimate]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Models that have both figures; `relative`: their deviation from 50 in percent of 50, no difference taken.

    `others` are models of the analysis that no sentence or test counts: excluded ones, with figures where tables show
    those, and ones of which only a paper has figures. `about` names the benchmark where the sides do not. Of two
    versions of a set, or of a set in two languages, `linked` items are in both (`link` says how), and `paired` has the
    difference of each model with that taken into account.
    """

    id: str
    title: str
    sides: tuple[Side, Side]
    models: Sequence[tuple[StudiedModel, Figures]]
    others: Sequence[tuple[StudiedModel, Figures | None]] = ()
    relative: bool = False
    about: str = ""
    linked: int = 0
    link: str = "linked"
    paired: Mapping[str, tuple[float, Interval]] = field(default_factory=dict)

    def differences(self) -> list[list[Cell]]:
        """Of each model the second figure less the first, p, and that adjusted over the models; nothing where they are
        `relative`."""
        if self.relative:
            return [[] for _ in self.models]
        found = {}
        for model, pair in self.models:
            a, b = ((estimate.value, estimate.low, estimate.high) for estimate in pair)
            found[model.name] = self.paired.get(model.name) or difference_interval(a, b)
        p = {name: difference_p(*difference) for name, difference in found.items()}
        adjusted = adjust_p(p)
        return [[Cell(d, *span), Cell(p[name]), Cell(adjusted[name])] for name, (d, span) in found.items()]

    def agreement(self) -> Correlation | None:
        """Whether the two put the models in the same order."""
        return spearman([a.value for _, (a, _) in self.models], [b.value for _, (_, b) in self.models])


def benchmark_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Figure 2 of Adam-Cuvillier et al. 2024: Ss within a sentence beside the CrowS-Pairs score, in one language."""
    asked = product(
        study.over(analysis, by_task=True), [name for name in study.answered() if not study.has_tasks(name)]
    )
    contrasts = []
    for triples, pairs in asked:
        if study.language(triples) == study.language(pairs):
            task = study.task(analysis, triples, INTRA)
            first, second = set_title(study, triples, language), set_title(study, pairs, language)
            label = f"{first}, {language.text(f'study.task.{task}')}"
            sides = Side(triples, label, first, triples, task=task), Side(pairs, second, second, pairs)
            title = language.text("study.table.benchmarks", a=label, b=second)
            contrast = _contrast(study, analysis, f"benchmarks-{triples}-{pairs}", title, sides)
            contrasts.append(replace(contrast, relative=True))
    return contrasts


def version_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Two versions of one set in one language, the one that is named first before the other: what was revised."""
    contrasts = []
    for a, b in combinations(study.over(analysis), 2):
        same = study.facts(a).kind == study.facts(b).kind and _series(a)[0] == _series(b)[0]
        if same and study.language(a) == study.language(b):
            sides = [
                Side(name, title, title, name, task=study.task(analysis, name))
                for name, title in ((name, set_title(study, name, language)) for name in (a, b))
            ]
            title = language.text("study.table.languages", a=sides[0].label, b=sides[1].label)
            made = _contrast(study, analysis, f"versions-{a}-{b}", title, (sides[0], sides[1]))
            contrasts.append(_linked(made, linked_items(study, a, b)))
    return contrasts


def _linked(contrast: Contrast, links: Collection[str]) -> Contrast:
    """With the difference over items that are drawn together where they are linked; only where both figures are shares
    of items, which averages over target terms are not."""
    paired = {}
    for model, found in contrast.models if links else ():
        a, b = (_hits(model, side, links) for side in contrast.sides)
        if all(isclose(100 * fmean(one.values()), own.value) for one, own in zip((a, b), found, strict=True)):
            paired[model.name] = linked_difference(a, b)
    return replace(contrast, linked=len(links) if len(paired) == len(contrast.models) else 0, paired=paired)


def _hits(model: StudiedModel, side: Side, links: Collection[str]) -> dict[str, bool]:
    """Of each item whether the stereotype is preferred; those that have no link are the set's own."""
    run = model.answered(side.benchmark)
    hits = response_mode_for(run.facts).preferred(run, side.task)
    return {id if id in links else f"{side.key} {id}": hit for id, hit in hits.items()}


def language_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Benchmarks of one kind in two languages, asked of the same models, in the order of the study; of French and
    English, French first, as the papers have it. Items that are linked are drawn together."""
    contrasts = []
    for pair in combinations(study.over(analysis), 2):
        are_of_papers = {study.language(name) for name in pair} == {"fr", "en"}
        a, b = sorted(pair, key=lambda name: study.language(name) == "en") if are_of_papers else pair
        same = study.facts(a).kind == study.facts(b).kind and _series(a) == _series(b)
        if same and study.language(a) != study.language(b):
            sides = _language_side(study, analysis, a, language), _language_side(study, analysis, b, language)
            title = language.text("study.table.languages", a=sides[0].label, b=sides[1].label)
            made = _contrast(study, analysis, f"languages-{a}-{b}", title, sides)
            contrasts.append(replace(_linked(made, translated_items(study, a, b)), link="translated"))
    return contrasts


def _language_side(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Side:
    code = study.language(benchmark)
    short = language.text_or(f"language.{code}", code)
    return Side(code, set_title(study, benchmark, language), short, benchmark, task=study.task(analysis, benchmark))


def _series(benchmark: str) -> tuple[str, ...]:
    """crows-fr and crows-en belong together, crows-fr and pairs-en do not, nor crows-fr and crows-en-original."""
    first, _, *version = benchmark.split("-")
    return (first, *version)


def origin_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Table 5 of Névéol et al. 2022: pairs written in the language and pairs translated into it, each from a set of
    its own where `native` says so: the paper's 1,508 native English pairs are those of the original file."""
    contrasts = []
    for benchmark in study.over(analysis, by_task=False):
        about = set_title(study, benchmark, language)
        names = [group_name(origin, language) for origin in ORIGINS]
        sides = [
            Side(key, name, name, (analysis.native if key == ORIGINS[0] else None) or benchmark, key)
            for key, name in zip(ORIGINS, names, strict=True)
        ]
        title = language.text("study.table.origins", benchmark=about)
        contrast = _contrast(study, analysis, f"origins-{benchmark}", title, (sides[0], sides[1]))
        contrasts.append(replace(contrast, about=about))
    return contrasts


def _contrast(study: SavedStudy, analysis: Analysis, id: str, title: str, sides: tuple[Side, Side]) -> Contrast:
    models, others = list[tuple[StudiedModel, Figures]](), list[tuple[StudiedModel, Figures | None]]()
    for model in study.named(analysis):
        a, b = (study.score(model, side.benchmark, side.task, side.group) for side in sides)
        both = (a, b) if a and b else None
        if both and all(model.is_trusted(side.benchmark) for side in sides):
            models.append((model, both))
        elif both and study.include_excluded:
            others.append((model, both))
        elif any(published_side(study, model, side) is not None for side in sides):
            others.append((model, None))
    return Contrast(id, title, sides, models, others)


def empty_reason(study: SavedStudy, analysis: Analysis, contrast: Contrast, language: Language) -> str:
    """Why no model of the study has both figures: none was asked both, those that were are excluded, or none of the
    items that were asked is of a side's group."""
    sides = contrast.sides
    studied_models = [model for model in study.named(analysis) if all(side.benchmark in model.runs for side in sides)]
    names = [set_title(study, name, language) for name in dict.fromkeys(side.benchmark for side in sides)]
    if not studied_models:
        return language.text("study.nothing.both", benchmarks=language.list_of(names))
    if not any(all(model.is_trusted(side.benchmark) for side in sides) for model in studied_models):
        return language.text("study.nothing.excluded")
    for side in sides:
        items = items_of(study, side.benchmark)
        if side.group != ALL and not any(item.facets.get("origin") == side.group for item in items):
            key = "study.nothing.group" if any("origin" in item.facets for item in items) else "study.nothing.origins"
            return language.text(key, n=language.count(len(items)), group=side.label)
    return language.text("study.nothing.figures", benchmarks=language.list_of(names))


def contrast_table(study: SavedStudy, contrast: Contrast, language: Language) -> Table:
    sides = contrast.sides
    columns = [
        Column("model", language.text("column.model")),
        *(Column(side.key, side.label, "number", interval=True) for side in sides),
    ]
    if not contrast.relative:
        columns.append(Column("difference", language.text("study.difference"), "number", interval=True))
        columns += tested_columns(language)
    columns += [Column(f"n_{side.key}", f"n, {side.short}", "share") for side in sides]
    blanks = [Cell()] * (0 if contrast.relative else 3)
    tested = {model.name: cells for (model, _), cells in zip(contrast.models, contrast.differences(), strict=True)}
    rows = [
        _rows(study, contrast, model, found, tested.get(model.name, blanks), language)
        for model, found in (*contrast.models, *contrast.others)
    ]
    blocks = in_blocks([rows])
    key = "relative" if contrast.relative else f"difference.{contrast.link}" if contrast.linked else "difference"
    notes = [note for side in sides for note in table_notes(blocks, side.benchmark, side.task, language)]
    excluded = left_out(study, [side.benchmark for side in sides], language)
    about = language.text(f"study.note.{key}", linked=language.count(contrast.linked))
    note = " ".join(dict.fromkeys([about, *notes, excluded])).rstrip()
    return Table(contrast.title, columns, blocks, note)


def _rows(
    study: SavedStudy,
    contrast: Contrast,
    model: StudiedModel,
    found: Figures | None,
    tested: Sequence[Cell],
    language: Language,
) -> list[Row]:
    own = [shown(estimate, contrast) for estimate in found] if found else [Cell(), Cell()]
    counts = [Cell(estimate.n_used, of=estimate.n_total) for estimate in found] if found else [Cell(), Cell()]
    name = model.cell(*(side.benchmark for side in contrast.sides))
    rows: list[Row] = [[name, *own, *tested, *counts]]
    if printed := _printed(study, contrast, model):
        a, b = printed
        difference = Cell(b - a if a is not None and b is not None else None)
        between = [difference, Cell(), Cell()][: len(tested)]
        label = Cell(language.text("study.published"), muted=True)
        rows.append([label, Cell(a), Cell(b), *between, Cell(), Cell()])
    return rows


def published_side(study: SavedStudy, model: StudiedModel, side: Side) -> float | None:
    metric = study.metric(side.benchmark)
    return published_value(model.published_id, side.benchmark, metric, side.group, side.task)


def shown(estimate: Estimate, contrast: Contrast) -> Cell:
    if not contrast.relative:
        return Cell(estimate.value, estimate.low, estimate.high)
    value, low, high = (
        relative_deviation(end, estimate.ideal) for end in (estimate.value, estimate.low, estimate.high)
    )
    return Cell(value, low, high)


def contrast_sentence(contrast: Contrast, language: Language) -> str:
    """How many models differ clearly between the two; of two benchmarks, whether they put the models in one order."""
    a, b = (side.label for side in contrast.sides)
    count = language.count(len(contrast.models))
    if contrast.relative and contrast.models:
        correlation = contrast.agreement()
        if correlation is None:
            return language.text("study.said.benchmarks.few", a=a, b=b, count=count)
        two, rho = language.p_value(correlation.p_two_sided), language.number(correlation.rho, 2)
        key = "agree" if correlation.p_two_sided < 0.05 and correlation.rho > 0 else "none"
        return language.text(f"study.said.benchmarks.{key}", a=a, b=b, count=count, rho=rho, two=two)
    clear = [
        float(cell.value or 0) > 0 for cell, _, adjusted in contrast.differences() if float(adjusted.value or 0) < LEVEL
    ]
    more_b, more_a = (language.count(clear.count(side)) for side in (True, False))
    key = "study.said.contrast" if contrast.models else "study.said.contrast.none"
    text = language.text(key, more_b=more_b, more_a=more_a, a=a, b=b, count=count)
    return language.text("answer.on", benchmark=contrast.about, answer=text) if contrast.about else text


def models_figure(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Figure | None:
    """How often each model prefers the stereotype, with the published score below it."""
    task = study.task(analysis, benchmark, MEAN)
    verdicts, rows = _verdicts(study, analysis, benchmark, task), []
    for model in study.named(analysis):
        score = study.score(model, benchmark, task)
        printed = published_value(model.published_id, benchmark, study.metric(benchmark), task=task)
        beside = [] if printed is None else [(language.text("study.published"), printed)]
        if score is None and not beside:
            continue
        n = count_beside(score.n_used, score.n_total, language) if score else ""
        is_clear = verdicts.get(model.name) in (Verdict.ABOVE, Verdict.BELOW)
        point = Point(score.value, score.low, score.high, is_clear) if score else None
        rows.append(PlotRow(model.label(benchmark), n, [point], beside))
    if not rows:
        return None
    own = _words_for(study, benchmark, language)
    captions = (own.text("figure.left"), own.text("figure.right"))
    title = models_sentence(study, analysis, benchmark, language)
    published = language.text("study.key.published")
    plot = Plot(f"models-{benchmark}", title, rows, own.text("figure.ideal"), captions, published=published)
    plot = on_scale(plot, study.metric(benchmark))
    keys = [
        (legend_mark(0), own.text("study.key.filled")),
        (legend_mark(0, filled=False), own.text("figure.open")),
    ]
    if any(row.beside for row in rows):
        keys.append((legend_mark(0, published=True), language.text("study.key.published")))
    caption = _caption(study, benchmark, task, language)
    excluded = excluded_note(
        [model.runs[benchmark] for model in study.chosen(analysis, benchmark)], benchmark, language
    )
    return _figure(plot, keys, f"{caption} {excluded}".rstrip())


def _verdicts(study: SavedStudy, analysis: Analysis, benchmark: str, task: str | None) -> dict[str, Verdict]:
    """Of the models that are believed, by the rule for a single one, their tests adjusted together."""
    scores = {
        model.name: (model, score)
        for model in study.believed(analysis, benchmark)
        if (score := study.score(model, benchmark, task)) is not None
    }
    way = study.way(benchmark)
    tests = {
        name: model.runs[benchmark].findings.test(way.deciding(model.runs[benchmark], score))
        for name, (model, score) in scores.items()
    }
    made = {name: test for name, test in tests.items() if test is not None}
    adjusted = adjust_p({name: test.p for name, test in made.items()})
    test_records = {name: replace_fields(test, p_adjusted=adjusted[name]) for name, test in made.items()}
    return {
        name: verdict_on(
            model.runs[benchmark], score, model.find(benchmark, "neutral", task=task), test_records.get(name)
        )
        for name, (model, score) in scores.items()
    }


def _caption(study: SavedStudy, benchmark: str, task: str | None, language: Language) -> str:
    name = measure_name(study.metric(benchmark), language)
    text = language.text("study.caption", metric=name, benchmark=set_title(study, benchmark, language))
    return f"{text} {language.text(f'study.note.task.{task}')}" if task else text


def _words_for(study: SavedStudy, benchmark: str, language: Language) -> Language:
    """Those of the kind where a figure is no share around 50."""
    if MEASURES[study.metric(benchmark)].ideal == EVEN:
        return language
    return in_words_of(study.way(benchmark), language)


def models_sentence(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    task = study.task(analysis, benchmark, MEAN)
    found = [(model, study.score(model, benchmark, task)) for model in study.believed(analysis, benchmark)]
    scores = [(model.name, score) for model, score in found if score is not None]
    if not scores:
        return language.text("study.said.nothing", benchmark=set_title(study, benchmark, language))
    verdicts = list(_verdicts(study, analysis, benchmark, task).values())
    ordered = sorted(scores, key=lambda one: one[1].value)
    lowest, highest = ordered[0], ordered[-1]
    return _words_for(study, benchmark, language).text(
        "study.said.models",
        benchmark=set_title(study, benchmark, language),
        above=language.count(verdicts.count(Verdict.ABOVE)),
        below=language.count(verdicts.count(Verdict.BELOW)),
        count=language.count(len(scores)),
        highest=highest[0],
        high=language.number(highest[1].value),
        lowest=lowest[0],
        low=language.number(lowest[1].value),
    )


def contrast_figure(study: SavedStudy, contrast: Contrast, language: Language) -> Figure:
    """Two marks a row, and on the line of each what a paper printed."""
    rows = []
    for model, found in contrast.models:
        told = [differs(model.runs[estimate.benchmark], estimate) for estimate in found]
        points = [
            Point(*_values(shown(estimate, contrast)), clear) for estimate, clear in zip(found, told, strict=True)
        ]
        rows.append(PlotRow(model.name, points=points, printed=_printed(study, contrast, model)))
    for model, _ in contrast.others:
        if printed := _printed(study, contrast, model):
            name = model.cell(*(side.benchmark for side in contrast.sides))
            rows.append(PlotRow(f"{name.value} {name.mark}".rstrip(), points=[None, None], printed=printed))
    keys = [(legend_mark(index), side.label) for index, side in enumerate(contrast.sides)]
    keys.append((legend_mark(0, filled=False, neutral=True), language.text("figure.open")))
    published = language.text("study.key.published.line")
    if any(row.printed for row in rows):
        keys.append((legend_mark(0, published=True), published))
    captions = (language.text("figure.left"), language.text("figure.right"))
    title = contrast_sentence(contrast, language)
    series = [side.label for side in contrast.sides]
    ideal = language.text("study.ideal.relative" if contrast.relative else "figure.ideal")
    plot = Plot(contrast.id, title, rows, ideal, captions, series=series, published=published)
    if contrast.relative:
        plot = replace(plot, ideal=0.0, domain=_around_zero(rows))
    caption = language.text("study.note.relative") if contrast.relative else ""
    excluded = left_out(study, [side.benchmark for side in contrast.sides], language)
    return _figure(plot, keys, f"{caption} {excluded}".strip())


def _printed(study: SavedStudy, contrast: Contrast, model: StudiedModel) -> list[float | None]:
    """Of each side; empty where nothing was."""
    values = [published_side(study, model, side) for side in contrast.sides]
    if contrast.relative:
        values = [None if value is None else relative_deviation(value) for value in values]
    return [] if values == [None, None] else values


def _around_zero(rows: Sequence[PlotRow]) -> tuple[float, float]:
    """Whole tens, as far to the left as to the right."""
    drawn = [end for row in rows for point in row.points if point for end in (point.value, point.low, point.high)]
    drawn += [value for row in rows for value in row.printed]
    most = max(20.0, ceil(max(abs(end) for end in drawn if end is not None) / 10) * 10.0)
    return -most, most


def is_drawn(relation: Relation) -> bool:
    return len(relation.models) + len(published_points(relation.kind, relation.benchmark)) >= FEWEST_DOTS


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
        y_label=distance_name(study.metric(relation.benchmark), language),
        log_x=relation.property != "lms",
        series=[language.text("study.key.model")],
        published=language.text("study.key.published"),
    )
    keys = [(legend_mark(0), language.text("study.key.model"))]
    if any(dot.published for dot in dots):
        keys.append((legend_mark(0, published=True), language.text("study.key.published")))
    return Figure(plot, left_out(study, [relation.benchmark], language), keys, level=3, filed=True)


def _figure(plot: Plot, keys: Sequence[tuple[Markup, str]], caption: str) -> Figure:
    low, high = plot.bounds()
    return Figure(replace(plot, step=10 if high - low <= MOST_TENS else 20), caption, keys, level=3, filed=True)


def _values(cell: Cell) -> tuple[float, float | None, float | None]:
    return float(cell.value or 0.0), cell.low, cell.high
