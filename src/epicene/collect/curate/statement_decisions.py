"""What a curator may decide about a statement. Every decision goes into the history, and can be taken back.

Statements that say the same are merged at once where only case, punctuation and the spelling of apostrophes differ,
else shown to a person. Nothing is deleted by merging: a merged statement keeps its words, its author and its bias type.

Where a campaign says so, two curators must agree on what is kept: each gives an opinion without knowing the other's,
and what two think is done. Where they differ, they see what the other thinks, and either may change their mind.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Select, case, delete, func, select, update
from sqlalchemy.orm import Session

from epicene.collect.store.change_history import record, recorded
from epicene.collect.store.database import batches
from epicene.collect.store.schema import Opinion, PairRow, Statement, StatementStatus, TaskItem, TaskName, User
from epicene.collect.volunteers.assignment import withdraw
from epicene.core.hashing import digest
from epicene.data.vocabulary import DIRECTIONS
from epicene.grammar.word_patterns import folded_words

STEREO = DIRECTIONS[0]
REJECTED = "rejected"  # an opinion that is no bias type
REJECTABLE = (StatementStatus.NEW, StatementStatus.ACCEPTED, StatementStatus.HELD)
NOT_COMPARED = (StatementStatus.MERGED, StatementStatus.HELD)  # nothing is merged into these
IN_ONE_WRITE = 50  # statements, so that volunteers do not wait for all of them


def folded_digest(text: str, direction: str = STEREO) -> str:
    """What `Statement.folded` holds: equal for strict duplicates. The same words said to contradict a stereotype and
    to express one are no duplicates: a person has to look."""
    return digest(folded_words(text) if direction == STEREO else [direction, folded_words(text)])


def _repeated(campaign_id: int) -> Select[str]:
    """The words that new statements repeat."""
    return (
        select(Statement.folded)
        .where(Statement.campaign_id == campaign_id, Statement.status.not_in(NOT_COMPARED))
        .group_by(Statement.folded)
        .having(func.count() > 1, func.max(case((Statement.status == StatementStatus.NEW, Statement.id))).is_not(None))
    )


def has_duplicates(session: Session, campaign_id: int) -> bool:
    """Whether anything waits to be merged: cheap to ask whenever the queue is opened."""
    return session.scalar(_repeated(campaign_id).limit(1)) is not None


def merge_duplicates(session: Session, campaign_id: int) -> int:
    """Merge new statements into the earliest with the same words, whatever became of that; how many, of `IN_ONE_WRITE`
    at most."""
    rows = session.execute(
        select(Statement.id, Statement.folded, Statement.status)
        .where(Statement.campaign_id == campaign_id, Statement.status.not_in(NOT_COMPARED))
        .where(Statement.folded.in_(_repeated(campaign_id)))
        .order_by(Statement.id)
    )
    first: dict[str, int] = {}
    again: dict[int, int] = {}
    for statement_id, folded, status in rows:
        if first.setdefault(folded, statement_id) != statement_id and status == StatementStatus.NEW:
            again[statement_id] = first[folded]
    some = list(again)[:IN_ONE_WRITE]
    for statement in session.scalars(select(Statement).where(Statement.id.in_(some)).order_by(Statement.id)).all():
        merge_into(session, statement, again[statement.id], user_id=None)
    return len(some)


def merge_into(session: Session, statement: Statement, into_id: int, user_id: int | None) -> None:
    """Those that were merged into `statement` before follow it, so that one step always leads to what was kept."""
    with recorded(session, "merge", statement, user_id):
        statement.status, statement.merged_into_id = StatementStatus.MERGED, into_id
    _follow(session, statement.id, into_id)


def _follow(session: Session, statement_id: int | None, into_id: int) -> None:
    """All at once, however many there are, and without an entry in the history for each: nobody can send anything
    while this is written."""
    followers = update(Statement).where(Statement.merged_into_id == statement_id, Statement.id != into_id)
    values = {"merged_into_id": into_id, "version": Statement.version + 1}
    session.execute(followers.values(values).execution_options(synchronize_session=False))


def promote_duplicates(session: Session, gone: Sequence[int]) -> None:
    """Where others said the same, the first of them takes the place of the one that goes."""
    going, first_of = set(gone), dict[int | None, int]()
    for some in batches(gone):
        others = select(Statement.id, Statement.merged_into_id).where(Statement.merged_into_id.in_(some))
        for number, into in session.execute(others.order_by(Statement.id)):
            if number not in going:
                first_of.setdefault(into, number)
    for into, number in first_of.items():
        first = session.get_one(Statement, number)
        with recorded(session, "reopen", first, None):
            first.merged_into_id, first.status = None, StatementStatus.NEW
        _follow(session, into, number)


class DecisionRefusedError(Exception):
    """A decision that does not make sense; `key` is the message that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def settle(session: Session, statement: Statement, bias_type: str, user_id: int) -> None:
    """One bias type for good; from now on volunteers may be asked which type they see in it, unless it contradicts a
    stereotype and so expresses none."""
    _must_be(statement, StatementStatus.NEW, StatementStatus.ACCEPTED)
    with recorded(session, "settle", statement, user_id):
        statement.status, statement.settled_type = StatementStatus.ACCEPTED, bias_type
    if statement.direction != STEREO:
        return
    item = session.scalar(
        select(TaskItem).where(TaskItem.statement_id == statement.id, TaskItem.task == TaskName.CATEGORY)
    )
    if item is None:
        written_by = {"statement_id": statement.id, "author_id": statement.participant_id}
        about = {"text": statement.text, "source": f"statement:{statement.id}", **written_by}
        item = TaskItem(campaign_id=statement.campaign_id, task=TaskName.CATEGORY, **about)
        session.add(item)
    item.active, item.original_type = True, bias_type


def reject(session: Session, statement: Statement, reason: str, user_id: int) -> None:
    _must_be(statement, *REJECTABLE)
    if not reason:
        raise DecisionRefusedError("curate.problem.reason")
    _must_have_no_pair(session, statement)
    with recorded(session, "reject", statement, user_id, reason):
        statement.status, statement.reason = StatementStatus.REJECTED, reason
    _withdraw(session, statement)


def reject_all(session: Session, ids: Sequence[int], reason: str, user_id: int) -> int:
    """Those that can be, with one reason; how many. One from which a pair was made, or that somebody decided on in the
    meantime, stays as it is."""
    rejected = 0
    for statement in session.scalars(select(Statement).where(Statement.id.in_(ids)).order_by(Statement.id)).all():
        try:
            reject(session, statement, reason, user_id)
        except DecisionRefusedError:
            continue
        rejected += 1
    return rejected


def release(session: Session, statement: Statement, user_id: int) -> None:
    """Held for no good reason: into the queue like any other."""
    _must_be(statement, StatementStatus.HELD)
    with recorded(session, "release", statement, user_id):
        statement.status, statement.held_for = StatementStatus.NEW, None


def split(session: Session, statement: Statement, parts: Sequence[tuple[str, str]], user_id: int) -> None:
    """Two stereotypes or more in one statement: a statement for each, with its text and bias type, which goes through
    the queue like any other."""
    _must_be(statement, StatementStatus.NEW, StatementStatus.ACCEPTED)
    if len(parts) < 2:
        raise DecisionRefusedError("curate.problem.two-parts")
    if len({folded_digest(text) for text, _ in parts}) < len(parts):
        raise DecisionRefusedError("curate.problem.same-parts")
    _must_have_no_pair(session, statement)
    with recorded(session, "split", statement, user_id):
        statement.status = StatementStatus.SPLIT
    _withdraw(session, statement)
    kept = ("campaign_id", "participant_id", "target", "contrast", "direction")
    same = {name: getattr(statement, name) for name in kept}
    for text, bias_type in parts:
        folded = folded_digest(text, statement.direction)
        part = Statement(text=text, bias_type=bias_type, folded=folded, split_from_id=statement.id, **same)
        session.add(part)
        record(session, "create", part, user_id=user_id)


def merge(session: Session, statement: Statement, into: Statement, user_id: int) -> None:
    """A near-duplicate that a person has looked at."""
    for row in (statement, into):
        _must_be(row, StatementStatus.NEW, StatementStatus.ACCEPTED)
    if statement.id == into.id or statement.campaign_id != into.campaign_id:
        raise DecisionRefusedError("curate.problem.merge")
    _must_have_no_pair(session, statement)
    merge_into(session, statement, into.id, user_id)
    _withdraw(session, statement)


def reopen(session: Session, statement: Statement, user_id: int) -> None:
    """Back into the queue, as if nothing had been decided; the history keeps that something was. The same words as what
    it was merged into would only be merged again."""
    if statement.status in (StatementStatus.NEW, StatementStatus.HELD):
        raise DecisionRefusedError("curate.problem.state")
    _must_have_no_pair(session, statement)
    kept = session.get(Statement, statement.merged_into_id) if statement.status == StatementStatus.MERGED else None
    if kept is not None and kept.folded == statement.folded:
        raise DecisionRefusedError("curate.problem.same-words")
    if statement.status == StatementStatus.SPLIT:
        _undo_split(session, statement, user_id)
    with recorded(session, "reopen", statement, user_id):
        statement.status, statement.reason = StatementStatus.NEW, ""
        statement.folded = folded_digest(statement.text, statement.direction)
        statement.settled_type = statement.held_for = statement.merged_into_id = None
    _withdraw(session, statement)
    session.execute(delete(Opinion).where(Opinion.statement_id == statement.id))  # it is looked at afresh


def _undo_split(session: Session, statement: Statement, user_id: int) -> None:
    """The parts are set aside, unless something has been made of one already. Nobody judged their words: what says the
    same, now or later, is a statement of its own."""
    parts = list(session.scalars(select(Statement).where(Statement.split_from_id == statement.id)))
    if any(part.status not in (StatementStatus.NEW, StatementStatus.REJECTED) for part in parts):
        raise DecisionRefusedError("curate.problem.parts-in-use")
    promote_duplicates(session, [part.id for part in parts])
    reason = f"split of statement {statement.id} undone"
    for part in parts:
        with recorded(session, "reject", part, user_id, reason):
            part.status, part.reason = StatementStatus.REJECTED, reason
            part.folded = digest(["undone", part.id])


def _withdraw(session: Session, statement: Statement) -> None:
    for item in session.scalars(select(TaskItem).where(TaskItem.statement_id == statement.id)).all():
        withdraw(session, item)


def has_pair(session: Session, statement: Statement) -> bool:
    """Whether a curator wrote a pair from it, whatever became of that."""
    return session.scalar(select(PairRow.id).where(PairRow.statement_id == statement.id).limit(1)) is not None


def _must_have_no_pair(session: Session, statement: Statement) -> None:
    if has_pair(session, statement):
        raise DecisionRefusedError("curate.problem.has-pair")


def _must_be(statement: Statement, *statuses: StatementStatus) -> None:
    if statement.status not in statuses:
        raise DecisionRefusedError("curate.problem.state")


def agreed(session: Session, statement: Statement, verdict: str, reason: str, user_id: int) -> bool:
    """Keep an opinion; whether another curator's latest is the same."""
    if statement.status != StatementStatus.NEW:
        return True
    session.add(Opinion(statement_id=statement.id, user_id=user_id, verdict=verdict, reason=reason))
    session.flush()
    latest = _latest(session, statement.id)
    return any(opinion.verdict == verdict for user, opinion in latest.items() if user != user_id)


def opinions_shown(session: Session, statement_id: int, user_id: int) -> tuple[list[tuple[str, Opinion]], int]:
    """What each thinks, by name, once one has said so oneself; and how many have an opinion."""
    latest = _latest(session, statement_id)
    shown = latest if user_id in latest else {}
    return [(session.get_one(User, user).name, opinion) for user, opinion in shown.items()], len(latest)


def _latest(session: Session, statement_id: int) -> dict[int, Opinion]:
    rows = session.scalars(select(Opinion).where(Opinion.statement_id == statement_id).order_by(Opinion.id))
    return {row.user_id: row for row in rows}
