"""Curators' pages about statements: the queue, one statement, what was decided about it, the history, the audit log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaign_settings import CampaignSettings
from epicene.collect.campaigns import CampaignFacts
from epicene.collect.curate import statement_decisions as decisions
from epicene.collect.curate.moderation import LONGEST_REASON, MOST_AT_ONCE, Filter
from epicene.collect.curate.near_text_cache import COMPARED, NearTexts
from epicene.collect.curate.pair_check import Run, mark_differences
from epicene.collect.curate.statement_decisions import OpinionShown, agreed
from epicene.collect.store.change_history import Entry, changes_of, latest_changes
from epicene.collect.store.schema import (
    AuditEvent,
    Campaign,
    Item,
    Judgment,
    Pair,
    Role,
    Statement,
    StatementStatus,
    User,
)
from epicene.collect.web.forms import Form, read_form, row_id, row_number
from epicene.collect.web.identity import CAMPAIGN, find_row, requires, set_cookie, visit, workshop
from epicene.collect.web.page_templates import PAGE, go_to, page_number, pages_of, render
from epicene.collect.web.slow_pages import read_slowly
from epicene.data.checking.near_duplicates import MOST_NEAR

LONGEST_TEXT = 500
MOST_PARTS = 4
EVERYTHING = Filter()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A line of the queue: a statement, the bias types that were chosen for the same words, and how many are alike."""

    statement: Statement
    chosen: dict[str, int]
    alike: int
    pairs: int
    opinions: int


@dataclass(frozen=True, slots=True)
class Alike:
    """Another statement beside this one, with what differs marked."""

    statement: Statement
    here: list[Run]
    there: list[Run]


@dataclass(frozen=True, slots=True)
class Looked:
    """All that a curator needs in order to decide about one statement."""

    statement: Statement
    merged: list[Statement]
    kept: Statement | None
    whole: Statement | None
    parts: list[Statement]
    alike: list[Alike]
    pairs: list[Pair]
    judged: dict[str, int]


def read_queue(
    session: Session,
    campaign: CampaignFacts,
    near_texts: NearTexts,
    status: str,
    page: int,
    wanted: Filter = EVERYTHING,
) -> tuple[list[Waiting], dict[str, int]]:
    """One page of what the filter finds, and how much of it there is of each status."""
    found = wanted.conditions()
    statements = list(
        session.scalars(
            select(Statement)
            .where(Statement.campaign_id == campaign.id, Statement.status == status, *found)
            .order_by(Statement.id)
            .limit(PAGE)
            .offset((page - 1) * PAGE)
        )
    )
    ids = [statement.id for statement in statements]
    texts = [statement.text for statement in statements] if status == StatementStatus.NEW else []
    alike = near_texts.of_statements(session, campaign, texts) if texts else [[] for _ in statements]
    of_these = select(Pair.statement_id, func.count()).where(Pair.statement_id.in_(ids)).group_by(Pair.statement_id)
    pairs: dict[int | None, int] = dict(session.execute(of_these).all())
    merged = session.execute(
        select(Statement.merged_into_id, Statement.bias_type).where(Statement.merged_into_id.in_(ids))
    ).all()
    opinions = decisions.count_opinions(session, ids)
    waiting = []
    for statement, near in zip(statements, alike, strict=True):
        chosen = {statement.bias_type: 1}
        for kept, bias_type in merged:
            if kept == statement.id:
                chosen[bias_type] = chosen.get(bias_type, 0) + 1
        waiting.append(Waiting(statement, chosen, len(near), pairs.get(statement.id, 0), opinions.get(statement.id, 0)))
    counted = select(Statement.status, func.count()).where(Statement.campaign_id == campaign.id, *found)
    return waiting, dict(session.execute(counted.group_by(Statement.status)).all())


def read_statement(session: Session, campaign: CampaignFacts, near_texts: NearTexts, statement: Statement) -> Looked:
    def rows(condition: ColumnElement[bool]) -> list[Statement]:
        return list(session.scalars(select(Statement).where(condition).order_by(Statement.id)))

    def one(statement_id: int | None) -> Statement | None:
        return session.get(Statement, statement_id) if statement_id else None

    is_compared = statement.status in COMPARED
    near = near_texts.of_statements(session, campaign, [statement.text])[0] if is_compared else []
    alike = [Alike(other, *mark_differences(statement.text, other.text)) for other in rows(Statement.id.in_(near))]
    judged: dict[str, int] = {}
    given = select(Judgment.labels).join(Item, Item.id == Judgment.item_id).where(Item.statement_id == statement.id)
    for labels in session.scalars(given):
        for label in labels or ["none"]:
            judged[label] = judged.get(label, 0) + 1
    return Looked(
        statement,
        merged=rows(Statement.merged_into_id == statement.id),
        kept=one(statement.merged_into_id),
        whole=one(statement.split_from_id),
        parts=rows(Statement.split_from_id == statement.id),
        alike=alike,
        pairs=list(session.scalars(select(Pair).where(Pair.statement_id == statement.id).order_by(Pair.id))),
        judged=judged,
    )


@requires(Role.CURATOR)
async def queue(request: Request) -> Response:
    here = await visit(request)
    store, near_texts = workshop(request).store, workshop(request).near_texts
    if await read_slowly(request, lambda session: decisions.has_duplicates(session, here.campaign.id)):
        await store.write(lambda session: decisions.merge_duplicates(session, here.campaign.id))
    status = request.query_params.get("status", StatementStatus.NEW)
    if status not in set(StatementStatus):
        raise HTTPException(404)
    page, asked = page_number(request), request.query_params
    wanted = Filter.read(lambda name: asked.get(name, ""), here.campaign.settings.types)

    def read(session: Session) -> tuple[list[Waiting], dict[str, int], int]:
        newest = session.scalar(select(func.max(Statement.id)).where(Statement.campaign_id == here.campaign.id)) or 0
        return *read_queue(session, here.campaign, near_texts, status, page, wanted), newest

    waiting, counts, newest = await read_slowly(request, read)
    return await render(
        request,
        "curate_queue.html",
        400 if asked.get("problem") else 200,
        wanted=wanted,
        newest=newest,
        rejectable=status in decisions.REJECTABLE,
        rejected=row_number(asked.get("rejected", "")),
        left_alone=row_number(asked.get("left_alone", "")),
        no_reason=asked.get("problem") == "reason",
        most_rejected=MOST_AT_ONCE,
        longest_reason=LONGEST_REASON,
        waiting=waiting,
        counts=counts,
        shown=status,
        statuses=list(StatementStatus),
        page=page,
        pages=pages_of(counts.get(status, 0)),
        most_near=MOST_NEAR,
    )


@requires(Role.CURATOR)
async def look(request: Request) -> Response:
    return await _show(request, row_id(request))


async def _show(request: Request, statement_id: int, problem: str = "", typed: Form | None = None) -> Response:
    here = await visit(request)
    near_texts = workshop(request).near_texts

    user_id = here.user.id if here.user else 0

    def read(session: Session) -> tuple[Looked, list[Entry], Statement | None, tuple[list[OpinionShown], int]]:
        statement = find_row(session, Statement, statement_id, here.campaign.id)
        looked = read_statement(session, here.campaign, near_texts, statement)
        after = row_number(request.query_params.get("after", ""))
        decided = find_row(session, Statement, after, here.campaign.id) if after else None
        opinions = decisions.opinions_shown(session, statement_id, user_id)
        return looked, changes_of(session, "statement", statement_id), decided, opinions

    looked, history, decided, (opinions, n_opinions) = await read_slowly(request, read)
    return await render(
        request,
        "curate_statement.html",
        400 if problem else 200,
        looked=looked,
        decided=decided,
        opinions=opinions,
        n_opinions=n_opinions,
        history=history,
        most_near=MOST_NEAR,
        problem=problem,
        typed=typed or Form({}),
        most_parts=MOST_PARTS,
        longest=LONGEST_TEXT,
        longest_reason=LONGEST_REASON,
    )


@requires(Role.CURATOR)
async def decide(request: Request) -> Response:
    """One decision, checked against the version that the curator had before them."""
    here = await visit(request)
    user = here.user
    action = request.path_params["action"]
    if user is None or action not in _ACTIONS:
        raise HTTPException(404)
    statement_id = row_id(request)
    form = await read_form(request)

    def write(session: Session) -> str:
        statement = find_row(session, Statement, statement_id, here.campaign.id)
        if statement.version != form.number("version"):
            raise HTTPException(409)
        return _ACTIONS[action](session, statement, form, user.id)

    try:
        return go_to(await workshop(request).store.write(write))
    except decisions.RefusedError as refused:
        return await _show(request, statement_id, refused.key, form)


def _settle(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    was_new = statement.status == StatementStatus.NEW
    bias_type = _bias_type(session, statement, form.raw("bias_type"))
    if _settings(session, statement).second_opinion and not agreed(session, statement, bias_type, "", user_id):
        return f"/curate/statements/{statement.id}"
    decisions.settle(session, statement, bias_type, user_id)
    return _next(session, statement) if was_new else f"/curate/statements/{statement.id}"


def _reject(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    reason = form.text("reason", LONGEST_REASON)
    must_agree = reason and _settings(session, statement).second_opinion
    if must_agree and not agreed(session, statement, decisions.REJECTED, reason, user_id):
        return f"/curate/statements/{statement.id}"
    decisions.reject(session, statement, reason, user_id)
    return _next(session, statement)


def _split(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    texts = [form.text(f"part{number}", LONGEST_TEXT) for number in range(1, MOST_PARTS + 1)]
    kinds = [form.raw(f"type{number}") for number in range(1, MOST_PARTS + 1)]
    parts = [
        decisions.Part(text, _bias_type(session, statement, kind))
        for text, kind in zip(texts, kinds, strict=True)
        if text
    ]
    decisions.split(session, statement, parts, user_id)
    return f"/curate/statements/{statement.id}"


def _merge(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    into = find_row(session, Statement, form.number("into") or 0, statement.campaign_id)
    decisions.merge(session, statement, into, user_id)
    if into.status == StatementStatus.NEW:
        return f"/curate/statements/{into.id}"
    return _next(session, statement)


def _next(session: Session, decided: Statement) -> str:
    """The page of the next statement that waits, in the queue's order and then from its beginning; it says what was
    decided last, and leads there."""
    waiting = select(Statement.id).where(
        Statement.campaign_id == decided.campaign_id, Statement.status == StatementStatus.NEW
    )
    in_order = waiting.order_by(Statement.id).limit(1)
    following = session.scalar(in_order.where(Statement.id > decided.id)) or session.scalar(in_order)
    return f"/curate/statements/{following}?after={decided.id}" if following else f"/curate/statements/{decided.id}"


def _release(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    decisions.release(session, statement, user_id)
    return f"/curate/statements/{statement.id}"


def _reopen(session: Session, statement: Statement, form: Form, user_id: int) -> str:
    decisions.reopen(session, statement, user_id)
    decisions.forget_opinions(session, statement.id)
    return f"/curate/statements/{statement.id}"


_ACTIONS: dict[str, Callable[[Session, Statement, Form, int], str]] = {
    "settle": _settle,
    "reject": _reject,
    "split": _split,
    "merge": _merge,
    "reopen": _reopen,
    "release": _release,
}


def _settings(session: Session, statement: Statement) -> CampaignSettings:
    stored = select(Campaign.settings).where(Campaign.id == statement.campaign_id)
    return CampaignSettings.read(session.scalars(stored).one())


def _bias_type(session: Session, statement: Statement, given: str) -> str:
    if given not in _settings(session, statement).types:
        raise decisions.RefusedError("curate.problem.type")
    return given


@requires(Role.CURATOR)
async def history(request: Request) -> Response:
    page = page_number(request)
    entries, total = await workshop(request).store.read(lambda session: latest_changes(session, page, PAGE))
    return await render(request, "curate_history.html", history=entries, total=total, page=page, pages=pages_of(total))


@requires(Role.CURATOR)
async def choose_campaign(request: Request) -> Response:
    """Which campaign the curators' pages show; volunteers meet the open one all the same."""
    form = await read_form(request)
    chosen = form.number("campaign")
    if chosen not in {campaign.id for campaign in (await visit(request)).campaigns}:
        raise HTTPException(400)
    response = go_to("/curate")
    set_cookie(request, response, CAMPAIGN, str(chosen), None)
    return response


@requires(Role.ADMIN)
async def audit_log(request: Request) -> Response:
    """Who came in, was refused, took data out or erased theirs."""
    number = page_number(request)

    def read(session: Session) -> tuple[Sequence[Row[AuditEvent, str]], int]:
        chosen = select(AuditEvent, User.name).outerjoin(User, User.id == AuditEvent.user_id)
        latest = chosen.order_by(AuditEvent.id.desc()).limit(PAGE).offset((number - 1) * PAGE)
        total = session.scalar(select(func.count()).select_from(AuditEvent)) or 0
        return session.execute(latest).all(), total

    events, total = await workshop(request).store.read(read)
    return await render(request, "curate_audit.html", events=events, page=number, pages=pages_of(total))


routes = [
    Route("/curate", queue),
    Route("/curate/campaign", choose_campaign, methods=["POST"]),
    Route("/curate/history", history),
    Route("/curate/audit", audit_log),
    Route("/curate/statements/{id:int}", look),
    Route("/curate/statements/{id:int}/{action}", decide, methods=["POST"]),
]
