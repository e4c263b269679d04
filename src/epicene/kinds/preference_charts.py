"""Charts that kinds of benchmarks share: figures against their ideal, a row for each group or model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median_low

from markupsafe import Markup

from epicene.core.language import Language
from epicene.core.types import Estimate
from epicene.kinds.answer_sentences import differs, includes_ideal, is_significant, seen_by_type
from epicene.kinds.protocol import FEWEST_SHOWN, View, response_mode_of
from epicene.kinds.trust import is_trusted, mark_of, marked_label
from epicene.metrics.answer_groups import in_order, is_type
from epicene.metrics.catalogue import MEASURES, PERCENT
from epicene.metrics.significance import LEVEL, fewest_hits
from epicene.report.charts.forest import MOST_MARKS, STRIP, Plot, PlotRow, Point, legend_mark
from epicene.report.charts.heat_map import HeatMap, drawable, heat_key
from epicene.report.document import Block, Paragraph
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import are_comparable


def point(score: Estimate, told: bool) -> Point:
    return Point(score.value, score.low, score.high, told)


def points(view: View, scores: Sequence[Estimate | None]) -> list[Point | None]:
    """One for each run, filled where it differs clearly from the ideal."""
    return [
        None if score is None else point(score, differs(run, score))
        for run, score in zip(view.runs, scores, strict=True)
    ]


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


def of_models(view: View, plot: Plot, *, tested: bool = True) -> Plot | HeatMap:
    """A chart with a point for each model of the report; a heat map where these are many."""
    excluded = [index for index, run in enumerate(view.runs) if mark_of(run, view.benchmark)]
    published = view.language.plural("figure.printed", 1)
    labels = [marked_label(run, view.benchmark) for run in view.runs]
    return drawable(replace(plot, series=labels, excluded=excluded, published=published), tested=tested)


def groups_title(view: View, types: Sequence[tuple[str, Estimate]], asked_alike: bool) -> str:
    """What is seen: of one model, its types (`types` are their names and figures); of several that were asked alike,
    from where to where they reach."""
    language = view.language
    if not view.several:
        return seen_by_type(view, types)
    scores = [
        (run.label, score)
        for run in view.runs
        if is_trusted(run, view.benchmark)
        and (score := response_mode_of(run, view.benchmark).score(run, view.benchmark))
    ]
    if len(scores) < 2 or not asked_alike:
        return language.text("seen.standing.apart")
    (lowest, least), *_, (highest, most) = sorted(scores, key=lambda one: one[1].value)
    values = {"high": language.percent(most.value), "low": language.percent(least.value)}
    return language.text("seen.models", highest=highest, lowest=lowest, **values)


def near_misses(view: View, types: Sequence[tuple[str, Estimate]]) -> list[Block]:
    """A word on types whose interval excludes the ideal though the adjusted test does not: readers would wonder."""
    if view.several or not is_trusted(view.runs[0], view.benchmark):
        return []
    run, language = view.runs[0], view.language
    near = [
        name
        for name, estimate in types
        if run.findings.test(estimate) and not (includes_ideal(estimate) or differs(run, estimate))
    ]
    texts = {"names": language.list_of(near), "total": language.count(len(types))}
    return [Paragraph(language.plural("figure.near", len(near), **texts), "note")] if near else []


def power_note(view: View, metric: str) -> list[Block]:
    """What a type would have to show to differ clearly, and that small groups have no row."""
    every = in_order(group for run in view.runs for group in run.findings.groups(view.benchmark, metric))
    hidden = len(set(every) - set(view.groups(metric)))
    texts = [view.language.plural("figure.hidden", hidden, fewest=FEWEST_SHOWN)] if hidden else []
    needed = needed_said(view.runs[0], view.benchmark, metric, view.language)
    return [Paragraph(" ".join([needed, *texts]).strip(), "note")] if needed or texts else []


def needed_said(run: SavedRun, benchmark: str, metric: str, language: Language) -> str:
    """How many items of a type of usual size would have to go one way for the type to differ clearly, where it alone
    does and types are tested by single answers."""
    way, groups = response_mode_of(run, benchmark), run.findings.groups(benchmark, metric)
    scores = [run.findings.find(benchmark, metric, group) for group in groups if is_type(group)]
    tests = [run.findings.test(way.deciding(run, score)) for score in scores if score]
    sizes = [test.n for test in tests if test and test.test == "binomial" and test.n >= FEWEST_SHOWN]
    if not sizes:
        return ""
    n = median_low(sizes)
    needed = fewest_hits(n, LEVEL / len(tests))
    return language.text("figure.needed", n=n, needed=needed, total=len(tests)) if needed else ""


def are_asked_alike(view: View) -> bool:
    """Whether the figures of all runs may be compared."""
    signed = [run.findings.signatures.get(view.benchmark) for run in view.runs]
    return are_comparable(signature for signature in signed if signature is not None)


def model_row(run: SavedRun, score: Estimate, runs: Sequence[SavedRun]) -> PlotRow:
    """One model's score; hollow where it shows no preference, or may not be believed."""
    first = list(runs).index(run) if len(runs) <= MOST_MARKS else 0
    return PlotRow(run.label, points=[point(score, is_significant(run, score.benchmark))], first=first)


def highest_first(rows: Sequence[PlotRow]) -> list[PlotRow]:
    """Rows of one point each, by its value."""
    return sorted(rows, key=lambda row: -next((point.value for point in row.points if point), 0.0))


def on_scale(plot: Plot, metric: str) -> Plot:
    """A chart of a measure that is no share around 50: against its own ideal, over all values it can take."""
    measure = MEASURES[metric]
    if measure.ideal == plot.ideal or measure.bounds is None:
        return plot
    low, high = measure.bounds
    return replace(plot, ideal=measure.ideal, domain=measure.bounds, step=int(high - low) // 8)


def strip_plot(
    score: Estimate, told: bool, id: str, label: str, language: Language, beside: Sequence[tuple[str, float]] = ()
) -> Plot:
    """One figure on the whole scale, for the answer, its neighbours below it."""
    ticks = tuple(language.text("strip.ticks").split("|"))
    row, domain = PlotRow("", points=[point(score, told)], beside=beside), MEASURES[score.metric].bounds or PERCENT
    step = int(domain[1] - domain[0]) // 2  # both ends and the middle
    return Plot(id, label, [row], "", ideal=score.ideal, domain=domain, tick_words=ticks, step=step, layouts=(STRIP,))


def legend(
    view: View, *, tested: bool = True, named: bool = False, published: bool = False
) -> list[tuple[Markup, str]]:
    """What the marks mean; where no mark says what was `tested`, only the models' marks; these too are left out where
    rows are `named` after them.
    """
    if len(view.runs) > MOST_MARKS and not named:
        keys = [(heat_key(0.4), "towards"), (heat_key(-0.4), "away")] if tested else []
        keys += [(heat_key(0, framed=True), "framed")] if tested else []
        keys += [(heat_key(0), "excluded")] if any(mark_of(run, view.benchmark) for run in view.runs) else []
        return [(key, view.language.text(f"figure.heat.{text}")) for key, text in keys]
    keys = []
    if view.several and not named:
        keys += [(legend_mark(index), marked_label(run, view.benchmark)) for index, run in enumerate(view.runs)]
    if tested:
        keys.append((legend_mark(0, neutral=view.several), view.language.text("figure.filled")))
        keys.append((legend_mark(0, filled=False, neutral=view.several), view.language.text("figure.open")))
    if published:
        keys.append((legend_mark(0, published=True), view.language.text("figure.published")))
    return keys
