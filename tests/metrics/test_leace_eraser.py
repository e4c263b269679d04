"""LEACE: what it must leave, what it may change, and two examples that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.covariance import ledoit_wolf
from sklearn.linear_model import LogisticRegression

from epicene.metrics.inside_measures import fit_leace


def examples(n: int = 400, width: int = 12) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(7)
    z = np.arange(n) % 2
    mixed = random.normal(size=(n, width)) @ random.normal(size=(width, width))
    return mixed + np.outer(z, random.normal(size=width)) * 2, z


def test_in_one_direction_of_white_data_the_mean_is_put_there() -> None:
    """Four corners of a square, labelled by the first coordinate: it becomes 0, the second stays."""
    x = np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1]])
    erased = fit_leace(x, [1, 1, 0, 0]).erase(x)
    assert erased == pytest.approx(np.array([[0.0, 1], [0, -1], [0, 1], [0, -1]]))


def test_of_correlated_data_the_formula_of_the_paper_is_what_is_computed() -> None:
    x, z = examples(width=3)
    centred = x - x.mean(axis=0)
    covariance, crossed = centred.T @ centred / len(x), centred.T @ (z - z.mean()) / len(x)
    values, vectors = np.linalg.eigh(covariance)
    whitening, back = (vectors @ np.diag(values**power) @ vectors.T for power in (-0.5, 0.5))
    direction = whitening @ crossed / np.linalg.norm(whitening @ crossed)
    expected = x - centred @ whitening @ np.outer(direction, direction) @ back
    assert fit_leace(x, z).erase(x) == pytest.approx(expected, abs=1e-9)


def test_after_erasure_no_linear_probe_is_above_chance_on_the_fitting_data() -> None:
    x, z = examples()
    assert LogisticRegression(C=1e6, max_iter=2000).fit(x, z).score(x, z) > 0.9
    erased = fit_leace(x, z).erase(x)
    probe = LogisticRegression(C=1e6, max_iter=2000).fit(erased, z)
    assert probe.score(erased, z) == pytest.approx(0.5, abs=0.02)
    assert np.abs((erased - erased.mean(axis=0)).T @ (z - z.mean())).max() < 1e-9 * len(x)


def test_more_dimensions_than_examples_are_no_obstacle() -> None:
    x, z = examples(n=20, width=50)
    erased = fit_leace(x, z).erase(x)
    assert np.abs(erased[z == 1].mean(axis=0) - erased[z == 0].mean(axis=0)).max() < 1e-8


def test_a_shrunk_covariance_is_ledoit_and_wolfs_and_erases_as_much() -> None:
    x, z = examples(n=30, width=12)
    centred = x - x.mean(axis=0)
    values, vectors = np.linalg.eigh(ledoit_wolf(x)[0])
    whitening, back = (vectors @ np.diag(values**power) @ vectors.T for power in (-0.5, 0.5))
    direction = whitening @ centred.T @ (z - z.mean())
    direction /= np.linalg.norm(direction)
    expected = x - centred @ whitening @ np.outer(direction, direction) @ back
    erased = fit_leace(x, z, shrunk=True).erase(x)
    assert erased == pytest.approx(expected, abs=1e-9)
    assert np.abs(erased.T @ (z - z.mean())).max() < 1e-9 * len(x)


def test_several_labels_are_erased_at_once_and_labels_that_tell_nothing_change_nothing() -> None:
    x, z = examples()
    both = np.stack([z, np.arange(len(z)) % 3 == 0], axis=1)
    erased = fit_leace(x, both).erase(x)
    assert np.abs(erased.T @ (both - both.mean(axis=0))).max() < 1e-8 * len(x)
    assert fit_leace(x, np.ones(len(x))).erase(x) == pytest.approx(x)


@pytest.mark.parametrize("n", [6, 40])
def test_what_is_solved_for_one_label_is_what_eigenvectors_give_for_the_same_label_twice(n: int) -> None:
    draw = np.random.default_rng(n)
    x, z = draw.normal(size=(n, 12)) * draw.random(12), np.arange(n) % 2
    one, twice = fit_leace(x, z, shrunk=True), fit_leace(x, np.stack([z, z], axis=1), shrunk=True)
    others = draw.normal(size=(5, 12))
    assert one.erase(others) == pytest.approx(twice.erase(others), abs=1e-12)
    for constant in (fit_leace(x, np.ones(n), shrunk=True), fit_leace(np.ones((n, 12)), z, shrunk=True)):
        assert constant.erase(others) == pytest.approx(others)
