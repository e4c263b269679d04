"""How near two versions of the same sentences are: BLEU, chrF and TER by sacreBLEU, whose signature says what was
compared how, with bootstrap intervals.

BLEU and chrF grow with what the versions share (100: the same). TER (Snover et al. 2006) is the share of words that
have to be edited to turn the first version into the second (0: the same); between a machine's draft and what a person
made of it, it is called HTER.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from epicene.metrics.intervals import Floats, cluster_sums, interval_of, resample_sums

BLEU_DRAWS = 1000


class Overlap(NamedTuple):
    """A metric between two versions and its interval; `signature` is sacreBLEU's."""

    metric: str
    value: float
    low: float
    high: float
    signature: str


def overlaps(first: Sequence[str], second: Sequence[str], clusters: Sequence[str], *, seed: int = 0) -> list[Overlap]:
    """The first version measured against the second; `clusters` (items) are what is resampled."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.metrics.ter import TER

    overlaps = []
    for name, metric in (("bleu", BLEU()), ("chrf", CHRF()), ("ter", TER())):
        # A corpus' score is a function of sums over sentences: what sacreBLEU's own bootstrap uses, over clusters.
        rows = np.array(metric._extract_corpus_statistics(first, [second]), dtype=np.float64).T
        columns = cluster_sums(rows, clusters)

        def score(sums: Floats, metric: BLEU | CHRF | TER = metric) -> float:
            return float(metric._compute_score_from_stats([round(count) for count in sums]).score)

        value = score(columns.sum(axis=1))
        resampled = np.array([score(sums) for sums in resample_sums(columns, seed=seed)])
        low, high = interval_of(value, resampled, columns.shape[1], (0.0, inf if name == "ter" else 100.0))
        overlaps.append(Overlap(name, value, low, high, str(metric.get_signature())))
    return overlaps


class Change(NamedTuple):
    """A metric of two versions, and their difference in each sample of sentences."""

    before: float
    after: float
    drawn: Floats


def bleu_change(
    first: Sequence[str], second: Sequence[str], references: Sequence[str], *, lower_case: bool = False, seed: int = 0
) -> Change:
    """BLEU of two systems against one set of references; a sentence is drawn with the translations of both."""
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(lowercase=lower_case)
    counts = (metric._extract_corpus_statistics(side, [references]) for side in (first, second))
    sides = [np.array(rows, dtype=np.float64) for rows in counts]
    both = resample_sums(np.concatenate(sides, axis=1).T, seed=seed, resamples=BLEU_DRAWS)

    def score(sums: Floats) -> float:
        return min(100.0, float(metric._compute_score_from_stats([round(count) for count in sums]).score))

    width = sides[0].shape[1]
    drawn = np.array([score(sums[width:]) - score(sums[:width]) for sums in both])
    return Change(score(sides[0].sum(axis=0)), score(sides[1].sum(axis=0)), drawn)


def corpus_bleu(
    hypotheses: Sequence[str], references: Sequence[str], *, lower_case: bool = False, draws: int = 0
) -> Overlap:
    """As papers report it: `draws` resamples sentences for a 95 % interval, which sacreBLEU gives as the mean of the
    draws ± a half; of no draws, both ends are the value itself."""
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(lowercase=lower_case)
    result = metric.corpus_score(list(hypotheses), [list(references)], n_bootstrap=draws or 1)
    value = min(100.0, float(result.score))  # rounding can lift BLEU by 4e-14
    half = float(result._ci) if draws else 0.0
    middle = float(result._mean) if draws else value
    return Overlap("bleu", value, max(0.0, middle - half), min(100.0, middle + half), str(metric.get_signature()))
