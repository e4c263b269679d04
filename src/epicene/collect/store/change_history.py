"""The history: what was changed, by whom, from what to what; and what happened at the doors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import AuditEvent, Base, Change, User
from epicene.grammar.word_patterns import word_list

# What a reader learns nothing from: the row's own number, what the entry says itself, counters.
SILENT = frozenset(
    word_list(
        "id version created_at updated_at edited_at folded campaign_id participant_id reason created_by_id"
        " translator_id editor_id pair_id language held_for exported_at"
    )
)


def snapshot(row: Base) -> dict[str, object]:
    """A row as plain values, to be kept in the history."""
    values = {column.key: getattr(row, column.key) for column in row.__table__.columns}
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in values.items()}


def record(
    session: Session,
    action: str,
    row: Base,
    *,
    user_id: int | None,
    before: dict[str, object] | None = None,
    reason: str = "",
) -> None:
    """Keep what became of a row: call it after the change, with `before = snapshot(row)` from before it (none: new)."""
    session.flush()
    after, entity = snapshot(row), row.__tablename__.removesuffix("s")
    about = {"entity": entity, "entity_id": after["id"], "action": action, "reason": reason}
    session.add(Change(user_id=user_id, before=before or {}, after=after, **about))


@contextmanager
def recorded(session: Session, action: str, row: Base, user_id: int | None, reason: str = "") -> Iterator[None]:
    """The same around the change itself, of a row that is there."""
    before = snapshot(row)
    yield
    record(session, action, row, user_id=user_id, before=before, reason=reason)


def note_event(session: Session, event: str, user_id: int | None = None, **details: object) -> None:
    """An entry of the audit log; never a sentence, a code or an address."""
    session.add(AuditEvent(event=event, user_id=user_id, details=details))


class Entry(NamedTuple):
    """`user` is empty where the program itself acted; `address` is the page of what was changed; a field has a name,
    and its value before and after."""

    change: Change
    user: str
    address: str
    fields: list[tuple[str, object, object]]


def changes_of(session: Session, entity: str, entity_id: int) -> list[Entry]:
    """All that became of one row, the latest first."""
    return _entries(session, _LATEST.where(Change.entity == entity, Change.entity_id == entity_id))


def latest_changes(session: Session, page: int, size: int) -> tuple[list[Entry], int]:
    """One page of the whole history, and how many entries there are."""
    total = session.scalar(select(func.count()).select_from(Change)) or 0
    return _entries(session, _LATEST.limit(size).offset((page - 1) * size)), total


_LATEST = select(Change, User.name).outerjoin(User, User.id == Change.user_id).order_by(Change.id.desc())


def _entries(session: Session, chosen: Select[Change, str | None]) -> list[Entry]:
    entries = []
    for change, user in session.execute(chosen):
        address, after = f"/curate/{change.entity}s/{change.entity_id}", change.after
        if change.entity == "translation":
            address = f"/curate/pairs/{after['pair_id']}/translations/{after['language']}"
        names = dict.fromkeys([*change.before, *change.after])
        values = [(name, change.before.get(name), after.get(name)) for name in names if name not in SILENT]
        changed = [(name, old, new) for name, old, new in values if old != new and (old or new)]
        entries.append(Entry(change, user or "", address, changed))
    return entries
