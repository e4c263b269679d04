"""The web application, put together: routes from their modules, guards around them, one store beneath; and for
machines, whether the server is well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import delete
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from epicene.collect.campaigns import clock_problem, ensure_campaign, forget_old
from epicene.collect.curate import answers, pair_editor, statements
from epicene.collect.publish import corpus_export, stats_page
from epicene.collect.store import schema as db
from epicene.collect.store.backups import erasures_file, read_erasures, write_erasures
from epicene.collect.store.database import Stop, Store, batches, check_connection, home_folder, upgrade
from epicene.collect.volunteers import own_data, tasks
from epicene.collect.volunteers.assignment import AT_ONCE, LAPSES_AFTER, find_miscounted, lapse, recount, recount_items
from epicene.collect.web import accounts
from epicene.collect.web.background import BackgroundJobs, NotReadyError
from epicene.collect.web.credentials import server_key
from epicene.collect.web.rate_limits import RateLimiter, ServerSettings
from epicene.collect.web.serve import SiteGate
from epicene.collect.web.site_pages import ROUTES, broken, not_ready, refused
from epicene.collect.web.visits import AppState, app_state
from epicene.core.errors import first_line

CLEANUP_SECONDS, REFRESH_SECONDS = 600, 30
log = logging.getLogger("epicene.collect")
# Modules that declare the pages of `ROUTES`.
MODULES = (
    *(tasks, own_data, accounts, statements, answers),
    *(pair_editor, stats_page, corpus_export),
)


def open_store(database: str) -> Store:
    """A database ready to use: reached, migrated, with a campaign. Nothing is deleted by it."""
    store = Store(database)
    check_connection(store.engine)
    upgrade(store.engine)
    with store.writing.begin() as session:
        ensure_campaign(session)
    return store


def erase_again(store: Store) -> int:
    """What the list beside the database says was erased, and is there: it is an older copy. The list is then whole."""
    path, count = erasures_file(store), 0
    if path.is_file():
        with store.writing.begin() as session:
            count = own_data.reapply(session, read_erasures(path))
    write_erasures(store)
    return count


def clean_up(session: Session) -> None:
    """What time undoes: items kept too long, sessions that ended, volunteers past the retention period."""
    lapse(session, db.Handout.handed_at < db.now() - LAPSES_AFTER)
    session.execute(delete(db.UserSession).where(db.UserSession.expires_at < db.now()))
    if problem := clock_problem(session):
        log.warning("%s", problem)
    else:
        forget_old(session)


async def recount_all(store: Store) -> None:
    """Mend counts that a kill left wrong."""
    judgments, items = await store.read(find_miscounted)
    for some in batches(judgments, AT_ONCE):
        await store.write(partial(_recount, some))
    for some in batches(items):
        await store.write(partial(recount_items, items=some))


def _recount(numbers: Sequence[int], session: Session) -> int:
    return recount(session, db.JudgmentRow.id.in_(numbers))


async def cleanup_loop(parts: AppState) -> None:
    """Every ten minutes; and what was erased leaves the memory soon, without anybody who waits for it. A failure (a
    full disk, a database server away) is logged, and the next time is another try."""
    round_number, has_recounted = 0, False
    while True:
        try:
            if round_number % (CLEANUP_SECONDS // REFRESH_SECONDS) == 0:
                await parts.store.write(clean_up)
                await parts.store.scrub()
                if not has_recounted:
                    await recount_all(parts.store)
                has_recounted = True
            await parts.store.read_slowly(parts.near_texts.refresh, Stop())
        except Exception:
            log.exception("Cleaning up failed")
        round_number += 1
        await asyncio.sleep(REFRESH_SECONDS)


def make_app(store: Store, settings: ServerSettings = ServerSettings()) -> SiteGate:  # noqa: B008 - it is frozen
    limiter = RateLimiter(settings)
    parts = AppState(store, server_key(home_folder(store.url)), settings, limiter, BackgroundJobs(store))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        cleaning = asyncio.create_task(cleanup_loop(parts))
        yield
        cleaning.cancel()
        parts.jobs.close()
        store.close()

    static = Mount("/static", StaticFiles(directory=Path(__file__).parents[1] / "static"))
    routes = [*ROUTES, Route("/health.json", health), static]
    handlers = {HTTPException: refused, NotReadyError: not_ready, 500: broken}
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.router.redirect_slashes = False  # it would lead to whatever host the request names
    app.state.parts = parts
    return SiteGate(app, limiter)


async def health(request: Request) -> Response:
    """Whether the database takes what is written to it, on the disk: one that only answers is of no use here."""
    try:
        await app_state(request).store.write_together(heartbeat, None)
    except Exception as error:
        log.error("Writing to the database fails: %s", first_line(error))
        return JSONResponse({"status": "failing"}, 503)
    return JSONResponse({"status": "ok"})


def heartbeat(session: Session, requests: Sequence[None]) -> Sequence[None]:
    """However many ask at once, it is written once."""
    session.merge(db.Heartbeat(id=1, written_at=db.now()))
    return requests
