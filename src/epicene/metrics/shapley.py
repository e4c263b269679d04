"""Shapley's shares: what each player adds to a whole, averaged over all orders in which they may come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import factorial


def subsets(players: Sequence[str]) -> Iterator[frozenset[str]]:
    """All of them, the empty one first."""
    for size in range(len(players) + 1):
        yield from map(frozenset, combinations(players, size))


def shapley_shares(players: Sequence[str], value: Callable[[frozenset[str]], float]) -> dict[str, float]:
    """φ_i = Σ over S without i of |S|!·(n − |S| − 1)!/n! · [v(S ∪ i) − v(S)]; they sum to v(all) − v(none)."""
    n = len(players)
    known = {chosen: value(chosen) for chosen in subsets(players)}
    return {
        player: sum(
            factorial(len(chosen)) * factorial(n - len(chosen) - 1) / factorial(n) * (known[chosen | {player}] - before)
            for chosen, before in known.items()
            if player not in chosen
        )
        for player in players
    }
