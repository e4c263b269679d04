"""Who is asking: the language they read, the volunteer by their code, the curator by their session."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import TypeVar, cast
from urllib.parse import quote

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from epicene.collect.campaigns import CampaignFacts, all_campaigns
from epicene.collect.curate.near_text_cache import NearTexts
from epicene.collect.message_catalogue import Language, choose
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Moment, Pair, Participant, Role, Statement, User, UserSession, now
from epicene.collect.web import credentials
from epicene.collect.web.rate_limits import Doorkeeper, Settings

VISIT, CODE, SESSION, LANGUAGE = "epicene_visit", "epicene_code", "epicene_session", "epicene_language"
CAMPAIGN = "epicene_campaign"
CAMPAIGN_SECONDS = 1.0
RECENT_SECONDS, MOST_RECENT = 60.0, 10_000
YEAR = 365 * 24 * 3600
Handler = Callable[[Request], Awaitable[Response]]
Row = TypeVar("Row", Participant, Statement, Pair)


# Built once: it is asked for with many pages.
_PARTICIPANT = select(Participant.id, Participant.blocked_at).where(
    Participant.code_hash == bindparam("code_hash"), Participant.campaign_id == bindparam("campaign")
)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request's answers to “who is asking?”; `participant_id` and `user` are None for those who are not known."""

    campaign: CampaignFacts  # the open one; on curators' pages, the one that they chose
    language: Language
    token: str  # of the forms on this page
    participant_id: int | None
    code: str
    user: User | None
    campaigns: tuple[CampaignFacts, ...] = ()  # those that are open; on curators' pages, all of them
    is_blocked: bool = False  # may see and erase what they gave, and give no more
    seen_at: datetime | None = None  # when this session of a curator was last used

    @property
    def is_admin(self) -> bool:
        return self.user is not None and self.user.role == Role.ADMIN


def workshop(request: Request) -> Workshop:
    """The app's parts: store, key, settings, limits."""
    return cast("Workshop", request.app.state.workshop)


async def visit(request: Request) -> Visit:
    """Who is asking; looked up once a request, and for volunteers who were here a moment ago not even that."""
    known: Visit | None = getattr(request.state, "visit", None)
    if known is None:
        known = _remembered(request)
        if known is None:
            known = await workshop(request).store.read(lambda session: find_visit(session, request))
        request.state.visit = known
    return known


def _remembered(request: Request) -> Visit | None:
    """A volunteer's visit without asking the database."""
    parts = workshop(request)
    campaigns, code = parts.campaign.known(), sent_code(request)
    if campaigns is None or not code or cookie(request, SESSION):
        return None
    campaign = _chosen(request, campaigns)
    participant_id = parts.recent.get(credentials.digest(code), campaign.id)
    return None if participant_id is None else _made(request, campaigns, participant_id, code, None)


def _chosen(request: Request, campaigns: tuple[CampaignFacts, ...]) -> CampaignFacts:
    """The campaign whose address somebody followed last, while it is open (curators look at closed ones too); else the
    newest that is open."""
    wanted, of_curators = cookie(request, CAMPAIGN), request.url.path.startswith("/curate")
    return next((one for one in campaigns if str(one.id) == wanted and (one.is_open or of_curators)), campaigns[0])


def find_visit(session: Session, request: Request) -> Visit:
    """The same from the database."""
    parts = workshop(request)
    campaigns = parts.campaign.now(session)
    campaign = _chosen(request, campaigns)
    code = sent_code(request)
    participant_id, blocked_at = find_participant(session, code, campaign.id) if code else (None, None)
    if participant_id is not None and blocked_at is None:
        parts.recent.keep(credentials.digest(code), campaign.id, participant_id)
    user, seen_at = _user(session, cookie(request, SESSION), parts.settings.idle_minutes)
    found = _made(request, campaigns, participant_id, code, user)
    return replace(found, is_blocked=blocked_at is not None, seen_at=seen_at)


def _made(
    request: Request, campaigns: tuple[CampaignFacts, ...], participant_id: int | None, code: str, user: User | None
) -> Visit:
    campaign, accepted = _chosen(request, campaigns), request.headers.get("accept-language", "")
    chosen = choose(cookie(request, LANGUAGE), accepted, campaign.language, campaign.files.languages())
    known_code = code if participant_id is not None else ""
    is_curating = user is not None and request.url.path.startswith("/curate")
    shown = campaigns if is_curating else tuple(one for one in campaigns if one.is_open)
    return Visit(campaign, campaign.wording(chosen), form_token(request), participant_id, known_code, user, shown)


def find_participant(session: Session, code: str, campaign_id: int) -> tuple[int | None, datetime | None]:
    """Whose code it is, and since when they are blocked."""
    asked = {"code_hash": credentials.digest(code), "campaign": campaign_id}
    row = session.connection().execute(_PARTICIPANT, asked).first()
    return (row.id, row.blocked_at) if row else (None, None)


def sent_code(request: Request) -> str:
    """The code in the cookie, whoever's it is; empty if it cannot be one."""
    return credentials.read_code(cookie(request, CODE)) or ""


def find_owned(session: Session, code: str) -> list[int]:
    """Whoever holds a code, as a participant of each campaign: a closed one has people's data too."""
    of_code = select(Participant.id).where(Participant.code_hash == credentials.digest(code))
    return list(session.scalars(of_code.order_by(Participant.id)))


def find_row(session: Session, kind: type[Row], row_id: int, campaign_id: int) -> Row:
    """One of this campaign's; there is no other, for who asks."""
    row = session.get(kind, row_id)
    if row is None or row.campaign_id != campaign_id:
        raise HTTPException(404)
    return row


class CurrentCampaign:
    """The campaigns, asked for at most once a second: every page needs them; they change a few times a year."""

    def __init__(self) -> None:
        self._facts: tuple[CampaignFacts, ...] | None = None
        self._until = 0.0

    def known(self) -> tuple[CampaignFacts, ...] | None:
        """None when it is time to ask again: for one who asks, while the others go on with what was known."""
        if time.monotonic() < self._until:
            return self._facts
        self._until = time.monotonic() + CAMPAIGN_SECONDS
        return None

    def now(self, session: Session) -> tuple[CampaignFacts, ...]:
        self._facts = all_campaigns(session)
        return self._facts

    def forget(self) -> None:
        """After changing the campaign, so that the next page knows."""
        self._facts = None


class RecentParticipants:
    """Volunteers seen a moment ago, by the hash of their code; one who erases their data is forgotten at once."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, int], tuple[int, float]] = OrderedDict()

    def get(self, code_hash: str, campaign_id: int) -> int | None:
        participant_id, until = self._seen.get((code_hash, campaign_id), (None, 0.0))
        return participant_id if time.monotonic() < until else None

    def keep(self, code_hash: str, campaign_id: int, participant_id: int) -> None:
        self._seen[code_hash, campaign_id] = (participant_id, time.monotonic() + RECENT_SECONDS)
        if len(self._seen) > MOST_RECENT:
            self._seen.popitem(last=False)

    def forget_participant(self, participant_id: int) -> None:
        """One who was blocked, or is no more."""
        for key in [key for key, (known, _) in list(self._seen.items()) if known == participant_id]:
            self._seen.pop(key, None)


@dataclass(frozen=True, slots=True)
class Workshop:
    """What handlers reach through `workshop(request)`."""

    store: Store
    key: bytes
    settings: Settings
    doorkeeper: Doorkeeper
    campaign: CurrentCampaign
    recent: RecentParticipants
    near_texts: NearTexts


def _user(session: Session, token: str, idle_minutes: int) -> tuple[User | None, datetime | None]:
    """Whose session it is, and when it was last used; one that nobody used for a while is over."""
    if not token:
        return None, None
    used = func.coalesce(UserSession.seen_at, UserSession.created_at, type_=Moment())
    row = session.execute(
        select(User, used)
        .join(UserSession, UserSession.user_id == User.id)
        .where(
            UserSession.token_hash == credentials.digest(token),
            UserSession.expires_at > now(),
            used > now() - timedelta(minutes=idle_minutes),
            User.disabled_at.is_(None),
        )
    ).first()
    return (row[0], row[1]) if row else (None, None)


def this_page(request: Request) -> str:
    """The path with its query: where to come back to."""
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def form_token(request: Request) -> str:
    """Binds a form to this browser: a page elsewhere can send a form here, but cannot read this token."""
    seed: str | None = getattr(request.state, "visit_seed", None)
    if seed is None:
        seed = cookie(request, VISIT) or credentials.new_token()
        request.state.visit_seed = seed
    return credentials.sign(workshop(request).key, "form", seed, cookie(request, SESSION))


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int | None) -> None:
    """Out of reach of scripts and of other sites; over https only where the page came over https, and then under a
    name that browsers take from this very host alone."""
    is_secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_name(request, name), value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure
    )


def drop_cookie(request: Request, response: Response, name: str) -> None:
    is_secure = request.url.scheme == "https"
    response.delete_cookie(cookie_name(request, name), httponly=True, samesite="lax", secure=is_secure)


def cookie_name(request: Request, name: str) -> str:
    return f"__Host-{name}" if request.url.scheme == "https" else name


def cookie(request: Request, name: str) -> str:
    return request.cookies.get(cookie_name(request, name), "")


def for_participants(handler: Handler) -> Handler:
    """Volunteers only: others are asked for their consent first, then brought back."""

    @wraps(handler)
    async def guarded(request: Request) -> Response:
        if (await visit(request)).participant_id is None:
            return RedirectResponse(f"/consent?next={request.url.path}", 303)
        return await handler(request)

    return guarded


def requires(role: Role) -> Callable[[Handler], Handler]:
    """Curators or admins only: others are asked to log in; a curator where an admin is needed is refused."""

    def around(handler: Handler) -> Handler:
        @wraps(handler)
        async def guarded(request: Request) -> Response:
            here = await visit(request)
            user = here.user
            if user is None:
                if request.method == "GET":
                    return RedirectResponse(f"/login?next={quote(this_page(request))}", 303)
                raise HTTPException(403)
            if role == Role.ADMIN and (user.role != Role.ADMIN or user.totp_secret is None):
                await workshop(request).store.write(
                    lambda session: note_event(session, "refused", user.id, path=request.url.path)
                )
                raise HTTPException(403, "second-factor" if user.role == Role.ADMIN else None)
            await _keep_awake(request, here)
            return await handler(request)

        return guarded

    return around


async def _keep_awake(request: Request, here: Visit) -> None:
    """A session in use does not end by idleness; written at most once a minute."""
    if here.seen_at is not None and now() - here.seen_at > timedelta(minutes=1):
        own = UserSession.token_hash == credentials.digest(cookie(request, SESSION))
        await workshop(request).store.write(
            lambda session: session.execute(update(UserSession).where(own).values(seen_at=now())) and None
        )
