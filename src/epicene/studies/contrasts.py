"""Two figures of one model side by side (French and English, native and translated, StereoSet and CrowS-Pairs), as a
table and a chart; and the charts of all models in one line-up, and of a property against the distance from 50."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import ceil, isclose
from statistics import fmean

from markupsafe import Markup
from msgspec.structs import replace as replace_fields

from epicene.core.language import Language
from epicene.core.types import INTRA, MEAN, Estimate
from epicene.data.vocabulary import ORIGINS
from epicene.kinds.figures import count_beside, measure_name, on_scale, tested_columns
from epicene.kinds.protocol import in_words_of, response_mode_for
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
from epicene.studies.published_values import published_points, published_value
from epicene.studies.saved_study import SavedStudy, StudiedModel
from epicene.studies.set_tables import items_of, linked_items, translated_items
from epicene.studies.significance_tables import Relation, relation_sentence
from epicene.studies.study_file import Analysis
from epicene.studies.study_tables import (
    StudyRow,
    distance_cell,
    distance_name,
    excluded_models,
    excluded_of,
    noted,
    set_title,
    study_table,
    table_notes,
)

FEWEST_DOTS = 4  # of a scatter plot; the table has the correlation of fewer models
MOST_TENS = 80  # points on an axis that has a label at each ten
EVEN = 50.0  # the ideal that a study's own words are about


@dataclass(frozen=True, slots=True)
class ContrastSide:
    """One of two figures: a benchmark's score, over all items or those of one origin."""

    key: str
    label: str
    short: str
    benchmark: str
    group: str = ALL
    task: str | None = None


Estimates = tuple[Estimate, Estimate]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Models that have both figures; `relative`: their deviation from 50 in percent of 50, no difference taken.

    `others` are models of the analysis that no sentence or test counts: excluded ones, with figures where tables show
    those, and ones of which only a paper has figures. `about` names the benchmark where the sides do not. Of two
    versions of a set, or of a set in two languages, `linked` items are in both (`link` says how), and `paired` has the
    difference of each model with that taken into account.
    """

    study: SavedStudy
    id: str
    title: str
    sides: tuple[ContrastSide, ContrastSide]
    models: Sequence[tuple[StudiedModel, Estimates]]
    others: Sequence[tuple[StudiedModel, Estimates | None]] = ()
    relative: bool = False
    about: str = ""
    linked: int = 0
    link: str = "linked"
    paired: Mapping[str, tuple[float, Interval]] = field(default_factory=dict)

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
        values = [self.published_side(model, side) for side in self.sides]
        if self.relative:
            values = [None if value is None else relative_deviation(value) for value in values]
        return [] if values == [None, None] else values

    def published_side(self, model: StudiedModel, side: ContrastSide) -> float | None:
        metric = self.study.metric(side.benchmark)
        return published_value(model.published_id, side.benchmark, metric, side.group, side.task)

    def name(self, model: StudiedModel) -> Cell:
        return model.cell(*(side.benchmark for side in self.sides))

    def excluded(self, language: Language) -> str:
        return excluded_models(self.study, [side.benchmark for side in self.sides], language)


def benchmark_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Figure 2 of Adam-Cuvillier et al. 2024: Ss within a sentence beside the CrowS-Pairs score, in one language."""
    contrasts = []
    pairs_sets = [name for name in study.asked() if not study.has_tasks(name)]
    for triples, pairs in product(study.benchmarks_of(analysis, by_task=True), pairs_sets):
        if study.language(triples) == study.language(pairs):
            task = study.task(analysis, triples, INTRA)
            first, second = set_title(study, triples, language), set_title(study, pairs, language)
            label = f"{first}, {language.text(f'study.task.{task}')}"
            sides = ContrastSide(triples, label, first, triples, task=task), ContrastSide(pairs, second, second, pairs)
            title = language.text("study.table.benchmarks", a=label, b=second)
            contrast = _contrast(study, analysis, f"benchmarks-{triples}-{pairs}", title, sides)
            contrasts.append(replace(contrast, relative=True))
    return contrasts


def version_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Two versions of one set in one language, the one that is named first before the other: what was revised."""
    contrasts = []
    for a, b in combinations(study.benchmarks_of(analysis), 2):
        same = study.facts(a).kind == study.facts(b).kind and _series(a)[0] == _series(b)[0]
        if same and study.language(a) == study.language(b):
            titles = [set_title(study, name, language) for name in (a, b)]
            first, second = (
                ContrastSide(name, title, title, name, task=study.task(analysis, name))
                for name, title in zip((a, b), titles, strict=True)
            )
            title = language.text("study.table.languages", a=first.label, b=second.label)
            contrast = _contrast(study, analysis, f"versions-{a}-{b}", title, (first, second))
            contrasts.append(_linked(contrast, linked_items(study, a, b)))
    return contrasts


def _linked(contrast: Contrast, links: Collection[str]) -> Contrast:
    """With the difference over items that are resampled together where they are linked; only where both figures are
    shares of items, which averages over target terms are not."""
    paired = {}
    for model, estimates in contrast.models if links else ():
        a, b = (_hits(model, side, links) for side in contrast.sides)
        if all(isclose(100 * fmean(hits.values()), own.value) for hits, own in zip((a, b), estimates, strict=True)):
            paired[model.name] = linked_difference(a, b)
    return replace(contrast, linked=len(links) if len(paired) == len(contrast.models) else 0, paired=paired)


def _hits(model: StudiedModel, side: ContrastSide, links: Collection[str]) -> dict[str, bool]:
    """Of each item whether the stereotype is preferred; those that have no link are the set's own."""
    run = model.answers(side.benchmark)
    hits = response_mode_for(run.facts).preferred(run, side.task)
    return {id if id in links else f"{side.key} {id}": hit for id, hit in hits.items()}


def language_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Benchmarks of one kind in two languages, asked of the same models, in the order of the study; of French and
    English, French first, as the papers have it. Items that are linked are resampled together."""
    contrasts = []
    for pair in combinations(study.benchmarks_of(analysis), 2):
        are_of_papers = {study.language(name) for name in pair} == {"fr", "en"}
        a, b = sorted(pair, key=lambda name: study.language(name) == "en") if are_of_papers else pair
        same = study.facts(a).kind == study.facts(b).kind and _series(a) == _series(b)
        if same and study.language(a) != study.language(b):
            first, second = (_language_side(study, analysis, name, language) for name in (a, b))
            title = language.text("study.table.languages", a=first.label, b=second.label)
            contrast = _contrast(study, analysis, f"languages-{a}-{b}", title, (first, second))
            contrasts.append(replace(_linked(contrast, translated_items(study, a, b)), link="translated"))
    return contrasts


def _language_side(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> ContrastSide:
    code, title = study.language(benchmark), set_title(study, benchmark, language)
    short = language.text_or(f"language.{code}", code)
    return ContrastSide(code, title, short, benchmark, task=study.task(analysis, benchmark))


def _series(benchmark: str) -> tuple[str, ...]:
    """crows-fr and crows-en belong together, crows-fr and pairs-en do not, nor crows-fr and crows-en-original."""
    first, _, *version = benchmark.split("-")
    return (first, *version)


def origin_contrasts(study: SavedStudy, analysis: Analysis, language: Language) -> list[Contrast]:
    """Table 5 of Névéol et al. 2022: pairs written in the language and pairs translated into it, each from a set of
    its own where `native` says so: the paper's 1,508 native English pairs are those of the original file."""
    contrasts = []
    for benchmark in study.benchmarks_of(analysis, by_task=False):
        about = set_title(study, benchmark, language)
        names = [group_name(origin, language) for origin in ORIGINS]
        native, translated = (
            ContrastSide(key, name, name, (analysis.native if key == ORIGINS[0] else None) or benchmark, key)
            for key, name in zip(ORIGINS, names, strict=True)
        )
        title = language.text("study.table.origins", benchmark=about)
        contrast = _contrast(study, analysis, f"origins-{benchmark}", title, (native, translated))
        contrasts.append(replace(contrast, about=about))
    return contrasts


def _contrast(
    study: SavedStudy, analysis: Analysis, id: str, title: str, sides: tuple[ContrastSide, ContrastSide]
) -> Contrast:
    models, others = list[tuple[StudiedModel, Estimates]](), list[tuple[StudiedModel, Estimates | None]]()
    empty = Contrast(study, id, title, sides, models, others)
    for model in study.models_of(analysis):
        a, b = (study.score(model, side.benchmark, side.task, side.group) for side in sides)
        both = (a, b) if a and b else None
        if both and all(model.is_trusted(side.benchmark) for side in sides):
            models.append((model, both))
        elif both and study.include_excluded:
            others.append((model, both))
        elif empty.published(model):
            others.append((model, None))
    return empty


def empty_reason(study: SavedStudy, analysis: Analysis, contrast: Contrast, language: Language) -> str:
    """Why no model of the study has both figures: none was asked both, those that were are excluded, or none of the
    items that were asked is of a side's group."""
    sides = contrast.sides
    models = [model for model in study.models_of(analysis) if all(side.benchmark in model.runs for side in sides)]
    names = [set_title(study, name, language) for name in dict.fromkeys(side.benchmark for side in sides)]
    if not models:
        return language.text("study.nothing.both", benchmarks=language.list_of(names))
    if not any(all(model.is_trusted(side.benchmark) for side in sides) for model in models):
        return language.text("study.nothing.excluded")
    for side in sides:
        items = items_of(study, side.benchmark)
        if side.group != ALL and not any(item.facets.get("origin") == side.group for item in items):
            key = "study.nothing.group" if any("origin" in item.facets for item in items) else "study.nothing.origins"
            return language.text(key, n=language.count(len(items)), group=side.label)
    return language.text("study.nothing.figures", benchmarks=language.list_of(names))


def contrast_table(study: SavedStudy, contrast: Contrast, language: Language) -> Table:
    first, second = contrast.sides
    columns = [
        Column("model", language.text("column.model")),
        *(Column(side.key, side.label, "number", interval=True) for side in contrast.sides),
    ]
    if not contrast.relative:
        columns.append(Column("difference", language.text("study.difference"), "number", interval=True))
        columns += tested_columns(language)
    columns += [Column(f"n_{side.key}", f"n, {side.short}", "share") for side in contrast.sides]
    tested, rows = contrast.differences(), []
    for model, estimates in (*contrast.models, *contrast.others):
        own = dict(tested.get(model.name, {}))
        for side, estimate in zip(contrast.sides, estimates or (), strict=False):
            own[side.key] = contrast.shown(estimate)
            own[f"n_{side.key}"] = Cell(estimate.n_used, of=estimate.n_total)
        printed = dict[str, Cell]()
        if values := contrast.published(model):
            a, b = values
            printed = {first.key: Cell(a), second.key: Cell(b)}
            printed["difference"] = Cell(b - a if a is not None and b is not None else None)
        rows.append(StudyRow(contrast.name(model), own, printed))
    key = "relative" if contrast.relative else f"difference.{contrast.link}" if contrast.linked else "difference"
    note = language.text(f"study.note.{key}", linked=language.count(contrast.linked))
    table = study_table(contrast.title, columns, [rows], language, note=note)
    notes = [text for side in contrast.sides for text in table_notes(table, side.benchmark, side.task, language)]
    return noted(table, *notes, contrast.excluded(language))


def contrast_sentence(contrast: Contrast, language: Language) -> str:
    """How many models differ clearly between the two; of two benchmarks, whether they put the models in one order."""
    a, b = (side.label for side in contrast.sides)
    count = language.count(len(contrast.models))
    if contrast.relative and contrast.models:
        first, second = zip(*((a.value, b.value) for _, (a, b) in contrast.models), strict=True)
        correlation = spearman(list(first), list(second))
        if correlation is None:
            return language.text("study.said.benchmarks.few", a=a, b=b, count=count)
        two, rho = language.p_value(correlation.p_two_sided), language.number(correlation.rho, 2)
        key = "agree" if correlation.p_two_sided < LEVEL and correlation.rho > 0 else "none"
        return language.text(f"study.said.benchmarks.{key}", a=a, b=b, count=count, rho=rho, two=two)
    is_more = [
        float(cells["difference"].value or 0) > 0
        for cells in contrast.differences().values()
        if float(cells["p_adjusted"].value or 0) < LEVEL
    ]
    more_b, more_a = (language.count(is_more.count(side)) for side in (True, False))
    key = "study.said.contrast" if contrast.models else "study.said.contrast.none"
    text = language.text(key, more_b=more_b, more_a=more_a, a=a, b=b, count=count)
    return language.text("answer.on", benchmark=contrast.about, answer=text) if contrast.about else text


# Charts


def models_figure(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> Figure | None:
    """How often each model prefers the stereotype, with the published score below it."""
    task, metric = study.task(analysis, benchmark, MEAN), study.metric(benchmark)
    verdicts, rows = model_verdicts(study, analysis, benchmark, task), []
    for model in study.models_of(analysis):
        score = study.score(model, benchmark, task)
        printed = published_value(model.published_id, benchmark, metric, task=task)
        published = [] if printed is None else [(language.text("study.published"), printed)]
        if score is None and not published:
            continue
        n = count_beside(score.n_used, score.n_total, language) if score else ""
        is_clear = verdicts.get(model.name) in (Verdict.ABOVE, Verdict.BELOW)
        point = Point(score.value, score.low, score.high, is_clear) if score else None
        rows.append(PlotRow(model.label(benchmark), n, [point], published))
    if not rows:
        return None
    own = _words_for(study, benchmark, language)
    captions = (own.text("figure.left"), own.text("figure.right"))
    key = language.text("study.key.published")
    title = models_sentence(study, analysis, benchmark, language)
    plot = on_scale(Plot(f"models-{benchmark}", title, rows, own.text("figure.ideal"), captions, published=key), metric)
    keys = [
        (legend_mark(0), own.text("study.key.filled")),
        (legend_mark(0, filled=False), own.text("figure.open")),
    ]
    has_published = any(row.beside for row in rows)
    name = set_title(study, benchmark, language)
    caption = [
        language.text("study.caption", metric=measure_name(metric, language), benchmark=name),
        language.text(f"study.note.task.{task}") if task else "",
        excluded_of(study, analysis, benchmark, language),
    ]
    return _figure(plot, keys, " ".join(filter(None, caption)), key if has_published else "")


def model_verdicts(study: SavedStudy, analysis: Analysis, benchmark: str, task: str | None) -> dict[str, Verdict]:
    """Verdicts on the trusted models, by the rule for a single one, their tests adjusted together."""
    models = {model.name: model for model in study.trusted(analysis, benchmark)}
    scores = {name: score for name, model in models.items() if (score := study.score(model, benchmark, task))}
    mode = study.mode(benchmark)
    tests = {}
    for name, score in scores.items():
        run = models[name].runs[benchmark]
        test = run.findings.test(mode.deciding(run, score))
        if test is not None:
            tests[name] = test
    adjusted = adjust_p({name: test.p for name, test in tests.items()})
    tests = {name: replace_fields(test, p_adjusted=adjusted[name]) for name, test in tests.items()}
    return {
        name: verdict_on(
            models[name].runs[benchmark],
            score,
            models[name].find(benchmark, "neutral", task=task),
            tests.get(name),
        )
        for name, score in scores.items()
    }


def _words_for(study: SavedStudy, benchmark: str, language: Language) -> Language:
    """Those of the kind where a figure is no share around 50."""
    if MEASURES[study.metric(benchmark)].ideal == EVEN:
        return language
    return in_words_of(study.mode(benchmark), language)


def models_sentence(study: SavedStudy, analysis: Analysis, benchmark: str, language: Language) -> str:
    """How many models clearly prefer the stereotype, how many lean away from it, and the ends of the scores."""
    task, name = study.task(analysis, benchmark, MEAN), set_title(study, benchmark, language)
    scored = [(model.name, study.score(model, benchmark, task)) for model in study.trusted(analysis, benchmark)]
    scores = sorted([(score.value, model) for model, score in scored if score], key=lambda score: score[0])
    if not scores:
        return language.text("study.said.nothing", benchmark=name)
    verdicts = list(model_verdicts(study, analysis, benchmark, task).values())
    (low, lowest), (high, highest) = scores[0], scores[-1]
    return _words_for(study, benchmark, language).text(
        "study.said.models",
        benchmark=name,
        above=language.count(verdicts.count(Verdict.ABOVE)),
        below=language.count(verdicts.count(Verdict.BELOW)),
        count=language.count(len(scores)),
        highest=highest,
        high=language.number(high),
        lowest=lowest,
        low=language.number(low),
    )


def contrast_figure(contrast: Contrast, language: Language) -> Figure:
    """Two marks a row, and on the line of each what a paper printed."""
    rows = []
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
    keys.append((legend_mark(0, filled=False, neutral=True), language.text("figure.open")))
    published = language.text("study.key.published.line")
    captions = (language.text("figure.left"), language.text("figure.right"))
    series = [side.label for side in contrast.sides]
    ideal = language.text("study.ideal.relative" if contrast.relative else "figure.ideal")
    title = contrast_sentence(contrast, language)
    plot = Plot(contrast.id, title, rows, ideal, captions, series=series, published=published)
    if contrast.relative:
        plot = replace(plot, ideal=0.0, domain=_around_zero(rows))
    caption = language.text("study.note.relative") if contrast.relative else ""
    caption = f"{caption} {contrast.excluded(language)}".strip()
    return _figure(plot, keys, caption, published if any(row.printed for row in rows) else "")


def _around_zero(rows: Sequence[PlotRow]) -> tuple[float, float]:
    """Whole tens, as far to the left as to the right."""
    ends = [end for row in rows for point in row.points if point for end in (point.value, point.low, point.high)]
    ends += [value for row in rows for value in row.printed]
    most = max(20.0, ceil(max(abs(end) for end in ends if end is not None) / 10) * 10.0)
    return -most, most


def is_drawn(relation: Relation) -> bool:
    return len(relation.models) + len(published_points(relation.kind, relation.benchmark)) >= FEWEST_DOTS


def relation_figure(study: SavedStudy, relation: Relation, language: Language) -> Figure:
    scale = 1e-6 if relation.fact == "parameters" else 1.0
    dots = [Dot(model.name, x * scale, *_values(distance_cell(score))) for model, x, score in relation.models]
    printed = published_points(relation.kind, relation.benchmark)
    dots += [Dot(point.name, point.x * scale, point.distance, published=True) for point in printed]
    plot = Scatter(
        id=f"relation-{relation.fact}-{relation.benchmark}".replace("_", "-"),
        title=relation_sentence(study, relation, language),
        dots=dots,
        x_label=language.text(f"study.axis.{relation.fact}"),
        y_label=distance_name(study.metric(relation.benchmark), language),
        log_x=relation.fact != "lms",
        series=[language.text("study.key.model")],
        published=language.text("study.key.published"),
    )
    keys = [(legend_mark(0), language.text("study.key.model"))]
    published = language.text("study.key.published") if printed else ""
    return _figure(plot, keys, excluded_models(study, [relation.benchmark], language), published)


def _figure(plot: Plot | Scatter, keys: Sequence[tuple[Markup, str]], caption: str, published: str) -> Figure:
    """A chart that is a file too; `published` is what its legend calls the marks of a paper's figures."""
    if isinstance(plot, Plot):
        low, high = plot.bounds()
        plot = replace(plot, step=10 if high - low <= MOST_TENS else 20)
    keys = [*keys, (legend_mark(0, published=True), published)] if published else keys
    return Figure(plot, caption, keys, level=3, filed=True)


def _values(cell: Cell) -> tuple[float, float | None, float | None]:
    return float(cell.value or 0.0), cell.low, cell.high
