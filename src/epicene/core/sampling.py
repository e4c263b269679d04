"""A sample of items or lines that holds all their sorts, the same one whoever draws it."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

SEED = 0  # of every sample that `--limit` draws, so that all models are asked about the same items
Stratum = Sequence[str]


def stratified_sample(strata: Sequence[Stratum], n: int, seed: int = SEED) -> list[int]:
    """Indices of `n` of the units, in their order; `strata` names the stratum of each, the coarsest name first.

    The coarsest strata are served first, then those within each. A stratum gets its share of the units, and at least
    one where there are enough for all. What is left of a unit goes to one of the coarsest strata by chance, in
    proportion; within them, to the finer stratum that has the least of its share in the sample so far, so that few
    units of many types have both polarities and all genders in their shares too.
    """
    draw = random.Random(f"{seed}/{n}")  # noqa: S311 - a sample that can be drawn again, no secret
    return sorted(_Sample(strata, draw).drawn(range(len(strata)), 0, min(n, len(strata))))


class _Sample:
    """How many units each finer stratum has, over all the coarsest ones, and how many of them were taken so far."""

    def __init__(self, strata: Sequence[Stratum], draw: random.Random) -> None:
        self.strata, self.draw = strata, draw
        self.sizes = Counter(tuple(stratum[1 : depth + 1]) for stratum in strata for depth in range(1, len(stratum)))
        self.taken = Counter[tuple[str, ...]]()

    def drawn(self, units: Sequence[int], depth: int, n: int) -> list[int]:
        if n == 0:
            return []
        if all(len(self.strata[unit]) <= depth for unit in units):
            return self.draw.sample(units, n)
        parts = defaultdict[str, list[int]](list)
        for unit in units:
            parts["".join(self.strata[unit][depth : depth + 1])].append(unit)
        names = sorted(parts)
        finer = [tuple(self.strata[parts[name][0]][1 : depth + 1]) for name in names]

        def choose(lacking: Sequence[float]) -> int:
            if depth == 0:
                return self.draw.choices(range(len(names)), lacking)[0]
            open_parts = [part for part in range(len(names)) if lacking[part]]
            self.draw.shuffle(open_parts)
            return min(open_parts, key=lambda part: (self.taken[finer[part]] + 0.5) / self.sizes[finer[part]])

        numbers = _allotted([len(parts[name]) for name in names], n, choose)
        if depth:
            self.taken.update(dict(zip(finer, numbers, strict=True)))
        return [
            unit
            for name, number in zip(names, numbers, strict=True)
            for unit in self.drawn(parts[name], depth + 1, number)
        ]


def _allotted(sizes: Sequence[int], n: int, choose: Callable[[Sequence[float]], int]) -> list[int]:
    """How many of `n` units each part gets, of which it has so many; `choose` says which part gets one that is left,
    given how much each lacks of its share."""
    shares = [n * size / sum(sizes) for size in sizes]
    numbers = [max(int(share), n >= len(sizes)) for share in shares]
    while sum(numbers) > n:  # single units of small parts are taken from where there is most too much
        numbers[max(range(len(sizes)), key=lambda part: (numbers[part] > 1, numbers[part] - shares[part]))] -= 1
    while sum(numbers) < n:
        lacking = [
            max(share - number, 1e-9) if number < size else 0.0
            for share, number, size in zip(shares, numbers, sizes, strict=True)
        ]
        numbers[choose(lacking)] += 1
    return numbers
