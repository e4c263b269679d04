"""Who judges what: judgments spread evenly, or fill one sentence after the other where a campaign says how many each
is to have; nobody is given an item twice, and authors never judge their own.

All of it happens in the writer's transactions, one after the other, so that two volunteers who ask at the same moment
do not both get the item that had the fewest judgments. The statements are built once: building them took more time than
the database needs to run them. Their parameters have names that no column has: SQLAlchemy takes one named like a column
for a value to be set.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import Session

from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.store.schema import (
    CountState,
    Handout,
    HandoutState,
    JudgmentRow,
    Participant,
    PersonState,
    Statement,
    TaskItem,
    TaskName,
    now,
)
from epicene.collect.volunteers.standing import count_items, judge_standing, lapse, recount

LAPSES_AFTER = timedelta(hours=2)
LAPSES_IF_NEEDED_AFTER = timedelta(minutes=10)  # by somebody for whom no place is left

_items, _handouts, _judgments, _statements, _people = (
    cast(Table, kind.__table__) for kind in (TaskItem, Handout, JudgmentRow, Statement, Participant)
)
_participant = bindparam("whose", type_=Integer())
_task = bindparam("for_task", type_=String())
_answers = select(func.count()).select_from(_judgments).where(_judgments.c.participant_id == _participant)
_in_hands = _handouts.c.state != HandoutState.PASSED
_held = (
    _items.join(_handouts, _handouts.c.item_id == _items.c.id),
    and_(_handouts.c.participant_id == _participant, _handouts.c.task == _task, _in_hands),
)
# What a volunteer's page shows: how often they have answered in a task, and the item in their hands; always one row.
LOOK = select(
    _answers.where(_judgments.c.task == _task).scalar_subquery(),
    *(
        select(column).select_from(_held[0]).where(_held[1]).limit(1).scalar_subquery()
        for column in (_items.c.id, _items.c.text)
    ),
)

# `author_id` is whoever wrote it first; this finds those who said the same (or the whole that it is a part of).
# Asked for once a statement, and only where an item is made of a statement at all.
_own, _part = _statements.alias("own"), _statements.alias("part")
_same = select(_own.c.merged_into_id).where(_own.c.participant_id == _participant, _own.c.merged_into_id.is_not(None))
_part_of_same = select(_part.c.id).where(_part.c.split_from_id.in_(_same))
_is_not_theirs = or_(
    _items.c.statement_id.is_(None),
    and_(_items.c.statement_id.not_in(_same), _items.c.statement_id.not_in(_part_of_same)),
)


def _next_item(order: Sequence[ColumnElement[int]], *which: ColumnElement[bool]) -> ColumnElement[int]:
    """The first in this order of those that they may be given."""
    seen = (
        ~exists().where(table.c.item_id == _items.c.id, table.c.participant_id == _participant)
        for table in (_judgments, _handouts)
    )
    return (
        select(_items.c.id)
        .where(
            _items.c.campaign_id == bindparam("in_campaign", type_=Integer()),
            _items.c.task == _task,
            _items.c.active.is_(True),
            *which,
            _items.c.author_id.is_distinct_from(_participant),
            _is_not_theirs,
            *seen,
        )
        .order_by(*order)
        .limit(1)
        .scalar_subquery()
    )


def _next(fills: bool) -> Select[int, str, str]:
    """At its turn a control, while they have not seen them all; else an item like any other, if one is left. What was
    given least comes first, then chance. Where every sentence is to have so many judgments, those begun come first
    instead: two hundred judgments spread over two hundred sentences would tell nothing of agreement. Both are the
    index's own order, forwards or backwards."""
    least_given = (_items.c.given, _items.c.chance)
    begun_first = (_items.c.given.desc(), _items.c.chance.desc())
    is_not_full = _items.c.given < bindparam("most_given", type_=Integer())
    is_control_turn = _people_now.c.next_control <= _answers.scalar_subquery()
    control = _next_item(least_given, _items.c.control.is_(True))
    usual = _next_item(*((begun_first, is_not_full) if fills else (least_given,)), _items.c.control.is_(False))
    chosen = func.coalesce(case((is_control_turn, control)), usual)
    items = _items.alias("chosen")
    return (
        select(items.c.id, items.c.text, _people_now.c.standing)
        .select_from(_people_now.join(items, items.c.id == chosen))
        .where(_people_now.c.id == _participant)
    )


_people_now = _people.alias("people_now")
SPREAD, FILL = _next(False), _next(True)


class Assignment(NamedTuple):
    """The sentence that somebody has before them."""

    item_id: int
    text: str


class AssignmentRequest(NamedTuple):
    """Somebody asks for an item."""

    participant_id: int
    campaign_id: int
    task: TaskName
    settings: CampaignSettings = CampaignSettings()  # of the campaign


class SentAnswer(NamedTuple):
    """What somebody said of an item; without labels they pass over it, and will not be given it again."""

    participant_id: int
    campaign_id: int
    task: TaskName
    item_id: int
    labels: list[str] | None
    correction: str = ""
    settings: CampaignSettings = CampaignSettings()
    origin: str = ""


def withdraw(session: Session, item: TaskItem) -> None:
    """No longer before volunteers; what was said of it stays, and who had it before them is not given it again."""
    item.active = False
    session.flush()
    lapse(session, Handout.item_id == item.id)
    session.execute(update(Handout).where(Handout.item_id == item.id).values(state=HandoutState.PASSED))
    session.refresh(item)


def look(connection: Connection, wanted: Sequence[tuple[int, TaskName]]) -> list[tuple[Assignment | None, int]]:
    """For each volunteer and task: the item that they have before them, and how many they have answered."""
    rows = (connection.execute(LOOK, {"whose": person, "for_task": task}).one() for person, task in wanted)
    return [(None if item_id is None else Assignment(item_id, text), answered) for answered, item_id, text in rows]


def in_hands(session: Session, participant_id: int, task: TaskName) -> Assignment | None:
    return look(session.connection(), [(participant_id, task)])[0][0]


def hand_out(session: Session, requests: Sequence[AssignmentRequest]) -> list[Assignment | None]:
    """For each the item in their hands, or another; nothing when there is none for them."""
    return [
        in_hands(session, request.participant_id, request.task) or _hand_out_another(session, request)
        for request in requests
    ]


def _hand_out_another(session: Session, request: AssignmentRequest | SentAnswer) -> Assignment | None:
    most = request.settings.judgments_per_sentence
    values = {"whose": request.participant_id, "for_task": request.task, "in_campaign": request.campaign_id}
    statement = SPREAD if most is None else FILL
    values |= {} if most is None else {"most_given": most}
    row = session.connection().execute(statement, values).first()
    if row is None and most is not None:
        of_campaign = select(TaskItem.id).where(
            TaskItem.campaign_id == request.campaign_id, TaskItem.task == request.task
        )
        kept_long = Handout.handed_at < now() - LAPSES_IF_NEEDED_AFTER
        if lapse(session, kept_long, Handout.task == request.task, Handout.item_id.in_(of_campaign)):
            row = session.connection().execute(statement, values).first()
    if row is None:
        return None
    state = HandoutState.OPEN if row.standing == PersonState.GOOD else HandoutState.LAPSED
    session.connection().execute(insert(_handouts), _handout(request, row.id, state))
    count_items(session, [row.id] if state == HandoutState.OPEN else [], given=1)
    return Assignment(row.id, row.text)


_COLUMNS = ("campaign_id", "task", "item_id", "participant_id", "labels", "correction", "origin")
_TAKE_BACK = (
    delete(_handouts)
    .where(
        _in_hands,
        tuple_(_handouts.c.participant_id, _handouts.c.item_id, _handouts.c.task).in_(
            bindparam("answered", expanding=True)
        ),
    )
    .returning(_handouts.c.participant_id, _handouts.c.item_id, _handouts.c.state)
)


def answer_and_go_on(session: Session, answers: Sequence[SentAnswer]) -> list[None]:
    """Keep judgments, and hand out the next item to each who answered.

    An item that its volunteer does not hold takes none: it was never given to them, or the form was sent twice.
    """
    connection, moment = session.connection(), now()
    keys = list({(answer.participant_id, answer.item_id, str(answer.task)) for answer in answers})
    rows = connection.execute(_TAKE_BACK, {"answered": keys}).all()
    count_items(session, (row.item_id for row in rows if row.state == HandoutState.OPEN), given=-1)
    held = {(row.participant_id, row.item_id) for row in rows}
    by_key = {(answer.participant_id, answer.item_id): answer for answer in answers}
    taken = [answer for key, answer in by_key.items() if key in held]
    passed = [_handout(answer, answer.item_id, HandoutState.PASSED) for answer in taken if answer.labels is None]
    if passed:
        connection.execute(insert(_handouts), passed)
    judged = [
        {**{name: getattr(answer, name) for name in _COLUMNS}, "created_at": moment, "counting": CountState.SET_ASIDE}
        for answer in taken
        if answer.labels is not None
    ]
    if judged:
        numbers = list(connection.scalars(insert(_judgments).returning(_judgments.c.id), judged))
        recount(session, JudgmentRow.id.in_(numbers))  # until then a new answer takes no place
        of_control = (
            select(JudgmentRow.participant_id)
            .join(TaskItem)
            .where(JudgmentRow.id.in_(numbers), TaskItem.control.is_(True))
        )
        for participant_id in session.scalars(of_control).all():
            judge_standing(session, participant_id)
        session.flush()
    for answer in taken:
        _hand_out_another(session, answer)
    return [None] * len(answers)


def _handout(request: AssignmentRequest | SentAnswer, item_id: int, state: HandoutState) -> dict[str, object]:
    about = {"participant_id": request.participant_id, "item_id": item_id, "task": request.task}
    return {**about, "handed_at": now(), "state": state}


def rollback(session: Session, judgment: JudgmentRow, again: bool) -> None:
    """An answer is gone. With `again`, its sentence is in its volunteer's hands once more, in place of what was there;
    else they will not be given it again, and somebody else may."""
    person = session.get_one(Participant, judgment.participant_id)
    item_id, task, was_counted = judgment.item_id, judgment.task, judgment.counting == CountState.COUNTED
    session.delete(judgment)
    session.flush()
    state = HandoutState.PASSED
    if was_counted:
        count_items(session, [item_id], given=-1, judged=-1)
    if again:
        held = (Handout.participant_id == person.id, Handout.task == task)
        lapse(session, *held)
        session.execute(delete(Handout).where(*held, Handout.state != HandoutState.PASSED))
        state = HandoutState.OPEN if person.standing == PersonState.GOOD else HandoutState.LAPSED
        count_items(session, [item_id] if state == HandoutState.OPEN else [], given=1)
    session.add(Handout(participant_id=person.id, item_id=item_id, task=task, state=state))
    if session.scalar(select(TaskItem.control).where(TaskItem.id == item_id)):
        judge_standing(session, person.id)
    session.flush()


class TaskProgress(NamedTuple):
    """Of a task's sentences, those that have as many judgments as wanted; sentences no longer offered aside."""

    sentences: int
    full: int
    wanted: int


def progress(session: Session, campaign_id: int, wanted: int | None) -> dict[str, TaskProgress]:
    """By task; nothing where no number is wanted."""
    if wanted is None:
        return {}
    offered = (TaskItem.campaign_id == campaign_id, TaskItem.active.is_(True), TaskItem.control.is_(False))
    counted = select(TaskItem.task, func.count(), func.sum(case((TaskItem.judged >= wanted, 1), else_=0)))
    rows = session.execute(counted.where(*offered).group_by(TaskItem.task))
    return {task: TaskProgress(sentences, full, wanted) for task, sentences, full in rows}
