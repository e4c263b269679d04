"""Whole databases: copied from one kind to the other, backed up into a file, restored without what was erased since.

A backup is an SQLite file, whatever the site runs on: one format to keep, to look into and to restore from. What was
erased is listed, so that a backup made before loses it too: participants by the hash of a code that nobody holds any
more, statements that were withdrawn by their number and the beginning of their author's hash (the number alone could be
another's elsewhere). The list is in the database and, because a restored database would not know what was erased after
it, in a file beside it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import msgspec
from sqlalchemy import Connection, Table, bindparam, func, insert, inspect, literal, select, text, update
from sqlalchemy.orm import Session

from epicene.collect.store.database import Store, check_connection, home_folder, shown, upgrade
from epicene.collect.store.schema import Base, Erasure, Participant, Statement
from epicene.core.errors import InputError
from epicene.core.files import write_bytes

ERASURES = "collect.erasures.json"
PARTICIPANT, STATEMENT = "participant", "statement"
_HASH_CHARACTERS = 48  # beside a statement's number, in the room for a whole hash
_AT_ONCE = 1000  # rows
_writing = Lock()


def copy_database(source: Store, target: Store) -> dict[str, int]:
    """Every row, under its number, and the numbers that were given to rows since erased; how many rows of each table.
    All in one transaction, and read as it was at one moment: the target has everything or is as empty as before."""
    tables = Base.metadata.sorted_tables
    with source.snapshot() as view, target.writing.begin() as session:
        reading, writing = view.connection(), session.connection()
        copied = {table.name: _copy_table(table, reading, writing) for table in tables}
        for table, number in _last_numbers(reading, tables).items():
            _count_on_from(writing, table, number)
        there = {table.name: writing.scalar(select(func.count()).select_from(table)) for table in tables}
        if there != copied:
            raise InputError("The copy is not whole; nothing was kept of it. Try again.")
    return copied


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
    last = {table.name: connection.scalar(select(func.max(table.c.id))) or 0 for table in tables if "id" in table.c}
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        return {**last, **{name: number for name, number in rows if name in last}}
    for name in last:
        row = connection.execute(text(f"SELECT last_value, is_called FROM {name}_id_seq")).one()  # noqa: S608 - ours
        last[name] = max(last[name], row.last_value if row.is_called else 0)
    return last


def _count_on_from(connection: Connection, table: str, number: int) -> None:
    values = {"name": f"{table}_id_seq", "table": table, "number": number}
    if connection.dialect.name == "postgresql":
        if number:
            connection.execute(text("SELECT setval(:name, :number)"), values)
    else:
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), values)
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :number)"), values)


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
        check_connection(target.engine)
        with target.engine.connect() as connection:
            there, ours = set(inspect(connection).get_table_names()), Base.metadata.tables
            rows = (connection.scalar(select(literal(1)).select_from(ours[name]).limit(1)) for name in there & {*ours})
            if there - {*ours, "alembic_version"} or any(rows):
                raise InputError(f"{shown(target.url)} is not empty; name a new database.")
        upgrade(target.engine)
    except BaseException:
        target.close()
        raise
    return target


def back_up(source: Store, path: Path) -> dict[str, int]:
    """Into a new SQLite file for its owner's eyes only; a kill leaves no file under that name."""
    if path.exists():
        raise InputError(f"{path} exists already; name another file.")
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    target, copied = copy_into(str(part), source)
    target.scrub_now()  # all of it is in the one file
    part.replace(path)
    return copied


@contextmanager
def opened_copy(backup: Path) -> Iterator[Store]:
    """A backup brought up to date and to be changed, while the file stays as it is."""
    if not backup.is_file():
        raise InputError(f"{backup} is no file.")
    with tempfile.TemporaryDirectory(prefix="epicene-restore-") as folder:
        copy = Path(folder) / "collect.db"
        shutil.copyfile(backup, copy)
        copy.chmod(0o600)
        store = Store(str(copy))
        try:
            check_connection(store.engine)
            upgrade(store.engine)
            yield store
        finally:
            store.close()


class Erased(msgspec.Struct, frozen=True):
    kind: str
    key: str


def erasures_file(store: Store) -> Path:
    return home_folder(store.url) / ERASURES


def list_erasures(session: Session) -> list[Erased]:
    return [Erased(*row) for row in session.execute(select(Erasure.kind, Erasure.key).order_by(Erasure.id))]


def read_erasures(path: Path) -> list[Erased]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Erased])
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{path} cannot be read as a list of erasures ({error}).") from None


def validate_list(session: Session, erased: Iterable[Erased], path: Path) -> None:
    """A list that lacks what the backup itself knows to be erased is older than it."""
    if not set(list_erasures(session)) <= set(erased):
        raise InputError(f"{path} is older than the backup: name the newest list with --erasures.")


def write_erasures(store: Store) -> Path:
    """The list beside the database, for its owner's eyes only; whole at any moment, never an older one written over a
    newer by two who erase at once, and never without what stood there: the database may be an older copy."""
    path = erasures_file(store)
    with _writing, store.reading() as session:
        listed = dict.fromkeys([*(read_erasures(path) if path.is_file() else ()), *list_erasures(session)])
        write_bytes(path, msgspec.json.encode(list(listed)) + b"\n", mode=0o600)
    return path


def statement_key(session: Session, statement_id: int) -> str:
    """Of one that is there; empty for one that is not, or that is nobody's."""
    author = select(Participant.code_hash).join(Statement, Statement.participant_id == Participant.id)
    code_hash = session.scalar(author.where(Statement.id == statement_id))
    return f"{statement_id}:{code_hash[:_HASH_CHARACTERS]}" if code_hash else ""
