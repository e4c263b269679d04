"""The tasks: write a statement that expresses a stereotype or contradicts one, judge a sentence's French, say which
bias type it expresses.

A statement with a sign of advertising, personal data or noise is held. A sign decides nothing about the statement: its
author is thanked as everybody is, and a curator releases it or rejects it; those who flood are told nothing that would
help them to go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import cast

from sqlalchemy import Connection, Table, and_, bindparam, case, func, insert, select, tuple_
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaigns import CampaignFacts
from epicene.collect.curate.statement_decisions import NOT_COMPARED, folded_digest, merge_into
from epicene.collect.store.schema import Fluency, Statement, StatementStatus, TaskName
from epicene.collect.volunteers.assignment import (
    AssignmentRequest,
    SentAnswer,
    answer_and_go_on,
    hand_out,
    in_hands,
    look,
)
from epicene.collect.web.site_pages import SentForm, go_to, read_form, render
from epicene.collect.web.visits import Visit, client_address, for_participants
from epicene.data.vocabulary import DIRECTIONS
from epicene.grammar.word_patterns import folded_words

LONGEST_STATEMENT = 500
LONGEST_GROUP = 100
JUDGED = (TaskName.FLUENCY, TaskName.CATEGORY, TaskName.VALIDATION)
VALIDATED = ("fluent", "meaning", "known")  # what is asked of an item
_DIRECTION = dict(zip((TaskName.STATEMENT, TaskName.ANTISTEREO), DIRECTIONS, strict=True))
_LINK = re.compile(r"https?:|www\.|\w\.(?:com|net|org|info|biz|ru|cn|xyz|shop|online)\b", re.IGNORECASE)
_CONTACT = re.compile(r"[\w.+-]+@[\w-]+\.\w|(?:\+|\b0)\d(?:[ .-]?\d){7,}")
_ONE_CHARACTER = re.compile(r"(\S)\1{7,}")
MOST_REPEATED = 5  # times the same word, one after the other
LEAST_LETTERS = 0.5  # of what is no space
StatementRow = dict[str, int | str | None]  # a statement's columns

_statements = cast(Table, Statement.__table__)
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


class Sign(StrEnum):
    LINK = "link"
    CONTACT = "contact"  # an e-mail address or a telephone number: perhaps somebody's
    NOISE = "noise"  # one character or one word again and again, or hardly any letters
    RATE = "rate"  # more statements a minute than people write
    BLOCKED = "blocked"  # of a contributor who was blocked since


def sign_in(texts: Iterable[str]) -> Sign | None:
    """The first sign in what somebody wrote, if there is one."""
    for text in filter(None, texts):
        words, letters = text.casefold().split(), "".join(text.split())
        runs = (words[start : start + MOST_REPEATED] for start in range(len(words) - MOST_REPEATED + 1))
        if _CONTACT.search(text):
            return Sign.CONTACT
        if _LINK.search(text):
            return Sign.LINK
        if _ONE_CHARACTER.search(text) or any(len(set(run)) == 1 for run in runs):
            return Sign.NOISE
        if len(letters) > 3 and sum(map(str.isalpha, letters)) < LEAST_LETTERS * len(letters):
            return Sign.NOISE
    return None


@for_participants
async def statement(request: Request, here: Visit) -> Response:
    """Task 1, and what contradicts a stereotype. What comes too fast, from one volunteer or one address, is held."""
    task, participant_id = TaskName(request.url.path.rsplit("/", 1)[1]), at_work(here)
    if request.method == "GET":
        done = await here.store.read_fast(count_statements, (participant_id, task))
        return await show_form(request, task, SentForm({}), done=done)
    form = await read_form(request)
    count(here, participant_id)
    if problems := statement_problems(form, here.campaign):
        return await show_form(request, task, form, problems)
    written, limiter = read_statement(form), here.app.limiter
    networks = limiter.networks(client_address(request))
    if not limiter.statements_in_hour.allows(*networks):
        raise HTTPException(429, headers={"Retry-After": "3600"})
    is_fast = not (limiter.statements.allows(str(participant_id)) & limiter.statements_of_network.allows(*networks))
    sign = sign_of(written) or (Sign.RATE if is_fast else None)
    row: StatementRow = {
        "campaign_id": here.campaign.id,
        "participant_id": participant_id,
        **written,
        "folded": folded_digest(written["text"], _DIRECTION[task]),
        "direction": _DIRECTION[task],
        "status": StatementStatus.HELD if sign else StatementStatus.NEW,
        "held_for": sign,
    }
    await here.store.write_together(_keep_statements, row)
    return go_to(f"/tasks/{task}?thanks=1")


async def show_form(
    request: Request,
    task: TaskName,
    form: SentForm,
    problems: dict[str, str] | None = None,
    done: int = 0,
    action: str = "",
) -> Response:
    """The form of a statement: empty, with what is wrong with it, or, with `action`, to be corrected."""
    values = {"task": task, "action": action or f"/tasks/{task}", "done": done, "given": form}
    return await render(request, "statement.html", 422 if problems else 200, problems=problems or {}, **values)


def sign_of(written: dict[str, str]) -> Sign | None:
    return sign_in(written[name] for name in ("text", "target", "contrast", "implied"))


def count_statements(connection: Connection, wanted: Sequence[tuple[int, TaskName]]) -> list[int]:
    """Those that each wrote in a task; the parts that a curator made of one are not theirs to be thanked for."""
    rows = connection.execute(_OWN_STATEMENTS, {"participants": [participant for participant, _ in wanted]})
    counts = {(participant, direction): number for participant, direction, number in rows}
    return [counts.get((participant, _DIRECTION[task]), 0) for participant, task in wanted]


def _keep_statements(session: Session, rows: Sequence[StatementRow]) -> list[None]:
    """The same words again, or with another type, are merged at once. A form sent twice is one statement; one that is
    held is merged with nothing until it is released."""
    connection = session.connection()
    words = [(row["campaign_id"], row["folded"]) for row in rows]
    known = {tuple(key) for key in connection.execute(_KNOWN_WORDS, {"words": words})}
    fresh: dict[tuple[int | str | None, ...], StatementRow] = {}
    for key, row in zip(words, rows, strict=True):
        if key not in known:
            fresh.setdefault(key, row)
    if fresh:
        connection.execute(insert(_statements), list(fresh.values()))
    for key, row in zip(words, rows, strict=True):
        if fresh.get(key) is row:
            continue
        sent_before, kept, merged_into = connection.execute(_SAME_WORDS, row).one()
        if sent_before is None:
            again = Statement(**row)
            session.add(again)
            session.flush()
            if row.get("held_for") is None and (kept or merged_into):
                merge_into(session, again, kept or merged_into, user_id=None)
    return [None] * len(rows)


def read_statement(form: SentForm) -> dict[str, str]:
    """What somebody wrote, by the names of the columns."""
    return {
        "text": form.text("statement", LONGEST_STATEMENT),
        "bias_type": form.raw("bias_type"),
        "target": form.text("target", LONGEST_GROUP),
        "contrast": form.text("contrast", LONGEST_GROUP),
        "implied": form.text("implied", LONGEST_STATEMENT),
    }


def statement_problems(form: SentForm, campaign: CampaignFacts) -> dict[str, str]:
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
async def judge(request: Request, here: Visit) -> Response:
    """The tasks of judging: one sentence at a time; the answer to one brings the next."""
    task, participant_id = TaskName(request.url.path.rsplit("/", 1)[1]), at_work(here)
    store, settings = here.store, here.campaign.settings
    if request.method == "GET":
        item, done = await store.read_fast(look, (participant_id, task))
        if item is None:
            wanted = AssignmentRequest(participant_id, here.campaign.id, task, settings)
            item = await store.write_together(hand_out, wanted)
        return await render(request, f"{task}.html", item=item, done=done, problems={}, correction="")
    form = await read_form(request)
    count(here, participant_id)
    item_id = form.number("item")
    if item_id is None:
        raise HTTPException(400)
    labels = read_labels(task, form, here.campaign)
    correction = form.text("correction", LONGEST_STATEMENT) if task != TaskName.CATEGORY else ""
    if labels is None and form.raw("answer") != "pass":
        item = await store.read(lambda session: in_hands(session, participant_id, task))
        problems = {"answer": f"{task}.problem"}
        return await render(request, f"{task}.html", 422, item=item, done=0, problems=problems, correction=correction)
    origin = here.app.limiter.origin(client_address(request))
    answer = SentAnswer(participant_id, here.campaign.id, task, item_id, labels, correction, settings, origin)
    await store.write_together(answer_and_go_on, answer)
    return go_to(f"/tasks/{task}" if labels is None else f"/tasks/{task}?thanks=1")


def read_labels(task: TaskName, form: SentForm, campaign: CampaignFacts) -> list[str] | None:
    """The answer as it is kept; None for one that is none of those offered."""
    given = form.raw("answer")
    if task == TaskName.FLUENCY:
        return [given] if given in tuple(Fluency) else None
    if task == TaskName.VALIDATION:
        replies = [(question, form.raw(question)) for question in VALIDATED]
        is_complete = given == "validate" and all(reply in tuple(Fluency) for _, reply in replies)
        return [f"{question}:{reply}" for question, reply in replies] if is_complete else None
    if given == "none":
        return []
    labels = sorted(set(form.all("type")) & set(campaign.settings.types))
    return labels if labels and given == "types" else None


def at_work(here: Visit) -> int:
    """The number of somebody who may take part."""
    if here.participant_id is None or not here.campaign.is_open:
        raise HTTPException(409)
    if here.is_blocked:
        raise HTTPException(403, "blocked")
    return here.participant_id


def count(here: Visit, participant_id: int) -> None:
    """Nobody reads and judges so fast: one more submission, refused above the limit."""
    if not here.app.limiter.participants.allows(str(participant_id)):
        raise HTTPException(429, headers={"Retry-After": "60"})


routes = [
    *(Route(f"/tasks/{task}", statement, methods=["GET", "POST"]) for task in _DIRECTION),
    *(Route(f"/tasks/{task}", judge, methods=["GET", "POST"]) for task in JUDGED),
]
