"""A workshop of its own for each test, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `collect`")

from argon2 import PasswordHasher
from starlette.testclient import TestClient

from epicene.collect.campaigns import edit_campaign
from epicene.collect.store.database import Store
from epicene.collect.web import accounts
from epicene.collect.web.app import make_app, open_store
from epicene.collect.web.rate_limits import ServerSettings
from epicene.collect.web.serve import SiteGate

LIMITS = ("per_participant", "per_address", "views_per_address", "identities_per_hour", "statements_per_minute")
UNLIMITED = ServerSettings(**dict.fromkeys((*LIMITS, "statements_per_address"), 10**6))
ORGANISER = ("Lab X", "dpo@example.org")
KEY = "a key for tests, of at least 32 characters"


def made_ready(database: str) -> Store:
    """As the first start leaves it, and with somebody who is responsible for the campaign."""
    store = open_store(database)
    with store.writing.begin() as session:
        edit_campaign(session, 1, dict(zip(("organiser", "contact"), ORGANISER, strict=True)))
    return store


def forget_campaigns(app: SiteGate) -> None:
    """What a test has changed in the database is on the next page, and not within a second."""
    for remembered in (app.app.state.parts.campaigns, app.app.state.parts.progress):  # type: ignore[attr-defined]
        remembered._until = 0.0


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And the list of erasures, which with a database server would be kept where the tests were started."""
    monkeypatch.setenv("EPICENE_COLLECT_KEY", KEY)
    monkeypatch.setattr("epicene.collect.store.backups.home_folder", lambda _: tmp_path)


@pytest.fixture(autouse=True)
def _no_control_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which sentence somebody is given must not depend on luck; tests about controls say whose turn it is."""
    monkeypatch.setattr("epicene.collect.store.schema.first_control", lambda: 10**6)


@pytest.fixture(scope="session", autouse=True)
def real_passwords() -> Iterator[PasswordHasher]:
    """Argon2 at its least everywhere, a millisecond each time; this is the hasher that people get, for its own test."""
    real = accounts._hasher
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield real


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, that needs no root; one a session and worker.

    Not in pytest's own folder: other sessions clear the older ones away, and its name may be too long for a socket.
    """
    pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL: pip install pgserver")
    folder = Path(tempfile.mkdtemp(prefix="epicene-pg-", dir=_quick_place()))
    try:
        server = pgserver.get_server(folder)
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL does not start here: {error}")
    try:
        _hurry(server.get_uri())
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _quick_place() -> str | None:
    """In memory where there is room: every test has a database of its own, of three hundred files."""
    memory = Path("/dev/shm")
    has_room = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 * 2**30
    return str(memory) if has_room else None


def _hurry(server: str) -> None:
    """No test cuts the power: the server need not wait for the disk, which took most of the time to copy a database and
    two minutes to stop."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        for setting in ("fsync", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def ready_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An SQLite database as the first start leaves it: made once, copied by most tests."""
    path = tmp_path_factory.mktemp("ready") / "collect.db"
    made_ready(str(path)).close()
    return path.read_bytes()


@pytest.fixture(scope="module")
def module_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A database with the first campaign, for all tests of a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EPICENE_COLLECT_KEY", KEY)
        opened = made_ready(str(tmp_path_factory.mktemp("module") / "collect.db"))
        yield opened
        opened.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh, empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "collect.db")
    return fresh_database(request.getfixturevalue("postgresql"), f"test_{os.urandom(6).hex()}")


@pytest.fixture(scope="session")
def ready_template(postgresql: str) -> str:
    """The name of a PostgreSQL database as the first start leaves it, to be copied."""
    made_ready(fresh_database(postgresql, "ready_template")).close()
    return "ready_template"


@pytest.fixture(params=["sqlite", "postgresql"])
def ready_store(request: pytest.FixtureRequest, tmp_path: Path, ready_file: bytes) -> Iterator[Store]:
    """A database of each kind with the first campaign: a copy, because migrating takes longer than most tests."""
    if request.param == "sqlite":
        path = tmp_path / "collect.db"
        path.write_bytes(ready_file)
        opened = Store(str(path))
    else:
        server, template = (request.getfixturevalue(name) for name in ("postgresql", "ready_template"))
        opened = Store(fresh_database(server, f"test_{os.urandom(6).hex()}", template))
    yield opened
    opened.close()


def fresh_database(server: str, name: str, template: str = "template1") -> str:
    import psycopg
    from sqlalchemy import make_url

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(tmp_path: Path, ready_file: bytes) -> Iterator[Store]:
    """An SQLite database with the first campaign."""
    path = tmp_path / "collect.db"
    path.write_bytes(ready_file)
    path.chmod(0o600)
    opened = Store(str(path))
    yield opened
    opened.close()


@pytest.fixture
def app(store: Store) -> SiteGate:
    return make_app(store, UNLIMITED)


@pytest.fixture
def client(app: SiteGate) -> Iterator[TestClient]:
    with TestClient(app, follow_redirects=False) as opened:
        yield opened
