"""The statements of handing out, built once: building them took more time than the database needs to run them.

Their parameters have names that no column has: SQLAlchemy takes one named like a column for a value to be set.
"""

from __future__ import annotations

from typing import cast

from sqlalchemy import (
    ARRAY,
    JSON,
    Boolean,
    ColumnElement,
    Integer,
    Select,
    String,
    Table,
    Text,
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

from epicene.collect.store.schema import Handout, HandoutState, Item, Judgment, Moment, Statement

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


def _given_least(*of: ColumnElement[bool]) -> ColumnElement[int]:
    """The item that was given least, of those that they may be given; then by chance."""
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
        .order_by(_items.c.given, _items.c.chance)
        .limit(1)
        .scalar_subquery()
    )


# At its turn a control, while they have not seen them all; else an item like any other, if one is left.
_is_control_turn = bindparam("as_control", type_=Boolean())
_next = func.coalesce(
    _given_least(_items.c.control.is_(True), _is_control_turn), _given_least(_items.c.control.is_(False))
)
_given = _items.alias("given_now")
_handout = select(_participant, _given.c.id, _task, _now, literal(HandoutState.OPEN, String())).where(
    _given.c.id == _next
)
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
# To one who holds none; those who hold one keep it.
HAND_OUT = (
    insert(_handouts)
    .from_select(_handout_columns, _handout.where(~exists().where(_is_held(_participant, _task))), False)
    .returning(_handouts.c.item_id)
)
COUNT_GIVEN = update(_items).where(_items.c.id == _item).values(given=_items.c.given + bindparam("by", type_=Integer()))

# For a database to which every statement is a journey: handing out and counting in one statement that gives nothing
# back, so that those of all who wait are sent at once, and done in their order.
_handed_out = HAND_OUT.cte("handed_out")
HAND_OUT_AT_ONCE = (
    update(_items)
    .where(_items.c.id == select(_handed_out.c.item_id).scalar_subquery())
    .values(given=_items.c.given + 1)
)

# Likewise the four steps of an answer: take back, judge, hand out, count. All of them see the tables as they were
# before the statement: the answered item is still in hands there, and so is not handed out again.
_taken = TAKE_BACK.cte("taken")
_said = (
    insert(_judgments)
    .from_select(_judgment_columns, select(*_judgment).where(exists(select(_taken))), False)
    .cte("said")
)
_handed = (
    insert(_handouts)
    .from_select(_handout_columns, _handout.where(exists(select(_taken))), False)
    .returning(_handouts.c.item_id)
    .cte("handed")
)
_is_next = _items.c.id == select(_handed.c.item_id).scalar_subquery()
_is_late = and_(_items.c.id == _item, exists(select(_taken).where(_taken.c.state == HandoutState.LAPSED)))
ANSWER_AT_ONCE = (
    update(_items)
    .where(or_(_is_next, _is_late))
    .values(given=_items.c.given + case((_is_next, 1), else_=0) + case((_is_late, 1), else_=0))
    .add_cte(_said)
)
