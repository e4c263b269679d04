"""BLEU of translations against one reference each, by sacreBLEU, whose signature says what was compared how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bleu:
    """`low` and `high` are the ends of sacreBLEU's own bootstrap interval; of no draws, the value itself."""

    value: float
    low: float
    high: float
    signature: str


def corpus_bleu(
    hypotheses: Sequence[str], references: Sequence[str], *, lower_case: bool = False, draws: int = 0
) -> Bleu:
    """`draws` resamples the sentences for a 95 % interval, which sacreBLEU gives as the mean of the draws ± a half."""
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(lowercase=lower_case)
    result = metric.corpus_score(list(hypotheses), [list(references)], n_bootstrap=draws or 1)
    value = min(100.0, float(result.score))  # rounding can lift BLEU by 4e-14
    half = float(result._ci) if draws else 0.0
    middle = float(result._mean) if draws else value
    return Bleu(value, max(0.0, middle - half), min(100.0, middle + half), str(metric.get_signature()))
