"""Pairs of sentences that differ in the group they speak of (CrowS-Pairs): which one does a model find likelier?"""

from __future__ import annotations

from collections.abc import Mapping

from epicene.core.types import Role
from epicene.kinds.pairs.page import PairsPage
from epicene.kinds.protocol import Kind, Way
from epicene.kinds.words import PairsInWords
from epicene.metrics.measured import Measured
from epicene.metrics.pair_estimates import measure_pairs
from epicene.metrics.paired import Comparison, compare_pairs
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.results import LIKELIHOOD, WORDS


class PairsByLikelihood(PairsPage):
    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        facts = run.facts
        return measure_pairs(
            run.name,
            run.items,
            run.unusable,
            run.values(),
            signature=facts.signature,
            seed=seed,
            as_released=facts.as_released,
            lm_eval=facts.scoring == "loglik",
        )

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        return compare_pairs(
            a.name,
            a.items,
            {**a.unusable, **b.unusable},
            a.values(),
            b.values(),
            names=names,
            seed=seed,
            as_released=a.facts.as_released,
        )


class PairsKind(Kind):
    name = "pairs"
    roles = frozenset({Role.MORE, Role.LESS})
    ways: Mapping[str, Way] = {LIKELIHOOD: PairsByLikelihood(), WORDS: PairsInWords()}


PAIRS = PairsKind()
