"""Several models in one report: paired tests where they may be compared, and why not where they may not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from epicene.audit.comparison import Answers, PairedRuns, compare_answers
from epicene.metrics.paired import Comparison
from epicene.report.groups import ALL
from epicene.report.language import Language
from epicene.report.notices import Notice
from epicene.report.overview import comparison_table
from epicene.report.saved import HEADLINE, TASKS, SavedRun
from epicene.report.tables import Table
from epicene.report.triples import triple_comparison_table


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on one benchmark, in words and as a table."""

    sentence: str
    table: Table


def compare_in_report(
    runs: Sequence[SavedRun], benchmark: str, language: Language
) -> tuple[list[PairView], list[Notice]]:
    """Unlike the command, a report shows incomparable runs side by side and says so."""
    views, notices = [], []
    for first, second in combinations([run for run in runs if benchmark in run.benchmarks], 2):
        a, b = answers_of(first, benchmark), answers_of(second, benchmark)
        differences = a.parts.differences(b.parts)
        if differences:
            notices.append(_not_comparable(benchmark, a, b, differences, language))
            continue
        pair = compare_answers(benchmark, a, b)
        notices += _identical(pair, language)
        views.append(PairView(outcome(pair, language), table_of(pair, language)))
    return views, notices


def table_of(pair: PairedRuns, language: Language) -> Table:
    return (triple_comparison_table if pair.a.kind == "triples" else comparison_table)(pair, language)


def answers_of(run: SavedRun, benchmark: str) -> Answers:
    return Answers(run.path, run.label, run.findings.signatures[benchmark], run.benchmarks[benchmark])


def _not_comparable(
    benchmark: str, a: Answers, b: Answers, differences: dict[str, tuple[str, str]], language: Language
) -> Notice:
    said = [language.text(f"difference.{name}", a=there, b=here) for name, (there, here) in differences.items()]
    between = language.text("punctuation.semicolon")
    text = language.text(
        "notice.not-comparable", benchmark=benchmark, a=a.label, b=b.label, differences=between.join(said)
    )
    return Notice(text, "not-comparable")


def _identical(pair: PairedRuns, language: Language) -> list[Notice]:
    if not pair.identical:
        return []
    same_model = pair.a.parts.model == pair.b.parts.model
    key = "notice.same-model" if same_model else "notice.identical"
    text = language.text(key, benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
    return [Notice(text, "identical", grave=not same_model)]


def _headline(pair: PairedRuns) -> Comparison | None:
    """The metric score of pairs, the Ss of triples, of the task that a model's own answer speaks of."""
    over_all = {(one.metric, one.task): one for one in pair.comparisons if one.group == ALL}
    wanted = ((HEADLINE, None), *(("ss", task) for task in TASKS))
    return next((over_all[key] for key in wanted if key in over_all), None)


def outcome(pair: PairedRuns, language: Language) -> str:
    """Over all items: which model prefers the stereotype more often, if the interval allows to say so."""
    found = _headline(pair)
    if found is None or found.p_mcnemar is None:
        return language.text("comparison.nothing", a=pair.a.label, b=pair.b.label)
    p = language.p_value(found.p_mcnemar)
    values: dict[str, object] = {
        "p": p if p.startswith("<") else f"= {p}",
        "n": language.count(found.n),
        "a": found.a,
        "b": found.b,
    }
    if found.low <= 0 <= found.high:
        values |= {"difference": language.number(found.difference), "span": language.span(found.low, found.high)}
        return language.text("comparison.undecided", **values)
    low_end, high_end = sorted((abs(found.low), abs(found.high)))
    high, low = (found.b, found.a) if found.difference > 0 else (found.a, found.b)
    values |= {"difference": language.number(abs(found.difference)), "span": language.span(low_end, high_end)}
    return language.text("comparison.different", high=high, low=low, **values)
