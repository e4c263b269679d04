"""Scores that somebody else computed, measured as if epicene had asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import epicene
from epicene.auditing.measuring import results_from
from epicene.auditing.notices import manifest_notices, sentence
from epicene.auditing.prediction_files import Values, read_predictions, scoring_named
from epicene.core.errors import EpiceneError
from epicene.core.hashing import SHORT, digest, files_digest
from epicene.core.language import Language
from epicene.core.notices import Notice
from epicene.core.types import Score
from epicene.data.datasets import Dataset, open_benchmark
from epicene.kinds.further_measures import measure_run
from epicene.kinds.protocol import find_way
from epicene.runs.audit_folder import AuditFolder
from epicene.runs.folder import now
from epicene.runs.results import AuditManifest, BenchmarkFacts, ModelFacts
from epicene.runs.signature import Signature


def measure_predictions(
    spec: str,
    predictions: Path,
    *,
    aggregation: str | None = None,
    as_released: bool = False,
    seed: int = 0,
    strict: bool = False,
    out: Path | None = None,
) -> AuditFolder:
    """Measure a file of predictions against its benchmark; the same run folder and results as an audit's."""
    dataset = open_benchmark(spec)
    values = read_predictions(predictions, dataset)
    manifest = _manifest(dataset, predictions, values, aggregation, as_released)
    notices = [*manifest_notices(manifest, predictions.name), *_missing(dataset, manifest, values)]
    if notices and strict:
        raise EpiceneError(f"Stopped because of --strict: {sentence(notices[0], manifest, Language('en'))}")
    folder = AuditFolder(out or Path("runs") / f"score-{predictions.stem}-{digest(manifest.question)[:SHORT]}")
    facts = manifest.benchmarks[dataset.name]
    scores = [Score(*key, value, n_tokens=0) for key, value in values.items()]
    with folder.lock():
        folder.start(manifest, {dataset.name: dataset.items})
        if not folder.scores_path.exists():
            folder.append(dataset.name, facts.scoring, facts.bos, [(score, "") for score in scores])
        run = folder.benchmarks()[dataset.name]
        measured = measure_run(run, seed)
        found = replace(measured, notices=(*measured.notices, *_missing(dataset, manifest, values)))
        folder.write_results(results_from(manifest, [found], seed))
    return folder


def _manifest(
    dataset: Dataset, predictions: Path, values: Values, aggregation: str | None, as_released: bool
) -> AuditManifest:
    benchmark, weights = dataset.benchmark, files_digest([predictions])
    way = find_way(benchmark.kind)
    measured_by = way.measuring_options(aggregation, as_released)
    signature = Signature(
        benchmark=dataset.name,
        data_digest=dataset.digest,
        scoring="given",
        bos="unknown",
        options=[*(["as-released"] if as_released else []), *(f"{key}:{value}" for key, value in measured_by.items())],
        model=predictions.name,
        weights_digest=weights,
        resampling=way.resampling,
        version=epicene.__version__,
    )
    facts = BenchmarkFacts(
        signature=str(signature),
        title=benchmark.title,
        kind=benchmark.kind,
        language=benchmark.language,
        digest=dataset.digest,
        known=dataset.known,
        released=bool(benchmark.known_digests),
        n_total=len(dataset.items),
        scoring=scoring_named(predictions, dataset) or "given",
        bos="unknown",
        as_released=as_released,
        aggregation=measured_by.get("aggregation"),
        unusable=dict(_unusable(dataset)),
        licence=benchmark.licence,
        citation=benchmark.citation,
        source=benchmark.source,
    )
    return AuditManifest(
        run="score",
        model=ModelFacts(name=predictions.name, spec=str(predictions), kind="given", weights_digest=weights),
        benchmarks={dataset.name: facts},
        question={"predictions": weights, "benchmark": facts.signature},
        created=now(),
    )


def _unusable(dataset: Dataset) -> Mapping[str, str]:
    suffices = dataset.kind.scores_suffice
    return {item_id: reason for item_id, reason in dataset.unusable.items() if not suffices(reason)}


def _missing(dataset: Dataset, manifest: AuditManifest, values: Values) -> list[Notice]:
    unusable = manifest.benchmarks[dataset.name].unusable
    missing = [
        item.id
        for item in dataset.items
        if item.id not in unusable and any((item.id, role) not in values for role in item.variants)
    ]
    counts = {"count": len(missing), "total": len(dataset.items)}
    return [Notice("notice.no-prediction", {"benchmark": dataset.name, **counts, "ids": missing})] if missing else []
