"""A sample of items or lines that holds all their sorts, the same one whoever draws it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

SEED = 0  # of every sample that `--limit` draws, so that all models are asked about the same items
Stratum = Sequence[str]


def stratified_sample(strata: Sequence[Stratum], n: int, seed: int = SEED) -> list[int]:
    """Indices of `n` of the units, in their order; `strata` names the stratum of each, the coarsest name first.

    The coarsest strata are served first, then those within each. A stratum gets its share of the units, and at least
    one where there are enough for all; what is left of a unit goes to one of them by chance, in proportion.
    """
    draw = random.Random(f"{seed}/{n}")  # noqa: S311 - a sample that can be drawn again, no secret
    return sorted(_drawn(range(len(strata)), strata, 0, min(n, len(strata)), draw))


def _drawn(units: Sequence[int], strata: Sequence[Stratum], depth: int, n: int, draw: random.Random) -> list[int]:
    if n >= len(units):
        return list(units)
    if all(len(strata[unit]) <= depth for unit in units):
        return draw.sample(units, n)
    parts = defaultdict[str, list[int]](list)
    for unit in units:
        parts["".join(strata[unit][depth : depth + 1])].append(unit)
    numbers = _allotted([len(parts[name]) for name in sorted(parts)], n, draw)
    return [
        unit
        for name, number in zip(sorted(parts), numbers, strict=True)
        for unit in _drawn(parts[name], strata, depth + 1, number, draw)
    ]


def _allotted(sizes: Sequence[int], n: int, draw: random.Random) -> list[int]:
    """How many of `n` units each part gets, of which it has so many."""
    shares = [n * size / sum(sizes) for size in sizes]
    numbers = [max(int(share), n >= len(sizes)) for share in shares]
    while sum(numbers) > n:  # single units of small parts are taken from where there is most too much
        numbers[max(range(len(sizes)), key=lambda part: (numbers[part] > 1, numbers[part] - shares[part]))] -= 1
    while sum(numbers) < n:
        lacking = [
            max(share - number, 1e-9) if number < size else 0.0
            for share, number, size in zip(shares, numbers, sizes, strict=True)
        ]
        numbers[draw.choices(range(len(sizes)), lacking)[0]] += 1
    return numbers
