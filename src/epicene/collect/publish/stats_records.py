"""The records behind the figures, read from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.publish.campaign_stats import CategoryRecord, FluencyRecord, Records, StatementRecord
from epicene.collect.store.schema import Item, Judgment, Pair, PairStatus, Participant, Statement, StatementStatus, Task
from epicene.collect.volunteers.assignment import control_passed


class SentenceRecord(NamedTuple):
    """A sentence that volunteers judged; `original` is the bias type that its source gives it."""

    id: str
    task: str
    text: str
    source: str
    original: str


class Controls(NamedTuple):
    """Judgments of hidden control items, whose answers are known; they are part of no other figure."""

    judgments: int
    right: int


def read_records(session: Session, campaign_id: int) -> Records:
    """All statements are counted; the words of those that nobody has decided to keep stay in the workshop."""
    people = _pseudonyms(session, campaign_id)
    statements = session.scalars(select(Statement).where(Statement.campaign_id == campaign_id).order_by(Statement.id))
    rows = statements.all()
    kept = _kept(rows)
    ready = select(Pair.bias_type).where(Pair.campaign_id == campaign_id, Pair.status == PairStatus.READY)
    return Records(
        statements=[_statement(row, people, row.id in kept) for row in rows],
        fluency=_fluency(session, campaign_id, people),
        categories=_categories(session, campaign_id, people),
        pairs=list(session.scalars(ready.order_by(Pair.id))),
    )


def _kept(rows: Sequence[Statement]) -> set[int]:
    """Statements whose words may go out: accepted, the same words as an accepted one, or all of whose parts may."""
    kept = {row.id for row in rows if row.status == StatementStatus.ACCEPTED}
    held_back = {row.split_from_id for row in rows if row.id not in kept and row.merged_into_id not in kept}
    kept |= {row.id for row in rows if row.status == StatementStatus.SPLIT and row.id not in held_back}
    return kept | {row.id for row in rows if row.merged_into_id in kept}


def _statement(row: Statement, people: Mapping[int, str], is_kept: bool) -> StatementRecord:
    return StatementRecord(
        id=str(row.id),
        participant=people.get(row.participant_id or 0, ""),
        day=_day(row.created_at),
        text=row.text if is_kept else "",
        bias_type=row.bias_type,
        settled_type=row.settled_type or "",
        status=row.status,
        part_of=str(row.split_from_id) if row.split_from_id else "",
    )


def _fluency(session: Session, campaign_id: int, people: Mapping[int, str]) -> list[FluencyRecord]:
    rows = session.execute(
        select(Judgment.item_id, Judgment.participant_id, Judgment.created_at, Judgment.labels, Judgment.correction)
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign_id, Judgment.task == Task.FLUENCY, Item.control.is_(False))
        .order_by(Judgment.id)
    )
    return [
        FluencyRecord(_sentence(item_id), people.get(person, ""), _day(at), labels[0], correction)
        for item_id, person, at, labels, correction in rows
    ]


def _categories(session: Session, campaign_id: int, people: Mapping[int, str]) -> list[CategoryRecord]:
    rows = session.execute(
        select(Judgment.item_id, Judgment.participant_id, Judgment.created_at, Judgment.labels, Item.original_type)
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign_id, Judgment.task == Task.CATEGORY, Item.control.is_(False))
        .order_by(Judgment.id)
    )
    return [
        CategoryRecord(_sentence(item_id), people.get(person, ""), _day(at), tuple(sorted(labels)), original or "")
        for item_id, person, at, labels, original in rows
    ]


def read_sentences(session: Session, campaign_id: int) -> list[SentenceRecord]:
    """The sentences that the judgments are about; those that nobody has judged are left out.

    A statement that was rejected after it had been judged keeps its judgments, and not its words.
    """
    accepted = select(Statement.id).where(Statement.status == StatementStatus.ACCEPTED)
    kept = set(session.scalars(accepted.where(Statement.campaign_id == campaign_id)))
    judged = select(Judgment.item_id).where(Judgment.campaign_id == campaign_id)
    items = session.scalars(select(Item).where(Item.id.in_(judged), Item.control.is_(False)).order_by(Item.id))
    return [
        SentenceRecord(
            _sentence(item.id),
            item.task,
            item.text if item.statement_id is None or item.statement_id in kept else "",
            item.source,
            item.original_type or "",
        )
        for item in items
    ]


def read_controls(session: Session, campaign_id: int) -> Controls:
    rows = session.execute(
        select(Item.expected, Judgment.labels)
        .join(Item, Item.id == Judgment.item_id)
        .where(Judgment.campaign_id == campaign_id, Item.control.is_(True))
    )
    passed = [control_passed(expected, labels) for expected, labels in rows]
    return Controls(len(passed), sum(passed))


def _pseudonyms(session: Session, campaign_id: int) -> dict[int, str]:
    """Numbers for people, in the order of what is kept of their codes: unrelated to when they came, and to our own."""
    people = session.scalars(
        select(Participant.id).where(Participant.campaign_id == campaign_id).order_by(Participant.code_hash)
    )
    return {participant_id: f"p{number}" for number, participant_id in enumerate(people, start=1)}


def _sentence(item_id: int) -> str:
    return f"s{item_id}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"
