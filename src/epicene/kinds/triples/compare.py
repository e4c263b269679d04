"""Two models asked the same triples: is the difference between their LMs, Ss or ACs more than chance?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from epicene.core.types import Item
from epicene.kinds.triples.measure import (
    AGGREGATIONS,
    TERM_MACRO,
    Aggregation,
    Triple,
    answered_triples,
    averages,
    parts_by_task,
    term_columns,
    triple_groups,
)
from epicene.metrics.answer_groups import Group, Scores
from epicene.metrics.intervals import (
    RESAMPLES,
    Floats,
    Interval,
    exact_sums,
    percentile_interval,
    resample_sums,
    varies,
)
from epicene.metrics.paired import Comparison, Sampling, unvaried_interval
from epicene.metrics.significance import adjust_p, mcnemar_p

FIGURES = ("lms", "ss", "acs")
# Points that a figure moves where LMs and Ss move by one: ACs = LMs × min(Ss, 100 − Ss)/50 by one and by two.
_REACH = {"lms": 1.0, "ss": 1.0, "acs": 3.0}

Parts = Sequence[Sequence[Triple]]


def compare_triples(
    benchmark: str,
    items: Sequence[Item],
    unusable: Collection[str],
    a: Scores,
    b: Scores,
    *,
    names: tuple[str, str],
    aggregation: str = TERM_MACRO,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[Comparison, ...]:
    """LMs, Ss and ACs by task and domain, over the tests that both models answered.

    Intervals are a paired bootstrap over target terms: a term is drawn with both models' answers. For Ss, McNemar's
    test looks at the tests in which only one model prefers the stereotype to the anti-stereotype; it takes tests about
    one term for independent, so where it disagrees with the interval, believe the interval.
    """
    sides = _answered_by_both(answered_triples(items, unusable, a), answered_triples(items, unusable, b))
    found: list[Comparison] = []
    for group in triple_groups(items):
        by_task = [parts_by_task(side, group) for side in sides]
        for task in by_task[0]:
            parts = (by_task[0][task], by_task[1][task])
            of = _Compared(benchmark, task, group, names, AGGREGATIONS[aggregation], (resamples, seed))
            found += of.comparisons(parts)
    types = {group.name for group in triple_groups(items) if group.is_category}
    return tuple(_adjusted(found, types))


def _answered_by_both(a: Sequence[Triple], b: Sequence[Triple]) -> tuple[list[Triple], list[Triple]]:
    others = {triple.item.id: triple for triple in b}
    common = [triple for triple in a if triple.item.id in others]
    return common, [others[triple.item.id] for triple in common]


class _Compared:
    """One task and group."""

    def __init__(
        self,
        benchmark: str,
        task: str,
        group: Group,
        names: tuple[str, str],
        rows_of: Aggregation,
        sampling: Sampling,
    ) -> None:
        self.benchmark, self.task, self.group, self.names = benchmark, task, group.name, names
        self.rows_of = rows_of
        self.sampling = sampling

    def comparisons(self, sides: tuple[Parts, Parts]) -> Iterator[Comparison]:
        terms = sorted({test.item.cluster for part in sides[0] for test in part})
        columns = np.vstack([term_columns(part, terms, self.rows_of) for side in sides for part in side])
        resamples, seed = self.sampling
        value_a, value_b = self._figures(exact_sums(columns), len(sides[0]))
        drawn_a, drawn_b = self._figures(resample_sums(columns, resamples=resamples, seed=seed), len(sides[0]))
        for metric in FIGURES:
            values = float(value_a[metric]), float(value_b[metric])
            interval = _interval(metric, values[1] - values[0], drawn_b[metric] - drawn_a[metric], len(terms))
            yield self._comparison(metric, values, interval, sides)

    @staticmethod
    def _figures(sums: Floats, parts: int) -> tuple[Mapping[str, Floats], Mapping[str, Floats]]:
        a, b = np.split(sums, 2, axis=-1)
        return averages(a, parts), averages(b, parts)

    def _comparison(
        self, metric: str, values: tuple[float, float], interval: Interval, sides: tuple[Parts, Parts]
    ) -> Comparison:
        a, b = (np.array([test.prefers_stereotype for part in side for test in part]) for side in sides)
        only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
        decides = metric == "ss"
        return Comparison(
            benchmark=self.benchmark,
            metric=metric,
            group=self.group,
            a=self.names[0],
            b=self.names[1],
            value_a=values[0],
            value_b=values[1],
            difference=values[1] - values[0],
            low=interval[0],
            high=interval[1],
            n=len(a),
            only_a=only_a if decides else None,
            only_b=only_b if decides else None,
            p_mcnemar=mcnemar_p(only_a, only_b) if decides else None,
            task=self.task,
        )


def _interval(metric: str, difference: float, drawn: Floats, terms: int) -> Interval:
    if varies(drawn):
        return percentile_interval(difference, drawn)
    return unvaried_interval(difference, terms, _REACH[metric])


def _adjusted(found: Sequence[Comparison], types: Collection[str]) -> Iterator[Comparison]:
    """Benjamini–Hochberg over the domains of one task."""
    families: dict[str | None, dict[str, float]] = {}
    for one in found:
        if one.p_mcnemar is not None and one.group in types:
            families.setdefault(one.task, {})[one.group] = one.p_mcnemar
    adjusted = {task: adjust_p(family) for task, family in families.items()}
    for one in found:
        known = adjusted.get(one.task, {}) if one.p_mcnemar is not None else {}
        yield replace(one, p_mcnemar_adjusted=known.get(one.group))
