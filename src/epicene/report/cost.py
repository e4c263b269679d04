"""What a run took, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from epicene.core.language import Language
from epicene.runs.results import GPU


def cost_said(cost: Mapping[str, Any], language: Language) -> str:
    """Nothing, where nothing was counted."""
    return language.text("punctuation.semicolon").join(_parts(cost, language)) if cost.get("seconds") else ""


def cost_lines(cost: Mapping[str, Any], language: Language) -> list[str]:
    """For the foot of a page: a line, or none where nothing was counted."""
    said = cost_said(cost, language)
    return [f"{language.text('methods.cost')}{language.text('punctuation.colon')} {said}"] if said else []


def _parts(cost: Mapping[str, Any], language: Language) -> Iterator[str]:
    duration = language.duration(cost["seconds"])
    if "asking" not in cost:
        yield language.text("methods.cost.time", duration=duration)
    else:
        tokens, rate = language.count(cost["tokens"]), language.count(round(cost["tokens_per_second"]))
        yield language.text("methods.cost.asking", duration=duration, tokens=tokens, rate=rate)
    if cost.get("peak_memory_bytes"):
        key = "methods.cost.memory.gpu" if cost.get("peak_memory_of") == GPU else "methods.cost.memory"
        yield language.text(key, gigabytes=language.number(cost["peak_memory_bytes"] / 1e9))
    if energy := cost.get("energy"):
        yield language.text(
            f"methods.cost.energy.{energy['how']}",
            energy=language.number(energy["watt_hours"], 2),
            duration=language.duration(energy["seconds"]),
        )
