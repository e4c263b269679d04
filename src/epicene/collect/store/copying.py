"""Whole databases: copied from one kind to the other, backed up into a file, restored without what was erased since.

A backup is an SQLite file, whatever the workshop runs on: one format to keep, to look into and to restore from.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, bindparam, func, insert, inspect, literal, select, text, update

from epicene.collect.store.database import Store, shown, upgrade
from epicene.collect.store.schema import Base
from epicene.core.errors import InputError

_AT_ONCE = 1000  # rows


def copy_database(source: Store, target: Store) -> dict[str, int]:
    """Every row, under its number, and the numbers that were given to rows since erased; how many rows of each table.
    All in one transaction: the target has everything or is as empty as before."""
    tables = Base.metadata.sorted_tables
    with _one_view(source.engine) as reading, target.writing.begin() as session:
        writing = session.connection()
        copied = {table.name: _copy_table(table, reading, writing) for table in tables}
        for name, number in _last_numbers(reading, tables).items():
            _count_on_from(writing, name, number)
        there = {table.name: writing.scalar(select(func.count()).select_from(table)) for table in tables}
        if there != copied:
            raise InputError("The copy is not whole; nothing was kept of it. Try again.")
    return copied


@contextmanager
def _one_view(engine: Engine) -> Iterator[Connection]:
    """Whatever is written meanwhile, all tables are read as they were at one moment."""
    options = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def _copy_table(table: Table, reading: Connection, writing: Connection) -> int:
    """Rows that point to others of their table are joined up at the end, when all are there."""
    pointers = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    count = 0
    links: list[dict[str, object]] = []
    rows = reading.execution_options(yield_per=_AT_ONCE).execute(select(table).order_by(*table.primary_key))
    for batch in rows.mappings().partitions(_AT_ONCE):
        whole = [dict(row) for row in batch]
        links += [
            {f"of_{name}": row[name] for name in ("id", *pointers)} for row in whole if any(map(row.get, pointers))
        ]
        writing.execute(insert(table), [{**row, **dict.fromkeys(pointers)} for row in whole])
        count += len(whole)
    if links:
        joined = update(table).where(table.c.id == bindparam("of_id"))
        writing.execute(joined.values({name: bindparam(f"of_{name}") for name in pointers}), links)
    return count


def _last_numbers(connection: Connection, tables: Iterable[Table]) -> dict[str, int]:
    """The last number that a table gave to a row, which may have been erased: it must not be given again."""
    numbered = [table for table in tables if "id" in table.c]
    found = {table.name: connection.scalar(select(func.max(table.c.id))) or 0 for table in numbered}
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        return {**found, **{name: number for name, number in rows if name in found}}
    for name in found:
        row = connection.execute(text(f"SELECT last_value, is_called FROM {name}_id_seq")).one()  # noqa: S608 - ours
        found[name] = max(found[name], row.last_value if row.is_called else 0)
    return found


def _count_on_from(connection: Connection, table: str, number: int) -> None:
    asked = {"name": f"{table}_id_seq", "table": table, "number": number}
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT setval(:name, :number)") if number else text("SELECT 1"), asked)
    else:
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), asked)
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)"), asked)


def copy_into(database: str, source: Store) -> tuple[Store, dict[str, int]]:
    """Everything into a new database, which is closed again; how many rows of each table."""
    target = prepare_target(database)
    try:
        return target, copy_database(source, target)
    finally:
        target.close()


def prepare_target(database: str) -> Store:
    """An empty database to copy into, or one in which an earlier try left our tables without a row; one that holds
    anything is refused."""
    target = Store(database)
    try:
        with target.engine.connect() as connection:
            there, ours = set(inspect(connection).get_table_names()), Base.metadata.tables
            rows = (
                connection.scalar(select(literal(1)).select_from(ours[name]).limit(1))
                for name in sorted(there & set(ours))
            )
            holds = bool(there - set(ours) - {"alembic_version"}) or any(rows)
        if holds:
            raise InputError("{database} is not empty; name a new database.", database=shown(target.url))
        upgrade(target.engine)
    except BaseException:
        target.close()
        raise
    return target


def back_up(source: Store, path: Path) -> dict[str, int]:
    """Into a new SQLite file for its owner's eyes only; a kill leaves no file under that name."""
    if path.exists():
        raise InputError("{path} exists already; name another file.", path=path)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    target, copied = copy_into(str(part), source)
    target.scrub_now()  # all of it is in the one file
    part.replace(path)
    return copied


@contextmanager
def opened_copy(backup: Path) -> Iterator[Store]:
    """A backup to be changed (brought up to date, rid of what was erased since) while the file stays as it is."""
    if not backup.is_file():
        raise InputError("{path} is no file.", path=backup)
    with tempfile.TemporaryDirectory(prefix="epicene-restore-") as folder:
        copy = Path(folder) / "collect.db"
        shutil.copyfile(backup, copy)
        copy.chmod(0o600)
        store = Store(str(copy))
        try:
            yield store
        finally:
            store.close()
