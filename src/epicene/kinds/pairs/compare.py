"""Two models asked the same pairs: is the difference between them more than chance?"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from epicene.core.types import Item
from epicene.kinds.pairs.outcomes import Outcomes, Pair, released_pairs, usable_pairs
from epicene.kinds.pairs.pair_measures import ANTISTEREO_SCORE, METRIC_SCORE, STEREO_SCORE
from epicene.metrics.answer_groups import ALL, Scores, groups_of
from epicene.metrics.intervals import RESAMPLES
from epicene.metrics.paired import Comparison, adjusted_by_group, compare_rates


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
    both = _answered_by_both(read(items, unusable, a), read(items, unusable, b))
    measures = (METRIC_SCORE,) if as_released else (METRIC_SCORE, STEREO_SCORE, ANTISTEREO_SCORE)
    found, types = [], set()
    for group in groups_of(items):
        types |= {group.name} if group.is_category else set()
        members = [pair for pair in both if group.contains(pair[0].item)]
        for measure in measures if group.name == ALL else (METRIC_SCORE,):
            concerned = [pair for pair in members if measure.concerns(pair[0].item)]
            if concerned:
                a_hits, b_hits = (Outcomes.of(side).preferred for side in zip(*concerned, strict=True))
                found.append(
                    compare_rates(
                        benchmark,
                        measure.name,
                        group.name,
                        (a_hits, b_hits),
                        names,
                        resamples=resamples,
                        seed=seed,
                    )
                )
    return tuple(adjusted_by_group(found, types))


def _answered_by_both(a: Sequence[Pair], b: Sequence[Pair]) -> list[tuple[Pair, Pair]]:
    others = {pair.item.id: pair for pair in b}
    return [(pair, others[pair.item.id]) for pair in a if pair.item.id in others]
