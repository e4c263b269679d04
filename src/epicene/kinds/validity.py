"""Every figure of a run, and how far its score can be trusted, from what was asked: halves of the set, the smallest
difference that it could show, agreement across scorings and instructions, control items (protocols.md, section 11).

Each response mode gives the units of its headline figure and what was decided on each item; one that has none has no
such figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy

from epicene.core.kinds import KINDS
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.progress import current
from epicene.core.types import Estimate, Item
from epicene.data.datasets import other_language
from epicene.kinds.protocol import ResponseMode, response_mode_for
from epicene.metrics.annotator_agreement import krippendorff_alpha
from epicene.metrics.answer_groups import ALL, repeats
from epicene.metrics.catalogue import MEASURES, PERCENT, Direction, Measure, Measured, TestRecord, register
from epicene.metrics.intervals import percent_of
from epicene.metrics.reliability import (
    FEWEST_MODELS,
    Units,
    smallest_difference,
    split_half_models,
    split_half_sd,
    split_half_types,
    standard_error,
)
from epicene.metrics.significance import adjust_p, binomial_p
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun, SavedRun, read_runs
from epicene.runs.results import LIKELIHOOD

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
    decided = {asked_run.facts.scoring: way.decisions(asked_run) for asked_run in (run, *others)}
    common = set.intersection(*(set(of_run) for of_run in decided.values()))
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
        asked_otherwise = {item.id for item in run.items if _scoring_of(run, item) != _scoring_of(other, item)}
        both = {id: [*own[id], *decided[other.facts.scoring][id]] for id in common & asked_otherwise}
        yield from _agreement(run, both, (SCORINGS, SCORINGS_ALPHA), other.facts.scoring, seed)
    every = {id: [asked_run for of_run in decided.values() for asked_run in of_run[id]] for id in common}
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
    judged = {id: [frozenset({decision}) for decision in given] for id, given in paired.items()}
    if alpha := krippendorff_alpha(judged, "nominal", seed=seed):
        yield run.estimate(metrics[1], group, alpha.value, (alpha.low, alpha.high), n)


def read_texts(folder: AuditFolder) -> dict[str, BenchmarkRun]:
    """What was asked and answered, with what another reader than the way's own finds in it, which is kept."""
    runs = folder.benchmarks()
    unread = [
        run
        for run in runs.values()
        if run.facts.reader in response_mode_for(run.facts).readers and not run.facts.readings
    ]
    if not unread:
        return runs
    manifest = folder.facts()
    for run in unread:
        manifest.benchmarks[run.name].readings = response_mode_for(run.facts).readers[run.facts.reader].read(run)
    folder.save(manifest)
    return folder.benchmarks()


def measure_run(run: BenchmarkRun, seed: int) -> Measured:
    """Every figure of one benchmark of a run."""
    way = response_mode_for(run.facts)
    measured = way.measure(run, seed)
    estimates = (*measured.estimates, *_computed(run, seed), *validity_of(run, way, seed))
    n = repeats(run.items) if way.unit == "item" else 0  # items that have the very same texts as another
    notices = [Notice("notice.repeated", {"benchmark": run.name, "n": n, "total": len(run.items)})] if n else []
    if not run.facts.known and (written := other_language(run.items, run.facts.language)):
        values = {"benchmark": run.name, "written": written, "name": f"{run.facts.kind}-{written}"}
        notices.append(Notice("notice.other-language", {**values, "language": run.facts.language}))
    return replace(measured, estimates=estimates, notices=(*measured.notices, *notices))


def _computed(run: BenchmarkRun, seed: int) -> Iterator[Estimate]:
    """One that fails is told of and left out: the answers were dear, and the other figures are sound."""
    for measure in MEASURES.values() if run.facts.way == LIKELIHOOD else ():
        if measure.compute is None or run.facts.kind not in measure.kinds:
            continue
        try:
            figure = measure.compute(run, seed)
        except Exception as error:
            current().say(f"Warning: {run.name}: the measure {measure.name} failed ({type(error).__name__}: {error}).")
            continue
        if figure is not None:
            value, low, high, n_used = figure
            yield run.estimate(measure.name, ALL, value, (low, high), (n_used, len(run.items)))


FOLDER = "validity"


@dataclass(frozen=True, slots=True)
class ValidityAudits:
    """What the audits within a run folder found."""

    runs: Sequence[SavedRun]

    @classmethod
    def of(cls, folder: AuditFolder) -> ValidityAudits:
        """Those that are finished."""
        paths = sorted(path.parent for path in folder.path.glob(f"{FOLDER}/*/results.json"))
        return cls(read_runs([path for path in paths if AuditFolder(path).facts().complete]))

    def added(self, runs: Mapping[str, BenchmarkRun], measured: Sequence[Measured], seed: int) -> list[Measured]:
        """The figures of each benchmark of a run, with those that other scorings and control items tell of it."""
        controls = {name: figures for name, run in runs.items() if (figures := self._controls(run, seed))}
        adjusted = adjust_p({name: test.p for name, (_, test) in controls.items()})
        added = []
        for (name, run), own in zip(runs.items(), measured, strict=True):
            others = [other for saved in self.runs if (other := saved.benchmarks.get(name))]
            others = [other for other in others if other.facts.digest == run.facts.digest]
            estimates, tests = [*beside_scorings(run, others, response_mode_for(run.facts), seed)], list[TestRecord]()
            notices = list(disagreement(estimates))
            if name in controls:
                (score, test), p = controls[name], adjusted[name]
                estimates.append(score)
                tests.append(TestRecord(name, test.metric, test.group, test.test, test.p, test.n, p))
                notices += [lean_notice(name, score.value, score.n_used, p)] if p < P_CLEAR else []
            added.append(
                replace(
                    own,
                    estimates=(*own.estimates, *estimates),
                    tests=(*own.tests, *tests),
                    notices=(*own.notices, *notices),
                )
            )
        return added

    def _controls(self, run: BenchmarkRun, seed: int) -> tuple[Estimate, TestRecord] | None:
        """The figures of the first control set that was asked as the benchmark was."""
        asked_as = (run.facts.kind, run.facts.way, run.facts.language, run.facts.scoring)
        for other in (other for saved in self.runs for other in saved.benchmarks.values()):
            facts = other.facts
            is_same = (facts.kind, facts.way, facts.language, facts.scoring) == asked_as
            if facts.control and not run.facts.control and is_same:
                return control_figures(run, other, response_mode_for(run.facts), seed)
        return None


RELIABLE = 0.7  # what is usually asked of a test before people or types are ranked by it (Nunnally 1978)


def order_of_models(answered: Sequence[BenchmarkRun], language: Language) -> str:
    """Of five or more models that were asked alike and may be believed: do they keep their order from half to half?"""
    if len(answered) < FEWEST_MODELS or len({(run.facts.scoring, run.facts.digest) for run in answered}) > 1:
        return ""
    units = [response_mode_for(run.facts).units(run) for run in answered]
    reliability = split_half_models([unit for unit in units if unit is not None])
    if reliability is None:
        return ""
    key = f"validity.models.{'reliable' if reliability.value >= RELIABLE else 'unreliable'}"
    return language.text(
        key, count=reliability.n, span=language.span(reliability.low, reliability.high, 2), value=reliability.value
    )
