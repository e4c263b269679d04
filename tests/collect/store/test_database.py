"""The database of both kinds: made, migrated, written in groups, and honest about what is on the disk."""

import signal
import stat
import subprocess
import sys
import threading
from collections import Counter

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from collect.participants import column
from epicene.collect.store.database import (
    BatchWriter,
    Store,
    check_connection,
    database_url,
    existing,
    home_folder,
    upgrade,
)
from epicene.collect.store.schema import Base, Campaign, Participant, Statement, TaskItem, TaskName, now
from epicene.collect.web.app import open_store
from epicene.collect.web.credentials import KEY_FILE, VARIABLE, server_key
from epicene.core.errors import EpiceneError, InputError


@pytest.fixture
def opened(database):
    store = open_store(database)
    yield store
    store.close()


def test_migrations_make_exactly_the_tables_of_the_schema(opened):
    with opened.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        assert set(inspect(connection).get_table_names()) == set(Base.metadata.tables) | {"alembic_version"}


def test_the_first_start_makes_a_campaign_and_the_second_leaves_it_alone(opened, database):
    moment, own = now(), person("x")
    own.about, own.consented_at = {"age": "25-34"}, moment
    with opened.writing.begin() as session:
        session.add(own)
    again = open_store(database)
    assert column(again, Campaign.title, Campaign.language, Campaign.closed_at) == [("Nos stéréotypes", "fr", None)]
    number = Counter(task for task, control in column(again, TaskItem.task, TaskItem.control) if not control)
    assert number[TaskName.FLUENCY] == number[TaskName.CATEGORY] > 100
    assert column(again, Participant.about, Participant.consented_at) == [({"age": "25-34"}, moment)]
    again.close()


def test_a_database_of_a_newer_epicene_is_refused_in_one_sentence(opened):
    with opened.writing.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(EpiceneError):
        upgrade(opened.engine)


def person(name: str) -> Participant:
    return Participant(campaign_id=1, code_hash=name, consent_version="1", about={})


def codes(store) -> list[str]:
    return sorted(column(store, Participant.code_hash))


@pytest.fixture
def held(opened):
    """A writer whose first job holds it until the others wait, so that they make one group, and what lets it go on."""
    started, go_on = threading.Event(), threading.Event()
    writer = BatchWriter(opened.writing)
    first = writer.submit(lambda session: (started.set(), go_on.wait(600)))
    started.wait(600)
    yield writer, first, go_on
    writer.close()


def test_a_job_that_fails_spoils_no_other_of_its_group(opened, held):
    writer, first, go_on = held

    def add(name):
        return lambda session: session.add(person(name))

    def fail(session):
        session.add(person("never"))
        session.flush()
        raise KeyError("on purpose")

    done = [writer.submit(job) for job in (add("a"), add("b"), fail, add("a"), add("c"))]
    go_on.set()
    first.result(600)
    writer.close()
    assert [type(promise.exception()).__name__ for promise in done] == [
        "NoneType", "NoneType", "KeyError", "IntegrityError", "NoneType",
    ]  # fmt: skip
    assert codes(opened) == ["a", "b", "c"]


def test_a_job_whose_sender_has_gone_is_left_out_and_the_writer_goes_on(opened, held):
    writer, first, go_on = held
    gone = writer.submit(lambda session: session.add(person("gone")))
    assert gone.cancel()
    assert not first.cancel()
    go_on.set()
    writer.submit(lambda session: session.add(person("here"))).result(600)
    assert codes(opened) == ["here"]


def test_closing_the_writer_finishes_what_waits(opened):
    writer = BatchWriter(opened.writing)
    done = [writer.submit(lambda session, name=str(n): session.add(person(name))) for n in range(600)]
    writer.close()
    assert all(promise.done() and promise.exception() is None for promise in done)
    assert len(codes(opened)) == 600


KILLED = """
import os, signal, sys
from epicene.collect.store.schema import Statement
from epicene.collect.store.database import Store
from epicene.collect.store.database import BatchWriter

writer = BatchWriter(Store(sys.argv[1]).writing)
for n in range(10_000):
    row = dict(campaign_id=1, text=str(n), folded=str(n), bias_type="age")
    writer.submit(lambda session: session.add(Statement(**row))).result()
    os.write(1, f"{n}\\n".encode())
    if n == 60:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_acknowledged_survives_a_kill(opened, database):
    done = subprocess.run([sys.executable, "-c", KILLED, database], capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    acknowledged = done.stdout.split()
    assert len(acknowledged) == 61
    again = open_store(database)
    assert set(acknowledged) <= set(column(again, Statement.text))
    again.close()


def test_sqlite_waits_for_the_disk_and_lets_readers_read(store):
    with store.engine.connect() as connection:
        settings = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in
                    ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")}  # fmt: skip
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}


def test_the_database_and_the_key_are_their_owners_only(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    store = open_store(str(tmp_path / "new" / "collect.db"))
    key = server_key(tmp_path / "new")
    assert len(key) == 32
    assert server_key(tmp_path / "new") == key
    for path in (tmp_path / "new").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert (tmp_path / "new" / KEY_FILE).read_bytes() == key
    store.close()


def test_with_a_server_the_key_is_kept_where_one_starts_or_comes_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = home_folder(database_url("postgresql://me@host/name"))
    assert folder == tmp_path
    monkeypatch.delenv(VARIABLE)
    assert server_key(folder) == server_key(folder) == (tmp_path / KEY_FILE).read_bytes()
    monkeypatch.setenv(VARIABLE, "short")
    with pytest.raises(InputError):
        server_key(folder)
    monkeypatch.setenv(VARIABLE, "a key of more than thirty-two characters")
    assert server_key(folder) != (tmp_path / KEY_FILE).read_bytes()


def test_a_key_that_cannot_be_kept_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(InputError, match=VARIABLE):
        server_key(tmp_path / "absent")


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("collect.db", "sqlite"),
        ("sqlite:///collect.db", "sqlite"),
        ("postgresql://me@host/name", "postgresql+psycopg"),
        ("postgres://me@host/name", "postgresql+psycopg"),
        ("", None),
        (":memory:", None),
        ("sqlite://", None),
        ("mysql://me@host/name", None),
        ("://", None),
    ],
)
def test_databases_by_file_or_url(given, driver):
    if driver is None:
        with pytest.raises(InputError):
            database_url(given)
    else:
        assert database_url(given).drivername == driver


def test_a_database_that_cannot_be_reached_is_one_sentence(tmp_path):
    (tmp_path / "torn.db").write_bytes(b"not a database" * 1000)
    for database in ("postgresql://nobody:secret@127.0.0.1:1/none", str(tmp_path / "torn.db")):
        store = Store(database)
        with pytest.raises(InputError) as said:
            check_connection(store.engine)
        assert "secret" not in str(said.value)
        store.close()
    with pytest.raises(InputError, match=r"absent\.db"):
        existing(str(tmp_path / "absent.db"))
    with pytest.raises(InputError):
        existing(str(tmp_path))
    assert not (tmp_path / "absent.db").exists()


def test_a_file_that_cannot_be_is_one_sentence(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    for place in ("/proc/absent/collect.db", "/proc/absent", str(tmp_path / "folder"), str(tmp_path / "file" / "x.db")):
        with pytest.raises(InputError, match=place):
            Store(place)


def test_a_database_of_something_else_is_left_alone(database):
    store = Store(database)
    with store.writing.begin() as session:
        session.execute(text("CREATE TABLE notes (line TEXT)"))
    with pytest.raises(InputError, match="notes"):
        open_store(database)
    with store.engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["notes"]
    store.close()
