"""The lines behind a cell of the tables."""

from __future__ import annotations

from collections.abc import Sequence

from epicene.core.errors import InputError
from epicene.mt.judging.judge_measures import groups_of
from epicene.mt.judging.line_judge import Direction, Judgment
from epicene.mt.judging.results import JudgedLine


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


def line_of(judgment: Judgment) -> JudgedLine:
    return JudgedLine(
        line=judgment.line.number + 1,
        class_=judgment.line.class_,
        gender=judgment.line.gender.value,
        found=judgment.outcome,
        french=judgment.line.french,
        english=judgment.line.english,
        hypothesis=judgment.hypothesis,
    )
