"""What is written down about a run: the question, the model, the data, the machine."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from epicene._version import __version__
from epicene.auditing.audit_requests import AuditRequest
from epicene.auditing.plan import PlannedBenchmark
from epicene.core.files import is_place
from epicene.core.request_fields import departures
from epicene.kinds.protocol import find_response_mode
from epicene.models.description import Description
from epicene.models.loading import Placement
from epicene.runs.folder import now
from epicene.runs.results import AuditManifest, BenchmarkFacts, ModelFacts, RefusedTask, ServerFacts
from epicene.runs.signature import SAMPLE, option_texts, signature_of


def make_manifest(
    request: AuditRequest,
    description: Description,
    parts: Sequence[PlannedBenchmark],
    placement: Placement,
    weights: str,
) -> AuditManifest:
    source = description.source
    return AuditManifest(
        epicene=__version__,
        question=_question(source.name, request, parts, placement, weights),
        model=ModelFacts(
            name=source.name,
            spec="" if is_place(source.spec) else source.spec,
            revision=source.revision,
            kind=description.capability.value,
            architecture=description.architecture,
            weights_digest=weights,
            notes=list(source.notes),
            server=None if source.server is None else msgspec.convert(source.server.facts, ServerFacts),
        ),
        benchmarks={part.name: _facts(part, request, placement, source.name, weights) for part in parts},
        machine=_machine(placement, request.where.name),
        cost={"seconds": 0.0, "tokens": 0},
        created=now(),
        complete=False,
    )


def _question(
    model: str, request: AuditRequest, parts: Sequence[PlannedBenchmark], placement: Placement, weights: str
) -> dict[str, object]:
    """All that scores depend on: a folder answers one question only."""
    return {
        "epicene": __version__,
        "model": model,
        "model files": weights,
        "benchmarks": {part.name: part.dataset.digest for part in parts},
        "scoring": {
            part.name: ", ".join([part.scoring, f"bos:{part.bos}", *part.wordings, *part.options]) for part in parts
        },
        "options": _options(request, placement, any(part.limited for part in parts)),
    }


def _options(request: AuditRequest, placement: Placement, limited: bool) -> list[str]:
    """What departs from the plain way of asking, for question and signature."""
    computed = replace(request, dtype=placement.dtype)
    limit = {SAMPLE: request.limit if limited else None}
    return option_texts(departures(request.asking) | limit | departures(computed))


def _signature(
    part: PlannedBenchmark, options: list[str], measured_by: dict[str, str], model: str, weights: str
) -> str:
    return signature_of(
        benchmark=part.name,
        data_digest=part.dataset.digest,
        scoring=part.scoring,
        bos=part.bos,
        options=[*options, *part.wordings, *option_texts(measured_by)],
        model="+".join([model, *part.options]),  # a head belongs to its model: others are compared with theirs
        weights_digest=weights,
        resampling=find_response_mode(part.kind, part.way).resampling(part.items),
    )


def _facts(
    part: PlannedBenchmark, request: AuditRequest, placement: Placement, model: str, weights: str
) -> BenchmarkFacts:
    benchmark = part.dataset.benchmark
    measured_by = find_response_mode(part.kind, part.way).measuring_options(
        request.aggregation, request.asking.as_released, request.reader
    )
    return BenchmarkFacts(
        title=benchmark.title,
        kind=part.kind,
        way=part.way,
        language=benchmark.language,
        digest=part.dataset.digest,
        known=part.dataset.known,
        released=bool(benchmark.known_digests),
        n_total=len(part.items),
        scoring=part.scoring,
        scoring_about=part.about,
        bos=part.bos,
        tasks={
            task.name: {
                "scoring": task.scoring.name,
                "about": task.scoring.about,
                "bos": task.scoring.bos,
                "adds_up": task.scoring.adds_up,
                **task.scoring.facts,
            }
            for task in part.tasks
        },
        refused={task: RefusedTask(str(lack), list(lack.instead)) for task, lack in part.refused.items()},
        as_released=request.asking.as_released,
        aggregation=measured_by.get("aggregation"),
        by=list(request.facets),
        limit=request.limit if part.limited else None,
        control=benchmark.control,
        reader=measured_by.get("reader", ""),
        shares=part.dataset.kind.read_shares(Path(request.shares), part.items) if request.shares else {},
        signature=_signature(part, _options(request, placement, part.limited), measured_by, model, weights),
        unusable=dict(part.unusable),
        licence=benchmark.licence,
        citation=benchmark.citation,
        source=benchmark.source,
    )


def _machine(placement: Placement, engine: str) -> dict[str, object]:
    import torch
    import transformers

    return {
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "transformers": transformers.__version__,
        "platform": f"{platform.system()} {platform.machine()}",
        "engine": engine,
        "device": placement.device,
        "dtype": placement.dtype,
        "threads": placement.threads,
        "token_budget": placement.budget,
    }
