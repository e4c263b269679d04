"""The report about models that were asked in words: a page of its own, or its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from epicene.audit.comparison import compare_answers
from epicene.core.errors import InputError
from epicene.core.files import write_text
from epicene.report.answers import is_trusted
from epicene.report.figures import legend_mark
from epicene.report.language import Language
from epicene.report.methods import methods_of
from epicene.report.notices import notices_of_all
from epicene.report.overview import estimates_table
from epicene.report.paired import answers_of
from epicene.report.prompted import (
    is_prompted,
    prompted_answer,
    prompted_comparison_table,
    prompted_outcome,
    prompted_table,
    replies_table,
)
from epicene.report.prompted_language import PromptedLanguage
from epicene.report.prompted_plots import share_plot
from epicene.report.saved import SavedRun, benchmark_names, benchmark_title
from epicene.report.story import Forest, Page, Section, render_page
from epicene.report.tables import Table, to_csv
from epicene.report.translation_write import write_tables

LINE_END = " ↵ "


def refuse_mixed(runs: Sequence[SavedRun]) -> None:
    """Words and log-probabilities are two measurements; one page would invite to compare them."""
    kinds = {is_prompted(run): run.label for run in runs}
    if len(kinds) > 1:
        raise InputError(
            f"{kinds[True]} was asked in words and {kinds[False]} for log-probabilities: their figures cannot be "
            "compared. Write two reports."
        )


def write_prompted(runs: Sequence[SavedRun], out: Path, code: str) -> None:
    language = PromptedLanguage(code)
    suffix = out.suffix.lower()
    if suffix == ".html":
        write_text(out, render_page(_page(runs, language), language))
    elif suffix == ".csv":
        write_text(out, to_csv(estimates_table(runs, language)))
    else:
        write_tables(out, _title(runs, language), list(_tables(runs, language)), _signatures(runs), language)


def _title(runs: Sequence[SavedRun], language: Language) -> str:
    labels = [run.label for run in runs]
    return language.plural("prompted.title", len(runs), model=labels[0], models=language.list_of(labels))


def _page(runs: Sequence[SavedRun], language: Language) -> Page:
    sections = [section for name in benchmark_names(runs) for section in _sections(runs, name, language)]
    shows = [language.text(f"prompted.shows.{number}") for number in (1, 2, 3)]
    methods = [
        f"{fact.term}{language.text('punctuation.colon')} {fact.text}"
        for run in runs
        for fact in methods_of(run, language)
        if fact.term not in (language.text("methods.bos"), language.text("methods.statistics"))
    ]
    notices = notices_of_all(runs, language)
    return Page(
        title=_title(runs, language),
        standfirst=language.text("prompted.asked"),
        sections=[
            *sections,
            Section(language.text("prompted.replies"), folded=list(_replies(runs, language))),
            Section(language.text("prompted.how"), list(_instructions(runs, language))),
            Section(language.text("prompted.shows"), shows),
            Section(language.text("prompted.methods"), list(dict.fromkeys(methods))),
        ],
        notices=[notice.text for notice in notices if not notice.grave],
        signatures=_signatures(runs),
        loud=[notice.text for notice in notices if notice.grave],
        kind="words",
    )


def _sections(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Iterator[Section]:
    asked = [run for run in runs if benchmark in run.benchmarks]
    said = [" ".join(prompted_answer(run, benchmark, language)) for run in asked]
    tables = [prompted_table(asked, benchmark, language)]
    yield Section(
        benchmark_title(benchmark, asked, language),
        said,
        tables=tables,
        forests=list(_forests(asked, benchmark, language)),
    )
    compared = list(_compared(asked, benchmark, language))
    if compared:
        sentences = [sentence for sentence, _ in compared]
        yield Section(language.text("prompted.comparisons"), sentences, tables=[table for _, table in compared])


def _forests(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Iterator[Forest]:
    plot = share_plot(runs, benchmark, language)
    if plot is None:
        return
    several = len(runs) > 1
    legend = [(legend_mark(place), run.label) for place, run in enumerate(runs)] if several else []
    legend += [
        (legend_mark(0, filled=filled, neutral=several), language.text(f"figure.{name}.interval"))
        for name, filled in (("filled", True), ("open", False))
    ]
    yield Forest(plot, legend, language.text("prompted.figure.caption"))


def _replies(runs: Sequence[SavedRun], language: Language) -> Iterator[Table]:
    for name in benchmark_names(runs):
        yield from (replies_table(run, name, language) for run in runs if name in run.benchmarks)


def _compared(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Iterator[tuple[str, Table]]:
    for first, second in combinations(runs, 2):
        a, b = answers_of(first, benchmark), answers_of(second, benchmark)
        if not a.parts.differences(b.parts):
            pair = compare_answers(benchmark, a, b)
            trusted = is_trusted(first, benchmark) and is_trusted(second, benchmark)
            names = {"a": first.label, "b": second.label}
            said = prompted_outcome(pair, language)
            if not trusted:
                said = language.text("prompted.comparison.untrusted", **names)
            yield said, prompted_comparison_table(pair, language)


def _instructions(runs: Sequence[SavedRun], language: Language) -> Iterator[str]:
    yield language.text("prompted.how.text")
    texts: dict[str, None] = {}
    for run in runs:
        for facts in run.manifest["benchmarks"].values():
            for task in facts["tasks"].values():
                texts |= dict.fromkeys(task["instructions"][facts["language"]].values())
    yield from (text.replace("\n", LINE_END) for text in texts)


def _tables(runs: Sequence[SavedRun], language: Language) -> Iterator[Table]:
    for name in benchmark_names(runs):
        asked = [run for run in runs if name in run.benchmarks]
        table = prompted_table(asked, name, language)
        loud = [notice.text for notice in notices_of_all(asked, language) if notice.grave]
        yield replace(table, note=" ".join([*loud, table.note]))
        yield from (table for _, table in _compared(asked, name, language))


def _signatures(runs: Sequence[SavedRun]) -> list[str]:
    return [signature for run in runs for signature in run.findings.signatures.values()]
