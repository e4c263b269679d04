"""Waiting for a server: how long it is waited for, and what of its answers is worth another try."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from io import BytesIO

import pytest
import requests

from epicene.core.errors import EpiceneError
from epicene.data.http_retry import ask_patiently


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("epicene.data.http_retry.time.sleep", found.append)
    return found


def answering(*statuses: int, **headers: str) -> Callable[[], requests.Response]:
    remaining = iter(statuses)

    def send() -> requests.Response:
        answer = requests.Response()
        answer.status_code, answer.raw = next(remaining), BytesIO(b"<html>Bad gateway</html>")
        answer.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
        return answer

    return send


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 520, 524, 529])
def test_trouble_that_may_pass_is_waited_out_whatever_its_page_says(status: int, pauses: list[float]) -> None:
    answer = ask_patiently(answering(status, status, 200), "it", attempts=6, seconds=10)
    assert (answer.status, answer.body) == (200, b"<html>Bad gateway</html>")
    assert pauses == [1.0, 2.0]


@pytest.mark.parametrize("status", [400, 404, 501])
def test_other_trouble_is_an_answer(status: int, pauses: list[float]) -> None:
    assert ask_patiently(answering(status), "it", attempts=6, seconds=10).status == status
    assert pauses == []


@pytest.mark.parametrize(
    ("asked", "expected"),
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
    asked: str, expected: list[float], pauses: list[float]
) -> None:
    ask_patiently(answering(503, 503, 503, 200, Retry_After=asked), "it", attempts=6, seconds=10)
    assert pauses == expected


def test_the_pause_may_be_a_date(pauses: list[float]) -> None:
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    ask_patiently(answering(503, 200, Retry_After=then), "it", attempts=6, seconds=10)
    assert 20 < pauses[0] <= 40


@pytest.mark.parametrize("error", [requests.exceptions.ChunkedEncodingError, requests.exceptions.ContentDecodingError])
def test_an_answer_that_breaks_off_is_asked_again(error: type[Exception], pauses: list[float]) -> None:
    def send() -> requests.Response:
        raise error

    with pytest.raises(
        EpiceneError, match=r"^it could not be asked: an answer that is not whole, 3 times\. Run the same"
    ):
        ask_patiently(send, "it", attempts=3, seconds=10)
    assert pauses == [1.0, 2.0]
