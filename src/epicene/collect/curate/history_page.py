"""The history as a page shows it: who changed what, when, from what to what."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import Change, User

# What a reader learns nothing from: the row's own number, what the entry says itself, counters.
SILENT = frozenset(
    (
        "id",
        "version",
        "created_at",
        "updated_at",
        "edited_at",
        "folded",
        "campaign_id",
        "participant_id",
        "reason",
        "created_by_id",
        "translator_id",
        "editor_id",
        "pair_id",
        "language",
    )
)


class Field(NamedTuple):
    name: str
    before: Any
    after: Any


class Entry(NamedTuple):
    """`user` is empty where the program itself acted."""

    at: datetime
    user: str
    entity: str
    entity_id: int
    address: str
    action: str
    fields: list[Field]
    reason: str


def changes_of(session: Session, entity: str, entity_id: int) -> list[Entry]:
    """All that became of one row, the latest first."""
    return _entries(session, _chosen().where(Change.entity == entity, Change.entity_id == entity_id))


def latest_changes(session: Session, page: int, size: int) -> tuple[list[Entry], int]:
    """One page of the whole history, and how many entries there are."""
    total = session.scalar(select(func.count()).select_from(Change)) or 0
    return _entries(session, _chosen().limit(size).offset((page - 1) * size)), total


def _chosen() -> Select[Change, str | None]:
    return select(Change, User.name).outerjoin(User, User.id == Change.user_id).order_by(Change.id.desc())


def _entries(session: Session, chosen: Select[Change, str | None]) -> list[Entry]:
    return [
        Entry(
            change.at,
            name or "",
            change.entity,
            change.entity_id,
            _address(change),
            change.action,
            changed_fields(change),
            change.reason,
        )
        for change, name in session.execute(chosen)
    ]


def _address(change: Change) -> str:
    """The page of what was changed."""
    if change.entity == "translation":
        return f"/curate/pairs/{change.after['pair_id']}/translations/{change.after['language']}"
    return f"/curate/{change.entity}s/{change.entity_id}"


def changed_fields(change: Change) -> list[Field]:
    names = dict.fromkeys([*change.before, *change.after])
    pairs = [Field(name, change.before.get(name), change.after.get(name)) for name in names if name not in SILENT]
    return [field for field in pairs if field.before != field.after and (field.before or field.after)]
