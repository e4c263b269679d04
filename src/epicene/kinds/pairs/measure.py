"""CrowS-Pairs: from scores to estimates and tests, by group (protocol: Nangia et al. 2020, Névéol et al. 2022), of one
model and of two that were asked the same pairs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from epicene.core.types import Estimate, Item
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
from epicene.metrics.answer_groups import ALL, Scores, groups_of
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


@dataclass(frozen=True, slots=True)
class _Run:
    """What every estimate of one call shares."""

    benchmark: str
    items: Sequence[Item]
    signature: str
    resamples: int
    seed: int


def measure_pairs(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    scores: Scores,
    *,
    signature: str,
    resamples: int = RESAMPLES,
    seed: int = 0,
    as_released: bool = False,
    lm_eval: bool = False,
) -> Measured:
    """Every figure over pairs, for all, each bias type, and native and translated.

    `items` are all items of the set (n total) and `unusable` the ids that could not be asked. `as_released` does what
    the original script does with ties; `lm_eval` adds that harness's two measures, which mean something only for
    summed log-likelihoods of causal models. A figure that cannot be computed is left out.
    """
    run = _Run(benchmark, items, signature, resamples, seed)
    pairs = (released_pairs if as_released else usable_pairs)(items, unusable, scores)
    estimates = list(_estimates(run, pairs, RELEASED_MEASURES if as_released else PAIR_MEASURES))
    if lm_eval:
        estimates += _estimates(run, lm_eval_pairs(items, scores), LM_EVAL_MEASURES)
    return Measured(tuple(estimates), tuple(_tests(run, pairs)))


def _estimates(run: _Run, pairs: Sequence[Pair], measures: Sequence[PairMeasure]) -> Iterator[Estimate]:
    for group in groups_of(run.items):
        members = [pair for pair in pairs if group.contains(pair.item)]
        if members:
            within = replace(run, items=[item for item in run.items if group.contains(item)])
            yield from _group_estimates(within, group.name, Outcomes.of(members), measures)


def _group_estimates(run: _Run, group: str, outcomes: Outcomes, measures: Sequence[PairMeasure]) -> Iterator[Estimate]:
    """All measures of a group share one set of resamples; `run` holds the group's items."""
    blocks = [measure.columns(outcomes) for measure in measures]
    resampled = resample_sums(np.vstack(blocks), resamples=run.resamples, seed=run.seed)
    ends = np.cumsum([len(block) for block in blocks])[:-1]
    for measure, block, draws in zip(measures, blocks, np.split(resampled, ends, axis=1), strict=True):
        sums = exact_sums(block)
        n_used = measure.n_used(sums)
        if not n_used:
            continue
        value = float(measure.statistic(sums))
        low, high = _interval(measure, value, draws, n_used)
        yield Estimate(
            benchmark=run.benchmark,
            task=None,
            metric=measure.name,
            group=group,
            value=value,
            low=low,
            high=high,
            ideal=MEASURES[measure.name].ideal,
            n_used=n_used,
            n_total=sum(map(measure.concerns, run.items)),
            signature=run.signature,
        )


def _interval(measure: PairMeasure, value: float, draws: Floats, n_used: int) -> Interval:
    resampled = measure.statistic(draws)
    if MEASURES[measure.name].bounds is None:
        return percentile_interval(value, resampled)
    return percent_interval(value, resampled, n_used)


TESTS: Mapping[str, Callable[[Bools], float | None]] = {
    "binomial": lambda preferred: binomial_p(int(preferred.sum()), len(preferred)),
    "t-test": t_test_p,
}


def _tests(run: _Run, pairs: Sequence[Pair]) -> Iterator[TestRecord]:
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
            yield TestRecord(run.benchmark, METRIC_SCORE.name, name, test, p, n, adjusted.get(name))


def compare_pairs(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    a: Scores,
    b: Scores,
    *,
    names: tuple[str, str],
    resamples: int = RESAMPLES,
    seed: int = 0,
    as_released: bool = False,
) -> tuple[Comparison, ...]:
    """Metric score by group, stereo and anti-stereo score over all pairs; only pairs that both models answered.

    As released, ties leave the denominators of the two directions, so their pairs are not the same for both models:
    the metric score alone is compared then.
    """
    read = released_pairs if as_released else usable_pairs
    both = answered_by_both(read(items, unusable, a), read(items, unusable, b))
    measures = (METRIC_SCORE,) if as_released else (METRIC_SCORE, STEREO_SCORE, ANTISTEREO_SCORE)
    found, types = [], set()
    for group in groups_of(items):
        types |= {group.name} if group.is_category else set()
        members = [pair for pair in both if group.contains(pair[0].item)]
        for measure in measures if group.name == ALL else (METRIC_SCORE,):
            concerned = [pair for pair in members if measure.concerns(pair[0].item)]
            if concerned:
                a_hits, b_hits = (Outcomes.of(side).preferred for side in zip(*concerned, strict=True))
                hits, sampling = (a_hits, b_hits), {"resamples": resamples, "seed": seed}
                found.append(compare_rates(benchmark, measure.name, group.name, hits, names, **sampling))
    return tuple(adjusted_by_group(found, types))
