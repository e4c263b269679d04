"""Work that needs a loop of its own: in a thread, because a browser that other tests opened has one in this one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

import httpx

T = TypeVar("T")


def apart(work: Callable[..., T], *arguments: Any, **options: Any) -> T:
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments, **options).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One for all requests of all tests: starting one takes longer than most pages."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


class Straight(httpx.BaseTransport):
    """Requests straight into an app, without a server; what goes wrong in it goes wrong in the test, unless that is to
    see what people are shown then (`raises`)."""

    def __init__(self, app: Any, client: str = "testclient") -> None:
        self.app, self.client, self.raises = app, client, True

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return asyncio.run_coroutine_threadsafe(self._ask(request), _loop()).result()

    async def _ask(self, request: httpx.Request) -> httpx.Response:
        waiting = [{"type": "http.request", "body": request.read(), "more_body": False}]
        said: list[Any] = []

        async def receive() -> Any:
            if not waiting:
                await asyncio.Event().wait()  # the reader stays
            return waiting.pop()

        async def send(message: Any) -> None:
            said.append(message)

        url = request.url
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.split(b"?")[0],
            "query_string": url.query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": (self.client, 50000),
            "server": (url.host, url.port or (443 if url.scheme == "https" else 80)),
        }
        try:
            await self.app(scope, receive, send)
        except Exception:
            if self.raises:
                raise
        body = b"".join(message.get("body", b"") for message in said[1:])
        return httpx.Response(said[0]["status"], headers=said[0]["headers"], content=body, request=request)
