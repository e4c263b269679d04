"""Pages that take long: stopped when nobody waits, when time is up, and never in the way of others."""

import asyncio
import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from collect.own_loop import apart
from collect.participants import curator, volunteer
from epicene.collect.curate import statements
from epicene.collect.store.database import Stop, StoppedError, check_stop
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import ServerSettings

LONG = 60  # seconds: a test that waits for so long has failed
FOREVER = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "postgresql": "SELECT pg_sleep(600)",
}


@pytest.mark.parametrize("busy_with", ["database", "python"])
def test_what_nobody_waits_for_is_stopped(ready_store, busy_with):
    """Whether the database is at work or we are."""
    begun, stop = threading.Event(), Stop()

    def work(session):
        begun.set()
        if busy_with == "database":
            session.execute(text(FOREVER[session.connection().dialect.name]))
        while True:
            check_stop(session)

    async def ask():
        reading = asyncio.ensure_future(ready_store.read_slowly(work, stop))
        await asyncio.to_thread(begun.wait, LONG)
        while not reading.done():  # a statement that has not quite begun is not there to be stopped
            stop.now()
            await asyncio.wait((reading,), timeout=0.05)
        return reading.exception()

    assert isinstance(apart(asyncio.run, ask()), StoppedError | DBAPIError)


def test_a_page_over_its_time_is_given_up_and_others_are_served(store, monkeypatch):
    app = make_app(store, ServerSettings(slow_seconds=0.1))
    camille, person = curator(app, store), volunteer(app)

    def endless(session, *_):
        while True:
            check_stop(session)

    monkeypatch.setattr(statements, "read_queue", endless)
    answer = camille.client.get("/curate")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "30"
    assert person.client.get("/tasks/fluency").status_code == 200
    assert camille.client.get("/curate/account").status_code == 200


def test_a_reader_who_leaves_ends_the_work(store, monkeypatch):
    """The page is asked for as a browser does that goes away at once."""
    app = make_app(store, ServerSettings(slow_seconds=LONG))
    camille = curator(app, store)
    begun, stopped = threading.Event(), threading.Event()

    def endless(session, *_):
        begun.set()
        try:
            while True:
                check_stop(session)
        except StoppedError:
            stopped.set()
            raise

    monkeypatch.setattr(statements, "read_queue", endless)
    cookies = "; ".join(f"{name}={value}" for name, value in camille.client.cookies.items())
    scope = {
        "type": "http", "method": "GET", "path": "/curate", "query_string": b"", "scheme": "http",
        "http_version": "1.1",
        "headers": [(b"host", b"x"), (b"cookie", cookies.encode())], "client": ("127.0.0.1", 1), "server": ("x", 80),
    }  # fmt: skip
    said = []

    async def visit():
        async def receive():
            await asyncio.to_thread(begun.wait, LONG)
            return {"type": "http.disconnect"}

        async def send(message):
            said.append(message)

        await asyncio.wait_for(app(scope, receive, send), LONG)

    apart(asyncio.run, visit())
    assert stopped.wait(LONG)
    assert said[0]["status"] == 503
