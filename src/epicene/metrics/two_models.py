"""Two models asked the same items: is the difference between them more than chance? And every two of many, from one set
of draws.

Comparing a hundred models two by two by drawing the items anew for each two takes minutes; the draws are the same for
all, so that the figure of each model is drawn once, and what one of two did not answer is taken out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isclose
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from epicene.core.types import Item
from epicene.metrics.answer_groups import ALL, Scores
from epicene.metrics.inside_measures import mean_change
from epicene.metrics.intervals import (
    FEW,
    RESAMPLES,
    Floats,
    Interval,
    ResampledInterval,
    cluster_sums,
    difference_of_means,
    exact_interval,
    exact_sums,
    interval_of,
    mean,
    resample_sums,
    student_ends,
    student_p,
    varies,
)
from epicene.metrics.reliability import Units, smallest_paired_difference
from epicene.metrics.significance import (
    adjust_p,
    adjust_p_within,
    bootstrap_p,
    corrected_t_test,
    mcnemar_p,
    paired_t_test_p,
    shown_side,
    sign_p,
    unpaired_t_test_p,
    wilcoxon_p,
)

Bools: TypeAlias = NDArray[np.bool_]


class _AboutItem(Protocol):
    @property
    def item(self) -> Item: ...


OfItem = TypeVar("OfItem", bound=_AboutItem)
SAME = 1e-6  # relative; other batches move a float32 score less than this, other weights move some score more


@dataclass(frozen=True, slots=True)
class Comparison:
    """Models `a` and `b` on the n items that both answered; `difference` is b − a, with its paired interval.

    `only_a` and `only_b` are the items on which that model alone prefers the stereotype; None for a figure that is no
    such preference (LMs, ACs), which then has no McNemar test. `p_t` is the paper's (unpaired) t-test, `p_t_paired`
    the paired one; None where there is no variance, and for triples. `p_mcnemar_adjusted` is given for bias types.
    `smallest_difference` is what McNemar's test could show with power 80 % where they disagree as often as here.

    `p_bootstrap` is of figures without McNemar's test, over what their interval draws, and of all figures of
    translation systems; of values (b, r), `p_wilcoxon` and `p_sign` are over nouns; of probes, `p_t_corrected` is over
    splits. `p_adjusted` is that test (Wilcoxon's of the two) within the figures of two runs, by Benjamini and Hochberg.
    `sum_reach` is half the width of the 95 % interval of `value_a + value_b`: a gate needs it to say on which side of
    the ideal the two lie.
    """

    benchmark: str
    metric: str
    group: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    n: int
    only_a: int | None = None
    only_b: int | None = None
    p_mcnemar: float | None = None
    p_mcnemar_adjusted: float | None = None
    p_t: float | None = None
    p_t_paired: float | None = None
    task: str | None = None
    smallest_difference: float | None = None
    p_bootstrap: float | None = None
    p_wilcoxon: float | None = None
    p_sign: float | None = None
    p_t_corrected: float | None = None
    p_adjusted: float | None = None
    sum_reach: float | None = None

    @property
    def is_clear(self) -> bool:
        """Whether a difference may be told of: its interval excludes 0, and so does the adjusted test."""
        return self.p_adjusted is not None and shown_side(self.low, self.high, p=self.p_adjusted) != 0


def identical_scores(a: Scores, b: Scores) -> bool:
    """Whether two models that should differ gave the same scores: most often, one's weights were never loaded."""
    common = a.keys() & b.keys()
    return bool(common) and all(isclose(a[key], b[key], rel_tol=SAME, abs_tol=0.0) for key in common)


def compare_rates(
    benchmark: str,
    metric: str,
    group: str,
    sides: tuple[Bools, Bools],
    names: tuple[str, str],
    *,
    clusters: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Comparison:
    """How often two models hit, on the same items in the same order; a pair is drawn with both answers. Items of one of
    the `clusters` are alike: they are drawn together, and tests take the first of them."""
    a, b = sides
    n = len(a)
    value_a, value_b = (float(hits.sum() / n * 100) for hits in (a, b))
    columns = np.vstack([b, np.ones(n), a, np.ones(n)])
    if len(set(clusters)) < len(clusters):
        columns, first = cluster_sums(columns, clusters), np.unique(clusters, return_index=True)[1]
        a, b = a[first], b[first]
    sums = resample_sums(columns, resamples=resamples, seed=seed)
    drawn, drawn_sum = difference_of_means(sums) * 100, (mean(sums[:, :2]) + mean(sums[:, 2:])) * 100
    about = benchmark, metric, group, names, (value_a, value_b), drawn, n
    comparison = comparison_of(*about, units=len(a), hits=(a, b), drawn_sum=drawn_sum)
    return replace(comparison, p_t=unpaired_t_test_p(a, b), p_t_paired=paired_t_test_p(a, b))


def compare_shares(
    benchmark: str,
    metric: str,
    group: str,
    credits: tuple[Floats, Floats],
    names: tuple[str, str],
    *,
    clusters: Sequence[str] = (),
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Comparison:
    """The mean credits (0 to 1) of two models on the same items in the same order, in percent. Items that are alike
    (`clusters`) are drawn together. McNemar's test knows no half credits, so that the test is the bootstrap's."""
    a, b = credits
    n = len(a)
    columns = np.vstack([b, np.ones(n), a, np.ones(n)])
    columns = cluster_sums(columns, clusters) if clusters else columns
    sums = resample_sums(columns, resamples=resamples, seed=seed)
    drawn, drawn_sum = difference_of_means(sums) * 100, (mean(sums[:, :2]) + mean(sums[:, 2:])) * 100
    values = float(a.mean() * 100), float(b.mean() * 100)
    return comparison_of(
        *(benchmark, metric, group, names, values, drawn, n), units=columns.shape[1], drawn_sum=drawn_sum
    )


def comparison_of(
    benchmark: str,
    metric: str,
    group: str,
    names: tuple[str, str],
    values: tuple[float, float],
    drawn: Floats,
    n: int,
    *,
    units: int | None = None,
    reach: float = 1.0,
    hits: tuple[Bools, Bools] | None = None,
    task: str | None = None,
    drawn_sum: Floats | None = None,
) -> Comparison:
    """From the figures of both and their difference as it was `drawn` again, over the n items or other `units`; with
    McNemar's test where `hits` say which items each prefers. `reach` is that of `signed_interval`, and `drawn_sum` has
    the sum of both figures as it was drawn again."""
    difference = values[1] - values[0]
    units = units or n
    interval = signed_interval(difference, drawn, units, reach)
    comparison = Comparison(benchmark, metric, group, *names, *values, difference, *interval, n, task=task)
    if drawn_sum is not None:
        comparison = replace(comparison, sum_reach=_sum_reach(drawn_sum, units, reach))
    if hits is None:
        return replace(comparison, p_bootstrap=resampled_p(difference, drawn, units, reach))
    only_a, only_b = (int((array & ~other).sum()) for array, other in (hits, hits[::-1]))
    p, smallest = mcnemar_p(only_a, only_b), smallest_paired_difference(only_a + only_b, len(hits[0]))
    return replace(comparison, only_a=only_a, only_b=only_b, p_mcnemar=p, smallest_difference=smallest)


def linked_difference(a: Mapping[str, bool], b: Mapping[str, bool]) -> tuple[float, Interval]:
    """b − a in points, of the shares of hits in two sets; what has one key in both is one unit, drawn with both
    answers, so that what they have in common does not widen the interval."""
    keys = dict.fromkeys([*a, *b])
    columns = np.array([[b.get(key, 0), key in b, a.get(key, 0), key in a] for key in keys], dtype=float).T
    difference = 100 * float(difference_of_means(exact_sums(columns)))
    drawn = 100 * difference_of_means(resample_sums(columns))
    return difference, signed_interval(difference, drawn, len(keys))


def answered_by_both(a: Sequence[OfItem], b: Sequence[OfItem]) -> list[tuple[OfItem, OfItem]]:
    """What two models said of the same items."""
    others = {about_item.item.id: about_item for about_item in b}
    return [(about_item, others[about_item.item.id]) for about_item in a if about_item.item.id in others]


def signed_interval(difference: float, drawn: Floats, units: int, reach: float = 1.0) -> Interval:
    """Of a difference d, or another figure around 0, as it was `drawn` again.

    Where every unit has the same d (the models never disagree), drawing cannot vary it: at most a share u of further
    units would differ (`exact_interval`), by one if d = 0 and by up to two otherwise; `reach` is how many points the
    figure moves for each, so that it lies within ± 100 × reach.
    """
    if varies(drawn):
        return interval_of(difference, drawn, units, (-100 * reach, 100 * reach))
    share = min(1.0, reach * exact_interval(0.0, units)[1])
    ends = difference - share * (100 + difference), difference + share * (100 - difference)
    return ResampledInterval.of(difference, ends, drawn, units)


def _sum_reach(drawn_sum: Floats, units: int, reach: float) -> float:
    """Half the width of the 95 % interval of a sum of two figures, by Student's t; where drawing cannot vary it, both
    may still move with the share of further units that would differ."""
    if units < 2 or not varies(drawn_sum):
        return 200 * min(1.0, reach * exact_interval(0.0, units)[1])
    low, high = student_ends(0.0, drawn_sum, units)
    return (high - low) / 2


def resampled_p(difference: float, drawn: Floats, units: int, reach: float = 1.0) -> float:
    """Of no difference; over few units by Student's t, as their interval is."""
    if units < FEW:
        return student_p(difference, drawn, units, (-100 * reach, 100 * reach))
    return bootstrap_p(drawn)


def adjusted_by_group(comparisons: Sequence[Comparison], families: Mapping[str, str]) -> Iterator[Comparison]:
    """Benjamini–Hochberg over the groups of one family, each task by itself."""
    tested: dict[str | None, dict[str, float]] = {}
    for comparison in comparisons:
        if comparison.p_mcnemar is not None:
            tested.setdefault(comparison.task, {})[comparison.group] = comparison.p_mcnemar
    adjusted = {task: adjust_p_within(p_values, families) for task, p_values in tested.items()}
    for comparison in comparisons:
        known = adjusted.get(comparison.task, {}) if comparison.p_mcnemar is not None else {}
        yield replace(comparison, p_mcnemar_adjusted=known.get(comparison.group))


def compare_values(
    metric: str,
    about: tuple[str, str],
    names: tuple[str, str],
    values: tuple[Sequence[float], Sequence[float]],
    nouns: Sequence[str],
    *,
    seed: int = 0,
) -> Comparison:
    """The means of values over the same lines, on the benchmark and task that they are `about`. The interval draws
    nouns; Wilcoxon's and the sign test are over the mean difference of each noun, so that a noun counts once."""
    difference, (low, high) = mean_change(*values, nouns, seed=seed)
    apart = np.asarray(values[1], dtype=np.float64) - np.asarray(values[0], dtype=np.float64)
    sums = cluster_sums(np.vstack([apart, np.ones(len(apart))]), nouns)
    return Comparison(
        *(about[0], metric, "all", *names, float(np.mean(values[0])), float(np.mean(values[1]))),
        *(difference, low, high, len(apart)),
        task=about[1],
        p_wilcoxon=wilcoxon_p(sums[0] / sums[1]),
        p_sign=sign_p(sums[0] / sums[1]),
    )


def compare_repetitions(
    metric: str, about: tuple[str, str, str], names: tuple[str, str], values: tuple[Floats, Floats], test_share: float
) -> Comparison | None:
    """The mean of both over the same random splits, on the benchmark, task and group that they are `about`, with the
    interval of the corrected resampled t-test; None where it cannot be made."""
    tested = corrected_t_test(values[1] - values[0], test_share)
    if tested is None:
        return None
    p, half = tested
    there, here = (float(side.mean()) for side in values)
    benchmark, task, group = about
    return Comparison(
        *(benchmark, metric, group, *names, there, here, here - there, here - there - half, here - there + half),
        n=len(values[0]),
        task=task,
        p_t_corrected=p,
    )


def adjusted_over_figures(comparisons: Sequence[Comparison], test: str) -> tuple[Comparison, ...]:
    """Benjamini–Hochberg over all figures of some runs, of `test` and, where it was made, of McNemar's."""

    def adjusted(name: str) -> list[float | None]:
        known = {
            str(index): p
            for index, comparison in enumerate(comparisons)
            if (p := getattr(comparison, name)) is not None
        }
        made = adjust_p(known)
        return [made.get(str(index)) for index in range(len(comparisons))]

    both = zip(comparisons, adjusted(test), adjusted("p_mcnemar"), strict=True)
    return tuple(replace(comparison, p_adjusted=p, p_mcnemar_adjusted=mcnemar) for comparison, p, mcnemar in both)


class PairwiseBootstrap:
    """`units` are those of each model, by its name: what its figure is 100 × sums / weights of."""

    def __init__(self, units: Mapping[str, Units], *, seed: int = 0) -> None:
        self.names = list(units)
        ids = sorted({id for unit in units.values() for id in unit.ids})
        indices = {id: index for index, id in enumerate(ids)}
        self._answered = np.zeros((len(units), len(ids)), dtype=np.bool_)
        self._rows = np.zeros((len(units), 2, len(ids)))
        for model, of_model in enumerate(units.values()):
            at = [indices[id] for id in of_model.ids]
            self._answered[model, at] = True
            self._rows[model][:, at] = of_model.sums, of_model.weights
        self._reach = 1.0 if next(iter(units.values())).ideal else 2.0
        self._partly = np.flatnonzero(~self._answered.all(axis=0))
        self._drawn, self._counts = self._draw(seed)

    def _draw(self, seed: int) -> tuple[Floats, Floats]:
        """Of each model the sums over what all of them answered, and how often each other unit was drawn."""
        common = self._rows.copy()
        common[:, :, self._partly] = 0.0
        models, _, units = common.shape
        others = np.zeros((len(self._partly), units))
        others[np.arange(len(self._partly)), self._partly] = 1.0
        drawn = resample_sums(np.vstack([common.reshape(2 * models, units), others]), seed=seed)
        return drawn[:, : 2 * models].reshape(-1, models, 2), drawn[:, 2 * models :]

    def compare(
        self, benchmark: str, metric: str, hits: Mapping[str, Mapping[str, bool]], task: str | None = None
    ) -> Iterator[Comparison]:
        """Each two, over the units that both answered; with McNemar's test where `hits` say which items each prefers,
        else with the bootstrap's. Two that share no unit are left out."""
        own_hits = [hits.get(name, {}) for name in self.names]
        indices = {id: index for index, id in enumerate(sorted({id for of_model in own_hits for id in of_model}))}
        answered, preferred = (np.zeros((len(own_hits), len(indices)), dtype=np.bool_) for _ in range(2))
        for model, of_model in enumerate(own_hits):
            at = [indices[id] for id in of_model]
            answered[model, at], preferred[model, at] = True, list(of_model.values())
        for a, b in combinations(range(len(self.names)), 2):
            both = self._answered[a] & self._answered[b]
            if not both.any():
                continue
            (value_a, drawn_a), (value_b, drawn_b) = (self._figure(side, both) for side in (a, b))
            names = self.names[a], self.names[b]
            shared = answered[a] & answered[b]
            sides = (preferred[a, shared], preferred[b, shared]) if shared.any() else None
            units = int(both.sum())
            yield comparison_of(
                *(benchmark, metric, ALL, names, (value_a, value_b), drawn_b - drawn_a),
                len(sides[0]) if sides else units,
                units=units,
                reach=self._reach,
                hits=sides,
                task=task,
                drawn_sum=drawn_a + drawn_b,
            )

    def _figure(self, model: int, both: Bools) -> tuple[float, Floats]:
        """Over the units of `both`: the value, and as it was drawn again."""
        sums, weights = self._rows[model][:, both].sum(axis=1)
        drawn = self._drawn[:, model]
        kept = both[self._partly]
        if kept.any():
            drawn = drawn + np.einsum("su,ru->sr", self._counts[:, kept], self._rows[model][:, self._partly[kept]])
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(100 * sums / weights), 100 * drawn[:, 0] / drawn[:, 1]
