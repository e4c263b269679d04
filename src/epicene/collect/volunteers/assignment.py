"""Who judges what, and whose answers count.

Judgments are spread evenly, or fill one sentence after the other where a campaign says how many each is to have; nobody
is given an item twice, and authors never judge their own. All of it happens in the writer's transactions, one after the
other, so that two volunteers who ask at the same moment do not both get the item that had the fewest judgments. The
statements are built once: building them took more time than the database needs to run them. Their parameters have names
that no column has: SQLAlchemy takes one named like a column for a value to be set.

Hidden controls, whose answers are known, are a sequential test (Wald 1945) between somebody who answers as expected
`HONEST_RIGHT` of the time and somebody who does `CARELESS_RIGHT` of the time. Each control adds the logarithm of how
much likelier its answer is from the second; above an upper bound somebody fails, at a lower one they have passed, and
meet fewer controls from then on. The bounds follow from the errors wanted: how many honest people fail (the campaign's
`controls_error`), and how many careless ones pass (`MISSED`). Who passed and becomes careless is found too: the sum
goes no lower than the lower bound. `benchmarks/collect_simulation.py` draws the operating curve.

Nobody's answers are thrown away. Those of people who fail, are blocked, or whom a curator sets aside are in no figure
and take no place: their sentences are given to others. Those of people in doubt are in figures, and take no place.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased

from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.store.schema import (
    Campaign,
    CountState,
    Handout,
    HandoutState,
    JudgmentRow,
    Participant,
    PersonState,
    SetAside,
    Statement,
    TaskItem,
    TaskName,
    now,
)

HONEST_RIGHT, CARELESS_RIGHT = 0.95, 0.5
MISSED = 0.05
MOST_BESIDE = 2  # types ticked beside those that a control expects
# Answers from one control to the next, at least and at most: of somebody in doubt, not decided about, and passed.
GAPS = {"doubtful": (2, 4), "undecided": (4, 7), "passed": (15, 25)}
AT_ONCE = 1000  # answers whose counting is changed in one transaction, so that volunteers do not wait

_person = Participant.id == JudgmentRow.participant_id
_is_set_aside = sa.or_(
    sa.exists().where(
        _person,
        sa.or_(
            Participant.blocked_at.is_not(None), Participant.standing.in_((PersonState.FAILED, PersonState.SET_ASIDE))
        ),
    ),
    sa.exists().where(
        SetAside.campaign_id == JudgmentRow.campaign_id,
        SetAside.undone_at.is_(None),
        JudgmentRow.created_at.between(SetAside.since, SetAside.until),
        sa.or_(SetAside.origin == "", SetAside.origin == JudgmentRow.origin),
    ),
)
_is_doubtful = sa.exists().where(_person, Participant.standing == PersonState.DOUBTFUL)
SHOULD_COUNT = sa.case(
    (_is_set_aside, CountState.SET_ASIDE), (_is_doubtful, CountState.DOUBTFUL), else_=CountState.COUNTED
)
_SET_COUNTING = (
    sa.update(JudgmentRow).where(JudgmentRow.id == sa.bindparam("of_id")).values(counting=sa.bindparam("now"))
)
_COUNT = (
    sa.update(TaskItem)
    .where(TaskItem.id == sa.bindparam("of_item"))
    .values(given=TaskItem.given + sa.bindparam("by_given"), judged=TaskItem.judged + sa.bindparam("by_judged"))
)


def control_passed(expected: list[str], labels: list[str]) -> bool:
    """Whether an answer to a control item is one of those it accepts; an empty `expected` means “none of these”. Who
    sees a second or third type beside may be right; who ticks them all has not looked."""
    if not expected:
        return not labels
    return bool(set(expected) & set(labels)) and len(set(labels) - set(expected)) <= MOST_BESIDE


def verdict(passed: Iterable[bool], error: float) -> str:
    """What the answers to controls, in their order, say of somebody: "failed", or one of the keys of `GAPS`. `error` is
    the share of honest people who may fail; with 0 nobody does."""
    if not error:
        return "undecided"
    upper, lower = math.log((1 - MISSED) / error), math.log(MISSED / (1 - error))
    total, has_passed = 0.0, False
    for is_right in passed:
        of_careless, of_honest = (CARELESS_RIGHT, HONEST_RIGHT) if is_right else (1 - CARELESS_RIGHT, 1 - HONEST_RIGHT)
        total = max(lower, total + math.log(of_careless / of_honest))
        has_passed |= total == lower
        if total >= upper:
            return "failed"
    if total > 0:
        return "doubtful"
    return "passed" if has_passed else "undecided"


def control_answers(session: Session, participant_id: int) -> list[bool]:
    """Which of their controls somebody passed, in their order."""
    rows = session.execute(
        sa.select(TaskItem.expected, JudgmentRow.labels)
        .join(JudgmentRow, JudgmentRow.item_id == TaskItem.id)
        .where(JudgmentRow.participant_id == participant_id, TaskItem.control.is_(True))
        .order_by(JudgmentRow.id)
    )
    return [control_passed(expected, labels) for expected, labels in rows]


def judge_standing(session: Session, participant_id: int) -> None:
    """After a control was answered, or an answer to one was taken back."""
    person = session.get_one(Participant, participant_id)
    settings = CampaignSettings.read(session.get_one(Campaign, person.campaign_id).settings)
    reached = verdict(control_answers(session, participant_id), settings.controls_error / 100)
    least, most = GAPS.get(reached, GAPS["doubtful"])
    answers = session.scalar(sa.select(sa.func.count()).where(JudgmentRow.participant_id == participant_id)) or 0
    person.next_control = answers + least + secrets.randbelow(most - least + 1)
    if not person.is_trusted and person.standing != PersonState.SET_ASIDE:
        set_standing(session, person, PersonState(reached) if reached in set(PersonState) else PersonState.GOOD)


def set_standing(session: Session, person: Participant, standing: PersonState) -> None:
    if person.standing == standing:
        return
    person.standing = standing
    session.flush()
    recount_person(session, person.id)


def recount_person(session: Session, participant_id: int) -> None:
    """After their standing changed, or they were blocked or let in again; only in good standing one holds a place."""
    recount(session, JudgmentRow.participant_id == participant_id)
    person = session.get_one(Participant, participant_id)
    if person.standing != PersonState.GOOD or person.blocked_at:
        lapse(session, Handout.participant_id == participant_id)


def lapse(session: Session, *which: sa.ColumnElement[bool]) -> int:
    """Items in hands that take a place no longer: others may be given them. How many."""
    held = sa.update(Handout).where(Handout.state == HandoutState.OPEN, *which).values(state=HandoutState.LAPSED)
    items = session.scalars(held.returning(Handout.item_id).execution_options(synchronize_session=False)).all()
    count_items(session, items, given=-1)
    return len(items)


def recount(session: Session, *which: sa.ColumnElement[bool]) -> int:
    """Bring `counting` of these answers up to date, and the counts of their items. How many answers changed."""
    wrong = sa.select(JudgmentRow.id, JudgmentRow.item_id, JudgmentRow.counting, SHOULD_COUNT.label("new"))
    rows = session.execute(wrong.where(JudgmentRow.counting != SHOULD_COUNT, *which)).all()
    if rows:
        session.connection().execute(_SET_COUNTING, [{"of_id": row.id, "now": row.new} for row in rows])
    lost = (row.item_id for row in rows if row.counting == CountState.COUNTED)
    won = (row.item_id for row in rows if row.new == CountState.COUNTED)
    count_items(session, lost, given=-1, judged=-1)
    count_items(session, won, given=1, judged=1)
    return len(rows)


def count_items(session: Session, items: Iterable[int], *, given: int, judged: int = 0) -> None:
    """Add to the counts of items, as often as each is named."""
    times = sorted(Counter(items).items())
    if times:
        changes = [{"of_item": item, "by_given": n * given, "by_judged": n * judged} for item, n in times]
        session.connection().execute(_COUNT, changes)


_counted = (
    sa.select(sa.func.count())
    .where(JudgmentRow.item_id == TaskItem.id, JudgmentRow.counting == CountState.COUNTED)
    .scalar_subquery()
)
_in_open_hands = (
    sa.select(sa.func.count())
    .where(Handout.item_id == TaskItem.id, Handout.state == HandoutState.OPEN)
    .scalar_subquery()
)


def find_miscounted(session: Session) -> tuple[Sequence[int], Sequence[int]]:
    """Answers and items whose counts are not what a recount gives: after a kill in the middle of setting aside."""
    answers = sa.select(JudgmentRow.id).where(JudgmentRow.counting != SHOULD_COUNT)
    items = sa.select(TaskItem.id).where(
        sa.or_(TaskItem.judged != _counted, TaskItem.given != _counted + _in_open_hands)
    )
    return session.scalars(answers.order_by(JudgmentRow.id)).all(), session.scalars(items.order_by(TaskItem.id)).all()


def recount_items(session: Session, items: Sequence[int]) -> None:
    fresh = sa.update(TaskItem).where(TaskItem.id.in_(items)).values(judged=_counted, given=_counted + _in_open_hands)
    session.execute(fresh.execution_options(synchronize_session=False))


def concerns(row: SetAside) -> sa.ColumnElement[bool]:
    """The answers that a decision is about."""
    of_origin = [JudgmentRow.origin == row.origin] if row.origin else []
    return sa.and_(
        JudgmentRow.campaign_id == row.campaign_id, JudgmentRow.created_at.between(row.since, row.until), *of_origin
    )


LAPSES_AFTER = timedelta(hours=2)
LAPSES_IF_NEEDED_AFTER = timedelta(minutes=10)  # by somebody for whom no place is left

_participant = sa.bindparam("whose", type_=sa.Integer())
_task = sa.bindparam("for_task", type_=sa.String())
_answers = sa.select(sa.func.count(JudgmentRow.id)).where(JudgmentRow.participant_id == _participant)
_in_hands = Handout.state != HandoutState.PASSED
_held = (Handout.item_id == TaskItem.id, Handout.participant_id == _participant, Handout.task == _task, _in_hands)
# What a volunteer's page shows: how often they have answered in a task, and the item in their hands; always one row.
LOOK = sa.select(
    _answers.where(JudgmentRow.task == _task).scalar_subquery(),
    *(sa.select(column).where(*_held).limit(1).scalar_subquery() for column in (TaskItem.id, TaskItem.text)),
)

# `author_id` is whoever wrote it first; this finds those who said the same (or the whole that it is a part of).
# Asked for once a statement, and only where an item is made of a statement at all.
_own, _part = aliased(Statement), aliased(Statement)
_same = sa.select(_own.merged_into_id).where(_own.participant_id == _participant, _own.merged_into_id.is_not(None))
_part_of_same = sa.select(_part.id).where(_part.split_from_id.in_(_same))
_is_not_theirs = sa.or_(
    TaskItem.statement_id.is_(None),
    sa.and_(TaskItem.statement_id.not_in(_same), TaskItem.statement_id.not_in(_part_of_same)),
)


def _next_item(order: Sequence[Any], *which: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    """The first in this order of those that they may be given."""
    seen = (
        ~sa.exists().where(kind.item_id == TaskItem.id, kind.participant_id == _participant)
        for kind in (JudgmentRow, Handout)
    )
    of_campaign = (TaskItem.campaign_id == sa.bindparam("in_campaign", type_=sa.Integer()), TaskItem.task == _task)
    may_judge = (TaskItem.author_id.is_distinct_from(_participant), _is_not_theirs, *seen)
    given = sa.select(TaskItem.id).where(*of_campaign, TaskItem.active.is_(True), *which, *may_judge)
    return given.order_by(*order).limit(1).scalar_subquery()


def _next(fills: bool) -> sa.Select[int, str, str]:
    """At its turn a control, while they have not seen them all; else an item like any other, if one is left. What was
    given least comes first, then chance. Where every sentence is to have so many judgments, those begun come first
    instead: two hundred judgments spread over two hundred sentences would tell nothing of agreement. Both are the
    index's own order, forwards or backwards."""
    least_given = (TaskItem.given, TaskItem.chance)
    begun_first = (TaskItem.given.desc(), TaskItem.chance.desc())
    is_not_full = TaskItem.given < sa.bindparam("most_given", type_=sa.Integer())
    person, chosen = aliased(Participant), aliased(TaskItem)
    control = _next_item(least_given, TaskItem.control.is_(True))
    usual = _next_item(*((begun_first, is_not_full) if fills else (least_given,)), TaskItem.control.is_(False))
    number = sa.func.coalesce(sa.case((person.next_control <= _answers.scalar_subquery(), control)), usual)
    row = sa.select(chosen.id, chosen.text, person.standing).select_from(person)
    return row.join(chosen, chosen.id == number).where(person.id == _participant)


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
    session.execute(sa.update(Handout).where(Handout.item_id == item.id).values(state=HandoutState.PASSED))
    session.refresh(item)


def look(connection: sa.Connection, participant_id: int, task: TaskName) -> tuple[Assignment | None, int]:
    """The item that a volunteer has before them in a task, and how many they have answered."""
    answered, item_id, text = connection.execute(LOOK, {"whose": participant_id, "for_task": task}).one()
    return None if item_id is None else Assignment(item_id, text), answered


def hand_out(session: Session, request: AssignmentRequest) -> Assignment | None:
    """The item in their hands, or another; nothing when there is none for them."""
    held, _ = look(session.connection(), request.participant_id, request.task)
    return held or _hand_out_another(session, request)


def _hand_out_another(session: Session, request: AssignmentRequest | SentAnswer) -> Assignment | None:
    most = request.settings.judgments_per_sentence
    values = {"whose": request.participant_id, "for_task": request.task, "in_campaign": request.campaign_id}
    statement = SPREAD if most is None else FILL
    values |= {} if most is None else {"most_given": most}
    row = session.connection().execute(statement, values).first()
    if row is None and most is not None:
        of_campaign = sa.select(TaskItem.id).where(
            TaskItem.campaign_id == request.campaign_id, TaskItem.task == request.task
        )
        kept_long = Handout.handed_at < now() - LAPSES_IF_NEEDED_AFTER
        if lapse(session, kept_long, Handout.task == request.task, Handout.item_id.in_(of_campaign)):
            row = session.connection().execute(statement, values).first()
    if row is None:
        return None
    state = HandoutState.OPEN if row.standing == PersonState.GOOD else HandoutState.LAPSED
    session.connection().execute(sa.insert(Handout), _handout(request, row.id, state))
    count_items(session, [row.id] if state == HandoutState.OPEN else [], given=1)
    return Assignment(row.id, row.text)


_COLUMNS = ("campaign_id", "task", "item_id", "participant_id", "labels", "correction", "origin")
_KEY = sa.tuple_(Handout.participant_id, Handout.item_id, Handout.task)
_TAKE_BACK = (
    sa.delete(Handout)
    .where(_in_hands, _KEY.in_(sa.bindparam("answered", expanding=True)))
    .returning(Handout.participant_id, Handout.item_id, Handout.state)
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
        connection.execute(sa.insert(Handout), passed)
    judged = [
        {**{name: getattr(answer, name) for name in _COLUMNS}, "created_at": moment, "counting": CountState.SET_ASIDE}
        for answer in taken
        if answer.labels is not None
    ]
    if judged:
        numbers = list(connection.scalars(sa.insert(JudgmentRow).returning(JudgmentRow.id), judged))
        recount(session, JudgmentRow.id.in_(numbers))  # until then a new answer takes no place
        of_control = (
            sa.select(JudgmentRow.participant_id)
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
    session.refresh(judgment)  # whether it counts is written past the session
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
        session.execute(sa.delete(Handout).where(*held, Handout.state != HandoutState.PASSED))
        state = HandoutState.OPEN if person.standing == PersonState.GOOD else HandoutState.LAPSED
        count_items(session, [item_id] if state == HandoutState.OPEN else [], given=1)
    session.add(Handout(participant_id=person.id, item_id=item_id, task=task, state=state))
    if session.scalar(sa.select(TaskItem.control).where(TaskItem.id == item_id)):
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
    counted = sa.select(TaskItem.task, sa.func.count(), sa.func.sum(sa.case((TaskItem.judged >= wanted, 1), else_=0)))
    rows = session.execute(counted.where(*offered).group_by(TaskItem.task))
    return {task: TaskProgress(sentences, full, wanted) for task, sentences, full in rows}
