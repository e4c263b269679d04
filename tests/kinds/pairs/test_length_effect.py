"""What length does to pairs: figures by hand, on answers whose cause is known."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np
import pytest

from asking import pair
from epicene.core.types import Item, Role
from epicene.kinds.pairs.measure import metric_score_adjusted, metric_score_equal_length, shorter_preferred

Pair = tuple[float, float, int, int]  # scores of more and less, their lengths


@dataclass(frozen=True)
class Given:
    pairs: list[Pair]
    unusable: dict[str, str]

    @property
    def items(self) -> list[Item]:
        return [pair(f"{number:04}", "a", "b") for number in range(len(self.pairs))]

    def values(self) -> dict[tuple[str, Role], float]:
        sides = ((Role.MORE, 0), (Role.LESS, 1))
        return {
            (item.id, role): one[at] for item, one in zip(self.items, self.pairs, strict=True) for role, at in sides
        }

    def lengths(self) -> dict[tuple[str, Role], int]:
        sides = ((Role.MORE, 2), (Role.LESS, 3))
        return {
            (item.id, role): int(one[at])
            for item, one in zip(self.items, self.pairs, strict=True)
            for role, at in sides
        }


def given(*pairs: Pair, unusable: dict[str, str] | None = None) -> Given:
    return Given(list(pairs), unusable or {})


def test_shares_are_counted_over_their_own_pairs() -> None:
    answers = given(
        (-10, -12, 5, 6),  # the shorter one wins: more
        (-10, -12, 6, 5),  # the longer one wins
        (-12, -10, 6, 5),  # the shorter one wins: less
        (-10, -10, 4, 5),  # a tie prefers neither
        (-8, -9, 5, 5),
        (-9, -8, 5, 5),
        (-7, -8, 5, 5),
        (-1, -2, 3, 4),  # could not be asked
        unusable={"0007": "identical"},
    )
    shorter, equal = shorter_preferred(answers, 0), metric_score_equal_length(answers, 0)
    assert shorter is not None
    assert equal is not None
    assert (shorter.value, shorter.n_used) == (50.0, 4)
    assert (equal.value, equal.n_used) == (pytest.approx(200 / 3), 3)
    assert shorter.low <= 50 <= shorter.high
    assert metric_score_adjusted(answers, 0) is None  # four lengths that differ are too few


def test_the_regression_finds_what_the_answers_were_drawn_from() -> None:
    """P(more preferred) = σ(0.4 − 1.2 d): at no difference 59.9, whatever the lengths; the plain score is far off."""
    draw = np.random.default_rng(1)
    pairs: list[Pair] = []
    for _ in range(4000):
        difference = int(draw.integers(0, 4))  # the stereotyped sentence is never the shorter one
        preferred = draw.random() < 1 / (1 + exp(-(0.4 - 1.2 * difference)))
        pairs.append((-1, -2, 10 + difference, 10) if preferred else (-2, -1, 10 + difference, 10))
    found = metric_score_adjusted(given(*pairs), 0)
    assert found is not None
    assert found.value == pytest.approx(59.9, abs=3)
    assert found.low < 59.9 < found.high
    assert found.high - found.low < 8
    plain = 100 * np.mean([one[0] > one[1] for one in pairs])
    assert plain < 35


def test_where_length_decides_every_pair_the_figure_is_still_a_number() -> None:
    answers = given(*[(-1, -2, 5, 6), (-2, -1, 6, 5)] * 10)
    shorter, adjusted = shorter_preferred(answers, 0), metric_score_adjusted(answers, 0)
    assert shorter is not None
    assert adjusted is not None
    assert shorter.value == 100
    assert adjusted.value == pytest.approx(50, abs=0.5)
    assert adjusted.low <= adjusted.value <= adjusted.high
