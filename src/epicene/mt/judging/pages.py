"""What `mt judge` shows: what is right, by class and gender, and the lines behind each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from epicene.core.language import Language
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE, THEIR, WRONG
from epicene.mt.judging.judge_run import BENCHMARK, figures_of, judged_again
from epicene.mt.judging.line_judge import AGREEMENT, DIRECTIONS, READING, RULES
from epicene.mt.judging.set_lines import FEMININE, MASCULINE
from epicene.mt.judging.set_run import EVERY, KEPT, SHARES
from epicene.mt.judging.set_run import figures_of as set_figures
from epicene.mt.judging.set_run import judged_again as set_judged_again
from epicene.mt.judging.systems_page import (
    FOR_ALL,
    Columns,
    ComparedFigures,
    LineWords,
    SystemsPage,
    answer_by_gender,
    by_cell,
    cell_of,
    chosen,
    class_columns,
    class_rows,
    every_line,
    figures_table,
    first_of_cell,
    measured,
    outcomes_table,
    system_columns,
    with_published,
)
from epicene.mt.judging.winomt_run import BENCHMARK as WINOMT
from epicene.mt.judging.winomt_run import TASK
from epicene.mt.judging.winomt_run import figures_of as winomt_figures
from epicene.mt.noun_phrases import OPEN
from epicene.mt.results import Judged, JudgedLine, JudgedSet, PublishedSystem, SetResultLine, Winomt
from epicene.report.document import Block, ItemList
from epicene.report.tables import Cell, Column, Table
from epicene.runs.signature import SignatureParts

_BOTH_READINGS = ("all", "marked", "feminine", "masculine", "feminine marked", "masculine marked")
_JUDGE_FIGURES = {
    True: (
        *(("pronoun_correct", group) for group in _BOTH_READINGS),
        *(("pronoun_gap", group) for group in ("all", "marked")),
        ("ambiguity_kept", "all"),
        ("her_share", "all"),
        ("tgbi", "all"),
        ("identical_pairs", "marked"),
    ),
    False: (
        *(
            (metric, group)
            for metric in ("determiner_correct", "noun_correct", "group_correct")
            for group in ("all", "feminine", "masculine")
        ),
        *((metric, "all") for metric in ("determiner_gap", "noun_gap", "group_gap")),
        ("ambiguity_kept", "all"),
        ("feminine_chosen", "all"),
        ("tgbi", "all"),
        ("identical_pairs", "marked"),
    ),
}
# The paper's totals, in which l’ + épicène counts by a gender that the French does not show.
_JUDGE_TECHNICAL = {
    *(("pronoun_correct", group) for group in ("all", "feminine", "masculine")),
    ("pronoun_gap", "all"),
    ("identical_pairs", "marked"),
}
# By metric, what is found in a class: under other, what the paper's table pools.
_POSSESSIVES = {one: one for one in ("her", "his", BOTH, "other")} | {
    one: f"of_other.{one}" for one in (THEIR, INCLUSIVE, AVOIDED, WRONG)
}
_SUBJECTS = {"group_correct": "right"} | {one: one for one in FOR_ALL}
_ALWAYS = ("her", "his", "other", "group_correct")  # in the table even where there is none
_JUDGE_OUTCOMES = (
    *("her", "his", "both", "other", "right", "determiner", "noun", "wrong"),
    *("kept", "feminine", "masculine", "unreadable"),
)


def judge_tables(
    systems: Sequence[Judged], language: Language, published: Sequence[PublishedSystem] = ()
) -> list[Table]:
    """What is right, then the paper's table 2 (into English) or the subject group by class (into French)."""
    first = systems[0]
    columns = with_published(systems, published, language)
    title = language.text("mt.judge.title", direction=first.direction, n=first.n)
    note = " ".join([language.text("mt.judge.note"), *_readers(first, language)])
    return [
        figures_table(
            title, columns, _JUDGE_FIGURES[DIRECTIONS[first.direction].forward], note, language, _JUDGE_TECHNICAL
        ),
        _class_table(first, columns, language),
    ]


def _readers(first: Judged, language: Language) -> Iterator[str]:
    """How far whoever read these lines agreed with readers; runs of earlier rules say nothing."""
    options = SignatureParts.of(next(iter(first.signatures.values()))).options
    known = AGREEMENT.get(DIRECTIONS[first.direction].target, {}) if f"reading:{READING}" in options else {}
    for reader, (agreed, total) in known.items():
        if reader == RULES or f"gender:{reader}" in options:
            yield language.text(f"mt.judge.reader.{reader}", agreed=agreed, total=total)


def _class_table(first: Judged, systems: Columns, language: Language) -> Table:
    forward = DIRECTIONS[first.direction].forward
    outcomes = _POSSESSIVES if forward else _SUBJECTS
    blocks = []
    for name in (name for name, counts in first.counts.items() if counts["n"] and name != OPEN):
        cells = {outcome: [cell_of(system, outcome, name) for _, system in systems] for outcome in outcomes}
        shown = [outcome for outcome in outcomes if outcome in _ALWAYS or any(cell.value for cell in cells[outcome])]
        rows = [(language.text(f"mt.outcome.{outcomes[one]}"), cells[one]) for one in shown]
        blocks.append(class_rows(class_name(name, language), first.counts[name]["n"], rows))
    title = language.text_or(
        f"mt.judge.{first.direction}.classes", language.text(f"mt.judge.{'forward' if forward else 'back'}.classes")
    )
    return Table(title, class_columns(system_columns(systems), language), blocks)


def class_name(name: str, language: Language) -> str:
    determiner, _, form = name.rpartition(" ")
    return language.text(f"mt.class.{form}", determiner=determiner.replace("'", "’"))


def _judge_lines(system: Judged, language: Language) -> list[Block]:
    """By class and what was found, in the order of the tables."""
    if system.lines is msgspec.UNSET:
        return []
    behind = by_cell(system.lines)
    cells = [
        (language.text("mt.lines", cell=class_name(name, language), found=found, n=len(lines)), lines)
        for name, counts in system.counts.items()
        for outcome in counts
        if (lines := behind.get((name, outcome)))
        for found in [language.text(f"mt.outcome.{outcome}")]
    ]
    first, second = (
        language.text_or(f"language.{code}", code).capitalize() for code in DIRECTIONS[system.direction].pair
    )
    content = {"system": system.model, "cells": cells, "first": first, "second": second}
    return [ItemList("epicene.mt:lines.html.j2", content)]


def _judge_figures(systems: Sequence[Judged]) -> ComparedFigures:
    """What the answer is about: what is right, by gender, the gap, and lines whose French leaves the gender open."""
    (metric, gap), (feminine, masculine, both) = systems[0].measures, systems[0].headline
    wanted = [(metric, both), (metric, feminine), (metric, masculine), (gap, both)]
    wanted += [("ambiguity_kept", "all"), ("her_share", "all"), ("feminine_chosen", "all")]
    judged = [judged_again(system, every_line(system.model, system.lines, system.n)) for system in systems]
    direction = DIRECTIONS[systems[0].direction]
    figures = [chosen(figures_of(direction, own), wanted) for own in judged]
    return ComparedFigures(BENCHMARK, direction.name, [judgment.line.occupation for judgment in judged[0]], figures)


JUDGE_PAGE = SystemsPage(
    *(
        "judge",
        Judged,
        "direction",
        judge_tables,
        _judge_lines,
        partial(msgspec.convert, type=JudgedLine),
        _judge_figures,
    ),
    LineWords(_JUDGE_OUTCOMES, class_name, "mt.outcome"),
)


_BY_LABEL = (MASCULINE, FEMININE, KEPT)
_BY_GENDER = (FEMININE, MASCULINE, EVERY)
_SET_FIGURES = (
    *((metric, EVERY) for metric in ("feminine_correct", "masculine_correct", "both_correct", "accuracy")),
    *((metric, group) for metric in ("coverage", "accuracy_covered") for group in _BY_GENDER),
    ("covered_gap", EVERY),
    *((metric, EVERY) for metric, _ in SHARES.values()),
)
_SET_OUTCOMES = ("right", "wrong", "uncovered", "empty", "masculine", "feminine", "both", "kept", "unreadable")
_SET_TECHNICAL = {
    (metric, group) for metric in ("coverage", "accuracy_covered") for group in _BY_GENDER if group != EVERY
}


def set_tables(systems: Sequence[JudgedSet], language: Language) -> list[Table]:
    first = systems[0]
    title = language.text("mt.set.title", on=first.on, n=first.n)
    figures = figures_table(
        title, measured(systems), _SET_FIGURES, language.text("mt.set.note"), language, _SET_TECHNICAL
    )
    tables = outcomes_table(systems, language.text("mt.set.outcomes"), "mt.set.class", "mt.set.found", language)
    return [figures, *tables, *(table for system in systems for table in _label_table(system, language))]


def _label_table(system: JudgedSet, language: Language) -> Iterator[Table]:
    """Of sentences whose source leaves the gender open, the shares by label."""
    metrics = [SHARES[outcome][0] for outcome in _BY_LABEL]
    known = {(estimate.metric, estimate.group): estimate for estimate in system.estimates}
    labels = [group for metric, group in known if metric == metrics[0] and group != EVERY]
    if not labels:
        return
    head = [
        Column("label", language.text("mt.set.label")),
        Column("n", language.text("mt.column.n"), "number"),
        *(
            Column(metric, language.text(f"mt.set.found.{outcome}"), "number", interval=True)
            for outcome, metric in zip(_BY_LABEL, metrics, strict=True)
        ),
    ]
    rows = [
        [
            Cell(label),
            Cell(known[metrics[0], label].n_used),
            *(
                Cell(estimate.value, estimate.low, estimate.high)
                for estimate in (known[metric, label] for metric in metrics)
            ),
        ]
        for label in labels
    ]
    yield Table(language.text("mt.set.labels", system=system.model), head, [rows])


def _set_answer(system: JudgedSet, language: Language) -> Iterator[str]:
    """By gender where the set says it; else what is right, or what stays open."""
    by_gender = list(answer_by_gender(system, language))
    yield from by_gender
    covered, coverage = (system.estimate(metric, EVERY) for metric in ("accuracy_covered", "coverage"))
    if covered and coverage and not by_gender:
        yield language.text("mt.set.covered", system=system.model, covered=covered, coverage=coverage)
    if system.estimate("ambiguity_kept", EVERY):
        shares = {metric: system.estimate(metric, EVERY) for metric, _ in SHARES.values()}
        yield language.text("mt.set.open", system=system.model, **shares)


def _set_lines(system: JudgedSet, language: Language) -> list[Block]:
    """By gender, or what the source leaves open, and what was found; the first of each."""
    if not system.lines:
        return []
    behind = by_cell(system.lines)
    cells = [
        first_of_cell(lines, language.text(f"mt.set.class.{name}"), language.text(f"mt.set.found.{outcome}"), language)
        for name, counts in system.counts.items()
        for outcome in counts
        if (lines := behind.get((name, outcome)))
    ]
    content = {"system": system.model, "cells": cells, "names": list(system.lines[0].references)}
    return [ItemList("epicene.mt:set_lines.html.j2", content)]


def _set_figures(systems: Sequence[JudgedSet]) -> ComparedFigures:
    """What can be read and is right, by gender, and what becomes of a gender that is left open."""
    metrics = ("accuracy", "feminine_correct", "masculine_correct", "both_correct", "accuracy_covered", "covered_gap")
    wanted = [(metric, EVERY) for metric in (*metrics, *(metric for metric, _ in SHARES.values()))]
    wanted += [("accuracy_covered", gender) for gender in (FEMININE, MASCULINE)]
    judged = [
        [set_judged_again(line) for line in every_line(system.model, system.lines, system.n)] for system in systems
    ]
    numbers = [str(set_judgment.line.number) for set_judgment in judged[0]]
    return ComparedFigures(systems[0].on, None, numbers, [chosen(set_figures(own), wanted) for own in judged])


SET_PAGE = SystemsPage(
    *("judge-set", JudgedSet, "on", set_tables, _set_lines, partial(msgspec.convert, type=SetResultLine), _set_figures),
    LineWords(_SET_OUTCOMES, lambda name, words: words.text(f"mt.set.class.{name}"), "mt.set.found"),
    sentences=_set_answer,
)


_WINOMT_FIGURES = (
    *(("accuracy", group) for group in ("all", "masculine", "feminine", "pro-stereotypical", "anti-stereotypical")),
    *((metric, "all") for metric in ("accuracy_determined", "accuracy_neutral", "f1_masculine", "f1_feminine")),
    *((metric, "all") for metric in ("delta_g", "delta_g_spacy", "delta_s", "unknown")),
)
_WINOMT_TECHNICAL = {(metric, "all") for metric in ("f1_masculine", "f1_feminine")}  # of which ΔG is the difference


def winomt_tables(
    systems: Sequence[Winomt], language: Language, published: Sequence[PublishedSystem] = ()
) -> list[Table]:
    first = systems[0]
    gender = language.text_or(f"mt.gender.{first.gender}", first.gender)
    title = language.text("mt.winomt.title", n=first.n, gender=gender)
    columns = with_published(systems, published, language)
    by_spacy = any(system.estimate("delta_g_spacy", EVERY) for system in systems)
    wanted = [
        figure for figure in _WINOMT_FIGURES if by_spacy or figure != ("delta_g_spacy", EVERY)
    ]  # no row of the paper's alone
    figures = figures_table(title, columns, wanted, language.text("mt.winomt.note"), language, _WINOMT_TECHNICAL)
    title = language.text("mt.winomt.outcomes")
    return [figures, *outcomes_table(systems, title, "mt.entity", "mt.entity.found", language)]


def _winomt_lines(system: Winomt, language: Language) -> list[Block]:
    """By the gender that the English gives away and the one that was found, the first of each."""
    cells = [
        first_of_cell(lines, language.text(f"mt.entity.{gold}"), language.text(f"mt.entity.found.{found}"), language)
        for (gold, found), lines in sorted(by_cell(system.lines or ()).items())
    ]
    first, second = language.text("mt.lines.phrase"), language.text("language.en").capitalize()
    content = {"system": system.model, "cells": cells, "first": first, "second": second}
    return [ItemList("epicene.mt:lines.html.j2", content)] if cells else []


def _winomt_line(record: Mapping[str, Any]) -> JudgedLine:
    """As the run's journal has it."""
    return JudgedLine(
        line=record["line"],
        class_=record["gender"] or "neutral",
        gender=record["gender"] or "neutral",
        found=record["found"] or "unknown",
        outcome=record.get("outcome", msgspec.UNSET),
        source=record["phrase"],
        target=record["english"],
        hypothesis=record["translation"],
        occupation=record["entity"],
        side=record.get("side", ""),  # earlier journals have none
    )


def _winomt_figures(systems: Sequence[Winomt]) -> ComparedFigures:
    """Accuracy over all and over determined entities, ΔG, and ΔS where lines say on which list they are."""
    wanted = [(metric, EVERY) for metric in ("accuracy", "accuracy_determined", "delta_g", "delta_s")]
    lines = [every_line(system.model, system.lines, system.n) for system in systems]
    figures = [
        winomt_figures(
            [_gender(line.class_) for line in own],
            [_gender(line.found) for line in own],
            [str(line.side) for line in own],
        )
        for own in lines
    ]
    unknown = any(system.estimate("delta_s", EVERY) for system in systems) and not all(
        any(line.side for line in own) for own in lines
    )
    occupations = [str(line.occupation) for line in lines[0]]
    missing = ["delta_s"] if unknown else []
    return ComparedFigures(WINOMT, TASK, occupations, [chosen(own, wanted) for own in figures], missing)


def _gender(name: str) -> str | None:
    return None if name in ("neutral", "unknown") else name


WINOMT_PAGE = SystemsPage(
    *("winomt", Winomt, "gender", winomt_tables, _winomt_lines, _winomt_line, _winomt_figures),
    LineWords(
        ("masculine", "feminine", "unknown"), lambda name, words: words.text(f"mt.entity.{name}"), "mt.entity.found"
    ),
    warning="mt.winomt.warning",
)
