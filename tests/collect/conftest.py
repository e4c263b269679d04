"""A workshop of its own for each test, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `collect`")

from starlette.testclient import TestClient

from epicene.collect.app import make_app, open_store
from epicene.collect.headers import Headers
from epicene.collect.settings import Settings
from epicene.collect.store import Store

UNLIMITED = Settings(per_participant=1_000_000, per_address=1_000_000)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EPICENE_COLLECT_KEY", "a key for tests, of at least 32 characters")


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which many curators log in and nobody attacks: Argon2 at its least, a millisecond each time."""
    from argon2 import PasswordHasher

    from epicene.collect import accounts

    monkeypatch.setattr(accounts, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, that needs no root; one a session and worker."""
    pgserver = pytest.importorskip("pgserver", reason="no PostgreSQL: pip install pgserver")
    try:
        server = pgserver.get_server(tmp_path_factory.mktemp("postgresql"))
    except Exception as error:
        pytest.skip(f"PostgreSQL does not start here: {error}")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh, empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "collect.db")
    return fresh_database(request.getfixturevalue("postgresql"), f"test_{os.urandom(6).hex()}")


def fresh_database(server: str, name: str) -> str:
    import psycopg
    from sqlalchemy import make_url

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An SQLite database with the first campaign."""
    opened = open_store(str(tmp_path / "collect.db"))
    yield opened
    opened.close()


@pytest.fixture
def app(store: Store) -> Headers:
    return make_app(store, UNLIMITED)


@pytest.fixture
def client(app: Headers) -> Iterator[TestClient]:
    with TestClient(app, follow_redirects=False) as opened:
        yield opened
