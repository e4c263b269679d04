"""What measuring hands back."""

from __future__ import annotations

from dataclasses import dataclass

from epicene.core.notices import Notice
from epicene.core.types import Estimate


@dataclass(frozen=True, slots=True)
class TestResult:
    """`p` of a test of `metric` against its ideal; `p_adjusted` where the group belongs to a family of tests."""

    __test__ = False  # not a test case, whatever pytest makes of the name

    benchmark: str
    metric: str
    group: str
    test: str
    p: float
    p_adjusted: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Measured:
    """`notices` are what a reader of the figures must know and the figures alone can tell."""

    estimates: tuple[Estimate, ...]
    tests: tuple[TestResult, ...]
    notices: tuple[Notice, ...] = ()
