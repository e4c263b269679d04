"""Quick reads, a row or two by their keys, on a connection that stays open and outside any transaction.

They come with every page: taking a connection and beginning a transaction for each took three times as long as reading.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from epicene.collect.store.group_commit import Job, Turns, by_kind, done

T = TypeVar("T")


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
