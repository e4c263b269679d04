"""One thread writes, many jobs a transaction, and nobody is thanked before their words are on the disk.

A commit waits for the disk; two hundred volunteers who each wait for their own would queue behind it. The jobs that
arrive while one transaction is being written make up the next one (group commit).
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.orm import Session, sessionmaker

MOST_AT_ONCE = 256
T = TypeVar("T")


class _Job(NamedTuple):
    work: Callable[[Session], Any]
    promise: Future[Any]


class Writer:
    """Runs jobs one after the other; a job may run twice (alone, if another of its batch failed)."""

    def __init__(self, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="collect-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Session], T]) -> Future[T]:
        """The future is done when the job's transaction is committed."""
        promise: Future[T] = Future()
        self._waiting.put(_Job(work, promise))
        return promise

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._take()
            if batch:
                self._commit(batch)

    def _take(self) -> tuple[list[_Job], bool]:
        """The jobs that wait, after waiting for the first; and whether the writer is to stop after them."""
        batch: list[_Job] = []
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

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._sessions.begin() as session:
                results = []
                for job in batch:
                    results.append(job.work(session))
                    session.flush()
        except Exception as error:
            if len(batch) == 1:
                batch[0].promise.set_exception(error)
                return
            for job in batch:
                self._commit([job])
            return
        for job, result in zip(batch, results, strict=True):
            job.promise.set_result(result)
