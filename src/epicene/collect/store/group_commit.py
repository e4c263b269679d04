"""Jobs that take turns: one thread takes all that wait at once, and each sender is told when theirs is done.

A commit waits for the disk; two hundred volunteers who each wait for their own would queue behind it. The jobs that
arrive while one transaction is being written make up the next one (group commit). Quick reads, a row or two by their
keys, come with every page; they go over a connection that stays open and outside any transaction, because taking one
and beginning a transaction for each took three times as long as reading.
"""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session, sessionmaker

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
    kinds: dict[object, list[Job[Tool]]] = {}
    for job in batch:
        kinds.setdefault(job.do, []).append(job)
    return list(kinds.values())


def done(tool: Tool, jobs: Sequence[Job[Tool]]) -> Sequence[Any]:
    """What comes of jobs of one kind, in their order."""
    return jobs[0].do(tool, [job.given for job in jobs])


def _each(tool: Tool, works: Sequence[Callable[[Tool], T]]) -> list[T]:
    return [work(tool) for work in works]


class Writer(Turns[Session]):
    """One thread writes, many jobs a transaction, and nobody is thanked before their words are on the disk.

    A promise is kept when the job's transaction is committed; a job may run twice (alone, if another of its batch
    failed)."""

    def __init__(self, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions
        super().__init__("collect-writer")

    def take_on(self, batch: Sequence[Job[Session]]) -> None:
        try:
            with self._sessions.begin() as session:
                kept = [(jobs, done(session, jobs)) for jobs in by_kind(batch)]
        except Exception as error:
            if len(batch) == 1:
                batch[0].promise.set_exception(error)
                return
            for job in batch:
                self.take_on([job])
            return
        for jobs, results in kept:
            for job, result in zip(jobs, results, strict=True):
                job.promise.set_result(result)


class Glances:
    def __init__(self, engine: Engine) -> None:
        """`engine` must begin no transaction: each glance sees what is committed when it is taken."""
        self._engine = engine
        self._connection: Connection | None = None
        self._turn = threading.Lock()

    def take(self, look: Callable[[Connection], T]) -> T:
        with self._turn:
            try:
                return look(self._open())
            except DBAPIError as error:
                self._drop()
                if not error.connection_invalidated:
                    raise
            return look(self._open())  # the server was restarted since: its old connections are gone

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class GlancesInTurn(Turns[Connection]):
    """The same by a thread of its own, for a database that one waits for."""

    def __init__(self, glances: Glances) -> None:
        self._glances = glances
        super().__init__("collect-glances")

    def take_on(self, batch: Sequence[Job[Connection]]) -> None:
        for jobs in by_kind(batch):
            try:
                results = self._glances.take(partial(done, jobs=jobs))
            except Exception as error:
                for job in jobs:
                    job.promise.set_exception(error)
                continue
            for job, result in zip(jobs, results, strict=True):
                job.promise.set_result(result)
