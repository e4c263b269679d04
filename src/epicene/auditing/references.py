"""What a score stands beside: models that were asked the same items in the same way, here or by others.

`references.json` is what `benchmarks/references.py` measured. A signature goes with each figure, so that none is set
beside a score of other items, of another way of asking or of another version.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from epicene.core.language import Language
from epicene.kinds.protocol import way_of
from epicene.kinds.trust import is_trusted
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import SignatureParts


class Reference(msgspec.Struct, frozen=True):
    """One figure of one model; `kind` is default (the model that an audit asks without a name) or untrained."""

    kind: str
    metric: str
    value: float
    low: float
    high: float
    signature: str
    task: str | None = None


@cache
def references() -> tuple[Reference, ...]:
    text = resources.files("epicene.auditing").joinpath("references.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Reference, ...])


def neighbours(run: SavedRun, benchmark: str, language: Language) -> list[tuple[str, float]]:
    """Their names and figures, lowest first."""
    way = way_of(run, benchmark)
    score = way.score(run, benchmark)
    if score is None or not is_trusted(run, benchmark):
        return []
    own, found = SignatureParts.of(score.signature), list[tuple[str, float]]()
    for one in references():
        parts = SignatureParts.of(one.signature)
        is_same = (one.metric, one.task) == (score.metric, score.task) and not own.differences(parts)
        if is_same and parts.model != own.model:
            model = parts.model.rpartition("@")[0]
            found.append((language.text(f"neighbour.{one.kind}", model=model), one.value))
    found += [
        (language.text("neighbour.published", model=name), value) for name, value in way.neighbours(run, benchmark)
    ]
    return sorted(found, key=lambda one: one[1])


def neighbours_said(found: Sequence[tuple[str, float]], language: Language) -> str:
    if not found:
        return ""
    named = [f"{name} {language.number(value)}" for name, value in found]
    return language.text("neighbours", models=language.text("punctuation.semicolon").join(named))
