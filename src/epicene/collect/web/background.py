"""Figures of a large campaign take longer than anybody waits: they are made by a process of their own, from one view of
the database, while the page says how far they are."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar, cast

from starlette.exceptions import HTTPException

from epicene.collect.store.database import Store

MOST_JOBS = 8
JOB_SECONDS = 1800
KEPT_SECONDS = 600  # a result is shown for so long, with the time when it was made
NICENESS = 10
T = TypeVar("T")


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
        pipe = asyncio.subprocess.PIPE
        async with self._turn, asyncio.timeout(JOB_SECONDS):
            process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdin=pipe, stdout=pipe)
            try:
                stdin, stdout = cast(asyncio.StreamWriter, process.stdin), cast(asyncio.StreamReader, process.stdout)
                stdin.write(pickle.dumps((self._store.url, *key)))
                stdin.write_eof()
                while line := await stdout.readline():
                    kind, number = line.split()
                    if kind == b"result":
                        return pickle.loads(await stdout.readexactly(int(number)))  # noqa: S301 - our own child
                    self._jobs[key].progress = float(number)
                raise ChildProcessError("the process that makes figures ended without a result")
            finally:
                self._jobs[key].done_at = time.time()
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    def close(self) -> None:
        for job in self._jobs.values():
            job.task.cancel()


def main() -> None:
    """In the other process: what to do is on standard input, how far it is and what came of it on standard output."""
    os.nice(NICENESS)
    url, work, *arguments = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - from the server that started us
    store, out = Store(url.render_as_string(hide_password=False)), sys.stdout.buffer

    def report(share: float) -> None:
        out.write(b"progress %f\n" % share)
        out.flush()

    with store.snapshot() as session:
        packed = pickle.dumps(work(session, *arguments, progress=report))
    out.write(b"result %d\n" % len(packed))
    out.write(packed)
    out.flush()
    store.close()


if __name__ == "__main__":
    main()
