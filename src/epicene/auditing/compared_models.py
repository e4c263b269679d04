"""Several models in one report or on the terminal: paired tests where they may be compared, and why not where they may
not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from epicene.auditing.comparison import PairedRuns, compare_answers
from epicene.core.language import Language
from epicene.core.notices import GRAVE, NOTE, Message, Notice
from epicene.kinds.comparison import Answers, PairedAnswers, contrast
from epicene.kinds.estimate_tables import with_checks
from epicene.kinds.protocol import View, find_way, in_words_of
from epicene.kinds.trust import trust_of
from epicene.report.document import Block, Document, Paragraph, TableBlock
from epicene.report.tables import Table
from epicene.runs.saved_run import SavedRun


@dataclass(frozen=True, slots=True)
class PairView:
    """Two models on one benchmark, in words and as a table."""

    pair: PairedAnswers
    sentence: str
    table: Table


def compare_in_report(view: View) -> tuple[list[PairView], list[Notice]]:
    """Unlike the command, a report shows incomparable runs side by side and says so."""
    views, notices = [], []
    groups = asked_alike(view)
    for group in groups[1:]:
        notices.append(_not_comparable(view.benchmark, groups[0], group))
    for first, second in combinations([run for run in view.runs if view.benchmark in run.benchmarks], 2):
        a, b = answers_of(first, view.benchmark), answers_of(second, view.benchmark)
        if not a.parts.differences(b.parts):
            pair = compare_answers(view.benchmark, a, b)
            notices += _identical(pair)
            table = with_checks(table_of(pair, view.language), (first, second), view.benchmark, view.language)
            views.append(PairView(pair, outcome(pair, view.language), table))
    return views, notices


def asked_alike(view: View) -> list[list[Answers]]:
    """The runs in groups whose figures may be compared: their signatures agree on all but the model."""
    groups: list[list[Answers]] = []
    for run in (run for run in view.runs if view.benchmark in run.benchmarks):
        own = answers_of(run, view.benchmark)
        home = next((group for group in groups if not group[0].parts.differences(own.parts)), None)
        if home is None:
            groups.append([own])
        else:
            home.append(own)
    return groups


def answers_of(run: SavedRun, benchmark: str) -> Answers:
    trust = trust_of(run, benchmark)
    return Answers(run.path, run.label, run.findings.signatures[benchmark], run.benchmarks[benchmark], trust)


def table_of(pair: PairedAnswers, language: Language) -> Table:
    way = find_way(pair.a.answered.facts.kind, pair.a.answered.facts.way)
    return way.comparison_table(pair, in_words_of(way, language))


def _not_comparable(benchmark: str, some: Sequence[Answers], others: Sequence[Answers]) -> Notice:
    differences = some[0].parts.differences(others[0].parts)
    said = [Message(f"difference.{name}", {"a": there, "b": here}) for name, (there, here) in differences.items()]
    labels = {"a": [one.label for one in some], "b": [one.label for one in others]}
    return Notice("notice.not-comparable", {"benchmark": benchmark, **labels, "differences": said})


def _identical(pair: PairedAnswers) -> list[Notice]:
    if not pair.identical:
        return []
    values = {"benchmark": pair.benchmark, "a": pair.a.label, "b": pair.b.label}
    if pair.a.parts.model == pair.b.parts.model:
        return [Notice("notice.same-model", values, NOTE)]
    return [Notice("notice.identical", values, GRAVE)]


def outcome(pair: PairedAnswers, language: Language) -> str:
    """Over all items: which model prefers the stereotype more often, if the interval allows to say so."""
    way = find_way(pair.a.answered.facts.kind, pair.a.answered.facts.way)
    own, found = in_words_of(way, language), way.headline_comparison(pair.comparisons)
    names = {"a": pair.a.label, "b": pair.b.label}
    if found is None:
        return own.text("comparison.nothing", **names)
    if not pair.is_trusted:
        return own.text(f"comparison.barred.{pair.a.bar_reason or pair.b.bar_reason}", **names)
    p = own.p_value(found.p_mcnemar) if found.p_mcnemar is not None else ""
    verdict, values = contrast(found, own)
    return own.text(f"comparison.{verdict}", p=p if p.startswith("<") else f"= {p}", **values)


def comparison_summary(compared: Sequence[PairedRuns], language: Language) -> Document:
    blocks: list[Block] = []
    for pair in compared:
        facts = pair.a.answered.facts
        table = table_of(pair, language)
        tables = find_way(facts.kind, facts.way).terminal_comparisons(replace(table, note=""))
        blocks += [TableBlock(one, pair.benchmark) for one in tables]
        blocks += [Paragraph(outcome(pair, language), "lead"), Paragraph(table.note, "note")]
    return Document(title="", language=language, answer=blocks)
