"""Finding statements among many, rejecting many at once; all that one contributor gave, and blocking them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.curate import statement_decisions as decisions
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Item, Judgment, Participant, Role, Statement, StatementStatus, now
from epicene.collect.volunteers.assignment import control_passed
from epicene.collect.volunteers.suspicion import Sign
from epicene.collect.web.forms import read_form, row_id, row_number
from epicene.collect.web.identity import Visit, find_row, requires, visit, workshop
from epicene.collect.web.page_templates import PAGE, go_to, page_number, pages_of, render
from epicene.collect.web.slow_pages import read_slowly

LONGEST_REASON = 500
LONGEST_SEARCH = 100
MOST_AT_ONCE = 1000  # statements rejected by one click
IN_ONE_WRITE = 50  # so that volunteers do not wait for all of them


@dataclass(frozen=True, slots=True)
class Filter:
    """What a curator looks for; whatever is empty or senseless is not asked for."""

    words: str = ""
    bias_type: str = ""
    contributor: int | None = None
    since: date | None = None
    until: date | None = None

    @classmethod
    def read(cls, given: Callable[[str], str], types: Sequence[str]) -> Filter:
        return cls(
            given("words").strip()[:LONGEST_SEARCH],
            given("type") if given("type") in types else "",
            row_number(given("contributor")),
            _day(given("since")),
            _day(given("until")),
        )

    def conditions(self) -> list[ColumnElement[bool]]:
        """The type is the one settled, or else the one that its author chose; `until` is the last day meant."""
        found: list[ColumnElement[bool]] = []
        if self.words:
            found.append(func.lower(Statement.text).contains(self.words.lower(), autoescape=True))
        if self.bias_type:
            found.append(func.coalesce(Statement.settled_type, Statement.bias_type) == self.bias_type)
        if self.contributor is not None:
            found.append(Statement.participant_id == self.contributor)
        if self.since:
            found.append(Statement.created_at >= _midnight(self.since))
        if self.until:
            found.append(Statement.created_at < _midnight(self.until) + timedelta(days=1))
        return found

    def fields(self) -> dict[str, str]:
        """As a form or an address has them; nothing for what is not asked for."""
        given = {
            "words": self.words,
            "type": self.bias_type,
            "contributor": str(self.contributor or ""),
            "since": self.since.isoformat() if self.since else "",
            "until": self.until.isoformat() if self.until else "",
        }
        return {name: value for name, value in given.items() if value}

    def query(self, **further: object) -> str:
        return urlencode({**self.fields(), **further})


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


@requires(Role.CURATOR)
async def reject_many(request: Request) -> Response:
    """With one reason: those that were ticked, or all that the filter finds and that were there when it was asked."""
    here = await visit(request)
    form = await read_form(request)
    wanted, status = Filter.read(form.raw, here.campaign.settings.types), form.raw("status")
    user_id = here.user.id if here.user else 0
    reason = form.text("reason", LONGEST_REASON)
    if status not in decisions.REJECTABLE:
        raise HTTPException(400)
    back = {"status": status}
    if not reason:
        return go_to(f"/curate?{wanted.query(**back, problem='reason')}")
    chosen = select(Statement.id).where(Statement.campaign_id == here.campaign.id, Statement.status == status)
    if form.raw("scope") == "all":
        chosen = chosen.where(*wanted.conditions(), Statement.id <= (form.number("newest") or 0))
    else:
        chosen = chosen.where(Statement.id.in_([number for text in form.all("pick") if (number := row_number(text))]))
    store = workshop(request).store
    ids = await read_slowly(
        request, lambda session: list(session.scalars(chosen.order_by(Statement.id).limit(MOST_AT_ONCE)))
    )
    rejected = 0
    for start in range(0, len(ids), IN_ONE_WRITE):
        some = ids[start : start + IN_ONE_WRITE]
        rejected += await store.write(partial(decisions.reject_all, ids=some, reason=reason, user_id=user_id))
    return go_to(f"/curate?{wanted.query(**back, rejected=rejected, left_alone=len(ids) - rejected)}")


class Contributor(NamedTuple):
    """What one volunteer gave, in figures; a curator sees no code, and no answer about themselves."""

    id: int
    consented_at: datetime
    blocked_at: datetime | None
    statements: dict[str, int]
    judgments: dict[str, int]
    controls: int
    controls_passed: int


def read_contributor(session: Session, participant_id: int, campaign_id: int) -> Contributor:
    found = find_row(session, Participant, participant_id, campaign_id)
    written = select(Statement.status, func.count()).where(Statement.participant_id == participant_id)
    judged = select(Judgment.task, func.count()).where(Judgment.participant_id == participant_id)
    answered = select(Item.expected, Judgment.labels).join(Judgment, Judgment.item_id == Item.id)
    controls = session.execute(answered.where(Judgment.participant_id == participant_id, Item.control.is_(True))).all()
    return Contributor(
        participant_id,
        found.consented_at,
        found.blocked_at,
        dict(session.execute(written.group_by(Statement.status)).all()),
        dict(session.execute(judged.group_by(Judgment.task)).all()),
        len(controls),
        sum(control_passed(expected, labels) for expected, labels in controls),
    )


@requires(Role.CURATOR)
async def contributor(request: Request) -> Response:
    """Everything of one contributor at a glance; who looked is in the audit log."""
    here = await visit(request)
    user_id = here.user.id if here.user else None
    number, page = row_id(request), page_number(request)

    def read(session: Session) -> tuple[Contributor, list[Statement]]:
        known = read_contributor(session, number, here.campaign.id)
        theirs = select(Statement).where(Statement.participant_id == number).order_by(Statement.id.desc())
        return known, list(session.scalars(theirs.limit(PAGE).offset((page - 1) * PAGE)))

    known, statements = await workshop(request).store.read(read)
    await workshop(request).store.write(
        lambda session: note_event(session, "contributor-seen", user_id, contributor=number)
    )
    total = sum(known.statements.values())
    return await render(
        request,
        "curate_contributor.html",
        contributor=known,
        statements=statements,
        statuses=list(StatementStatus),
        page=page,
        pages=pages_of(total),
    )


@requires(Role.CURATOR)
async def block(request: Request) -> Response:
    """Block somebody, or let them take part again; what waits of theirs is held meanwhile."""
    here = await visit(request)
    await read_form(request)
    number, is_blocked = row_id(request), request.path_params["action"] == "block"
    if request.path_params["action"] not in ("block", "unblock"):
        raise HTTPException(404)
    for known in await workshop(request).store.write(lambda session: set_blocked(session, number, is_blocked, here)):
        workshop(request).recent.forget_participant(known)
    return go_to(f"/curate/contributors/{number}")


def set_blocked(session: Session, participant_id: int, is_blocked: bool, here: Visit) -> Sequence[int]:
    """In every campaign that they take part in by their code; which of its participants they are."""
    found = find_row(session, Participant, participant_id, here.campaign.id)
    if (found.blocked_at is not None) == is_blocked:
        return []
    same = session.scalars(select(Participant).where(Participant.code_hash == found.code_hash)).all()
    for one in same:
        one.blocked_at = now() if is_blocked else None
    ids = [one.id for one in same]
    theirs = update(Statement).where(Statement.participant_id.in_(ids))
    held = (Statement.status == StatementStatus.HELD) & (Statement.held_for == Sign.BLOCKED)  # not rejected meanwhile
    waits = (Statement.status == StatementStatus.NEW, held)
    becomes = (
        {"status": StatementStatus.HELD, "held_for": Sign.BLOCKED}
        if is_blocked
        else {"status": StatementStatus.NEW, "held_for": None}
    )
    session.execute(theirs.where(waits[0] if is_blocked else waits[1]).values(**becomes, version=Statement.version + 1))
    user_id = here.user.id if here.user else None
    if is_blocked:
        note_event(session, "contributor-blocked", user_id, contributor=participant_id)
    else:
        note_event(session, "contributor-unblocked", user_id, contributor=participant_id)
    return ids


routes = [
    Route("/curate/reject", reject_many, methods=["POST"]),
    Route("/curate/contributors/{id:int}", contributor),
    Route("/curate/contributors/{id:int}/{action}", block, methods=["POST"]),
]
