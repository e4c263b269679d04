"""Two models in one sentence: is one ahead, as far as the interval of the difference allows to say?"""

from __future__ import annotations

from epicene.core.language import Language
from epicene.metrics.paired import Comparison


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
