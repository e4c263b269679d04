"""Shapley's shares against an example that can be worked out by hand."""

from __future__ import annotations

import pytest

from epicene.metrics.inside_measures import shapley_shares, subsets


def test_shares_of_three_gloves_are_those_of_the_textbook() -> None:
    """One left glove and two right ones; a pair is worth 1. By the six orders: 4/6 for the left, 1/6 for each right."""

    def value(chosen: frozenset[str]) -> float:
        return float("left" in chosen and len(chosen) > 1)

    shares = shapley_shares(("left", "right", "other right"), value)
    assert shares == pytest.approx({"left": 4 / 6, "right": 1 / 6, "other right": 1 / 6})


def test_shares_sum_to_the_whole_less_nothing() -> None:
    worth = {chosen: 0.1 * hash_of(chosen) for chosen in subsets("abcde")}
    assert len(worth) == 32
    shares = shapley_shares("abcde", worth.__getitem__)
    assert sum(shares.values()) == pytest.approx(worth[frozenset("abcde")] - worth[frozenset()], abs=1e-12)


def hash_of(chosen: frozenset[str]) -> int:
    """Something without any order in it."""
    return sum(ord(letter) ** 2 for letter in chosen) * 7919 % 101
