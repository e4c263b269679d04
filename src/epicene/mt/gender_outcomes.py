"""Outcomes with *both*, *inclusive* and *avoided* told apart from what is wrong, in results and in tables (Wisniewski
et al. 2022, section 2.1: what leaves a gender open is not an error of the other gender)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import UnsetType

from epicene.core.language import Language
from epicene.grammar.french.inclusive import DOUBLET, EPICENE
from epicene.grammar.people import AVOIDED, BOTH, INCLUSIVE
from epicene.report.tables import Cell, Column, Row, Table

FOR_ALL = (BOTH, INCLUSIVE, AVOIDED)
Outcomes = dict[str, dict[str, int]]


class Counted(Protocol):
    @property
    def model(self) -> str: ...
    @property
    def outcomes(self) -> Outcomes | UnsetType: ...


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
    systems: Sequence[Counted],
    title: str,
    names: Callable[[str], str],
    said: Callable[[str], str],
    language: Language,
) -> Iterator[Table]:
    """Lines by class and outcome, system beside system; forms for everybody that nobody wrote are left out. Files from
    before outcomes were told apart have no such table."""
    counted = [system.outcomes for system in systems if isinstance(system.outcomes, dict)]
    if len(counted) < len(systems):
        return
    columns = [
        Column("class", language.text("mt.column.class")),
        Column("n", language.text("mt.column.n"), "number"),
        Column("found", language.text("mt.column.outcome")),
        *(Column(system.model, system.model, "number") for system in systems),
    ]
    yield Table(title, columns, [list(_rows(name, counted, names, said)) for name in counted[0]])


def _rows(
    name: str, counted: Sequence[Outcomes], names: Callable[[str], str], said: Callable[[str], str]
) -> Iterator[Row]:
    cells = {outcome: [own[name][outcome] for own in counted] for outcome in counted[0][name]}
    shown = [outcome for outcome in cells if outcome not in FOR_ALL or any(cells[outcome])]
    for place, outcome in enumerate(shown):
        head = [Cell(names(name)), Cell(sum(counted[0][name].values()))] if place == 0 else [Cell(""), Cell()]
        yield [*head, Cell(said(outcome)), *map(Cell, cells[outcome])]
