"""What `mt winomt` shows: the gender that systems give to entities, and the sentences behind the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from epicene.core.language import Language
from epicene.mt.compared_systems import Headline, LineWords, chosen, every_line
from epicene.mt.gender_outcomes import outcomes_table
from epicene.mt.results import JudgedLine, PublishedSystem, Winomt
from epicene.mt.systems_page import SystemsPage, by_cell, figures_table, first_of_cell, with_published
from epicene.mt.winomt.winomt_run import BENCHMARK, EVERY, TASK, figures_of
from epicene.report.document import Block, ItemList
from epicene.report.tables import Table

_FIGURES = (
    *(("accuracy", group) for group in ("all", "masculine", "feminine", "pro-stereotypical", "anti-stereotypical")),
    *((metric, "all") for metric in ("accuracy_determined", "accuracy_neutral", "f1_masculine", "f1_feminine")),
    *((metric, "all") for metric in ("delta_g", "delta_g_spacy", "delta_s", "unknown")),
)
_TECHNICAL = {(metric, "all") for metric in ("f1_masculine", "f1_feminine")}  # of which ΔG is the difference


def winomt_tables(
    systems: Sequence[Winomt], language: Language, published: Sequence[PublishedSystem] = ()
) -> list[Table]:
    first = systems[0]
    gender = language.text_or(f"mt.gender.{first.gender}", first.gender)
    title = language.text("mt.winomt.title", n=first.n, gender=gender)
    columns = with_published(systems, published, language)
    by_spacy = any(system.estimate("delta_g_spacy", EVERY) for system in systems)
    wanted = [
        figure for figure in _FIGURES if by_spacy or figure != ("delta_g_spacy", EVERY)
    ]  # no row of the paper's alone
    figures = figures_table(title, columns, wanted, language.text("mt.winomt.note"), language, _TECHNICAL)
    title = language.text("mt.winomt.outcomes")
    return [figures, *outcomes_table(systems, title, "mt.entity", "mt.entity.found", language)]


def _lines(system: Winomt, language: Language) -> list[Block]:
    """By the gender that the English gives away and the one that was found, the first of each."""
    cells = [
        first_of_cell(lines, language.text(f"mt.entity.{gold}"), language.text(f"mt.entity.found.{found}"), language)
        for (gold, found), lines in sorted(by_cell(system.lines or ()).items())
    ]
    first, second = language.text("mt.lines.phrase"), language.text("language.en").capitalize()
    content = {"system": system.model, "cells": cells, "first": first, "second": second}
    return [ItemList("epicene.mt:lines.html.j2", content)] if cells else []


def _line(record: Mapping[str, Any]) -> JudgedLine:
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


def _headline(systems: Sequence[Winomt]) -> Headline:
    """Accuracy over all and over determined entities, ΔG, and ΔS where lines say on which list they are."""
    wanted = [(metric, EVERY) for metric in ("accuracy", "accuracy_determined", "delta_g", "delta_s")]
    lines = [every_line(system.model, system.lines, system.n) for system in systems]
    figures = [
        figures_of(
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
    return Headline(BENCHMARK, TASK, occupations, [chosen(own, wanted) for own in figures], missing)


def _gender(name: str) -> str | None:
    return None if name in ("neutral", "unknown") else name


PAGE = SystemsPage(
    *("winomt", Winomt, "gender", winomt_tables, _lines, _line, _headline),
    LineWords(
        ("masculine", "feminine", "unknown"), lambda name, words: words.text(f"mt.entity.{name}"), "mt.entity.found"
    ),
    warning="mt.winomt.warning",
)
