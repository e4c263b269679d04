"""The history: what was changed, by whom, from what to what; and what happened at the doors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import AuditEvent, Base, ChangeRow, User


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
    session.add(ChangeRow(user_id=user_id, before=before or {}, after=after, **about))


@contextmanager
def recorded(session: Session, action: str, row: Base, user_id: int | None, reason: str = "") -> Iterator[None]:
    """The same around the change itself, of a row that is there."""
    before = snapshot(row)
    yield
    record(session, action, row, user_id=user_id, before=before, reason=reason)


def note_event(session: Session, event: str, user_id: int | None = None, **details: object) -> None:
    """An entry of the audit log; never a sentence, a code or an address."""
    session.add(AuditEvent(event=event, user_id=user_id, details=details))


def latest_changes() -> Select[ChangeRow, str | None]:
    """The whole history, the latest first, each with who did it; None where the program itself acted."""
    return select(ChangeRow, User.name).outerjoin(User, User.id == ChangeRow.user_id).order_by(ChangeRow.id.desc())


def changes_of(session: Session, entity: str, entity_id: int) -> Sequence[Row[ChangeRow, str | None]]:
    """All that became of one row, the latest first."""
    return session.execute(latest_changes().where(ChangeRow.entity == entity, ChangeRow.entity_id == entity_id)).all()
