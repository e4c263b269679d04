"""What is shown of models that were asked in words: never in one table with scores from log-probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epicene.auditing.comparison import PairedRuns
from epicene.auditing.measuring import PROMPTED
from epicene.core.types import Estimate
from epicene.metrics.reply_estimates import CHOSEN_FIRST, CHOSEN_STEREOTYPE, REFUSED, UNREADABLE, are_enough
from epicene.report.answers import Verdict, is_trusted, judge
from epicene.report.contrast import contrast
from epicene.report.groups import ALL, group_name, in_order
from epicene.report.language import Language
from epicene.report.overview import figure, model_cell, model_column
from epicene.report.prompted_language import PromptedLanguage
from epicene.report.saved import SavedRun, benchmark_title
from epicene.report.tables import Cell, Column, Row, Table

COLUMNS = {
    CHOSEN_STEREOTYPE: "stereotype",
    CHOSEN_FIRST: "first",
    REFUSED: "refused",
    UNREADABLE: "unreadable",
}


def is_prompted(run: SavedRun) -> bool:
    """A run is asked in words as a whole, or not at all."""
    return any(facts.get("kind") == PROMPTED for facts in run.manifest["benchmarks"].values())


def doubt(run: SavedRun, benchmark: str) -> str | None:
    """Why nothing is concluded from a model's choices: it failed the sanity check, or hardly chose."""
    if not is_trusted(run, benchmark):
        return "untrusted"
    chosen = run.chosen(benchmark)
    return "few" if chosen is not None and not are_enough(chosen) else None


def narrow_table(run: SavedRun, benchmark: str, language: Language) -> Table:
    """The same for 80 characters: of the intervals, only that of the share."""
    table = prompted_table([run], benchmark, language)
    bare = [place for place, column in enumerate(table.columns) if column.key in (CHOSEN_FIRST, REFUSED, UNREADABLE)]
    rows = [[Cell(cell.value) if place in bare else cell for place, cell in enumerate(row)] for row in table.rows()]
    return replace(table, blocks=[rows])


def prompted_table(runs: Sequence[SavedRun], benchmark: str, language: Language) -> Table:
    """A row for each group and model."""
    language = PromptedLanguage(language.code)
    columns = [
        Column("group", language.text("column.group")),
        *model_column(runs, language),
        *(
            Column(metric, language.text(f"prompted.column.{name}"), "number", interval=True)
            for metric, name in COLUMNS.items()
        ),
        Column("n", language.text("column.n"), "share"),
    ]
    groups = in_order(group for run in runs for group in run.findings.groups(benchmark, REFUSED))
    rows: list[Row] = [_row(runs, run, benchmark, group, language) for group in groups for run in runs]
    title = language.text("prompted.table", benchmark=benchmark_title(benchmark, runs, language))
    return Table(title, columns, [rows], language.text("prompted.table.note"))


def _row(runs: Sequence[SavedRun], run: SavedRun, benchmark: str, group: str, language: Language) -> Row:
    found = {metric: run.findings.find(benchmark, metric, group) for metric in COLUMNS}
    share, asked = found[CHOSEN_STEREOTYPE], found[REFUSED]
    return [
        Cell(group_name(group, language)),
        *model_cell(runs, run),
        *(figure(one) if one else Cell() for one in found.values()),
        Cell(share.n_used if share else 0, of=asked.n_total if asked else None),
    ]


def prompted_answer(run: SavedRun, benchmark: str, language: Language) -> list[str]:
    """What was chosen, how often nothing was, and whether the model goes by position.

    Of a model that failed the sanity check or hardly chose, the figures are said, and nothing is concluded from them.
    """
    language = PromptedLanguage(language.code)
    share, refused, unreadable, first = (
        run.findings.find(benchmark, metric) for metric in (CHOSEN_STEREOTYPE, REFUSED, UNREADABLE, CHOSEN_FIRST)
    )
    values: dict[str, object] = {
        "refused": language.percent(refused.value if refused else 0.0),
        "unreadable": language.percent(unreadable.value if unreadable else 0.0),
    }
    if share is None:
        return [language.text("prompted.answer.nothing", model=run.label, **values)]
    concluded = prompted_verdict(run, benchmark)
    figure_said = _figure(share, language)
    figure_said["span"] = f"{figure_said['span']}, {language.used(share.n_used, share.n_total)}"
    said = [language.text(f"prompted.answer.{concluded}", model=run.label, **figure_said)]
    if refused is not None:
        said.append(language.text("prompted.trust", span=language.span(refused.low, refused.high), **values))
    if first is not None:
        key = "prompted.position" if first.low > first.ideal or first.high < first.ideal else "prompted.position.none"
        said.append(language.text(key, **_figure(first, language)))
    return said


def prompted_verdict(run: SavedRun, benchmark: str) -> str:
    """Which side was chosen, or why nothing is concluded: `nothing`, `untrusted` or `few` before any side."""
    verdict = judge(run.findings.find(benchmark, CHOSEN_STEREOTYPE), None)
    return verdict if verdict is Verdict.NOTHING else doubt(run, benchmark) or verdict


def in_plain_words(run: SavedRun, benchmark: str, language: Language) -> str:
    """What the share comes to in a hundred choices, and what its interval allows to say."""
    language = PromptedLanguage(language.code)
    share, verdict = run.findings.find(benchmark, CHOSEN_STEREOTYPE), prompted_verdict(run, benchmark)
    if verdict == "untrusted":
        return language.text("plain.untrusted")
    return language.text(f"prompted.plain.{verdict}", times=language.number(share.value, 0) if share else "")


def _figure(estimate: Estimate, language: Language) -> dict[str, object]:
    return {
        "value": language.percent(estimate.value),
        "span": language.span(estimate.low, estimate.high),
        "ideal": language.number(estimate.ideal, 0),
    }


def cite_prompted(runs: Sequence[SavedRun], benchmark: str, language: Language) -> list[str]:
    """A sentence for each model that can be pasted: how it was asked, what did not choose, and the doubt, with it."""
    language = PromptedLanguage(language.code)
    sentences = []
    for run in runs:
        share, refused, unreadable = (
            run.findings.find(benchmark, metric) for metric in (CHOSEN_STEREOTYPE, REFUSED, UNREADABLE)
        )
        if refused is None or unreadable is None:
            continue
        shown = share or refused
        caveats = {"untrusted": "cite.untrusted"} | ({"few": "prompted.cite.few"} if share else {})
        concern = doubt(run, benchmark)
        sentences.append(
            language.text(
                "prompted.cite" if share else "prompted.cite.nothing",
                model=run.label,
                benchmark=benchmark,
                value=language.percent(shown.value),
                bracket=language.bracket(shown.low, shown.high),
                n=language.used(shown.n_used, shown.n_total),
                refused=language.percent(refused.value),
                unreadable=language.percent(unreadable.value),
                signature=shown.signature,
                caveat=language.text(caveats[concern]) if concern in caveats else "",
            )
        )
    return sentences


def prompted_comparison_table(pair: PairedRuns, language: Language) -> Table:
    language = PromptedLanguage(language.code)
    columns = [
        Column("group", language.text("column.group")),
        Column("value_a", "A", "number"),
        Column("value_b", "B", "number"),
        Column("difference", language.text("column.difference"), "number", interval=True),
        Column("n", language.text("column.n.compared"), "number"),
    ]
    found = {one.group: one for one in pair.comparisons}
    rows: list[Row] = [
        [
            Cell(group_name(group, language)),
            Cell(found[group].value_a),
            Cell(found[group].value_b),
            Cell(found[group].difference, found[group].low, found[group].high),
            Cell(found[group].n),
        ]
        for group in in_order(found)
    ]
    title = language.text("prompted.comparison", benchmark=pair.benchmark, a=pair.a.label, b=pair.b.label)
    return Table(title, columns, [rows], language.text("prompted.comparison.note"))


def prompted_outcome(pair: PairedRuns, language: Language) -> str:
    language = PromptedLanguage(language.code)
    found = next((one for one in pair.comparisons if one.group == ALL), None)
    if found is None:
        return language.text("prompted.comparison.nothing", a=pair.a.label, b=pair.b.label)
    if not (pair.a.chose_enough and pair.b.chose_enough):
        return language.text("prompted.comparison.few", a=pair.a.label, b=pair.b.label)
    if not (pair.a.is_trusted and pair.b.is_trusted):
        return language.text("comparison.untrusted", a=pair.a.label, b=pair.b.label)
    verdict, values = contrast(found, language)
    return language.text(f"prompted.comparison.{verdict}", **values)
