"""One's own data: see it, take it away, erase it; by the cookie or by one's code."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect import keys
from epicene.collect.forms import read_form
from epicene.collect.history import note_event
from epicene.collect.pages import go_to, render
from epicene.collect.schema import (
    Change,
    Handout,
    HandoutState,
    Item,
    Judgment,
    Pair,
    Participant,
    Statement,
    StatementStatus,
)
from epicene.collect.visits import CODE, YEAR, find_participant, for_participants, set_cookie, visit, workshop
from epicene.collect.volunteers import own_counts


async def me(request: Request) -> Response:
    here = await visit(request)
    counts = await workshop(request).store.read(lambda session: own_counts(session, here.participant_id))
    return await render(request, "me.html", counts=counts, problems={})


async def use_code(request: Request) -> Response:
    """Somebody comes back, on this device or another, by their code."""
    form = await read_form(request)
    here = await visit(request)
    code = keys.read_code(form.raw("code")) or ""

    def find(session: Session) -> int | None:
        return find_participant(session, code, here.campaign.id)

    if not code or await workshop(request).store.read(find) is None:
        counts = await workshop(request).store.read(lambda session: own_counts(session, here.participant_id))
        return await render(request, "me.html", 422, counts=counts, problems={"code": "me.code.problem"})
    response = go_to("/me")
    set_cookie(request, response, CODE, code, YEAR)
    return response


@for_participants
async def export(request: Request) -> Response:
    here = await visit(request)
    data = await workshop(request).store.read(lambda session: own_data(session, here.participant_id))
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return JSONResponse(data, headers=headers)


def own_data(session: Session, participant_id: int | None) -> dict[str, Any]:
    """All that is kept of one volunteer."""
    participant = session.scalars(select(Participant).where(Participant.id == participant_id)).one()
    statements = session.scalars(select(Statement).where(Statement.participant_id == participant_id))
    judgments = session.execute(
        select(Judgment, Item.text).join(Item).where(Judgment.participant_id == participant_id).order_by(Judgment.id)
    )
    shown = session.execute(
        select(Handout, Item.text)
        .join(Item, Item.id == Handout.item_id)
        .where(Handout.participant_id == participant_id)
    )
    return {
        "consented_at": participant.consented_at.isoformat(),
        "consent_version": participant.consent_version,
        "about": participant.about,
        "statements": [
            {
                "text": row.text,
                "bias_type": row.bias_type,
                "target": row.target,
                "contrast": row.contrast,
                "created_at": row.created_at.isoformat(),
                "status": row.status,
            }
            for row in statements
        ],
        "judgments": [
            {
                "task": row.task,
                "sentence": text,
                "labels": row.labels,
                "correction": row.correction,
                "created_at": row.created_at.isoformat(),
            }
            for row, text in judgments
        ],
        "shown": [
            {"task": row.task, "sentence": text, "state": row.state, "at": row.handed_at.isoformat()}
            for row, text in shown
        ],
    }


@for_participants
async def erase(request: Request) -> Response:
    here, parts = await visit(request), workshop(request)
    participant_id = here.participant_id
    form = await read_form(request)
    if form.raw("sure") != "yes" or participant_id is None:
        counts = await parts.store.read(lambda session: own_counts(session, participant_id))
        return await render(request, "me.html", 422, counts=counts, problems={"sure": "me.erase.problem"})
    await parts.store.write(lambda session: erase_participant(session, participant_id))
    parts.recent.forget(here.code, here.campaign.id)
    response = go_to("/erased")
    response.delete_cookie(CODE)
    return response


async def erased(request: Request) -> Response:
    return await render(request, "erased.html")


async def information(request: Request) -> Response:
    return await render(request, "information.html")


def erase_participant(session: Session, participant_id: int) -> None:
    """All a volunteer gave: who they said they are, their judgments, their statements and the statements' history.

    What curators wrote afterwards (pairs) stays, without its link; an item made of a statement loses its words but
    keeps what others said of it.
    """
    _give_back(session, participant_id)
    session.execute(delete(Handout).where(Handout.participant_id == participant_id))
    session.execute(delete(Judgment).where(Judgment.participant_id == participant_id))
    own = list(session.scalars(select(Statement.id).where(Statement.participant_id == participant_id)))
    parts = list(session.scalars(select(Statement.id).where(Statement.split_from_id.in_(own))))
    gone = own + [part for part in parts if part not in own]
    _promote_duplicates(session, gone)
    session.execute(
        update(Item)
        .where(Item.statement_id.in_(gone))
        .values(text="", source="erased", active=False, statement_id=None, author_id=None)
    )
    session.execute(update(Item).where(Item.author_id == participant_id).values(author_id=None))
    session.execute(update(Pair).where(Pair.statement_id.in_(gone)).values(statement_id=None))
    session.execute(delete(Change).where(Change.entity == "statement", Change.entity_id.in_(gone)))
    session.execute(update(Statement).where(Statement.id.in_(gone)).values(merged_into_id=None, split_from_id=None))
    session.execute(delete(Statement).where(Statement.id.in_(gone)))
    session.execute(delete(Participant).where(Participant.id == participant_id))
    note_event(session, "participant-erased", statements=len(own))


def _give_back(session: Session, participant_id: int) -> None:
    """What they judged or hold counts as given no longer, so that others are asked."""
    judged = select(Judgment.item_id).where(Judgment.participant_id == participant_id)
    held = select(Handout.item_id).where(Handout.participant_id == participant_id, Handout.state == HandoutState.OPEN)
    for items in (judged, held):
        session.execute(
            update(Item)
            .where(Item.id.in_(items))
            .values(given=Item.given - 1)
            .execution_options(synchronize_session=False)
        )


def _promote_duplicates(session: Session, gone: list[int]) -> None:
    """Where others said the same, the first of them takes the place of the one that goes."""
    for statement_id in gone:
        others = list(
            session.scalars(
                select(Statement)
                .where(Statement.merged_into_id == statement_id, Statement.id.not_in(gone))
                .order_by(Statement.id)
            )
        )
        for place, other in enumerate(others):
            other.merged_into_id = others[0].id if place else None
            if not place:
                other.status = StatementStatus.NEW
    session.flush()


routes = [
    Route("/me", me),
    Route("/me/code", use_code, methods=["POST"]),
    Route("/me/export.json", export),
    Route("/me/erase", erase, methods=["POST"]),
    Route("/erased", erased),
    Route("/information", information),
]
