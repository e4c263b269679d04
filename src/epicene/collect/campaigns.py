"""Campaigns: which there are and which is meant; the first one, ready at the first start; new ones; changing, ending
and copying them; and forgetting people when their time is over."""

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
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec import structs
from sqlalchemy import and_, func, select, update
from sqlalchemy.orm import Session

from epicene.collect.campaign_files import (
    CONTROLS,
    COUNTRIES,
    CampaignFiles,
    CampaignSettings,
    StoredFile,
    keep_files,
    own_settings,
    read_controls,
)
from epicene.collect.message_catalogue import LANGUAGES, SiteLanguage, catalogue, language
from epicene.collect.store import schema as db
from epicene.collect.store.change_history import note_event
from epicene.collect.volunteers.assignment import withdraw
from epicene.core.errors import InputError
from epicene.core.language import literal
from epicene.data.datasets import open_benchmark
from epicene.data.vocabulary import BIAS_TYPES

FIRST_TITLE = "Nos stéréotypes"
FIRST_ITEMS = "pairs-fr"
RETENTION_DAYS = 365
MOST_RETENTION_DAYS = 36_500
LONGEST_TITLE = 200
AWAY, BACKWARDS = timedelta(days=7), timedelta(hours=1)  # by so much may the clock have moved between two looks
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")  # it is part of the names of exported files
# A campaign without somebody to turn to is not open, whatever else it is.
_IS_OPEN = and_(db.Campaign.closed_at.is_(None), db.Campaign.organiser != "", db.Campaign.contact != "")
# Built once: it is read with many pages. The newest that is open comes first, or else the newest.
_CAMPAIGNS = select(
    db.Campaign.id,
    db.Campaign.title,
    db.Campaign.language,
    db.Campaign.organiser,
    db.Campaign.contact,
    db.Campaign.retention_days,
    db.Campaign.exported_to,
    _IS_OPEN,
    db.Campaign.settings,
).order_by(_IS_OPEN.desc(), db.Campaign.id.desc())
_contents: dict[str, bytes] = {}


class CampaignSentence(NamedTuple):
    """A sentence to judge and where it comes from; with no bias type (a triple has a domain), only its fluency is
    asked about."""

    source: str
    text: str
    bias_type: str | None
    is_whole: bool = False  # an item to be validated

    @property
    def tasks(self) -> tuple[db.TaskName, ...]:
        if self.is_whole:
            return (db.TaskName.VALIDATION,)
        return (db.TaskName.FLUENCY,) if self.bias_type is None else (db.TaskName.FLUENCY, db.TaskName.CATEGORY)


def ensure_campaign(session: Session) -> None:
    """A first campaign, in French, where there is none; it opens once somebody says who is responsible for it."""
    if session.scalar(select(func.count()).select_from(db.Campaign)) == 0:
        open_campaign(session, FIRST_TITLE, "fr", "", "", read_sentences(FIRST_ITEMS, "fr"), must_open=False)


def open_campaign(
    session: Session,
    title: str,
    language: str,
    organiser: str,
    contact: str,
    sentences: Sequence[CampaignSentence] = (),
    *,
    retention_days: int = RETENTION_DAYS,
    settings: CampaignSettings = CampaignSettings(),  # noqa: B008 - it is frozen
    files: Mapping[str, bytes] = MappingProxyType({}),
    alongside: bool = False,
    must_open: bool = True,
) -> db.Campaign:
    """Close the open campaigns, unless the new one is to be open beside them, and open another, with sentences to judge
    and hidden controls among them."""
    about = {"title": title, "language": language, "organiser": organiser, "contact": contact}
    campaign = db.Campaign(**about, retention_days=retention_days)
    _check(campaign, must_open)
    campaign.settings = own_settings(files, settings).as_stored()
    if not alongside:
        session.execute(update(db.Campaign).where(db.Campaign.closed_at.is_(None)).values(closed_at=db.now()))
    session.add(campaign)
    session.flush()
    keep_files(session, campaign.id, files)
    add_sentences(session, campaign.id, sentences)
    _keep_controls(session, campaign.id, language, files)
    note_event(session, "campaign-opened", campaign=campaign.id)
    return campaign


def _check(campaign: db.Campaign, must_open: bool) -> None:
    """One sentence about what a campaign cannot say of itself."""
    if not campaign.title.strip() or len(campaign.title) > LONGEST_TITLE or not campaign.title.isprintable():
        raise InputError(f"A campaign needs a title of 1 to {LONGEST_TITLE} printable characters.")
    if not LANGUAGE_CODE.fullmatch(campaign.language):
        raise InputError(f"{campaign.language!r} is no language code; say for instance --language fr, en or pt.")
    if not 1 <= campaign.retention_days <= MOST_RETENTION_DAYS:
        raise InputError(f"--retention-days must be from 1 to {MOST_RETENTION_DAYS}.")
    if must_open and not (campaign.organiser.strip() and campaign.contact.strip()):
        raise InputError(
            "A campaign opens only when people know to whom they give their answers: say --organiser and --contact."
        )


def replace_files(session: Session, campaign: CampaignFacts, files: Mapping[str, bytes]) -> None:
    """From now on these, and what `campaign.toml` and `controls.json` among them say."""
    settings = own_settings(
        files, structs.replace(campaign.settings, types=BIAS_TYPES, countries=COUNTRIES, colours={})
    )
    keep_files(session, campaign.id, files)
    _keep_controls(session, campaign.id, campaign.language, files)
    session.execute(update(db.Campaign).where(db.Campaign.id == campaign.id).values(settings=settings.as_stored()))
    note_event(session, "campaign-files", campaign=campaign.id, files=len(files))


def _keep_controls(session: Session, campaign_id: int, language: str, files: Mapping[str, bytes]) -> None:
    """The hidden controls of the campaign's own file, or ours, in French and English. What people answered to one that
    goes still counts."""
    ours = resources.files("epicene.collect").joinpath("controls.json").read_bytes()
    wanted = json.loads(files[CONTROLS]) if CONTROLS in files else json.loads(ours).get(language, {})
    there = select(db.TaskItem).where(db.TaskItem.campaign_id == campaign_id, db.TaskItem.control.is_(True))
    known = {(item.task, item.text, tuple(item.expected)): item for item in session.scalars(there)}
    for task, text, expected in read_controls(wanted):
        if item := known.pop((task, text, tuple(expected)), None):
            item.active = True
        else:
            about = {"source": "control", "control": True, "expected": expected}
            session.add(db.TaskItem(campaign_id=campaign_id, task=task, text=text, **about))
    for item in known.values():
        if item.active:
            withdraw(session, item)


def add_sentences(session: Session, campaign_id: int, sentences: Sequence[CampaignSentence]) -> int:
    """Before volunteers, at the opening or later; one that is there already is not asked about twice. How many came."""
    there = select(db.TaskItem.task, db.TaskItem.source).where(db.TaskItem.campaign_id == campaign_id)
    known = {(task, source) for task, source in session.execute(there)}
    added = 0
    for sentence in sentences:
        tasks = [task for task in sentence.tasks if (task, sentence.source) not in known]
        for task in tasks:
            about = {"text": sentence.text, "source": sentence.source, "original_type": sentence.bias_type}
            session.add(db.TaskItem(campaign_id=campaign_id, task=task, **about))
        added += bool(tasks)
    return added


def read_sentences(spec: str, language: str, is_whole: bool = False) -> list[CampaignSentence]:
    """Those of BENCHMARK[=FILE], which must be in the campaign's language, that people can judge; or its items as
    wholes, for people to say whether they hold."""
    dataset = open_benchmark(spec)
    if dataset.benchmark.language != language and "=" not in spec:
        raise InputError(
            f"{dataset.name} is in {dataset.benchmark.language}; say --language {dataset.benchmark.language}."
        )
    kind = dataset.kind
    return [
        CampaignSentence(
            f"{spec}:{item.id}/{role}".removesuffix("/"),
            text,
            item.category if kind.has_bias_types else None,
            is_whole,
        )
        for item in dataset.usable
        for role, text in ({"": kind.to_validate(item)} if is_whole else kind.to_judge(item)).items()
    ]


def list_campaigns(session: Session) -> list[dict[str, Any]]:
    """With how much there is in each; the one that volunteers meet comes first."""
    facts = ("id", "title", "language", "is_open", "retention_days")
    counted = {"participants": db.Participant.campaign_id, "statements": db.Statement.campaign_id}
    counted["judgments"] = db.JudgmentRow.campaign_id
    return [
        {name: getattr(campaign, name) for name in facts}
        | {name: session.scalar(select(func.count()).where(key == campaign.id)) for name, key in counted.items()}
        for campaign in all_campaigns(session)
    ]


def edit_campaign(session: Session, campaign_id: int, changes: Mapping[str, str | int | float | None]) -> list[str]:
    """Change what is given of title, organiser, contact, retention_days, judgments_per_sentence (0: as many as come)
    and controls_error; the names of what changed. What people have answered stays as it was counted."""
    campaign = session.get_one(db.Campaign, campaign_id)
    settings = CampaignSettings.read(campaign.settings)
    changed = []
    for name, value in changes.items():
        is_setting = name in CampaignSettings.__struct_fields__
        if value is None or value == getattr(settings if is_setting else campaign, name):
            continue
        changed.append(name)
        if is_setting:
            settings = structs.replace(settings, **{name: value or None if name == "judgments_per_sentence" else value})
        else:
            setattr(campaign, name, value)
    settings.check()
    campaign.settings = settings.as_stored()
    _check(campaign, must_open=bool({"organiser", "contact"} & set(changed)) and campaign.closed_at is None)
    if changed:
        note_event(session, "campaign-changed", campaign=campaign_id, changed=changed)
    return changed


def set_open(session: Session, campaign_id: int, is_open: bool) -> None:
    """To a closed campaign nobody can give anything any more; curators go on, and people keep their rights."""
    campaign = session.get_one(db.Campaign, campaign_id)
    if is_open:
        _check(campaign, must_open=True)
    campaign.closed_at = None if is_open else db.now()
    note_event(session, "campaign-reopened" if is_open else "campaign-closed", campaign=campaign_id)


def copy_campaign(session: Session, campaign_id: int, title: str) -> db.Campaign:
    """The same settings, files and sentences to judge under another title, closed until it is opened; nothing that
    people gave."""

    def columns(row: db.Base) -> dict[str, object]:
        return {column.key: getattr(row, column.key) for column in row.__table__.columns if column.key != "id"}

    source = session.get_one(db.Campaign, campaign_id)
    fresh = {"title": title, "created_at": db.now(), "closed_at": db.now(), "exported_to": 0}
    copy = db.Campaign(**{**columns(source), **fresh})
    _check(copy, must_open=False)
    session.add(copy)
    session.flush()
    for file in session.scalars(select(db.CampaignFile).where(db.CampaignFile.campaign_id == campaign_id)):
        session.add(db.CampaignFile(**{**columns(file), "campaign_id": copy.id}))
    ours = select(db.TaskItem).where(
        db.TaskItem.campaign_id == campaign_id, db.TaskItem.statement_id.is_(None), db.TaskItem.source != "erased"
    )
    fresh = {"campaign_id": copy.id, "created_at": db.now(), "given": 0, "judged": 0, "author_id": None}
    for item in session.scalars(ours.where(db.TaskItem.active.is_(True))):
        session.add(db.TaskItem(**{**columns(item), **fresh, "chance": secrets.randbelow(2**31)}))
    note_event(session, "campaign-opened", campaign=copy.id)
    return copy


def past_retention(session: Session) -> list[db.Participant]:
    return [
        person
        for campaign in session.scalars(select(db.Campaign)).all()
        for person in session.scalars(
            select(db.Participant).where(
                db.Participant.campaign_id == campaign.id,
                db.Participant.consented_at < db.now() - timedelta(days=campaign.retention_days),
                db.Participant.forgotten_at.is_(None),
            )
        )
    ]


def forget_old(session: Session) -> int:
    """Past the retention period a volunteer becomes a bare number: no code opens it, no answer about them is left, nor
    with whom they shared a network."""
    old = past_retention(session)
    for participant in old:
        participant.code_hash = secrets.token_hex(32)  # of no code that anybody holds
        participant.about = {}
        participant.forgotten_at = db.now()
        session.execute(update(db.JudgmentRow).where(db.JudgmentRow.participant_id == participant.id).values(origin=""))
    if old:
        note_event(session, "participants-forgotten", participants=len(old))
    session.merge(db.Heartbeat(id=1, cleaned_at=db.now()))
    return len(old)


def clock_problem(session: Session) -> str | None:
    """Why nobody is to be forgotten now: the clock is not where it should be by the last time it was looked at, or the
    server was away for so long that nobody can tell. Forgetting cannot be undone; a person says that the clock is
    right."""
    heartbeat = session.get(db.Heartbeat, 1)
    gap = db.now() - heartbeat.cleaned_at if heartbeat else timedelta()
    due = 0 if -BACKWARDS <= gap <= AWAY else len(past_retention(session))
    if not due:
        return None
    return (
        f"Nobody is forgotten for now: by this machine's clock {gap.days} days have passed since the last look, and "
        f"{due} volunteers would be past their retention period. If the clock is right, run `epicene collect forget`."
    )


@dataclass(frozen=True, slots=True)
class CampaignFacts:
    """A campaign as pages need it."""

    id: int
    title: str
    language: str
    organiser: str
    contact: str
    retention_days: int
    exported_to: int
    is_open: bool
    settings: CampaignSettings
    files: CampaignFiles

    def wording(self, code: str) -> SiteLanguage:
        """The messages of a language, with those of the campaign's own."""
        return _wording(code, self.files, self.settings.types, self.settings.countries)

    def text(self, name: str, code: str) -> Markup | None:
        return self.files.text(name, code, self.language)


@lru_cache(maxsize=64)
def _wording(code: str, files: CampaignFiles, types: tuple[str, ...], countries: tuple[str, ...]) -> SiteLanguage:
    """Without any of its own, the one that all campaigns share. A type or country without a name is shown as it is."""
    ours, own = catalogue(code if code in LANGUAGES else "en"), files.messages(code)
    named = {f"bias.{name}": name for name in types} | {f"about.country.{name}": name.upper() for name in countries}
    named |= {f"bias.{name}.definition": "" for name in types}
    unknown = {key: literal(text) for key, text in named.items() if key not in ours and key not in own}
    return SiteLanguage(code, {**unknown, **own}) if unknown or own or code not in LANGUAGES else language(code)


def current_campaign(session: Session) -> CampaignFacts:
    """The newest campaign that is open, or else the newest: a closed one is still there to be curated."""
    return all_campaigns(session)[0]


def all_campaigns(session: Session) -> tuple[CampaignFacts, ...]:
    """The current one first, each with its files in force. What a file holds is read once: its version says what it
    holds."""
    in_force = select(db.CampaignFile.id, db.CampaignFile.campaign_id, db.CampaignFile.name, db.CampaignFile.version)
    files: dict[int, CampaignFiles] = {}
    for number, campaign_id, name, version in session.execute(in_force.where(db.CampaignFile.replaced_at.is_(None))):
        if version not in _contents:
            _contents[version] = session.scalars(
                select(db.CampaignFile.content).where(db.CampaignFile.id == number)
            ).one()
        files.setdefault(campaign_id, CampaignFiles())[name] = StoredFile(version, _contents[version])
    return tuple(
        CampaignFacts(*row[:-1], CampaignSettings.read(row.settings), files.get(row.id, CampaignFiles()))
        for row in session.connection().execute(_CAMPAIGNS)
    )


def named_campaign(session: Session, name: str | None) -> CampaignFacts:
    """The campaign of that number or title; without one, the current campaign."""
    campaigns = all_campaigns(session)
    if name is None:
        return campaigns[0]
    matches = [campaign for campaign in campaigns if name == str(campaign.id)]
    matches = matches or [campaign for campaign in campaigns if name == campaign.title]
    if len(matches) != 1:
        known = ", ".join(f"{campaign.id} ({campaign.title})" for campaign in campaigns)
        raise InputError(f"--campaign {name!r} does not name one of the campaigns: {known}.")
    return matches[0]
