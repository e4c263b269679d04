"""Several models in one report: paired tests where they may be compared, and why not where they may not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from epicene.auditing.comparison import Answers, PairedRuns, compare_answers
from epicene.auditing.measuring import PROMPTED
from epicene.metrics.paired import Comparison
from epicene.report.checks import with_checks
from epicene.report.contrast import contrast
from epicene.report.groups import ALL
from epicene.report.language import Language
from epicene.report.notices import Notice
from epicene.report.overview import comparison_table
from epicene.report.prompted import prompted_comparison_table, prompted_outcome
from epicene.report.saved import HEADLINE, TASKS, SavedRun
from epicene.report.tables import Table
from epicene.report.triples import triple_comparison_table


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on one benchmark, in words and as a table."""

    pair: PairedRuns
    sentence: str
    table: Table


def compare_in_report(
    runs: Sequence[SavedRun], benchmark: str, language: Language
) -> tuple[list[PairView], list[Notice]]:
    """Unlike the command, a report shows incomparable runs side by side and says so."""
    views, notices = [], []
    groups = asked_alike(runs, benchmark)
    for group in groups[1:]:
        notices.append(_not_comparable(benchmark, groups[0], group, language))
    for first, second in combinations([run for run in runs if benchmark in run.benchmarks], 2):
        a, b = answers_of(first, benchmark), answers_of(second, benchmark)
        if not a.parts.differences(b.parts):
            pair = compare_answers(benchmark, a, b)
            notices += _identical(pair, language)
            table = with_checks(table_of(pair, language), first, second, benchmark, language)
            views.append(PairView(pair, outcome(pair, language), table))
    return views, notices


def asked_alike(runs: Sequence[SavedRun], benchmark: str) -> list[list[Answers]]:
    """The runs in groups whose figures may be compared: their signatures agree on all but the model."""
    groups: list[list[Answers]] = []
    for run in (run for run in runs if benchmark in run.benchmarks):
        own = answers_of(run, benchmark)
        home = next((group for group in groups if not group[0].parts.differences(own.parts)), None)
        if home is None:
            groups.append([own])
        else:
            home.append(own)
    return groups


def table_of(pair: PairedRuns, language: Language) -> Table:
    kinds = {"triples": triple_comparison_table, PROMPTED: prompted_comparison_table}
    return kinds.get(pair.a.kind, comparison_table)(pair, language)


def answers_of(run: SavedRun, benchmark: str) -> Answers:
    return Answers(run.path, run.label, run.findings.signatures[benchmark], run.benchmarks[benchmark])


def _not_comparable(benchmark: str, some: Sequence[Answers], others: Sequence[Answers], language: Language) -> Notice:
    differences = some[0].parts.differences(others[0].parts)
    said = [language.text(f"difference.{name}", a=there, b=here) for name, (there, here) in differences.items()]
    text = language.text(
        "notice.not-comparable",
        benchmark=benchmark,
        a=language.list_of([one.label for one in some]),
        b=language.list_of([one.label for one in others]),
        differences=language.text("punctuation.semicolon").join(said),
    )
    return Notice(text, "not-comparable")


def _identical(pair: PairedRuns, language: Language) -> list[Notice]:
    if not pair.identical:
        return []
    same_model = pair.a.parts.model == pair.b.parts.model
    key = "notice.same-model" if same_model else "notice.identical"
    text = language.text(key, benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
    return [Notice(text, "identical", grave=not same_model)]


def headline_comparison(pair: PairedRuns) -> Comparison | None:
    """The metric score of pairs, the Ss of triples, of the task that a model's own answer speaks of."""
    over_all = {(one.metric, one.task): one for one in pair.comparisons if one.group == ALL}
    wanted = ((HEADLINE, None), *(("ss", task) for task in TASKS))
    return next((over_all[key] for key in wanted if key in over_all), None)


def outcome(pair: PairedRuns, language: Language) -> str:
    """Over all items: which model prefers the stereotype more often, if the interval allows to say so."""
    if pair.a.kind == PROMPTED:
        return prompted_outcome(pair, language)
    found = headline_comparison(pair)
    if found is None or found.p_mcnemar is None:
        return language.text("comparison.nothing", a=pair.a.label, b=pair.b.label)
    if not (pair.a.is_trusted and pair.b.is_trusted):
        return language.text("comparison.untrusted", a=pair.a.label, b=pair.b.label)
    p = language.p_value(found.p_mcnemar)
    verdict, values = contrast(found, language)
    return language.text(f"comparison.{verdict}", p=p if p.startswith("<") else f"= {p}", **values)
