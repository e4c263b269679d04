"""The database: SQLite in a file by default, PostgreSQL by its URL; reading in threads, writing by one.

A commit waits for the disk; two hundred volunteers who each wait for their own would queue behind it. The jobs that
arrive while one transaction is being written make up the next one (group commit), and nobody is thanked before their
words are on the disk. Fast reads, a row or two by their keys, come with every page; on SQLite they go over a
connection that stays open and outside any transaction, because taking one and beginning a transaction for each took
three times as long as reading.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread
from filelock import FileLock, Timeout
from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, func, inspect, make_url, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import InstrumentedAttribute, Session, sessionmaker

from epicene.collect.store.schema import Campaign
from epicene.core.errors import EpiceneError, InputError, first_line

BUSY_SECONDS = 30
CONNECT_SECONDS = 10
SCRUB_SECONDS = 2  # nobody can write while it waits for those who read
LOCK_SECONDS = 3  # a database server may take a moment to see that a server before this one has died
READERS = 8  # threads that read at once; more of them only wait for one another
SLOW_READERS = 2  # of pages that take long; each may keep a core busy
MOST_AT_ONCE = 256  # jobs of one transaction
CONNECTIONS = READERS + SLOW_READERS + 4  # and the writer, the fast reader, the lock, and one to spare
_BEGIN = "collect_begin"  # what a transaction of this engine begins with, on SQLite
_ADVISORY_LOCK = 0x657069  # of PostgreSQL, whose locks are numbers
Given = TypeVar("Given")
T = TypeVar("T")


class StoppedError(Exception):
    """Nobody waits for this any more."""


class Stop:
    """Ends a reading from another thread: the statement that the database is busy with, and what calls `check`."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._connection: Connection | None = None

    def begin(self, session: Session) -> None:
        session.info["stop"] = self
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


def batches(numbers: Sequence[int], size: int = 500) -> Iterator[Sequence[int]]:
    """Rows by their numbers, as many at once as a statement takes well, or as others wait for."""
    return (numbers[start : start + size] for start in range(0, len(numbers), size))


def count_by(session: Session, column: InstrumentedAttribute[T], *which: ColumnElement[bool]) -> dict[T, int]:
    """How many of these rows there are for each value of a column."""
    return dict(session.execute(select(column, func.count()).where(*which).group_by(column)).all())


def check_stop(session: Session) -> None:
    """For work that takes long between its statements."""
    if stop := session.info.get("stop"):
        stop.check()


class WriteJob(NamedTuple):
    """`work` gets what all jobs of its kind were given, and returns as many results."""

    work: Callable[[Session, Sequence[Any]], Sequence[Any]]
    given: Any
    promise: Future[Any]


def _each(session: Session, works: Sequence[Callable[[Session], T]]) -> list[T]:
    return [work(session) for work in works]


class BatchWriter:
    """One thread writes, all jobs that wait in one transaction. A promise is kept when its transaction is committed; a
    job may run twice (alone, if another of its batch failed)."""

    def __init__(self, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions
        self._waiting: queue.SimpleQueue[WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="collect-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Session], T]) -> Future[T]:
        """Queue a job of its own kind."""
        return self.join(_each, work)

    def join(self, work: Callable[[Session, Sequence[Given]], Sequence[T]], given: Given) -> Future[T]:
        """Queue a job that is done together with those of the same kind."""
        promise: Future[T] = Future()
        self._waiting.put(WriteJob(work, given, promise))
        return promise

    def close(self) -> None:
        """Finish what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        job = self._waiting.get()
        while job is not None:
            batch: list[WriteJob] = []
            while job is not None:
                if job.promise.set_running_or_notify_cancel():  # else: whoever sent it has gone, and was told nothing
                    batch.append(job)
                if len(batch) == MOST_AT_ONCE or self._waiting.empty():
                    break
                job = self._waiting.get()
            if batch:
                self._write(batch)
            job = job and self._waiting.get()

    def _write(self, batch: Sequence[WriteJob]) -> None:
        """Nobody in a batch was told anything yet, so that jobs of one kind can be done together."""
        kinds: dict[object, list[WriteJob]] = {}
        for job in batch:
            kinds.setdefault(job.work, []).append(job)
        try:
            with self._sessions.begin() as session:
                done = [(jobs, jobs[0].work(session, [job.given for job in jobs])) for jobs in kinds.values()]
        except Exception as error:
            if len(batch) == 1:
                batch[0].promise.set_exception(error)
            else:
                for job in batch:
                    self._write([job])
            return
        for jobs, results in done:
            for job, result in zip(jobs, results, strict=True):
                job.promise.set_result(result)


class Store:
    """Reading in threads, writing through one writer. Both take a function of a session, and both are awaited;
    `read_fast` is for what is read with every page.

    Commands, which have no event loop, say `with store.reading() as session`, `with store.writing.begin() as session`.
    """

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.engine = make_engine(self.url)
        self._is_file = _is_file(self.url)
        # PostgreSQL shows each statement what is committed, in a transaction or out of it: out of it takes half the
        # trips. In SQLite a transaction is one view of all.
        options = {_BEGIN: ""} if self._is_file else {"isolation_level": "AUTOCOMMIT"}
        self._outside = self.engine.execution_options(**options)
        self.reading = sessionmaker(self.engine if self._is_file else self._outside, expire_on_commit=False)
        # A writer takes its turn at once: one that had read first could be refused when it comes to write.
        immediate = self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self.writing = sessionmaker(immediate, expire_on_commit=False)
        self._fast: Connection | None = None
        self._fast_turn = threading.Lock()
        self._readers, self._slow_readers, self._scrubbers = map(CapacityLimiter, (READERS, SLOW_READERS, 1))
        self._lock: FileLock | Connection | None = None

    async def read(self, work: Callable[[Session], T]) -> T:
        def read() -> T:
            with self.reading() as session:
                return work(session)

        return await to_thread.run_sync(read, limiter=self._readers)

    async def read_slowly(self, work: Callable[[Session], T], stop: Stop) -> T:
        """The same for what takes long, in threads of its own, until it is stopped."""

        def read() -> T:
            with self.snapshot() as session:
                stop.begin(session)
                return work(session)

        return await to_thread.run_sync(read, limiter=self._slow_readers)

    def snapshot(self) -> Session:
        """Reads all as it was at one moment, whatever is written meanwhile; it keeps nobody from writing."""
        if self._is_file:
            return self.reading()
        return Session(self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True))

    @property
    def waiting_slowly(self) -> int:
        return self._slow_readers.statistics().tasks_waiting

    async def read_fast(self, look: Callable[[Connection], T]) -> T:
        """Read a row or two by their keys, outside any transaction.

        On SQLite at once, over a connection that stays open: under load, waiting for a thread's turn takes far longer
        than such a read. A database server is waited for in a thread, so that others are served meanwhile.
        """
        if self._is_file:
            with self._fast_turn:
                self._fast = self._fast or self._outside.connect()
                return look(self._fast)

        def read() -> T:
            with self._outside.connect() as connection:
                return look(connection)

        return await to_thread.run_sync(read, limiter=self._readers)

    async def write(self, work: Callable[[Session], T]) -> T:
        """Returns once the work is committed to disk. `work` may run twice, and must only touch the session."""
        return await asyncio.wrap_future(self._writer.submit(work))

    async def write_together(self, keep: Callable[[Session, Sequence[Given]], Sequence[T]], given: Given) -> T:
        """The same, where `keep` does it for all who send something at the same time."""
        return await asyncio.wrap_future(self._writer.join(keep, given))

    async def scrub(self) -> bool:
        """Have what was erased leave the journal beside an SQLite file too, where its old pages would stay for as long
        as nothing overwrites them. False if somebody's long reading is in the way: then it is tried again later. Many
        who ask wait for one another, and for nobody's reading."""
        return await to_thread.run_sync(self.scrub_now, limiter=self._scrubbers)

    def scrub_now(self) -> bool:
        if not self._is_file:
            return True
        connection = sqlite3.connect(str(self.url.database), timeout=SCRUB_SECONDS, isolation_level=None)
        try:
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.close()
        return not is_busy

    def lock(self) -> None:
        """One server for one database: limits and handing out live in it. A second one is refused."""
        try:
            if self._is_file:
                self._lock = FileLock(f"{self.url.database}.lock", timeout=0, mode=0o600)
                self._lock.acquire()
            else:
                self._lock = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                self._lock.execute(text(f"SET lock_timeout = '{LOCK_SECONDS}s'"))
                self._lock.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _ADVISORY_LOCK})
        except (Timeout, DBAPIError):
            raise InputError(f"Another server runs on {shown(self.url)}: stop it first.") from None

    @cached_property
    def _writer(self) -> BatchWriter:
        return BatchWriter(self.writing)

    def close(self) -> None:
        if "_writer" in self.__dict__:  # it was needed, and may be again
            self.__dict__.pop("_writer").close()
        if self._fast is not None:
            self._fast.close()
            self._fast = None
        if isinstance(self._lock, FileLock):
            self._lock.release()
        elif self._lock is not None:
            self._lock.close()
        self.engine.dispose()


def database_url(database: str) -> URL:
    """A PostgreSQL or SQLite URL as it is; anything else is the name of an SQLite file."""
    try:
        url = make_url(database) if "://" in database else URL.create("sqlite", database=database)
    except ArgumentError:
        raise InputError("--db is neither a file nor a URL such as postgresql://user@host/name.") from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise InputError(f"--db names {backend}, which collect does not speak: use SQLite or PostgreSQL.")
    if url.database in (None, "", ":memory:"):
        raise InputError("--db names no file: a database in memory would be lost at the end.")
    return url


def existing(database: str) -> str:
    """The same, unless it is an SQLite file that is not there: a command that reads must not make one."""
    url = database_url(database)
    path = Path(str(url.database))
    if _is_file(url) and not path.is_file():
        problem = "is a folder" if path.is_dir() else "does not exist"
        raise InputError(f"{path} {problem}; name your database with --db.")
    return database


def home_folder(url: URL) -> Path:
    """The folder of the SQLite file; with a server, where one is."""
    return Path(str(url.database)).resolve().parent if _is_file(url) else Path.cwd()


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def make_engine(url: URL) -> Engine:
    """Parameters are hidden from errors: what people wrote has no place in a log. A connection that a database server
    cut off is made anew. People's data are for the server's owner only; SQLite gives its other files the rights of this
    one."""
    options = {"timeout": BUSY_SECONDS} if _is_file(url) else {"connect_timeout": CONNECT_SECONDS}
    pool = {"pool_size": CONNECTIONS, "pool_pre_ping": not _is_file(url)}
    engine = create_engine(url, hide_parameters=True, connect_args=options, **pool)
    if not _is_file(url):
        return engine
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise InputError(f"{path} cannot be opened for writing ({error.strerror}); choose another --db.") from None
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def check_connection(engine: Engine) -> None:
    """One sentence instead of a traceback where the database cannot be reached, or is somebody else's."""
    try:
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
    except DBAPIError as error:
        raise InputError(
            f"The database {shown(engine.url)} cannot be opened ({first_line(error.orig or error)}). Check --db, "
            "and for PostgreSQL that the server runs."
        ) from error
    if tables and Campaign.__tablename__ not in tables:
        raise InputError(
            f"The database {shown(engine.url)} is not one of epicene's: it has the table {min(tables)}. Name "
            "another with --db; one that is not there, or empty, is made ready."
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
            f"The database was made by another version of epicene ({error}). Install the newest epicene."
        ) from error
