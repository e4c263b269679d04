"""Which models of a column cannot be told apart, by paired tests between every two, and the groups that these make."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from string import ascii_lowercase

from epicene.auditing.board.board_columns import Column
from epicene.auditing.ranking import Contest, contests_of
from epicene.core.language import EN_DASH
from epicene.metrics.every_two import EveryTwo
from epicene.metrics.paired import Comparison
from epicene.metrics.reliability import Units

Pair = tuple[int, int]


def contests_in(column: Column, seed: int = 0) -> dict[Pair, Contest]:
    """Between every two models of a column that may be believed, with p adjusted over all of them."""
    names = list(map(str, column.trusted))
    contests = contests_of(list(_compared(column, seed)), names, tested_p)
    return {(int(one.found.a), int(one.found.b)): one for one in contests}


def tested_p(found: Comparison) -> float | None:
    """McNemar's where a model prefers or does not, else the paired bootstrap's."""
    return found.p_bootstrap if found.p_mcnemar is None else found.p_mcnemar


def _compared(column: Column, seed: int) -> Iterator[Comparison]:
    """Under the indices of the models as names."""
    trusted = column.trusted
    units: dict[str, Units] = {str(index): one.units for index, one in trusted.items() if one.units}
    if len(units) == len(trusted) > 1:
        hits = {str(index): one.preferred for index, one in trusted.items()}
        yield from EveryTwo(units, seed=seed).compare(column.benchmark, column.metric, hits, column.task)
        return
    for (a, one), (b, other) in combinations(trusted.items(), 2):
        if one.answers and other.answers:
            found = column.way.compare(one.answers.answered, other.answers.answered, (str(a), str(b)), seed)
            if headline := column.way.headline_comparison(found):
                yield headline


def groups_in(values: Mapping[int, float], contests: Mapping[Pair, Contest]) -> dict[int, list[int]]:
    """Of each model, the numbers of its groups, from the lowest of the `values` up: two models share one exactly where
    no difference between them could be shown. A model that could be compared with nobody has none."""
    tested = {index for pair in contests for index in pair}
    alike: dict[int, set[int]] = {index: set() for index in tested}
    for (a, b), one in contests.items():
        if not one.differs:
            alike[a].add(b)
            alike[b].add(a)
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
