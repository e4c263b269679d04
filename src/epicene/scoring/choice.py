"""Which scoring for which model: the defaults, and one sentence where the two do not fit."""

from __future__ import annotations

from typing import Any

from epicene.core.errors import InputError
from epicene.core.types import Capability
from epicene.models.description import Description
from epicene.scoring import denoise, likelihood, masked  # noqa: F401 - they register themselves
from epicene.scoring.protocol import SCORINGS, Asking, Scoring

DEFAULTS = {Capability.MASKED: "pll-shared", Capability.CAUSAL: "loglik", Capability.DENOISING: "denoise"}


def choose(name: str | None, description: Description, asking: Asking) -> Scoring[Any]:
    """The scoring a user named, or the default for this kind of model; refuses before any weights are loaded."""
    scoring = SCORINGS[name or DEFAULTS[description.capability]]
    if scoring.needs is not description.capability:
        fitting = [other.name for other in SCORINGS.values() if other.needs is description.capability]
        raise InputError(
            f"{description.source.name} is a model of kind {description.capability!s} but {scoring.name!r} needs "
            f"kind {scoring.needs!s}. Use one of: {', '.join(fitting)}."
        )
    if asking.bos is not None and scoring.needs is not Capability.CAUSAL:
        raise InputError(f"--bos is for causal models; {scoring.name!r} asks kind {scoring.needs!s}. Leave it out.")
    return scoring(description, asking)
