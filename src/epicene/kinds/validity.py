"""How far the score of a run can be trusted, from what was asked: halves of the set, the smallest difference that it
could show, agreement across scorings and instructions, control items (protocols.md, section 11).

Of each way of answering this needs the units of its headline figure and what was decided on each item; a way that has
none has no such figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import scipy

from epicene.core.kinds import KINDS
from epicene.core.notices import Notice
from epicene.core.types import Estimate, Item
from epicene.kinds.protocol import ResponseMode
from epicene.metrics.annotator_agreement import krippendorff_alpha
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import PERCENT, Direction, Measure, TestRecord, register
from epicene.metrics.intervals import percent_of
from epicene.metrics.reliability import (
    Units,
    smallest_difference,
    split_half_sd,
    split_half_types,
    standard_error,
)
from epicene.metrics.significance import binomial_p
from epicene.runs.audit_folder import BenchmarkRun

PACKAGE = "epicene.kinds"
SD, TYPES, SMALLEST = "split_half_sd", "split_half_types", "smallest_difference"
INSTRUCTIONS, INSTRUCTIONS_ALPHA = "instruction_agreement", "instruction_alpha"
SCORINGS, SCORINGS_ALPHA, SCORING_SCORE = "scoring_agreement", "scoring_alpha", "scoring_score"
CONTROL = "control_score"
TRAININGS, TRAININGS_BOTH = "replicates_score", "replicates_score_two_level"
TRAININGS_SD, TRAININGS_SHARE = "replicates_sd", "replicates_share"
CORRELATION = (-1.0, 1.0)
LEAST_ALPHA = 0.667  # below it, no conclusion is drawn from what coders say (Krippendorff 2004)
P_CLEAR = 0.05  # adjusted, where there are several tests

register(
    Measure(SD, 0.0, "points", Direction.LOWER, PACKAGE),
    Measure(TYPES, 1.0, "correlation", Direction.HIGHER, PACKAGE, CORRELATION, digits=2),
    Measure(SMALLEST, 0.0, "points", Direction.LOWER, PACKAGE),
    *(Measure(name, 100.0, "%", Direction.HIGHER, PACKAGE, PERCENT) for name in (INSTRUCTIONS, SCORINGS)),
    *(
        Measure(name, 1.0, "alpha", Direction.HIGHER, PACKAGE, CORRELATION, digits=2)
        for name in (INSTRUCTIONS_ALPHA, SCORINGS_ALPHA)
    ),
    *(Measure(name, 50.0, "%", Direction.NEARER, PACKAGE, PERCENT) for name in (SCORING_SCORE, CONTROL)),
    *(Measure(name, 50.0, "%", Direction.NEARER, PACKAGE) for name in (TRAININGS, TRAININGS_BOTH)),
    Measure(TRAININGS_SD, 0.0, "points", Direction.LOWER, PACKAGE),
    Measure(TRAININGS_SHARE, 0.0, "%", Direction.LOWER, PACKAGE, PERCENT),
)

Decisions = Mapping[str, Sequence[str]]  # of each item, in each way that it was asked


def validity_of(run: BenchmarkRun, way: ResponseMode, seed: int) -> Iterator[Estimate]:
    """What one run tells of itself. A figure that describes this set and these answers, and would be the same if they
    were drawn again, has no interval but itself."""
    units = way.units(run)
    if units is not None and units.n:
        yield from _of_halves(run, way, units, seed)
    yield from _agreement(run, way.decisions(run), (INSTRUCTIONS, INSTRUCTIONS_ALPHA), ALL, seed)


def _of_halves(run: BenchmarkRun, way: ResponseMode, units: Units, seed: int) -> Iterator[Estimate]:
    """Where all answers are alike, halves do not differ, which says nothing of other items."""
    n = units.n, len(run.items) if way.unit == "item" else units.n
    for metric, value in ((SD, split_half_sd(units, seed=seed)), (SMALLEST, smallest_difference(units))):
        if value and value < units.bounds[1] - units.ideal:  # no score is further away
            yield run.estimate(metric, ALL, value, (value, value), n)
    if types := split_half_types(units, seed=seed):
        yield run.estimate(TYPES, ALL, types.value, (types.low, types.high), n)


def beside_scorings(
    run: BenchmarkRun, others: Sequence[BenchmarkRun], way: ResponseMode, seed: int
) -> Iterator[Estimate]:
    """The same items asked by other scorings, over those that all of them can ask: the score of each and the run's own,
    on how many items each decides as the run does, and on how many all decide alike."""
    decided = {one.facts.scoring: way.decisions(one) for one in (run, *others)}
    common = set.intersection(*(set(found) for found in decided.values()))
    if not common or not others:
        return
    for benchmark_run in (run, *others):
        kept = replace(benchmark_run, items=tuple(item for item in benchmark_run.items if item.id in common))
        if score := way.headline(way.measure(kept, seed).estimates):
            ends, n = (score.low, score.high), (score.n_used, len(run.items))
            estimate = run.estimate(SCORING_SCORE, benchmark_run.facts.scoring, score.value, ends, n, of=benchmark_run)
            yield replace(estimate, ideal=score.ideal, signature=score.signature)
    own = decided[run.facts.scoring]
    for other in others:
        asked = {item.id for item in run.items if _scoring_of(run, item) != _scoring_of(other, item)}
        both = {id: [*own[id], *decided[other.facts.scoring][id]] for id in common & asked}
        yield from _agreement(run, both, (SCORINGS, SCORINGS_ALPHA), other.facts.scoring, seed)
    every = {id: [one for found in decided.values() for one in found[id]] for id in common}
    yield from _agreement(run, every, (SCORINGS, SCORINGS_ALPHA), ALL, seed)


def disagreement(estimates: Sequence[Estimate]) -> Iterator[Notice]:
    """That scorings decide otherwise so often that a verdict holds for one of them only."""
    alpha = next(
        (estimate for estimate in estimates if (estimate.metric, estimate.group) == (SCORINGS_ALPHA, ALL)), None
    )
    if alpha is not None and alpha.value < LEAST_ALPHA:
        scorings = [estimate.group for estimate in estimates if estimate.metric == SCORING_SCORE]
        values = {"value": alpha.value, "low": alpha.low, "high": alpha.high, "least": LEAST_ALPHA, "n": alpha.n_used}
        yield Notice("notice.scorings-disagree", {"benchmark": alpha.benchmark, "scorings": scorings, **values})


def _scoring_of(run: BenchmarkRun, item: Item) -> object:
    """A set of two tasks may have been asked otherwise in one of them only."""
    task = KINDS[run.facts.kind].task_of(item)
    return run.facts.tasks.get(task, {}).get("scoring", run.facts.scoring)


def control_figures(
    run: BenchmarkRun, controls: BenchmarkRun, way: ResponseMode, seed: int
) -> tuple[Estimate, TestRecord] | None:
    """The headline figure over control items, which have no stereotype to prefer, and its test against 50."""
    units = way.units(controls)
    if units is None or not units.n:
        return None
    figure = percent_of(np.vstack([units.sums, units.weights]), seed=seed)
    estimate = run.estimate(CONTROL, ALL, *figure, (units.n, len(controls.items)), of=controls)
    return estimate, TestRecord(run.name, CONTROL, ALL, "binomial" if units.yes_no else "z", p_from_50(units), units.n)


def lean_notice(benchmark: str, value: float, n: int, p: float) -> Notice:
    return Notice("notice.controls-lean", {"benchmark": benchmark, "value": value, "n": n, "p": p})


def p_from_50(units: Units) -> float:
    """Exact where units are single answers, else by the normal distribution."""
    if units.yes_no:
        return binomial_p(int(units.sums.sum()), units.n)
    error = standard_error(units)
    return 2 * float(scipy.special.ndtr(-abs(units.figure - 50) / error)) if error else 1.0


def _agreement(
    run: BenchmarkRun, decisions: Decisions, metrics: tuple[str, str], group: str, seed: int
) -> Iterator[Estimate]:
    """The share of items on which all decisions are the same, and what is left of it after chance (Krippendorff's α,
    for two of them Cohen's κ but for a term in 1/n)."""
    paired = {id: given for id, given in sorted(decisions.items()) if len(given) > 1}
    if not paired:
        return
    n = len(paired), len(run.items)
    same = np.array([[len(set(given)) == 1, 1] for given in paired.values()], dtype=np.float64).T
    yield run.estimate(metrics[0], group, *percent_of(same, seed=seed), n)
    judged = {id: [frozenset({one}) for one in given] for id, given in paired.items()}
    if alpha := krippendorff_alpha(judged, "nominal", seed=seed):
        yield run.estimate(metrics[1], group, alpha.value, (alpha.low, alpha.high), n)
