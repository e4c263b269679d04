"""What curators see of statements, read in one go: a page of the queue, and one statement with all around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from epicene.collect.curate.difference_marks import Run, mark_differences
from epicene.collect.store.campaign_lookup import CampaignFacts
from epicene.collect.store.near_texts import COMPARED, NearTexts
from epicene.collect.store.schema import Item, Judgment, Pair, Statement, StatementStatus

PAGE = 25


@dataclass(frozen=True, slots=True)
class Waiting:
    """A line of the queue: a statement, the bias types that were chosen for the same words, and how many are alike."""

    statement: Statement
    chosen: dict[str, int]
    alike: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Alike:
    """Another statement beside this one, with what differs marked."""

    statement: Statement
    here: list[Run]
    there: list[Run]


@dataclass(frozen=True, slots=True)
class Looked:
    """All that a curator needs in order to decide about one statement."""

    statement: Statement
    merged: list[Statement]
    kept: Statement | None
    whole: Statement | None
    parts: list[Statement]
    alike: list[Alike]
    pairs: list[Pair]
    judged: dict[str, int]


def read_queue(
    session: Session, campaign: CampaignFacts, near_texts: NearTexts, status: str, page: int
) -> tuple[list[Waiting], dict[str, int]]:
    statements = list(
        session.scalars(
            select(Statement)
            .where(Statement.campaign_id == campaign.id, Statement.status == status)
            .order_by(Statement.id)
            .limit(PAGE)
            .offset((page - 1) * PAGE)
        )
    )
    ids = [statement.id for statement in statements]
    texts = [statement.text for statement in statements] if status == StatementStatus.NEW else []
    alike = near_texts.of_statements(session, campaign, texts) if texts else [[] for _ in statements]
    of_these = select(Pair.statement_id, func.count()).where(Pair.statement_id.in_(ids)).group_by(Pair.statement_id)
    pairs = _counted(session.execute(of_these))
    merged = session.execute(
        select(Statement.merged_into_id, Statement.bias_type).where(Statement.merged_into_id.in_(ids))
    ).all()
    waiting = []
    for statement, near in zip(statements, alike, strict=True):
        chosen = {statement.bias_type: 1}
        for kept, bias_type in merged:
            if kept == statement.id:
                chosen[bias_type] = chosen.get(bias_type, 0) + 1
        waiting.append(Waiting(statement, chosen, len(near), pairs.get(statement.id, 0)))
    counted = select(Statement.status, func.count()).where(Statement.campaign_id == campaign.id)
    return waiting, _counted(session.execute(counted.group_by(Statement.status)))


def _counted(rows: Any) -> dict[Any, int]:
    return dict(rows.all())


def read_statement(session: Session, campaign: CampaignFacts, near_texts: NearTexts, statement: Statement) -> Looked:
    def rows(*conditions: Any) -> list[Statement]:
        return list(session.scalars(select(Statement).where(*conditions).order_by(Statement.id)))

    def one(statement_id: int | None) -> Statement | None:
        return session.get(Statement, statement_id) if statement_id else None

    is_compared = statement.status in COMPARED
    near = near_texts.of_statements(session, campaign, [statement.text])[0] if is_compared else []
    alike = [Alike(other, *mark_differences(statement.text, other.text)) for other in rows(Statement.id.in_(near))]
    judged: dict[str, int] = {}
    given = select(Judgment.labels).join(Item, Item.id == Judgment.item_id).where(Item.statement_id == statement.id)
    for labels in session.scalars(given):
        for label in labels or ["none"]:
            judged[label] = judged.get(label, 0) + 1
    return Looked(
        statement,
        merged=rows(Statement.merged_into_id == statement.id),
        kept=one(statement.merged_into_id),
        whole=one(statement.split_from_id),
        parts=rows(Statement.split_from_id == statement.id),
        alike=alike,
        pairs=list(session.scalars(select(Pair).where(Pair.statement_id == statement.id).order_by(Pair.id))),
        judged=judged,
    )
