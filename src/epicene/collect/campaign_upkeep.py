"""What an organiser does to a campaign: change what it says of itself, end it, open it again, copy it."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from epicene.collect.campaigns import all_campaigns, check_retention, check_title
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Base, Campaign, CampaignFile, Item, Judgment, Participant, Statement, now

LISTED = ("id", "title", "language", "is_open", "retention_days")
COUNTED: dict[str, type[Participant] | type[Statement] | type[Judgment]] = {
    "participants": Participant,
    "statements": Statement,
    "judgments": Judgment,
}


def list_campaigns(session: Session) -> list[dict[str, Any]]:
    """With how much there is in each; the one that volunteers meet comes first."""
    return [
        {name: getattr(one, name) for name in LISTED}
        | {
            name: session.scalar(select(func.count()).where(kind.campaign_id == one.id))
            for name, kind in COUNTED.items()
        }
        for one in all_campaigns(session)
    ]


def edit_campaign(
    session: Session,
    campaign_id: int,
    title: str | None,
    organiser: str | None,
    contact: str | None,
    retention_days: int | None,
) -> list[str]:
    """Change what is given; the names of what changed."""
    campaign = session.get_one(Campaign, campaign_id)
    if title is not None:
        check_title(title)
    if retention_days is not None:
        check_retention(retention_days)
    wanted = {"title": title, "organiser": organiser, "contact": contact, "retention_days": retention_days}
    changed = [name for name, value in wanted.items() if value not in (None, getattr(campaign, name))]
    for name in changed:
        setattr(campaign, name, wanted[name])
    if changed:
        note_event(session, "campaign-changed", campaign=campaign_id, changed=changed)
    return changed


def close_campaign(session: Session, campaign_id: int) -> None:
    """Nobody can give anything any more; curators go on, and people keep their rights."""
    session.get_one(Campaign, campaign_id).closed_at = now()
    note_event(session, "campaign-closed", campaign=campaign_id)


def reopen_campaign(session: Session, campaign_id: int) -> None:
    session.get_one(Campaign, campaign_id).closed_at = None
    note_event(session, "campaign-reopened", campaign=campaign_id)


def copy_campaign(session: Session, campaign_id: int, title: str) -> Campaign:
    """The same settings, files and sentences to judge under another title, closed until it is opened; nothing that
    people gave."""
    check_title(title)
    source = session.get_one(Campaign, campaign_id)
    copy = Campaign(**{**_columns(source), "title": title, "created_at": now(), "closed_at": now()})
    session.add(copy)
    session.flush()
    given = {"campaign_id": copy.id, "created_at": now()}
    for file in session.scalars(select(CampaignFile).where(CampaignFile.campaign_id == campaign_id)):
        session.add(CampaignFile(**{**_columns(file), "campaign_id": copy.id}))
    ours = select(Item).where(Item.campaign_id == campaign_id, Item.statement_id.is_(None), Item.source != "erased")
    for item in session.scalars(ours.where(Item.active.is_(True))):
        fresh = {"given": 0, "chance": secrets.randbelow(2**31), "author_id": None}
        session.add(Item(**{**_columns(item), **given, **fresh}))
    note_event(session, "campaign-opened", campaign=copy.id)
    return copy


def _columns(row: Base) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns if column.key != "id"}
