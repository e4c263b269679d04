"""The parts of a set that get figures of their own: their order, their names in the reader's language, and the scores
that the figures are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Item, Role
from epicene.data.vocabulary import BIAS_TYPES, ORIGINS

Scores: TypeAlias = Mapping[tuple[str, Role], float]

ALL = "all"


@dataclass(frozen=True, slots=True)
class Group:
    """A part of a set that gets figures of its own; bias types form the family over which tests are adjusted."""

    name: str
    contains: Callable[[Item], bool]
    is_category: bool = False


def groups_of(items: Iterable[Item]) -> list[Group]:
    """All, each bias type, and native and translated where the items say which they are."""
    items = list(items)
    categories = sorted({item.category for item in items})
    origins = sorted({item.facets["origin"] for item in items if "origin" in item.facets})
    return [
        Group(ALL, lambda item: True),
        *(_category(name) for name in categories),
        *(_origin(name) for name in origins),
    ]


def _category(name: str) -> Group:
    return Group(name, lambda item: item.category == name, is_category=True)


def _origin(name: str) -> Group:
    return Group(name, lambda item: item.facets.get("origin") == name)


def require_finite(item: Item, role: Role, value: float) -> float:
    """Nothing compares with NaN, and a pair must not drop out of a rate in silence."""
    if not isfinite(value):
        raise InputError(
            "The score of item {id} ({role}) is {value}, not a finite number. Ask the model again in "
            "float32, or correct the predictions.",
            id=item.id,
            role=role,
            value=value,
        )
    return value


# The French file calls `other` by its French name; the paper's tables say ethnicity where the files say race.
_SAME_AS = {"autre": "other", "ethnicity-color": "race-color"}
_ORDER = {group: place for place, group in enumerate((ALL, *BIAS_TYPES))}
_LAST = {group: place for place, group in enumerate(ORIGINS)}


def canonical(group: str) -> str:
    return _SAME_AS.get(group, group)


def in_order(groups: Iterable[str]) -> list[str]:
    """`all`, the ten bias types as the papers list them, categories of other data sets, then native and translated."""

    def place(group: str) -> tuple[int, int, str]:
        name = canonical(group)
        if name in _ORDER:
            return 0, _ORDER[name], ""
        return (2, _LAST[name], "") if name in _LAST else (1, 0, name)

    return sorted(dict.fromkeys(groups), key=place)


def is_type(group: str) -> bool:
    return group != ALL and group not in ORIGINS


def group_name(group: str, language: Language) -> str:
    return language.text_or(f"group.{canonical(group)}", group)
