"""Which models of a column cannot be told apart, by paired tests between every two, and the groups that these make."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from string import ascii_lowercase

from epicene.auditing.board.board_columns import Column
from epicene.auditing.ranking import Contest, contests_of
from epicene.core.language import EN_DASH
from epicene.report.headlines import compared_headlines

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contests:
    """Between every two models of a column that may be believed, by their indices; `test` is what it was made by."""

    found: Mapping[Pair, Contest] = field(default_factory=dict)
    test: str = "none"


def contests_in(column: Column, seed: int = 0) -> Contests:
    """With p adjusted over all of them."""
    indices = list(column.trusted)
    if len(indices) < 2:
        return Contests()
    made = list(compared_headlines(column.page, list(column.trusted.values()), seed))
    p = {(one.found.a, one.found.b): one.p for one in made}
    places = list(map(str, range(len(indices))))
    contests = contests_of([one.found for one in made], places, lambda found: p[found.a, found.b])
    found = {(indices[int(one.found.a)], indices[int(one.found.b)]): one for one in contests}
    return Contests(found, made[0].test if made else "none")


def groups_in(values: Mapping[int, float], contests: Mapping[Pair, Contest]) -> dict[int, list[int]]:
    """Of each model, the numbers of its groups, from the lowest of the `values` up: two models share one exactly where
    no difference between them could be shown. A model that could be compared with nobody has none."""
    tested = {index for pair in contests for index in pair}
    apart = {pair for pair, one in contests.items() if one.differs}
    alike = {
        index: {other for other in tested - {index} if not {(index, other), (other, index)} & apart} for index in tested
    }
    cliques = sorted(_needed(list(_cliques(alike))), key=lambda one: sorted(values[index] for index in one))
    return {index: [place for place, one in enumerate(cliques) if index in one] for index in tested}


def _cliques(alike: Mapping[int, Collection[int]]) -> Iterator[frozenset[int]]:
    """The largest sets in which all are alike (Bron and Kerbosch 1973, with a pivot)."""

    def grow(kept: frozenset[int], open_ones: set[int], closed: set[int]) -> Iterator[frozenset[int]]:
        if not open_ones and not closed:
            yield kept
            return
        pivot = max(sorted(open_ones | closed), key=lambda one: len(open_ones & set(alike[one])))
        for one in sorted(open_ones - set(alike[pivot])):
            near = set(alike[one])
            yield from grow(kept | {one}, open_ones & near, closed & near)
            open_ones = open_ones - {one}
            closed = closed | {one}

    if alike:
        yield from grow(frozenset(), set(alike), set())


def _needed(cliques: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Without those whose every two models share another group already: fewer letters say the same."""
    kept = sorted(cliques, key=lambda one: (len(one), sorted(one)))
    for one in list(kept):
        others = [other for other in kept if other is not one]
        pairs = list(combinations(one, 2)) or [(min(one), min(one))]
        if all(any({a, b} <= other for other in others) for a, b in pairs):
            kept = others
    return kept


def group_names(groups: Mapping[int, Sequence[int]]) -> dict[int, str]:
    """Letters, or numbers where there are more groups than letters; three in a row are a span."""
    count = 1 + max((place for places in groups.values() for place in places), default=0)
    lettered = count <= len(ascii_lowercase)
    names = list(ascii_lowercase) if lettered else [str(place + 1) for place in range(count)]
    return {index: ("" if lettered else ", ").join(_spans(places, names)) for index, places in groups.items()}


def _spans(places: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    rows: list[list[int]] = []
    for place in places:
        if rows and place == rows[-1][-1] + 1:
            rows[-1].append(place)
        else:
            rows.append([place])
    for row in rows:
        if len(row) > 2:
            yield f"{names[row[0]]}{EN_DASH}{names[row[-1]]}"
        else:
            yield from (names[place] for place in row)
