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

from epicene.collect.campaigns import CampaignFacts
from epicene.collect.curate.statement_decisions import NOT_COMPARED, folded_digest, merge_into
from epicene.collect.store.schema import Fluency, Statement, StatementStatus, Task
from epicene.collect.volunteers.assignment import Answer, Wanted, answer_and_go_on, hand_out, in_hands, look
from epicene.collect.volunteers.suspicion import Sign, sign_in
from epicene.collect.web.forms import Form, read_form
from epicene.collect.web.identity import Visit, for_participants, visit, workshop
from epicene.collect.web.page_templates import go_to, render
from epicene.data.vocabulary import DIRECTIONS
from epicene.grammar.word_patterns import folded_words

LONGEST_STATEMENT = 500
LONGEST_GROUP = 100
JUDGED = (Task.FLUENCY, Task.CATEGORY, Task.VALIDATION)
VALIDATED = ("fluent", "meaning", "known")  # what is asked of an item
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
    here, participant_id = await at_work(request)
    if request.method == "GET":
        done = await workshop(request).store.glance(count_statements, (participant_id, task))
        return await render(
            request, "statement.html", task=task, action=f"/tasks/{task}", done=done, problems={}, given=Form({})
        )
    form = await read_form(request)
    count(request, participant_id)
    problems = statement_problems(form, here.campaign)
    if problems:
        return await render(
            request, "statement.html", 422, task=task, action=f"/tasks/{task}", done=0, problems=problems, given=form
        )
    said = read_statement(form)
    sign = sign_in(said[name] for name in ("text", "target", "contrast", "implied"))
    if sign is None and not workshop(request).doorkeeper.statements.allows(str(participant_id)):
        sign = Sign.RATE
    row: Written = {
        "campaign_id": here.campaign.id,
        "participant_id": participant_id,
        **said,
        "folded": folded_digest(said["text"], _DIRECTION[task]),
        "direction": _DIRECTION[task],
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


def read_statement(form: Form) -> dict[str, str]:
    """What somebody wrote, by the names of the columns."""
    return {
        "text": form.text("statement", LONGEST_STATEMENT),
        "bias_type": form.raw("bias_type"),
        "target": form.text("target", LONGEST_GROUP),
        "contrast": form.text("contrast", LONGEST_GROUP),
        "implied": form.text("implied", LONGEST_STATEMENT),
    }


def statement_problems(form: Form, campaign: CampaignFacts) -> dict[str, str]:
    """What is wrong with a statement, by field, as keys of messages."""
    text, problems = form.text("statement", LONGEST_STATEMENT + 1), {}
    if not folded_words(text):
        problems["statement"] = "statement.problem.empty"
    elif len(text) > LONGEST_STATEMENT:
        problems["statement"] = "statement.problem.long"
    if form.raw("bias_type") not in campaign.settings.types:
        problems["bias_type"] = "statement.problem.type"
    return problems


@for_participants
async def judge(request: Request) -> Response:
    """The tasks of judging: one sentence at a time; the answer to one brings the next."""
    task = Task(request.url.path.rsplit("/", 1)[1])
    here, participant_id = await at_work(request)
    store, most = workshop(request).store, here.campaign.settings.judgments_per_sentence
    if request.method == "GET":
        item, done = await store.glance(look, (participant_id, task))
        if item is None:
            item = await store.write_together(hand_out, Wanted(participant_id, here.campaign.id, task, most))
        return await render(request, f"{task}.html", item=item, done=done, problems={}, correction="")
    form = await read_form(request)
    count(request, participant_id)
    item_id = form.number("item")
    if item_id is None:
        raise HTTPException(400)
    labels = read_labels(task, form, here.campaign)
    correction = form.text("correction", LONGEST_STATEMENT) if task != Task.CATEGORY else ""
    if labels is None and form.raw("answer") != "pass":
        return await _ask_again(request, task, participant_id, correction)

    answer = Answer(participant_id, here.campaign.id, task, item_id, labels, correction, most)
    await store.write_together(answer_and_go_on, answer)
    return go_to(f"/tasks/{task}" if labels is None else f"/tasks/{task}?thanks=1")


def read_labels(task: Task, form: Form, campaign: CampaignFacts) -> list[str] | None:
    """The answer as it is kept; None for one that is none of those offered."""
    given = form.raw("answer")
    if task == Task.FLUENCY:
        return [given] if given in tuple(Fluency) else None
    if task == Task.VALIDATION:
        said = [(question, form.raw(question)) for question in VALIDATED]
        is_complete = given == "validate" and all(answer in tuple(Fluency) for _, answer in said)
        return [f"{question}:{answer}" for question, answer in said] if is_complete else None
    if given == "none":
        return []
    labels = sorted(set(form.all("type")) & set(campaign.settings.types))
    return labels if labels and given == "types" else None


async def _ask_again(request: Request, task: Task, participant_id: int, correction: str) -> Response:
    item = await workshop(request).store.read(lambda session: in_hands(session, participant_id, task))
    problems = {"answer": f"{task}.problem"}
    return await render(request, f"{task}.html", 422, item=item, done=0, problems=problems, correction=correction)


async def at_work(request: Request) -> tuple[Visit, int]:
    here = await visit(request)
    if here.participant_id is None or not here.campaign.is_open:
        raise HTTPException(409)
    if here.is_blocked:
        raise HTTPException(403, "blocked")
    return here, here.participant_id


def count(request: Request, participant_id: int) -> None:
    """Nobody reads and judges so fast: one more submission, refused above the limit."""
    if not workshop(request).doorkeeper.participants.allows(str(participant_id)):
        raise HTTPException(429, headers={"Retry-After": "60"})


routes = [
    *(Route(f"/tasks/{task}", statement, methods=["GET", "POST"]) for task in _DIRECTION),
    *(Route(f"/tasks/{task}", judge, methods=["GET", "POST"]) for task in JUDGED),
]
