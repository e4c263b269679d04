"""The tasks: write a statement that expresses a stereotype or contradicts one, judge a sentence's French, say which
bias type it expresses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlalchemy import Connection, Table, and_, bindparam, case, func, insert, select, tuple_
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.curate.statement_decisions import NOT_COMPARED, folded_digest, merge_into
from epicene.collect.store.schema import Fluency, Statement, StatementStatus, Task
from epicene.collect.volunteers.assignment import Answer, Wanted, answer_and_go_on, hand_out, in_hands, look
from epicene.collect.volunteers.suspicion import Sign, sign_in
from epicene.collect.web.forms import Form, read_form
from epicene.collect.web.identity import Visit, for_participants, visit, workshop
from epicene.collect.web.page_templates import go_to, render
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS
from epicene.grammar.words import folded_words

LONGEST_STATEMENT = 500
LONGEST_GROUP = 100
_DIRECTION = dict(zip((Task.STATEMENT, Task.ANTISTEREO), DIRECTIONS, strict=True))
Written = dict[str, int | str | None]  # a statement's columns

_statements = cast(Table, Statement.__table__)
_NEW_STATEMENT = insert(_statements)
_SENT = ("participant_id", "text", "bias_type", "target", "contrast", "direction", "implied")
# Of the statements with the same words: one that is this very form, one that was kept, one that those were merged into.
_SAME_WORDS = select(
    func.min(case((and_(*(_statements.c[name] == bindparam(name) for name in _SENT)), _statements.c.id))),
    func.min(case((_statements.c.status.not_in(NOT_COMPARED), _statements.c.id))),
    func.min(_statements.c.merged_into_id),
).where(*(_statements.c[name] == bindparam(name) for name in ("campaign_id", "folded")))
_KNOWN_WORDS = select(_statements.c.campaign_id, _statements.c.folded).where(
    tuple_(_statements.c.campaign_id, _statements.c.folded).in_(bindparam("words", expanding=True))
)
_OWN_STATEMENTS = (
    select(_statements.c.participant_id, _statements.c.direction, func.count())
    .where(
        _statements.c.participant_id.in_(bindparam("participants", expanding=True)),
        _statements.c.split_from_id.is_(None),
    )
    .group_by(_statements.c.participant_id, _statements.c.direction)
)


@for_participants
async def statement(request: Request) -> Response:
    """Task 1, and what contradicts a stereotype."""
    task = Task(request.url.path.rsplit("/", 1)[1])
    here, participant_id = await _at_work(request)
    if request.method == "GET":
        done = await workshop(request).store.glance(count_statements, (participant_id, task))
        return await render(request, "statement.html", task=task, done=done, problems={}, given=Form({}))
    form = await read_form(request)
    _count(request, participant_id)
    text = form.text("statement", LONGEST_STATEMENT + 1)
    problems = _problems(text, form.raw("bias_type"))
    if problems:
        return await render(request, "statement.html", 422, task=task, done=0, problems=problems, given=form)
    written = (text, *(form.text(name, LONGEST_STATEMENT) for name in ("target", "contrast", "implied")))
    sign = sign_in(written)
    if sign is None and not workshop(request).doorkeeper.statements.allows(str(participant_id)):
        sign = Sign.RATE
    row: Written = {
        "campaign_id": here.campaign.id,
        "participant_id": participant_id,
        "text": text,
        "folded": folded_digest(text, _DIRECTION[task]),
        "bias_type": form.raw("bias_type"),
        "target": form.text("target", LONGEST_GROUP),
        "contrast": form.text("contrast", LONGEST_GROUP),
        "direction": _DIRECTION[task],
        "implied": form.text("implied", LONGEST_STATEMENT),
        "status": StatementStatus.HELD if sign else StatementStatus.NEW,
        "held_for": sign,
    }

    await workshop(request).store.write_together(_keep_statements, row)
    return go_to(f"/tasks/{task}?thanks=1")


def count_statements(connection: Connection, asked: Sequence[tuple[int, Task]]) -> list[int]:
    """Those that each wrote in a task; the parts that a curator made of one are not theirs to be thanked for."""
    rows = connection.execute(_OWN_STATEMENTS, {"participants": [participant for participant, _ in asked]})
    found = {(participant, direction): count for participant, direction, count in rows}
    return [found.get((participant, _DIRECTION[task]), 0) for participant, task in asked]


def _keep_statements(session: Session, rows: Sequence[Written]) -> list[None]:
    """The same words again, or with another type, are merged at once."""
    connection = session.connection()
    words = [(row["campaign_id"], row["folded"]) for row in rows]
    known = {tuple(found) for found in connection.execute(_KNOWN_WORDS, {"words": words})}
    fresh: dict[tuple[int | str | None, ...], Written] = {}
    for said, row in zip(words, rows, strict=True):
        if said not in known:
            fresh.setdefault(said, row)
    if fresh:
        connection.execute(_NEW_STATEMENT, list(fresh.values()))
    for said, row in zip(words, rows, strict=True):
        if fresh.get(said) is not row:
            _merge_at_once(session, row)
    return [None] * len(rows)


def _merge_at_once(session: Session, row: Written) -> None:
    """A form sent twice is one statement; one that is held is merged with nothing until it is released."""
    sent_before, kept, merged_into = session.connection().execute(_SAME_WORDS, row).one()
    if sent_before is not None:
        return
    again = Statement(**row)
    session.add(again)
    session.flush()
    if row.get("held_for") is None and (kept or merged_into):
        merge_into(session, again, kept or merged_into, user_id=None)


def _problems(text: str, bias_type: str) -> dict[str, str]:
    """What is wrong with a statement, by field, as keys of messages."""
    problems = {}
    if not folded_words(text):
        problems["statement"] = "statement.problem.empty"
    elif len(text) > LONGEST_STATEMENT:
        problems["statement"] = "statement.problem.long"
    if bias_type not in BIAS_TYPES:
        problems["bias_type"] = "statement.problem.type"
    return problems


@for_participants
async def judge(request: Request) -> Response:
    """Tasks 2 and 3: one sentence at a time; the answer to one brings the next."""
    task = Task(request.url.path.rsplit("/", 1)[1])
    here, participant_id = await _at_work(request)
    store, most = workshop(request).store, here.campaign.settings.judgments_per_sentence
    if request.method == "GET":
        item, done = await store.glance(look, (participant_id, task))
        if item is None:
            item = await store.write_together(hand_out, Wanted(participant_id, here.campaign.id, task, most))
        return await render(request, f"{task}.html", item=item, done=done, problems={}, correction="")
    form = await read_form(request)
    _count(request, participant_id)
    item_id = form.number("item")
    if item_id is None:
        raise HTTPException(400)
    labels = read_labels(task, form)
    correction = form.text("correction", LONGEST_STATEMENT) if task == Task.FLUENCY else ""
    if labels is None and form.raw("answer") != "pass":
        return await _ask_again(request, task, participant_id, correction)

    answer = Answer(participant_id, here.campaign.id, task, item_id, labels, correction, most)
    await store.write_together(answer_and_go_on, answer)
    return go_to(f"/tasks/{task}" if labels is None else f"/tasks/{task}?thanks=1")


def read_labels(task: Task, form: Form) -> list[str] | None:
    """The answer as it is kept; None for one that is none of those offered."""
    given = form.raw("answer")
    if task == Task.FLUENCY:
        return [given] if given in tuple(Fluency) else None
    if given == "none":
        return []
    labels = sorted(set(form.all("type")) & set(BIAS_TYPES))
    return labels if labels and given == "types" else None


async def _ask_again(request: Request, task: Task, participant_id: int, correction: str) -> Response:
    item = await workshop(request).store.read(lambda session: in_hands(session, participant_id, task))
    problems = {"answer": f"{task}.problem"}
    return await render(request, f"{task}.html", 422, item=item, done=0, problems=problems, correction=correction)


async def _at_work(request: Request) -> tuple[Visit, int]:
    here = await visit(request)
    if here.participant_id is None or not here.campaign.is_open:
        raise HTTPException(409)
    if here.is_blocked:
        raise HTTPException(403, "blocked")
    return here, here.participant_id


def _count(request: Request, participant_id: int) -> None:
    """Nobody reads and judges so fast: one more submission, refused above the limit."""
    if not workshop(request).doorkeeper.participants.allows(str(participant_id)):
        raise HTTPException(429, headers={"Retry-After": "60"})


routes = [
    *(Route(f"/tasks/{task}", statement, methods=["GET", "POST"]) for task in _DIRECTION),
    *(Route(f"/tasks/{task}", judge, methods=["GET", "POST"]) for task in (Task.FLUENCY, Task.CATEGORY)),
]
