"""Figures of a large campaign take longer than anybody waits: they are made by a process of their own, from one view of
the database, while the page says how far they are."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from anyio import to_thread
from sqlalchemy import URL
from starlette.exceptions import HTTPException

from epicene.collect.store.database import Store

MOST_JOBS = 8
JOB_SECONDS = 1800
KEPT_SECONDS = 600  # a result is shown for so long, with the time when it was made
NICENESS = 10
T = TypeVar("T")
_processes = get_context("spawn")  # with nothing of the server's: no socket, no thread, no connection


def too_slow() -> HTTPException:
    return HTTPException(503, "slow", headers={"Retry-After": "30"})


class NotReadyError(Exception):
    """`progress` is from 0 to 1."""

    def __init__(self, progress: float) -> None:
        super().__init__(progress)
        self.progress = progress


class BackgroundJob:
    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        self.progress, self.done_at = 0.0, 0.0
        self.task = asyncio.get_running_loop().create_task(work)

    @property
    def is_old(self) -> bool:
        return self.task.done() and time.time() - self.done_at > KEPT_SECONDS


class BackgroundJobs:
    """One at a time, whatever the number of those who ask; nobody waits for it but by asking again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs: dict[tuple[object, ...], BackgroundJob] = {}
        self._turn = asyncio.Lock()

    def result(self, work: Callable[..., T], *arguments: object, again: bool = False) -> tuple[T, float]:
        """What `work(session, *arguments, progress=...)` returns, and when it was made; raises `NotReadyError` until
        then. `work` is found by its name in another process."""
        key = (work, *arguments)
        self._jobs = {known: job for known, job in self._jobs.items() if not job.is_old}
        job = self._jobs.get(key)
        if job is None or (again and job.task.done()):
            if len(self._jobs) >= MOST_JOBS:
                raise too_slow()
            job = self._jobs[key] = BackgroundJob(self._run(key))
        if not job.task.done():
            raise NotReadyError(job.progress)
        return job.task.result(), job.done_at

    async def _run(self, key: tuple[object, ...]) -> Any:
        job = self._jobs[key]
        try:
            async with self._turn, asyncio.timeout(JOB_SECONDS):
                ours, theirs = _processes.Pipe(duplex=False)
                process = _processes.Process(target=_work, args=(theirs, self._store.url, *key), daemon=True)
                process.start()
                theirs.close()
                try:
                    while isinstance(message := await to_thread.run_sync(ours.recv, abandon_on_cancel=True), float):
                        job.progress = message
                finally:
                    process.kill()
                return message[0]
        finally:
            job.done_at = time.time()

    def close(self) -> None:
        for job in self._jobs.values():
            job.task.cancel()


def _work(out: Connection, url: URL, work: Callable[..., object], *arguments: object) -> None:
    """In the other process: how far it is, as numbers, and then what came of it."""
    os.nice(NICENESS)
    store = Store(url.render_as_string(hide_password=False))
    with store.snapshot() as session:
        out.send((work(session, *arguments, progress=out.send),))
    store.close()
