"""HTTP requests to servers that may be busy: time-outs, errors that pass and the pause that a server asks for are
waited out. httpx sends, tenacity tries again.

A time-out of httpx begins anew with every byte. Requests therefore run in one event loop in the background, where a
limit holds for the whole answer and connections are shared by all threads.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from ipaddress import ip_address, ip_network
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies

from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import current

if TYPE_CHECKING:  # loaded with the first request: most commands send none
    import asyncio

    import httpx
    import tenacity

LONGEST_PAUSE_SECONDS = 60.0
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")  # the first that is set
MOST_BYTES = 2**26  # of an answer: 64 MiB, hundreds of times what a long sentence takes
TOO_MANY = 429
_STARTING = threading.Lock()
# What may be over in a moment: too many requests, and errors on the server's side or of a proxy before it (52x).
PASSING = frozenset({408, TOO_MANY, 500, 502, 503, 504, *range(520, 525), 529})


def read_key(variable: str) -> str:
    """The key in an environment variable; empty where there is none."""
    key = os.environ.get(variable, "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InputError(f"The key in {variable} has characters that no key has; copy it again.")
    return key


@dataclass(frozen=True, slots=True)
class HttpRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    json: object = None


class Answered(NamedTuple):
    """An answer that was read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """ValueError for whatever is no JSON, however deep. Halves of letters, which no file can hold, become `?`."""
        try:
            return json.loads(json.dumps(json.loads(self.body), ensure_ascii=False).encode(errors="replace"))
        except RecursionError as error:
            raise ValueError("nested too deep") from error


class NoAnswerError(EpiceneError):
    """A server that stayed silent or in trouble, however often it was asked; `trouble` says which, in a few words.

    `status` is its last answer's, or None where there was none.
    """

    def __init__(self, who: str, trouble: str, attempts: int, status: int | None) -> None:
        times = f", {attempts} times" if attempts > 1 else ""
        super().__init__(f"{who} could not be asked: {trouble}{times}. Run the same command again later.")
        self.trouble = trouble + times
        self.status = status


class _PassingError(Exception):
    """A trouble that may be over in a moment, and how long the server asks to wait."""

    def __init__(self, trouble: str, status: int | None = None, retry_after: float = 0.0) -> None:
        self.trouble, self.status, self.retry_after = trouble, status, retry_after


def request_with_retry(
    request: HttpRequest, who: str, *, attempts: int, seconds: float, say: Callable[[str], None] | None = None
) -> Answered:
    """The first answer that is no passing trouble; pauses double, unless the server asks for longer ones.

    `seconds` hold for each whole answer, however slowly its bytes come. An address that is none is a ValueError.
    """
    import tenacity

    say = say or current().say

    def pause(state: tenacity.RetryCallState) -> float:
        least = min(2.0 ** (state.attempt_number - 1), LONGEST_PAUSE_SECONDS)
        return min(max(_passing(state).retry_after, least), LONGEST_PAUSE_SECONDS)

    def before_pause(state: tenacity.RetryCallState) -> None:
        again = f"trying again in {state.upcoming_sleep:g} s ({state.attempt_number + 1} of {attempts})"
        say(f"{who}: {_passing(state).trouble}; {again}")

    retrying = tenacity.Retrying(
        retry=tenacity.retry_if_exception_type(_PassingError),
        stop=tenacity.stop_after_attempt(attempts),
        wait=pause,
        before_sleep=before_pause,
        sleep=lambda duration: time.sleep(duration),
        reraise=True,
    )
    try:
        return retrying(_send, request, seconds)
    except _PassingError as error:
        raise NoAnswerError(who, error.trouble, attempts, error.status) from error


def _passing(state: tenacity.RetryCallState) -> _PassingError:
    error = state.outcome.exception() if state.outcome else None
    return error if isinstance(error, _PassingError) else _PassingError("")


def _send(request: HttpRequest, seconds: float) -> Answered:
    """One attempt; passing troubles are `_PassingError`."""
    import asyncio

    import httpx

    try:
        answer = asyncio.run_coroutine_threadsafe(_exchange(request, seconds), _started_loop()).result()
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise ValueError(str(error)) from error
    except (TimeoutError, httpx.TimeoutException) as error:
        raise _PassingError(f"no answer within {seconds:g} seconds") from error
    except httpx.HTTPError as error:
        raise _PassingError(f"no connection ({type(error).__name__})") from error
    if answer.status in PASSING:
        trouble = "too many requests" if answer.status == TOO_MANY else f"error {answer.status}"
        raise _PassingError(trouble, answer.status, _retry_after(answer.headers.get("retry-after", "")))
    return answer


async def _exchange(request: HttpRequest, seconds: float) -> Answered:
    """The whole answer in time. Redirects are not followed: a key goes to one host only."""
    import asyncio

    import httpx

    body, headers = bytearray(), {**request.headers, "Content-Type": "application/json"}
    content = None if request.json is None else json.dumps(request.json).encode()  # in ASCII: halves of letters too
    sent = _client(os.getpid(), connection_options(request.url)).stream(
        request.method, request.url, headers=headers, content=content
    )
    async with asyncio.timeout(seconds), sent as response:
        try:
            async for part in response.aiter_bytes():
                body += part
                if len(body) > MOST_BYTES:
                    raise EpiceneError(
                        f"{request.url} answers with more than {MOST_BYTES // 2**20} MB; no answer is so long."
                    )
        except (httpx.ReadError, httpx.RemoteProtocolError, httpx.DecodingError) as error:
            raise _PassingError("an answer that is not whole") from error
        return Answered(response.status_code, response.headers, bytes(body))


@cache
def _client(process: int, options: ConnectionOptions) -> httpx.AsyncClient:
    """One for all servers behind one proxy; how many requests are under way is decided by who asks. A fork has its
    own."""
    import httpx

    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(timeout=None, limits=limits, **options.for_httpx())  # noqa: S113 - timed as a whole


class ConnectionOptions(NamedTuple):
    """How an address is reached: through which proxy, and with whose certificates. httpx reads neither networks in
    NO_PROXY (10.0.0.0/8) nor the variables of other programs for certificates, so both are read here."""

    proxy: str | None
    certificates: str

    def for_httpx(self) -> dict[str, Any]:
        import ssl

        file = Path(self.certificates)
        context = ssl.create_default_context(
            cafile=None if file.is_dir() else file, capath=file if file.is_dir() else None
        )
        return {"trust_env": False, "proxy": self.proxy, "verify": context}


def connection_options(url: str) -> ConnectionOptions:
    """Those that the environment names for an address."""
    import certifi

    named = (os.environ.get(name) for name in CERTIFICATES)
    return ConnectionOptions(_proxy_of(url), next((name for name in named if name), certifi.where()))


def _proxy_of(url: str) -> str | None:
    """The proxy for an address: that of its scheme, or of all; none where NO_PROXY has its host."""
    proxies, parts = getproxies(), urlsplit(url)
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or is_without_proxy(parts.hostname or "", proxies.get("no", "")):
        return None
    scheme, mark, address = proxy.partition("://")
    if not mark:
        return f"http://{proxy}"
    if scheme == "socks":  # what desktops write
        return f"socks5://{address}"
    if scheme not in ("http", "https", "socks5", "socks5h"):
        raise InputError(f"{proxy} is not a usable proxy for {url}. Name one with http://, https:// or socks5://.")
    return proxy


def is_without_proxy(host: str, names: str) -> bool:
    """Whether NO_PROXY has a host: by its name, a domain above it, its address or a network that it is in."""
    try:
        address = ip_address(host)
    except ValueError:
        address = None
    for name in (part.strip().lower() for part in names.split(",")):
        if address and "/" in name:
            try:
                if address in ip_network(name, strict=False):
                    return True
            except ValueError:
                continue
        bare = name.removeprefix("*").lstrip(".")
        if name == "*" or (bare and (host.lower() == bare or host.lower().endswith(f".{bare}"))):
            return True
    return False


def _started_loop() -> asyncio.AbstractEventLoop:
    """The one loop, whichever thread asks first."""
    with _STARTING:
        return _background_loop(os.getpid())


@cache
def _background_loop(process: int) -> asyncio.AbstractEventLoop:
    import asyncio

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="epicene-http", daemon=True).start()
    return loop


def _retry_after(text: str) -> float:
    """The pause in a Retry-After header, in seconds or as a date; 0 where it says none."""
    try:
        seconds = float(text)
    except ValueError:
        try:
            then = parsedate_to_datetime(text)
        except ValueError:
            return 0.0
        seconds = (then.replace(tzinfo=then.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return seconds if isfinite(seconds) else 0.0
