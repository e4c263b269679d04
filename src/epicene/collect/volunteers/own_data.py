"""One's own data: see it one by one and what became of it, take it away, erase it; by the cookie or by one's code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from anyio import to_thread
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.curate.statement_decisions import promote_duplicates
from epicene.collect.publish.corpus_export import PUBLISHED
from epicene.collect.store.change_history import note_event, snapshot
from epicene.collect.store.erasures import PARTICIPANT, STATEMENT, note_erasure, statement_key, write_erasures
from epicene.collect.store.schema import (
    Base,
    Campaign,
    Change,
    Handout,
    HandoutState,
    Item,
    Judgment,
    Opinion,
    Pair,
    Participant,
    Statement,
    StatementStatus,
    Task,
)
from epicene.collect.volunteers.assignment import withdraw
from epicene.collect.volunteers.consent import own_counts
from epicene.collect.web import credentials
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import (
    CODE,
    YEAR,
    Workshop,
    drop_cookie,
    find_owned,
    sent_code,
    set_cookie,
    workshop,
)
from epicene.collect.web.page_templates import PAGE, go_to, page_number, pages_of, render

STATEMENT_COLUMNS = (
    *("text", "bias_type", "target", "contrast", "direction", "implied", "created_at", "status"),
    *("settled_type", "reason", "exported_at"),
)
MOST_STATEMENTS = 500
JUDGMENT_COLUMNS = ("task", "labels", "correction", "created_at", "exported_at")
# What the information page says is kept, one line each, and where one finds it in one's own data.
KEPT = {
    "statements": ("statements",),
    "judgments": ("judgments",),
    "shown": ("shown",),
    "about": ("about",),
    "consent": ("consented_at", "consent_version"),
    "pseudonym": ("pseudonym",),
}


class Written(NamedTuple):
    """A statement of one's own. `outcome` says what became of it; it can be corrected until its words have gone out,
    or others have built on them."""

    statement: Statement
    campaign: str
    language: str
    outcome: str
    can_correct: bool
    can_withdraw: bool


class Answered(NamedTuple):
    judgment: Judgment
    text: str
    campaign: str
    language: str
    can_correct: bool


def own_statements(session: Session, owned: Sequence[int]) -> list[Written]:
    """The latest first; the parts that a curator made of one are not shown beside it."""
    rows = session.execute(
        select(Statement, Campaign, func.count(Pair.id))
        .join(Campaign, Campaign.id == Statement.campaign_id)
        .outerjoin(Pair, Pair.statement_id == Statement.id)
        .where(Statement.participant_id.in_(owned), Statement.split_from_id.is_(None))
        .group_by(Statement.id, Campaign.id)
        .order_by(Statement.id.desc())
        .limit(MOST_STATEMENTS)
    )
    return [
        Written(
            statement,
            campaign.title,
            campaign.language,
            "pair" if pairs else statement.status,
            can_correct(statement, bool(pairs)) and campaign.closed_at is None,
            statement.exported_at is None,
        )
        for statement, campaign, pairs in rows
    ]


def can_correct(statement: Statement, has_pair: bool) -> bool:
    return statement.exported_at is None and not has_pair and statement.status != StatementStatus.SPLIT


def own_answers(session: Session, owned: Sequence[int], page: int) -> tuple[list[Answered], int]:
    """One page of them, the latest first, and how many there are."""
    mine = Judgment.participant_id.in_(owned)
    rows = session.execute(
        select(Judgment, Item, Campaign)
        .join(Item, Item.id == Judgment.item_id)
        .join(Campaign, Campaign.id == Judgment.campaign_id)
        .where(mine)
        .order_by(Judgment.id.desc())
        .limit(PAGE)
        .offset((page - 1) * PAGE)
    )
    shown = [
        Answered(judgment, item.text, campaign.title, campaign.language, campaign.closed_at is None and item.active)
        for judgment, item, campaign in rows
    ]
    return shown, session.scalar(select(func.count()).select_from(Judgment).where(mine)) or 0


async def me(request: Request) -> Response:
    return await _show(request, 200, {})


async def _show(request: Request, status: int, problems: dict[str, str]) -> Response:
    """What somebody gave, in this campaign and those before it."""
    code = sent_code(request)

    number = page_number(request)

    def read(session: Session) -> tuple[bool, dict[Task, int], list[Written], list[Answered], int]:
        owned = find_owned(session, code) if code else []
        counted = [own_counts(session, participant_id) for participant_id in owned]
        counts = {task: sum(counts[task] for counts in counted) for task in Task}
        return bool(owned), counts, own_statements(session, owned), *own_answers(session, owned, number)

    is_known, counts, written, answered, total = await workshop(request).store.read(read)
    return await render(
        request,
        "me.html",
        status,
        counts=counts,
        code=code if is_known else "",
        problems=problems,
        statements=written,
        answers=answered,
        page=number,
        pages=pages_of(total),
    )


async def use_code(request: Request) -> Response:
    """Somebody comes back, on this device or another, by their code."""
    form = await read_form(request)
    code = credentials.read_code(form.raw("code")) or ""
    if not code or not await workshop(request).store.read(lambda session: find_owned(session, code)):
        return await _show(request, 422, {"code": "me.code.problem"})
    response = go_to("/me")
    set_cookie(request, response, CODE, code, YEAR)
    return response


async def export(request: Request) -> Response:
    code = sent_code(request)
    data = await workshop(request).store.read(
        lambda session: [own_data(session, participant_id) for participant_id in find_owned(session, code)]
    )
    if not data:
        return go_to("/me")
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return JSONResponse({"campaigns": data}, headers=headers)


def own_data(session: Session, participant_id: int) -> dict[str, object]:
    """All that is kept of one volunteer in one campaign."""
    participant = session.scalars(select(Participant).where(Participant.id == participant_id)).one()
    campaign = session.scalars(select(Campaign).where(Campaign.id == participant.campaign_id)).one()
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
        "campaign": campaign.title,
        "pseudonym": participant.pseudonym,
        "consented_at": participant.consented_at.isoformat(),
        "consent_version": participant.consent_version,
        "about": participant.about,
        "statements": [_columns(row, *STATEMENT_COLUMNS) for row in statements],
        "judgments": [{"sentence": text, **_columns(row, *JUDGMENT_COLUMNS)} for row, text in judgments],
        "shown": [
            {"task": row.task, "sentence": text, "state": row.state, "at": row.handed_at.isoformat()}
            for row, text in shown
        ],
    }


def _columns(row: Base, *names: str) -> dict[str, object]:
    return {name: value for name, value in snapshot(row).items() if name in names}


async def erase(request: Request) -> Response:
    code = sent_code(request)
    form = await read_form(request)
    if form.raw("sure") != "yes":
        return await _show(request, 422, {"sure": "me.erase.problem"})

    def write(session: Session) -> list[int]:
        owned = find_owned(session, code)
        for participant_id in owned:
            erase_participant(session, participant_id)
        return owned

    gone = await workshop(request).store.write(write)
    if not gone:
        return go_to("/me")
    for participant_id in gone:
        workshop(request).recent.forget_participant(participant_id)
    await leave_no_trace(workshop(request))
    response = go_to("/erased")
    drop_cookie(request, response, CODE)
    return response


async def leave_no_trace(parts: Workshop) -> None:
    """What was erased goes from memory and from the journal too, and from every backup that is restored later."""
    await parts.store.read(parts.near_texts.refresh)
    await to_thread.run_sync(write_erasures, parts.store)
    await parts.store.scrub()


async def erased(request: Request) -> Response:
    return await render(request, "erased.html")


async def information(request: Request) -> Response:
    return await render(request, "information.html", kept=(*KEPT, "code"), published=PUBLISHED)


def erase_participant(session: Session, participant_id: int) -> None:
    """All a volunteer gave: who they said they are, their judgments, their statements and the statements' history.

    What curators wrote afterwards (pairs) stays, without its link; an item made of a statement loses its words but
    keeps what others said of it.
    """
    code_hash = session.scalars(select(Participant.code_hash).where(Participant.id == participant_id)).one()
    note_erasure(session, PARTICIPANT, code_hash)
    _give_back(session, participant_id)
    session.execute(delete(Handout).where(Handout.participant_id == participant_id))
    session.execute(delete(Judgment).where(Judgment.participant_id == participant_id))
    own = list(session.scalars(select(Statement.id).where(Statement.participant_id == participant_id)))
    erase_statements(session, own)
    session.execute(update(Item).where(Item.author_id == participant_id).values(author_id=None))
    session.execute(delete(Participant).where(Participant.id == participant_id))
    note_event(session, "participant-erased", statements=len(own))


def erase_statement(session: Session, statement_id: int) -> None:
    """One alone, which is withdrawn."""
    note_erasure(session, STATEMENT, statement_key(session, statement_id))
    erase_statements(session, [statement_id])


def erase_statements(session: Session, own: list[int]) -> None:
    """With the parts that a curator made of them, and the parts of those."""
    gone, whole = list(own), own
    while whole:
        parts = session.scalars(select(Statement.id).where(Statement.split_from_id.in_(whole))).all()
        whole = [part for part in parts if part not in gone]
        gone += whole
    let_go_of_words(session, gone)
    session.execute(update(Statement).where(Statement.id.in_(gone)).values(merged_into_id=None, split_from_id=None))
    session.execute(delete(Statement).where(Statement.id.in_(gone)))


def let_go_of_words(session: Session, gone: list[int]) -> None:
    """What was made of these statements' words goes, or loses them: sentences to judge, history, opinions; a pair that
    a curator wrote stays without its link, and who said the same takes their place."""
    promote_duplicates(session, gone)
    for item in session.scalars(select(Item).where(Item.statement_id.in_(gone))):
        withdraw(session, item)
        item.text, item.source, item.statement_id, item.author_id = "", "erased", None, None
    session.flush()
    session.execute(update(Pair).where(Pair.statement_id.in_(gone)).values(statement_id=None))
    session.execute(delete(Change).where(Change.entity == "statement", Change.entity_id.in_(gone)))
    session.execute(delete(Opinion).where(Opinion.statement_id.in_(gone)))


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


routes = [
    Route("/me", me),
    Route("/me/code", use_code, methods=["POST"]),
    Route("/me/export.json", export),
    Route("/me/erase", erase, methods=["POST"]),
    Route("/erased", erased),
    Route("/information", information),
]
