"""Does a score rise with the size of a model? Page's test for ordered alternatives, from its exact distribution.

Page (1963), and not Jonckheere and Terpstra's test: that one takes the groups for independent samples, but the models
of one family answer the same tests, which are the blocks that Page's test compares within. For two sizes and a test as
a block it is the exact McNemar test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from epicene.metrics.correlation import CLOSE, rank
from epicene.metrics.intervals import Floats

Wholes = NDArray[np.int64]
MOST = 7  # values of a block: all their arrangements are counted, and a family of models has no more sizes


@dataclass(frozen=True, slots=True)
class Trend:
    """L = Σ over blocks of Σ j·rank(j), j = 1 … k the places in the foretold order, equal values sharing a rank; what
    it would be by chance; in how many blocks; and the share of all arrangements within blocks whose L is as large
    (`p_one_sided`: rising) or as far from chance."""

    l: float  # noqa: E741 - Page's own letter
    expected: float
    blocks: int
    p_one_sided: float
    p_two_sided: float


def page_trend(blocks: Sequence[Sequence[float]]) -> Trend | None:
    """Page's L over blocks of values in the foretold order; blocks may differ in length, and those of equal values say
    nothing. None where no block says anything, or one is too long."""
    ranked = [np.rint(2 * rank(block)).astype(np.int64) for block in blocks if len(block) > 1]  # .0 or .5
    telling = [block for block in ranked if np.ptp(block)]
    if not telling or max(map(len, telling)) > MOST:
        return None
    chances, found = np.ones(1), 0
    for block in telling:
        places = np.arange(1, len(block) + 1)
        found += int(places @ block)
        chances = np.convolve(chances, _chances(block, places))
    sums = np.arange(len(chances))
    centre = sum(float(block.mean()) * len(block) * (len(block) + 1) / 2 for block in telling)
    as_far = np.abs(sums - centre) >= abs(found - centre) - CLOSE
    one, two = float(chances[found:].sum()), float(chances[as_far].sum())
    return Trend(found / 2, centre / 2, len(telling), min(one, 1.0), min(two, 1.0))


def _chances(ranks: Wholes, places: Wholes) -> Floats:
    """Of each value of Σ j·rank(j) in one block, were its values exchanged at random."""
    sums = np.array(list(permutations(ranks))) @ places
    return np.bincount(sums) / len(sums)
