"""What a score stands beside: models that were asked the same items in the same way, here or by others.

`references.json` is what `benchmarks/references.py` measured. A signature goes with each figure, so that none is set
beside a score of other items, of another way of asking or of another version.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec

from epicene.core.language import Language
from epicene.kinds.protocol import response_mode_of
from epicene.kinds.verdicts import is_trusted
from epicene.runs.saved_run import SavedRun
from epicene.runs.signature import SignatureParts


class LabError(NamedTuple):
    """How far from the known rate of lab models a scoring reads, in points; of how many models."""

    points: float
    low: float
    high: float
    n_models: int


MEASURED = "metric_score"
EXPLAINED = 70  # the rate of the taught model that a sentence explains
# Measured by `epicene lab calibrate` (docs/lab.md, “Names of uneven length and frequency”). The lab's items are its
# own: readings of its models are no neighbours of a score of the bundled sets, but tell how far such scores go wrong.
LAB_ERRORS = {"loglik-shared": LabError(7.4, 6.5, 8.4, 90), "pll-shared": LabError(11.8, 10.6, 13.1, 90)}


class Reference(msgspec.Struct, frozen=True):
    """One figure of one model; `kind` is default (the model that an audit asks without a name), untrained, or taught
    the stereotyped sentence of `rate` pairs in 100."""

    kind: str
    metric: str
    value: float
    low: float
    high: float
    signature: str
    task: str | None = None
    rate: int | None = None


@cache
def references() -> tuple[Reference, ...]:
    text = resources.files("epicene.auditing").joinpath("references.json").read_bytes()
    return msgspec.json.decode(text, type=tuple[Reference, ...])


def published_scores(run: SavedRun, benchmark: str, language: Language) -> list[tuple[str, float]]:
    """Their names and figures, lowest first."""
    way = response_mode_of(run, benchmark)
    score = way.score(run, benchmark)
    if score is None or not is_trusted(run, benchmark):
        return []
    own, found = SignatureParts.of(score.signature), list[tuple[str, float]]()
    for reference in references():
        parts = SignatureParts.of(reference.signature)
        is_same = (reference.metric, reference.task) == (score.metric, score.task) and not own.differences(parts)
        if is_same and parts.model != own.model:
            name = language.text(f"neighbour.{reference.kind}", model=parts.model_name, rate=reference.rate)
            found.append((name, reference.value))
    facts, published = run.facts(benchmark), way.published(benchmark)
    if published and facts.known and facts.scoring == published.scoring:
        found += [(language.text("neighbour.published", model=name), value) for name, value in published.headlines]
    return sorted(found, key=lambda one: one[1])


def neighbours_said(found: Sequence[tuple[str, float]], language: Language) -> str:
    if not found:
        return ""
    named = [f"{name} ({language.number(value)})" for name, value in found]
    text = language.text("neighbours", models=language.text("punctuation.semicolon").join(named))
    explained = language.text("neighbour.taught", rate=EXPLAINED)
    if explained not in dict(found):
        return text
    return f"{text} {language.text('neighbours.taught', rate=EXPLAINED)}"


def lab_said(run: SavedRun, benchmark: str, language: Language) -> str:
    """What this way of asking makes of models whose rate is known, where that was measured."""
    score = response_mode_of(run, benchmark).score(run, benchmark)
    scoring = SignatureParts.of(score.signature).scoring if score else ""
    if score is None or score.metric != MEASURED or scoring not in LAB_ERRORS or not is_trusted(run, benchmark):
        return ""
    error = LAB_ERRORS[scoring]
    return language.text(
        "next.sure.lab",
        scoring=scoring,
        points=language.number(error.points),
        span=language.span(error.low, error.high),
        n=language.count(error.n_models),
    )
