"""Asking a server that may be busy: time-outs, errors that pass and the pause it asks for are waited out."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from epicene.core.errors import EpiceneError, InputError
from epicene.core.progress import current

if TYPE_CHECKING:
    import requests

LONGEST_PAUSE_SECONDS = 60.0
MOST_BYTES = 2**26  # of an answer: 64 MiB, hundreds of times what a long sentence takes
TOO_MANY = 429
# What may be over in a moment: too many requests, and errors on the server's side or of a proxy before it (52x).
PASSING = frozenset({408, TOO_MANY, 500, 502, 503, 504, *range(520, 525), 529})


def read_key(variable: str) -> str:
    """From the environment; empty where there is none."""
    key = os.environ.get(variable, "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise InputError(f"The key in {variable} has characters that no key has; copy it again.")
    return key


class ServerAnswer(NamedTuple):
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


def ask_patiently(
    send: Callable[[], requests.Response],
    who: str,
    *,
    attempts: int,
    seconds: float,
    say: Callable[[str], None] | None = None,
) -> ServerAnswer:
    """The first answer that is no passing trouble; pauses double, unless the server asks for longer ones.

    `send` asks with `stream=True`, and has `seconds` for the whole answer, however slowly its bytes come. An address
    that is none is the caller's ValueError.
    """
    import requests

    say = say or current().say
    trouble: str = ""
    pause = 0.0
    status: int | None = None
    for attempt in range(attempts):
        if attempt:
            say(f"{who}: {trouble}; trying again in {pause:g} s ({attempt + 1} of {attempts})")
            time.sleep(pause)
        pause = min(2.0**attempt, LONGEST_PAUSE_SECONDS)
        status = None
        try:
            answer = _within(seconds, send)
        except ValueError:  # requests' own errors for an address that is none
            raise
        except requests.Timeout:
            trouble = f"no answer within {seconds:g} seconds"
            continue
        except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ContentDecodingError):
            trouble = "an answer that is not whole"
            continue
        except requests.RequestException as error:
            trouble = f"no connection ({type(error).__name__})"
            continue
        status = answer.status
        if status not in PASSING:
            return answer
        trouble = "too many requests" if status == TOO_MANY else f"error {status}"
        pause = _asked_pause(answer, pause)
    raise NoAnswerError(who, trouble, attempts, status)


def _within(seconds: float, send: Callable[[], requests.Response]) -> ServerAnswer:
    """The whole answer in time. What requests calls a time-out begins anew with every byte, so a thread waits for it.

    A thread that is given up stays until its server lets go; it is a daemon, and holds nothing that another needs.
    """
    import requests

    outcomes: SimpleQueue[ServerAnswer | BaseException] = SimpleQueue()

    def work() -> None:
        try:
            outcomes.put(_whole(send()))
        except BaseException as error:
            outcomes.put(error)

    threading.Thread(target=work, daemon=True).start()
    try:
        answer = outcomes.get(timeout=seconds)
    except Empty:
        raise requests.Timeout from None
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _whole(answer: requests.Response) -> ServerAnswer:
    body = bytearray()
    with answer:
        for part in answer.iter_content(2**16):
            body += part
            if len(body) > MOST_BYTES:
                raise EpiceneError(
                    f"{answer.url} answers with more than {MOST_BYTES // 2**20} MB; no answer is so long."
                )
    return ServerAnswer(answer.status_code, answer.headers, bytes(body))


def _asked_pause(answer: ServerAnswer, least: float) -> float:
    """What the server asks for in Retry-After, in seconds or as a date, within reason."""
    retry_after = answer.headers.get("Retry-After", "")
    try:
        seconds = float(retry_after)
    except ValueError:
        seconds = _seconds_until(retry_after)
    return min(max(seconds, least), LONGEST_PAUSE_SECONDS) if isfinite(seconds) else least


def _seconds_until(date: str) -> float:
    try:
        then = parsedate_to_datetime(date)
    except ValueError:
        return 0.0
    return (then.replace(tzinfo=then.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
