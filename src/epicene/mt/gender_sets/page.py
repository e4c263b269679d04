"""What `mt judge --on SET` shows: the gender that translations give, and the sentences behind the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from epicene.core.language import Language
from epicene.mt.compared_systems import Headline, LineWords, chosen, every_line
from epicene.mt.gender_outcomes import outcomes_table
from epicene.mt.gender_sets.set_lines import FEMININE, MASCULINE
from epicene.mt.gender_sets.set_run import EVERY, KEPT, SHARES, figures_of, judged_again
from epicene.mt.results import JudgedSet, SetResultLine
from epicene.mt.systems_page import SystemsPage, answer_by_gender, by_cell, figures_table, first_of_cell, measured
from epicene.report.document import Block, ItemList
from epicene.report.tables import Cell, Column, Table

_BY_LABEL = (MASCULINE, FEMININE, KEPT)
_BY_GENDER = (FEMININE, MASCULINE, EVERY)
_FIGURES = (
    *((metric, EVERY) for metric in ("feminine_correct", "masculine_correct", "both_correct", "accuracy")),
    *((metric, group) for metric in ("coverage", "accuracy_covered") for group in _BY_GENDER),
    ("covered_gap", EVERY),
    *((metric, EVERY) for metric, _ in SHARES.values()),
)
_OUTCOMES = ("right", "wrong", "uncovered", "empty", "masculine", "feminine", "both", "kept", "unreadable")
_TECHNICAL = {(metric, group) for metric in ("coverage", "accuracy_covered") for group in _BY_GENDER if group != EVERY}


def set_tables(systems: Sequence[JudgedSet], language: Language) -> list[Table]:
    first = systems[0]
    title = language.text("mt.set.title", on=first.on, n=first.n)
    figures = figures_table(title, measured(systems), _FIGURES, language.text("mt.set.note"), language, _TECHNICAL)
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


def _answer(system: JudgedSet, language: Language) -> Iterator[str]:
    """By gender where the set says it; else what is right, or what stays open."""
    by_gender = list(answer_by_gender(system, language))
    yield from by_gender
    covered, coverage = (system.estimate(metric, EVERY) for metric in ("accuracy_covered", "coverage"))
    if covered and coverage and not by_gender:
        yield language.text("mt.set.covered", system=system.model, covered=covered, coverage=coverage)
    if system.estimate("ambiguity_kept", EVERY):
        shares = {metric: system.estimate(metric, EVERY) for metric, _ in SHARES.values()}
        yield language.text("mt.set.open", system=system.model, **shares)


def _lines(system: JudgedSet, language: Language) -> list[Block]:
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


def _headline(systems: Sequence[JudgedSet]) -> Headline:
    """What can be read and is right, by gender, and what becomes of a gender that is left open."""
    metrics = ("accuracy", "feminine_correct", "masculine_correct", "both_correct", "accuracy_covered", "covered_gap")
    wanted = [(metric, EVERY) for metric in (*metrics, *(metric for metric, _ in SHARES.values()))]
    wanted += [("accuracy_covered", gender) for gender in (FEMININE, MASCULINE)]
    judged = [[judged_again(line) for line in every_line(system.model, system.lines, system.n)] for system in systems]
    numbers = [str(set_judgment.line.number) for set_judgment in judged[0]]
    return Headline(systems[0].on, None, numbers, [chosen(figures_of(own), wanted) for own in judged])


PAGE = SystemsPage(
    *("judge-set", JudgedSet, "on", set_tables, _lines, partial(msgspec.convert, type=SetResultLine), _headline),
    LineWords(_OUTCOMES, lambda name, words: words.text(f"mt.set.class.{name}"), "mt.set.found"),
    sentences=_answer,
)
