"""Whose answers count: hidden controls, whose answers are known, and what curators set aside.

The controls are a sequential test (Wald 1945) between somebody who answers as expected `HONEST_RIGHT` of the time and
somebody who does `CARELESS_RIGHT` of the time. Each control adds the logarithm of how much likelier its answer is from
the second; above an upper bound somebody fails, at a lower one they have passed, and meet fewer controls from then on.
The bounds follow from the errors wanted: how many honest people fail (the campaign's `controls_error`), and how many
careless ones pass (`MISSED`). Who passed and becomes careless is found too: the sum goes no lower than the lower bound.
`benchmarks/collect_simulation.py` draws the operating curve.

Nobody's answers are thrown away. Those of people who fail, are blocked, or whom a curator sets aside are in no figure
and take no place: their sentences are given to others. Those of people in doubt are in figures, and take no place.
"""

from __future__ import annotations

import math
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, and_, bindparam, case, exists, func, or_, select, update
from sqlalchemy.orm import Session

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
    TaskItem,
)

HONEST_RIGHT, CARELESS_RIGHT = 0.95, 0.5
MISSED = 0.05
MOST_BESIDE = 2  # types ticked beside those that a control expects
# Answers from one control to the next, at least and at most: of somebody in doubt, not decided about, and passed.
GAPS = {"doubtful": (2, 4), "undecided": (4, 7), "passed": (15, 25)}
AT_ONCE = 1000  # answers whose counting is changed in one transaction, so that volunteers do not wait

_person = Participant.id == JudgmentRow.participant_id
_is_set_aside = or_(
    exists().where(
        _person,
        or_(
            Participant.blocked_at.is_not(None),
            Participant.standing.in_((PersonState.FAILED, PersonState.SET_ASIDE)),
        ),
    ),
    exists().where(
        SetAside.campaign_id == JudgmentRow.campaign_id,
        SetAside.undone_at.is_(None),
        JudgmentRow.created_at.between(SetAside.since, SetAside.until),
        or_(SetAside.origin == "", SetAside.origin == JudgmentRow.origin),
    ),
)
_is_doubtful = exists().where(_person, Participant.standing == PersonState.DOUBTFUL)
SHOULD_COUNT = case(
    (_is_set_aside, CountState.SET_ASIDE), (_is_doubtful, CountState.DOUBTFUL), else_=CountState.COUNTED
)
_SET_COUNTING = update(JudgmentRow).where(JudgmentRow.id == bindparam("of_id")).values(counting=bindparam("now"))
_COUNT = (
    update(TaskItem)
    .where(TaskItem.id == bindparam("of_item"))
    .values(given=TaskItem.given + bindparam("by_given"), judged=TaskItem.judged + bindparam("by_judged"))
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
        select(TaskItem.expected, JudgmentRow.labels)
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
    answers = session.scalar(select(func.count()).where(JudgmentRow.participant_id == participant_id)) or 0
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


def lapse(session: Session, *which: ColumnElement[bool]) -> int:
    """Items in hands that take a place no longer: others may be given them. How many."""
    held = update(Handout).where(Handout.state == HandoutState.OPEN, *which).values(state=HandoutState.LAPSED)
    items = session.scalars(held.returning(Handout.item_id).execution_options(synchronize_session=False)).all()
    count_items(session, items, given=-1)
    return len(items)


def recount(session: Session, *which: ColumnElement[bool]) -> int:
    """Bring `counting` of these answers up to date, and the counts of their items. How many answers changed."""
    wrong = select(JudgmentRow.id, JudgmentRow.item_id, JudgmentRow.counting, SHOULD_COUNT.label("new"))
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
    select(func.count())
    .where(JudgmentRow.item_id == TaskItem.id, JudgmentRow.counting == CountState.COUNTED)
    .scalar_subquery()
)
_held = select(func.count()).where(Handout.item_id == TaskItem.id, Handout.state == HandoutState.OPEN).scalar_subquery()


def find_miscounted(session: Session) -> tuple[Sequence[int], Sequence[int]]:
    """Answers and items whose counts are not what a recount gives: after a kill in the middle of setting aside."""
    answers = select(JudgmentRow.id).where(JudgmentRow.counting != SHOULD_COUNT)
    items = select(TaskItem.id).where(or_(TaskItem.judged != _counted, TaskItem.given != _counted + _held))
    return session.scalars(answers.order_by(JudgmentRow.id)).all(), session.scalars(items.order_by(TaskItem.id)).all()


def recount_items(session: Session, items: Sequence[int]) -> None:
    fresh = update(TaskItem).where(TaskItem.id.in_(items)).values(judged=_counted, given=_counted + _held)
    session.execute(fresh.execution_options(synchronize_session=False))


def concerns(row: SetAside) -> ColumnElement[bool]:
    """The answers that a decision is about."""
    of_origin = [JudgmentRow.origin == row.origin] if row.origin else []
    return and_(
        JudgmentRow.campaign_id == row.campaign_id, JudgmentRow.created_at.between(row.since, row.until), *of_origin
    )
