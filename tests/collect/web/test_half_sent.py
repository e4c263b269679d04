"""Requests that stop half-way, over a real socket; and a server that can no longer write."""

import logging
import socket
import threading

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from collect.browser import served
from collect.participants import Page, volunteer
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import Settings
from epicene.collect.web.serve import BoundedProtocol

SOON = 0.2
LONG = 60  # seconds: a test that waits for so long has failed


@pytest.fixture
def address(store, monkeypatch):
    """A body has little time; a head as much as it needs, until a test says otherwise: what is to be read whole must
    not depend on how fast this machine is."""
    monkeypatch.setattr(BoundedProtocol, "head_seconds", LONG)
    with served(make_app(store, Settings(body_seconds=SOON))) as home:
        host, port = home.removeprefix("http://").split(":")
        yield host, int(port)


def answer_to(address, *parts):
    """All that the server says until it closes the connection."""
    with socket.create_connection(address, LONG) as connection:
        for part in parts:
            connection.sendall(part)
        said = b""
        while more := connection.recv(4096):
            said += more
        return said


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"G"])
def test_who_does_not_finish_a_head_is_cut_off(address, sent, monkeypatch):
    monkeypatch.setattr(BoundedProtocol, "head_seconds", SOON)
    assert answer_to(address, sent) == b""


def test_the_second_request_of_a_connection_has_a_deadline_too(address, monkeypatch):
    with socket.create_connection(address, LONG) as connection:
        connection.sendall(b"GET /nowhere.json HTTP/1.1\r\nHost: x\r\n\r\n")
        said = b""
        while b"}" not in said:
            said += connection.recv(4096)
        assert b"404" in said
        monkeypatch.setattr(BoundedProtocol, "head_seconds", SOON)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        assert connection.recv(4096) == b""


def test_a_body_that_does_not_come_is_answered_with_408(address):
    head = b"POST /consent HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    said = answer_to(address, head + b"Content-Length: 100\r\n\r\ntoken=")
    assert said.startswith(b"HTTP/1.1 408")


def test_a_form_broken_off_is_one_line_in_the_log_and_nothing_kept(app, store, caplog):
    """The browser goes away in the middle of a form."""
    person = volunteer(app)
    token = Page(person.get("/tasks/statement").text).forms[0]["fields"]["token"]
    cookies = "; ".join(f"{name}={value}" for name, value in person.client.cookies.items())
    logged = threading.Event()
    caplog.handler.addFilter(lambda record: logged.set() or True)
    with served(app) as home, caplog.at_level(logging.WARNING):
        host, port = home.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), LONG) as connection:
            head = f"POST /tasks/statement HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\nContent-Length: 500\r\n"
            kind = "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
            connection.sendall(f"{head}{kind}token={token}&statement=Les".encode())
        assert logged.wait(LONG)
    lines = [record for record in caplog.records if record.name.startswith(("epicene", "uvicorn"))]
    assert [record.getMessage() for record in lines] == ["POST /tasks/statement was broken off half-way"]
    assert not any(record.exc_info for record in lines)
    with store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM statements")).scalar() == 0


def test_health_fails_when_writing_fails(client, store, monkeypatch):
    assert client.get("/health.json").json() == {"status": "ok"}

    def full(*_):
        raise OperationalError("UPDATE", {}, Exception("database or disk is full"))

    monkeypatch.setattr("sqlalchemy.orm.Session.commit", full)
    monkeypatch.setattr("sqlalchemy.orm.Session.merge", full)
    answer = client.get("/health.json")
    assert answer.status_code == 503
    assert answer.json() == {"status": "failing"}
    assert client.get("/").status_code == 200  # reading still works
