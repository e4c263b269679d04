"""What a run took, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from epicene.core.language import Language
from epicene.runs.results import GPU


class EnergyRecord(msgspec.Struct):
    how: str
    watt_hours: float
    seconds: float


class CostRecord(msgspec.Struct):
    """What a run's JSON may say of its cost; `asking` is None where nothing but time was counted."""

    seconds: float = 0.0
    tokens: int = 0
    tokens_per_second: float = 0.0
    asking: dict[str, float] | None = None
    peak_memory_bytes: float = 0.0
    peak_memory_of: str = ""
    energy: EnergyRecord | None = None


def cost_of(counted: object) -> CostRecord:
    return msgspec.convert(counted, CostRecord)


def cost_said(counted: object, language: Language) -> str:
    """What a run's JSON says of its cost; nothing, where nothing was counted."""
    cost = cost_of(counted)
    return language.text("punctuation.semicolon").join(_parts(cost, language)) if cost.seconds else ""


def cost_lines(cost: Mapping[str, object], language: Language) -> list[str]:
    """The cost as a line for the foot of a page; none where nothing was counted."""
    text = cost_said(cost, language)
    return [f"{language.text('methods.cost')}{language.text('punctuation.colon')} {text}"] if text else []


def _parts(cost: CostRecord, language: Language) -> Iterator[str]:
    duration = language.duration(cost.seconds)
    if cost.asking is None:
        yield language.text("methods.cost.time", duration=duration)
    else:
        tokens, rate = language.count(cost.tokens), language.count(round(cost.tokens_per_second))
        yield language.text("methods.cost.asking", duration=duration, tokens=tokens, rate=rate)
    if cost.peak_memory_bytes:
        key = "methods.cost.memory.gpu" if cost.peak_memory_of == GPU else "methods.cost.memory"
        yield language.text(key, gigabytes=language.number(cost.peak_memory_bytes / 1e9))
    if cost.energy:
        yield language.text(
            f"methods.cost.energy.{cost.energy.how}",
            energy=language.number(cost.energy.watt_hours, 2),
            duration=language.duration(cost.energy.seconds),
        )
