"""Who is asking: the language they read, the volunteer by their code, the curator by their session; and who may."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import wraps
from typing import TypeVar, cast
from urllib.parse import quote

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from epicene.collect.campaigns import CampaignFacts, all_campaigns
from epicene.collect.curate.near_text_cache import NearTexts
from epicene.collect.message_catalogue import SiteLanguage, choose
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import Store
from epicene.collect.store.schema import PairRow, Participant, Statement, User, UserRole, UserSession, now
from epicene.collect.volunteers.assignment import TaskProgress, progress
from epicene.collect.web import credentials
from epicene.collect.web.background import BackgroundJobs
from epicene.collect.web.rate_limits import RateLimiter, ServerSettings

VISIT, CODE, SESSION, LANGUAGE = "epicene_visit", "epicene_code", "epicene_session", "epicene_language"
CAMPAIGN, KNOWN = "epicene_campaign", "epicene_known"
CAMPAIGN_SECONDS = 1.0
RECENT_SECONDS, MOST_RECENT = 60.0, 10_000
YEAR = 365 * 24 * 3600
Row = TypeVar("Row", Participant, Statement, PairRow)


# Built once: it is asked for with many pages.
_PARTICIPANT = select(Participant.id, Participant.blocked_at).where(
    Participant.code_hash == bindparam("code_hash"), Participant.campaign_id == bindparam("campaign")
)


class CurrentCampaigns:
    """The campaigns and how far they are, read at most once a second: every page needs the first, every first page the
    second, and neither changes for who asks."""

    def __init__(self) -> None:
        self._facts: tuple[CampaignFacts, ...] | None = None
        self._until = 0.0
        self._progress: dict[int, tuple[float, dict[str, TaskProgress]]] = {}

    def known(self) -> tuple[CampaignFacts, ...] | None:
        """None when it is time to ask again: for one who asks, while the others go on with what was known."""
        if time.monotonic() < self._until:
            return self._facts
        self._until = time.monotonic() + CAMPAIGN_SECONDS
        return None

    def now(self, session: Session) -> tuple[CampaignFacts, ...]:
        self._facts = all_campaigns(session)
        return self._facts

    def progress(self, session: Session, campaign: CampaignFacts) -> dict[str, TaskProgress]:
        until, known = self._progress.get(campaign.id, (0.0, {}))
        if time.monotonic() >= until:
            known = progress(session, campaign.id, campaign.settings.judgments_per_sentence)
            self._progress[campaign.id] = (time.monotonic() + CAMPAIGN_SECONDS, known)
        return known


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
class AppState:
    """What handlers reach through `here.app`."""

    store: Store
    key: bytes
    settings: ServerSettings
    limiter: RateLimiter
    jobs: BackgroundJobs
    campaigns: CurrentCampaigns = field(default_factory=CurrentCampaigns)
    recent: RecentParticipants = field(default_factory=RecentParticipants)
    near_texts: NearTexts = field(default_factory=NearTexts)


@dataclass(frozen=True, slots=True)
class Visit:
    """One request's answers to “who is asking?”; `participant_id` and `user` are None for those who are not known."""

    app: AppState
    campaign: CampaignFacts  # the open one; on curators' pages, the one that they chose
    language: SiteLanguage
    token: str  # of the forms on this page
    participant_id: int | None
    code: str
    user: User | None
    campaigns: tuple[CampaignFacts, ...] = ()  # those that are open; on curators' pages, all of them
    is_blocked: bool = False  # may see and erase what they gave, and give no more
    seen_at: datetime | None = None  # when this session of a curator was last used

    @property
    def store(self) -> Store:
        return self.app.store

    @property
    def curator(self) -> User:
        if self.user is None:
            raise HTTPException(403)
        return self.user

    @property
    def is_admin(self) -> bool:
        return self.user is not None and self.user.role == UserRole.ADMIN


Handler = Callable[[Request, Visit], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


def app_state(request: Request) -> AppState:
    return cast("AppState", request.app.state.parts)


def client_address(request: Request) -> str:
    return request.client.host if request.client else ""


async def visit(request: Request) -> Visit:
    """Who is asking; looked up once a request, and for volunteers who were here a moment ago not even that."""
    known: Visit | None = getattr(request.state, "visit", None)
    if known is None:
        known = _remembered(request)
        if known is None:
            known = await app_state(request).store.read(lambda session: find_visit(session, request))
        request.state.visit = known
    return known


def _remembered(request: Request) -> Visit | None:
    """A volunteer's visit, or that of somebody who has no code, without asking the database."""
    app, code = app_state(request), sent_code(request)
    campaigns = app.campaigns.known()
    if campaigns is None or cookie(request, SESSION):
        return None
    if not code:
        return _made(request, campaigns, None, "", None)
    participant_id = app.recent.get(credentials.digest(code), _chosen(request, campaigns).id)
    return None if participant_id is None else _made(request, campaigns, participant_id, code, None)


def _chosen(request: Request, campaigns: tuple[CampaignFacts, ...]) -> CampaignFacts:
    """The campaign whose address somebody followed last, while it is open (curators look at closed ones too); else the
    newest that is open."""
    wanted, of_curators = cookie(request, CAMPAIGN), request.url.path.startswith("/curate")
    offered = [campaign for campaign in campaigns if campaign.is_open or of_curators]
    return next((campaign for campaign in offered if str(campaign.id) == wanted), campaigns[0])


def find_visit(session: Session, request: Request) -> Visit:
    """The same from the database."""
    app, code = app_state(request), sent_code(request)
    campaigns = app.campaigns.now(session)
    campaign = _chosen(request, campaigns)
    participant_id = blocked_at = None
    if code:
        code_hash = credentials.digest(code)
        row = session.connection().execute(_PARTICIPANT, {"code_hash": code_hash, "campaign": campaign.id}).first()
        participant_id, blocked_at = row or (None, None)
        if participant_id is not None and blocked_at is None:
            app.recent.keep(code_hash, campaign.id, participant_id)
    user, seen_at = _user(session, cookie(request, SESSION), app.settings.idle_minutes)
    made = _made(request, campaigns, participant_id, code, user)
    return replace(made, is_blocked=blocked_at is not None, seen_at=seen_at)


def _made(
    request: Request, campaigns: tuple[CampaignFacts, ...], participant_id: int | None, code: str, user: User | None
) -> Visit:
    campaign, accepted = _chosen(request, campaigns), request.headers.get("accept-language", "")
    chosen = choose(cookie(request, LANGUAGE), accepted, campaign.language, campaign.files.languages())
    is_curating = user is not None and request.url.path.startswith("/curate")
    return Visit(
        app_state(request),
        campaign,
        campaign.wording(chosen),
        form_token(request),
        participant_id,
        code if participant_id is not None else "",
        user,
        campaigns if is_curating else tuple(other for other in campaigns if other.is_open),
    )


def _user(session: Session, token: str, idle_minutes: int) -> tuple[User | None, datetime | None]:
    """Whose session it is, and when it was last used; one that nobody used for a while is over."""
    if not token:
        return None, None
    row = session.execute(
        select(User, UserSession.seen_at)
        .join(UserSession, UserSession.user_id == User.id)
        .where(
            UserSession.token_hash == credentials.digest(token),
            UserSession.expires_at > now(),
            UserSession.seen_at > now() - timedelta(minutes=idle_minutes),
            User.disabled_at.is_(None),
        )
    ).first()
    return (row[0], row[1]) if row else (None, None)


def sent_code(request: Request) -> str:
    """The code in the cookie, whoever's it is; empty if it cannot be one."""
    return credentials.read_code(cookie(request, CODE)) or ""


def find_owned(session: Session, code: str) -> list[int]:
    """Whoever holds a code, as a participant of each campaign: a closed one has people's data too."""
    of_code = select(Participant.id).where(Participant.code_hash == credentials.digest(code))
    return list(session.scalars(of_code.order_by(Participant.id))) if code else []


def find_row(session: Session, kind: type[Row], row_id: int, campaign_id: int) -> Row:
    """One of this campaign's; there is no other, for who asks."""
    row = session.get(kind, row_id)
    if row is None or row.campaign_id != campaign_id:
        raise HTTPException(404)
    return row


def this_page(request: Request) -> str:
    """The path with its query: where to come back to."""
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def form_token(request: Request) -> str:
    """Binds a form to this browser: a page elsewhere can send a form here, but cannot read this token."""
    seed: str | None = getattr(request.state, "visit_seed", None)
    if seed is None:
        seed = cookie(request, VISIT) or credentials.new_token()
        request.state.visit_seed = seed
    return credentials.sign(app_state(request).key, "form", seed, cookie(request, SESSION))


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int | None) -> None:
    """Out of reach of scripts and of other sites; over https only where the page came over https, and then under a
    name that browsers take from this very host alone. With no seconds at all it is dropped."""
    is_secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_name(request, name), value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure
    )


def drop_cookie(request: Request, response: Response, name: str) -> None:
    set_cookie(request, response, name, "", 0)


def cookie_name(request: Request, name: str) -> str:
    return f"__Host-{name}" if request.url.scheme == "https" else name


def cookie(request: Request, name: str) -> str:
    """One of ours, which hold no character that needs quoting. Split here, in one go: Python's own reading of a cookie
    took time with the square of its length in some releases (CVE-2024-7592)."""
    cookies: dict[str, str] | None = getattr(request.state, "cookies", None)
    if cookies is None:
        parts = (part.partition("=") for part in request.headers.get("cookie", "").split(";"))
        cookies = {key.strip(): value.strip() for key, _, value in parts}
        request.state.cookies = cookies
    return cookies.get(cookie_name(request, name), "")


def for_everybody(handler: Handler) -> Endpoint:
    @wraps(handler)
    async def opened(request: Request) -> Response:
        return await handler(request, await visit(request))

    return opened


def for_participants(handler: Handler) -> Endpoint:
    """Volunteers only: others are asked for their consent first, then brought back."""

    @wraps(handler)
    async def guarded(request: Request, here: Visit) -> Response:
        if here.participant_id is None:
            return RedirectResponse(f"/consent?next={request.url.path}", 303)
        return await handler(request, here)

    return for_everybody(guarded)


def for_curators(handler: Handler) -> Endpoint:
    """Others are asked to log in. A session in use does not end by idleness; that is written at most once a minute."""

    @wraps(handler)
    async def guarded(request: Request, here: Visit) -> Response:
        if here.user is None:
            if request.method == "GET":
                return RedirectResponse(f"/login?next={quote(this_page(request))}", 303)
            raise HTTPException(403)
        if here.seen_at is not None and now() - here.seen_at > timedelta(minutes=1):
            own = UserSession.token_hash == credentials.digest(cookie(request, SESSION))
            used = update(UserSession).where(own).values(seen_at=now())
            await here.store.write(lambda session: session.execute(used) and None)
        return await handler(request, here)

    return for_everybody(guarded)


def for_admins(handler: Handler) -> Endpoint:
    """With a second factor; a curator who tries is refused, and that is noted."""

    @wraps(handler)
    async def guarded(request: Request, here: Visit) -> Response:
        user = here.curator
        if user.role != UserRole.ADMIN or user.totp_secret is None:
            path = request.url.path
            await here.store.write(lambda session: note_event(session, "refused", user.id, path=path))
            raise HTTPException(403, "second-factor" if user.role == UserRole.ADMIN else None)
        return await handler(request, here)

    return for_curators(guarded)
