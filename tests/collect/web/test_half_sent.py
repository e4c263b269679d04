"""Requests that stop half-way, over a real socket; and a server that can no longer write."""

import logging
import socket
import threading
from contextlib import suppress

import pytest
from sqlalchemy.exc import OperationalError

from collect.browser import served
from collect.participants import Page, column, volunteer
from epicene.collect.store.schema import Statement
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import ServerSettings
from epicene.collect.web.serve import (
    LEAST_READ_BYTES,
    MOST_HEAD_BYTES,
    MOST_HEADERS,
    BoundedProtocol,
    CountRepeated,
    outdated_python,
)

SOON = 0.2
LONG = 60  # seconds: a test that waits for so long has failed


@pytest.fixture
def address(store, monkeypatch):
    """A body has little time; a head as much as it needs, until a test says otherwise: what is to be read whole must
    not depend on how fast this machine is."""
    monkeypatch.setattr(BoundedProtocol, "head_seconds", LONG)
    with served(make_app(store, ServerSettings(body_seconds=SOON))) as home:
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


def ask(connection, headers=b""):
    """One request, and all of its answer."""
    connection.sendall(b"GET /nowhere.json HTTP/1.1\r\nHost: x\r\n" + headers + b"\r\n")
    said = b""
    while b"}" not in said:
        said += connection.recv(4096)
    assert b"404" in said


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"G"])
def test_who_does_not_finish_a_head_is_cut_off(address, sent, monkeypatch):
    monkeypatch.setattr(BoundedProtocol, "head_seconds", SOON)
    assert answer_to(address, sent) == b""


def test_the_second_request_of_a_connection_has_a_deadline_too(address, monkeypatch):
    with socket.create_connection(address, LONG) as connection:
        ask(connection)
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
    assert column(store, Statement.id) == []


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


HEAD = b"GET /nowhere.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"


def test_a_head_within_the_limit_is_read_and_a_longer_one_refused(address):
    fits, too_long = (b"X-Long: " + b"a" * size + b"\r\n\r\n" for size in (60_000, MOST_HEAD_BYTES))
    assert answer_to(address, HEAD + fits).startswith(b"HTTP/1.1 404")
    assert answer_to(address, HEAD + too_long).startswith(b"HTTP/1.1 431")
    many = b"".join(b"X-%d: a\r\n" % number for number in range(MOST_HEADERS))
    assert answer_to(address, HEAD + many + b"\r\n").startswith(b"HTTP/1.1 431")


CHUNKED = b"POST /consent HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (HEAD, b"X-A: " + b"a" * 10_000 + b"\r\n"),
        (CHUNKED + b"1\r\na\r\n0\r\n", b"X-A: " + b"a" * 10_000 + b"\r\n"),
        (CHUNKED + b"1;a=", b"a" * 10_000),
    ],
    ids=["head", "trailers", "chunk-extension"],
)
def test_what_is_no_body_ends_somewhere(address, begin, again):
    """Without an end to it the server would keep 100 MB of it, or parse it for ever."""
    with socket.create_connection(address, LONG) as connection:
        connection.sendall(begin)
        with pytest.raises(ConnectionError):
            connection.sendall(again * 10_000)


def test_who_goes_on_sending_after_the_answer_is_cut_off(address):
    """A byte after the answer, when the server waited for the next request, kept such a connection open for ever."""
    with socket.create_connection(address, LONG) as connection:
        ask(connection, b"Content-Length: 1000000\r\n")
        with suppress(ConnectionError):
            connection.sendall(b"a")
            assert connection.recv(4096) == b""


class Reader:
    """A connection whose other end reads so many bytes between two looks."""

    def __init__(self, waiting, reads):
        self.waiting, self.reads, self.is_cut = waiting, reads, False

    def get_write_buffer_size(self):
        self.waiting = max(0, self.waiting - self.reads)
        return self.waiting

    def abort(self):
        self.is_cut = True


@pytest.mark.parametrize(("reads", "is_cut"), [(0, True), (1000, True), (LEAST_READ_BYTES, False)])
def test_who_does_not_read_an_answer_is_cut_off(reads, is_cut):
    protocol = BoundedProtocol.__new__(BoundedProtocol)
    protocol.transport = Reader(200_000, reads)
    for _ in range(3):
        protocol.check_reader()
    assert protocol.transport.is_cut == is_cut


def test_errors_alike_are_counted_and_others_are_written():
    counting = CountRepeated()

    def record(name, level, message, error=None):
        return logging.LogRecord(name, level, "", 0, message, (), error and (type(error), error, error.__traceback__))

    def fails(number):
        try:
            if number:
                raise ValueError(f"row {number}")
            raise ValueError("elsewhere")
        except ValueError as error:
            return record("epicene.collect", logging.ERROR, "GET / failed", error)

    assert [counting.filter(fails(number)) for number in (1, 2, 3, 0)] == [True, False, False, True]
    for logger, message in (("uvicorn.error", "Invalid HTTP request received."), ("epicene.collect", "Writing fails")):
        seen = [counting.filter(record(logger, logging.ERROR, message)) for _ in range(3)]
        assert seen == [True, False, False]
    refused = record("epicene.collect", logging.WARNING, "was refused")
    assert [counting.filter(refused) for _ in range(3)] == [True] * 3  # they have a limit of their own
    counting._last = {key: (last - 61, count) for key, (last, count) in counting._last.items()}
    later = fails(1)
    assert counting.filter(later)
    assert "2 more" in later.getMessage()


def test_a_cookie_is_read_without_pythons_quadratic_unquoting(app, monkeypatch):
    def never(_cookies):
        raise AssertionError("read by http.cookies")

    monkeypatch.setattr("starlette.requests.cookie_parser", never)
    person = volunteer(app)
    slow = {"Cookie": 'epicene_code="' + "\\" * 60_000 + '"'}
    assert person.client.get("/", headers=slow).status_code == 200


@pytest.mark.parametrize(
    ("version", "newer"),
    [((3, 11, 9), "3.11.10"), ((3, 11, 10), ""), ((3, 12, 5), "3.12.6"), ((3, 13, 0), "")],
)
def test_a_release_of_python_with_a_known_hole_is_told(version, newer):
    assert outdated_python(version) == newer
