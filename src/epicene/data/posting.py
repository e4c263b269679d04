"""Asking a server that may be busy: time-outs, errors that pass and the pause it asks for are waited out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError
from epicene.core.progress import current

if TYPE_CHECKING:
    import requests

LONGEST_PAUSE_SECONDS = 60.0
TOO_MANY = 429
# What may be over in a moment: too many requests, and errors on the server's side.
PASSING = frozenset({TOO_MANY, 500, 502, 503, 504, 529})


class NoAnswerError(EpiceneError):
    """A server that stayed silent or in trouble, however often it was asked; `trouble` says which, in a few words.

    `status` is its last answer's, or None where there was none.
    """

    def __init__(self, who: str, trouble: str, attempts: int, status: int | None) -> None:
        times = f", {attempts} times" if attempts > 1 else ""
        super().__init__(
            f"{who} could not be asked: {trouble}{times}. What was done is kept: run the same command again later."
        )
        self.trouble = f"{trouble}{times}"
        self.status = status


def ask_patiently(
    send: Callable[[], requests.Response],
    who: str,
    *,
    attempts: int,
    seconds: float,
    say: Callable[[str], None] | None = None,
) -> requests.Response:
    """The first answer that is no passing trouble; pauses double, unless the server says how long they should be.

    `seconds` is the time-out that `send` has, for the sentence; an address that is none is the caller's ValueError.
    """
    import requests

    say = say or current().say
    trouble, pause = "", 0.0
    status: int | None = None
    for attempt in range(attempts):
        if attempt:
            say(f"{who}: {trouble}; trying again in {pause:g} s ({attempt + 1} of {attempts})")
            time.sleep(pause)
        pause = min(2.0**attempt, LONGEST_PAUSE_SECONDS)
        status = None
        try:
            answer = send()
        except ValueError:  # requests' own errors for an address that is none
            raise
        except requests.Timeout:
            trouble = f"no answer within {seconds:g} seconds"
            continue
        except requests.RequestException as error:
            trouble = f"no connection ({type(error).__name__})"
            continue
        status = answer.status_code
        if status not in PASSING:
            return answer
        trouble = "too many requests" if status == TOO_MANY else f"error {status}"
        pause = _asked_pause(answer, pause)
    raise NoAnswerError(who, trouble, attempts, status)


def _asked_pause(answer: requests.Response, otherwise: float) -> float:
    """What the server asks for in Retry-After, within reason."""
    try:
        return min(max(float(answer.headers.get("Retry-After", "")), 0.0), LONGEST_PAUSE_SECONDS)
    except ValueError:
        return otherwise
