"""LEACE, least-squares concept erasure in closed form (Belrose et al. 2023, theorem 4.3).

r(x) = x − W⁺ P W (x − μ), with W the whitening of x (the square root of the pseudo-inverse of its covariance) and P the
orthogonal projection onto the columns of W·Σ_xz: the smallest change of x, in the mean square, after which x and the
labels z are uncorrelated, so that no linear probe tells them apart better than the labels' mean does.
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


def fit_leace(x: ArrayLike, z: ArrayLike) -> Eraser:
    """From examples (n, width) and their labels, (n,) or one column for each label."""
    examples, labels = np.asarray(x, dtype=np.float64), np.asarray(z, dtype=np.float64)
    labels = labels.reshape(len(labels), -1)
    mean = examples.mean(axis=0)
    centred = examples - mean
    values, vectors = np.linalg.eigh(centred.T @ centred / len(examples))
    kept = values > SMALLEST * max(float(values[-1]), np.finfo(float).tiny)
    roots, basis = np.sqrt(values[kept]), vectors[:, kept]
    whitened = basis.T @ (centred.T @ (labels - labels.mean(axis=0)) / len(examples)) / roots[:, None]
    left, sizes, _ = np.linalg.svd(whitened, full_matrices=False)
    told = left[:, sizes > 1e-12]
    return Eraser(mean, basis @ (told / roots[:, None]), (told * roots[:, None]).T @ basis.T)
