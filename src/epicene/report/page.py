"""All that the HTML page shows, put together before any markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from epicene.core.types import Estimate
from epicene.report.answers import Verdict, answer, verdict_of
from epicene.report.figures import NARROW, STRIP, WIDE, Plot, draw
from epicene.report.items import ItemRow, item_rows
from epicene.report.language import Language
from epicene.report.methods import Fact, citable, cite_triples, methods_of
from epicene.report.notices import Notice, notices_of
from epicene.report.overview import FURTHER, further_table, headline_table, published_table
from epicene.report.paired import PairView, compare_in_report
from epicene.report.plots import published_plot, split_plot, strip_plot, type_plot
from epicene.report.published import Published, published_for
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
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
    model: str
    verdict: Verdict
    trusted: bool
    sentence: str
    score: Estimate | None
    strip: Markup


@dataclass(frozen=True, slots=True)
class PublishedView:
    figure: Figure | None
    table: Table
    caveats: list[str]


@dataclass(frozen=True, slots=True)
class BenchmarkView:
    """Everything about one benchmark, for all models that were asked about it."""

    name: str
    title: str
    triples: bool
    models: list[str]
    answers: list[AnswerView]
    by_type: Figure | None
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


@dataclass(frozen=True, slots=True)
class PageView:
    runs: Sequence[SavedRun]
    benchmarks: list[BenchmarkView]
    notices: list[Notice]
    methods: list[tuple[str, list[Fact]]]


def build_page(runs: Sequence[SavedRun], language: Language) -> PageView:
    notices = [notice for run in runs for notice in notices_of(run, language)]
    benchmarks = []
    for name in benchmark_names(runs):
        concerned = [run for run in runs if name in run.manifest["benchmarks"]]
        comparisons, found = compare_in_report(concerned, name, language)
        notices += found
        benchmarks.append(_benchmark(name, concerned, comparisons, language))
    unique = list({notice.text: notice for notice in notices}.values())
    methods = [(run.label, methods_of(run, language)) for run in runs]
    return PageView(runs, benchmarks, sorted(unique, key=lambda notice: not notice.grave), methods)


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
        by_type=Figure.of(
            domain_plot(runs, name, language) if triples else type_plot(runs, name, published, language), language
        ),
        headline=without_column(headline_table(runs, language, [name]), "benchmark"),
        splits=Figure.of((quality_plot if triples else split_plot)(runs, name, language), language),
        further=further,
        meanings=_meanings(runs, name, language),
        published=_published(runs, name, published, language) if published else None,
        comparisons=comparisons,
        rows=item_rows(name, shown, language),
        signatures={run.label: run.findings.signatures[name] for run in runs if name in run.findings.signatures},
        citable=(cite_triples if triples else citable)(runs, name, language),
        licence=str(facts.get("licence") or ""),
        citation=str(facts.get("citation") or ""),
        source=str(facts.get("source") or ""),
        n_total=int(facts.get("n_total", 0)),
        language=str(facts.get("language", "")),
    )


def _answer(run: SavedRun, benchmark: str, place: int, language: Language) -> AnswerView:
    score, verdict = run.preference(benchmark), verdict_of(run, benchmark)
    sentence = answer(run, benchmark, language)
    strip = Markup("")
    if score is not None:
        told = verdict in (Verdict.ABOVE, Verdict.BELOW)
        strip = draw(strip_plot(score, told, f"{benchmark}-answer-{place}", sentence), STRIP, language)
    checked = run.facts(benchmark).get("language")
    failed = any(not one["passed"] and one["language"] == checked for one in run.manifest.get("sanity", ()))
    return AnswerView(run.label, verdict, not failed, sentence, score, strip)


def _meanings(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[Fact]:
    present = [metric for metric in FURTHER if any(run.findings.find(benchmark, metric) for run in runs)]
    return [Fact(language.text(f"metric.{metric}"), language.text(f"meaning.{metric}")) for metric in present]


def _published(runs: Sequence[SavedRun], benchmark: str, published: Published, language: Language) -> PublishedView:
    caveats = [language.text("page.published.caveat", scoring=published.scoring)]
    others: dict[str, list[str]] = {}
    for run in runs:
        scoring = str(run.facts(benchmark).get("scoring", ""))
        if scoring != published.scoring:
            others.setdefault(scoring, []).append(run.label)
    caveats += [
        language.text("page.published.other-scoring", models=language.list_of(labels), scoring=scoring)
        for scoring, labels in others.items()
    ]
    figure = Figure.of(published_plot(runs, benchmark, published, language), language)
    return PublishedView(figure, published_table(runs, benchmark, published, language), caveats)
