"""The statements of handing out, built once: building them took more time than the database needs to run them.

Their parameters have names that no column has: SQLAlchemy takes one named like a column for a value to be set.
"""

from __future__ import annotations

from typing import cast

from sqlalchemy import (
    JSON,
    Boolean,
    Integer,
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

from epicene.collect.schema import Handout, HandoutState, Item, Judgment, Moment, Statement

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
_is_held = and_(
    _handouts.c.participant_id == _participant, _handouts.c.task == _task, _handouts.c.state != HandoutState.PASSED
)

_held = select(_items.c.id, _items.c.text).join(_handouts, _handouts.c.item_id == _items.c.id).where(_is_held).limit(1)
_answered = (
    select(func.count())
    .select_from(_judgments)
    .where(_judgments.c.participant_id == _participant, _judgments.c.task == _task)
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
_given_least = (
    select(_participant, _items.c.id, _task, _now, literal(HandoutState.OPEN, String()))
    .where(
        _items.c.campaign_id == _campaign,
        _items.c.task == _task,
        _items.c.active.is_(True),
        _items.c.control == bindparam("as_control", type_=Boolean()),
        _items.c.author_id.is_distinct_from(_participant),
        _is_not_theirs,
        *(
            ~exists().where(seen.c.item_id == _items.c.id, seen.c.participant_id == _participant)
            for seen in (_judgments, _handouts)
        ),
    )
    .order_by(_items.c.given, _items.c.chance)
    .limit(1)
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

# What a volunteer's page shows: how often they have answered, and the item in their hands, if any; always one row.
LOOK = select(
    _answered.scalar_subquery(),
    _held.with_only_columns(_items.c.id).scalar_subquery(),
    _held.with_only_columns(_items.c.text).scalar_subquery(),
)
ANSWERED = _answered
TAKE_BACK = delete(_handouts).where(_is_held, _handouts.c.item_id == _item).returning(_handouts.c.state)
PASS_OVER = insert(_handouts).from_select(
    _handout_columns, select(_participant, _item, _task, _now, literal(HandoutState.PASSED, String())), False
)
JUDGE = insert(_judgments).from_select(_judgment_columns, select(*_judgment), False)
HAND_OUT = insert(_handouts).from_select(_handout_columns, _given_least, False).returning(_handouts.c.item_id)
COUNT_GIVEN = update(_items).where(_items.c.id == _item).values(given=_items.c.given + bindparam("by", type_=Integer()))

# The same four steps of an answer (take back, judge, hand out, count) in one statement, for a database to which every
# statement is a journey. All steps see the tables as they were before it: the answered item is still in hands there,
# and so is not handed out again. Gives the state the item was in (none: it was not held) and the next item.
_taken = TAKE_BACK.cte("taken")
_said = (
    insert(_judgments)
    .from_select(_judgment_columns, select(*_judgment).where(exists(select(_taken))), False)
    .cte("said")
)
_handed = (
    insert(_handouts)
    .from_select(_handout_columns, _given_least.where(exists(select(_taken))), False)
    .returning(_handouts.c.item_id)
    .cte("handed")
)
_is_next = _items.c.id == select(_handed.c.item_id).scalar_subquery()
_is_late = and_(_items.c.id == _item, exists(select(_taken).where(_taken.c.state == HandoutState.LAPSED)))
_counted = (
    update(_items)
    .where(or_(_is_next, _is_late))
    .values(given=_items.c.given + case((_is_next, 1), else_=0) + case((_is_late, 1), else_=0))
    .cte("counted")
)
ANSWER_AT_ONCE = select(select(_taken.c.state).scalar_subquery(), select(_handed.c.item_id).scalar_subquery()).add_cte(
    _said, _counted
)
