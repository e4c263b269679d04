"""Waiting for a server: how long it is waited for, and what of its answers is worth another try."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from epicene.core.errors import EpiceneError
from epicene.data import http_client
from epicene.data.http_client import HttpRequest, request_with_retry


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("epicene.data.http_client.time.sleep", found.append)
    return found


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what the server answers: a status a request, or a body that breaks off."""

    def answer(*answers: int | AsyncIterator[bytes], **headers: str) -> None:
        remaining = iter(answers)
        named = {name.replace("_", "-"): value for name, value in headers.items()}

        def respond(request: httpx.Request) -> httpx.Response:
            status = next(remaining)
            if isinstance(status, int):
                return httpx.Response(status, headers=named, content=b"<html>Bad gateway</html>")
            return httpx.Response(200, content=status)

        client = httpx.AsyncClient(transport=httpx.MockTransport(respond))
        monkeypatch.setattr(http_client, "_client", lambda *_: client)

    return answer


def asked(attempts: int = 6) -> http_client.Answered:
    return request_with_retry(HttpRequest("GET", "http://it.test/", {}), "it", attempts=attempts, seconds=10)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 520, 524, 529])
def test_trouble_that_may_pass_is_waited_out_whatever_its_page_says(
    status: int, pauses: list[float], answering: Callable[..., None]
) -> None:
    answering(status, status, 200)
    answer = asked()
    assert (answer.status, answer.body) == (200, b"<html>Bad gateway</html>")
    assert pauses == [1.0, 2.0]


@pytest.mark.parametrize("status", [400, 404, 501])
def test_other_trouble_is_an_answer(status: int, pauses: list[float], answering: Callable[..., None]) -> None:
    answering(status)
    assert asked().status == status
    assert pauses == []


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("7", [7.0, 7.0, 7.0]),
        ("3", [3.0, 3.0, 4.0]),  # never shorter than without it, so that all tries are not gone in a moment
        ("0", [1.0, 2.0, 4.0]),
        ("-5", [1.0, 2.0, 4.0]),
        ("86400", [60.0, 60.0, 60.0]),
        ("nan", [1.0, 2.0, 4.0]),
        ("inf", [1.0, 2.0, 4.0]),
        ("soon", [1.0, 2.0, 4.0]),
        ("Mon, 99 Foo 20261 99:99:99 GMT", [1.0, 2.0, 4.0]),
        ("Wed, 21 Oct 2015 07:28:00 GMT", [1.0, 2.0, 4.0]),
        ("Wed, 21 Oct 9999 07:28:00 -0000", [60.0, 60.0, 60.0]),
    ],
)
def test_the_pause_a_server_asks_for_is_kept_within_reason(
    header: str, expected: list[float], pauses: list[float], answering: Callable[..., None]
) -> None:
    answering(503, 503, 503, 200, Retry_After=header)
    asked()
    assert pauses == expected


@pytest.mark.parametrize("error", [httpx.RemoteProtocolError, httpx.ReadError, httpx.DecodingError])
def test_an_answer_that_breaks_off_is_asked_again(
    error: type[httpx.HTTPError], pauses: list[float], answering: Callable[..., None]
) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"{"
        raise error("broken off")

    answering(broken(), broken(), broken())
    with pytest.raises(
        EpiceneError, match=r"^it could not be asked: an answer that is not whole, 3 times\. Run the same"
    ):
        asked(attempts=3)
    assert pauses == [1.0, 2.0]
