"""The lines behind a cell of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from epicene.core.errors import InputError
from epicene.mt.judging.judge_measures import groups_of
from epicene.mt.judging.line_judge import Direction, Judgment


def find_cell(judged: Sequence[Judgment], cell: str, direction: Direction) -> list[Judgment]:
    """`la feminine:his`: the lines of a class or group, with what was found there; without a colon, all of them."""
    group, colon, outcome = cell.partition(":")
    group = " ".join(group.replace("’", "'").split())
    groups = groups_of(judged)
    if group not in groups:
        raise InputError(f"There is no class or group {group!r}. Known: {', '.join(groups)}.")
    if colon and outcome not in direction.outcomes:
        raise InputError(
            f"Nothing is counted as {outcome!r} in {direction.name}. Known: {', '.join(direction.outcomes)}."
        )
    inside = groups[group]
    return [one for one, member in zip(judged, inside, strict=True) if member and (not colon or one.outcome == outcome)]


def add_lines(
    documents: Sequence[dict[str, Any]], judged: Mapping[str, Sequence[Judgment]], cell: str, direction: Direction
) -> None:
    """Put the lines behind a cell into each system's document."""
    for made in documents:
        made["lines"] = [line_record(one) for one in find_cell(judged[made["model"]], cell, direction)]


def line_record(judgment: Judgment) -> dict[str, Any]:
    """One line as people and programs read it; `line` counts from 1, as editors do."""
    return {
        "line": judgment.line.number + 1,
        "class": judgment.line.class_,
        "gender": judgment.line.gender.value,
        "found": judgment.outcome,
        "french": judgment.line.french,
        "english": judgment.line.english,
        "hypothesis": judgment.hypothesis,
    }
