"""The web server: one process, so that limits and handing out are one; no log of addresses; and headers on every
answer, errors included, that say what a browser may do with our pages."""

from __future__ import annotations

import asyncio
import ipaddress
import socket as sockets
import sys
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from epicene.core.errors import InputError

BACKLOG = 2048
LOOPBACK = ("127.0.0.1", "::1")
SWITCH_SECONDS = 0.0005  # the writer waits for its turn after every statement: Python's 5 ms would be most of its time
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
            "Cannot listen on {host}:{port} ({error}); choose another --port or --host.",
            host=host,
            port=port,
            error=error.strerror,
        ) from None
    return socket


class Deadlines(HttpToolsProtocol):
    """Whoever connects and does not send a whole head of a request in time is cut off: the connections of those who
    only pretend to ask would be held for ever."""

    head_seconds = 10.0
    _head_ends: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_has_come()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_has_come()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head_ends is None:
            self._head_ends = self.loop.call_later(self.head_seconds, self._cut_off)

    def _head_has_come(self) -> None:
        if self._head_ends is not None:
            self._head_ends.cancel()
            self._head_ends = None

    def _cut_off(self) -> None:
        self._head_ends = None
        self.transport.abort()


def is_local(host: str) -> bool:
    """Whether only this machine can reach an address that is listened on."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def read_proxies(given: Sequence[str]) -> list[str]:
    """Addresses and networks whose word about the client is taken; a name or a star would trust too many."""
    try:
        return [str(ipaddress.ip_network(one, strict=False)) for one in given]
    except ValueError as error:
        raise InputError(
            "--trusted-proxy takes addresses and networks, such as 10.0.0.2 or 10.0.0.0/24 ({error}).", error=error
        ) from None


def run(app: ASGIApp, socket: sockets.socket, proxies: Sequence[str] = LOOPBACK) -> None:
    """Until Ctrl-C. Proxies on this machine, or those named instead, may tell the client's address and scheme; nobody
    else may."""
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        app,
        http=Deadlines,
        access_log=False,
        log_level="warning",
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=10,
        forwarded_allow_ips=list(proxies),
    )
    uvicorn.Server(config).run(sockets=[socket])


class Headers:
    """Outermost, so that an answer to an error of our own has them too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                message["headers"] = [*headers, *(_RAW_HTTPS if scope["scheme"] == "https" else _RAW)]
                if not any(name == b"cache-control" for name, _ in headers):
                    message["headers"].append(_PRIVATE)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
