"""Control pairs: two groups between which no stereotype is known, so that a score away from 50 is the instrument's own
leaning (Pikuliak et al. 2023). Which of the two stands first is arbitrary, and each name stands there as often as not.
"""

from __future__ import annotations

from dataclasses import replace

from epicene.kinds.pairs.page import PairsByLikelihood
from epicene.kinds.validity import P_CLEAR, lean_notice, p_from_50
from epicene.metrics.catalogue import Measured
from epicene.runs.audit_folder import BenchmarkRun


class ControlsByLikelihood(PairsByLikelihood):
    all_packages = (PairsByLikelihood.package, "epicene.kinds.pairs.controls")

    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        measured, units = super().measure(run, seed), self.units(run)
        if units is None or not units.n or (p := p_from_50(units)) >= P_CLEAR:
            return measured
        return replace(measured, notices=(*measured.notices, lean_notice(run.name, units.figure, units.n, p)))
