"""What was erased, so that a backup made before loses it too when it is restored.

The list names participants by the hash of a code that nobody holds any more. It is kept in the database and, because a
restored database would not know what was erased after it, in a file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.store.database import Store, home_folder
from epicene.collect.store.schema import Erasure, Participant
from epicene.core.errors import InputError
from epicene.core.files import write_bytes

FILE = "collect.erasures.json"
PARTICIPANT = "participant"


class Erased(msgspec.Struct, frozen=True):
    kind: str
    key: str


def note_erasure(session: Session, kind: str, key: str) -> None:
    session.add(Erasure(kind=kind, key=key))


def list_erasures(session: Session) -> list[Erased]:
    return [Erased(*row) for row in session.execute(select(Erasure.kind, Erasure.key).order_by(Erasure.id))]


def write_erasures(store: Store) -> Path:
    """The list beside the database, for its owner's eyes only; whole at any moment."""
    path = home_folder(store.url) / FILE
    with store.reading() as session:
        write_bytes(path, msgspec.json.encode(list_erasures(session)) + b"\n", mode=0o600)
    return path


def read_erasures(path: Path) -> list[Erased]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Erased])
    except (OSError, msgspec.DecodeError) as error:
        raise InputError(f"{path} cannot be read as a list of erasures ({error}).") from None


def reapply(session: Session, erased: Iterable[Erased], erase: Callable[[Session, int], None]) -> int:
    """Erase again who erased their data after the backup was made; how many there were."""
    again = 0
    known = set(list_erasures(session))
    for one in dict.fromkeys(erased):
        if one.kind == PARTICIPANT:
            for participant_id in session.scalars(select(Participant.id).where(Participant.code_hash == one.key)).all():
                erase(session, participant_id)
                again += 1
        if one not in known:
            note_erasure(session, one.kind, one.key)
    return again
