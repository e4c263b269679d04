"""Who judges what: judgments spread evenly, or fill one sentence after the other where a campaign says how many each
is to have; nobody is given an item twice, and authors never judge their own.

All of it happens in the writer's transactions, one after the other, so that two volunteers who ask at the same moment
do not both get the item that had the fewest judgments. The statements of handing out come first, built once: building
them took more time than the database needs to run them. Their parameters have names that no column has: SQLAlchemy
takes one named like a column for a value to be set.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar, cast

from sqlalchemy import (
    ARRAY,
    JSON,
    Boolean,
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session
from sqlalchemy.sql.dml import ReturningInsert

from epicene.collect.store.schema import Handout, HandoutState, Item, Judgment, Moment, Statement, Task, now

_items, _handouts, _judgments, _statements = (
    cast(Table, kind.__table__) for kind in (Item, Handout, Judgment, Statement)
)
_participant = bindparam("whose", type_=Integer())
_item = bindparam("which", type_=Integer())
_task = bindparam("for_task", type_=String())
_campaign = bindparam("in_campaign", type_=Integer())
_now = bindparam("at_moment", type_=Moment())
_handout_columns = ["participant_id", "item_id", "task", "handed_at", "state"]
_judgment_columns = ["campaign_id", "task", "item_id", "participant_id", "labels", "correction", "created_at"]
CONTROL_EVERY = 10  # one item in ten, by chance, is a hidden control
LAPSES_AFTER = timedelta(hours=2)
MOST_BESIDE = 2  # types ticked beside those that a control expects


def _is_held(participant: ColumnElement[int], task: ColumnElement[str]) -> ColumnElement[bool]:
    return and_(
        _handouts.c.participant_id == participant, _handouts.c.task == task, _handouts.c.state != HandoutState.PASSED
    )


def _answered(participant: ColumnElement[int], task: ColumnElement[str]) -> Select[int]:
    said = (_judgments.c.participant_id == participant, _judgments.c.task == task)
    return select(func.count()).select_from(_judgments).where(*said)


def _look(participant: ColumnElement[int], task: ColumnElement[str]) -> Select[int, int, str]:
    """How often somebody has answered, and the item in their hands, if any; always one row."""
    held = _items.join(_handouts, _handouts.c.item_id == _items.c.id)
    number, text = (
        select(column).select_from(held).where(_is_held(participant, task)).limit(1).scalar_subquery()
        for column in (_items.c.id, _items.c.text)
    )
    return select(_answered(participant, task).scalar_subquery(), number, text)


# `author_id` is whoever wrote it first; this finds those who said the same (or the whole that it is a part of).
# Asked for once a statement, and only where an item is made of a statement at all.
_own, _part = _statements.alias("own"), _statements.alias("part")
_same = select(_own.c.merged_into_id).where(_own.c.participant_id == _participant, _own.c.merged_into_id.is_not(None))
_part_of_same = select(_part.c.id).where(_part.c.split_from_id.in_(_same))
_is_not_theirs = or_(
    _items.c.statement_id.is_(None),
    and_(_items.c.statement_id.not_in(_same), _items.c.statement_id.not_in(_part_of_same)),
)


def _next_item(order: Sequence[ColumnElement[int]], *of: ColumnElement[bool]) -> ColumnElement[int]:
    """The first in this order of those that they may be given."""
    return (
        select(_items.c.id)
        .where(
            _items.c.campaign_id == _campaign,
            _items.c.task == _task,
            _items.c.active.is_(True),
            *of,
            _items.c.author_id.is_distinct_from(_participant),
            _is_not_theirs,
            *(
                ~exists().where(seen.c.item_id == _items.c.id, seen.c.participant_id == _participant)
                for seen in (_judgments, _handouts)
            ),
        )
        .order_by(*order)
        .limit(1)
        .scalar_subquery()
    )


# What was given least comes first, then chance. Where every sentence is to have so many judgments, those begun come
# first instead: two hundred judgments spread over two hundred sentences would tell nothing of agreement. Both are the
# index's own order, forwards or backwards.
_LEAST_GIVEN = (_items.c.given, _items.c.chance)
_BEGUN_FIRST = (_items.c.given.desc(), _items.c.chance.desc())
_is_not_full = _items.c.given < bindparam("most_given", type_=Integer())
_is_control_turn = bindparam("as_control", type_=Boolean())


def _handout_of(fills: bool) -> Select[int, int, str, datetime, str]:
    """At its turn a control, while they have not seen them all; else an item like any other, if one is left."""
    usual = (
        (_BEGUN_FIRST, _items.c.control.is_(False), _is_not_full)
        if fills
        else (_LEAST_GIVEN, _items.c.control.is_(False))
    )
    item = func.coalesce(_next_item(_LEAST_GIVEN, _items.c.control.is_(True), _is_control_turn), _next_item(*usual))
    given = _items.alias("given_now")
    return select(_participant, given.c.id, _task, _now, literal(HandoutState.OPEN, String())).where(given.c.id == item)


_judgment = (
    _campaign,
    _task,
    _item,
    _participant,
    bindparam("said_labels", type_=JSON()),
    bindparam("said_correction", type_=Text()),
    _now,
)

# What a volunteer's page shows, of one of them and of many.
LOOK = _look(_participant, _task)
_asked = func.unnest(bindparam("whose", type_=ARRAY(Integer())), bindparam("for_task", type_=ARRAY(String())))
_each = _asked.table_valued("whose", "for_task", with_ordinality="place").render_derived("asked")
LOOK_AT_MANY = _look(_each.c.whose, _each.c.for_task).select_from(_each).order_by(_each.c.place)

ANSWERED = _answered(_participant, _task)
TAKE_BACK = (
    delete(_handouts).where(_is_held(_participant, _task), _handouts.c.item_id == _item).returning(_handouts.c.state)
)
PASS_OVER = insert(_handouts).from_select(
    _handout_columns, select(_participant, _item, _task, _now, literal(HandoutState.PASSED, String())), False
)
JUDGE = insert(_judgments).from_select(_judgment_columns, select(*_judgment), False)
COUNT_GIVEN = update(_items).where(_items.c.id == _item).values(given=_items.c.given + bindparam("by", type_=Integer()))


class HandingOut(NamedTuple):
    """The statements of handing out, in one order or the other.

    `hand_out` is to one who holds none; those who hold one keep it. The others are for a database to which every
    statement is a journey: handing out and counting in one statement that gives nothing back, so that those of all who
    wait are sent at once, and done in their order; likewise the four steps of an answer: take back, judge, hand out,
    count. All steps see the tables as they were before the statement: the answered item is still in hands there, and
    so is not handed out again.
    """

    hand_out: ReturningInsert[int]
    hand_out_at_once: Update
    answer_at_once: Update


def _handing_out(fills: bool) -> HandingOut:
    handout = _handout_of(fills)
    hand_out = (
        insert(_handouts)
        .from_select(_handout_columns, handout.where(~exists().where(_is_held(_participant, _task))), False)
        .returning(_handouts.c.item_id)
    )
    handed_out = hand_out.cte("handed_out")
    hand_out_at_once = (
        update(_items)
        .where(_items.c.id == select(handed_out.c.item_id).scalar_subquery())
        .values(given=_items.c.given + 1)
    )
    taken = TAKE_BACK.cte("taken")
    said = (
        insert(_judgments)
        .from_select(_judgment_columns, select(*_judgment).where(exists(select(taken))), False)
        .cte("said")
    )
    handed = (
        insert(_handouts)
        .from_select(_handout_columns, handout.where(exists(select(taken))), False)
        .returning(_handouts.c.item_id)
        .cte("handed")
    )
    is_next = _items.c.id == select(handed.c.item_id).scalar_subquery()
    is_late = and_(_items.c.id == _item, exists(select(taken).where(taken.c.state == HandoutState.LAPSED)))
    answer_at_once = (
        update(_items)
        .where(or_(is_next, is_late))
        .values(given=_items.c.given + case((is_next, 1), else_=0) + case((is_late, 1), else_=0))
        .add_cte(said)
    )
    return HandingOut(hand_out, hand_out_at_once, answer_at_once)


SPREAD, FILL = _handing_out(False), _handing_out(True)


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


def take_back(session: Session, judgment: Judgment, again: bool) -> None:
    """An answer is gone. With `again`, its sentence is in its volunteer's hands once more, in place of what was there;
    else they will not be given it again, and somebody else may."""
    about = {"participant_id": judgment.participant_id, "item_id": judgment.item_id, "task": judgment.task}
    session.delete(judgment)
    if again:
        held = _is_held(literal(judgment.participant_id), literal(judgment.task))
        for item_id in session.scalars(
            delete(_handouts).where(held).returning(case((_handouts.c.state == HandoutState.OPEN, _handouts.c.item_id)))
        ).all():
            if item_id is not None:
                _count_given(session, item_id, -1)
    else:
        _count_given(session, judgment.item_id, -1)
    session.add(Handout(**about, state=HandoutState.OPEN if again else HandoutState.PASSED))
    session.flush()


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
        rows = list(connection.execute(LOOK_AT_MANY, {"whose": list(whose), "for_task": list(tasks)}))
    else:
        rows = [connection.execute(LOOK, {"whose": one, "for_task": task}).one() for one, task in asked]
    return [(None if item_id is None else Handed(item_id, text), answered) for answered, item_id, text in rows]


def in_hands(session: Session, participant_id: int, task: Task) -> Handed | None:
    return look(session.connection(), [(participant_id, task)])[0][0]


class Wanted(NamedTuple):
    """Somebody asks for an item."""

    participant_id: int
    campaign_id: int
    task: Task
    most: int | None = None  # judgments that each sentence is to have


def hand_out(session: Session, asked: Sequence[Wanted]) -> list[Handed | None]:
    """For each the item in their hands, or another; nothing when they have seen them all."""
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        for statements, some in _by_order(asked):
            connection.execute(statements.hand_out_at_once, [_wanted_values(one) for one in some])
    else:
        for one in asked:
            _hand_out_another(session, _wanted_values(one))
    return [held for held, _ in look(connection, [(one.participant_id, one.task) for one in asked])]


class Answer(NamedTuple):
    """What somebody said of an item; without labels they pass over it, and will not be given it again."""

    participant_id: int
    campaign_id: int
    task: Task
    item_id: int
    labels: list[str] | None
    correction: str = ""
    most: int | None = None


AskedT = TypeVar("AskedT", Wanted, Answer)


def answer_and_go_on(session: Session, answers: Sequence[Answer]) -> list[None]:
    """Keep judgments, and hand out the next item to each who answered.

    An item that its volunteer does not hold takes none: it was never given to them, or the form was sent twice.
    """
    connection, one_by_one = session.connection(), answers
    if connection.dialect.name == "postgresql":
        judged = [answer for answer in answers if answer.labels is not None]
        for statements, some in _by_order(judged):
            connection.execute(statements.answer_at_once, [_answer_values(answer) for answer in some])
        one_by_one = [answer for answer in answers if answer.labels is None]
    for answer in one_by_one:
        _answer(session, answer)
    return [None] * len(answers)


def _answer(session: Session, answer: Answer) -> None:
    connection, said = session.connection(), _answer_values(answer)
    state = connection.execute(TAKE_BACK, said).scalar()
    if state is None:
        return
    is_judged = answer.labels is not None
    connection.execute(JUDGE if is_judged else PASS_OVER, said)
    was_counted = state == HandoutState.OPEN
    if was_counted != is_judged:
        _count_given(session, answer.item_id, -1 if was_counted else 1)
    _hand_out_another(session, said)


def _by_order(asked: Sequence[AskedT]) -> Iterator[tuple[HandingOut, list[AskedT]]]:
    """Those of campaigns that spread judgments, and those of campaigns that fill sentences; nobody in no group."""
    for statements, fills in ((SPREAD, False), (FILL, True)):
        if some := [one for one in asked if (one.most is not None) == fills]:
            yield statements, some


def _answer_values(answer: Answer) -> dict[str, object]:
    """An answer as the statements have it, which asks for the next item too."""
    asked = _wanted_values(Wanted(answer.participant_id, answer.campaign_id, answer.task, answer.most))
    said = {"which": answer.item_id, "said_labels": answer.labels, "said_correction": answer.correction}
    return {**asked, **said}


def _wanted_values(one: Wanted) -> dict[str, object]:
    return {
        "whose": one.participant_id,
        "in_campaign": one.campaign_id,
        "for_task": one.task,
        "at_moment": now(),
        "as_control": is_control_turn(),
        **({} if one.most is None else {"most_given": one.most}),
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


class Progress(NamedTuple):
    """Of a task's sentences, those that have as many judgments as wanted; sentences no longer offered aside."""

    sentences: int
    full: int
    wanted: int


def progress(session: Session, campaign_id: int, wanted: int | None) -> dict[str, Progress]:
    """By task; nothing where no number is wanted."""
    if wanted is None:
        return {}
    offered = (_items.c.campaign_id == campaign_id, _items.c.active.is_(True), _items.c.control.is_(False))
    judged = (
        select(_judgments.c.item_id)
        .where(_judgments.c.campaign_id == campaign_id)
        .group_by(_judgments.c.item_id)
        .having(func.count() >= wanted)
    )
    counted = select(_items.c.task, func.count(), func.sum(case((_items.c.id.in_(judged), 1), else_=0)))
    rows = session.execute(counted.where(*offered).group_by(_items.c.task))
    return {task: Progress(sentences, full, wanted) for task, sentences, full in rows}


def count_answers(session: Session, participant_id: int, task: Task) -> int:
    asked = {"whose": participant_id, "for_task": task}
    return int(session.connection().execute(ANSWERED, asked).scalar_one())


def control_passed(expected: list[str], labels: list[str]) -> bool:
    """Whether an answer to a control item is one of those it accepts; an empty `expected` means “none of these”. Who
    sees a second or third type beside may be right; who ticks them all has not looked."""
    if not expected:
        return not labels
    return bool(set(expected) & set(labels)) and len(set(labels) - set(expected)) <= MOST_BESIDE


def _hand_out_another(session: Session, asked: dict[str, object]) -> None:
    statements = FILL if "most_given" in asked else SPREAD
    item_id = session.connection().execute(statements.hand_out, asked).scalar()
    if item_id is not None:
        _count_given(session, item_id, 1)


def _count_given(session: Session, item_id: int, by: int) -> None:
    session.connection().execute(COUNT_GIVEN, {"which": item_id, "by": by})
