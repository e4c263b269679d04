"""Statements that say the same: merged at once where only case and punctuation differ, else shown to a person.

Nothing is deleted by merging: a merged statement keeps its words, its author and its bias type.
"""

from __future__ import annotations

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from epicene.collect.store.change_history import record, snapshot
from epicene.collect.store.schema import Statement, StatementStatus


def has_duplicates(session: Session, campaign_id: int) -> bool:
    """Whether anything waits to be merged: cheap to ask whenever the queue is opened."""
    again = (
        select(Statement.folded)
        .where(Statement.campaign_id == campaign_id, Statement.status != StatementStatus.MERGED)
        .group_by(Statement.folded)
        .having(func.count() > 1, func.max(case((Statement.status == StatementStatus.NEW, Statement.id))).is_not(None))
    )
    return session.scalar(again.limit(1)) is not None


def merge_duplicates(session: Session, campaign_id: int) -> int:
    """Merge every new statement into the earliest with the same words, whatever became of that; how many there were."""
    rows = session.execute(
        select(Statement.id, Statement.folded, Statement.status)
        .where(Statement.campaign_id == campaign_id, Statement.status != StatementStatus.MERGED)
        .order_by(Statement.id)
    )
    first: dict[str, int] = {}
    again: dict[int, int] = {}
    for statement_id, folded, status in rows:
        if first.setdefault(folded, statement_id) != statement_id and status == StatementStatus.NEW:
            again[statement_id] = first[folded]
    for statement in session.scalars(select(Statement).where(Statement.id.in_(again)).order_by(Statement.id)):
        merge(session, statement, again[statement.id], user_id=None)
    return len(again)


def merge(session: Session, statement: Statement, into_id: int, user_id: int | None) -> None:
    """Those that were merged into `statement` before follow it, so that one step always leads to what was kept."""
    _point(session, statement, into_id, user_id)
    followers = select(Statement).where(Statement.merged_into_id == statement.id, Statement.id != into_id)
    for follower in session.scalars(followers.order_by(Statement.id)):
        _point(session, follower, into_id, user_id)


def _point(session: Session, statement: Statement, into_id: int, user_id: int | None) -> None:
    before = snapshot(statement)
    statement.status = StatementStatus.MERGED
    statement.merged_into_id = into_id
    record(session, "merge", statement, user_id=user_id, before=before)
