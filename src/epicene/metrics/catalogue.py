"""Measures by name: unit, ideal value, what they mean, stated once for figures, tables and reports.

Each kind of benchmark registers those that it computes. Another package adds one by an entry point (`epicene.measures`)
with a function that computes it; nothing else has to be told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol

import msgspec

from epicene.core.notices import Notice
from epicene.core.registry import Registry
from epicene.core.types import Estimate, Item, Role
from epicene.metrics.answer_groups import Scores

PERCENT = (0.0, 100.0)


class Direction(StrEnum):
    """Which way is better: the question every reader of a table asks first (lm-eval issues 760, 1650)."""

    NEARER = "nearer to the ideal"
    HIGHER = "higher"
    LOWER = "lower"


class MeasureRole(StrEnum):
    """What a figure is about: methods that act on a model aim at some of it, and may move that alone."""

    SCORE = "score"  # which of given sentences is likelier
    BEHAVIOUR = "behaviour"  # what is written or answered
    QUALITY = "quality"


class Answered(Protocol):
    """A model's answers to one benchmark: all its items, those that could not be asked and why, the scores, and how
    many tokens each text has (0 where nobody counted them)."""

    @property
    def items(self) -> Sequence[Item]: ...
    @property
    def unusable(self) -> Mapping[str, str]: ...
    def values(self) -> Scores: ...
    def lengths(self) -> Mapping[tuple[str, Role], int]: ...


class MetricValue(NamedTuple):
    """A value with its 95 % interval, and the number of items that it rests on."""

    value: float
    low: float
    high: float
    n_used: int


@dataclass(frozen=True, slots=True)
class Measure:
    """`package` has its messages: `metric.NAME` is what tables call it, `meaning.NAME` says what it means. `bounds` are
    the values it can take, where there are such limits; `digits` how many decimals are shown. `decides_for` names the
    measure whose verdicts rest on this one wherever both were computed.

    A measure with a function to `compute` it (from answers and a seed; None where it cannot be computed) is computed
    over the log-probabilities of every benchmark of the `kinds` it names, and shown among the further measures.
    """

    name: str
    ideal: float
    unit: str
    better: Direction
    package: str = ""
    bounds: tuple[float, float] | None = None
    digits: int | None = None
    kinds: frozenset[str] = frozenset()
    compute: Callable[[Answered, int], MetricValue | None] | None = None
    is_behaviour: bool = False
    decides_for: str = ""

    @property
    def shows(self) -> MeasureRole:
        if self.better is Direction.HIGHER:
            return MeasureRole.QUALITY
        return MeasureRole.BEHAVIOUR if self.is_behaviour else MeasureRole.SCORE


MEASURES: Registry[Measure] = Registry("measure", "epicene.measures", lambda thing: isinstance(thing, Measure))


def register(*measures: Measure, is_behaviour: bool = False) -> None:
    """`is_behaviour` says of all of them that they are about what a model writes or answers."""
    for measure in measures:
        MEASURES.add(measure.name, replace(measure, is_behaviour=is_behaviour))


register(Measure("neutral", 0.0, "%", Direction.LOWER, bounds=PERCENT))  # ties, which any kind has


class TestRecord(msgspec.Struct, omit_defaults=True):
    """`p` of a test of `metric` against its ideal; `p_adjusted` where the group belongs to a family of tests.

    What says whether a figure differs clearly is the test over the units that its interval draws (`binomial` where a
    unit has one answer, else `sign-flip`); a `t-test` is the papers'.
    """

    __test__ = False  # not a test case, whatever pytest makes of the name

    benchmark: str
    metric: str
    group: str
    test: str
    p: float
    n: int = 0
    p_adjusted: float | None = None
    task: str | None = None

    @property
    def decides(self) -> bool:
        return self.test != "t-test"

    @property
    def q(self) -> float:
        """p within its family; a figure that stands alone is a family of one."""
        return self.p if self.p_adjusted is None else self.p_adjusted


@dataclass(frozen=True, slots=True)
class Measured:
    """`notices` are what a reader of the figures must know and the figures alone can tell; `texts` what each text was
    read as, where texts are measured."""

    estimates: tuple[Estimate, ...]
    tests: tuple[TestRecord, ...]
    notices: tuple[Notice, ...] = ()
    texts: tuple[Mapping[str, str], ...] = ()
