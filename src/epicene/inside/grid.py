"""The grid of probes: every layer, token and control, in parallel processes, each finished cell written through.

Nothing here imports torch, so that a worker starts in a second and needs the memory of one cell only.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from epicene.core.progress import Progress
from epicene.inside.journal import Journal
from epicene.inside.probe import Lines, ProbeSettings, Repetitions, probe

TRAINED, RANDOM = "trained", "random"
SECONDS_BETWEEN_LOOKS = 2.0


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


@dataclass(frozen=True, slots=True)
class CellResult:
    """The repetitions of one cell; random labels are asked of the system's own states only."""

    n_examples: int
    true: Repetitions
    random_labels: Repetitions | None


def run_grid(
    tasks: Sequence[Task], settings: ProbeSettings, journal: Journal, workers: int | None, progress: Progress
) -> dict[Cell, CellResult]:
    """Probe what the journal does not have yet, largest cells first so that no worker waits for the last one."""
    todo = sorted((task for task in tasks if task.cell.key not in journal.records), key=lambda task: -task.n_examples)
    if todo:
        progress.start("Probing (cells)", len(tasks), len(tasks) - len(todo))
    for record in _records(todo, settings, workers or os.cpu_count() or 1):
        journal.append([record])
        progress.advance(1)
    return {task.cell: _result(journal.records[task.cell.key]) for task in tasks}


def _records(tasks: Sequence[Task], settings: ProbeSettings, workers: int) -> Iterator[dict[str, Any]]:
    from joblib import Parallel, delayed, parallel_config

    if min(workers, len(tasks)) < 2:
        yield from (probe_cell(task, settings) for task in tasks)
        return
    with parallel_config(backend="loky", inner_max_num_threads=1):
        parallel = Parallel(n_jobs=min(workers, len(tasks)), batch_size=1, return_as="generator_unordered")
        yield from parallel(delayed(_in_worker)(task, settings, os.getpid()) for task in tasks)


def _in_worker(task: Task, settings: ProbeSettings, parent: int) -> dict[str, Any]:
    if "epicene-watch" not in {thread.name for thread in threading.enumerate()}:
        threading.Thread(target=_end_with, args=(parent,), name="epicene-watch", daemon=True).start()
    return probe_cell(task, settings)


def _end_with(parent: int) -> None:
    """A worker whose command was killed would go on computing for nobody."""
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def probe_cell(task: Task, settings: ProbeSettings) -> dict[str, Any]:
    """One cell as a record for the journal; one BLAS thread, because the workers are as many as the cores."""
    from threadpoolctl import threadpool_limits

    vectors = np.load(task.vectors, mmap_mode="r")[task.place]
    with threadpool_limits(1):
        true, random = probe(
            vectors, np.load(task.rows), task.lines, settings, with_random_labels=task.cell.weights == TRAINED
        )
    record = {"key": task.cell.key, "n_examples": len(vectors), "true": true.to_json()}
    return record | ({"random_labels": random.to_json()} if random else {})


def _result(record: dict[str, Any]) -> CellResult:
    random = record.get("random_labels")
    return CellResult(
        record["n_examples"], Repetitions.from_json(record["true"]), Repetitions.from_json(random) if random else None
    )
