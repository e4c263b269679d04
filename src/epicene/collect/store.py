"""The database: SQLite in a file by default, PostgreSQL by its URL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session, sessionmaker

from epicene.collect.writer import Writer
from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import clear_disk_errors

DEFAULT = "collect.db"
BUSY_SECONDS = 30
CONNECT_SECONDS = 10
READERS = 8  # threads that read at once; more of them only wait for one another
_WRITES = "collect_writes"
T = TypeVar("T")


class Store:
    """Reading in threads, writing through one writer. Both take a function of a session, and both are awaited;
    `glance` is for what is read with every page.

    Commands, which have no event loop, say `with store.reading() as session`, `with store.writing.begin() as session`.
    """

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.engine = make_engine(self.url)
        self.reading = sessionmaker(self.engine.execution_options(**_reading_options(self.url)), expire_on_commit=False)
        self.writing = sessionmaker(self.engine.execution_options(**{_WRITES: True}), expire_on_commit=False)
        self._is_file = self.url.get_backend_name() == "sqlite"
        self._writer: Writer | None = None
        self._readers = CapacityLimiter(READERS)

    async def read(self, work: Callable[[Session], T]) -> T:
        return await to_thread.run_sync(self._read, work, limiter=self._readers)

    async def glance(self, work: Callable[[Session], T]) -> T:
        """Read a row or two by their keys. On SQLite at once: under load, waiting for a thread's turn takes far longer
        than such a read; a database server is waited for in a thread, so that others are served meanwhile."""
        return self._read(work) if self._is_file else await self.read(work)

    def _read(self, work: Callable[[Session], T]) -> T:
        try:
            with self.reading() as session:
                return work(session)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.reading() as session:  # the server was restarted since: its old connections are gone
            return work(session)

    async def write(self, work: Callable[[Session], T]) -> T:
        """Returns once the work is committed to disk. `work` may run twice, and must only touch the session."""
        if self._writer is None:
            self._writer = Writer(self.writing)
        return await asyncio.wrap_future(self._writer.submit(work))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self.engine.dispose()


def _reading_options(url: URL) -> dict[str, Any]:
    """PostgreSQL shows each statement what is committed, in a transaction or out of it: out of it takes half the trips.

    In SQLite a transaction is one view of all, and costs nothing.
    """
    return {} if url.get_backend_name() == "sqlite" else {"isolation_level": "AUTOCOMMIT"}


def database_url(database: str) -> URL:
    """A PostgreSQL or SQLite URL as it is; anything else is the name of an SQLite file."""
    if "://" not in database:
        return URL.create("sqlite", database=database)
    try:
        url = make_url(database)
    except ArgumentError:
        raise InputError("--db is neither a file nor a URL such as postgresql://user@host/name.") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise InputError(
            f"--db names {url.get_backend_name()}, which collect does not speak: use SQLite or PostgreSQL."
        )
    return url


def existing(database: str) -> str:
    """The same, unless it is an SQLite file that is not there: a command that reads must not make one."""
    url = database_url(database)
    if home_folder(url) and not Path(str(url.database)).is_file():
        raise InputError(f"{url.database} does not exist; name your database with --db.")
    return database


def home_folder(url: URL) -> Path | None:
    """The folder of the SQLite file; nothing for a server or a database in memory."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).resolve().parent


def make_engine(url: URL) -> Engine:
    """Parameters are hidden from errors: what people wrote has no place in a log."""
    if url.get_backend_name() != "sqlite":
        return create_engine(
            url, hide_parameters=True, pool_size=READERS + 2, connect_args={"connect_timeout": CONNECT_SECONDS}
        )
    if home_folder(url):
        _make_private(Path(str(url.database)))
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS}, pool_size=READERS + 2)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(path: Path) -> None:
    """People's data are for the server's owner only; SQLite gives its other files the rights of this one."""
    with clear_disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def check_connection(engine: Engine) -> None:
    """One sentence instead of a traceback where the database cannot be reached."""
    try:
        with engine.connect():
            pass
    except DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise EpiceneError(
            f"The database {engine.url.render_as_string(hide_password=True)} cannot be opened ({reason}). "
            "Check --db, and that the server runs."
        ) from error


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Readers never wait for the writer (WAL), a commit is on the disk when it returns (FULL), and what is erased is
    overwritten, not just let go of (secure_delete, which many builds have on anyway)."""
    connection.isolation_level = None
    timeout = f"busy_timeout={BUSY_SECONDS * 1000}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", timeout, "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Any) -> None:
    """A writer takes its turn at once: one that had read first could be refused when it comes to write."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
