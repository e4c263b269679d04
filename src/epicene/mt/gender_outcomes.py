"""Outcomes with *both*, *inclusive* and *avoided* told apart from what is wrong, in results and in tables (Wisniewski
et al. 2022, section 2.1: what leaves a gender open is not an error of the other gender)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat

from epicene.core.language import Language
from epicene.grammar.french.inclusive import DOUBLET, EPICENE
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE
from epicene.mt.results import JudgedSet, Winomt
from epicene.report.tables import Cell, Column, Row, Table

FOR_ALL = (BOTH, INCLUSIVE, AVOIDED)
Outcomes = dict[str, dict[str, int]]


def outcome_of(sort: str) -> str:
    """Of a French form that holds for everybody: *étudiantes et étudiants*, *l'artiste* or *la personne*, *iel*."""
    return {DOUBLET: BOTH, EPICENE: AVOIDED}.get(sort, INCLUSIVE)


def count_outcomes(found: Iterable[tuple[str, str]], known: Callable[[str], Sequence[str]]) -> Outcomes:
    """How many of each class have each of its outcomes."""
    cells = Counter(found)
    return {
        name: {outcome: cells[name, outcome] for outcome in known(name)} for name in sorted({name for name, _ in cells})
    }


def outcomes_table(
    systems: Sequence[Winomt | JudgedSet], title: str, names: str, found: str, language: Language
) -> Iterator[Table]:
    """Lines by class and outcome, system beside system; forms for everybody that nobody wrote are left out. `names` and
    `found` are where messages have those of a class and of an outcome. Files from before outcomes were told apart have
    no such table."""
    counted = [system.outcomes for system in systems if isinstance(system.outcomes, dict)]
    if len(counted) < len(systems):
        return
    blocks = []
    for name in counted[0]:
        cells = {outcome: [Cell(own[name][outcome]) for own in counted] for outcome in counted[0][name]}
        shown = [outcome for outcome in cells if outcome not in FOR_ALL or any(cell.value for cell in cells[outcome])]
        rows = [(language.text(f"{found}.{outcome}"), cells[outcome]) for outcome in shown]
        blocks.append(class_rows(language.text(f"{names}.{name}"), sum(counted[0][name].values()), rows))
    yield Table(
        title, class_columns([Column(system.model, system.model, "number") for system in systems], language), blocks
    )


def class_columns(systems: Sequence[Column], language: Language) -> list[Column]:
    """Of tables by class and what was found in it."""
    return [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        Column("found", language.text("mt.column.outcome")),
        *systems,
    ]


def class_rows(name: str, n: int, found: Iterable[tuple[str, Sequence[Cell]]]) -> list[Row]:
    """What was found in a class; its name and the number of its lines stand in the first row."""
    heads = chain([(Cell(name), Cell(n))], repeat((Cell(""), Cell())))
    return [[*head, Cell(outcome), *cells] for head, (outcome, cells) in zip(heads, found, strict=False)]
