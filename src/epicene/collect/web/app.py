"""The web application, put together: routes from their modules, guards around them, one store beneath."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from epicene.collect.campaigns import ensure_campaign, forget_old
from epicene.collect.curate import audit_log, pair_editor, pair_translations, statements
from epicene.collect.publish import export_page, stats_page
from epicene.collect.store.database import Store, check_connection, home_folder
from epicene.collect.store.migrate import upgrade
from epicene.collect.store.near_texts import NearTexts
from epicene.collect.volunteers import consent, own_data, tasks
from epicene.collect.volunteers.assignment import lapse
from epicene.collect.web import accounts, error_pages, health
from epicene.collect.web.accounts import end_old_sessions
from epicene.collect.web.credentials import server_key
from epicene.collect.web.identity import CurrentCampaign, RecentParticipants, Workshop
from epicene.collect.web.rate_limits import Doorkeeper
from epicene.collect.web.security_headers import Headers
from epicene.collect.workshop_settings import Settings

TIDY_SECONDS = 600
log = logging.getLogger("epicene.collect")
MODULES = (
    consent,
    tasks,
    own_data,
    accounts,
    health,
    statements,
    pair_editor,
    pair_translations,
    stats_page,
    export_page,
    audit_log,
)


def open_store(database: str) -> Store:
    """A database ready to use: reached, migrated, with a campaign, and rid of what is past its time."""
    store = Store(database)
    check_connection(store.engine)
    upgrade(store.engine)
    with store.writing.begin() as session:
        ensure_campaign(session)
        tidy(session)
    return store


def tidy(session: Session) -> None:
    """What time undoes: items kept too long, sessions that ended, volunteers past the retention period."""
    lapse(session)
    end_old_sessions(session)
    forget_old(session)


async def keep_tidy(store: Store) -> None:
    """A failure (a full disk, a database server away) is logged, and the next time is another try."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        try:
            await store.write(tidy)
        except Exception:
            log.exception("Tidying up failed")


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
    routes.append(Mount("/static", StaticFiles(directory=Path(__file__).parents[1] / "static")))
    handlers: Mapping[Any, Any] = error_pages.handlers
    app = Starlette(
        routes=routes,
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.state.workshop = parts
    return Headers(app)
