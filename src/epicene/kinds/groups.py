"""The groups that figures are split by: one fixed order everywhere, and their names in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from epicene.core.language import Language
from epicene.data.vocabulary import BIAS_TYPES, ORIGINS
from epicene.runs.saved_run import ALL

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
