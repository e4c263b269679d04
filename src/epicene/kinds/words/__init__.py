"""Answering in words: a model is shown the sentences and asked which it chooses. Never mixed with log-probabilities."""

from __future__ import annotations

from epicene.kinds.words.page import WordsPage
from epicene.metrics.measured import Measured
from epicene.metrics.paired import Comparison
from epicene.metrics.reply_estimates import compare_prompted, measure_prompted
from epicene.runs.audit_folder import BenchmarkRun


class PairsInWords(WordsPage):
    def measure(self, run: BenchmarkRun, seed: int) -> Measured:
        return measure_prompted(
            run.name, run.items, run.unusable, run.replies(), signature=run.facts.signature, seed=seed
        )

    def compare(self, a: BenchmarkRun, b: BenchmarkRun, names: tuple[str, str], seed: int) -> tuple[Comparison, ...]:
        unusable = {**a.unusable, **b.unusable}
        return compare_prompted(a.name, a.items, unusable, a.replies(), b.replies(), names=names, seed=seed)
