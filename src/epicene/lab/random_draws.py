"""Drawing that is the same on every machine and in every process, from a seed and a name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from scipy.special import betaincinv

T = TypeVar("T")


class Draw:
    """Random choices of one stream. Seeding by text goes through a hash that Python keeps stable."""

    def __init__(self, *names: object) -> None:
        self._random = random.Random("/".join(map(str, names)))  # noqa: S311 - no secret, but the same every time

    def happens(self, percent: float) -> bool:
        return 100 * self._random.random() < percent

    def one_of(self, things: Sequence[T]) -> T:
        return things[int(self._random.random() * len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        keys = [self._random.random() for _ in things]
        return [thing for _, thing in sorted(zip(keys, things, strict=True), key=lambda pair: pair[0])]


def spread_rates(mean: float, spread: float, n: int, draw: Draw) -> list[float]:
    """n rates (percent) around a mean: evenly spaced quantiles of a Beta distribution, dealt out at random.

    Quantiles rather than draws, so that the rates of few occupations have the dial's mean too.
    """
    if spread == 0 or mean in (0.0, 100.0) or n == 0:
        return [mean] * n
    share, places = mean / 100, (np.arange(n) + 0.5) / n
    if spread == 1:
        rates = np.where(places < 1 - share, 0.0, 1.0)
    else:
        size = (1 - spread) / spread
        rates = betaincinv(share * size, (1 - share) * size, places)
    return draw.shuffled([100 * float(rate) for rate in rates])
