"""Measures of other packages: computed with those of a benchmark's kind, and shown beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from epicene.core.progress import current
from epicene.core.types import Estimate
from epicene.kinds.estimate_tables import measure_meaning, measure_name, measures_table
from epicene.kinds.protocol import View, find_way
from epicene.metrics.answer_groups import ALL
from epicene.metrics.catalogue import MEASURES, Measured
from epicene.report.document import Block, Facts, TableBlock
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import LIKELIHOOD


def measure_run(run: BenchmarkRun, seed: int) -> Measured:
    """Every figure of one benchmark of a run."""
    found = find_way(run.facts.kind, run.facts.way).measure(run, seed)
    return replace(found, estimates=(*found.estimates, *_computed(run, seed)))


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
            yield Estimate(
                benchmark=run.name,
                task=None,
                metric=measure.name,
                group=ALL,
                value=value,
                low=low,
                high=high,
                ideal=measure.ideal,
                n_used=n_used,
                n_total=len(run.items),
                signature=run.facts.signature,
            )


def further_blocks(view: View, own: Sequence[str] = ()) -> list[Block]:
    """A table of the kind's `own` further measures and those of other packages, and what each means."""
    computed = [measure.name for measure in MEASURES.values() if measure.compute]
    metrics = [metric for metric in (*own, *computed) if view.groups(metric)]
    if not metrics:
        return []
    table = measures_table(view, metrics, view.language.text("table.further", benchmark=view.benchmark))
    meanings = [(measure_name(metric, view.language), measure_meaning(metric, view.language)) for metric in metrics]
    name = f"{view.benchmark}-{'further' if own else 'measures'}"
    return [TableBlock(table, name), Facts(meanings, "meanings", screen_only=True)]
