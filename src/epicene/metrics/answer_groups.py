"""The parts of a set that get figures of their own: their order, their names in the reader's language, and the scores
that the figures are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from epicene.core.errors import InputError
from epicene.core.language import Language
from epicene.core.types import Item, Role
from epicene.data.vocabulary import BIAS_TYPES, ORIGINS

Scores: TypeAlias = Mapping[tuple[str, Role], float]

ALL = "all"


TYPES = "bias types"
BIAS_TYPE = "bias_type"  # as a facet: what figures are grouped by anyway
CROSSED, IS = ",", "="  # gender=women,age=old


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """A part of a set that gets figures of its own. Tests are adjusted over a `family`: the bias types, the values of a
    facet, the cells of facets that are crossed; what has none stands alone."""

    name: str
    contains: Callable[[Item], bool]
    family: str = ""


def groups_of(items: Iterable[Item], by: Iterable[str] = ()) -> list[ItemGroup]:
    """All, each bias type, native and translated where the items say which they are, and what is asked for: `by` a
    facet its values, `by` several joined by commas the values of each and every combination that there is."""
    items = list(items)
    categories = sorted({item.category for item in items})
    origins = sorted({item.facets["origin"] for item in items if "origin" in item.facets})
    crossed = [tuple(joined.split(CROSSED)) for joined in by]
    families = dict.fromkeys(family for names in crossed for family in (*((name,) for name in names), names))
    return [
        ItemGroup(ALL, lambda item: True),
        *(ItemGroup(name, _having((BIAS_TYPE,), (name,)), TYPES) for name in categories),
        *(ItemGroup(name, _having(("origin",), (name,))) for name in origins),
        *(group for names in families for group in _cells(items, names)),
    ]


def _cells(items: Iterable[Item], names: Sequence[str]) -> Iterator[ItemGroup]:
    """One for each combination of values; an item that lacks one of the facets is in none."""
    for values in sorted({values for item in items if all(values := _values(item, names))}):
        cell = CROSSED.join(f"{facet}{IS}{value}" for facet, value in zip(names, values, strict=True))
        yield ItemGroup(cell, _having(names, values), CROSSED.join(names))


def _having(names: Sequence[str], values: tuple[str, ...]) -> Callable[[Item], bool]:
    return lambda item: _values(item, names) == values


def _values(item: Item, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(item.category if name == BIAS_TYPE else item.facets.get(name, "") for name in names)


def clusters_of(items: Iterable[Item]) -> dict[str, str]:
    """By id, the first item by id that has the same texts: what is asked twice tells no more than once, so that figures
    draw and tests turn such items together."""
    first: dict[object, str] = {}
    clusters = {}
    for item in sorted(items, key=lambda item: item.id):
        texts = frozenset((role, text.context, text.text) for role, text in item.variants.items())
        clusters[item.id] = first.setdefault(texts, item.id)
    return clusters


def repeats(items: Iterable[Item]) -> int:
    """How many items have the very same texts as an earlier one."""
    return sum(id != first for id, first in clusters_of(items).items())


def facets_in(items: Iterable[Item]) -> list[str]:
    """Those by which figures can be grouped."""
    return list(dict.fromkeys([BIAS_TYPE, *(name for item in items for name in item.facets)]))


def families_of(groups: Iterable[ItemGroup]) -> dict[str, str]:
    return {group.name: group.family for group in groups if group.family}


def is_facet(group: str) -> bool:
    return IS in group


def facet_names(groups: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(part.partition(IS)[0] for group in groups for part in group.split(CROSSED)))


def require_finite(item: Item, role: Role, value: float) -> float:
    """Nothing compares with NaN, and a pair must not drop out of a rate in silence."""
    if not isfinite(value):
        raise InputError(
            f"The score of item {item.id} ({role}) is {value}, not a finite number. Ask the model again in float32, "
            "or correct the predictions."
        )
    return value


# The French file calls `other` by its French name; the paper's tables say ethnicity where the files say race.
_SAME_AS = {"autre": "other", "ethnicity-color": "race-color"}
_ORDER = {group: index for index, group in enumerate((ALL, *BIAS_TYPES))}
_LAST = {group: index for index, group in enumerate(ORIGINS)}


def canonical(group: str) -> str:
    return _SAME_AS.get(group, group)


def in_order(groups: Iterable[str]) -> list[str]:
    """`all`, the ten bias types as the papers list them, categories of other data sets, native and translated, then
    facets, those that are crossed last."""

    def place(group: str) -> tuple[int, int, str]:
        name = canonical(group)
        if is_facet(name):
            return 3, name.count(IS), name
        if name in _ORDER:
            return 0, _ORDER[name], ""
        return (2, _LAST[name], "") if name in _LAST else (1, 0, name)

    return sorted(dict.fromkeys(groups), key=place)


def is_type(group: str) -> bool:
    return group != ALL and group not in ORIGINS and not is_facet(group)


def group_name(group: str, language: Language) -> str:
    """What the catalogue calls a group; one that only a file has, by its own name with spaces: `low_income`."""
    if not is_facet(group):
        return language.text_or(f"group.{canonical(group)}", _in_words(group))
    cell = dict(part.partition(IS)[::2] for part in group.split(CROSSED))
    named = {facet: _value_name(facet, canonical(value), language) for facet, value in cell.items()}
    if len(named) > 1:
        return " × ".join(name or _in_words(cell[facet]) for facet, name in named.items())
    ((facet, name),) = named.items()
    own = _in_words(facet)
    shown = language.text_or(f"facet.{facet}", own) if name else own  # somebody's own facet has its own name
    return language.text("group.facet", facet=shown, value=name or _in_words(cell[facet]))


def _in_words(name: str) -> str:
    return " ".join(name.replace("_", " ").split()) or name


def _value_name(facet: str, value: str, language: Language) -> str:
    """What the catalogue calls it: a value that items of ours have, a type of bias; else nothing."""
    return language.text_or(f"facet.{facet}.{value}", language.text_or(f"group.{value}", ""))
