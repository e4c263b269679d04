"""Krippendorff's alpha for judgments that are sets of labels, with a bootstrap interval over items.

α = 1 − D_o / D_e: the disagreement seen within items over that expected if the same answers were dealt out at random
(Krippendorff 2019, chapter 12). It needs a distance between two answers, and two are offered:

- `nominal`: 0 where two answers are the same set, 1 where they are not; an answer with one label and one with that
  label and another disagree completely.
- `sets`: MASI (Passonneau 2006), 1 − J·M with J the Jaccard index and M = 1 for equal sets, 2/3 where one contains the
  other, 1/3 where they merely overlap, 0 where they share nothing. Jaccard alone would count *gender* against *gender
  and age* as much as two overlapping sets of which neither contains the other; MASI is what annotation with sets of
  labels is usually reported with. No label at all (“expresses no stereotype”) is an answer too: equal to itself and at
  distance 1 from every other.

Items with fewer than two judgments say nothing about agreement and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from epicene.metrics.intervals import RESAMPLES, SIGNED, Floats, interval_of, resample_sums, varies

Answer: TypeAlias = frozenset[str]
Distance: TypeAlias = Callable[[Answer, Answer], float]


@dataclass(frozen=True, slots=True)
class Alpha:
    """`n_items` and `n_judgments` count those that could be paired; `low` and `high` bound the 95 % interval, which is
    −1 to 1 where resampling items cannot tell how far α would vary."""

    distance: str
    value: float
    low: float
    high: float
    n_items: int
    n_judgments: int


def nominal_distance(first: Answer, second: Answer) -> float:
    return float(first != second)


def masi_distance(first: Answer, second: Answer) -> float:
    if first == second:
        return 0.0
    shared = len(first & second)
    if not shared:
        return 1.0
    monotonicity = 2 / 3 if first < second or second < first else 1 / 3
    return 1.0 - shared / len(first | second) * monotonicity


DISTANCES: Mapping[str, Distance] = {"nominal": nominal_distance, "sets": masi_distance}


def krippendorff_alpha(
    judgments: Mapping[str, Iterable[Answer]], distance: str, *, resamples: int = RESAMPLES, seed: int = 0
) -> Alpha | None:
    """α over items, given the answers each item received; None where nothing can disagree.

    That is so where no item has two judgments, or where all of them are one and the same answer.
    """
    answers = {item: list(given) for item, given in sorted(judgments.items())}
    paired = [given for given in answers.values() if len(given) > 1]
    values = sorted({answer for given in paired for answer in given}, key=sorted)
    if len(values) < 2:
        return None
    counts = _counts(paired, values)
    distances = np.array([[DISTANCES[distance](one, other) for other in values] for one in values])
    columns = _columns(counts, distances)
    value = float(_alpha_of_sums(columns.sum(axis=1), distances))
    resampled = _alpha_of_sums(resample_sums(columns, resamples=resamples, seed=seed), distances)
    # One item, or many with the same answers, always resample to themselves: that is ignorance, and no certainty.
    low, high = interval_of(value, resampled, len(paired), SIGNED) if varies(resampled) else SIGNED
    return Alpha(distance, value, low, high, len(paired), int(counts.sum()))


def _counts(paired: Sequence[Sequence[Answer]], values: Sequence[Answer]) -> Floats:
    """How many people gave each item each answer: (items, answers)."""
    indices = {value: number for number, value in enumerate(values)}
    counts = np.zeros((len(paired), len(values)))
    for row, given in enumerate(paired):
        for answer in given:
            counts[row, indices[answer]] += 1
    return counts


def _columns(counts: Floats, distances: Floats) -> Floats:
    """What each item adds: its observed disagreement, then its pairable answers by value; α follows from the sums."""
    others = counts.sum(axis=1) - 1
    observed = np.einsum("ia,ab,ib->i", counts, distances, counts) / others
    return np.vstack([observed, counts.T])


def _alpha_of_sums(sums: Floats, distances: Floats) -> Floats:
    observed, values = sums[..., 0], sums[..., 1:]
    expected = np.einsum("...a,ab,...b->...", values, distances, values) / (values.sum(axis=-1) - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(expected > 0, 1 - observed / expected, np.nan))
