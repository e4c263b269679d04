"""A data set that somebody has translated already, taken in as the draft of an adaptation: items are joined by id."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import epicene
from epicene.adapt.adaptation_folder import Adaptation, source_facts
from epicene.adapt.translating.draft import DraftRequest
from epicene.core.errors import InputError
from epicene.core.hashing import items_digest
from epicene.runs.folder import locked, refuse_foreign_files

SUFFIXES = (".json", ".jsonl", ".tsv")


def adopt(request: DraftRequest, path: Path) -> dict[str, Any]:
    """The same as `translate`, with a whole data set for translations."""
    source = request.dataset.items[: request.limit]
    items = request.dataset.kind.read_translation(path, request.target)
    wanted = {item.id: number for number, item in enumerate(source)}
    foreign = [item.id for item in items if item.id not in wanted]
    if len(foreign) == len(items):
        raise InputError(f"{path} has no item with an id of {request.dataset.name}; it is joined to its source by ids.")
    question = {
        "kind": request.dataset.kind.name,
        "source": source_facts(request.dataset),
        "n": len(source),
        "from": request.dataset.benchmark.language,
        "to": request.target,
        "system": {"name": path.name, "file": path.name, "digest": items_digest(items)},
    }
    adaptation = Adaptation(request.out)
    with locked(request.out):
        if adaptation.facts_path.exists():
            adaptation.refuse_another(question)
            return adaptation.facts
        refuse_foreign_files(request.out, "adaptation")
        draft = sorted((item for item in items if item.id in wanted), key=lambda item: wanted[item.id])
        adaptation.write_source(source)
        facts = {
            **question,
            "texts": sum(len(item.variants) for item in draft),
            "asked": 0,
            "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "epicene": epicene.__version__,
            "unrelated_alone": {},
        }
        adaptation.write_draft(draft, facts)
    return facts
