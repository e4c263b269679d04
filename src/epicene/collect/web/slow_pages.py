"""Pages that take a while: a few at a time beside the others, not for ever, and not for somebody who has left.

A curator who reloads a page again and again, or a flood that makes it slow, must not take the threads that volunteers'
pages are read with.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request

from epicene.collect.store.database import Stop
from epicene.collect.store.schema import Judgment, Statement
from epicene.collect.web.visits import Visit

MOST_WAITING = 32
T = TypeVar("T")


async def read_slowly(request: Request, here: Visit, work: Callable[[Session], T]) -> T:
    """Like `store.read`, in the slow pages' own threads; stopped when time is up or the reader has gone."""
    stop = Stop()
    if here.store.waiting_slowly >= MOST_WAITING:
        raise HTTPException(503, "slow", headers={"Retry-After": "30"})

    async def leave() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    reading, leaving = asyncio.ensure_future(here.store.read_slowly(work, stop)), asyncio.ensure_future(leave())
    try:
        seconds = here.app.settings.slow_seconds
        await asyncio.wait((reading, leaving), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            return reading.result()
        stop.now()
        reading.cancel()
        with suppress(Exception, asyncio.CancelledError):
            await reading
        raise HTTPException(503, "slow", headers={"Retry-After": "30"})
    finally:
        leaving.cancel()


async def compute(request: Request, here: Visit, work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """The same, at once where there is little to be read."""

    def count(session: Session) -> int:
        return sum(session.scalar(select(func.max(kind.id))) or 0 for kind in (Judgment, Statement))

    if await here.store.read(count) <= here.app.settings.inline_rows:
        made = await read_slowly(request, here, lambda session: work(session, *arguments, progress=lambda share: None))
        return made, time.time()
    return here.app.jobs.result(work, *arguments, again="again" in request.query_params)
