"""Two models' answers to one benchmark, side by side and in one sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from epicene.core.language import Language
from epicene.metrics.paired import Comparison
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import Trust
from epicene.runs.signature import SignatureParts


@dataclass(frozen=True, slots=True)
class Answers:
    """One model's answers to one benchmark, from one run folder."""

    run: Path
    label: str
    signature: str
    answered: BenchmarkRun = field(repr=False)
    trust: Trust = field(default_factory=Trust)

    @property
    def parts(self) -> SignatureParts:
        return SignatureParts.of(self.signature)

    @property
    def is_trusted(self) -> bool:
        return self.trust.level != "barred"

    @property
    def bar_reason(self) -> str:
        return self.trust.bar_reason


@dataclass(frozen=True, slots=True)
class PairedAnswers:
    """Two models on one benchmark; `identical` says that every score of theirs is the same."""

    benchmark: str
    a: Answers
    b: Answers
    identical: bool
    comparisons: tuple[Comparison, ...]

    @property
    def is_trusted(self) -> bool:
        return self.a.is_trusted and self.b.is_trusted


def contrast(found: Comparison, language: Language) -> tuple[str, dict[str, object]]:
    """`different` or `undecided`, and what a sentence about it is filled with."""
    values: dict[str, object] = {"n": language.count(found.n), "a": found.a, "b": found.b}
    if found.low <= 0 <= found.high:
        difference, span = language.number(found.difference), language.span(found.low, found.high)
        return "undecided", {**values, "difference": difference, "span": span}
    low_end, high_end = sorted((abs(found.low), abs(found.high)))
    high, low = (found.b, found.a) if found.difference > 0 else (found.a, found.b)
    difference, span = language.number(abs(found.difference)), language.span(low_end, high_end)
    return "different", {**values, "difference": difference, "span": span, "high": high, "low": low}
