"""Every two of many models from one set of draws, against comparing them one by one and against hand."""

from __future__ import annotations

import numpy as np
import pytest

from epicene.metrics.reliability import Units
from epicene.metrics.significance import mcnemar_p
from epicene.metrics.two_models import PairwiseBootstrap, compare_rates


def units(hits: dict[str, bool]) -> Units:
    ids = sorted(hits)
    return Units(ids, ["gender"] * len(ids), np.array([float(hits[id]) for id in ids]), np.ones(len(ids)))


def answers(seed: int, n: int = 60, rate: float = 0.5) -> dict[str, bool]:
    drawn = np.random.default_rng(seed).random(n) < rate
    return {f"{number:03d}": bool(hit) for number, hit in enumerate(drawn)}


def test_models_that_answered_everything_are_compared_as_if_one_by_one() -> None:
    models = {"a": answers(1), "b": answers(2, rate=0.8), "c": answers(3)}
    found = list(
        PairwiseBootstrap({name: units(hits) for name, hits in models.items()}).compare("hats", "score", models)
    )
    assert [(one.a, one.b) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in found:
        sides = tuple(np.array([models[name][id] for id in sorted(models[name])]) for name in (one.a, one.b))
        alone = compare_rates("hats", "score", "all", sides, (one.a, one.b))
        assert (one.low, one.high, one.p_mcnemar) == pytest.approx((alone.low, alone.high, alone.p_mcnemar), abs=1e-9)
        assert (one.difference, one.n, one.only_a, one.only_b) == (
            pytest.approx(alone.difference), 60, alone.only_a, alone.only_b,
        )  # fmt: skip


def test_what_one_of_two_did_not_answer_counts_for_neither() -> None:
    # Over what both answered (000 to 005), a has 3 hits of 6 and b 5 of 6; only_a 0, only_b 2.
    a = {f"{n:03d}": n < 3 for n in range(6)} | {"100": True, "101": True}
    b = {f"{n:03d}": n < 5 for n in range(6)} | {"200": False}
    models = {"a": a, "b": b, "c": {"100": True}}
    found = {
        (one.a, one.b): one
        for one in PairwiseBootstrap({k: units(v) for k, v in models.items()}).compare("h", "s", models)
    }
    assert set(found) == {("a", "b"), ("a", "c")}  # b and c share nothing
    one = found["a", "b"]
    assert (one.value_a, one.value_b) == pytest.approx((50.0, 500 / 6))
    assert (one.n, one.only_a, one.only_b, one.p_mcnemar) == (6, 0, 2, mcnemar_p(0, 2))
    assert one.low <= one.difference <= one.high
    assert one.low < 0  # b hits wherever a does, and no draw says otherwise: six items could


def test_figures_without_yes_and_no_are_tested_by_the_bootstrap() -> None:
    ids, types = [f"{n}" for n in range(40)], ["x"] * 40
    weights = np.full(40, 4.0)
    low, high = (Units(ids, types, np.full(40, hits) + np.arange(40) % 2, weights, yes_no=False) for hits in (0.0, 3.0))
    (one,) = PairwiseBootstrap({"low": low, "high": high}).compare("hats", "ss", {})
    assert one.p_mcnemar is None
    assert one.p_bootstrap == pytest.approx(2 / 2001)
    assert one.difference == pytest.approx(75.0)
