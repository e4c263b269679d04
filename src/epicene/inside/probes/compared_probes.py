"""Two systems probed on the same splits, cell by cell: the corrected resampled t-test over the repetitions.

Repetitions are not independent: 75 % of the lines train each probe, so that two of them share most of what they learnt
from. A plain t-test over a hundred repetitions would call any difference significant; `corrected_t_test` does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from epicene.core.errors import InputError
from epicene.core.notices import Notice
from epicene.inside.probes.linear_probe import RANDOM, TRAINED, CellResult, ProbeSettings
from epicene.inside.results import ProbedCell, ProbeResults
from epicene.metrics.two_models import Comparison, compare_repetitions
from epicene.report.compared_runs import ComparedPair, paired, sides_of
from epicene.runs.folder import Journal, RunFolder

BENCHMARK = "mt-probe"
Accuracies = Mapping[tuple[str, str, str], NDArray[np.float64]]  # corpus, cell and figure; NaN where nothing counted


def compare_probes(runs: Sequence[tuple[Path, ProbeResults]]) -> list[ComparedPair]:
    """Accuracy, and accuracy less that with random weights, in every cell that both have and neither guesses in."""
    sides = sides_of([(run.model, path, run.signatures[BENCHMARK]) for path, run in runs])
    settings = [_settings(path) for path, _ in runs]
    for (path, _), own in zip(runs[1:], settings[1:], strict=True):
        if own.seed != settings[0].seed:
            raise InputError(
                f"{runs[0][0]} and {path} were not split alike (seed {settings[0].seed} and {own.seed}), so their "
                "repetitions cannot be paired. Probe one again with the --seed of the other."
            )
    found = [_accuracies(path, run) for path, run in runs]

    def compare(a: int, b: int) -> tuple[list[Comparison], list[Notice]]:
        names, made = (sides[a].label, sides[b].label), []
        for (task, group, metric), there in found[a].items():
            here = found[b].get((task, group, metric))
            if here is not None and len(here) == len(there):
                kept = ~np.isnan(there) & ~np.isnan(here)
                about = (BENCHMARK, task, group)
                one = compare_repetitions(metric, about, names, (there[kept], here[kept]), settings[0].test_share)
                made += [one] if one else []
        total = len(found[a].keys() | found[b].keys())
        left = Notice("probe.notice.not-compared", {"n": total - len(made), "total": total})
        return made, [left] if len(made) < total else []

    return paired(BENCHMARK, sides, compare, "p_t_corrected")


def _settings(path: Path) -> ProbeSettings:
    manifest = RunFolder(path).manifest()
    return msgspec.convert(manifest.get("question", manifest)["probe"], ProbeSettings)


def _accuracies(path: Path, run: ProbeResults) -> Accuracies:
    records = Journal(path / "cells.jsonl").records
    found = {}
    for cell in run.cells:
        own, twin = (_repetitions(records, cell, weights) for weights in (TRAINED, RANDOM))
        place = (cell.corpus, f"{cell.side} {cell.layer} {cell.token}")
        if "accuracy" not in cell.guessed:
            found[*place, "probe_accuracy"] = own
        if "difference" not in cell.guessed:
            found[*place, "probe_difference"] = own - twin
    return found


def _repetitions(records: Mapping[str, Mapping[str, object]], cell: ProbedCell, weights: str) -> NDArray[np.float64]:
    key = "|".join((cell.corpus, cell.side, cell.token, str(cell.layer), weights))
    if key not in records:
        raise InputError(f"cells.jsonl lacks {key}, so that nothing can be compared. Probe again in a new folder.")
    return np.array(msgspec.convert(records[key], CellResult).true.all, dtype=np.float64)
