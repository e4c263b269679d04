"""The database: SQLite in a file by default, PostgreSQL by its URL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session, sessionmaker

from epicene.collect.store.group_commit import Glances, GlancesInTurn, Writer
from epicene.collect.store.schema import Campaign
from epicene.core.errors import EpiceneError, InputError, first_line

BUSY_SECONDS = 30
CONNECT_SECONDS = 10
SCRUB_SECONDS = 2  # nobody can write while it waits for those who read
READERS = 8  # threads that read at once; more of them only wait for one another
SLOW_READERS = 2  # of pages that take long; each may keep a core busy
STOP = "stop"
CONNECTIONS = READERS + SLOW_READERS + 3  # and the writer, the glances, and one to spare
_BEGIN = "collect_begin"  # what a transaction of this engine begins with, on SQLite
Given = TypeVar("Given")
T = TypeVar("T")


class StoppedError(Exception):
    """Nobody waits for this any more."""


class Stop:
    """Ends a reading from another thread: the statement that the database is busy with, and what asks `check`."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._connection: Connection | None = None

    def begin(self, session: Session) -> None:
        session.info[STOP] = self
        self._connection = session.connection()
        self.check()

    def check(self) -> None:
        if self._asked.is_set():
            raise StoppedError

    def now(self) -> None:
        self._asked.set()
        if self._connection is None or self._connection.closed:
            return
        driver = self._connection.connection.dbapi_connection
        if isinstance(driver, sqlite3.Connection):
            driver.interrupt()
        elif driver is not None:
            driver.cancel()


def check_stop(session: Session) -> None:
    """For work that takes long between its statements."""
    stop = session.info.get(STOP)
    if stop is not None:
        stop.check()


class Store:
    """Reading in threads, writing through one writer. Both take a function of a session, and both are awaited;
    `glance` is for what is read with every page.

    Commands, which have no event loop, say `with store.reading() as session`, `with store.writing.begin() as session`.
    """

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.engine = make_engine(self.url)
        self._is_file = _is_file(self.url)
        reading, glancing = self._reading_engines()
        self.reading = sessionmaker(reading, expire_on_commit=False)
        # A writer takes its turn at once: one that had read first could be refused when it comes to write.
        self.writing = sessionmaker(
            self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"}), expire_on_commit=False
        )
        self._glances = Glances(glancing)
        self._readers = CapacityLimiter(READERS)
        self._slow_readers = CapacityLimiter(SLOW_READERS)

    async def read(self, work: Callable[[Session], T]) -> T:
        return await to_thread.run_sync(self._read, work, limiter=self._readers)

    async def read_slowly(self, work: Callable[[Session], T], stop: Stop) -> T:
        """The same for what takes long, in threads of its own, until it is stopped."""

        def read() -> T:
            with self.reading() as session:
                stop.begin(session)
                return work(session)

        return await to_thread.run_sync(read, limiter=self._slow_readers)

    @property
    def waiting_slowly(self) -> int:
        return self._slow_readers.statistics().tasks_waiting

    async def glance(self, look: Callable[[Connection, Sequence[Given]], Sequence[T]], given: Given) -> T:
        """Read a row or two by their keys; `look` does it for all who ask at the same time.

        On SQLite at once: under load, waiting for a thread's turn takes far longer than such a read. A database server
        is waited for in a thread, so that others are served meanwhile.
        """
        if self._is_file:
            return self._glances.take(lambda connection: look(connection, [given]))[0]
        return await asyncio.wrap_future(self._glances_in_turn.join(look, given))

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
        return await asyncio.wrap_future(self._writer.submit(work))

    async def write_together(self, keep: Callable[[Session, Sequence[Given]], Sequence[T]], given: Given) -> T:
        """The same, where `keep` does it for all who send something at the same time."""
        return await asyncio.wrap_future(self._writer.join(keep, given))

    async def scrub(self) -> bool:
        """Have what was erased leave the journal beside an SQLite file too, where its old pages would stay for as long
        as nothing overwrites them. False if somebody's long reading is in the way: then it is tried again later."""
        return await to_thread.run_sync(self.scrub_now, limiter=self._readers)

    def scrub_now(self) -> bool:
        if not self._is_file:
            return True
        connection = sqlite3.connect(str(self.url.database), timeout=SCRUB_SECONDS, isolation_level=None)
        try:
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.close()
        return not is_busy

    @cached_property
    def _writer(self) -> Writer:
        return Writer(self.writing)

    @cached_property
    def _glances_in_turn(self) -> GlancesInTurn:
        return GlancesInTurn(self._glances)

    def close(self) -> None:
        for thread in ("_writer", "_glances_in_turn"):
            if thread in self.__dict__:  # it was needed, and may be again
                self.__dict__.pop(thread).close()
        self._glances.close()
        self.engine.dispose()

    def _reading_engines(self) -> tuple[Engine, Engine]:
        """Of reading and of glancing. PostgreSQL shows each statement what is committed, in a transaction or out of
        it: out of it takes half the trips. In SQLite a transaction is one view of all."""
        if self._is_file:
            return self.engine, self.engine.execution_options(**{_BEGIN: ""})
        outside = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        return outside, outside


def database_url(database: str) -> URL:
    """A PostgreSQL or SQLite URL as it is; anything else is the name of an SQLite file."""
    url = URL.create("sqlite", database=database) if "://" not in database else _read_url(database)
    if _is_file(url) and url.database in (None, "", ":memory:"):
        raise InputError("--db names no file: a database in memory would be lost at the end.")
    return url


def _read_url(database: str) -> URL:
    try:
        url = make_url(database)
    except ArgumentError:
        raise InputError("--db is neither a file nor a URL such as postgresql://user@host/name.") from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise InputError(
            "--db names {database}, which collect does not speak: use SQLite or PostgreSQL.",
            database=url.get_backend_name(),
        )
    return url


def existing(database: str) -> str:
    """The same, unless it is an SQLite file that is not there: a command that reads must not make one."""
    url = database_url(database)
    if _is_file(url) and not Path(str(url.database)).is_file():
        told = (
            "{path} is a folder; name your database with --db."
            if Path(str(url.database)).is_dir()
            else "{path} does not exist; name your database with --db."
        )
        raise InputError(told, path=url.database)
    return database


def home_folder(url: URL) -> Path:
    """The folder of the SQLite file; with a server, where one is."""
    return Path(str(url.database)).resolve().parent if _is_file(url) else Path.cwd()


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def make_engine(url: URL) -> Engine:
    """Parameters are hidden from errors: what people wrote has no place in a log."""
    if not _is_file(url):
        return create_engine(
            url, hide_parameters=True, pool_size=CONNECTIONS, connect_args={"connect_timeout": CONNECT_SECONDS}
        )
    _make_private(Path(str(url.database)))
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS}, pool_size=CONNECTIONS)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(path: Path) -> None:
    """People's data are for the server's owner only; SQLite gives its other files the rights of this one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise InputError(
            "{path} cannot be opened for writing ({error}); choose another --db.", path=path, error=error.strerror
        ) from None


def check_connection(engine: Engine) -> None:
    """One sentence instead of a traceback where the database cannot be reached, or is somebody else's."""
    try:
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
    except DBAPIError as error:
        reason = first_line(error.orig or error)
        told = (
            "The database {database} cannot be opened ({reason}). Check --db."
            if engine.dialect.name == "sqlite"
            else "The database {database} cannot be opened ({reason}). Check --db, and that the server runs."
        )
        raise InputError(told, database=shown(engine.url), reason=reason) from error
    if tables and Campaign.__tablename__ not in tables:
        raise InputError(
            "The database {database} is not one of epicene's: it has the table {table}. Name another with --db; one "
            "that is not there, or empty, is made ready.",
            database=shown(engine.url),
            table=min(tables),
        )


def shown(url: URL) -> str:
    """As it may be written on a screen or into a log."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Readers never wait for the writer (WAL), a commit is on the disk when it returns (FULL), and what is erased is
    overwritten, not just let go of (secure_delete, which many builds have on anyway)."""
    connection.isolation_level = None
    timeout = f"busy_timeout={BUSY_SECONDS * 1000}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", timeout, "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.create_function("lower", 1, str.lower, deterministic=True)  # its own knows ASCII only


def _begin(connection: Connection) -> None:
    """Python's driver would begin a transaction where it sees fit: it is told not to, and this is done instead."""
    if begin := connection.get_execution_options().get(_BEGIN, "BEGIN"):
        connection.exec_driver_sql(begin)


def upgrade(engine: Engine) -> None:
    """Runs the missing migrations, all in one transaction; a database from a newer epicene is refused."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise EpiceneError(
            "The database was made by another version of epicene ({error}). Install the newest epicene.", error=error
        ) from error
