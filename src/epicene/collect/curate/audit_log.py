"""The audit log, for admins: who came in, was refused, took data out or erased theirs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.curate.statement_queries import PAGE
from epicene.collect.curate.statements import page_number, pages_of
from epicene.collect.store.schema import AuditEvent, Role, User
from epicene.collect.web.identity import requires, workshop
from epicene.collect.web.page_templates import render


@requires(Role.ADMIN)
async def page(request: Request) -> Response:
    number = page_number(request)

    def read(session: Session) -> tuple[list[Any], int]:
        chosen = select(AuditEvent, User.name).outerjoin(User, User.id == AuditEvent.user_id)
        latest = chosen.order_by(AuditEvent.id.desc()).limit(PAGE).offset((number - 1) * PAGE)
        total = session.scalar(select(func.count()).select_from(AuditEvent)) or 0
        return list(session.execute(latest).all()), total

    events, total = await workshop(request).store.read(read)
    return await render(request, "curate_audit.html", events=events, page=number, pages=pages_of(total))


routes = [Route("/curate/audit", page)]
