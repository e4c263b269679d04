"""A study of invented models: nine that carry the hub ids of published ones, on invented triples and pairs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from epicene.core.files import write_json
from epicene.core.types import Item, Role, Text
from epicene.runs.audit_folder import AuditFolder
from epicene.studies.study_file import Analysis, StudyModel
from invented_audits import Invented, save, validity_in
from measured_answers import measure_triples

DOMAINS = ("gender", "profession", "race", "religion")
REFUSED = {"inter": {"reason": "it needs a head", "instead": []}}
MODELS = (
    StudyModel(
        "flaubert/flaubert_large_cased", "FlauBERT-large", family="FlauBERT", parameters=373e6, multilingual=False
    ),
    StudyModel(
        "flaubert/flaubert_base_cased", "FlauBERT-base", family="FlauBERT", parameters=138e6, multilingual=False
    ),
    StudyModel(
        "almanach/camembert-base",
        "CamemBERT-base",
        family="CamemBERT",
        parameters=110e6,
        corpus="OSCAR",
        corpus_size_gb=138,
        multilingual=False,
    ),
    StudyModel(
        "almanach/camembert-base-ccnet",
        "CamemBERT-base-ccnet",
        family="CamemBERT",
        parameters=110e6,
        corpus="CCNet",
        corpus_size_gb=135,
        multilingual=False,
    ),
    StudyModel(
        "google-bert/bert-base-multilingual-cased",
        "m-BERT",
        parameters=178e6,
        multilingual=True,
        architecture="encoder",
    ),
    StudyModel("bigscience/bloom-560m", "BLOOM-560m", parameters=560e6, multilingual=True, architecture="decoder"),
    StudyModel(
        "facebook/mbart-large-50",
        "mBART-50",
        family="mBART",
        parameters=610e6,
        corpus="CC25+25",
        corpus_size_gb=1160,
        multilingual=True,
        architecture="encoder-decoder",
    ),
    StudyModel("example/<b>odd</b>", 'odd <b>&"name"', parameters=2e6),
)


def invented_triples(count: int = 160) -> list[Item]:
    """Half within a sentence, half across two; five tests a target term."""
    items = []
    for number in range(count):
        task = "intra" if number % 2 else "inter"
        texts = {role: Text(f"La table {number} est {role}.") for role in (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)}
        domain = DOMAINS[(number // 2) % 4]
        facets = {"task": task, "context": f"La table {number} est BLANK."}
        items.append(Item(str(number), texts, "fr", domain, f"{domain}-{number % 8}", facets, number + 1))
    return items


def save_triples(path: Path, model: str, lean: float, *, inter: bool = True) -> Path:
    """A run folder for `stereoset-fr`, as an audit would have it; without `inter`, that task was refused."""
    draw = random.Random(model)
    scores = {}
    items = invented_triples()
    for item in items:
        if inter or item.facets["task"] == "intra":
            scores[item.id, Role.STEREOTYPE] = draw.gauss(lean, 1)
            scores[item.id, Role.ANTI] = draw.gauss(0, 1)
            scores[item.id, Role.UNRELATED] = draw.gauss(-1.5, 1)
    facts = {"kind": "triples", "n_total": 160, "refused": {} if inter else REFUSED}
    save(path, Invented(model=model, benchmark="stereoset-fr", items=items, scores=scores, facts=facts))
    folder = AuditFolder(path)
    results = folder.read_json(folder.results_path)
    signature = results["signatures"]["stereoset-fr"]
    measured = measure_triples("stereoset-fr", items, {}, scores, signature=signature)
    estimates = [asdict(one) for one in (*measured.estimates, *validity_in(folder, "stereoset-fr"))]
    write_json(folder.results_path, {**results, "estimates": estimates, "tests": to_builtins(measured.tests)})
    return path


def save_study(
    path: Path,
    *,
    models: Sequence[StudyModel] = MODELS,
    benchmarks: Sequence[str] = ("stereoset-fr", "crows-fr", "crows-en"),
    analyses: Sequence[Analysis] = (),
    failures: Sequence[Mapping[str, str]] = (),
    inter: bool = True,
) -> Path:
    runs = []
    for place, model in enumerate(models):
        for name in benchmarks:
            where = f"runs/{place}/{name}-abc123"
            kind = {"decoder": "causal", "encoder-decoder": "encoder-decoder"}.get(model.architecture or "", "masked")
            if name == "stereoset-fr":
                save_triples(path / where, model.id, 0.1 * place, inter=inter)
            else:
                invented = Invented(model.id, name, name[-2:], lean=0.08 * place, seed=place + 1, kind=kind)
                save(path / where, invented)
            runs.append({"model": model.name, "benchmark": name, "path": where})
    write_json(path / "study.json", _record(models, benchmarks, analyses, runs, failures))
    return path


def _record(models: Any, benchmarks: Any, analyses: Any, runs: Any, failures: Any) -> dict[str, Any]:
    return {
        "epicene": "0.1.0",
        "title": "Invented models <i>&",
        "created": "2025-10-06T09:30:00+00:00",
        "limit": None,
        "models": to_builtins(models),
        "benchmarks": list(benchmarks),
        "analyses": to_builtins(analyses),
        "runs": runs,
        "failures": list(failures),
    }
