"""Who judges what: judgments spread evenly, nobody is given an item twice, and authors never judge their own.

All of it happens in the writer's transactions, one after the other, so that two volunteers who ask at the same
moment do not both get the item that had the fewest judgments.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from epicene.collect import handing_out_sql as sql
from epicene.collect.schema import Handout, HandoutState, Item, Statement, Task, now

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


def look(session: Session, participant_id: int, task: Task) -> tuple[Handed | None, int]:
    """The item that this volunteer has before them, and how many they have answered."""
    asked = {"whose": participant_id, "for_task": task}
    answered, item_id, text = session.connection().execute(sql.LOOK, asked).one()
    return (None if item_id is None else Handed(item_id, text)), answered


def in_hands(session: Session, participant_id: int, task: Task) -> Handed | None:
    return look(session, participant_id, task)[0]


def hand_out(session: Session, participant_id: int, campaign_id: int, task: Task) -> Handed | None:
    """The item in their hands, or another; nothing when they have seen them all."""
    held = in_hands(session, participant_id, task)
    if held is not None:
        return held
    asked = {"whose": participant_id, "in_campaign": campaign_id, "for_task": task, "at_moment": now()}
    _hand_out_another(session, asked, is_control_turn())
    return in_hands(session, participant_id, task)


def answer_and_go_on(
    session: Session,
    participant_id: int,
    campaign_id: int,
    task: Task,
    item_id: int,
    labels: list[str] | None,
    correction: str = "",
) -> bool:
    """Keep a judgment (None: they pass over the item, and will not be given it again) and hand out the next item.

    False if this volunteer does not hold the item: it was never given to them, or the form was sent twice.
    """
    asked = {
        "whose": participant_id,
        "in_campaign": campaign_id,
        "for_task": task,
        "which": item_id,
        "at_moment": now(),
    }
    said = {**asked, "said_labels": labels, "said_correction": correction}
    connection, control = session.connection(), is_control_turn()
    if labels is not None and connection.dialect.name == "postgresql":
        state, next_id = connection.execute(sql.ANSWER_AT_ONCE, {**said, "as_control": control}).one()
        if state is not None and next_id is None and control:
            _hand_out_another(session, asked, False)
        return state is not None
    state = connection.execute(sql.TAKE_BACK, asked).scalar()
    if state is None:
        return False
    if labels is None:
        connection.execute(sql.PASS_OVER, asked)
    else:
        connection.execute(sql.JUDGE, said)
    was_counted = state == HandoutState.OPEN
    if was_counted != (labels is not None):
        _count_given(session, item_id, -1 if was_counted else 1)
    _hand_out_another(session, asked, control)
    return True


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


def _hand_out_another(session: Session, asked: dict[str, Any], control: bool) -> None:
    """At its turn a control, while they have not seen them all; else the item given least, if any is left."""
    item_id = session.connection().execute(sql.HAND_OUT, {**asked, "as_control": control}).scalar()
    if item_id is not None:
        _count_given(session, item_id, 1)
    elif control:
        _hand_out_another(session, asked, False)


def _count_given(session: Session, item_id: int, by: int) -> None:
    session.connection().execute(sql.COUNT_GIVEN, {"which": item_id, "by": by})
