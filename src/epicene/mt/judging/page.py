"""What `mt judge` shows: what is right, by class and gender, and the lines behind each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from epicene.core.language import Language
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE, THEIR, WRONG
from epicene.mt.compared_systems import Headline, LineWords, chosen, every_line
from epicene.mt.gender_outcomes import FOR_ALL, class_columns, class_rows
from epicene.mt.judging.judge_run import BENCHMARK, figures_of, judged_again
from epicene.mt.judging.line_judge import AGREEMENT, DIRECTIONS, READING, RULES
from epicene.mt.noun_phrases import OPEN
from epicene.mt.results import Judged, JudgedLine, PublishedSystem
from epicene.mt.systems_page import (
    Columns,
    SystemsPage,
    by_cell,
    cell_of,
    figures_table,
    system_columns,
    with_published,
)
from epicene.report.document import Block, ItemList
from epicene.report.tables import Table
from epicene.runs.signature import SignatureParts

_BOTH_READINGS = ("all", "marked", "feminine", "masculine", "feminine marked", "masculine marked")
_FIGURES = {
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
_TECHNICAL = {
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
_OUTCOMES = (
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
        figures_table(title, columns, _FIGURES[DIRECTIONS[first.direction].forward], note, language, _TECHNICAL),
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


def _lines(system: Judged, language: Language) -> list[Block]:
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


def _headline(systems: Sequence[Judged]) -> Headline:
    """What the answer is about: what is right, by gender, the gap, and lines whose French leaves the gender open."""
    (metric, gap), (feminine, masculine, both) = systems[0].measures, systems[0].headline
    wanted = [(metric, both), (metric, feminine), (metric, masculine), (gap, both)]
    wanted += [("ambiguity_kept", "all"), ("her_share", "all"), ("feminine_chosen", "all")]
    judged = [judged_again(system, every_line(system.model, system.lines, system.n)) for system in systems]
    direction = DIRECTIONS[systems[0].direction]
    figures = [chosen(figures_of(direction, own), wanted) for own in judged]
    return Headline(BENCHMARK, direction.name, [judgment.line.occupation for judgment in judged[0]], figures)


PAGE = SystemsPage(
    *("judge", Judged, "direction", judge_tables, _lines, partial(msgspec.convert, type=JudgedLine), _headline),
    LineWords(_OUTCOMES, class_name, "mt.outcome"),
)
