"""Who judges what: judgments spread evenly, nobody is given an item twice, and authors never judge their own.

All of it happens in the writer's transactions, one after the other, so that two volunteers who ask at the same
moment do not both get the item that had the fewest judgments.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update
from sqlalchemy.orm import Session

from epicene.collect.store.schema import Handout, HandoutState, Item, Statement, Task, now
from epicene.collect.volunteers import assignment_sql as sql

CONTROL_EVERY = 10  # one item in ten, by chance, is a hidden control
LAPSES_AFTER = timedelta(hours=2)


class Handed(NamedTuple):
    item_id: int
    text: str


def offer(
    session: Session,
    campaign_id: int,
    task: Task,
    text: str,
    *,
    source: str,
    original_type: str | None = None,
    statement: Statement | None = None,
    expected: list[str] | None = None,
) -> Item:
    """Put a sentence before volunteers; with `expected`, as a hidden control whose answer is known."""
    item = Item(
        campaign_id=campaign_id,
        task=task,
        text=text,
        source=source,
        original_type=original_type,
        statement_id=statement.id if statement else None,
        author_id=statement.participant_id if statement else None,
        control=expected is not None,
        expected=expected or [],
        chance=secrets.randbelow(2**31),
    )
    session.add(item)
    return item


def withdraw(session: Session, item: Item) -> None:
    """No longer before volunteers; what was said of it stays, and who had it before them is not given it again."""
    item.active = False
    opened = select(func.count()).where(Handout.item_id == item.id, Handout.state == HandoutState.OPEN)
    _count_given(session, item.id, -session.scalars(opened).one())
    session.execute(update(Handout).where(Handout.item_id == item.id).values(state=HandoutState.PASSED))


def look(connection: Connection, asked: Sequence[tuple[int, Task]]) -> list[tuple[Handed | None, int]]:
    """For each volunteer and task: the item that they have before them, and how many they have answered."""
    if connection.dialect.name == "postgresql":
        whose, tasks = zip(*asked, strict=True)
        rows = list(connection.execute(sql.LOOK_AT_MANY, {"whose": list(whose), "for_task": list(tasks)}))
    else:
        rows = [connection.execute(sql.LOOK, {"whose": one, "for_task": task}).one() for one, task in asked]
    return [(None if item_id is None else Handed(item_id, text), answered) for answered, item_id, text in rows]


def in_hands(session: Session, participant_id: int, task: Task) -> Handed | None:
    return look(session.connection(), [(participant_id, task)])[0][0]


class Wanted(NamedTuple):
    """Somebody asks for an item."""

    participant_id: int
    campaign_id: int
    task: Task


def hand_out(session: Session, asked: Sequence[Wanted]) -> list[Handed | None]:
    """For each the item in their hands, or another; nothing when they have seen them all."""
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(sql.HAND_OUT_AT_ONCE, [_asked(one) for one in asked])
    else:
        for one in asked:
            _hand_out_another(session, _asked(one))
    return [held for held, _ in look(connection, [(one.participant_id, one.task) for one in asked])]


class Answer(NamedTuple):
    """What somebody said of an item; without labels they pass over it, and will not be given it again."""

    participant_id: int
    campaign_id: int
    task: Task
    item_id: int
    labels: list[str] | None
    correction: str = ""


def answer_and_go_on(session: Session, answers: Sequence[Answer]) -> list[None]:
    """Keep judgments, and hand out the next item to each who answered.

    An item that its volunteer does not hold takes none: it was never given to them, or the form was sent twice.
    """
    connection, one_by_one = session.connection(), answers
    if connection.dialect.name == "postgresql":
        judgments = [_said(answer) for answer in answers if answer.labels is not None]
        if judgments:
            connection.execute(sql.ANSWER_AT_ONCE, judgments)
        one_by_one = [answer for answer in answers if answer.labels is None]
    for answer in one_by_one:
        _answer(session, answer)
    return [None] * len(answers)


def _answer(session: Session, answer: Answer) -> None:
    connection, said = session.connection(), _said(answer)
    state = connection.execute(sql.TAKE_BACK, said).scalar()
    if state is None:
        return
    is_judged = answer.labels is not None
    connection.execute(sql.JUDGE if is_judged else sql.PASS_OVER, said)
    was_counted = state == HandoutState.OPEN
    if was_counted != is_judged:
        _count_given(session, answer.item_id, -1 if was_counted else 1)
    _hand_out_another(session, said)


def _said(answer: Answer) -> dict[str, object]:
    """An answer as the statements have it, which asks for the next item too."""
    asked = _asked(Wanted(answer.participant_id, answer.campaign_id, answer.task))
    said = {"which": answer.item_id, "said_labels": answer.labels, "said_correction": answer.correction}
    return {**asked, **said}


def _asked(one: Wanted) -> dict[str, object]:
    return {
        "whose": one.participant_id,
        "in_campaign": one.campaign_id,
        "for_task": one.task,
        "at_moment": now(),
        "as_control": is_control_turn(),
    }


def is_control_turn() -> bool:
    return secrets.randbelow(CONTROL_EVERY) == 0


def lapse(session: Session) -> int:
    """Items kept for hours without an answer count as not given, so that others get them. How many."""
    old = (Handout.state == HandoutState.OPEN) & (Handout.handed_at < now() - LAPSES_AFTER)
    lapsed = session.scalars(select(Handout.item_id).where(old)).all()
    for item_id in lapsed:
        _count_given(session, item_id, -1)
    session.execute(update(Handout).where(old).values(state=HandoutState.LAPSED))
    return len(lapsed)


def count_answers(session: Session, participant_id: int, task: Task) -> int:
    asked = {"whose": participant_id, "for_task": task}
    return int(session.connection().execute(sql.ANSWERED, asked).scalar_one())


def control_passed(expected: list[str], labels: list[str]) -> bool:
    """Whether an answer to a control item is one of those it accepts; an empty `expected` means “none of these”."""
    return bool(set(expected) & set(labels)) if expected else not labels


def _hand_out_another(session: Session, asked: dict[str, object]) -> None:
    item_id = session.connection().execute(sql.HAND_OUT, asked).scalar()
    if item_id is not None:
        _count_given(session, item_id, 1)


def _count_given(session: Session, item_id: int, by: int) -> None:
    session.connection().execute(sql.COUNT_GIVEN, {"which": item_id, "by": by})
