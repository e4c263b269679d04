"""What is erased is gone: from the file, its journal, and backups that are restored. And whole databases that move."""

import os
import re
import sqlite3
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select, text

from collect.conftest import fresh_database, made_ready
from collect.curator_actions import decide, statement_ids
from collect.participants import collect, column, curator, judge_fluency, set_all, submit, volunteer
from epicene.collect.campaigns import forget_old
from epicene.collect.store import backups
from epicene.collect.store import database as databases
from epicene.collect.store.backups import (
    ERASURES,
    back_up,
    copy_database,
    copy_into,
    prepare_target,
    read_erasures,
    write_erasures,
)
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Base, Erasure, Heartbeat, Participant, Statement, now
from epicene.collect.web.app import clean_up, erase_again, make_app, open_store
from epicene.core.errors import InputError

from ..conftest import UNLIMITED

WORDS = "notaires"


def bytes_in(folder, *but):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name not in but)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def rows(store):
    with store.reading() as session:
        return {
            table.name: sorted(map(repr, session.execute(select(table)).all())) for table in Base.metadata.sorted_tables
        }


def kept(database):
    """The statements in a database, and how many people."""
    opened = Store(str(database))
    found = column(opened, Statement.text), len(column(opened, Participant.id))
    opened.close()
    return found


def one_backup(store, tmp_path):
    collect("backup", out=tmp_path / "backups", db=str(store.url.database), keep=2)
    (backup,) = (tmp_path / "backups").iterdir()
    return backup


def used(store):
    """A workshop in which something happened: a merged and a split statement, a judgment, an erased volunteer."""
    app = make_app(store, UNLIMITED)
    for author, said in ((volunteer(app), "Les roux sont sots."), (volunteer(app), "les roux sont sots")):
        submit(author, said)
    judge_fluency(author)
    submit(volunteer(app), "Les vieux sont lents et sourds.", "age")
    camille = curator(app, store)
    whole = statement_ids(camille)[-1]
    decide(camille, whole, "split", part1="Les vieux sont lents.", type1="age", part2="Ils sont sourds.", type2="age")
    gone = volunteer(app)
    submit(gone, "Les blonds sont fats.")
    gone.send("/me/erase", "/me", sure="yes")
    return app


def test_what_is_erased_leaves_the_file_and_its_journal(app, store, tmp_path):
    author = volunteer(app)
    submit(author, f"Les {WORDS} sont riches.")
    assert WORDS.encode() in bytes_in(tmp_path)
    author.send("/me/erase", "/me", sure="yes")
    assert WORDS.encode() not in bytes_in(tmp_path)


def test_a_long_reading_delays_the_scrubbing_but_loses_nothing(app, store, tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "SCRUB_SECONDS", 0)
    author = volunteer(app)
    submit(author, f"Les {WORDS} sont riches.")
    with store.reading() as session:
        session.scalar(select(func.count()).select_from(Statement))  # begins a view of all as it is now
        author.send("/me/erase", "/me", sure="yes")
        assert not store.scrub_now()
    assert store.scrub_now()
    assert WORDS.encode() not in bytes_in(tmp_path)


def test_a_restored_backup_loses_what_was_erased_since(app, store, tmp_path, capsys):
    author, other = volunteer(app), volunteer(app)
    submit(author, f"Les {WORDS} sont riches.")
    submit(other, "Les vieux sont lents.", "age")
    backup = one_backup(store, tmp_path)
    assert mode(backup) == 0o600
    assert mode(tmp_path / ERASURES) == 0o600
    assert WORDS.encode() in backup.read_bytes()
    author.send("/me/erase", "/me", sure="yes")
    collect("restore", backup, erasures=tmp_path / ERASURES, db=str(tmp_path / "new" / "collect.db"))
    assert "erased since the backup: 1." in capsys.readouterr().out
    assert WORDS.encode() not in bytes_in(tmp_path / "new")
    assert kept(tmp_path / "new" / "collect.db") == (["Les vieux sont lents."], 1)


def test_a_restored_backup_loses_a_statement_that_was_withdrawn_since_and_no_other(app, store, tmp_path, capsys):
    author, other = volunteer(app), volunteer(app)
    submit(author, f"Les {WORDS} sont riches.")
    submit(author, "Les vieux sont lents.", "age")
    submit(other, "Les jeunes sont mous.", "age")
    backup = one_backup(store, tmp_path)
    author.send("/me/statements/1/withdraw", "/me")
    assert WORDS.encode() not in bytes_in(tmp_path, backup.name)
    listed = tmp_path / ERASURES
    listed.write_bytes(listed.read_bytes().replace(b"[{", b'[{"kind":"statement","key":"3:of another workshop"},{', 1))
    collect("restore", backup, erasures=listed, db=str(tmp_path / "new" / "collect.db"))
    assert "erased since the backup: 1." in capsys.readouterr().out
    assert kept(tmp_path / "new" / "collect.db") == (["Les vieux sont lents.", "Les jeunes sont mous."], 2)
    assert WORDS.encode() not in bytes_in(tmp_path / "new")


@pytest.mark.parametrize("stale", [False, True], ids=["no-list", "older-list"])
def test_nobody_who_erased_their_data_comes_back_by_a_restore_into_another_folder(
    app, store, tmp_path, monkeypatch, stale
):
    first, author = volunteer(app), volunteer(app)
    first.send("/me/erase", "/me", sure="yes")
    older = (tmp_path / ERASURES).read_bytes().replace(b"participant", b"nobody", 1)
    submit(author, f"Les {WORDS} sont riches.")
    backup = one_backup(store, tmp_path)
    author.send("/me/erase", "/me", sure="yes")
    new = tmp_path / "new"
    new.mkdir()
    monkeypatch.setattr("epicene.collect.store.database.home_folder", lambda _: new)
    if stale:
        (new / ERASURES).write_bytes(older)
    with pytest.raises(InputError):
        collect("restore", backup, db=str(new / "collect.db"))
    assert WORDS.encode() not in bytes_in(new)


def test_a_server_started_on_an_older_copy_erases_again_what_the_list_beside_it_says(app, store, tmp_path):
    author = volunteer(app)
    submit(author, f"Les {WORDS} sont riches.")
    store.scrub_now()
    older = Path(str(store.url.database)).read_bytes()
    author.send("/me/erase", "/me", sure="yes")
    copy = tmp_path / "copy.db"
    copy.write_bytes(older)
    started = Store(str(copy))
    assert erase_again(started) == 1
    started.close()
    assert kept(copy) == ([], 0)


def test_an_older_copy_makes_no_list_of_erasures_shorter(store):
    with store.writing.begin() as session:
        session.add(Erasure(kind="participant", key="a"))
    path = write_erasures(store)
    with store.writing.begin() as session:
        session.execute(delete(Erasure))
        session.add(Erasure(kind="participant", key="b"))
    write_erasures(store)
    assert [erased.key for erased in read_erasures(path)] == ["a", "b"]


def test_a_second_server_on_one_database_is_refused(database):
    first, second = open_store(database), Store(database)
    first.lock()
    with pytest.raises(InputError):
        second.lock()
    first.close()
    second.lock()
    second.close()


def test_the_documented_vacuum_leaves_no_word_in_any_table(postgresql):
    """PostgreSQL keeps what was erased in its files until then."""
    import psycopg

    text = (Path(__file__).parents[3] / "docs" / "collect-deploying.md").read_text(encoding="utf-8")
    (documented,) = set(re.findall(r"`(VACUUM FULL[^`]*)`", text))
    url = fresh_database(postgresql, f"test_{os.urandom(6).hex()}")
    store = made_ready(url)
    app = make_app(store, UNLIMITED)
    author, camille = volunteer(app), curator(app, store)
    submit(author, f"Les {WORDS} sont riches.")
    decide(camille, *statement_ids(camille), "settle", bias_type="gender")  # its words are in `items` and `changes` too
    author.send("/me/erase", "/me", sure="yes")
    with psycopg.connect(url, autocommit=True) as connection:
        folder = Path(connection.execute("SHOW data_directory").fetchone()[0])
        own = connection.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()[0]

        def files_with_words():
            connection.execute("CHECKPOINT")
            return [path for path in (folder / "base" / str(own)).iterdir() if WORDS.encode() in path.read_bytes()]

        assert files_with_words() != []  # or else this test could not fail
        connection.execute(documented)
        assert files_with_words() == []
    store.close()


def test_what_is_no_backup_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "notes.db").write_bytes(b"no database at all, " * 100)
    with pytest.raises(InputError):
        collect("restore", tmp_path / "notes.db", erasures="lost", db=str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_restoring_shows_no_password(store, postgresql, tmp_path, capsys):
    from sqlalchemy import make_url

    backup = one_backup(store, tmp_path)
    url = make_url(fresh_database(postgresql, "restored_quietly")).set(password="hunter2hunter2")
    collect("restore", backup, erasures="lost", db=url.render_as_string(hide_password=False))
    assert "hunter2" not in "".join(capsys.readouterr())


def test_a_backup_is_for_its_owner_and_old_ones_go(store, tmp_path):
    """A database of the owner's beside them stays."""
    database, folder = str(store.url.database), tmp_path / "backups"
    folder.mkdir()
    own = folder / "collect-1.db"
    own.write_bytes(b"mine")
    for _ in range(3):
        collect("backup", out=folder, db=database, keep=2)
    newest = sorted(folder.glob("collect-2*.db"))
    assert len(newest) == 2
    assert {mode(path) for path in newest} == {0o600}
    assert own.read_bytes() == b"mine"
    for refused in (
        lambda: back_up(store, newest[0]),
        lambda: collect("restore", newest[0], erasures="lost", db=database),
    ):
        with pytest.raises(InputError):
            refused()


def test_a_workshop_moves_to_the_other_kind_of_database_and_back(store, postgresql, tmp_path):
    """Every row under its number, and no number of an erased row is given again."""
    used(store)
    url = fresh_database(postgresql, f"test_{os.urandom(6).hex()}")
    collect("move", to=url, db=str(store.url.database))
    there = Store(url)
    assert rows(there) == rows(store)
    submit(volunteer(make_app(there, UNLIMITED)), "Les roux sont gais.")
    with store.reading() as session:
        last = session.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'statements'")).scalar()
    assert column(there, Statement.id)[-1] == last + 1
    back = prepare_target(str(tmp_path / "back.db"))
    copy_database(there, back)
    assert rows(back) == rows(there)
    with pytest.raises(InputError):
        prepare_target(url)
    for nowhere in ("postgresql://nobody@127.0.0.1:1/none", str(tmp_path / "back.db")):
        with pytest.raises(InputError):
            collect("move", to=nowhere, db=str(store.url.database))
    there.close()
    back.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_move_that_fails_can_be_tried_again(store, request, tmp_path, monkeypatch, kind):
    """Into the same database, in which it left nothing but empty tables; one with a row is refused."""

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(backups, "_last_numbers", fail)
    there = str(tmp_path / "there.db")
    if kind == "postgresql":
        there = fresh_database(request.getfixturevalue("postgresql"), f"test_{os.urandom(6).hex()}")
    with pytest.raises(OSError, match="disk"):
        copy_into(there, store)
    monkeypatch.undo()
    _, copied = copy_into(there, store)
    assert copied["campaigns"] == 1
    with pytest.raises(InputError):
        copy_into(there, store)


def test_volunteers_can_send_while_an_organiser_is_asked(app, store, monkeypatch):
    database, asked = str(store.url.database), []

    def ask(question, yes):
        connection = sqlite3.connect(database, timeout=0)
        connection.execute("BEGIN IMMEDIATE")  # fails at once where a command holds on to writing
        connection.close()
        asked.append(question)

    monkeypatch.setattr("epicene.cli.collect.confirm", ask)
    volunteer(app)
    curator(app, store)
    set_all(store, Participant, consented_at=now() - timedelta(days=4000))
    collect("forget", db=database)
    collect("user totp", "camille", db=database)
    collect("campaign edit", "1", retention_days=30, db=database)
    collect("campaign close", "1", db=database)
    assert len(asked) == 4


def test_reading_commands_delete_nothing(app, store, capsys):
    volunteer(app)
    set_all(store, Participant, consented_at=now() - timedelta(days=1000), about={"age": "65+"})
    collect("stats", db=str(store.url.database), json=True)
    collect("user list", db=str(store.url.database), json=True)
    assert column(store, Participant.forgotten_at, Participant.about) == [(None, {"age": "65+"})]


@pytest.mark.parametrize("days", [8, 3650, -1])
def test_nobody_is_forgotten_when_the_clock_jumped(app, store, caplog, days):
    """A machine that starts in the year 2036, or whose clock was set back and forth, must not erase a campaign."""
    volunteer(app)
    with store.writing.begin() as session:
        session.query(Participant).update({"consented_at": now() - timedelta(days=1000)})
        session.merge(Heartbeat(id=1, cleaned_at=now() - timedelta(days=days)))
    for _ in range(2):
        with store.writing.begin() as session:
            clean_up(session)
    assert column(store, Participant.forgotten_at) == [None]
    assert "epicene collect forget" in caplog.text
    with pytest.raises(InputError):
        collect("forget", db=str(store.url.database))
    collect("forget", yes=True, db=str(store.url.database))
    assert column(store, Participant.forgotten_at) != [None]


def test_a_steady_clock_forgets_in_time(app, store):
    volunteer(app)
    with store.writing.begin() as session:
        clean_up(session)
        session.query(Participant).update({"consented_at": now() - timedelta(days=366)})
        session.merge(Heartbeat(id=1, cleaned_at=now() - timedelta(minutes=10)))
    with store.writing.begin() as session:
        clean_up(session)
        assert session.scalars(select(Participant)).one().forgotten_at is not None
        assert forget_old(session) == 0
