"""The web server: one process, so that limits and handing out are one; no log of addresses; and headers on every
answer, errors included, that say what a browser may do with our pages."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket as sockets
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from epicene.collect.web.rate_limits import RateLimiter
from epicene.core.errors import InputError

BACKLOG = 2048
FILES = 16_384  # connections and files open at once, where the system allows it
LOOPBACK = ("127.0.0.1", "::1")
SWITCH_SECONDS = 0.0005  # the writer waits for its turn after every statement: Python's 5 ms would be most of its time
MOST_HEAD_BYTES, MOST_HEADERS = 64 * 1024, 100
SWEEP_TICKS = 100  # of a tenth of a second each
LEAST_READ_BYTES = 16 * 1024  # between two sweeps, of what waits to be read
REPEATED_SECONDS = 60.0
# The first release of each minor version in which reading a cookie takes no more time than its length (CVE-2024-7592).
MENDED_PYTHON = {(3, 10): 15, (3, 11): 10, (3, 12): 6}
# Nothing from elsewhere, nothing inline, no frames: even a sentence that slipped through unescaped could do nothing.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_RAW_HTTPS = [*_RAW, (b"strict-transport-security", b"max-age=31536000")]
_PRIVATE = (b"cache-control", b"no-store")  # a page is its reader's, and nobody else's to keep
_STATIC = (b"cache-control", b"public, max-age=3600")
_TOO_MANY = {"status": 429, "headers": [(b"content-type", b"text/plain"), (b"retry-after", b"60")]}


def listen(host: str, port: int) -> sockets.socket:
    """A socket that takes connections before anything is announced, or one sentence why it cannot be."""
    try:
        family, kind, protocol, _, address = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM)[0]
        socket = sockets.socket(family, kind, protocol)
        socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        socket.bind(address)
        socket.listen(BACKLOG)
    except OSError as error:
        raise InputError(
            f"Cannot listen on {host}:{port} ({error.strerror}); choose another --port or --host."
        ) from None
    return socket


class BoundedProtocol(HttpToolsProtocol):
    """Whoever connects and does not send a whole head of a request in time is cut off; so is whoever sends more than
    `MOST_HEAD_BYTES` that are no body (heads, trailers, extensions of chunks), goes on sending after the answer, or
    does not read it. The connections of those who only pretend would be held for ever."""

    head_seconds = 10.0
    _head_ends: asyncio.TimerHandle | None = None
    _overhead = 0  # bytes of this request that were no body
    _unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_has_come()
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > MOST_HEAD_BYTES or len(self.headers) > MOST_HEADERS:
            self._refuse_head()
        elif not self.transport.is_closing():
            super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._overhead += len(data)
        super().data_received(data)
        if self._overhead > MOST_HEAD_BYTES:
            self._refuse_head()

    def on_body(self, body: bytes) -> None:
        self._overhead -= len(body)
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._overhead = 0
        if not self.transport.is_closing():
            super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.cycle.response_complete and self.cycle.more_body:  # answered before all of it was sent
            self.transport.close()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_has_come()
        super().connection_lost(exc)

    def check_reader(self) -> None:
        """Called every ten seconds: who has left an answer unread since the last time is cut off."""
        size = self.transport.get_write_buffer_size()
        if size and self._unread and self._unread - size < LEAST_READ_BYTES:
            self.transport.abort()
        self._unread = size

    def _await_head(self) -> None:
        if self._head_ends is None:
            self._head_ends = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _head_has_come(self) -> None:
        if self._head_ends is not None:
            self._head_ends.cancel()
            self._head_ends = None

    def _refuse_head(self) -> None:
        self._head_has_come()
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n")
            self.transport.close()


class SweepingServer(uvicorn.Server):
    async def on_tick(self, counter: int) -> bool:
        if counter % SWEEP_TICKS == 0:
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedProtocol):
                    connection.check_reader()
        return await super().on_tick(counter)


class CountRepeated(logging.Filter):
    """An error, or a complaint of the web server's, is written once a minute; those like it are counted: a database
    that is away, or a flood of nonsense, must not fill the disk. Errors are alike that were raised in one line."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None and record.name == "epicene.collect" and record.levelno < logging.ERROR:
            return True  # refusals have a limit of their own
        trace = error.__traceback__ if error else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = (trace.tb_frame.f_code, trace.tb_lineno) if trace else record.msg
        key = (record.name, type(error), where)
        last, count = self._last.get(key, (-REPEATED_SECONDS, 0))
        if time.monotonic() - last < REPEATED_SECONDS:
            self._last[key] = (last, count + 1)
            return False
        self._last = dict(list(self._last.items())[-100:])
        self._last[key] = (time.monotonic(), 0)
        if count:
            record.msg, record.args = f"{record.getMessage()} ({count} more like it since the last)", ()
        return True


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address that is listened on."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def read_proxies(given: Sequence[str]) -> list[str]:
    """Addresses and networks whose word about the client is taken; a name or a star would trust too many."""
    try:
        return [str(ipaddress.ip_network(network, strict=False)) for network in given]
    except ValueError as error:
        raise InputError(
            f"--trusted-proxy takes addresses and networks, such as 10.0.0.2 or 10.0.0.0/24 ({error})."
        ) from None


def outdated_python(version: tuple[int, int, int] = sys.version_info[:3]) -> str:
    """The first release without known holes that concern a server, where this one is older; else nothing."""
    mended = MENDED_PYTHON.get((version[0], version[1]), 0)
    return f"{version[0]}.{version[1]}.{mended}" if version[2] < mended else ""


def make_server(app: ASGIApp, proxies: Sequence[str] = LOOPBACK) -> SweepingServer:
    """Proxies on this machine, or those named instead, may tell the client's address and scheme; nobody else may."""
    return SweepingServer(
        uvicorn.Config(
            app,
            http=BoundedProtocol,
            ws="none",
            access_log=False,
            log_level="warning",
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=10,
            forwarded_allow_ips=list(proxies),
        )
    )


def run(app: ASGIApp, socket: sockets.socket, proxies: Sequence[str] = LOOPBACK) -> None:
    """Until Ctrl-C."""
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(ImportError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    repeated = CountRepeated()
    for name in ("uvicorn.error", "epicene.collect", "asyncio"):
        logging.getLogger(name).addFilter(repeated)
    make_server(app, proxies).run(sockets=[socket])


class SiteGate:
    """Outermost: an answer to an error of our own has our headers too, and a flood of views costs no page."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        self.app, self._limiter = app, limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        is_static = scope["path"].startswith("/static/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                message["headers"] = [*headers, *(_RAW_HTTPS if scope["scheme"] == "https" else _RAW)]
                if not any(name == b"cache-control" for name, _ in headers):
                    message["headers"].append(_STATIC if is_static and message["status"] < 400 else _PRIVATE)
            await send(message)

        address = scope["client"][0] if scope["client"] else ""
        if scope["method"] != "POST" and not self._limiter.views.allows(*self._limiter.networks(address)):
            await with_headers({"type": "http.response.start", **_TOO_MANY})
            return await with_headers({"type": "http.response.body", "body": b"Too many requests: wait a minute."})
        return await self.app(scope, receive, with_headers)
