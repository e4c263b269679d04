"""Whose answers count: all that one contributor gave, blocking them, and setting answers aside: of a person, of a range
of addresses in one hour, of a time. Everything can be undone, and the agreement before and after is shown first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Row, case, false, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.publish.campaign_stats import Records, agreement, alpha_rows, read_judgments
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import batches, count_by
from epicene.collect.store.schema import (
    CountState,
    JudgmentRow,
    Participant,
    PersonState,
    SetAside,
    Statement,
    StatementStatus,
    User,
    now,
)
from epicene.collect.volunteers.standing import (
    AT_ONCE,
    concerns,
    control_answers,
    recount,
    recount_person,
    set_standing,
)
from epicene.collect.volunteers.tasks import Sign
from epicene.collect.web.site_pages import PAGE, compute, go_to, page_number, pages_of, read_form, render, row_id
from epicene.collect.web.visits import Visit, find_row, for_curators

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

LONGEST_REASON = 500
MOST_GROUPS = 20


@for_curators
async def contributor(request: Request, here: Visit) -> Response:
    """Everything of one contributor at a glance; who looked is in the audit log. The page shows no code, and no answer
    about themselves."""
    user_id, number, page = here.curator.id, row_id(request), page_number(request)

    def read(session: Session) -> dict[str, Any]:
        written, judged = Statement.participant_id == number, JudgmentRow.participant_id == number
        theirs = select(Statement).where(written).order_by(Statement.id.desc())
        return {
            "contributor": find_row(session, Participant, number, here.campaign.id),
            "written": count_by(session, Statement.status, written),
            "judged": count_by(session, JudgmentRow.task, judged),
            "controls": control_answers(session, number),
            "statements": list(session.scalars(theirs.limit(PAGE).offset((page - 1) * PAGE))),
        }

    values = await here.store.read(read)
    await here.store.write(lambda session: note_event(session, "contributor-seen", user_id, contributor=number))
    pages = pages_of(sum(values["written"].values()))
    statuses = list(StatementStatus)
    return await render(request, "curate_contributor.html", page=page, pages=pages, statuses=statuses, **values)


@for_curators
async def change_contributor(request: Request, here: Visit) -> Response:
    """Block somebody, or let them take part again; set all their answers aside, or count them whatever controls say."""
    await read_form(request)
    number, action = row_id(request), request.path_params["action"]
    if action in ("block", "unblock"):
        blocked = await here.store.write(lambda session: set_blocked(session, number, action == "block", here))
        for participant_id in blocked:
            here.app.recent.forget_participant(participant_id)
    elif action in ("set-aside", "count"):
        await here.store.write(lambda session: set_counted(session, number, action == "count", here))
    else:
        raise HTTPException(404)
    return go_to(f"/curate/contributors/{number}")


def set_blocked(session: Session, participant_id: int, is_blocked: bool, here: Visit) -> Sequence[int]:
    """In every campaign that they take part in by their code; which of its participants they are. What waits of theirs
    is held meanwhile, and their answers do not count."""
    person = find_row(session, Participant, participant_id, here.campaign.id)
    if (person.blocked_at is not None) == is_blocked:
        return []
    same = session.scalars(select(Participant).where(Participant.code_hash == person.code_hash)).all()
    ids = [row.id for row in same]
    for row in same:
        row.blocked_at = now() if is_blocked else None
    session.flush()
    for number in ids:
        recount_person(session, number)
    theirs = update(Statement).where(Statement.participant_id.in_(ids)).values(version=Statement.version + 1)
    held = (Statement.status == StatementStatus.HELD, Statement.held_for == Sign.BLOCKED)  # not rejected meanwhile
    if is_blocked:
        waits = theirs.where(Statement.status == StatementStatus.NEW)
        session.execute(waits.values(status=StatementStatus.HELD, held_for=Sign.BLOCKED))
    else:
        session.execute(theirs.where(*held).values(status=StatementStatus.NEW, held_for=None))
    who = {"user_id": here.curator.id, "contributor": participant_id}
    note_event(session, "contributor-blocked" if is_blocked else "contributor-unblocked", **who)
    return ids


def set_counted(session: Session, participant_id: int, is_counted: bool, here: Visit) -> None:
    person = find_row(session, Participant, participant_id, here.campaign.id)
    person.is_trusted = is_counted
    set_standing(session, person, PersonState.GOOD if is_counted else PersonState.SET_ASIDE)
    who = {"user_id": here.curator.id, "contributor": participant_id}
    note_event(session, "answers-counted" if is_counted else "answers-set-aside", **who)


class Review(NamedTuple):
    """The largest groups of answers, each from one range of addresses in one hour; of the answers chosen, how many
    count, of how many people, and α before and after."""

    groups: list[Row[str, datetime, datetime, int, int, int]]
    answers: int
    people: int
    before: dict[str, dict[str, Alpha]]
    after: dict[str, dict[str, Alpha]]


def review_answers(
    session: Session,
    campaign_id: int,
    since: datetime | None,
    until: datetime | None,
    origin: str,
    progress: Callable[[float], None],
) -> Review:
    """Without `since`, nothing is chosen."""
    people = func.count(func.distinct(JudgmentRow.participant_id))
    rows = session.execute(
        select(
            JudgmentRow.origin,
            func.min(JudgmentRow.created_at).label("since"),
            func.max(JudgmentRow.created_at).label("until"),
            func.count().label("answers"),
            people.label("people"),
            func.sum(case((JudgmentRow.counting == CountState.SET_ASIDE, 1), else_=0)).label("set_aside"),
        )
        .where(JudgmentRow.campaign_id == campaign_id, JudgmentRow.origin != "")
        .group_by(JudgmentRow.origin)
        .order_by(func.count().desc(), JudgmentRow.origin)
        .limit(MOST_GROUPS)
    )
    groups = list(rows)
    if since is None or until is None:
        return Review(groups, 0, 0, {}, {})
    chosen = concerns(SetAside(campaign_id=campaign_id, since=since, until=until, origin=origin))
    counting = select(func.count(), people).where(chosen, JudgmentRow.counting != CountState.SET_ASIDE)

    def alphas(without: ColumnElement[bool], share: float) -> dict[str, dict[str, Alpha]]:
        progress(share)
        answers = read_judgments(session, campaign_id, {}, lambda _: None, without)
        return agreement(Records((), *answers).counted(), ())

    return Review(groups, *session.execute(counting).one(), alphas(false(), 0.1), alphas(chosen, 0.5))


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


@for_curators
async def answers(request: Request, here: Visit) -> Response:
    given = request.query_params.get
    since, until, origin = _moment(given("since", "")), _moment(given("until", "")), given("origin", "")[:16]
    last_second = until and until + timedelta(seconds=59)
    review, _ = await compute(request, here, review_answers, here.campaign.id, since, last_second, origin)

    def read(session: Session) -> list[tuple[SetAside, str]]:
        own = select(SetAside, User.name).join(User, User.id == SetAside.user_id)
        made = own.where(SetAside.campaign_id == here.campaign.id).order_by(SetAside.id.desc()).limit(PAGE)
        return [(row, name) for row, name in session.execute(made)]

    after = dict(alpha_rows(review.after))
    alphas = [(key, alpha, after.get(key)) for key, alpha in alpha_rows(review.before)]
    chosen = {"since": since, "until": until, "origin": origin} if since and until else None
    made = await here.store.read(read)
    values = {"review": review, "alphas": alphas, "chosen": chosen, "made": made, "problem": given("problem", "")}
    return await render(request, "curate_answers.html", longest_reason=LONGEST_REASON, **values)


@for_curators
async def set_aside(request: Request, here: Visit) -> Response:
    """The decision is kept first, then its answers by and by: nobody waits for all of them."""
    form = await read_form(request)
    since, until, reason = _moment(form.raw("since")), _moment(form.raw("until")), form.text("reason", LONGEST_REASON)
    if since is None or until is None or until < since or not reason:
        return go_to("/curate/answers?problem=1")
    user_id, last_second = here.curator.id, until + timedelta(seconds=59)
    about = {"campaign_id": here.campaign.id, "user_id": user_id, "origin": form.raw("origin")[:16], "reason": reason}

    def keep(session: Session) -> int:
        row = SetAside(since=since, until=last_second, **about)
        session.add(row)
        session.flush()
        note_event(session, "answers-set-aside", user_id, decision=row.id)
        return row.id

    await _apply(here, await here.store.write(keep))
    return go_to("/curate/answers")


@for_curators
async def undo(request: Request, here: Visit) -> Response:
    await read_form(request)
    number = row_id(request)

    def write(session: Session) -> None:
        row = session.get(SetAside, number)
        if row is None or row.campaign_id != here.campaign.id or row.undone_at is not None:
            raise HTTPException(404)
        row.undone_at = now()
        note_event(session, "answers-counted", here.curator.id, decision=number)

    await here.store.write(write)
    await _apply(here, number)
    return go_to("/curate/answers")


async def _apply(here: Visit, number: int) -> None:
    """Bring the answers that a decision is about up to date."""

    def find(session: Session) -> list[int]:
        concerned = concerns(session.get_one(SetAside, number))
        return list(session.scalars(select(JudgmentRow.id).where(concerned).order_by(JudgmentRow.id)))

    def change(some: Sequence[int], session: Session) -> None:
        changed = recount(session, JudgmentRow.id.in_(some))
        row = session.get_one(SetAside, number)
        row.answers = 0 if row.undone_at else row.answers + changed

    ids = await here.store.read(find)
    for some in batches(ids, AT_ONCE):
        await here.store.write(partial(change, some))


routes = [
    Route("/curate/answers", answers, methods=["GET"]),
    Route("/curate/answers", set_aside, methods=["POST"]),
    Route("/curate/answers/{id:int}/undo", undo, methods=["POST"]),
    Route("/curate/contributors/{id:int}", contributor),
    Route("/curate/contributors/{id:int}/{action}", change_contributor, methods=["POST"]),
]
