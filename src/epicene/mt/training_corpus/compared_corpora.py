"""Two training corpora, by the same lexicon: which one lacks more occupations, has them more often, and gives *son* to
his, her or its. Forms are drawn with their counts in both; links of *son* are drawn in each corpus by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from msgspec import UNSET

from epicene.core.hashing import digest
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.metrics.intervals import RESAMPLES, Floats, mean, resample_sums
from epicene.metrics.significance import bootstrap_p
from epicene.metrics.two_models import Comparison, comparison_of
from epicene.mt.results import ROOM, CorpusStats
from epicene.report.compared_runs import ComparedRuns, Side, paired, sides_of
from epicene.runs.signature import Signature

BENCHMARK = "corpus-stats"
ABSENT, FREQUENCY, SON = "absent", "frequency", "son"
POSSESSIVES = ("his", "her", "its")


def compared_corpora(runs: Sequence[tuple[Path, CorpusStats]], seed: int = 0) -> ComparedRuns:
    sides = sides_of([(path.name, path, _signature(path, stats)) for path, stats in runs])

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        return list(_compared((sides[a], sides[b]), (runs[a][1], runs[b][1]), seed)), []

    pairs = paired(BENCHMARK, sides, compare, "p_bootstrap")
    return ComparedRuns(pairs, [ROOM], "mt.stats.compared.told", _name, digits=2)


def _signature(path: Path, stats: CorpusStats) -> str:
    """Two corpora are comparable where the same forms were looked for."""
    forms = digest([one.form for one in stats.forms])
    counts = digest([[one.count for one in stats.forms], stats.pairs])
    return str(Signature(BENCHMARK, forms, "counts", "none", path.name, counts, f"form*{RESAMPLES}"))


def _compared(sides: tuple[Side, Side], stats: tuple[CorpusStats, CorpusStats], seed: int) -> Iterator[Comparison]:
    names = sides[0].label, sides[1].label
    counts = [np.array([form.count for form in one.forms], dtype=np.float64) for one in stats]
    n = len(counts[0])
    lacking = counts[0] == 0, counts[1] == 0
    for metric, (a, b), hits in (
        (ABSENT, [100.0 * one for one in lacking], lacking),
        (FREQUENCY, [np.log10(1 + one) for one in counts], None),
    ):
        drawn = mean(resample_sums(np.vstack([b - a, np.ones(n)]), seed=seed))
        values = float(a.mean()), float(b.mean())
        yield _tested(comparison_of(BENCHMARK, metric, "all", names, values, drawn, n, hits=hits), drawn)
    if all(one.son is not UNSET for one in stats):
        generator = np.random.default_rng(seed)
        for word in POSSESSIVES:
            shares, links = zip(*(_share(one, word) for one in stats), strict=True)
            first, second = (
                100 * generator.binomial(n, share / 100, RESAMPLES) / n if n else np.zeros(RESAMPLES)
                for share, n in zip(shares, links, strict=True)
            )
            drawn = second - first
            yield _tested(comparison_of(BENCHMARK, SON, word, names, shares, drawn, min(links)), drawn)


def _share(stats: CorpusStats, word: str) -> tuple[float, int]:
    """Of the links of *son*, in per cent, and how many there are."""
    if stats.son is UNSET:
        return 0.0, 0
    found = next((one.count for one in stats.son.shown() if one.word == word), 0)
    return (100 * found / stats.son.links if stats.son.links else 0.0), stats.son.links


def _tested(one: Comparison, drawn: Floats) -> Comparison:
    return replace(one, p_bootstrap=bootstrap_p(drawn))


def _name(one: Comparison, language: Language) -> str:
    word = {"word": one.group} if one.metric == SON else {}
    return language.text(f"mt.stats.compared.{one.metric}", **word)
