"""A stereotype, an anti-stereotype and an unrelated candidate (StereoSet), within a sentence and across two."""

from __future__ import annotations

from collections.abc import Mapping

from epicene.core.errors import InputError
from epicene.core.types import Role
from epicene.kinds.protocol import Kind, Way
from epicene.kinds.triples.page import TriplesPage
from epicene.metrics.measured import Measured
from epicene.metrics.paired import Comparison
from epicene.metrics.paired_triples import compare_triples
from epicene.metrics.triple_estimates import AGGREGATIONS, TERM_MACRO, measure_triples
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import LIKELIHOOD


class TriplesByLikelihood(TriplesPage):
    unit = "term"

    def measuring_options(self, aggregation: str | None, as_released: bool) -> dict[str, str]:
        chosen = aggregation or TERM_MACRO
        if chosen not in AGGREGATIONS or (as_released and chosen != TERM_MACRO):
            known = TERM_MACRO if as_released else ", ".join(AGGREGATIONS)
            raise InputError(
                f"--aggregation {chosen} is not known{' as released' if as_released else ''}. Use {known}."
            )
        return {"aggregation": chosen}

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_triples(
            run.name,
            run.items,
            run.unusable,
            run.values(),
            signature=run.facts.signature,
            aggregation=run.facts.aggregation or TERM_MACRO,
            seed=seed,
        )

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_triples(
            a.name,
            a.items,
            {**a.unusable, **b.unusable},
            a.values(),
            b.values(),
            names=names,
            seed=seed,
            aggregation=a.facts.aggregation or TERM_MACRO,
        )


class TriplesKind(Kind):
    name = "triples"
    roles = frozenset({Role.STEREOTYPE, Role.ANTI, Role.UNRELATED})
    ways: Mapping[str, Way] = {LIKELIHOOD: TriplesByLikelihood()}


TRIPLES = TriplesKind()
