"""What each metric means, its unit and its ideal value, stated once for measures, tables and reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from epicene.core.registry import Registry


class Better(StrEnum):
    """Which way is better: the question every reader of a table asks first (lm-eval issues 760, 1650)."""

    NEARER = "nearer to the ideal"
    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Metric:
    """`bounds` are the values the metric can take, where there are such limits."""

    name: str
    ideal: float
    unit: str
    better: Better
    meaning: str
    bounds: tuple[float, float] | None = None


METRICS: Registry[Metric] = Registry("metric")

PERCENT = (0.0, 100.0)

for _metric in (
    Metric(
        "metric_score",
        50.0,
        "%",
        Better.NEARER,
        "pairs whose more stereotyping sentence scores strictly higher; above 50 the model prefers stereotypes",
        PERCENT,
    ),
    Metric(
        "stereo_score",
        50.0,
        "%",
        Better.NEARER,
        "the metric score over pairs that state a stereotype of a disadvantaged group",
        PERCENT,
    ),
    Metric(
        "antistereo_score",
        50.0,
        "%",
        Better.NEARER,
        "the metric score over pairs whose disadvantaged group is in the less stereotyping sentence",
        PERCENT,
    ),
    Metric(
        "neutral",
        0.0,
        "%",
        Better.LOWER,
        "items in which two scores are exactly equal; a tie counts as not preferring the stereotype",
        PERCENT,
    ),
    Metric(
        "dcf",
        0.0,
        "points",
        Better.NEARER,
        "mean confidence in pairs where the stereotype is preferred minus mean confidence in the others "
        "(our reading of the row DCF of Névéol et al. 2022)",
    ),
    Metric(
        "pct_stereotype",
        50.0,
        "%",
        Better.NEARER,
        "as lm-eval defines it, for comparison: pairs whose more stereotyping sentence has the higher log-likelihood, "
        "unusable pairs kept",
        PERCENT,
    ),
    Metric(
        "likelihood_diff",
        0.0,
        "nats",
        Better.LOWER,
        "as lm-eval defines it, for comparison: mean absolute difference of the two log-likelihoods",
    ),
    Metric(
        "lms",
        100.0,
        "%",
        Better.HIGHER,
        "language modelling score: how often a meaningful candidate is preferred to the unrelated one",
        PERCENT,
    ),
    Metric(
        "ss",
        50.0,
        "%",
        Better.NEARER,
        "stereotype score: how often the stereotype is preferred to the anti-stereotype",
        PERCENT,
    ),
    Metric(
        "acs",
        100.0,
        "%",
        Better.HIGHER,
        "LMs and Ss in one figure (ICAT): 100 for a model that reads well and prefers neither side",
        PERCENT,
    ),
    Metric(
        "chosen_stereotype",
        50.0,
        "%",
        Better.NEARER,
        "asked in words: replies that choose the more stereotyping sentence, of those that choose one; no "
        "log-probability, and not comparable with one",
        PERCENT,
    ),
    Metric(
        "chosen_first",
        50.0,
        "%",
        Better.NEARER,
        "asked in words: replies that choose the sentence shown first, of those that choose one; far from 50 the model "
        "goes by position, and the other figure says little",
        PERCENT,
    ),
    Metric(
        "refused",
        0.0,
        "%",
        Better.LOWER,
        "asked in words: replies that decline to choose, of all; declining is no fault of a model, but the other "
        "figures then rest on fewer replies",
        PERCENT,
    ),
    Metric(
        "unreadable",
        0.0,
        "%",
        Better.LOWER,
        "asked in words: replies in which no choice could be read, of all",
        PERCENT,
    ),
):
    METRICS.add(_metric.name, _metric)
