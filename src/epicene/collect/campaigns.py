"""Campaigns: which there are and which is meant; the first one, ready at the first start; new ones; and forgetting
people when their time is over."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup
from msgspec import structs
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from epicene.collect.campaign_files import (
    CONTROLS,
    CampaignFiles,
    StoredFile,
    keep_files,
    own_settings,
    read_controls,
)
from epicene.collect.campaign_settings import COUNTRIES, CampaignSettings
from epicene.collect.message_catalogue import LANGUAGES, Language, catalogue, language
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Campaign, CampaignFile, Heartbeat, Item, Participant, Task, now
from epicene.collect.volunteers.assignment import offer, withdraw
from epicene.core.errors import InputError
from epicene.data.datasets import Dataset, open_benchmark
from epicene.data.vocabulary import BIAS_TYPES

FIRST_TITLE = "Nos stéréotypes"
FIRST_ITEMS = "pairs-fr"
RETENTION_DAYS = 365
AWAY, BACKWARDS = timedelta(days=7), timedelta(hours=1)  # by so much may the clock have moved between two looks
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
_contents: dict[str, bytes] = {}


class Sentence(NamedTuple):
    """A sentence to judge and where it comes from; with no bias type (a triple has a domain), only its fluency is
    asked about."""

    source: str
    text: str
    bias_type: str | None
    is_whole: bool = False  # an item to be validated

    @property
    def tasks(self) -> tuple[Task, ...]:
        if self.is_whole:
            return (Task.VALIDATION,)
        return (Task.FLUENCY,) if self.bias_type is None else (Task.FLUENCY, Task.CATEGORY)


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
    files: Mapping[str, bytes] = MappingProxyType({}),
    alongside: bool = False,
) -> Campaign:
    """Close the open campaigns, unless the new one is to be open beside them, and open another, with sentences to judge
    and hidden controls among them."""
    check_title(title)
    if not LANGUAGE_CODE.fullmatch(language):
        raise InputError(
            "{language!r} is no language code; say for instance --language fr, en or pt.", language=language
        )
    check_retention(retention_days)
    settings = own_settings(files, settings)
    settings.check()
    if not alongside:
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
    keep_files(session, campaign.id, files)
    add_sentences(session, campaign.id, sentences)
    _keep_controls(session, campaign.id, language, files)
    note_event(session, "campaign-opened", campaign=campaign.id)
    return campaign


def replace_files(session: Session, campaign: CampaignFacts, files: Mapping[str, bytes]) -> None:
    """From now on these, and what `campaign.toml` and `controls.json` among them say."""
    bare = structs.replace(campaign.settings, types=BIAS_TYPES, countries=COUNTRIES, colours={})
    settings = own_settings(files, bare)
    settings.check()
    keep_files(session, campaign.id, files)
    _keep_controls(session, campaign.id, campaign.language, files)
    session.execute(update(Campaign).where(Campaign.id == campaign.id).values(settings=settings.as_stored()))
    note_event(session, "campaign-files", campaign=campaign.id, files=len(files))


def _keep_controls(session: Session, campaign_id: int, language: str, files: Mapping[str, bytes]) -> None:
    """The hidden controls of the campaign's own file, or ours. What people answered to one that goes still counts."""
    wanted = read_controls(json.loads(files[CONTROLS])) if CONTROLS in files else _controls(language)
    there = select(Item).where(Item.campaign_id == campaign_id, Item.control.is_(True))
    known = {(item.task, item.text, tuple(item.expected)): item for item in session.scalars(there)}
    for task, text, expected in wanted:
        if item := known.pop((task, text, tuple(expected)), None):
            item.active = True
        else:
            offer(session, campaign_id, task, text, source="control", expected=expected)
    for item in known.values():
        if item.active:
            withdraw(session, item)


def add_sentences(session: Session, campaign_id: int, sentences: Sequence[Sentence]) -> int:
    """Before volunteers, at the opening or later; one that is there already is not asked about twice. How many came."""
    there = select(Item.task, Item.source).where(Item.campaign_id == campaign_id)
    known = {(task, source) for task, source in session.execute(there)}
    added = 0
    for sentence in sentences:
        tasks = [task for task in sentence.tasks if (task, sentence.source) not in known]
        for task in tasks:
            offer(session, campaign_id, task, sentence.text, source=sentence.source, original_type=sentence.bias_type)
        added += bool(tasks)
    return added


def check_title(title: str) -> None:
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise InputError("A campaign needs a title of 1 to {most} printable characters.", most=LONGEST_TITLE)


def check_retention(days: int) -> None:
    if not 1 <= days <= MOST_RETENTION_DAYS:
        raise InputError("--retention-days must be from 1 to {most}.", most=MOST_RETENTION_DAYS)


def read_sentences(spec: str, language: str) -> list[Sentence]:
    """Those of BENCHMARK[=FILE], which must be in the campaign's language, that people can judge."""
    dataset = _open(spec, language)
    return [
        Sentence(f"{spec}:{item.id}/{role}", text, item.category if dataset.kind.has_bias_types else None)
        for item in dataset.usable
        for role, text in dataset.kind.to_judge(item).items()
    ]


def read_items(spec: str, language: str) -> list[Sentence]:
    """Its items as wholes, for people to say whether they hold."""
    dataset = _open(spec, language)
    return [
        Sentence(
            f"{spec}:{item.id}",
            dataset.kind.to_validate(item),
            item.category if dataset.kind.has_bias_types else None,
            is_whole=True,
        )
        for item in dataset.usable
    ]


def _open(spec: str, language: str) -> Dataset:
    dataset = open_benchmark(spec)
    if dataset.benchmark.language != language and "=" not in spec:
        raise InputError(
            "{name} is in {language}; say --language {language}.",
            name=dataset.name,
            language=dataset.benchmark.language,
        )
    return dataset


def forget_old(session: Session) -> int:
    """Past the retention period a volunteer becomes a bare number: no code opens it, no answer about them is left."""
    old = past_retention(session)
    for participant in old:
        participant.code_hash = secrets.token_hex(32)  # of no code that anybody holds
        participant.about = {}
        participant.forgotten_at = now()
    if old:
        note_event(session, "participants-forgotten", participants=len(old))
    session.merge(Heartbeat(id=1, tidied_at=now()))
    return len(old)


def past_retention(session: Session) -> list[Participant]:
    found: list[Participant] = []
    for campaign in session.scalars(select(Campaign)):
        old = select(Participant).where(
            Participant.campaign_id == campaign.id,
            Participant.consented_at < now() - timedelta(days=campaign.retention_days),
            Participant.forgotten_at.is_(None),
        )
        found += session.scalars(old)
    return found


def clock_problem(session: Session) -> str | None:
    """Why nobody is to be forgotten now: the clock is not where it should be by the last time it was looked at, or the
    server was away for so long that nobody can tell. Forgetting cannot be undone; a person says that the clock is
    right."""
    beat = session.get(Heartbeat, 1)
    gap = now() - beat.tidied_at if beat else timedelta()
    if -BACKWARDS <= gap <= AWAY:
        return None
    due = len(past_retention(session))
    if not due:
        return None
    return (
        f"Nobody is forgotten for now: by this machine's clock {gap.days} days have passed since the last look, and "
        f"{due} volunteers would be past their retention period. If the clock is right, run `epicene collect forget`."
    )


def _controls(language: str) -> list[tuple[Task, str, list[str]]]:
    """Our own, in French and English; a campaign in another language has none."""
    text = resources.files("epicene.collect").joinpath("controls.json").read_text(encoding="utf-8")
    return read_controls(json.loads(text).get(language, {}))


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
    files: CampaignFiles

    def wording(self, code: str) -> Language:
        """The messages of a language, with those of the campaign's own."""
        return _wording(code, self.files, self.settings.types, self.settings.countries)

    def text(self, name: str, code: str) -> Markup | None:
        return self.files.text(name, code, self.language)


@lru_cache(maxsize=64)
def _wording(code: str, files: CampaignFiles, types: tuple[str, ...], countries: tuple[str, ...]) -> Language:
    """Without any of its own, the one that all campaigns share. A type or country without a name is shown as it is."""
    ours, own = catalogue(code if code in LANGUAGES else "en"), files.messages(code)
    named = {f"bias.{name}": name for name in types} | {f"about.country.{name}": name.upper() for name in countries}
    named |= {f"bias.{name}.definition": "" for name in types}
    unknown = {key: text for key, text in named.items() if key not in ours and key not in own}
    return Language(code, {**unknown, **own}) if unknown or own or code not in LANGUAGES else language(code)


def current_campaign(session: Session) -> CampaignFacts:
    """The newest campaign that is open, or else the newest: a closed one is still there to be curated."""
    return all_campaigns(session)[0]


def all_campaigns(session: Session) -> tuple[CampaignFacts, ...]:
    """The current one first."""
    files = _files(session)
    rows = session.connection().execute(_CAMPAIGNS)
    return tuple(
        CampaignFacts(*row[:-1], CampaignSettings.read(row.settings), files.get(row.id, CampaignFiles()))
        for row in rows
    )


def _files(session: Session) -> dict[int, CampaignFiles]:
    """Of each campaign those in force. What a file holds is read once: its version says what it holds."""
    in_force = select(CampaignFile.id, CampaignFile.campaign_id, CampaignFile.name, CampaignFile.version)
    found: dict[int, CampaignFiles] = {}
    for number, campaign_id, name, version in session.execute(in_force.where(CampaignFile.replaced_at.is_(None))):
        if version not in _contents:
            _contents[version] = session.scalars(select(CampaignFile.content).where(CampaignFile.id == number)).one()
        found.setdefault(campaign_id, CampaignFiles())[name] = StoredFile(version, _contents[version])
    return found


def named_campaign(session: Session, name: str | None) -> CampaignFacts:
    """The campaign of that number or title; without one, the current campaign."""
    campaigns = all_campaigns(session)
    found = [one for one in campaigns if name is None or name == str(one.id)]
    found = found or [one for one in campaigns if name == one.title]
    if not found or (name is not None and len(found) > 1):
        known = ", ".join(f"{one.id} ({one.title})" for one in campaigns)
        told = (
            "--campaign {name!r} names several of the campaigns: {known}."
            if found
            else "--campaign {name!r} names none of the campaigns: {known}."
        )
        raise InputError(told, name=name, known=known)
    return found[0]
