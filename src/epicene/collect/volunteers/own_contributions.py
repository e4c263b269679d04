"""What somebody gave, one by one, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import Campaign, Item, Judgment, Pair, Statement, StatementStatus
from epicene.collect.web.page_templates import PAGE

MOST_STATEMENTS = 500


class Written(NamedTuple):
    """A statement of one's own. `outcome` says what became of it; it can be corrected until its words have gone out,
    or others have built on them."""

    statement: Statement
    campaign: str
    language: str
    outcome: str
    can_correct: bool
    can_withdraw: bool


class Answered(NamedTuple):
    judgment: Judgment
    text: str
    campaign: str
    language: str
    can_correct: bool


def own_statements(session: Session, owned: Sequence[int]) -> list[Written]:
    """The latest first; the parts that a curator made of one are not shown beside it."""
    rows = session.execute(
        select(Statement, Campaign, func.count(Pair.id))
        .join(Campaign, Campaign.id == Statement.campaign_id)
        .outerjoin(Pair, Pair.statement_id == Statement.id)
        .where(Statement.participant_id.in_(owned), Statement.split_from_id.is_(None))
        .group_by(Statement.id, Campaign.id)
        .order_by(Statement.id.desc())
        .limit(MOST_STATEMENTS)
    )
    return [
        Written(
            statement,
            campaign.title,
            campaign.language,
            "pair" if pairs else statement.status,
            can_correct(statement, bool(pairs)) and campaign.closed_at is None,
            statement.exported_at is None,
        )
        for statement, campaign, pairs in rows
    ]


def can_correct(statement: Statement, has_pair: bool) -> bool:
    return statement.exported_at is None and not has_pair and statement.status != StatementStatus.SPLIT


def own_answers(session: Session, owned: Sequence[int], page: int) -> tuple[list[Answered], int]:
    """One page of them, the latest first, and how many there are."""
    mine = Judgment.participant_id.in_(owned)
    rows = session.execute(
        select(Judgment, Item, Campaign)
        .join(Item, Item.id == Judgment.item_id)
        .join(Campaign, Campaign.id == Judgment.campaign_id)
        .where(mine)
        .order_by(Judgment.id.desc())
        .limit(PAGE)
        .offset((page - 1) * PAGE)
    )
    shown = [
        Answered(judgment, item.text, campaign.title, campaign.language, campaign.closed_at is None and item.active)
        for judgment, item, campaign in rows
    ]
    return shown, session.scalar(select(func.count()).select_from(Judgment).where(mine)) or 0
