"""Whose answers count: all that one contributor gave, blocking them, and setting answers aside: of a person, of a range
of addresses in one hour, of a time. Everything can be undone, and the agreement before and after is shown first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, Row, case, false, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from epicene.collect.publish.campaign_stats import Records, agreement, alpha_rows, read_judgments
from epicene.collect.store import schema as db
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import batches, count_by
from epicene.collect.volunteers import assignment
from epicene.collect.volunteers.tasks import Sign
from epicene.collect.web.site_pages import PAGE, Page, SentForm, compute, endpoint, post, read_form, read_listing, show
from epicene.collect.web.visits import Access, Visit, find_row

if TYPE_CHECKING:
    from epicene.metrics.annotator_agreement import Alpha

LONGEST_REASON = 500
MOST_GROUPS = 20


@endpoint("/curate/contributors/{id:int}", Access.CURATOR)
async def contributor(here: Visit) -> Page:
    """Everything of one contributor at a glance; who looked is in the audit log. The page shows no code, and no answer
    about themselves."""
    number = here.row_id

    def read(session: Session) -> Page:
        written, judged = db.Statement.participant_id == number, db.JudgmentRow.participant_id == number
        return show(
            "curate_contributor.html",
            contributor=find_row(session, db.Participant, number, here.campaign.id),
            written=count_by(session, db.Statement.status, written),
            judged=count_by(session, db.JudgmentRow.task, judged),
            controls=assignment.control_answers(session, number),
            listing=read_listing(session, here, select(db.Statement).where(written).order_by(db.Statement.id.desc())),
            statuses=list(db.StatementStatus),
        )

    page = await here.store.read(read)
    await here.store.write(lambda session: note_event(session, "contributor-seen", here.curator.id, contributor=number))
    return page


@post("/curate/contributors/{id:int}/{action}", Access.CURATOR)
def change_contributor(here: Visit, session: Session, form: SentForm) -> str:
    """Block somebody, or let them take part again; set all their answers aside, or count them whatever controls say."""
    action = here.request.path_params["action"]
    person = find_row(session, db.Participant, here.row_id, here.campaign.id)
    who = {"user_id": here.curator.id, "contributor": person.id}
    if action in ("block", "unblock"):
        is_blocked = action == "block"
        if is_blocked == (person.blocked_at is None):
            set_blocked(session, person, is_blocked)
            note_event(session, "contributor-blocked" if is_blocked else "contributor-unblocked", **who)
    elif action in ("count", "set-aside"):
        person.is_trusted = action == "count"
        assignment.set_standing(session, person, db.PersonState.GOOD if person.is_trusted else db.PersonState.SET_ASIDE)
        note_event(session, "answers-counted" if person.is_trusted else "answers-set-aside", **who)
    else:
        raise HTTPException(404)
    return f"/curate/contributors/{person.id}"


def set_blocked(session: Session, person: db.Participant, is_blocked: bool) -> None:
    """In every campaign that they take part in by their code. What waits of theirs is held meanwhile, and their answers
    do not count."""
    same = session.scalars(select(db.Participant).where(db.Participant.code_hash == person.code_hash)).all()
    for row in same:
        row.blocked_at = db.now() if is_blocked else None
    session.flush()
    for row in same:
        assignment.recount_person(session, row.id)
    theirs = update(db.Statement).where(db.Statement.participant_id.in_([row.id for row in same]))
    theirs = theirs.values(version=db.Statement.version + 1)
    if is_blocked:
        waits = theirs.where(db.Statement.status == db.StatementStatus.NEW)
        session.execute(waits.values(status=db.StatementStatus.HELD, held_for=Sign.BLOCKED))
    else:  # those that were not rejected meanwhile
        held = theirs.where(db.Statement.status == db.StatementStatus.HELD, db.Statement.held_for == Sign.BLOCKED)
        session.execute(held.values(status=db.StatementStatus.NEW, held_for=None))


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
    people = func.count(func.distinct(db.JudgmentRow.participant_id))
    rows = session.execute(
        select(
            db.JudgmentRow.origin,
            func.min(db.JudgmentRow.created_at).label("since"),
            func.max(db.JudgmentRow.created_at).label("until"),
            func.count().label("answers"),
            people.label("people"),
            func.sum(case((db.JudgmentRow.counting == db.CountState.SET_ASIDE, 1), else_=0)).label("set_aside"),
        )
        .where(db.JudgmentRow.campaign_id == campaign_id, db.JudgmentRow.origin != "")
        .group_by(db.JudgmentRow.origin)
        .order_by(func.count().desc(), db.JudgmentRow.origin)
        .limit(MOST_GROUPS)
    )
    groups = list(rows)
    if since is None or until is None:
        return Review(groups, 0, 0, {}, {})
    chosen = assignment.concerns(db.SetAside(campaign_id=campaign_id, since=since, until=until, origin=origin))
    counting = select(func.count(), people).where(chosen, db.JudgmentRow.counting != db.CountState.SET_ASIDE)

    def alphas(without: ColumnElement[bool], share: float) -> dict[str, dict[str, Alpha]]:
        progress(share)
        answers = read_judgments(session, campaign_id, {}, lambda _: None, without)
        return agreement(Records((), *answers).counted())

    return Review(groups, *session.execute(counting).one(), alphas(false(), 0.1), alphas(chosen, 0.5))


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


@endpoint("/curate/answers", Access.CURATOR)
async def show_answers(here: Visit) -> Page:
    given = here.query.get
    since, until, origin = _moment(given("since", "")), _moment(given("until", "")), given("origin", "")[:16]
    last_second = until and until + timedelta(seconds=59)
    review, _ = await compute(here, review_answers, here.campaign.id, since, last_second, origin)
    after = dict(alpha_rows(review.after))
    made = select(db.SetAside, db.User.name).join(db.User, db.User.id == db.SetAside.user_id)
    made = made.where(db.SetAside.campaign_id == here.campaign.id).order_by(db.SetAside.id.desc()).limit(PAGE)
    return show(
        "curate_answers.html",
        review=review,
        alphas=[(key, alpha, after.get(key)) for key, alpha in alpha_rows(review.before)],
        chosen={"since": since, "until": until, "origin": origin} if since and until else None,
        made=await here.store.read(lambda session: session.execute(made).all()),
        problem=given("problem", ""),
        longest_reason=LONGEST_REASON,
    )


@endpoint("/curate/answers", Access.CURATOR, "POST")
async def set_aside(here: Visit) -> str:
    """The decision is kept first, then its answers by and by: nobody waits for all of them."""
    form = await read_form(here.request)
    since, until, reason = _moment(form.raw("since")), _moment(form.raw("until")), form.text("reason", LONGEST_REASON)
    if since is None or until is None or until < since or not reason:
        return "/curate/answers?problem=1"
    user_id, last_second = here.curator.id, until + timedelta(seconds=59)
    about = {"campaign_id": here.campaign.id, "user_id": user_id, "origin": form.raw("origin")[:16], "reason": reason}

    def keep(session: Session) -> int:
        row = db.SetAside(since=since, until=last_second, **about)
        session.add(row)
        session.flush()
        note_event(session, "answers-set-aside", user_id, decision=row.id)
        return row.id

    return await _apply(here, await here.store.write(keep))


@endpoint("/curate/answers/{id:int}/undo", Access.CURATOR, "POST")
async def undo(here: Visit) -> str:
    await read_form(here.request)

    def write(session: Session) -> int:
        row = session.get(db.SetAside, here.row_id)
        if row is None or row.campaign_id != here.campaign.id or row.undone_at is not None:
            raise HTTPException(404)
        row.undone_at = db.now()
        note_event(session, "answers-counted", here.curator.id, decision=row.id)
        return row.id

    return await _apply(here, await here.store.write(write))


async def _apply(here: Visit, number: int) -> str:
    """Bring the answers that a decision is about up to date; the page that follows."""

    def find(session: Session) -> list[int]:
        concerned = assignment.concerns(session.get_one(db.SetAside, number))
        return list(session.scalars(select(db.JudgmentRow.id).where(concerned).order_by(db.JudgmentRow.id)))

    def change(some: Sequence[int], session: Session) -> None:
        changed = assignment.recount(session, db.JudgmentRow.id.in_(some))
        row = session.get_one(db.SetAside, number)
        row.answers = 0 if row.undone_at else row.answers + changed

    for some in batches(await here.store.read(find), assignment.AT_ONCE):
        await here.store.write(partial(change, some))
    return "/curate/answers"
