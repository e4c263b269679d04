"""What a set of pairs is made of: counts, lengths, how many pairs differ in several places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import mean, median

from epicene.core.types import Item, Role
from epicene.data.checking.differences import differences
from epicene.data.checking.near_duplicates import duplicates
from epicene.data.datasets import ALL, by_category, length
from epicene.data.vocabulary import DIRECTIONS, ORIGINS
from epicene.grammar.first_names import has_first_name


@dataclass(frozen=True, slots=True)
class GroupStats:
    """One bias type, or `all`. Lengths are in words, punctuation aside; `several_places` is a percentage of the usable
    pairs: those whose sentences differ in more than one place. `first_names` is the percentage of sentences that have a
    first name, by origin and in all (Névéol et al. 2022: about 25 % in English, 8 % where French was written)."""

    group: str
    n_total: int
    n_used: int
    directions: dict[str, int]
    origins: dict[str, int]
    words_mean: float
    words_median: float
    words_longest: int
    several_places: float
    first_names: dict[str, float]
    duplicates: int


COLUMNS = ("bias type", "pairs", "used", "stereo", "anti", "native", "trans.", "words", "multi", "names", "twice")
PERCENTAGES = ("multi", "names")


def pair_stats(items: Sequence[Item], unusable: Collection[str]) -> list[GroupStats]:
    """`all` first, then the bias types from the most to the least frequent."""
    return [_group(name, part, unusable) for name, part in by_category(items).items()]


def pair_cells(group: GroupStats) -> list[str | int | float]:
    return [
        *(group.group, group.n_total, group.n_used),
        *(group.directions.get(name, 0) for name in DIRECTIONS),
        *(group.origins.get(name, 0) for name in ORIGINS),
        *(float(group.words_mean), group.several_places, group.first_names[ALL]),
        group.duplicates,
    ]


def _group(name: str, items: Sequence[Item], unusable: Collection[str]) -> GroupStats:
    usable = [item for item in items if item.id not in unusable]
    lengths = [length(text.text) for item in usable for text in item.variants.values()] or [0]
    sides = [(item.variants[Role.MORE].text, item.variants[Role.LESS].text) for item in usable]
    several = sum(len(differences(more, less)) > 1 for more, less in sides)
    return GroupStats(
        group=name,
        n_total=len(items),
        n_used=len(usable),
        directions=_facet(items, "direction"),
        origins=_facet(items, "origin"),
        words_mean=mean(lengths),
        words_median=median(lengths),
        words_longest=max(lengths),
        several_places=100 * several / len(usable) if usable else 0.0,
        first_names=_first_names(usable),
        duplicates=sum(1 for _ in duplicates(usable)),
    )


def _first_names(items: Sequence[Item]) -> dict[str, float]:
    by_origin = {ALL: list(items)}
    for item in items:
        if "origin" in item.facets:
            by_origin.setdefault(item.facets["origin"], []).append(item)
    named = {
        name: [has_first_name(text.text) for item in part for text in item.variants.values()]
        for name, part in by_origin.items()
    }
    return {name: 100 * mean(found) if found else 0.0 for name, found in named.items()}


def _facet(items: Sequence[Item], facet: str) -> dict[str, int]:
    return dict(Counter(item.facets[facet] for item in items if facet in item.facets))
