"""Campaigns: which there are and which is meant; the first one, ready at the first start; new ones; and forgetting
people when their time is over."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib import resources
from typing import NamedTuple

from sqlalchemy import Row, func, select, update
from sqlalchemy.orm import Session

from epicene.collect.campaign_settings import CampaignSettings
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Campaign, Participant, Task, now
from epicene.collect.volunteers.assignment import offer
from epicene.core.errors import InputError
from epicene.data.datasets import open_benchmark

FIRST_TITLE = "Nos stéréotypes"
FIRST_ITEMS = "pairs-fr"
RETENTION_DAYS = 365
MOST_RETENTION_DAYS = 36_500
LONGEST_TITLE = 200
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")  # it is part of the names of exported files

# Built once: it is asked for with many pages. The newest that is open comes first, or else the newest.
_CAMPAIGNS = select(
    Campaign.id,
    Campaign.title,
    Campaign.language,
    Campaign.organiser,
    Campaign.contact,
    Campaign.retention_days,
    Campaign.closed_at.is_(None),
    Campaign.settings,
).order_by(Campaign.closed_at.is_not(None), Campaign.id.desc())
_CURRENT = _CAMPAIGNS.limit(1)


class Sentence(NamedTuple):
    """A sentence to judge and where it comes from; with no bias type (a triple has a domain), only its fluency is
    asked about."""

    source: str
    text: str
    bias_type: str | None


def ensure_campaign(session: Session) -> None:
    """A first campaign, in French, where there is none."""
    if session.scalar(select(func.count()).select_from(Campaign)) == 0:
        open_campaign(session, FIRST_TITLE, "fr", read_sentences(FIRST_ITEMS, "fr"))


def open_campaign(
    session: Session,
    title: str,
    language: str,
    sentences: Sequence[Sentence] = (),
    organiser: str = "",
    contact: str = "",
    retention_days: int = RETENTION_DAYS,
    settings: CampaignSettings = CampaignSettings(),  # noqa: B008 - it is frozen
) -> Campaign:
    """Close the open campaign and open another, with sentences to judge and hidden controls among them."""
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise InputError(f"A campaign needs a title of 1 to {LONGEST_TITLE} printable characters.")
    if not LANGUAGE_CODE.fullmatch(language):
        raise InputError(f"{language!r} is no language code; say for instance --language fr, en or pt.")
    if not 1 <= retention_days <= MOST_RETENTION_DAYS:
        raise InputError(f"--retention-days must be from 1 to {MOST_RETENTION_DAYS}.")
    settings.check()
    session.execute(update(Campaign).where(Campaign.closed_at.is_(None)).values(closed_at=now()))
    campaign = Campaign(
        title=title,
        language=language,
        organiser=organiser,
        contact=contact,
        retention_days=retention_days,
        settings=settings.as_stored(),
    )
    session.add(campaign)
    session.flush()
    for sentence in sentences:
        for task in (Task.FLUENCY,) if sentence.bias_type is None else (Task.FLUENCY, Task.CATEGORY):
            offer(session, campaign.id, task, sentence.text, source=sentence.source, original_type=sentence.bias_type)
    for task, text, expected in _controls(language):
        offer(session, campaign.id, task, text, source="control", expected=expected)
    note_event(session, "campaign-opened", campaign=campaign.id)
    return campaign


def read_sentences(spec: str, language: str) -> list[Sentence]:
    """Those of BENCHMARK[=FILE], which must be in the campaign's language, that people can judge."""
    dataset = open_benchmark(spec)
    if dataset.benchmark.language != language and "=" not in spec:
        raise InputError(
            f"{dataset.name} is in {dataset.benchmark.language}; say --language {dataset.benchmark.language}."
        )
    return [
        Sentence(f"{spec}:{item.id}/{role}", text, item.category if dataset.kind.has_bias_types else None)
        for item in dataset.usable
        for role, text in dataset.kind.to_judge(item).items()
    ]


def forget_old(session: Session) -> int:
    """Past the retention period a volunteer becomes a bare number: no code opens it, no answer about them is left."""
    forgotten = 0
    for campaign in session.scalars(select(Campaign)):
        before = now() - timedelta(days=campaign.retention_days)
        old = select(Participant).where(
            Participant.campaign_id == campaign.id,
            Participant.consented_at < before,
            Participant.forgotten_at.is_(None),
        )
        for participant in session.scalars(old):
            participant.code_hash = secrets.token_hex(32)  # of no code that anybody holds
            participant.about = {}
            participant.forgotten_at = now()
            forgotten += 1
    if forgotten:
        note_event(session, "participants-forgotten", participants=forgotten)
    return forgotten


def _controls(language: str) -> list[tuple[Task, str, list[str]]]:
    """Our own, in French and English; a campaign in another language has none."""
    text = resources.files("epicene.collect").joinpath("controls.json").read_text(encoding="utf-8")
    tasks: dict[str, list[tuple[str, list[str]]]] = json.loads(text).get(language, {})
    return [(Task(task), sentence, expected) for task, rows in tasks.items() for sentence, expected in rows]


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
    settings: CampaignSettings


def current_campaign(session: Session) -> CampaignFacts:
    """The newest campaign that is open, or else the newest: a closed one is still there to be curated."""
    return _facts(session.connection().execute(_CURRENT).one())


def all_campaigns(session: Session) -> tuple[CampaignFacts, ...]:
    """The current one first."""
    return tuple(_facts(row) for row in session.connection().execute(_CAMPAIGNS))


def _facts(row: Row[int, str, str, str, str, int, bool, dict[str, object]]) -> CampaignFacts:
    number, title, language, organiser, contact, retention_days, is_open, settings = row
    known = CampaignSettings.read(settings)
    return CampaignFacts(number, title, language, organiser, contact, retention_days, is_open, known)


def named_campaign(session: Session, name: str | None) -> CampaignFacts:
    """The campaign of that number or title; without one, the current campaign."""
    campaigns = all_campaigns(session)
    found = [one for one in campaigns if name is None or name == str(one.id)]
    found = found or [one for one in campaigns if name == one.title]
    if not found or (name is not None and len(found) > 1):
        known = ", ".join(f"{one.id} ({one.title})" for one in campaigns)
        raise InputError(f"--campaign {name!r} names {'several' if found else 'none'} of the campaigns: {known}.")
    return found[0]
