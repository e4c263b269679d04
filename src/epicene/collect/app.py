"""The web application, put together: routes from their modules, guards around them, one store beneath."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from epicene.collect import (
    accounts,
    audit_log,
    counts,
    curate,
    export,
    failures,
    pair_editor,
    rights,
    stats_page,
    tasks,
    translations,
    volunteers,
)
from epicene.collect.accounts import end_old_sessions
from epicene.collect.campaigns import ensure_campaign, forget_old
from epicene.collect.handing_out import lapse
from epicene.collect.headers import Headers
from epicene.collect.keys import server_key
from epicene.collect.limits import Doorkeeper
from epicene.collect.migrate import upgrade
from epicene.collect.settings import Settings
from epicene.collect.store import Store, check_connection, home_folder
from epicene.collect.visits import CurrentCampaign, RecentParticipants

TIDY_SECONDS = 600
log = logging.getLogger("epicene.collect")
MODULES = (
    volunteers,
    tasks,
    rights,
    accounts,
    counts,
    curate,
    pair_editor,
    translations,
    stats_page,
    export,
    audit_log,
)


@dataclass(frozen=True, slots=True)
class Workshop:
    """What handlers reach through `visits.workshop(request)`."""

    store: Store
    key: bytes
    settings: Settings
    doorkeeper: Doorkeeper
    campaign: CurrentCampaign
    recent: RecentParticipants


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

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(keep_tidy(store))
        yield
        tidying.cancel()
        store.close()

    routes: list[BaseRoute] = [route for module in MODULES for route in module.routes]
    routes.append(Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")))
    handlers: Mapping[Any, Any] = failures.handlers
    app = Starlette(
        routes=routes,
        exception_handlers=handlers,
        lifespan=lifespan,
    )
    app.state.workshop = Workshop(
        store,
        server_key(home_folder(store.url)),
        settings,
        Doorkeeper(settings),
        CurrentCampaign(),
        RecentParticipants(),
    )
    return Headers(app)
