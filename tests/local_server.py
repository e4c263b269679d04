"""A web server of this machine for the time of a test."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    """JSON in and out; nothing is logged, and whoever asked may be gone."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # the body, a second packet, would wait 40 ms for the header's receipt

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def send(self, status: int, document: Any, headers: Mapping[str, str]) -> None:
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            return

    def drip(self, where: str, freed: threading.Event) -> None:
        """A byte now and then, for four seconds, of a header or the body: each read is in time, the answer is not."""
        begun = "HTTP/1.1 200 OK\r\nContent-Length: 200\r\n" + ("X-Slow: " if where == "headers" else "\r\n")
        data = b"x" * 200
        self.close_connection = True
        try:
            self.wfile.write(begun.encode())
            for place in range(len(data)):
                self.wfile.write(data[place : place + 1])
                if freed.wait(0.02):
                    return
        except (BrokenPipeError, ConnectionResetError):
            return

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def running(handler: type[Handler], before_end: Callable[[], None]) -> Iterator[str]:
    """Its address; `before_end` lets go of requests that it never answered."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        before_end()
        server.shutdown()
        server.server_close()
        thread.join()
