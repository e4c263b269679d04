"""`lab:NAME` wherever a model is named: the entry point `lab` of the group `epicene.models`."""

from __future__ import annotations

from epicene.core.progress import current
from epicene.lab.model_cache import make
from epicene.models.source import Source


def locate_lab(spec: str) -> Source:
    """The model's folder; it is trained first where it is not in the cache yet."""
    found = make(spec, current())
    return Source(spec, f"lab-{found.name}", found.model)
