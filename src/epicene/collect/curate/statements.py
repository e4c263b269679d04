"""Curators' pages about statements: the queue and what is found in it, one statement, what was decided about it, the
history, the audit log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from epicene.collect.curate import statement_decisions as decisions
from epicene.collect.curate.near_text_cache import COMPARED
from epicene.collect.curate.pair_editor import mark_differences
from epicene.collect.store.change_history import changes_of, latest_changes
from epicene.collect.store.database import batches, count_by
from epicene.collect.store.schema import (
    AuditEvent,
    JudgmentRow,
    Opinion,
    PairRow,
    Statement,
    StatementStatus,
    TaskItem,
    User,
)
from epicene.collect.web import site_pages as site
from epicene.collect.web.visits import CAMPAIGN, Access, Visit, find_row
from epicene.data.checking.near_duplicates import MOST_NEAR

LONGEST_TEXT = 500
LONGEST_REASON = 500
LONGEST_SEARCH = 100
MOST_PARTS = 4
MOST_AT_ONCE = 1000  # statements rejected by one click
ACTIONS = ("settle", "reject", "split", "merge", "reopen", "release")


class Filter(NamedTuple):
    """What a curator looks for; whatever is empty or senseless is not asked for."""

    words: str = ""
    type: str = ""
    contributor: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def read(cls, given: Callable[[str], str], types: Sequence[str]) -> Filter:
        def day(name: str) -> datetime | None:
            try:
                return datetime.strptime(given(name), "%Y-%m-%d").replace(tzinfo=UTC)
            except ValueError:
                return None

        bias_type = given("type") if given("type") in types else ""
        contributor = site.row_number(given("contributor"))
        return cls(given("words").strip()[:LONGEST_SEARCH], bias_type, contributor, day("since"), day("until"))

    def conditions(self) -> list[ColumnElement[bool]]:
        """The type is the one settled, or else the one that its author chose; `until` is the last day meant."""
        asked = (
            self.words and func.lower(Statement.text).contains(self.words.lower(), autoescape=True),
            self.type and func.coalesce(Statement.settled_type, Statement.bias_type) == self.type,
            self.contributor and Statement.participant_id == self.contributor,
            self.since and Statement.created_at >= self.since,
            self.until
            and Statement.created_at <= self.until.replace(hour=23, minute=59, second=59, microsecond=10**6 - 1),
        )
        return [condition for condition in asked if isinstance(condition, ColumnElement)]

    def fields(self) -> dict[str, str]:
        """As a form or an address has them; nothing for what is not asked for."""
        given = {name: value for name, value in self._asdict().items() if value}
        return {name: str(value.date() if isinstance(value, datetime) else value) for name, value in given.items()}

    def query(self, **further: object) -> str:
        return urlencode({**self.fields(), **further})


def read_queue(session: Session, here: Visit, status: str, wanted: Filter) -> dict[str, Any]:
    """One page of what the filter finds, how much of it there is of each status, and the number of the newest. By
    statement: the bias types that were chosen for the same words, and how many are alike (None where no time was
    left)."""
    of_campaign, conditions = Statement.campaign_id == here.campaign.id, wanted.conditions()
    chosen = select(Statement).where(of_campaign, Statement.status == status, *conditions).order_by(Statement.id)
    listing = site.read_listing(session, here, chosen)
    ids = [statement.id for statement in listing.rows]
    near: Sequence[Sequence[int] | None] = [()] * len(ids)
    if status == StatementStatus.NEW and ids:
        texts, seconds = [statement.text for statement in listing.rows], here.app.settings.near_seconds
        near = here.app.near_texts.of_statements(session, here.campaign, texts, seconds)
    people = func.count(func.distinct(Opinion.user_id))
    opinions = select(Opinion.statement_id, people).where(Opinion.statement_id.in_(ids)).group_by(Opinion.statement_id)
    types = {statement.id: Counter([statement.bias_type]) for statement in listing.rows}
    of_kept = (Statement.merged_into_id, Statement.bias_type)
    merged = select(*of_kept, func.count()).where(Statement.merged_into_id.in_(ids)).group_by(*of_kept)
    for kept, bias_type, count in session.execute(merged):
        types[kept or 0][bias_type] += count
    return {
        "listing": listing,
        "types": types,
        "alike": {key: None if rows is None else len(rows) for key, rows in zip(ids, near, strict=True)},
        "pairs": count_by(session, PairRow.statement_id, PairRow.statement_id.in_(ids)),
        "opinions": dict(session.execute(opinions).all()),
        "counts": count_by(session, Statement.status, of_campaign, *conditions),
        "newest": session.scalar(select(func.max(Statement.id)).where(of_campaign)) or 0,
    }


@site.endpoint("/curate", Access.CURATOR)
async def show_queue(here: Visit) -> site.Page:
    campaign_id, values = here.campaign.id, here.query
    status = values.get("status", StatementStatus.NEW)
    if status not in set(StatementStatus):
        raise HTTPException(404)
    if await site.read_slowly(here, lambda session: decisions.has_duplicates(session, campaign_id)):
        while await here.store.write(lambda session: decisions.merge_duplicates(session, campaign_id)):
            pass
    wanted = Filter.read(lambda name: values.get(name, ""), here.campaign.settings.types)
    queue = await site.read_slowly(here, lambda session: read_queue(session, here, status, wanted))
    return site.show(
        "curate_queue.html",
        400 if values.get("problem") else 200,
        **queue,
        wanted=wanted,
        rejectable=status in decisions.REJECTABLE,
        rejected=site.row_number(values.get("rejected", "")),
        left_alone=site.row_number(values.get("left_alone", "")),
        no_reason=values.get("problem") == "reason",
        most_rejected=MOST_AT_ONCE,
        longest_reason=LONGEST_REASON,
        shown=status,
        statuses=list(StatementStatus),
        most_near=MOST_NEAR,
    )


@site.endpoint("/curate/reject", Access.CURATOR, "POST")
async def reject_many(here: Visit) -> str:
    """With one reason: those that were ticked, or all that the filter finds and that were there when it was asked."""
    form = await site.read_form(here.request)
    wanted, status = Filter.read(form.raw, here.campaign.settings.types), form.raw("status")
    reason = form.text("reason", LONGEST_REASON)
    if status not in decisions.REJECTABLE:
        raise HTTPException(400)
    if not reason:
        return f"/curate?{wanted.query(status=status, problem='reason')}"
    chosen = select(Statement.id).where(Statement.campaign_id == here.campaign.id, Statement.status == status)
    if form.raw("scope") == "all":
        chosen = chosen.where(*wanted.conditions(), Statement.id <= (form.number("newest") or 0))
    else:
        chosen = chosen.where(
            Statement.id.in_([number for text in form.all("pick") if (number := site.row_number(text))])
        )
    few = chosen.order_by(Statement.id).limit(MOST_AT_ONCE)
    ids = await site.read_slowly(here, lambda session: list(session.scalars(few)))
    rejected = 0
    for some in batches(ids, decisions.IN_ONE_WRITE):
        reject = partial(decisions.reject_all, ids=some, reason=reason, user_id=here.curator.id)
        rejected += await here.store.write(reject)
    return f"/curate?{wanted.query(status=status, rejected=rejected, left_alone=len(ids) - rejected)}"


@site.get("/curate/statements/{id:int}", Access.CURATOR, slow=True)
def show_statement(here: Visit, session: Session, problem: str = "", typed: site.SentForm | None = None) -> site.Page:
    """All that a curator needs in order to decide about one statement; `decided` is the one decided on before it, and
    `alike` has other statements beside this one, with what differs marked."""

    def rows(condition: ColumnElement[bool]) -> list[Statement]:
        return list(session.scalars(select(Statement).where(condition).order_by(Statement.id)))

    statement_id, after = here.row_id, site.row_number(here.query.get("after", ""))
    statement = find_row(session, Statement, statement_id, here.campaign.id)
    near: Sequence[int] = ()
    if statement.status in COMPARED:
        seconds = here.app.settings.near_seconds
        near = here.app.near_texts.of_statements(session, here.campaign, [statement.text], seconds)[0] or ()
    given = select(JudgmentRow.labels).join(TaskItem).where(TaskItem.statement_id == statement_id)
    pairs = select(PairRow).where(PairRow.statement_id == statement_id).order_by(PairRow.id)
    opinions, n_opinions = decisions.opinions_shown(session, statement_id, here.curator.id)
    return site.show(
        "curate_statement.html",
        400 if problem else 200,
        statement=statement,
        merged=rows(Statement.merged_into_id == statement_id),
        kept=session.get(Statement, statement.merged_into_id) if statement.merged_into_id else None,
        whole=session.get(Statement, statement.split_from_id) if statement.split_from_id else None,
        parts_made=rows(Statement.split_from_id == statement_id),
        alike=[(other, *mark_differences(statement.text, other.text)) for other in rows(Statement.id.in_(near))],
        written_pairs=list(session.scalars(pairs)),
        judged=Counter(label for labels in session.scalars(given) for label in labels or ["none"]),
        history=changes_of(session, "statement", statement_id),
        decided=find_row(session, Statement, after, here.campaign.id) if after else None,
        opinions=opinions,
        n_opinions=n_opinions,
        most_near=MOST_NEAR,
        problem=problem,
        typed=typed or site.SentForm({}),
        most_parts=MOST_PARTS,
        longest=LONGEST_TEXT,
        longest_reason=LONGEST_REASON,
    )


@site.endpoint("/curate/statements/{id:int}/{action}", Access.CURATOR, "POST")
async def decide(here: Visit) -> site.Outcome:
    """One decision, checked against the version that the curator had before them."""
    action, statement_id = here.request.path_params["action"], here.row_id
    if action not in ACTIONS:
        raise HTTPException(404)
    form = await site.read_form(here.request)

    def write(session: Session) -> str:
        statement = find_row(session, Statement, statement_id, here.campaign.id)
        if statement.version != form.number("version"):
            raise HTTPException(409)
        return _carry_out(session, statement, action, form, here)

    try:
        return await here.store.write(write)
    except decisions.DecisionRefusedError as refused:
        problem = refused.key
    return await site.read_slowly(here, lambda session: show_statement(here, session, problem, form))


def _carry_out(session: Session, statement: Statement, action: str, form: site.SentForm, here: Visit) -> str:
    """Keep a decision, or an opinion where two curators must agree; the address of the page that follows."""
    user_id, same_page, was_new = here.curator.id, f"/curate/statements/{statement.id}", statement.status == "new"
    must_agree = here.campaign.settings.second_opinion
    if action == "settle":
        bias_type = _bias_type(here, form.raw("bias_type"))
        if must_agree and not decisions.agreed(session, statement, bias_type, "", user_id):
            return same_page
        decisions.settle(session, statement, bias_type, user_id)
        return _next(session, statement) if was_new else same_page
    if action == "reject":
        reason = form.text("reason", LONGEST_REASON)
        if must_agree and reason and not decisions.agreed(session, statement, decisions.REJECTED, reason, user_id):
            return same_page
        decisions.reject(session, statement, reason, user_id)
        return _next(session, statement)
    if action == "merge":
        into = find_row(session, Statement, form.number("into") or 0, statement.campaign_id)
        decisions.merge(session, statement, into, user_id)
        return f"/curate/statements/{into.id}" if into.status == StatementStatus.NEW else _next(session, statement)
    if action == "split":
        texts = {number: form.text(f"part{number}", LONGEST_TEXT) for number in range(1, MOST_PARTS + 1)}
        parts = [(text, _bias_type(here, form.raw(f"type{number}"))) for number, text in texts.items() if text]
        decisions.split(session, statement, parts, user_id)
    elif action == "release":
        decisions.release(session, statement, user_id)
    else:
        decisions.reopen(session, statement, user_id)
    return same_page


def _next(session: Session, decided: Statement) -> str:
    """The page of the next statement that waits, in the queue's order and then from its beginning; it says what was
    decided last, and leads there."""
    waiting = select(Statement.id).where(
        Statement.campaign_id == decided.campaign_id, Statement.status == StatementStatus.NEW
    )
    in_order = waiting.order_by(Statement.id).limit(1)
    following = session.scalar(in_order.where(Statement.id > decided.id)) or session.scalar(in_order)
    return f"/curate/statements/{following}?after={decided.id}" if following else f"/curate/statements/{decided.id}"


def _bias_type(here: Visit, given: str) -> str:
    if given not in here.campaign.settings.types:
        raise decisions.DecisionRefusedError("curate.problem.type")
    return given


@site.get("/curate/history", Access.CURATOR)
def history(here: Visit, session: Session) -> site.Page:
    return site.show("curate_history.html", listing=site.read_listing(session, here, latest_changes()))


@site.endpoint("/curate/campaign", Access.CURATOR, "POST")
async def choose_campaign(here: Visit) -> str:
    """Which campaign the curators' pages show; volunteers meet the open one all the same."""
    chosen = (await site.read_form(here.request)).number("campaign")
    if chosen not in {campaign.id for campaign in here.campaigns}:
        raise HTTPException(400)
    here.set_cookie(CAMPAIGN, str(chosen))
    return "/curate"


@site.get("/curate/audit", Access.ADMIN)
def audit_log(here: Visit, session: Session) -> site.Page:
    """Who came in, was refused, took data out or erased theirs."""
    events = select(AuditEvent, User.name).outerjoin(User, User.id == AuditEvent.user_id)
    return site.show(
        "curate_audit.html", listing=site.read_listing(session, here, events.order_by(AuditEvent.id.desc()))
    )
