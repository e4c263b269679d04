"""What the workshop keeps. One class a table; migrations/ makes the tables, and a test compares the two.

No table has a place for an address, a name or an e-mail of a volunteer: a participant is a number and the hash of a
code that only they hold.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from epicene.data.vocabulary import DIRECTIONS


class Task(StrEnum):
    STATEMENT = "statement"
    ANTISTEREO = "antistereo"  # a statement that contradicts a stereotype
    FLUENCY = "fluency"
    CATEGORY = "category"
    VALIDATION = "validation"  # whether an item that somebody wrote for a test holds


class Fluency(StrEnum):
    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Role(StrEnum):
    """An admin may do all that a curator may."""

    CURATOR = "curator"
    ADMIN = "admin"


class HandoutState(StrEnum):
    OPEN = "open"
    LAPSED = "lapsed"  # kept too long: others may be given the item, but it is still theirs to answer
    PASSED = "passed"  # they would rather not judge it


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


# SQLite gives the number of a row that was erased to the next one, unless told not to.
_NEVER_AGAIN = {"sqlite_autoincrement": True}


def now() -> datetime:
    return datetime.now(UTC)


def new_pseudonym() -> str:
    """By chance: it says nothing of who somebody is or of when they came, and stays when all else is forgotten."""
    return f"p{secrets.token_hex(5)}"


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


class Campaign(Base):
    """One collection, in one language. The newest that is not closed is the one volunteers meet."""

    __tablename__ = "campaigns"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    language: Mapped[str] = mapped_column(String(16))
    organiser: Mapped[str] = mapped_column(default="")
    contact: Mapped[str] = mapped_column(default="")
    retention_days: Mapped[int]
    settings: Mapped[dict[str, object]] = mapped_column(default=dict, server_default="{}")  # CampaignSettings
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]


class CampaignFile(Base):
    """A file that an organiser gave a campaign. One that was replaced stays: somebody may have agreed to it."""

    __tablename__ = "campaign_files"
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), index=True)
    name: Mapped[str] = mapped_column(String(64))
    version: Mapped[str] = mapped_column(String(16))
    content: Mapped[bytes]
    added_at: Mapped[datetime] = mapped_column(default=now)
    replaced_at: Mapped[datetime | None]


class Participant(Base):
    """Somebody in one campaign; who comes back to another by the same code has one row in each."""

    __tablename__ = "participants"
    __table_args__ = (UniqueConstraint("code_hash", "campaign_id"), _NEVER_AGAIN)
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64))
    pseudonym: Mapped[str] = mapped_column(String(16), default=new_pseudonym, server_default="")  # in every export
    consented_at: Mapped[datetime] = mapped_column(default=now)
    consent_version: Mapped[str] = mapped_column(String(16))
    about: Mapped[dict[str, str]] = mapped_column(default=dict)  # answers to the optional questions
    forgotten_at: Mapped[datetime | None]  # past the retention period: what is left is a number
    blocked_at: Mapped[datetime | None]  # takes no further part; what they gave is not erased by it


class Statement(Base):
    """Task 1: what a volunteer wrote. Their words are never changed: curators settle beside them."""

    __tablename__ = "statements"
    __table_args__ = (
        Index(None, "campaign_id", "status"),  # a page of the queue, and how many there are of each
        Index(None, "campaign_id", "folded", "status"),  # the same words again, without a look at the rows
        _NEVER_AGAIN,
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    participant_id: Mapped[int | None] = mapped_column(ForeignKey("participants.id"), index=True)
    text: Mapped[str]
    folded: Mapped[str] = mapped_column(String(64))  # digest of the words, case and punctuation aside
    bias_type: Mapped[str] = mapped_column(String(32))
    target: Mapped[str] = mapped_column(default="")
    contrast: Mapped[str] = mapped_column(default="")
    direction: Mapped[str] = mapped_column(String(16), default=DIRECTIONS[0], server_default=DIRECTIONS[0])
    implied: Mapped[str] = mapped_column(default="", server_default="")  # the stereotype in words
    created_at: Mapped[datetime] = mapped_column(default=now)
    status: Mapped[str] = mapped_column(String(16), default=StatementStatus.NEW)
    held_for: Mapped[str | None] = mapped_column(String(16))
    settled_type: Mapped[str | None] = mapped_column(String(32))
    reason: Mapped[str] = mapped_column(default="")
    exported_at: Mapped[datetime | None]  # when its words first went out
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    split_from_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class Opinion(Base):
    """What one curator thinks of a statement where two must agree. All are kept: each one's first says how far they
    agreed before they knew of each other, their latest decides. `verdict`: a bias type, or `rejected`."""

    __tablename__ = "opinions"
    id: Mapped[int] = mapped_column(primary_key=True)
    statement_id: Mapped[int] = mapped_column(ForeignKey("statements.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    verdict: Mapped[str] = mapped_column(String(32))
    reason: Mapped[str] = mapped_column(default="")
    at: Mapped[datetime] = mapped_column(default=now)


class Item(Base):
    """A sentence that volunteers judge, or a whole item that they validate."""

    __tablename__ = "items"
    __table_args__ = (
        # The order in which items are handed out: those given least first, then by chance.
        Index("ix_items_handing_out", "campaign_id", "task", "active", "control", "given", "chance"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    task: Mapped[str] = mapped_column(String(16))
    text: Mapped[str]
    source: Mapped[str]  # where it comes from: pairs-fr:gender-001/more, statement:12, control
    original_type: Mapped[str | None] = mapped_column(String(32))  # the bias type its source gives it
    statement_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    author_id: Mapped[int | None] = mapped_column(ForeignKey("participants.id"), index=True)  # never judges it
    control: Mapped[bool] = mapped_column(default=False)
    expected: Mapped[list[str]] = mapped_column(default=list)  # answers that a control item accepts
    active: Mapped[bool] = mapped_column(default=True)
    given: Mapped[int] = mapped_column(default=0)  # judged, or in somebody's hands
    chance: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Handout(Base):
    """An item in somebody's hands, or one they passed over. Answering turns it into a judgment."""

    __tablename__ = "handouts"
    __table_args__ = (Index("ix_handouts_open", "participant_id", "task", "state"),)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participants.id"), primary_key=True)
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), primary_key=True, index=True)
    task: Mapped[str] = mapped_column(String(16))
    handed_at: Mapped[datetime] = mapped_column(default=now, index=True)
    state: Mapped[str] = mapped_column(String(16), default=HandoutState.OPEN)


class Judgment(Base):
    """What one volunteer said of one item, once. `labels`: one of yes, no, unsure, or bias types (none: empty),
    or QUESTION:ANSWER of each question of validating."""

    __tablename__ = "judgments"
    __table_args__ = (UniqueConstraint("participant_id", "item_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"))
    task: Mapped[str] = mapped_column(String(16))
    item_id: Mapped[int] = mapped_column(ForeignKey("items.id"), index=True)
    participant_id: Mapped[int] = mapped_column(ForeignKey("participants.id"))
    labels: Mapped[list[str]]
    correction: Mapped[str] = mapped_column(default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    exported_at: Mapped[datetime | None]
    item: Mapped[Item] = relationship()


class User(Base):
    """A curator or an admin; volunteers have no account."""

    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(64), unique=True)
    password_hash: Mapped[str]
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(default=now)
    disabled_at: Mapped[datetime | None]
    totp_secret: Mapped[str | None] = mapped_column(String(64))  # of the second factor, which admins must have
    totp_step: Mapped[int] = mapped_column(default=0, server_default="0")  # of the last code taken: none works twice


class UserSession(Base):
    __tablename__ = "user_sessions"
    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    seen_at: Mapped[datetime | None]  # to the minute


class Pair(Base):
    """A minimal pair that a curator wrote, from a statement or afresh."""

    __tablename__ = "pairs"
    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaigns.id"), index=True)
    statement_id: Mapped[int | None] = mapped_column(ForeignKey("statements.id"), index=True)
    more: Mapped[str]
    less: Mapped[str]
    direction: Mapped[str] = mapped_column(String(16))
    bias_type: Mapped[str] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(16), default=PairStatus.DRAFT)
    target: Mapped[str] = mapped_column(default="", server_default="")
    contrast: Mapped[str] = mapped_column(default="", server_default="")
    implied: Mapped[str] = mapped_column(default="", server_default="")
    note: Mapped[str] = mapped_column(default="")
    created_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class Translation(Base):
    """A pair in another language. Its editor is never its translator; the back-translation shows what was lost."""

    __tablename__ = "translations"
    __table_args__ = (UniqueConstraint("pair_id", "language"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    pair_id: Mapped[int] = mapped_column(ForeignKey("pairs.id"))
    language: Mapped[str] = mapped_column(String(16))
    more: Mapped[str]
    less: Mapped[str]
    back_more: Mapped[str] = mapped_column(default="")
    back_less: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    status: Mapped[str] = mapped_column(String(16), default=TranslationStatus.TRANSLATED)
    translator_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    edited_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)
    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - SQLAlchemy declares it so


class Change(Base):
    """The history: what a curator changed, with the state before and after, so that nothing is silently lost."""

    __tablename__ = "changes"
    __table_args__ = (Index("ix_changes_entity_entity_id", "entity", "entity_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    entity: Mapped[str] = mapped_column(String(32))  # statement, pair, translation, item, campaign
    entity_id: Mapped[int]
    action: Mapped[str] = mapped_column(String(32))
    before: Mapped[dict[str, object]] = mapped_column(default=dict)
    after: Mapped[dict[str, object]] = mapped_column(default=dict)
    reason: Mapped[str] = mapped_column(default="")


class AuditEvent(Base):
    """Who came in, was refused, took data out or erased it. Never a sentence, a code or an address."""

    __tablename__ = "audit_events"
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now, index=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    event: Mapped[str] = mapped_column(String(32))
    details: Mapped[dict[str, object]] = mapped_column(default=dict)


class Heartbeat(Base):
    """One row, written now and then: whether writing works, and when time was last known to run as it should."""

    __tablename__ = "heartbeats"
    id: Mapped[int] = mapped_column(primary_key=True)
    written_at: Mapped[datetime] = mapped_column(default=now)
    tidied_at: Mapped[datetime] = mapped_column(default=now)


class Erasure(Base):
    """What was erased, by the hash of a code or a number: nothing of what it said. A backup that is older has to lose
    it too, once it is restored."""

    __tablename__ = "erasures"
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)
    kind: Mapped[str] = mapped_column(String(16))  # the table
    key: Mapped[str] = mapped_column(String(64))
