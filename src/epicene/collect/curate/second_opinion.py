"""Two curators must agree on what is kept, where a campaign says so: each gives an opinion without knowing the other's,
and what two think is done. Where they differ, they see what the other thinks, and either may change their mind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import Opinion, Statement, StatementStatus, User

REJECTED = "rejected"


class OpinionShown(NamedTuple):
    name: str
    verdict: str
    reason: str


def agreed(session: Session, statement: Statement, verdict: str, reason: str, user_id: int) -> bool:
    """Keep an opinion; whether another curator's latest is the same."""
    if statement.status != StatementStatus.NEW:
        return True
    session.add(Opinion(statement_id=statement.id, user_id=user_id, verdict=verdict, reason=reason))
    session.flush()
    return any(
        opinion.verdict == verdict for user, opinion in _latest(session, statement.id).items() if user != user_id
    )


def opinions_shown(session: Session, statement_id: int, user_id: int) -> tuple[list[OpinionShown], int]:
    """What each thinks, once one has said so oneself; and how many have an opinion."""
    latest = _latest(session, statement_id)
    if user_id not in latest:
        return [], len(latest)
    names = dict(session.execute(select(User.id, User.name).where(User.id.in_(latest))).all())
    return [OpinionShown(names[user], one.verdict, one.reason) for user, one in latest.items()], len(latest)


def count_opinions(session: Session, ids: Sequence[int]) -> dict[int, int]:
    """Of each statement, how many curators have one."""
    people = func.count(func.distinct(Opinion.user_id))
    rows = select(Opinion.statement_id, people).where(Opinion.statement_id.in_(ids)).group_by(Opinion.statement_id)
    return dict(session.execute(rows).all())


def forget_opinions(session: Session, statement_id: int) -> None:
    """A statement that is put back into the queue is looked at afresh."""
    session.execute(delete(Opinion).where(Opinion.statement_id == statement_id))


def _latest(session: Session, statement_id: int) -> dict[int, Opinion]:
    rows = session.scalars(select(Opinion).where(Opinion.statement_id == statement_id).order_by(Opinion.id))
    return {row.user_id: row for row in rows}
