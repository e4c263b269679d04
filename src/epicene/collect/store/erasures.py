"""What was erased, so that a backup made before loses it too when it is restored.

The list names participants by the hash of a code that nobody holds any more, and statements that were withdrawn by
their number and the beginning of their author's hash: the number alone could be another's in another workshop. It is
kept in the database and, because a restored database would not know what was erased after it, in a file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.store.database import Store, home_folder
from epicene.collect.store.schema import Erasure, Participant, Statement
from epicene.core.errors import InputError
from epicene.core.files import write_bytes

FILE = "collect.erasures.json"
PARTICIPANT, STATEMENT = "participant", "statement"
_HASH_CHARACTERS = 48  # beside a statement's number, in the room for a whole hash
_writing = Lock()


class Erased(msgspec.Struct, frozen=True):
    kind: str
    key: str


def note_erasure(session: Session, kind: str, key: str) -> None:
    session.add(Erasure(kind=kind, key=key))


def list_erasures(session: Session) -> list[Erased]:
    return [Erased(*row) for row in session.execute(select(Erasure.kind, Erasure.key).order_by(Erasure.id))]


def write_erasures(store: Store) -> Path:
    """The list beside the database, for its owner's eyes only; whole at any moment, and never an older one written over
    a newer by two who erase at once."""
    path = home_folder(store.url) / FILE
    with _writing, store.reading() as session:
        write_bytes(path, msgspec.json.encode(list_erasures(session)) + b"\n", mode=0o600)
    return path


def read_erasures(path: Path) -> list[Erased]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Erased])
    except (OSError, msgspec.DecodeError) as error:
        raise InputError("{path} cannot be read as a list of erasures ({error}).", path=path, error=error) from None


def statement_key(session: Session, statement_id: int) -> str:
    """Of one that is there; empty for one that is not, or that is nobody's."""
    author = select(Participant.code_hash).join(Statement, Statement.participant_id == Participant.id)
    code_hash = session.scalar(author.where(Statement.id == statement_id))
    return f"{statement_id}:{code_hash[:_HASH_CHARACTERS]}" if code_hash else ""


def reapply(
    session: Session,
    erased: Iterable[Erased],
    erase_participant: Callable[[Session, int], None],
    erase_statement: Callable[[Session, int], None],
) -> int:
    """Erase again what was erased after the backup was made; how many participants and statements there were."""
    count = 0
    known = set(list_erasures(session))
    for one in dict.fromkeys(erased):
        is_person = one.kind == PARTICIPANT
        of_person = select(Participant.id).where(Participant.code_hash == one.key)
        found = session.scalars(of_person).all() if is_person else _statements(session, one)
        for number in found:  # erasing notes it
            (erase_participant if is_person else erase_statement)(session, number)
        count += len(found)
        if not found and one not in known:
            note_erasure(session, one.kind, one.key)
    return count


def _statements(session: Session, one: Erased) -> Sequence[int]:
    number = one.key.partition(":")[0]
    if one.kind != STATEMENT or not number.isdecimal() or statement_key(session, int(number)) != one.key:
        return []
    return [int(number)]
