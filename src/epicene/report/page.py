"""All that the HTML page shows, put together before any markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from epicene.core.types import Estimate
from epicene.report.answers import (
    Verdict,
    answer,
    in_plain_words,
    is_told,
    is_trusted,
    lead_of_models,
    lead_of_sets,
    said_of,
    verdict_of,
)
from epicene.report.charts.forest import NARROW, STRIP, WIDE, Plot, draw
from epicene.report.citing import in_words, signature_parts
from epicene.report.items import ItemRow, item_rows
from epicene.report.language import Language
from epicene.report.methods import Fact, citable, cite_triples, methods_of
from epicene.report.notices import Notice, notices_of_all
from epicene.report.overview import (
    FURTHER,
    estimates_table,
    further_table,
    headline_table,
)
from epicene.report.paired import PairView, asked_alike, compare_in_report, headline_comparison
from epicene.report.plots import near_types, published_plot, split_plot, strip_plot, type_plot
from epicene.report.published import Published, published_for
from epicene.report.published_tables import marks_beside, published_caveats, published_table
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
from epicene.report.standing import (
    contest_plot,
    contest_sentence,
    contest_table,
    contests_of,
    not_compared,
    standing_caption,
    standing_plot,
    standing_table,
)
from epicene.report.tables import Table, without_column
from epicene.report.triple_plots import domain_plot, quality_plot
from epicene.report.triples import is_triples, triple_table


@dataclass(frozen=True, slots=True)
class Figure:
    """One chart in two layouts; the style sheet shows the one that fits."""

    title: str
    drawings: tuple[Markup, ...]

    @classmethod
    def of(cls, plot: Plot | None, language: Language) -> Figure | None:
        return cls(plot.title, tuple(draw(plot, layout, language) for layout in (WIDE, NARROW))) if plot else None


@dataclass(frozen=True, slots=True)
class AnswerView:
    """`judged` is the verdict in words, or why there is none; `plain` says what the figure comes to."""

    model: str
    verdict: Verdict
    trusted: bool
    judged: str
    sentence: str
    plain: Sequence[str]
    score: Estimate | None
    strip: Markup


@dataclass(frozen=True, slots=True)
class PublishedView:
    figure: Figure | None
    table: Table
    caveats: list[str]


@dataclass(frozen=True, slots=True)
class StandingView:
    """Several models on one benchmark: the answer in a sentence, a chart, and a table of what can be said of each."""

    lead: str
    figure: Figure
    caption: str
    table: Table


@dataclass(frozen=True, slots=True)
class ContestView:
    """Which models differ: in a sentence, a chart where it helps, and a table; `apart` names those not compared."""

    sentence: str
    figure: Figure | None
    table: Table
    apart: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkView:
    """Everything about one benchmark, for all models that were asked about it."""

    name: str
    title: str
    triples: bool
    models: list[str]
    answers: list[AnswerView]
    standing: StandingView | None
    contests: ContestView | None
    by_type: Figure | None
    near: str
    headline: Table
    splits: Figure | None
    further: Table
    meanings: list[Fact]
    published: PublishedView | None
    comparisons: list[PairView]
    rows: list[ItemRow]
    signatures: dict[str, str]
    citable: list[str]
    licence: str
    citation: str
    source: str
    n_total: int
    language: str

    @property
    def id(self) -> str:
        return section_id(self.name)


def section_id(benchmark: str) -> str:
    """Where links find it on the page."""
    return f"set-{'-'.join(benchmark.split())}"


@dataclass(frozen=True, slots=True)
class PageView:
    """`lead` is the answer of one model over several benchmarks; `loud` notices come before any figure."""

    runs: Sequence[SavedRun]
    lead: str
    benchmarks: list[BenchmarkView]
    loud: list[Notice]
    quiet: list[Notice]
    methods: list[tuple[str, list[Fact]]]
    signature_parts: list[Fact]
    estimates: Table


def build_page(runs: Sequence[SavedRun], language: Language) -> PageView:
    notices = notices_of_all(runs, language)
    benchmarks: list[BenchmarkView] = []
    for name in benchmark_names(runs):
        concerned = [run for run in runs if name in run.manifest["benchmarks"]]
        comparisons, found = compare_in_report(concerned, name, language)
        notices += found
        explained = {fact for view in benchmarks for fact in view.meanings}
        view = _benchmark(name, concerned, comparisons, language)
        benchmarks.append(replace(view, meanings=[fact for fact in view.meanings if fact not in explained]))
    unique = list({notice.text: notice for notice in notices}.values())
    titles = {view.name: view.title for view in benchmarks}
    return PageView(
        runs=runs,
        lead=lead_of_sets(runs[0], titles, language) if len(runs) == 1 and len(titles) > 1 else "",
        benchmarks=benchmarks,
        loud=[notice for notice in unique if notice.grave],
        quiet=[notice for notice in unique if not notice.grave],
        methods=methods_by_model(runs, language),
        signature_parts=signature_parts(runs, language),
        estimates=estimates_table(runs, language),
    )


def methods_by_model(runs: Sequence[SavedRun], language: Language) -> list[tuple[str, list[Fact]]]:
    """What holds for all models once, then what is each one's own."""
    found = [(run.label, methods_of(run, language)) for run in runs]
    if len(found) == 1:
        return found
    common = [fact for fact in found[0][1] if all(fact in facts for _, facts in found)]
    own = [(label, [fact for fact in facts if fact not in common]) for label, facts in found]
    return [(language.text("methods.common"), common), *own] if common else own


def _benchmark(name: str, runs: Sequence[SavedRun], comparisons: list[PairView], language: Language) -> BenchmarkView:
    published = published_for(name)
    facts = runs[0].facts(name)
    shown = [run for run in runs if run.facts(name).get("digest") == facts.get("digest")]
    triples = is_triples(runs, name)
    further = (triple_table if triples else further_table)(runs, name, language)
    return BenchmarkView(
        name=name,
        title=benchmark_title(name, runs, language),
        triples=triples,
        models=[run.label for run in shown],
        answers=[_answer(run, name, place, language) for place, run in enumerate(runs)],
        standing=_standing(runs, name, language),
        contests=_contests(runs, comparisons, name, language),
        by_type=Figure.of(
            domain_plot(runs, name, language) if triples else type_plot(runs, name, published, language), language
        ),
        near=near_types(runs[0], name, language) if len(runs) == 1 and not triples else "",
        headline=without_column(headline_table(runs, language, [name]), "benchmark"),
        splits=Figure.of((quality_plot if triples else split_plot)(runs, name, language), language),
        further=further,
        meanings=_meanings(runs, name, language),
        published=_published(runs, name, published, language) if published else None,
        comparisons=comparisons,
        rows=item_rows(name, shown, language),
        signatures={run.label: run.findings.signatures[name] for run in runs if name in run.findings.signatures},
        citable=(cite_triples if triples else citable)(runs, name, language),
        licence=in_words("licence", facts, language),
        citation=in_words("citation", facts, language),
        source=in_words("source", facts, language),
        n_total=int(facts.get("n_total", 0)),
        language=str(facts.get("language", "")),
    )


def _answer(run: SavedRun, benchmark: str, place: int, language: Language) -> AnswerView:
    score, sentence = run.preference(benchmark), answer(run, benchmark, language)
    return AnswerView(
        model=run.label,
        verdict=verdict_of(run, benchmark),
        trusted=is_trusted(run, benchmark),
        judged=language.text(f"verdict.{said_of(run, benchmark)}"),
        sentence=sentence,
        plain=[text for text in [in_plain_words(run, benchmark, language)] if text],
        score=score,
        strip=strip_of(score, is_told(run, benchmark), f"{benchmark}-answer-{place}", sentence, language),
    )


def strip_of(score: Estimate | None, told: bool, id: str, sentence: str, language: Language) -> Markup:
    """The figure of an answer on the whole scale; nothing where there is none."""
    return draw(strip_plot(score, told, id, sentence, language), STRIP, language) if score else Markup("")


def _standing(runs: Sequence[SavedRun], benchmark: str, language: Language) -> StandingView | None:
    figure = Figure.of(standing_plot(runs, benchmark, language), language)
    if figure is None:
        return None
    return StandingView(
        lead_of_models(runs, benchmark, language),
        figure,
        standing_caption(runs, benchmark, language),
        standing_table(runs, benchmark, language),
    )


def _contests(
    runs: Sequence[SavedRun], pairs: Sequence[PairView], benchmark: str, language: Language
) -> ContestView | None:
    found = [one for pair in pairs if (one := headline_comparison(pair.pair)) is not None]
    contests = contests_of(found, [run.label for run in runs if is_trusted(run, benchmark)])
    if not contests:
        return None
    plot = contest_plot(contests, f"{benchmark}-contests", language)
    alone = len(contests) == 1 and contests[0].agrees
    sentence = pairs[0].sentence if alone else contest_sentence(contests, language)
    apart = not_compared([[one.label for one in group] for group in asked_alike(runs, benchmark)], language)
    return ContestView(sentence, Figure.of(plot, language), contest_table(contests, benchmark, language), apart)


def _meanings(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[Fact]:
    present = [metric for metric in FURTHER if any(run.findings.find(benchmark, metric) for run in runs)]
    return [Fact(language.text(f"metric.{metric}"), language.text(f"meaning.{metric}")) for metric in present]


def _published(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> PublishedView:
    caveats = published_caveats(runs, benchmark, published, language)
    if any(marks_beside(run, benchmark, published) for run in runs):
        caveats.append(language.text("page.published.unranked"))
    figure = Figure.of(published_plot(runs, benchmark, published, language), language)
    return PublishedView(figure, published_table(runs, benchmark, published, language), caveats)
