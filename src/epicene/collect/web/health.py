"""For machines: is the server well, and how far is the campaign. Counts only."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.store.campaign_lookup import current_campaign
from epicene.collect.store.schema import Item, Judgment, Participant, Statement, Task
from epicene.collect.web.identity import workshop


async def health(request: Request) -> Response:
    """Whether the database answers."""
    await workshop(request).store.read(lambda session: session.scalar(select(1)))
    return JSONResponse({"status": "ok"})


async def summary(request: Request) -> Response:
    return JSONResponse(await workshop(request).store.read(_summary))


def _summary(session: Session) -> dict[str, Any]:
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
        "judgments": {task.value: by_task.get(task, 0) for task in (Task.FLUENCY, Task.CATEGORY)},
    }


routes = [Route("/health.json", health), Route("/summary.json", summary)]
