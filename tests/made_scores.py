"""Items and scores for tests, in one line each; and where the numbers to compare with are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from epicene.core.types import Estimate, Item, Role, Text
from epicene.metrics.catalogue import Measured

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(path: str) -> Path:
    """A file of the shared folder; the test is skipped where there is none."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"{found} is absent: this test compares with numbers that are not part of the project")
    return found


def pair(
    item_id: str, category: str = "gender", direction: str = "stereo", origin: str = "", text: str | None = None
) -> Item:
    more, less = (text, text) if text is not None else (f"more {item_id}", f"less {item_id}")
    facets = {"direction": direction} | ({"origin": origin} if origin else {})
    return Item(item_id, {Role.MORE: Text(more), Role.LESS: Text(less)}, "fr", category, item_id, facets)


def triple(item_id: str, term: str, task: str = "intra", domain: str = "gender") -> Item:
    variants = {role: Text(f"{role} {item_id}") for role in (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)}
    return Item(item_id, variants, "fr", domain, term, {"task": task})


def pair_scores(values: Mapping[str, tuple[float, float]]) -> dict[tuple[str, Role], float]:
    return {
        (item_id, role): value
        for item_id, both in values.items()
        for role, value in zip((Role.MORE, Role.LESS), both, strict=True)
    }


def triple_scores(values: Mapping[str, Sequence[float]]) -> dict[tuple[str, Role], float]:
    roles = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
    return {
        (item_id, role): value for item_id, three in values.items() for role, value in zip(roles, three, strict=True)
    }


def by_name(measured: Measured) -> dict[tuple[str, str], Estimate]:
    return {(one.metric, one.group): one for one in measured.estimates}


def by_task(measured: Measured) -> dict[tuple[str | None, str, str], Estimate]:
    return {(one.task, one.group, one.metric): one for one in measured.estimates}
