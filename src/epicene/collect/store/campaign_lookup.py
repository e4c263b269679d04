"""Which campaigns there are, and which one is meant."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from epicene.collect.store.schema import Campaign
from epicene.core.errors import InputError

# Built once: it is asked for with many pages. The newest that is open comes first, or else the newest.
_CAMPAIGNS = select(
    Campaign.id,
    Campaign.title,
    Campaign.language,
    Campaign.organiser,
    Campaign.contact,
    Campaign.retention_days,
    Campaign.closed_at.is_(None),
).order_by(Campaign.closed_at.is_not(None), Campaign.id.desc())
_CURRENT = _CAMPAIGNS.limit(1)


@dataclass(frozen=True, slots=True)
class CampaignFacts:
    """A campaign as pages need it."""

    id: int
    title: str
    language: str
    organiser: str
    contact: str
    retention_days: int
    is_open: bool


def current_campaign(session: Session) -> CampaignFacts:
    """The newest campaign that is open, or else the newest: a closed one is still there to be curated."""
    return CampaignFacts(*session.connection().execute(_CURRENT).one())


def all_campaigns(session: Session) -> tuple[CampaignFacts, ...]:
    """The current one first."""
    return tuple(CampaignFacts(*row) for row in session.connection().execute(_CAMPAIGNS))


def named_campaign(session: Session, name: str | None) -> CampaignFacts:
    """The campaign of that number or title; without one, the current campaign."""
    campaigns = all_campaigns(session)
    found = [one for one in campaigns if name is None or name == str(one.id)]
    found = found or [one for one in campaigns if name == one.title]
    if not found or (name is not None and len(found) > 1):
        known = ", ".join(f"{one.id} ({one.title})" for one in campaigns)
        raise InputError(f"--campaign {name!r} names {'several' if found else 'none'} of the campaigns: {known}.")
    return found[0]
