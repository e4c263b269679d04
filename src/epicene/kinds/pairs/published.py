"""Figures that others published for the same items, carried with their source (facts, no text or data)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """`metric_score` by group; the paper gives no intervals. `run_time` is minutes:seconds on one GPU."""

    name: str
    metric_score: Mapping[str, float]
    stereo_score: float
    antistereo_score: float
    dcf: float
    run_time: str


@dataclass(frozen=True, slots=True)
class Published:
    """`of_other_items` are groups that were asked of another file than this benchmark's."""

    source: str
    url: str
    scoring: str
    n: Mapping[str, int]
    models: tuple[PublishedModel, ...]
    of_other_items: tuple[str, ...] = ()


def published_for(benchmark: str) -> Published | None:
    """What the French CrowS-Pairs paper printed for these items; None for items it did not ask about."""
    record = _read("crows_pairs_fr.json")
    facts = record["benchmarks"].get(benchmark)
    if facts is None:
        return None
    models = tuple(PublishedModel(**model) for model in facts["models"])
    return Published(
        record["source"], record["url"], record["scoring"], facts["n"], models, tuple(facts.get("of_other_items", ()))
    )


@cache
def _read(name: str) -> dict[str, Any]:
    text = resources.files("epicene.kinds.pairs").joinpath("published", name).read_text(encoding="utf-8")
    record: dict[str, Any] = json.loads(text)
    return record
