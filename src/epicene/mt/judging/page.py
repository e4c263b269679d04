"""What `mt judge` shows: what is right, by class and gender, and the lines behind each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from epicene.core.language import Language
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE, THEIR, WRONG
from epicene.mt.compared_systems import Headline, chosen, every_line
from epicene.mt.judging.judge_run import BENCHMARK, figures_of, judged_again
from epicene.mt.judging.line_judge import DIRECTIONS
from epicene.mt.noun_phrases import OPEN
from epicene.mt.results import Judged, JudgedLine, PublishedSystem
from epicene.mt.system_headlines import LineWords
from epicene.mt.system_runs import LINES
from epicene.mt.systems_page import Columns, SystemsPage, figures_table, system_columns, with_published
from epicene.report.document import Block, Items
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.folder import Journal

_BOTH_READINGS = ("all", "marked", "feminine", "masculine", "feminine marked", "masculine marked")
_FIGURES = {
    True: (
        *(("pronoun_correct", group) for group in _BOTH_READINGS),
        *(("pronoun_gap", group) for group in ("all", "marked")),
        ("ambiguity_kept", "all"),
        ("her_share", "all"),
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
        ("identical_pairs", "marked"),
    ),
}
# The paper's totals, in which l’ + épicène counts by a gender that the French does not show.
_TECHNICAL = {
    *(("pronoun_correct", group) for group in ("all", "feminine", "masculine")),
    ("pronoun_gap", "all"),
    ("identical_pairs", "marked"),
}
_OF_OTHER = (THEIR, INCLUSIVE, AVOIDED, WRONG)  # what the paper's table pools
_FOR_ALL = (BOTH, INCLUSIVE, AVOIDED)
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
    note = language.text("mt.judge.note")
    return [
        figures_table(title, columns, _FIGURES[DIRECTIONS[first.direction].forward], note, language, _TECHNICAL),
        _class_table(first, columns, language),
    ]


def _class_table(first: Judged, systems: Columns, language: Language) -> Table:
    forward = DIRECTIONS[first.direction].forward
    columns = [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        Column("found", language.text("mt.column.outcome")),
        *system_columns(systems),
    ]
    rows_of = _possessive_rows if forward else _subject_rows
    blocks = [
        list(rows_of(systems, name, counts["n"], language))
        for name, counts in first.counts.items()
        if counts["n"] and name != OPEN
    ]
    title = language.text_or(
        f"mt.judge.{first.direction}.classes", language.text(f"mt.judge.{'forward' if forward else 'back'}.classes")
    )
    return Table(title, columns, blocks)


def _possessive_rows(systems: Columns, name: str, n: int, language: Language) -> Iterator[Row]:
    for place, outcome in enumerate(("her", "his", "both", "other", *_OF_OTHER)):
        cells = [cell_of(outcome, name) for _, cell_of in systems]
        head = [Cell(class_name(name, language)), Cell(n)] if place == 0 else [Cell(""), Cell()]
        if outcome not in ("both", *_OF_OTHER) or any(cell.value for cell in cells):
            key = f"mt.outcome.of_other.{outcome}" if outcome in _OF_OTHER else f"mt.outcome.{outcome}"
            yield [*head, Cell(language.text(key)), *cells]


def _subject_rows(systems: Columns, name: str, n: int, language: Language) -> Iterator[Row]:
    for place, outcome in enumerate(("group_correct", *_FOR_ALL)):
        cells = [cell_of(outcome, name) for _, cell_of in systems]
        head = [Cell(class_name(name, language)), Cell(n)] if place == 0 else [Cell(""), Cell()]
        if place == 0 or any(cell.value for cell in cells):
            yield [*head, Cell(language.text(f"mt.outcome.{'right' if place == 0 else outcome}")), *cells]


def class_name(name: str, language: Language) -> str:
    determiner, _, form = name.rpartition(" ")
    return language.text(f"mt.class.{form}", determiner=determiner.replace("'", "’"))


def _lines(system: Judged, language: Language) -> list[Block]:
    """By class and what was found, in the order of the tables."""
    if system.lines is msgspec.UNSET:
        return []
    behind: dict[tuple[str, str], list[JudgedLine]] = {}
    for line in system.lines:
        behind.setdefault((line.class_, line.found), []).append(line)
    cells = [
        (_cell_title(name, outcome, len(behind[name, outcome]), language), behind[name, outcome])
        for name, counts in system.counts.items()
        for outcome in counts
        if (name, outcome) in behind
    ]
    first, second = (
        language.text_or(f"language.{code}", code).capitalize() for code in DIRECTIONS[system.direction].pair
    )
    content = {"system": system.model, "cells": cells, "first": first, "second": second}
    return [Items("epicene.mt:lines.html.j2", content)]


def _cell_title(name: str, outcome: str, n: int, language: Language) -> str:
    found = language.text(f"mt.outcome.{outcome}")
    return language.text("mt.lines", cell=class_name(name, language), found=found, n=n)


def _with_lines(systems: Sequence[Judged], folder: Path) -> list[Judged]:
    """As the run's journal has them, whatever of them `results.json` shows."""
    records = Journal(folder / LINES).records.values()
    return [
        msgspec.structs.replace(
            system,
            lines=[msgspec.convert(record, JudgedLine) for record in records if record["system"] == system.model],
        )
        for system in systems
    ]


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
    *("judge", Judged, "direction", judge_tables, _lines, _with_lines, ["epicene.mt:lines.js"]),
    headline=_headline,
    words=LineWords(_OUTCOMES, class_name, "mt.outcome"),
)
