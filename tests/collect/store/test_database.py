"""The database of both kinds: made, migrated, written in groups, and honest about what is on the disk."""

import signal
import stat
import subprocess
import sys
import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, inspect, select, text

from epicene.collect.store.database import BatchWriter, Store, database_url, existing, home_folder, upgrade
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
    with opened.writing.begin() as session:
        session.add(Participant(campaign_id=1, code_hash="x", consent_version="1", about={"age": "25-34"}))
    again = open_store(database)
    with again.reading() as session:
        (campaign,) = session.scalars(select(Campaign))
        assert (campaign.title, campaign.language, campaign.closed_at) == ("Nos stéréotypes", "fr", None)
        number = dict(
            session.execute(select(TaskItem.task, func.count()).where(~TaskItem.control).group_by(TaskItem.task)).all()
        )
        assert number[TaskName.FLUENCY] == number[TaskName.CATEGORY] > 100
        assert session.scalars(select(Participant.about)).one() == {"age": "25-34"}
    again.close()


def test_a_database_of_a_newer_epicene_is_refused_in_one_sentence(opened):
    with opened.writing.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(EpiceneError, match="another version of epicene"):
        upgrade(opened.engine)


def test_times_come_back_as_they_went(opened):
    moment = now()
    with opened.writing.begin() as session:
        session.add(Participant(campaign_id=1, code_hash="x", consent_version="1", consented_at=moment, about={}))
    with opened.reading() as session:
        assert session.scalars(select(Participant.consented_at)).one() == moment


def test_a_job_that_fails_spoils_no_other_of_its_group(opened):
    """The first job holds the writer until the others wait, so that they make one group."""
    started, go_on = threading.Event(), threading.Event()

    def hold(session):
        started.set()
        go_on.wait(600)

    def add(name):
        return lambda session: session.add(Participant(campaign_id=1, code_hash=name, consent_version="1", about={}))

    def fail(session):
        session.add(Participant(campaign_id=1, code_hash="never", consent_version="1", about={}))
        session.flush()
        raise KeyError("on purpose")

    writer = BatchWriter(opened.writing)
    held = writer.submit(hold)
    started.wait(600)
    done = [writer.submit(job) for job in (add("a"), add("b"), fail, add("a"), add("c"))]
    go_on.set()
    held.result(600)
    writer.close()
    assert [type(one.exception()).__name__ for one in done] == [
        "NoneType", "NoneType", "KeyError", "IntegrityError", "NoneType",
    ]  # fmt: skip
    with opened.reading() as session:
        assert sorted(session.scalars(select(Participant.code_hash))) == ["a", "b", "c"]


def test_a_job_whose_sender_has_gone_is_left_out_and_the_writer_goes_on(opened):
    started, go_on = threading.Event(), threading.Event()
    writer = BatchWriter(opened.writing)
    held = writer.submit(lambda session: (started.set(), go_on.wait(600)))
    started.wait(600)
    gone = writer.submit(
        lambda session: session.add(Participant(campaign_id=1, code_hash="gone", consent_version="1", about={}))
    )
    assert gone.cancel()
    assert not held.cancel()
    go_on.set()
    assert writer.submit(lambda session: session.scalar(select(func.count()).select_from(Participant))).result(600) == 0
    writer.close()


def test_closing_the_writer_finishes_what_waits(opened):
    writer = BatchWriter(opened.writing)
    done = [
        writer.submit(
            lambda session, n=n: session.add(
                Participant(campaign_id=1, code_hash=str(n), consent_version="1", about={})
            )
        )
        for n in range(600)
    ]
    writer.close()
    assert all(one.done() and one.exception() is None for one in done)
    with opened.reading() as session:
        assert session.scalar(select(func.count()).select_from(Participant)) == 600


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
    with again.reading() as session:
        assert set(acknowledged) <= set(session.scalars(select(Statement.text)))
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
    with pytest.raises(InputError, match="32"):
        server_key(folder)
    monkeypatch.setenv(VARIABLE, "a key of more than thirty-two characters")
    assert server_key(folder) != (tmp_path / KEY_FILE).read_bytes()


def test_a_key_that_cannot_be_kept_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(InputError, match=f"cannot be written .* set {VARIABLE}"):
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
    from epicene.collect.store.database import check_connection

    (tmp_path / "torn.db").write_bytes(b"not a database" * 1000)
    for database in ("postgresql://nobody:secret@127.0.0.1:1/none", str(tmp_path / "torn.db")):
        store = Store(database)
        with pytest.raises(InputError, match="cannot be opened") as said:
            check_connection(store.engine)
        assert "secret" not in str(said.value)
        store.close()
    with pytest.raises(InputError, match="does not exist"):
        existing(str(tmp_path / "absent.db"))
    with pytest.raises(InputError, match="is a folder"):
        existing(str(tmp_path))
    assert not (tmp_path / "absent.db").exists()


def test_a_file_that_cannot_be_is_one_sentence(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    for place in ("/proc/absent/collect.db", "/proc/absent", str(tmp_path / "folder"), str(tmp_path / "file" / "x.db")):
        with pytest.raises(InputError, match=f"{place} cannot be opened for writing"):
            Store(place)


def test_a_database_of_something_else_is_left_alone(database):
    store = Store(database)
    with store.writing.begin() as session:
        session.execute(text("CREATE TABLE notes (line TEXT)"))
    with pytest.raises(InputError, match="not one of epicene's: it has the table notes"):
        open_store(database)
    with store.engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["notes"]
    store.close()
