"""Two figures of one model side by side (French and English, native and translated, StereoSet and CrowS-Pairs), as a
table and a chart; and the charts of all models in one line-up, and of a property against the distance from 50."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from math import ceil, isclose
from statistics import fmean

from markupsafe import Markup
from msgspec.structs import replace as replace_fields

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.figures import count_beside, measure_name, on_scale, tested_columns
from epicene.kinds.protocol import in_words_of
from epicene.kinds.verdicts import Verdict, differs, verdict_on
from epicene.metrics.answer_groups import ALL, group_name
from epicene.metrics.catalogue import MEASURES
from epicene.metrics.correlation import difference_interval, difference_p, relative_deviation, spearman
from epicene.metrics.intervals import Interval
from epicene.metrics.significance import LEVEL, adjust_p
from epicene.metrics.two_models import linked_difference
from epicene.report.charts.forest import Plot, PlotRow, Point, legend_mark
from epicene.report.charts.scatter import Dot, Scatter
from epicene.report.document import Figure
from epicene.report.tables import Cell, Column, Table
from epicene.studies.published_values import published_points
from epicene.studies.saved_study import StudiedModel
from epicene.studies.set_tables import items_of, linked_items, translated_items
from epicene.studies.significance_tables import Relation, relation_sentence
from epicene.studies.study_tables import (
    AnalysisView,
    StudyRow,
    distance_cell,
    distance_name,
    figure_notes,
    noted,
    study_table,
)

FEWEST_DOTS = 4  # of a scatter plot; the table has the correlation of fewer models
MOST_TENS = 80  # points on an axis that has a label at each ten
EVEN = 50.0  # the ideal that a study's own words are about
Estimates = tuple[Estimate, Estimate]


@dataclass(frozen=True)
class ContrastSide:
    """One of two figures: a benchmark's score, over all items or those of one origin."""

    key: str
    label: str
    short: str
    view: AnalysisView
    group: str = ALL

    @property
    def benchmark(self) -> str:
        return self.view.benchmark


@dataclass(frozen=True)
class Contrast:
    """Models that have both figures; `relative`: their deviation from 50 in percent of 50, no difference taken.

    `about` names the benchmark where the sides do not. Of two versions of a set, or of a set in two languages, `links`
    are items that are in both (`link` says how), and are resampled together.
    """

    id: str
    title: str
    sides: tuple[ContrastSide, ContrastSide]
    relative: bool = False
    about: str = ""
    link: str = "linked"
    links: Collection[str] = field(default=(), repr=False)

    @property
    def view(self) -> AnalysisView:
        return self.sides[0].view

    @cached_property
    def models(self) -> list[tuple[StudiedModel, Estimates]]:
        """The models that have both figures and can be trusted on both."""
        return [(model, both) for model, both, is_counted in self._shown if both and is_counted]

    @cached_property
    def others(self) -> list[tuple[StudiedModel, Estimates | None]]:
        """Models that no sentence or test counts: excluded ones, with figures where tables show those, and those of
        which only a paper has figures."""
        return [(model, both) for model, both, is_counted in self._shown if not is_counted]

    @cached_property
    def _shown(self) -> list[tuple[StudiedModel, Estimates | None, bool]]:
        shown = list[tuple[StudiedModel, Estimates | None, bool]]()
        for model in self.view.models:
            a, b = (side.view.score(model, side.group) for side in self.sides)
            both = (a, b) if a and b else None
            is_counted = both is not None and all(model.is_trusted(side.benchmark) for side in self.sides)
            if is_counted or (both and self.view.study.include_excluded):
                shown.append((model, both, is_counted))
            elif self.published(model):
                shown.append((model, None, False))
        return shown

    @cached_property
    def paired(self) -> dict[str, tuple[float, Interval]]:
        """The difference of each model over items that are resampled together where they are linked; only where both
        figures are shares of items, which averages over target terms are not."""
        paired = {}
        for model, estimates in self.models if self.links else ():
            a, b = (self._hits(model, side) for side in self.sides)
            if all(isclose(100 * fmean(hits.values()), own.value) for hits, own in zip((a, b), estimates, strict=True)):
                paired[model.name] = linked_difference(a, b)
        return paired

    def _hits(self, model: StudiedModel, side: ContrastSide) -> dict[str, bool]:
        """Of each item whether the stereotype is preferred; those that have no link are the set's own."""
        hits = side.view.mode.preferred(model.answers(side.benchmark), side.view.task)
        return {id if id in self.links else f"{side.key} {id}": hit for id, hit in hits.items()}

    @property
    def linked(self) -> int:
        """How many items are in both; 0 where the difference of some model does not take that into account."""
        return len(self.links) if len(self.paired) == len(self.models) else 0

    @cached_property
    def differences(self) -> dict[str, dict[str, Cell]]:
        """Of each model the second figure less the first, p, and that adjusted over the models; nothing where they are
        `relative`."""
        if self.relative:
            return {}
        differences = {}
        for model, pair in self.models:
            a, b = ((estimate.value, estimate.low, estimate.high) for estimate in pair)
            differences[model.name] = self.paired.get(model.name) or difference_interval(a, b)
        p = {name: difference_p(*difference) for name, difference in differences.items()}
        adjusted = adjust_p(p)
        return {
            name: {"difference": Cell(value, *span), "p": Cell(p[name]), "p_adjusted": Cell(adjusted[name])}
            for name, (value, span) in differences.items()
        }

    def shown(self, estimate: Estimate) -> Cell:
        ends = (estimate.value, estimate.low, estimate.high)
        return Cell(*(relative_deviation(end, estimate.ideal) for end in ends) if self.relative else ends)

    def published(self, model: StudiedModel) -> list[float | None]:
        """What a paper printed for each side; empty where it printed nothing."""
        values = [side.view.published(model, side.group) for side in self.sides]
        if self.relative:
            values = [None if value is None else relative_deviation(value) for value in values]
        return [] if values == [None, None] else values

    def name(self, model: StudiedModel) -> Cell:
        return model.cell(*(side.benchmark for side in self.sides))

    @property
    def excluded(self) -> str:
        return self.view.study.excluded_models([side.benchmark for side in self.sides], self.view.language)


def benchmark_contrasts(view: AnalysisView) -> list[Contrast]:
    """Figure 2 of Adam-Cuvillier et al. 2024: Ss within a sentence beside the CrowS-Pairs score, in one language."""
    study, contrasts = view.study, []
    pairs_sets = [view.on(name) for name in study.asked() if not study.has_tasks(name)]
    for triples, pairs in product(view.benchmarks(by_task=True), pairs_sets):
        if study.language(triples.benchmark) == study.language(pairs.benchmark):
            label = f"{triples.title}, {view.text(f'task.{triples.task}')}"
            sides = (
                ContrastSide(triples.benchmark, label, triples.title, triples),
                ContrastSide(pairs.benchmark, pairs.title, pairs.title, pairs),
            )
            title = view.text("table.benchmarks", a=label, b=pairs.title)
            id = f"benchmarks-{triples.benchmark}-{pairs.benchmark}"
            contrasts.append(Contrast(id, title, sides, relative=True))
    return contrasts


def version_contrasts(view: AnalysisView) -> list[Contrast]:
    """Two versions of one set in one language, the one that is named first before the other: what was revised."""
    study, contrasts = view.study, []
    for a, b in combinations(view.benchmarks(), 2):
        same = _kind(a) == _kind(b) and _series(a)[0] == _series(b)[0]
        if same and study.language(a.benchmark) == study.language(b.benchmark):
            sides = (ContrastSide(a.benchmark, a.title, a.title, a), ContrastSide(b.benchmark, b.title, b.title, b))
            title, id = view.text("table.languages", a=a.title, b=b.title), f"versions-{a.benchmark}-{b.benchmark}"
            contrasts.append(Contrast(id, title, sides, links=linked_items(study, a.benchmark, b.benchmark)))
    return contrasts


def language_contrasts(view: AnalysisView) -> list[Contrast]:
    """Benchmarks of one kind in two languages, asked of the same models, in the order of the study; of French and
    English, French first, as the papers have it. Items that are linked are resampled together."""
    study, language, contrasts = view.study, view.language, []
    for pair in combinations(view.benchmarks(), 2):
        codes = {side.benchmark: study.language(side.benchmark) for side in pair}
        are_of_papers = {*codes.values()} == {"fr", "en"}
        a, b = sorted(pair, key=lambda side: codes[side.benchmark] == "en") if are_of_papers else pair
        if _kind(a) == _kind(b) and _series(a) == _series(b) and len({*codes.values()}) == 2:
            first, second = (
                ContrastSide(code, side.title, language.text_or(f"language.{code}", code), side)
                for side in (a, b)
                for code in [codes[side.benchmark]]
            )
            title, id = view.text("table.languages", a=a.title, b=b.title), f"languages-{a.benchmark}-{b.benchmark}"
            links = translated_items(study, a.benchmark, b.benchmark)
            contrasts.append(Contrast(id, title, (first, second), link="translated", links=links))
    return contrasts


def _kind(view: AnalysisView) -> str:
    return view.study.facts(view.benchmark).kind


def _series(view: AnalysisView) -> tuple[str, ...]:
    """crows-fr and crows-en belong together, crows-fr and pairs-en do not, nor crows-fr and crows-en-original."""
    first, _, *version = view.benchmark.split("-")
    return (first, *version)


def origin_contrasts(view: AnalysisView) -> list[Contrast]:
    """Table 5 of Névéol et al. 2022: pairs written in the language and pairs translated into it, each from a set of
    its own where `native` says so: the paper's 1,508 native English pairs are those of the original file."""
    contrasts = []
    for own in view.benchmarks(by_task=False):
        (native, first), (translated, second) = ((key, group_name(key, view.language)) for key in ORIGINS)
        of_native = own.on(view.analysis.native or own.benchmark)
        sides = (
            ContrastSide(native, first, first, of_native, native),
            ContrastSide(translated, second, second, own, translated),
        )
        title = view.text("table.origins", benchmark=own.title)
        contrasts.append(Contrast(f"origins-{own.benchmark}", title, sides, about=own.title))
    return contrasts


def empty_reason(contrast: Contrast) -> str:
    """Why no model of the study has both figures: none was asked both, those that were are excluded, or none of the
    items that were asked is of a side's group."""
    view, sides = contrast.view, contrast.sides
    models = [model for model in view.models if all(side.benchmark in model.runs for side in sides)]
    names = view.language.list_of(list(dict.fromkeys(side.view.title for side in sides)))
    if not models:
        return view.text("nothing.both", benchmarks=names)
    if not any(all(model.is_trusted(side.benchmark) for side in sides) for model in models):
        return view.text("nothing.excluded")
    for side in sides:
        items = items_of(view.study, side.benchmark)
        if side.group != ALL and not any(item.facets.get("origin") == side.group for item in items):
            key = "nothing.group" if any("origin" in item.facets for item in items) else "nothing.origins"
            return view.text(key, n=view.language.count(len(items)), group=side.label)
    return view.text("nothing.figures", benchmarks=names)


def contrast_table(contrast: Contrast) -> Table:
    view, (first, second) = contrast.view, contrast.sides
    columns = [
        Column("model", view.language.text("column.model")),
        *(Column(side.key, side.label, "number", interval=True) for side in contrast.sides),
    ]
    if not contrast.relative:
        columns.append(Column("difference", view.text("difference"), "number", interval=True))
        columns += tested_columns(view.language)
    columns += [Column(f"n_{side.key}", f"n, {side.short}", "share") for side in contrast.sides]
    rows = []
    for model, estimates in (*contrast.models, *contrast.others):
        own = dict(contrast.differences.get(model.name, {}))
        for side, estimate in zip(contrast.sides, estimates or (), strict=False):
            own[side.key] = contrast.shown(estimate)
            own[f"n_{side.key}"] = Cell(estimate.n_used, of=estimate.n_total)
        printed = dict[str, Cell]()
        if values := contrast.published(model):
            a, b = values
            difference = b - a if a is not None and b is not None else None
            printed = {first.key: Cell(a), second.key: Cell(b), "difference": Cell(difference)}
        rows.append(StudyRow(contrast.name(model), own, printed))
    key = "relative" if contrast.relative else f"difference.{contrast.link}" if contrast.linked else "difference"
    note = view.text(f"note.{key}", linked=view.language.count(contrast.linked))
    table = study_table(contrast.title, columns, [rows], view.language, note=note)
    return noted(
        table, *(text for side in contrast.sides for text in figure_notes(side.view, table)), contrast.excluded
    )


def contrast_sentence(contrast: Contrast) -> str:
    """How many models differ clearly between the two; of two benchmarks, whether they put the models in one order."""
    view, language = contrast.view, contrast.view.language
    a, b = (side.label for side in contrast.sides)
    count = language.count(len(contrast.models))
    if contrast.relative and contrast.models:
        first, second = zip(*((a.value, b.value) for _, (a, b) in contrast.models), strict=True)
        correlation = spearman(list(first), list(second))
        if correlation is None:
            return view.text("said.benchmarks.few", a=a, b=b, count=count)
        two, rho = language.p_value(correlation.p_two_sided), language.number(correlation.rho, 2)
        key = "agree" if correlation.p_two_sided < LEVEL and correlation.rho > 0 else "none"
        return view.text(f"said.benchmarks.{key}", a=a, b=b, count=count, rho=rho, two=two)
    is_more = [
        float(cells["difference"].value or 0) > 0
        for cells in contrast.differences.values()
        if float(cells["p_adjusted"].value or 0) < LEVEL
    ]
    more_b, more_a = (is_more.count(side) for side in (True, False))
    key = "said.contrast" if contrast.models else "said.contrast.none"
    text = view.text(key, more_b=more_b, more_a=more_a, a=a, b=b, count=count)
    return language.text("answer.on", benchmark=contrast.about, answer=text) if contrast.about else text


# Charts


def models_figure(view: AnalysisView) -> Figure | None:
    """How often each model prefers the stereotype, with the published score below it."""
    verdicts, rows = model_verdicts(view), []
    for model in view.models:
        score, printed = view.score(model), view.published(model)
        published = [] if printed is None else [(view.text("published"), printed)]
        if score is None and not published:
            continue
        n = count_beside(score.n_used, score.n_total, view.language) if score else ""
        is_clear = verdicts.get(model.name) in (Verdict.ABOVE, Verdict.BELOW)
        point = Point(score.value, score.low, score.high, is_clear) if score else None
        rows.append(PlotRow(model.label(view.benchmark), n, [point], published))
    if not rows:
        return None
    own, key = _words_for(view), view.text("key.published")
    captions = (own.text("figure.left"), own.text("figure.right"))
    name, title = f"models-{view.benchmark}", models_sentence(view)
    plot = on_scale(Plot(name, title, rows, own.text("figure.ideal"), captions, published=key), view.metric)
    keys = [
        (legend_mark(0), own.text("study.key.filled")),
        (legend_mark(0, filled=False), own.text("figure.open")),
    ]
    about = view.text("caption", metric=measure_name(view.metric, view.language), benchmark=view.title)
    caption = " ".join(filter(None, [about, view.about_task, view.excluded]))
    return _figure(plot, keys, caption, key if any(row.beside for row in rows) else "")


def model_verdicts(view: AnalysisView) -> dict[str, Verdict]:
    """Verdicts on the trusted models, by the rule for a single one, their tests adjusted together."""
    scores = view.scores(view.trusted)
    tests = {}
    for model, score in scores:
        run = model.runs[view.benchmark]
        if (test := run.findings.test(view.mode.deciding(run, score))) is not None:
            tests[model.name] = test
    adjusted = adjust_p({name: test.p for name, test in tests.items()})
    tests = {name: replace_fields(test, p_adjusted=adjusted[name]) for name, test in tests.items()}
    return {
        model.name: verdict_on(
            model.runs[view.benchmark],
            score,
            model.find(view.benchmark, "neutral", task=view.task),
            tests.get(model.name),
        )
        for model, score in scores
    }


def _words_for(view: AnalysisView) -> Language:
    """Those of the kind where a figure is no share around 50."""
    is_even = MEASURES[view.metric].ideal == EVEN
    return view.language if is_even else in_words_of(view.mode, view.language)


def models_sentence(view: AnalysisView) -> str:
    """How many models clearly prefer the stereotype, how many lean away from it, and the ends of the scores."""
    scores = sorted(
        [(score.value, model.name) for model, score in view.scores(view.trusted)], key=lambda score: score[0]
    )
    if not scores:
        return view.text("said.nothing", benchmark=view.title)
    verdicts = list(model_verdicts(view).values())
    (low, lowest), (high, highest) = scores[0], scores[-1]
    return _words_for(view).text(
        "study.said.models",
        benchmark=view.title,
        above=verdicts.count(Verdict.ABOVE),
        below=verdicts.count(Verdict.BELOW),
        count=len(scores),
        highest=highest,
        high=view.language.number(high),
        lowest=lowest,
        low=view.language.number(low),
    )


def contrast_figure(contrast: Contrast) -> Figure:
    """Two marks a row, and on the line of each what a paper printed."""
    text, rows = contrast.view.language.text, []
    for model, estimates in contrast.models:
        points = [
            Point(*_values(contrast.shown(estimate)), differs(model.runs[estimate.benchmark], estimate))
            for estimate in estimates
        ]
        rows.append(PlotRow(model.name, points=points, printed=contrast.published(model)))
    for model, _ in contrast.others:
        if printed := contrast.published(model):
            name = contrast.name(model)
            rows.append(PlotRow(f"{name.value} {name.mark}".rstrip(), points=[None, None], printed=printed))
    keys = [(legend_mark(index), side.label) for index, side in enumerate(contrast.sides)]
    keys.append((legend_mark(0, filled=False, neutral=True), text("figure.open")))
    published = text("study.key.published.line")
    plot = Plot(
        contrast.id,
        contrast_sentence(contrast),
        rows,
        text("study.ideal.relative" if contrast.relative else "figure.ideal"),
        (text("figure.left"), text("figure.right")),
        series=[side.label for side in contrast.sides],
        published=published,
    )
    if contrast.relative:
        # Whole tens around zero, as far to the left as to the right.
        ends = [end for row in rows for point in row.points if point for end in (point.value, point.low, point.high)]
        ends += [value for row in rows for value in row.printed]
        most = max(20.0, ceil(max(abs(end) for end in ends if end is not None) / 10) * 10.0)
        plot = replace(plot, ideal=0.0, domain=(-most, most))
    caption = text("study.note.relative") if contrast.relative else ""
    caption = f"{caption} {contrast.excluded}".strip()
    return _figure(plot, keys, caption, published if any(row.printed for row in rows) else "")


def relation_figure(relation: Relation) -> Figure | None:
    """A property against the distance from 50; nothing where there are too few models for a chart."""
    view, fact = relation.view, relation.fact
    printed = published_points(view.analysis.kind, view.benchmark)
    if len(relation.models) + len(printed) < FEWEST_DOTS:
        return None
    scale = 1e-6 if fact == "parameters" else 1.0
    dots = [Dot(model.name, x * scale, *_values(distance_cell(score))) for model, x, score in relation.models]
    dots += [Dot(point.name, point.x * scale, point.distance, published=True) for point in printed]
    plot = Scatter(
        id=f"relation-{fact}-{view.benchmark}".replace("_", "-"),
        title=relation_sentence(relation),
        dots=dots,
        x_label=view.text(f"axis.{fact}"),
        y_label=distance_name(view.metric, view.language),
        log_x=fact != "lms",
        series=[view.text("key.model")],
        published=view.text("key.published"),
    )
    excluded = view.study.excluded_models([view.benchmark], view.language)
    published = view.text("key.published") if printed else ""
    return _figure(plot, [(legend_mark(0), view.text("key.model"))], excluded, published)


def _figure(plot: Plot | Scatter, keys: Sequence[tuple[Markup, str]], caption: str, published: str) -> Figure:
    """A chart that is a file too; `published` is what its legend calls the marks of a paper's figures."""
    if isinstance(plot, Plot):
        low, high = plot.bounds()
        plot = replace(plot, step=10 if high - low <= MOST_TENS else 20)
    keys = [*keys, (legend_mark(0, published=True), published)] if published else keys
    return Figure(plot, caption, keys, level=3, filed=True)


def _values(cell: Cell) -> tuple[float, float | None, float | None]:
    return float(cell.value or 0.0), cell.low, cell.high
