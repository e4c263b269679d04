"""What was changed, and by whom; and what happened at the doors."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from epicene.collect.store.schema import AuditEvent, Base, Change


def snapshot(row: Base) -> dict[str, Any]:
    """A row as plain values, to be kept in the history."""
    values = {column.key: getattr(row, column.key) for column in row.__table__.columns}
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in values.items()}


def record(
    session: Session,
    action: str,
    row: Base,
    *,
    user_id: int | None,
    before: dict[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Keep what became of a row: call it after the change, with `before = snapshot(row)` from before it (none: new)."""
    session.flush()
    after = snapshot(row)
    session.add(
        Change(
            user_id=user_id,
            entity=row.__tablename__.removesuffix("s"),
            entity_id=after["id"],
            action=action,
            before=before or {},
            after=after,
            reason=reason,
        )
    )


def note_event(session: Session, event: str, user_id: int | None = None, **details: Any) -> None:
    """An entry of the audit log; never a sentence, a code or an address."""
    session.add(AuditEvent(event=event, user_id=user_id, details=details))
