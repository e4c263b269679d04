"""The web server: one process, so that limits and handing out are one; and no log of addresses."""

from __future__ import annotations

import socket as sockets
import sys

import uvicorn
from starlette.types import ASGIApp

from epicene.core.errors import InputError

BACKLOG = 2048
SWITCH_SECONDS = 0.0005  # the writer waits for its turn after every statement: Python's 5 ms would be most of its time


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


def run(app: ASGIApp, socket: sockets.socket) -> None:
    """Until Ctrl-C. A proxy on this machine may tell the client's address and scheme; nobody else may."""
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=10,
        forwarded_allow_ips="127.0.0.1,::1",
    )
    uvicorn.Server(config).run(sockets=[socket])
