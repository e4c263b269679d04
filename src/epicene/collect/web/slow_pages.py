"""Pages that take a while: a few at a time beside the others, not for ever, and not for somebody who has left.

A curator who reloads a page again and again, or a flood that makes it slow, must not take the threads that volunteers'
pages are read with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request

from epicene.collect.store.database import Stop
from epicene.collect.web.identity import workshop

MOST_WAITING = 32
T = TypeVar("T")


async def read_slowly(request: Request, work: Callable[[Session], T]) -> T:
    """Like `store.read`, in the slow pages' own threads; stopped when time is up or the reader has gone."""
    parts, stop = workshop(request), Stop()
    if parts.store.waiting_slowly >= MOST_WAITING:
        raise HTTPException(503, "slow", headers={"Retry-After": "30"})
    reading = asyncio.ensure_future(parts.store.read_slowly(work, stop))
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((reading, leaving), timeout=parts.settings.slow_seconds, return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            return reading.result()
        stop.now()
        reading.cancel()
        with suppress(Exception, asyncio.CancelledError):
            await reading
        raise HTTPException(503, "slow", headers={"Retry-After": "30"})
    finally:
        leaving.cancel()


async def _gone(request: Request) -> None:
    """Returns when the reader has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
