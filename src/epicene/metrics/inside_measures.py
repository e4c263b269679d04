"""What is measured inside translation models: forced decoding, Shapley's shares of patched words, and LEACE.

b and r, the measures of forced decoding (Wisniewski et al. 2022, section 6.1), and how they are spread.

b(u) = 1 − 2·P(his) / (P(his) + P(her)) where the source does not say the gender: 0 is even, −1 is *his* only.
r(u) = 1 − P(his | feminine) / P(his | masculine) for a pair: 1 is a full transfer, 0 none, below 0 the wrong way round.
t(u) = q(masculine) − q(feminine) with q = P(his) / (P(his) + P(her)), ours: how far the choice between the two follows
the subject. It lies between −1 and 1, where r has no lower end and a few pairs can make its mean.
All are computed from natural logs, so that nothing underflows.

LEACE, least-squares concept erasure in closed form (Belrose et al. 2023, theorem 4.3).

r(x) = x − W⁺ P W (x − μ), with W the whitening of x (the square root of the pseudo-inverse of its covariance) and P the
orthogonal projection onto the columns of W·Σ_xz: the smallest change of x, in the mean square, after which x and the
labels z are uncorrelated, so that no linear probe tells them apart better than the labels' mean does. That holds for
the fitting data whatever W is; on other data, few examples of many dimensions whiten badly, and a covariance shrunk
towards a multiple of the identity (Ledoit and Wolf 2004) keeps the change small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import expm1, factorial, tanh

import numpy as np
from numpy.typing import ArrayLike

from epicene.metrics.intervals import (
    RESAMPLES,
    UNBOUNDED,
    Floats,
    Interval,
    drawn_counts,
    interval_of,
    percent_interval,
    percentile_interval,
)

QUANTILES = {"median": 0.5, "q05": 0.05, "q25": 0.25, "q75": 0.75, "q95": 0.95}
MOST_NATS = 700.0  # e to this is the largest number there is


def preference(log_masculine: float, log_feminine: float) -> float:
    """b from the logs of the two probabilities."""
    return tanh((log_feminine - log_masculine) / 2)


def transfer(log_masculine_if_feminine: float, log_masculine_if_masculine: float) -> float:
    """r from the logs of P(his) in the pair's feminine and masculine line."""
    return -expm1(min(log_masculine_if_feminine - log_masculine_if_masculine, MOST_NATS))


def followed(masculine_line: tuple[float, float], feminine_line: tuple[float, float]) -> float:
    """t from the logs of both words in the pair's two lines; q is (1 − b) / 2."""
    return (preference(*feminine_line) - preference(*masculine_line)) / 2


@dataclass(frozen=True, slots=True)
class SpreadValue:
    """One number about a distribution; a share is a percentage."""

    name: str
    value: float
    interval: Interval


def spread(
    values: Sequence[float],
    clusters: Sequence[str],
    thresholds: Sequence[float],
    bounds: Interval = UNBOUNDED,
    *,
    seed: int = 0,
) -> list[SpreadValue]:
    """Mean, quantiles, and the share below each threshold, with intervals that draw whole clusters (occupations);
    `bounds` are those of the values. Quantiles have percentile intervals however few clusters there are."""
    order = np.argsort(np.asarray(values), kind="stable")
    ordered = np.asarray(values, dtype=np.float64)[order]
    weights = _drawn(np.asarray(clusters, dtype=np.str_)[order], seed)
    units = len(set(clusters))
    value = float(ordered.mean())
    figures = [SpreadValue("mean", value, interval_of(value, _mean(ordered, weights), units, bounds))]
    exact = _quantiles(ordered, np.ones((1, len(ordered))))[0]
    for name, value, drawn in zip(QUANTILES, exact, _quantiles(ordered, weights).T, strict=True):
        figures.append(SpreadValue(name, float(value), percentile_interval(float(value), drawn)))
    for threshold in thresholds:
        below = (ordered < threshold).astype(np.float64)
        value, drawn = (100 * float((below).mean()), 100 * _mean(below, weights))
        figures.append(SpreadValue(f"below_{threshold:g}", value, percent_interval(value, drawn, units)))
    return figures


def mean_change(
    before: Sequence[float], after: Sequence[float], clusters: Sequence[str], *, seed: int = 0
) -> tuple[float, Interval]:
    """The mean of after − before, item by item, and its interval over clusters."""
    change = np.asarray(after, dtype=np.float64) - np.asarray(before, dtype=np.float64)
    value = float(change.mean())
    drawn = _mean(change, _drawn(np.asarray(clusters, dtype=np.str_), seed))
    return value, interval_of(value, drawn, len(set(clusters)))


def _mean(values: Floats, weights: Floats) -> Floats:
    return np.asarray(np.einsum("sn,n->s", weights, values) / weights.sum(axis=1))


def _quantiles(ordered: Floats, weights: Floats) -> Floats:
    """(samples, quantiles) of values that count as often as their weights say; linear between neighbours, as numpy has
    it by default."""
    quantiles = []
    for counts in weights.astype(np.int64):
        drawn = np.repeat(ordered, counts)
        positions = (len(drawn) - 1) * np.array(list(QUANTILES.values()))
        below = np.floor(positions).astype(np.intp)
        low, high = drawn[below], drawn[np.minimum(below + 1, len(drawn) - 1)]
        quantiles.append(low + (positions - below) * (high - low))
    return np.array(quantiles)


def _drawn(clusters: np.typing.NDArray[np.str_], seed: int) -> Floats:
    """How often each value counts in each bootstrap sample of the clusters: (samples, values)."""
    names, positions = np.unique(clusters, return_inverse=True)
    weights = np.empty((RESAMPLES, len(clusters)))
    for samples, counts in drawn_counts(len(names), RESAMPLES, seed):
        weights[samples] = counts[:, positions]
    return weights


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
    examples, where there are not many times as many as dimensions. Of one label the direction is Σ⁻¹c, with c the
    covariance of examples and label, and solving for it takes a twentieth of what Σ's eigenvectors take."""
    examples, labels = np.asarray(x, dtype=np.float64), np.asarray(z, dtype=np.float64)
    labels = labels.reshape(len(labels), -1)
    mean = examples.mean(axis=0)
    centred = examples - mean
    covariance = centred.T @ centred / len(examples)
    crossed = centred.T @ (labels - labels.mean(axis=0)) / len(examples)
    if shrunk:
        covariance, least = _shrunk(covariance, centred)
        if labels.shape[1] == 1 and least > SMALLEST * np.trace(covariance):  # every direction would be kept
            solved = np.linalg.solve(covariance, crossed)
            size = np.sqrt(np.maximum(crossed.T @ solved, 0))[0]
            chosen = size > 1e-12
            return Eraser(mean, solved[:, chosen] / size[chosen], crossed.T[chosen] / size[chosen, None])
    values, vectors = np.linalg.eigh(covariance)
    kept = values > SMALLEST * max(float(values[-1]), np.finfo(float).tiny)
    roots, basis = np.sqrt(values[kept]), vectors[:, kept]
    whitened = basis.T @ crossed / roots[:, None]
    left, sizes, _ = np.linalg.svd(whitened, full_matrices=False)
    array = left[:, sizes > 1e-12]
    return Eraser(mean, basis @ (array / roots[:, None]), (array * roots[:, None]).T @ basis.T)


def _shrunk(covariance: Floats, centred: Floats) -> tuple[Floats, float]:
    """Ledoit and Wolf's: (1 − s)·S + s·m·I, with m the mean variance and s the share that minimises the expected
    squared error: how far single examples' products lie from S, over how far S lies from m·I. And s·m, which none of
    its eigenvalues is below."""
    n, width = centred.shape
    target = np.eye(width) * np.trace(covariance) / width
    apart = float(((covariance - target) ** 2).sum())
    noise = (float(((centred**2).sum(axis=1) ** 2).mean()) - float((covariance**2).sum())) / n
    share = min(max(noise / apart, 0.0), 1.0) if apart else 1.0
    return np.asarray((1 - share) * covariance + share * target), float(share * target[0, 0])


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
