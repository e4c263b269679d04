"""LEACE, least-squares concept erasure in closed form (Belrose et al. 2023, theorem 4.3).

r(x) = x − W⁺ P W (x − μ), with W the whitening of x (the square root of the pseudo-inverse of its covariance) and P the
orthogonal projection onto the columns of W·Σ_xz: the smallest change of x, in the mean square, after which x and the
labels z are uncorrelated, so that no linear probe tells them apart better than the labels' mean does. That holds for
the fitting data whatever W is; on other data, few examples of many dimensions whiten badly, and a covariance shrunk
towards a multiple of the identity (Ledoit and Wolf 2004) keeps the change small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
SMALLEST = 1e-10  # of the largest eigenvalue: below, a direction does not vary, and has no inverse


@dataclass(frozen=True, slots=True)
class Eraser:
    """x − ((x − mean) @ reads) @ writes: as many directions as the labels have, (width, k) and (k, width)."""

    mean: Floats
    reads: Floats
    writes: Floats

    def erase(self, x: ArrayLike) -> Floats:
        given = np.asarray(x, dtype=np.float64)
        return np.asarray(given - ((given - self.mean) @ self.reads) @ self.writes)


def fit_leace(x: ArrayLike, z: ArrayLike, *, shrunk: bool = False) -> Eraser:
    """From examples (n, width) and their labels, (n,) or one column for each label. `shrunk`: for use on other
    examples, where there are not many times as many as dimensions."""
    examples, labels = np.asarray(x, dtype=np.float64), np.asarray(z, dtype=np.float64)
    labels = labels.reshape(len(labels), -1)
    mean = examples.mean(axis=0)
    centred = examples - mean
    covariance = centred.T @ centred / len(examples)
    values, vectors = np.linalg.eigh(_shrunk(covariance, centred) if shrunk else covariance)
    kept = values > SMALLEST * max(float(values[-1]), np.finfo(float).tiny)
    roots, basis = np.sqrt(values[kept]), vectors[:, kept]
    whitened = basis.T @ (centred.T @ (labels - labels.mean(axis=0)) / len(examples)) / roots[:, None]
    left, sizes, _ = np.linalg.svd(whitened, full_matrices=False)
    array = left[:, sizes > 1e-12]
    return Eraser(mean, basis @ (array / roots[:, None]), (array * roots[:, None]).T @ basis.T)


def _shrunk(covariance: Floats, centred: Floats) -> Floats:
    """Ledoit and Wolf's: (1 − s)·S + s·m·I, with m the mean variance and s the share that minimises the expected
    squared error: how far single examples' products lie from S, over how far S lies from m·I."""
    n, width = centred.shape
    target = np.eye(width) * np.trace(covariance) / width
    apart = float(((covariance - target) ** 2).sum())
    noise = (float(((centred**2).sum(axis=1) ** 2).mean()) - float((covariance**2).sum())) / n
    share = min(max(noise / apart, 0.0), 1.0) if apart else 1.0
    return np.asarray((1 - share) * covariance + share * target)
