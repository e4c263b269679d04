"""The tables, one class each.

No table has a place for an address, a name or an e-mail of a volunteer: a participant is a number and the hash of a
code that only they hold.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, Index, MetaData, String, Text, TypeDecorator
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from epicene.data.vocabulary import DIRECTIONS
from epicene.grammar.word_patterns import word_list

FIRST_CONTROL_WITHIN = 5  # answers
# What a reader of the history learns nothing from: the row's own number, what the entry says itself, counters.
SILENT = frozenset(
    word_list(
        "id version created_at updated_at edited_at folded campaign_id participant_id reason created_by_id"
        " translator_id editor_id pair_id language held_for exported_at"
    )
)


class TaskName(StrEnum):
    STATEMENT = "statement"
    ANTISTEREO = "antistereo"  # a statement that contradicts a stereotype
    FLUENCY = "fluency"
    CATEGORY = "category"
    VALIDATION = "validation"  # whether an item that somebody wrote for a test holds


class Fluency(StrEnum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class UserRole(StrEnum):
    """An admin may do all that a curator may."""

    CURATOR = "curator"
    ADMIN = "admin"


class HandoutState(StrEnum):
    OPEN = "open"
    LAPSED = "lapsed"  # takes no place: kept too long, or held by somebody in doubt; it is still theirs to answer
    PASSED = "passed"  # they would rather not judge it


class PersonState(StrEnum):
    """What the hidden controls, or a curator, say of somebody's answers."""

    GOOD = ""
    DOUBTFUL = "doubtful"  # more likely careless than not so far: their answers take no place, but count in figures
    FAILED = "failed"  # by the controls
    SET_ASIDE = "set-aside"  # by a curator


class CountState(StrEnum):
    """Of one answer, kept up to date by `volunteers/assignment.py`."""

    COUNTED = "counted"  # in figures, and as one of the answers that its sentence is to have
    DOUBTFUL = "doubtful"  # in figures only
    SET_ASIDE = "set-aside"  # in neither


class StatementStatus(StrEnum):
    NEW = "new"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    HELD = "held"  # suspicious, or of somebody who is blocked: `held_for` says why; in no queue until released
    MERGED = "merged"  # a duplicate: `merged_into_id` says of what
    SPLIT = "split"  # held two stereotypes: its parts have `split_from_id`


class PairStatus(StrEnum):
    DRAFT = "draft"
    READY = "ready"  # goes into the export
    REJECTED = "rejected"


class TranslationStatus(StrEnum):
    TRANSLATED = "translated"  # waits for an editor other than its translator
    ACCEPTED = "accepted"
    REJECTED = "rejected"


def first_control() -> int:
    """Answers that somebody gives before they meet a hidden control for the first time."""
    return secrets.randbelow(FIRST_CONTROL_WITHIN)


def now() -> datetime:
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
    """A time with its zone: stored in UTC without one, because SQLite knows none."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy declares it so
        str: Text,
        datetime: Moment,
        dict[str, str]: JSON,
        dict[str, object]: JSON,
        list[str]: JSON,
    }


Key = Annotated[int, mapped_column(primary_key=True)]
Made = Annotated[datetime, mapped_column(default=now)]
Line = Annotated[str, mapped_column(default="")]
Code = Annotated[str, mapped_column(String(16))]
BiasType = Annotated[str, mapped_column(String(32))]
Version = Annotated[int, mapped_column(default=1)]
OfCampaign = Annotated[int, mapped_column(ForeignKey("campaigns.id"), index=True)]
# SQLite gives the number of a row that was erased to the next one, unless told not to.
_NEVER_AGAIN = {"sqlite_autoincrement": True}


class Campaign(Base):
    """One collection, in one language. The newest that is not closed is the one volunteers meet."""

    __tablename__ = "campaigns"
    id: Mapped[Key]
    title: Mapped[str]
    language: Mapped[Code]
    organiser: Mapped[Line]
    contact: Mapped[Line]
    retention_days: Mapped[int]
    settings: Mapped[dict[str, object]] = mapped_column(default=dict)  # CampaignSettings
    created_at: Mapped[Made]
    closed_at: Mapped[datetime | None]
    exported_to: Mapped[int] = mapped_column(default=0)  # the last judgment that an export held, by its number


class CampaignFile(Base):
    """A file that an organiser gave a campaign. One that was replaced stays: somebody may have agreed to it."""

    __tablename__ = "campaign_files"
    id: Mapped[Key]
    campaign_id: Mapped[OfCampaign]
    name: Mapped[str] = mapped_column(String(64))
    version: Mapped[Code]
    content: Mapped[bytes]
    added_at: Mapped[Made]
    replaced_at: Mapped[datetime | None]


class Participant(Base):
    """Somebody in one campaign; who comes back to another by the same code has one row in each. A pseudonym is drawn by
    chance: it says nothing of who somebody is or of when they came, and stays when all else is forgotten."""

    __tablename__ = "participants"
    __table_args__ = (Unique("code_hash", "campaign_id"), _NEVER_AGAIN)
    id: Mapped[Key]
    campaign_id: Mapped[OfCampaign]
    code_hash: Mapped[str] = mapped_column(String(64))
    pseudonym: Mapped[Code] = mapped_column(default=lambda: f"p{secrets.token_hex(5)}")  # in every export
    consented_at: Mapped[Made]
    consent_version: Mapped[Code]
    about: Mapped[dict[str, str]] = mapped_column(default=dict)  # answers to the optional questions
    forgotten_at: Mapped[datetime | None]  # past the retention period: what is left is a number
    blocked_at: Mapped[datetime | None]  # takes no further part; what they gave is set aside, not erased
    standing: Mapped[Code] = mapped_column(default=PersonState.GOOD)
    is_trusted: Mapped[bool] = mapped_column(default=False)  # a curator said that controls do not decide
    next_control: Mapped[int] = mapped_column(default=lambda: first_control())  # answers before it


class Statement(Base):
    """Task 1: what a volunteer wrote. Their words are never changed: curators settle beside them."""

    __tablename__ = "statements"
    __table_args__ = (
        Index(None, "campaign_id", "status"),  # a page of the queue, and how many there are of each
        Index(None, "campaign_id", "folded", "status"),  # the same words again, without a look at the rows
        _NEVER_AGAIN,
    )
    id: Mapped[Key]
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    participant_id: Mapped[int | None] = mapped_column(ForeignKey("participants.id"), index=True)
    text: Mapped[str]
    folded: Mapped[str] = mapped_column(String(64))  # digest of the words, case and punctuation aside
    bias_type: Mapped[BiasType]
    target: Mapped[Line]
    contrast: Mapped[Line]
    direction: Mapped[Code] = mapped_column(default=DIRECTIONS[0])
    implied: Mapped[Line]  # the stereotype in words
    created_at: Mapped[Made]
    status: Mapped[Code] = mapped_column(default=StatementStatus.NEW)
    held_for: Mapped[Code | None]
    settled_type: Mapped[BiasType | None]
    reason: Mapped[Line]
    exported_at: Mapped[datetime | None]  # when its words first went out
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    split_from_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    version: Mapped[Version] = mapped_column()
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class Opinion(Base):
    """What one curator thinks of a statement where two must agree. All are kept: each one's first says how far they
    agreed before they knew of each other, their latest decides. `verdict`: a bias type, or `rejected`."""

    __tablename__ = "opinions"
    id: Mapped[Key]
    statement_id: Mapped[int] = mapped_column(ForeignKey("statements.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    verdict: Mapped[BiasType]
    reason: Mapped[Line]
    at: Mapped[Made]


class TaskItem(Base):
    """A sentence that volunteers judge, or a whole item that they validate."""

    __tablename__ = "items"
    __table_args__ = (
        # The order in which items are handed out: those given least first, then by chance.
        Index("ix_items_handing_out", "campaign_id", "task", "active", "control", "given", "chance"),
        Index("ix_items_progress", "campaign_id", "active", "control", "task", "judged"),
    )
    id: Mapped[Key]
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    task: Mapped[Code]
    text: Mapped[str]
    source: Mapped[str]  # where it comes from: pairs-fr:gender-001/more, statement:12, control
    original_type: Mapped[BiasType | None]  # the bias type its source gives it
    statement_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    author_id: Mapped[int | None] = mapped_column(ForeignKey("participants.id"), index=True)  # never judges it
    control: Mapped[bool] = mapped_column(default=False)
    expected: Mapped[list[str]] = mapped_column(default=list)  # answers that a control item accepts
    active: Mapped[bool] = mapped_column(default=True)
    given: Mapped[int] = mapped_column(default=0)  # answers that count, and open handouts
    judged: Mapped[int] = mapped_column(default=0)  # answers that count
    chance: Mapped[int] = mapped_column(default=lambda: secrets.randbelow(2**31))
    created_at: Mapped[Made]


class Handout(Base):
    """An item in somebody's hands, or one they passed over. Answering turns it into a judgment."""

    __tablename__ = "handouts"
    __table_args__ = (Index("ix_handouts_open", "participant_id", "task", "state"),)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participants.id"), primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), primary_key=True, index=True)
    task: Mapped[Code]
    handed_at: Mapped[datetime] = mapped_column(default=now, index=True)
    state: Mapped[Code] = mapped_column(default=HandoutState.OPEN)


class JudgmentRow(Base):
    """What one volunteer said of one item, once. `labels`: one of yes, no, unsure, or bias types (none: empty), or
    QUESTION:ANSWER of each question of validating. `origin` is equal for answers from one network in one hour, and
    nobody can tell from which: its key is drawn anew each hour and kept in memory only."""

    __tablename__ = "judgments"
    __table_args__ = (Unique("participant_id", "item_id"), Index(None, "campaign_id", "created_at"), _NEVER_AGAIN)
    id: Mapped[Key]
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    task: Mapped[Code]
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), index=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participants.id"))
    labels: Mapped[list[str]]
    correction: Mapped[Line]
    created_at: Mapped[Made]
    origin: Mapped[Code] = mapped_column(default="")
    counting: Mapped[Code] = mapped_column(default=CountState.COUNTED)


class SetAside(Base):
    """Answers of one hour's network, or of a time, that a curator set aside; those of one person are by `standing`."""

    __tablename__ = "set_asides"
    id: Mapped[Key]
    campaign_id: Mapped[OfCampaign]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    made_at: Mapped[Made]
    undone_at: Mapped[datetime | None]
    since: Mapped[datetime]
    until: Mapped[datetime]
    origin: Mapped[Code] = mapped_column(default="")  # empty: from wherever
    reason: Mapped[Line]
    answers: Mapped[int] = mapped_column(default=0)


class User(Base):
    """A curator or an admin; volunteers have no account."""

    __tablename__ = "users"
    id: Mapped[Key]
    name: Mapped[str] = mapped_column(String(64), unique=True)
    password_hash: Mapped[str]
    role: Mapped[Code]
    created_at: Mapped[Made]
    disabled_at: Mapped[datetime | None]
    unlocked_at: Mapped[datetime | None]  # failed logins before it do not count
    totp_secret: Mapped[str | None] = mapped_column(String(64))  # of the second factor, which admins must have
    totp_step: Mapped[int] = mapped_column(default=0)  # of the last code taken: none works twice


class UserSession(Base):
    __tablename__ = "user_sessions"
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[Made]
    expires_at: Mapped[datetime]
    seen_at: Mapped[Made]  # to the minute


class PairRow(Base):
    """A minimal pair that a curator wrote, from a statement or afresh."""

    __tablename__ = "pairs"
    id: Mapped[Key]
    campaign_id: Mapped[OfCampaign]
    statement_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    more: Mapped[str]
    less: Mapped[str]
    direction: Mapped[Code]
    bias_type: Mapped[BiasType]
    status: Mapped[Code] = mapped_column(default=PairStatus.DRAFT)
    target: Mapped[Line]
    contrast: Mapped[Line]
    implied: Mapped[Line]
    intent: Mapped[Code] = mapped_column(default="")
    in_group: Mapped[Code] = mapped_column(default="")
    note: Mapped[Line]
    created_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[Made]
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    version: Mapped[Version] = mapped_column()
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class Translation(Base):
    """A pair in another language. Its editor is never its translator; the back-translation shows what was lost."""

    __tablename__ = "translations"
    __table_args__ = (Unique("pair_id", "language"),)
    id: Mapped[Key]
    pair_id: Mapped[int] = mapped_column(ForeignKey("pairs.id"))
    language: Mapped[Code]
    more: Mapped[str]
    less: Mapped[str]
    back_more: Mapped[Line]
    back_less: Mapped[Line]
    note: Mapped[Line]
    status: Mapped[Code] = mapped_column(default=TranslationStatus.TRANSLATED)
    translator_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[Made]
    edited_at: Mapped[datetime | None]
    version: Mapped[Version] = mapped_column()
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class ChangeRow(Base):
    """The history: what a curator changed, with the state before and after, so that nothing is silently lost."""

    __tablename__ = "changes"
    __table_args__ = (Index(None, "entity", "entity_id"),)
    id: Mapped[Key]
    at: Mapped[Made]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    entity: Mapped[BiasType]  # statement, pair, translation, item, campaign
    entity_id: Mapped[int]
    action: Mapped[BiasType]
    before: Mapped[dict[str, object]] = mapped_column(default=dict)
    after: Mapped[dict[str, object]] = mapped_column(default=dict)
    reason: Mapped[Line]

    @property
    def address(self) -> str:
        """The page of what was changed."""
        if self.entity == "translation":
            return f"/curate/pairs/{self.after['pair_id']}/translations/{self.after['language']}"
        return f"/curate/{self.entity}s/{self.entity_id}"

    @property
    def fields(self) -> list[tuple[str, object, object]]:
        """What changed: a column's name, its value before and after."""
        names = [name for name in dict.fromkeys([*self.before, *self.after]) if name not in SILENT]
        values = [(name, self.before.get(name), self.after.get(name)) for name in names]
        return [(name, old, new) for name, old, new in values if old != new and (old or new)]


class AuditEvent(Base):
    """Who came in, was refused, took data out or erased it. Never a sentence, a code or an address."""

    __tablename__ = "audit_events"
    id: Mapped[Key]
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    event: Mapped[BiasType]
    details: Mapped[dict[str, object]] = mapped_column(default=dict)


class Heartbeat(Base):
    """One row, written now and then: whether writing works, and when time was last known to run as it should."""

    __tablename__ = "heartbeats"
    id: Mapped[Key]
    written_at: Mapped[Made]
    cleaned_at: Mapped[Made]


class Erasure(Base):
    """What was erased, by the hash of a code or a number: nothing of what it said. A backup that is older has to lose
    it too, once it is restored."""

    __tablename__ = "erasures"
    id: Mapped[Key]
    at: Mapped[Made]
    kind: Mapped[Code]  # the table
    key: Mapped[str] = mapped_column(String(64))
