"""Scores that somebody else computed, measured as if epicene had asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import epicene
from epicene.auditing.measuring import MEASURING, RESAMPLING, measuring_options, without_none
from epicene.auditing.prediction_files import Values, read_predictions, scoring_named
from epicene.core.errors import EpiceneError
from epicene.core.hashing import files_digest
from epicene.core.types import Score
from epicene.data.datasets import Dataset, open_benchmark
from epicene.data.triples import LABELS
from epicene.runs.audit_folder import BenchmarkRun
from epicene.runs.signature import Signature


def measure_predictions(
    spec: str,
    predictions: Path,
    *,
    aggregation: str | None = None,
    as_released: bool = False,
    seed: int = 0,
    strict: bool = False,
) -> dict[str, Any]:
    """Measure a file of predictions against its benchmark; the same document as an audit's results."""
    dataset = open_benchmark(spec)
    values = read_predictions(predictions, dataset)
    facts = _facts(dataset, predictions, aggregation, as_released)
    unusable = _unusable(dataset)
    left_out = replace(dataset, unusable=unusable)
    said = [dataset.warning(), None if as_released else left_out.notice(), _missing(left_out, values)]
    notices = [text for text in said if text]
    if notices and strict:
        raise EpiceneError(f"Stopped because of --strict: {notices[0]}")
    scores = {key: Score(*key, value, n_tokens=0) for key, value in values.items()}
    run = BenchmarkRun(dataset.name, facts, tuple(dataset.items), unusable, scores)
    measured = MEASURING[dataset.benchmark.kind](run, seed)
    return {
        "model": predictions.name,
        "signatures": {dataset.name: facts["signature"]},
        "estimates": [asdict(estimate) for estimate in measured.estimates],
        "tests": [without_none(asdict(test)) for test in measured.tests],
        "seed": seed,
        "notices": notices,
    }


def _facts(dataset: Dataset, predictions: Path, aggregation: str | None, as_released: bool) -> dict[str, Any]:
    """What measuring reads of a run's manifest."""
    measured_by = measuring_options(dataset.benchmark.kind, aggregation, as_released)
    as_asked = ["as-released"] if as_released else []
    signature = Signature(
        benchmark=dataset.name,
        data_digest=dataset.digest,
        scoring="given",
        bos="unknown",
        options=[*as_asked, *(f"{key}:{value}" for key, value in measured_by.items())],
        model=predictions.name,
        weights_digest=files_digest([predictions]),
        resampling=RESAMPLING[dataset.benchmark.kind],
        version=epicene.__version__,
    )
    scoring = scoring_named(predictions, dataset) or "given"
    return {"signature": str(signature), "scoring": scoring, "as_released": as_released, **measured_by}


def _unusable(dataset: Dataset) -> Mapping[str, str]:
    """For triples, predictions need ids and labels only, whatever is wrong with the sentences."""
    if dataset.benchmark.kind != "triples":
        return dataset.unusable
    return {item_id: reason for item_id, reason in dataset.unusable.items() if reason == LABELS}


def _missing(dataset: Dataset, values: Values) -> str | None:
    missing = [item.id for item in dataset.usable if any((item.id, role) not in values for role in item.variants)]
    if not missing:
        return None
    some = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
    return f"{dataset.name}: {len(missing)} of {len(dataset.items)} items have no prediction ({some}) and are left out."
