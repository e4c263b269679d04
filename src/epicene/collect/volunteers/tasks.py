"""The tasks: write a statement that expresses a stereotype or contradicts one, judge a sentence's French, say which
bias type it expresses.

A statement with a sign of advertising, personal data or noise is held. A sign decides nothing about the statement: its
author is thanked as everybody is, and a curator releases it or rejects it; those who flood are told nothing that would
help them to go on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from sqlalchemy import Connection, and_, bindparam, case, func, insert, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from epicene.collect.campaigns import CampaignFacts
from epicene.collect.curate.statement_decisions import NOT_COMPARED, folded_digest, merge_into
from epicene.collect.store.schema import Fluency, Statement, StatementStatus, TaskName
from epicene.collect.volunteers.assignment import AssignmentRequest, SentAnswer, answer_and_go_on, hand_out, look
from epicene.collect.web.site_pages import Outcome, Page, SentForm, endpoint, read_form, show
from epicene.collect.web.visits import Access, Visit, client_address
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

_SENT = ("participant_id", "text", "bias_type", "target", "contrast", "direction", "implied")
# Of the statements with the same words: one that is this very form, one that was kept, one that those were merged into.
_SAME_WORDS = select(
    func.min(case((and_(*(getattr(Statement, name) == bindparam(name) for name in _SENT)), Statement.id))),
    func.min(case((Statement.status.not_in(NOT_COMPARED), Statement.id))),
    func.min(Statement.merged_into_id),
    func.count(),
).where(*(getattr(Statement, name) == bindparam(name) for name in ("campaign_id", "folded")))
_OWN_STATEMENTS = select(func.count()).where(
    Statement.participant_id == bindparam("whose"),
    Statement.direction == bindparam("which"),
    Statement.split_from_id.is_(None),
)


class Sign(StrEnum):
    LINK = "link"
    CONTACT = "contact"  # an e-mail address or a telephone number: perhaps somebody's
    NOISE = "noise"  # one character or one word again and again, or hardly any letters
    RATE = "rate"  # more statements a minute than people write
    BLOCKED = "blocked"  # of a contributor who was blocked since


def sign_in(written: Mapping[str, str]) -> Sign | None:
    """The first sign in what somebody wrote, by the names of the columns."""
    for text in filter(None, map(written.get, ("text", "target", "contrast", "implied"))):
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


async def write_statement(here: Visit) -> Outcome:
    """Task 1, and what contradicts a stereotype. What comes too fast, from one volunteer or one address, is held."""
    task, participant_id = _task(here), at_work(here)
    direction = _DIRECTION[task]
    if here.request.method == "GET":
        done = await here.store.read_fast(lambda connection: count_statements(connection, participant_id, task))
        return statement_page(task, SentForm({}), done=done)
    form = await read_form(here.request)
    count(here, participant_id)
    if problems := statement_problems(form, here.campaign):
        return statement_page(task, form, problems)
    written, limiter = read_statement(form), here.app.limiter
    if not limiter.statements_in_hour.allows(*here.networks):
        raise HTTPException(429, headers={"Retry-After": "3600"})
    is_slow = limiter.statements.allows(str(participant_id)) & limiter.statements_of_network.allows(*here.networks)
    sign = sign_in(written) or (None if is_slow else Sign.RATE)
    row: dict[str, int | str | None] = {
        "campaign_id": here.campaign.id,
        "participant_id": participant_id,
        **written,
        "folded": folded_digest(written["text"], direction),
        "direction": direction,
        "status": StatementStatus.HELD if sign else StatementStatus.NEW,
        "held_for": sign,
    }
    await here.store.write(lambda session: keep_statement(session, row))
    return f"/tasks/{task}?thanks=1"


def statement_page(
    task: TaskName, form: SentForm, problems: dict[str, str] | None = None, done: int = 0, action: str = ""
) -> Page:
    """The form of a statement: empty, with what is wrong with it, or, with `action`, to be corrected."""
    values = {"task": task, "action": action or f"/tasks/{task}", "done": done, "given": form}
    return show("statement.html", 422 if problems else 200, problems=problems or {}, **values)


def count_statements(connection: Connection, participant_id: int, task: TaskName) -> int:
    """Those that somebody wrote in a task; parts that a curator made of one are not theirs to be thanked for."""
    return connection.scalar(_OWN_STATEMENTS, {"whose": participant_id, "which": _DIRECTION[task]}) or 0


def keep_statement(session: Session, row: dict[str, int | str | None]) -> None:
    """The same words again, or with another type, are merged at once. A form sent twice is one statement; one that is
    held is merged with nothing until it is released."""
    sent_before, kept, merged_into, same_words = session.connection().execute(_SAME_WORDS, row).one()
    if not same_words:
        session.connection().execute(insert(Statement), row)
    elif sent_before is None:
        again = Statement(**row)
        session.add(again)
        session.flush()
        if row["held_for"] is None and (kept or merged_into):
            merge_into(session, again, kept or merged_into, user_id=None)


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


async def judge(here: Visit) -> Outcome:
    """The tasks of judging: one sentence at a time; the answer to one brings the next."""
    task, participant_id = _task(here), at_work(here)
    store, settings = here.store, here.campaign.settings
    if here.request.method == "GET":
        item, done = await store.read_fast(lambda connection: look(connection, participant_id, task))
        if item is None:
            request = AssignmentRequest(participant_id, here.campaign.id, task, settings)
            item = await store.write(lambda session: hand_out(session, request))
        return show(f"{task}.html", item=item, done=done, problems={}, correction="")
    form = await read_form(here.request)
    count(here, participant_id)
    item_id = form.number("item")
    if item_id is None:
        raise HTTPException(400)
    labels = read_labels(task, form, here.campaign)
    correction = form.text("correction", LONGEST_STATEMENT) if task != TaskName.CATEGORY else ""
    if labels is None and form.raw("answer") != "pass":
        item, _ = await store.read_fast(lambda connection: look(connection, participant_id, task))
        problems = {"answer": f"{task}.problem"}
        return show(f"{task}.html", 422, item=item, done=0, problems=problems, correction=correction)
    origin = here.app.limiter.origin(client_address(here.request))
    answer = SentAnswer(participant_id, here.campaign.id, task, item_id, labels, correction, settings, origin)
    await store.write_together(answer_and_go_on, answer)
    return f"/tasks/{task}" if labels is None else f"/tasks/{task}?thanks=1"


for _name in TaskName:
    _handler = write_statement if _name in _DIRECTION else judge
    endpoint(f"/tasks/{_name}", Access.VOLUNTEER, "GET", "POST")(_handler)


def _task(here: Visit) -> TaskName:
    return TaskName(here.request.url.path.split("/")[2])


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
