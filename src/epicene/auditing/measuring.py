"""From a run folder's files alone to results.json: no model, no torch, so that saved runs are measured in a second."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.core.types import Reply, Role
from epicene.metrics.intervals import RESAMPLES
from epicene.metrics.measured import Measured
from epicene.metrics.pair_estimates import measure_pairs
from epicene.metrics.reply_estimates import measure_prompted
from epicene.metrics.triple_estimates import AGGREGATIONS, TERM_MACRO, measure_triples
from epicene.runs.audit_folder import AuditFolder, BenchmarkRun

PROMPTED = "prompted"
RESAMPLING = {"pairs": f"item*{RESAMPLES}", "triples": f"term*{RESAMPLES}", PROMPTED: f"item*{RESAMPLES}"}


def _pairs(run: BenchmarkRun, seed: int) -> Measured:
    return measure_pairs(
        run.name,
        run.items,
        run.unusable,
        values(run),
        signature=run.facts["signature"],
        seed=seed,
        as_released=run.facts["as_released"],
        lm_eval=run.facts["scoring"] == "loglik",
    )


def _triples(run: BenchmarkRun, seed: int) -> Measured:
    return measure_triples(
        run.name,
        run.items,
        run.unusable,
        values(run),
        signature=run.facts["signature"],
        aggregation=run.facts["aggregation"],
        seed=seed,
    )


def _prompted(run: BenchmarkRun, seed: int) -> Measured:
    return measure_prompted(
        run.name, run.items, run.unusable, replies(run), signature=run.facts["signature"], seed=seed
    )


def measuring_options(kind: str, aggregation: str | None, as_released: bool) -> dict[str, str]:
    """How scores become figures, where a kind has more than one way; part of the signature."""
    if kind != "triples":
        return {}
    chosen = aggregation or TERM_MACRO
    if chosen not in AGGREGATIONS or (as_released and chosen != TERM_MACRO):
        known = TERM_MACRO if as_released else ", ".join(AGGREGATIONS)
        raise InputError(f"--aggregation {chosen} is not known{' as released' if as_released else ''}. Use {known}.")
    return {"aggregation": chosen}


def values(run: BenchmarkRun) -> dict[tuple[str, Role], float]:
    return {key: score.value for key, score in run.scores.items()}


def replies(run: BenchmarkRun) -> dict[str, list[Reply]]:
    """By item, whichever sentence was shown first."""
    found: dict[str, list[Reply]] = {}
    for (item_id, _), score in sorted(run.scores.items()):
        found.setdefault(item_id, []).extend(score.replies)
    return found


def without_none(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


MEASURING: Mapping[str, Callable[[BenchmarkRun, int], Measured]] = {
    "pairs": _pairs,
    "triples": _triples,
    PROMPTED: _prompted,
}


def measure(folder: AuditFolder, seed: int = 0) -> dict[str, Any]:
    """Measure everything that was asked, and write results.json."""
    manifest = folder.manifest()
    measured = [MEASURING[run.facts["kind"]](run, seed) for run in folder.benchmarks().values()]
    results = {
        "model": manifest["model"]["name"],
        "signatures": {name: facts["signature"] for name, facts in manifest["benchmarks"].items()},
        "estimates": [asdict(estimate) for part in measured for estimate in part.estimates],
        "tests": [without_none(asdict(test)) for part in measured for test in part.tests],
        "seed": seed,
        "notices": [*manifest["notices"], *(text for part in measured for text in part.notices)],
    }
    write_json(folder.results_path, results)
    return results
