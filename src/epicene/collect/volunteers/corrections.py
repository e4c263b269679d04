"""Second thoughts: the last answer undone, any answer or statement of one's own corrected or withdrawn, until it has
been exported."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.curate.statement_decisions import folded_digest
from epicene.collect.store.schema import Campaign, Item, Judgment, Pair, Participant, Statement, StatementStatus, Task
from epicene.collect.volunteers.assignment import take_back
from epicene.collect.volunteers.own_data import can_correct, erase_statement, leave_no_trace, let_go_of_words
from epicene.collect.volunteers.suspicion import sign_in
from epicene.collect.volunteers.tasks import JUDGED, at_work, count, read_statement, statement_problems
from epicene.collect.web.forms import Form, read_form, row_id
from epicene.collect.web.identity import find_owned, for_participants, sent_code, visit, workshop
from epicene.collect.web.page_templates import go_to, render
from epicene.data.vocabulary import DIRECTIONS


@for_participants
async def undo(request: Request) -> Response:
    """The last answer of a task: its sentence is before one again."""
    task = Task(request.url.path.split("/")[2])
    _, participant_id = await at_work(request)
    await read_form(request)
    count(request, participant_id)

    def write(session: Session) -> None:
        mine = select(Judgment).where(Judgment.participant_id == participant_id, Judgment.task == task)
        last = session.scalar(mine.order_by(Judgment.id.desc()).limit(1))
        if last is not None and last.exported_at is None:
            take_back(session, last, again=_is_active(session, last))

    await workshop(request).store.write(write)
    return go_to(f"/tasks/{task}")


async def change_answer(request: Request) -> Response:
    """`again`: to be answered anew; `withdraw`: not at all."""
    action, code, judgment_id = request.path_params["action"], sent_code(request), row_id(request)
    again = action == "again"
    if action not in ("again", "withdraw"):
        raise HTTPException(404)
    await read_form(request)

    def write(session: Session) -> str:
        judgment = session.get(Judgment, judgment_id)
        if judgment is None or judgment.participant_id not in find_owned(session, code):
            raise HTTPException(404)
        if judgment.exported_at is not None or (again and not _may_answer(session, judgment)):
            raise HTTPException(409)
        anew = again and _is_active(session, judgment)
        task, campaign_id = judgment.task, judgment.campaign_id
        take_back(session, judgment, again=anew)
        return f"/campaigns/{campaign_id}?next=/tasks/{task}" if anew else "/me"

    return go_to(await workshop(request).store.write(write))


def _may_answer(session: Session, judgment: Judgment) -> bool:
    """Whether an answer that is taken back could be given again: else it would be lost."""
    campaign, participant = (
        session.get(Campaign, judgment.campaign_id),
        session.get(Participant, judgment.participant_id),
    )
    return bool(campaign and campaign.closed_at is None and participant and participant.blocked_at is None)


def _is_active(session: Session, judgment: Judgment) -> bool:
    item = session.get(Item, judgment.item_id)
    return item is not None and item.active


async def correct_statement(request: Request) -> Response:
    """The form of the task once more, with what was written in it."""
    here, code, statement_id = await visit(request), sent_code(request), row_id(request)

    def look(session: Session) -> Statement:
        statement = _own(session, statement_id, code)
        has_pair = session.scalar(select(Pair.id).where(Pair.statement_id == statement.id).limit(1)) is not None
        if not can_correct(statement, has_pair):
            raise HTTPException(409)
        return statement

    statement = await workshop(request).store.read(look)
    if statement.campaign_id != here.campaign.id:  # whose types are asked about
        return go_to(f"/campaigns/{statement.campaign_id}?next=/me/statements/{statement_id}")
    if not here.campaign.is_open:
        raise HTTPException(409)
    if here.is_blocked:
        raise HTTPException(403, "blocked")
    task = Task.STATEMENT if statement.direction == DIRECTIONS[0] else Task.ANTISTEREO
    address = f"/me/statements/{statement_id}"
    if request.method == "GET":
        same = {name: [getattr(statement, name)] for name in ("bias_type", "target", "contrast", "implied")}
        given = Form({"statement": [statement.text], **same})
        return await render(request, "statement.html", task=task, action=address, done=0, problems={}, given=given)
    form = await read_form(request)
    count(request, statement.participant_id or 0)
    problems = statement_problems(form, here.campaign)
    if problems:
        return await render(
            request, "statement.html", 422, task=task, action=address, done=0, problems=problems, given=form
        )

    def write(session: Session) -> None:
        mine, said = look(session), read_statement(form)
        let_go_of_words(session, [mine.id])
        for name, value in said.items():
            setattr(mine, name, value)
        mine.folded = folded_digest(mine.text, mine.direction)
        mine.held_for = mine.held_for or sign_in(said[name] for name in ("text", "target", "contrast", "implied"))
        mine.status = StatementStatus.HELD if mine.held_for else StatementStatus.NEW
        mine.settled_type, mine.merged_into_id, mine.reason = None, None, ""

    await workshop(request).store.write(write)
    workshop(request).near_texts.forget_statement(statement.campaign_id, statement_id)
    await workshop(request).store.read(workshop(request).near_texts.refresh)
    return go_to("/me")


async def withdraw_statement(request: Request) -> Response:
    code, statement_id = sent_code(request), row_id(request)
    await read_form(request)

    def write(session: Session) -> None:
        statement = _own(session, statement_id, code)
        if statement.exported_at is not None:
            raise HTTPException(409)
        erase_statement(session, statement.id)

    await workshop(request).store.write(write)
    await leave_no_trace(workshop(request))
    return go_to("/me")


def _own(session: Session, statement_id: int, code: str) -> Statement:
    """A part that a curator made is not its author's to change: the whole is."""
    statement = session.get(Statement, statement_id)
    if statement is None or statement.split_from_id or statement.participant_id not in find_owned(session, code):
        raise HTTPException(404)
    return statement


_NUMBER = "{id:int}"
routes = [
    *(Route(f"/tasks/{task}/undo", undo, methods=["POST"]) for task in JUDGED),
    Route(f"/me/judgments/{_NUMBER}/{{action}}", change_answer, methods=["POST"]),
    Route(f"/me/statements/{_NUMBER}", correct_statement, methods=["GET", "POST"]),
    Route(f"/me/statements/{_NUMBER}/withdraw", withdraw_statement, methods=["POST"]),
]
