"""The web application, put together: routes from their modules, guards around them, one store beneath; and for
machines, whether the server is well and how far the campaign is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from epicene.collect.campaigns import clock_problem, current_campaign, ensure_campaign, forget_old
from epicene.collect.curate import moderation, pair_editor, pair_translations, statements
from epicene.collect.curate.near_text_cache import NearTexts
from epicene.collect.publish import corpus_export, stats_page
from epicene.collect.store.database import Store, check_connection, home_folder, upgrade
from epicene.collect.store.schema import Heartbeat, Item, Judgment, Participant, Statement, Task, now
from epicene.collect.volunteers import consent, corrections, own_data, tasks
from epicene.collect.volunteers.assignment import lapse
from epicene.collect.web import accounts
from epicene.collect.web.accounts import end_old_sessions
from epicene.collect.web.credentials import server_key
from epicene.collect.web.identity import CurrentCampaign, RecentParticipants, Workshop, workshop
from epicene.collect.web.page_templates import broken, refused
from epicene.collect.web.rate_limits import Doorkeeper, Settings
from epicene.collect.web.serve import Headers
from epicene.core.errors import first_line

TIDY_SECONDS = 600
log = logging.getLogger("epicene.collect")
MODULES = (
    consent,
    tasks,
    own_data,
    corrections,
    accounts,
    moderation,
    statements,
    pair_editor,
    pair_translations,
    stats_page,
    corpus_export,
)


def open_store(database: str) -> Store:
    """A database ready to use: reached, migrated, with a campaign. Nothing is deleted by it."""
    store = Store(database)
    check_connection(store.engine)
    upgrade(store.engine)
    with store.writing.begin() as session:
        ensure_campaign(session)
    return store


def tidy(session: Session) -> None:
    """What time undoes: items kept too long, sessions that ended, volunteers past the retention period."""
    lapse(session)
    end_old_sessions(session)
    if problem := clock_problem(session):
        log.warning("%s", problem)
    else:
        forget_old(session)


async def keep_tidy(store: Store) -> None:
    """A failure (a full disk, a database server away) is logged, and the next time is another try."""
    while True:
        try:
            await store.write(tidy)
            await store.scrub()
        except Exception:
            log.exception("Tidying up failed")
        await asyncio.sleep(TIDY_SECONDS)


def make_app(store: Store, settings: Settings = Settings()) -> Headers:  # noqa: B008 - it is frozen
    parts = Workshop(
        store,
        server_key(home_folder(store.url)),
        settings,
        Doorkeeper(settings),
        CurrentCampaign(),
        RecentParticipants(),
        NearTexts(),
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        working = [asyncio.create_task(work) for work in (keep_tidy(store), store.read(parts.near_texts.prepare))]
        yield
        for task in working:
            task.cancel()
        store.close()

    routes: list[BaseRoute] = [route for module in MODULES for route in module.routes]
    routes += [Route("/health.json", health), Route("/summary.json", summary)]
    routes.append(Mount("/static", StaticFiles(directory=Path(__file__).parents[1] / "static")))
    app = Starlette(routes=routes, exception_handlers={HTTPException: refused, 500: broken}, lifespan=lifespan)
    app.router.redirect_slashes = False  # it would lead to whatever host the request names
    app.state.workshop = parts
    return Headers(app)


async def health(request: Request) -> Response:
    """Whether the database takes what is written to it, on the disk: one that only answers is of no use here."""
    try:
        await workshop(request).store.write_together(beat, None)
    except Exception as error:
        log.error("Writing to the database fails: %s", first_line(error))
        return JSONResponse({"status": "failing"}, 503)
    return JSONResponse({"status": "ok"})


def beat(session: Session, asked: Sequence[None]) -> Sequence[None]:
    """However many ask at once, it is written once."""
    session.merge(Heartbeat(id=1, written_at=now()))
    return asked


async def summary(request: Request) -> Response:
    return JSONResponse(await workshop(request).store.read(_summary))


def _summary(session: Session) -> dict[str, object]:
    """Control items are no contribution to the corpus and are left out."""
    campaign = current_campaign(session)

    def count(kind: type[Participant] | type[Statement]) -> int:
        return session.scalar(select(func.count()).select_from(kind).where(kind.campaign_id == campaign.id)) or 0

    parts = select(func.count()).where(Statement.campaign_id == campaign.id, Statement.split_from_id.is_not(None))

    judged = (
        select(Judgment.task, func.count().label("number"))
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign.id, Item.control.is_(False))
        .group_by(Judgment.task)
    )
    by_task = {row.task: row.number for row in session.execute(judged)}
    return {
        "campaign": campaign.title,
        "language": campaign.language,
        "open": campaign.is_open,
        "participants": count(Participant),
        "statements": count(Statement) - (session.scalar(parts) or 0),
        "judgments": {task.value: by_task.get(task, 0) for task in (Task.FLUENCY, Task.CATEGORY, Task.VALIDATION)},
    }
