"""The tables and figures of Wisniewski et al. (2022) in a study of translation systems: what each is called, which
block of a step's page it is, and those in which systems stand side by side (BLEU, tables 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import msgspec

from epicene.auditing.study.mt_study_file import AUDIT, BLEU, CORPUS, INTERVENE, JUDGE, PROBE, WINOMT
from epicene.auditing.study.saved_study import MtStudied, Step
from epicene.core.language import Language
from epicene.inside.forced.page import PAGE as FORCED_PAGE
from epicene.inside.forced.page import judged_tables
from epicene.mt.judging.page import PAGE as JUDGE_PAGE
from epicene.mt.results import BleuResults, Judged, SystemResults, Winomt, published_judged
from epicene.mt.systems_page import Group, comparable
from epicene.mt.translating.bleu_page import bleu_table
from epicene.mt.winomt.page import PAGE as WINOMT_PAGE
from epicene.mt.winomt.page import winomt_tables
from epicene.report.document import Block, Paragraph, Section, TableBlock
from epicene.report.tables import Cell, Column, Table, tabulated
from epicene.runs.folder import RESULTS, read_results

ELEMENTS = (
    *("figure-1a", "figure-1b", "bleu", "table-1", "rates", "table-2", "table-3", "table-4", "table-5"),
    *("figure-3", "figure-4"),
)
# By step, what the names of its blocks begin with. t is no measure of the paper's, and other contrasts are not its own.
_BLOCKS: Mapping[str, Mapping[str, str]] = {
    CORPUS: {
        "figure-1-a": "figure-1a",
        "frequency": "figure-1a",
        "figure-1-b": "figure-1b",
        "pieces": "figure-1b",
        "son": "table-3",
    },
    AUDIT: dict.fromkeys(("figure-3-his-her-b", "figure-3-his-her-r", "contrast-his-her-1"), "figure-3"),
    PROBE: {"grid-": "table-4", "manipulations-": "table-5"},
    INTERVENE: dict.fromkeys(("figure-4", "table-1"), "figure-4"),
}
R = TypeVar("R", bound=SystemResults)
TOGETHER: Mapping[str, type[SystemResults]] = {BLEU: BleuResults, JUDGE: Judged, WINOMT: Winomt}


def element_of(step: str, block: str) -> str | None:
    return next((name for start, name in _BLOCKS.get(step, {}).items() if block.startswith(start)), None)


def named(element: str | None, title: str, language: Language) -> str:
    """Under its name in the paper, unless the title has it already."""
    name = language.text(f"mt-study.element.{element}") if element else ""
    if not name or title.startswith(name):
        return title
    return language.text("mt-study.named", element=name, title=title)


def named_table(table: Table, element: str | None, language: Language, system: str = "") -> Table:
    """In a file, where nothing else says it, with columns for the name and the system."""
    title = language.text("mt-study.heading", system=system, heading=table.title) if system else table.title
    name = language.text(f"mt-study.element.{element}") if element else table.title
    told = [Column("element", name, file_only=True), *([Column("system", system, file_only=True)] if system else [])]
    own = [Cell(column.title) for column in told]
    blocks = [[[*own, *row] for row in block] for block in table.blocks]
    return replace(table, title=named(element, title, language), columns=[*told, *table.columns], blocks=blocks)


def together(studied: MtStudied, language: Language) -> Iterator[Section]:
    """Sections in which systems stand side by side."""
    if bleu := _results(studied, BLEU, BleuResults):
        yield Section(
            _heading("bleu", language), [TableBlock(named_table(bleu_table(bleu, language), "bleu", language), "bleu")]
        )
    if winomt := _results(studied, WINOMT, Winomt):
        yield Section(_heading("table-1", language), list(_winomt_blocks(winomt, language)))
    judged = [one for step in studied.steps for one in _judged(step)]
    for direction in ("fr-en", "en-fr"):
        if own := [one for one in judged if one.direction == direction]:
            heading = language.text(f"mt.section.{direction}", n=own[0].n)
            yield Section(heading, list(_judged_blocks(own, language)))


def given_together(studied: MtStudied) -> Iterator[tuple[str, str]]:
    """The elements that these sections hold, each with a system."""
    for step in studied.steps:
        if step.step in (AUDIT, JUDGE):
            yield "rates", step.system
            yield from (("table-2", step.system) for one in _judged(step) if one.direction == "fr-en")
        elif step.step in (BLEU, WINOMT):
            yield {BLEU: "bleu", WINOMT: "table-1"}[step.step], step.system


def _heading(element: str, language: Language) -> str:
    return named(element, language.text(f"mt-study.about.{element}"), language)


def _results(studied: MtStudied, step: str, kind: type[R]) -> list[R]:
    """Of each system that has the step, under the study's name for it."""
    return [
        msgspec.structs.replace(read_results(one.folder / RESULTS, kind), model=one.system)
        for one in studied.steps
        if one.step == step
    ]


def _judged(step: Step) -> Iterator[Judged]:
    if step.step == AUDIT:
        yield msgspec.structs.replace(FORCED_PAGE.read(step.folder).judged, model=step.system)
    elif step.step == JUDGE:
        yield msgspec.structs.replace(read_results(step.folder / RESULTS, Judged), model=step.system)


def _judged_blocks(found: Sequence[Judged], language: Language) -> Iterator[Block]:
    """Section 4.2.2 and, into English, table 2."""
    for number, group in enumerate(comparable([Group(JUDGE_PAGE, [one]) for one in found]), start=1):
        yield from (Paragraph(text, "lead") for text in group.answers(language))
        right, classes = judged_tables(group.systems, language)
        way = group.systems[0].direction
        yield TableBlock(named_table(right, "rates", language), f"rates-{way}-{number}")
        element = "table-2" if way == "fr-en" else None
        yield TableBlock(named_table(classes, element, language), f"classes-{way}-{number}")


def _winomt_blocks(found: Sequence[Winomt], language: Language) -> Iterator[Block]:
    printed = published_judged("winomt")
    note = language.text("mt-study.winomt.published", systems=[one.model for one in printed])
    for number, group in enumerate(comparable([Group(WINOMT_PAGE, [one]) for one in found]), start=1):
        yield from (Paragraph(text, "lead") for text in group.answers(language))
        table, *outcomes = winomt_tables(group.systems, language, printed)
        noted = replace(table, note=f"{table.note} {note}")
        yield TableBlock(named_table(noted, "table-1", language), f"winomt-{number}")
        yield from (TableBlock(one, f"winomt-{number}-outcomes") for one in outcomes)


def contents(given: Mapping[str, Sequence[str]], language: Language) -> Section:
    """Every table and figure of the paper: which systems give it here, or what it needs."""

    def systems(element: str) -> str:
        if element in given:
            return language.list_of(list(dict.fromkeys(given[element])))
        return language.text("mt-study.missing", needs=language.text(f"mt-study.needs.{element}"))

    table = tabulated(
        language.text("mt-study.contents.title"),
        [ELEMENTS],
        (
            Column("element", language.text("mt-study.contents.element")),
            lambda one: language.text(f"mt-study.element.{one}"),
        ),
        (Column("about", language.text("mt-study.contents.about")), lambda one: language.text(f"mt-study.about.{one}")),
        (Column("systems", language.text("mt-study.contents.systems")), systems),
    )
    return Section(language.text("mt-study.contents.heading"), [TableBlock(table, "elements")])
