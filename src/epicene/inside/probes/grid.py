"""The grid of probes: every layer, token and control, in parallel processes, each finished cell written through.

Nothing here imports torch, so that a worker starts in a second and needs the memory of one cell only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from epicene.core.progress import Progress
from epicene.inside.probes.linear_probe import Ints, Lines, ProbeSettings, Repetitions, Vectors, probe
from epicene.models.engines.local import Engine
from epicene.runs.folder import Journal

TRAINED, RANDOM = "trained", "random"


@dataclass(frozen=True, slots=True)
class Cell:
    """One layer of one column; `corpus` is the template, `weights` the system's own or random ones."""

    corpus: str
    side: str
    token: str
    layer: int
    weights: str

    @property
    def key(self) -> str:
        return "|".join((self.corpus, self.side, self.token, str(self.layer), self.weights))


@dataclass(frozen=True, slots=True)
class Task:
    """A cell and where its vectors are: `place` is the layer's in the file."""

    cell: Cell
    vectors: Path
    rows: Path
    place: int
    lines: Lines
    n_examples: int
    read_before: tuple[Vectors, Ints] | None = None

    def read(self) -> tuple[Vectors, Ints]:
        return self.read_before or (np.load(self.vectors, mmap_mode="r")[self.place], np.load(self.rows))

    def loaded(self) -> Task:
        """With its vectors, for a machine that does not see the files."""
        vectors, rows = self.read()
        return replace(self, read_before=(np.array(vectors), rows))


@dataclass(frozen=True, slots=True)
class CellResult:
    """The repetitions of one cell; random labels are asked of the system's own states only."""

    n_examples: int
    true: Repetitions
    random_labels: Repetitions | None


def run_grid(
    tasks: Sequence[Task],
    settings: ProbeSettings,
    journal: Journal,
    engine: Engine,
    at_once: int | None,
    progress: Progress,
    after_each: Callable[[], None] = lambda: None,
) -> dict[Cell, CellResult]:
    """Probe what the journal does not have yet, largest cells first so that no worker waits for the last one."""
    todo = sorted((task for task in tasks if task.cell.key not in journal.records), key=lambda task: -task.n_examples)
    if todo:
        progress.start("Probing (cells)", len(tasks), len(tasks) - len(todo))
    for record in engine.each(partial(probe_cell, settings=settings), todo, at_once, Task.loaded):
        journal.append([record])
        progress.advance(1)
        after_each()
    return {task.cell: _result(journal.records[task.cell.key]) for task in tasks}


def probe_cell(task: Task, settings: ProbeSettings) -> dict[str, Any]:
    """One cell as a record for the journal; one BLAS thread, because the workers are as many as the cores."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        true, random = probe(*task.read(), task.lines, settings, with_random_labels=task.cell.weights == TRAINED)
    record = {"key": task.cell.key, "n_examples": task.n_examples, "true": true.to_json()}
    return record | ({"random_labels": random.to_json()} if random else {})


def _result(record: dict[str, Any]) -> CellResult:
    random = record.get("random_labels")
    return CellResult(
        record["n_examples"], Repetitions.from_json(record["true"]), Repetitions.from_json(random) if random else None
    )
