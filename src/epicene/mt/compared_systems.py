"""Two translation systems on the same lines: which figures of theirs are compared, and what is said of it. The tests
(McNemar over lines, a paired bootstrap over occupations) are `compare_figures` of `clustered_estimates.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.metrics.two_models import Comparison
from epicene.mt.clustered_estimates import Difference, Ratio, compare_figures
from epicene.mt.results import ROOM, JudgedLine, SetResultLine
from epicene.report.compared_runs import ComparedRuns, Side, paired

L = TypeVar("L", bound=JudgedLine | SetResultLine)


@dataclass(frozen=True, slots=True)
class Headline:
    """What systems are compared by: their figures, system by system, over lines with these `occupations`; `missing` are
    metrics that their lines do not give, though the run has them."""

    benchmark: str
    task: str | None
    occupations: Sequence[str]
    figures: Sequence[Sequence[Ratio | Difference]]
    missing: Sequence[str] = ()


def every_line(model: str, lines: Sequence[L] | msgspec.UnsetType, n: int) -> Sequence[L]:
    """The n lines behind the figures of a system: without them nothing can be compared."""
    if lines is msgspec.UNSET or len(lines) != n:
        raise InputError(
            "The {n} lines of {model} are not all there, and systems are compared line by line. Name the "
            "folder that the command wrote (--out), in place of what it printed.",
            n=n,
            model=model,
        )
    return lines


def chosen(
    figures: tuple[Sequence[Ratio], Sequence[Difference]], wanted: Sequence[tuple[str, str]]
) -> list[Ratio | Difference]:
    """By metric and group, as far as they are there."""
    known = {(one.metric, one.group): one for own in figures for one in own}
    return [known[key] for key in wanted if key in known]


def compared_systems(
    made: Headline, sides: Sequence[Side], name: Callable[[str, str, Language], str], seed: int = 0
) -> ComparedRuns:
    """Every two of the systems; `name` is that of a metric and group."""
    notices = [Notice("notice.mt.not-compared", {"metric": metric}) for metric in made.missing]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, figures = (sides[a].label, sides[b].label), (made.figures[a], made.figures[b])
        return compare_figures((made.benchmark, made.task), made.occupations, names, figures, seed), notices

    pairs = paired(made.benchmark, sides, compare, "p_bootstrap")
    return ComparedRuns(pairs, [ROOM], "mt.compared.told", lambda one, words: name(one.metric, one.group, words))
