"""CrowS-Pairs: from scores to estimates and tests, by group (protocol: Nangia et al. 2020, Névéol et al. 2022), of one
model and of two that were asked the same pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from epicene.core.types import Estimate
from epicene.kinds.pairs.pair_measures import (
    ANTISTEREO_SCORE,
    LM_EVAL_MEASURES,
    METRIC_SCORE,
    PAIR_MEASURES,
    RELEASED_MEASURES,
    STEREO_SCORE,
    Outcomes,
    Pair,
    PairMeasure,
    lm_eval_pairs,
    released_pairs,
    usable_pairs,
)
from epicene.metrics.answer_groups import ALL, Group, groups_of
from epicene.metrics.catalogue import MEASURES, Measured, TestRecord
from epicene.metrics.intervals import (
    RESAMPLES,
    Floats,
    Interval,
    exact_sums,
    percent_interval,
    percentile_interval,
    resample_sums,
)
from epicene.metrics.paired import Bools, Comparison, adjusted_by_group, answered_by_both, compare_rates
from epicene.metrics.significance import adjust_p, binomial_p, t_test_p
from epicene.runs.audit_folder import BenchmarkRun


def measure_pairs(run: BenchmarkRun, *, resamples: int = RESAMPLES, seed: int = 0) -> Measured:
    """Every figure over pairs, for all, each bias type, and native and translated.

    As released, ties are what the original script makes of them. Summed log-likelihoods of causal models have the two
    measures of lm-eval besides, which mean something only for these. A figure that cannot be computed is left out.
    """
    scores, released = run.values(), run.facts.as_released
    pairs = (released_pairs if released else usable_pairs)(run.items, run.unusable, scores)
    own: Sequence[PairMeasure] = RELEASED_MEASURES if released else PAIR_MEASURES
    measured = [(pairs, own)]
    if run.facts.scoring == "loglik":
        measured.append((lm_eval_pairs(run.items, scores), LM_EVAL_MEASURES))
    estimates: list[Estimate] = []
    for counted, measures in measured:
        for group in groups_of(run.items):
            members = [pair for pair in counted if group.contains(pair.item)]
            if members:
                estimates += _estimates(run, group, Outcomes.of(members), measures, resamples, seed)
    return Measured(tuple(estimates), tuple(_tests(run, pairs)))


def _estimates(
    run: BenchmarkRun, group: Group, outcomes: Outcomes, measures: Sequence[PairMeasure], resamples: int, seed: int
) -> Iterator[Estimate]:
    """All measures of a group share one set of resamples."""
    blocks = [measure.columns(outcomes) for measure in measures]
    resampled = resample_sums(np.vstack(blocks), resamples=resamples, seed=seed)
    ends = np.cumsum([len(block) for block in blocks])[:-1]
    for measure, block, draws in zip(measures, blocks, np.split(resampled, ends, axis=1), strict=True):
        sums = exact_sums(block)
        n_used = measure.n_used(sums)
        if n_used:
            value = float(measure.statistic(sums))
            n = n_used, sum(group.contains(item) and measure.concerns(item) for item in run.items)
            yield run.estimate(measure.name, group.name, value, _interval(measure, value, draws, n_used), n)


def _interval(measure: PairMeasure, value: float, draws: Floats, n_used: int) -> Interval:
    resampled = measure.statistic(draws)
    if MEASURES[measure.name].bounds is None:
        return percentile_interval(value, resampled)
    return percent_interval(value, resampled, n_used)


TESTS: Mapping[str, Callable[[Bools], float | None]] = {
    "binomial": lambda preferred: binomial_p(int(preferred.sum()), len(preferred)),
    "t-test": t_test_p,
}


def _tests(run: BenchmarkRun, pairs: Sequence[Pair]) -> Iterator[TestRecord]:
    """The metric score against 50, adjusted over the bias types; ties count as not preferring, as in the score."""
    groups = groups_of(run.items)
    answers = {group.name: Outcomes.of([pair for pair in pairs if group.contains(pair.item)]) for group in groups}
    types = {group.name for group in groups if group.is_category}
    for test, compute in TESTS.items():
        found = {name: compute(outcomes.preferred) for name, outcomes in answers.items() if len(outcomes.more)}
        known = {name: p for name, p in found.items() if p is not None}
        adjusted = adjust_p({name: p for name, p in known.items() if name in types})
        for name, p in known.items():
            n = len(answers[name].more)
            yield TestRecord(run.name, METRIC_SCORE.name, name, test, p, n, adjusted.get(name))


def compare_pairs(
    a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], *, resamples: int = RESAMPLES, seed: int = 0
) -> tuple[Comparison, ...]:
    """Metric score by group, stereo and anti-stereo score over all pairs; only pairs that both models answered.

    As released, ties leave the denominators of the two directions, so their pairs are not the same for both models:
    the metric score alone is compared then.
    """
    read, unusable = released_pairs if a.facts.as_released else usable_pairs, {*a.unusable, *b.unusable}
    both = answered_by_both(read(a.items, unusable, a.values()), read(a.items, unusable, b.values()))
    measures = (METRIC_SCORE,) if a.facts.as_released else (METRIC_SCORE, STEREO_SCORE, ANTISTEREO_SCORE)
    found, types = [], set()
    for group in groups_of(a.items):
        types |= {group.name} if group.is_category else set()
        members = [pair for pair in both if group.contains(pair[0].item)]
        for measure in measures if group.name == ALL else (METRIC_SCORE,):
            concerned = [pair for pair in members if measure.concerns(pair[0].item)]
            if concerned:
                a_hits, b_hits = (Outcomes.of(side).preferred for side in zip(*concerned, strict=True))
                hits, sampling = (a_hits, b_hits), {"resamples": resamples, "seed": seed}
                found.append(compare_rates(a.name, measure.name, group.name, hits, names, **sampling))
    return tuple(adjusted_by_group(found, types))
