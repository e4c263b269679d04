"""Jobs that take turns: one thread takes all that wait at once, and each sender is told when theirs is done."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, TypeVar

MOST_AT_ONCE = 256
Given = TypeVar("Given")
T = TypeVar("T")
Tool = TypeVar("Tool")


class Job(NamedTuple, Generic[Tool]):
    do: Callable[[Tool, Sequence[Any]], Sequence[Any]]
    given: Any
    promise: Future[Any]


class Turns(ABC, Generic[Tool]):
    """A thread with a queue before it. Under load, waking a thread for each job takes longer than most jobs do."""

    def __init__(self, name: str) -> None:
        self._waiting: queue.SimpleQueue[Job[Tool] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @abstractmethod
    def take_on(self, batch: Sequence[Job[Tool]]) -> None:
        """Do the jobs, those of one kind together, and keep every promise."""

    def submit(self, work: Callable[[Tool], T]) -> Future[T]:
        """A job of its own kind."""
        return self.join(_each, work)

    def join(self, do: Callable[[Tool, Sequence[Given]], Sequence[T]], given: Given) -> Future[T]:
        """A job that is done together with others of its kind: `do` gets what all of them were given."""
        promise: Future[T] = Future()
        self._waiting.put(Job(do, given, promise))
        return promise

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._wait()
            if batch:
                self.take_on(batch)

    def _wait(self) -> tuple[list[Job[Tool]], bool]:
        """The jobs that wait, after waiting for the first; and whether the thread is to stop after them."""
        batch: list[Job[Tool]] = []
        job = self._waiting.get()
        while job is not None:
            if job.promise.set_running_or_notify_cancel():  # else: whoever sent it has gone, and was told nothing
                batch.append(job)
            if len(batch) == MOST_AT_ONCE:
                return batch, False
            try:
                job = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
        return batch, True


def by_kind(batch: Sequence[Job[Tool]]) -> list[list[Job[Tool]]]:
    """Nobody in a batch was told anything yet, so that their order does not matter."""
    kinds: dict[Callable[[Tool, Sequence[Any]], Sequence[Any]], list[Job[Tool]]] = {}
    for job in batch:
        kinds.setdefault(job.do, []).append(job)
    return list(kinds.values())


def done(tool: Tool, jobs: Sequence[Job[Tool]]) -> Sequence[Any]:
    """What comes of jobs of one kind, in their order."""
    return jobs[0].do(tool, [job.given for job in jobs])


def _each(tool: Tool, works: Sequence[Callable[[Tool], T]]) -> list[T]:
    return [work(tool) for work in works]
