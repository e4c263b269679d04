"""Who is asking: the language they read, the volunteer by their code, the curator by their session; and who may."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote

from sqlalchemy import Connection, Row, bindparam, select, update
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
YEAR = 365 * 24 * 3600
LARGEST_ID = 2**31 - 1
T = TypeVar("T")
CampaignRow = TypeVar("CampaignRow", Participant, Statement, PairRow)

# Built once: they are asked for with every page.
_PARTICIPANT = select(Participant.id, Participant.blocked_at).where(
    Participant.code_hash == bindparam("code_hash"), Participant.campaign_id == bindparam("campaign")
)
_SESSION = (
    select(User.__table__, UserSession.seen_at)
    .join(UserSession, UserSession.user_id == User.id)
    .where(
        UserSession.token_hash == bindparam("token_hash"),
        UserSession.expires_at > bindparam("now"),
        UserSession.seen_at > bindparam("in_use_since"),
        User.disabled_at.is_(None),
    )
)


class Remembered(Generic[T]):
    """A value that many pages need and that changes for nobody in particular, read once in so many seconds: by one who
    asks, while the others go on with what was known."""

    def __init__(self, read: Callable[[Session], T], seconds: float) -> None:
        self._read, self._seconds, self._until = read, seconds, 0.0
        self._known: T | None = None

    async def get(self, store: Store) -> T:
        if self._known is None or time.monotonic() >= self._until:
            self._until = time.monotonic() + self._seconds
            self._known = await store.read(self._read)
        return self._known


def read_progress(session: Session) -> dict[int, dict[str, TaskProgress]]:
    """How far each open campaign is, by task; where none is open, the one that is shown."""
    campaigns = all_campaigns(session)
    campaigns = tuple(campaign for campaign in campaigns if campaign.is_open) or campaigns[:1]
    return {row.id: progress(session, row.id, row.settings.judgments_per_sentence) for row in campaigns}


@dataclass(frozen=True, slots=True)
class AppState:
    """What handlers reach through `here.app`."""

    store: Store
    key: bytes
    settings: ServerSettings
    limiter: RateLimiter
    jobs: BackgroundJobs
    near_texts: NearTexts = field(default_factory=NearTexts)
    campaigns: Remembered[tuple[CampaignFacts, ...]] = field(
        default_factory=lambda: Remembered(all_campaigns, CAMPAIGN_SECONDS)
    )
    progress: Remembered[dict[int, dict[str, TaskProgress]]] = field(
        default_factory=lambda: Remembered(read_progress, CAMPAIGN_SECONDS)
    )


@dataclass(frozen=True)
class Visit:
    """One request and who sent it; `participant_id` and `user` are None for those who are not known."""

    request: Request
    app: AppState
    campaign: CampaignFacts  # the open one; on curators' pages, the one that they chose
    language: SiteLanguage
    campaigns: tuple[CampaignFacts, ...] = ()  # those that are open; on curators' pages, all of them
    participant_id: int | None = None
    is_blocked: bool = False  # may see and erase what they gave, and give no more
    user: User | None = None
    seen_at: datetime | None = None  # when this session of a curator was last used
    new_cookies: dict[str, tuple[str, int | None]] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.app.store

    @property
    def sent_code(self) -> str:
        """The code in the cookie, whoever's it is; empty if it cannot be one."""
        return credentials.read_code(cookie(self.request, CODE)) or ""

    @property
    def code(self) -> str:
        """The code of a volunteer of this campaign."""
        return self.sent_code if self.participant_id is not None else ""

    @property
    def token(self) -> str:
        """The token of the forms on this page."""
        return form_token(self.request)

    @property
    def session_token(self) -> str:
        return cookie(self.request, SESSION)

    @property
    def curator(self) -> User:
        if self.user is None:
            raise HTTPException(403)
        return self.user

    @property
    def is_admin(self) -> bool:
        return self.user is not None and self.user.role == UserRole.ADMIN

    @property
    def networks(self) -> tuple[str, ...]:
        """Where the request comes from, as a keyed hash."""
        return self.app.limiter.networks(client_address(self.request))

    @property
    def query(self) -> Mapping[str, str]:
        return self.request.query_params

    @property
    def row_id(self) -> int:
        """The number in the address; none that a database's integer cannot hold."""
        number: int = self.request.path_params["id"]
        if number > LARGEST_ID:
            raise HTTPException(404)
        return number

    @property
    def this_page(self) -> str:
        """The path with its query: where to come back to."""
        url = self.request.url
        return f"{url.path}?{url.query}" if url.query else url.path

    def set_cookie(self, name: str, value: str, seconds: int | None = None) -> None:
        """Sent with the answer, whatever it will be; without seconds it ends with the browser, with 0 at once."""
        self.new_cookies[name] = (value, seconds)


def app_state(request: Request) -> AppState:
    return cast("AppState", request.app.state.parts)


def client_address(request: Request) -> str:
    return request.client.host if request.client else ""


async def visit(request: Request) -> Visit:
    """Who is asking; looked up once a request, and without the database for somebody who has neither code nor
    session."""
    known: Visit | None = getattr(request.state, "visit", None)
    if known is not None:
        return known
    app, code = app_state(request), credentials.read_code(cookie(request, CODE))
    campaigns, is_curating = await app.campaigns.get(app.store), request.url.path.startswith("/curate")
    # The campaign whose address somebody followed last, while it is open (curators look at closed ones too); else the
    # newest that is open.
    offered = [other for other in campaigns if other.is_open or is_curating]
    campaign = next((other for other in offered if str(other.id) == cookie(request, CAMPAIGN)), campaigns[0])
    person = account = None
    if code or cookie(request, SESSION):
        moment, token_hash = now(), credentials.digest(cookie(request, SESSION))
        idle_since = moment - timedelta(minutes=app.settings.idle_minutes)
        by_token = {"token_hash": token_hash, "now": moment, "in_use_since": idle_since}
        by_code = {"code_hash": credentials.digest(code or ""), "campaign": campaign.id}

        def look(connection: Connection) -> tuple[Row[int, datetime | None] | None, dict[str, Any] | None]:
            owner = connection.execute(_SESSION, by_token).mappings().first()
            return connection.execute(_PARTICIPANT, by_code).first(), dict(owner) if owner else None

        person, account = await app.store.read_fast(look)
    seen_at = account.pop("seen_at") if account else None
    user = User(**account) if account else None
    chosen = cookie(request, LANGUAGE), request.headers.get("accept-language", "")
    language = choose(*chosen, campaign.language, campaign.files.languages())
    request.state.visit = Visit(
        request=request,
        app=app,
        campaign=campaign,
        language=campaign.wording(language),
        campaigns=campaigns if user and is_curating else tuple(other for other in campaigns if other.is_open),
        participant_id=person.id if person else None,
        is_blocked=person is not None and person.blocked_at is not None,
        user=user,
        seen_at=seen_at,
    )
    return cast(Visit, request.state.visit)


def find_owned(session: Session, code: str) -> list[int]:
    """Whoever holds a code, as a participant of each campaign: a closed one has people's data too."""
    of_code = select(Participant.id).where(Participant.code_hash == credentials.digest(code))
    return list(session.scalars(of_code.order_by(Participant.id))) if code else []


def find_row(session: Session, kind: type[CampaignRow], row_id: int, campaign_id: int) -> CampaignRow:
    """One of this campaign's; there is no other, for who asks."""
    row = session.get(kind, row_id)
    if row is None or row.campaign_id != campaign_id:
        raise HTTPException(404)
    return row


def form_token(request: Request) -> str:
    """Binds a form to this browser: a page elsewhere can send a form here, but cannot read this token."""
    seed: str | None = getattr(request.state, "visit_seed", None)
    if seed is None:
        seed = request.state.visit_seed = cookie(request, VISIT) or credentials.new_token()
    return credentials.sign(app_state(request).key, "form", seed, cookie(request, SESSION))


def send_cookies(here: Visit, response: Response) -> Response:
    """Out of reach of scripts and of other sites; over https only where the page came over https, and then under a
    name that browsers take from this very host alone."""
    is_secure = here.request.url.scheme == "https"
    for name, (value, seconds) in here.new_cookies.items():
        response.set_cookie(
            cookie_name(here.request, name), value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure
        )
    return response


def cookie_name(request: Request, name: str) -> str:
    return f"__Host-{name}" if request.url.scheme == "https" else name


def cookie(request: Request, name: str) -> str:
    """One of ours, which hold no character that needs quoting. Split here, in one go: Python's own reading of a cookie
    took time with the square of its length in some releases (CVE-2024-7592)."""
    cookies: dict[str, str] | None = getattr(request.state, "cookies", None)
    if cookies is None:
        parts = (part.partition("=") for part in request.headers.get("cookie", "").split(";"))
        cookies = request.state.cookies = {key.strip(): value.strip() for key, _, value in parts}
    return cookies.get(cookie_name(request, name), "")


class Access(Enum):
    """Whom a page is for. Admins need their second factor."""

    EVERYBODY = 0
    VOLUNTEER = 1
    CURATOR = 2
    ADMIN = 3


async def admit(here: Visit, access: Access) -> Response | None:
    """None for somebody who may come in. Others are asked for their consent or to log in first, then brought back; a
    curator who tries an admin's page is refused, and that is noted."""
    if access is Access.EVERYBODY:
        return None
    if access is Access.VOLUNTEER:
        consent = RedirectResponse(f"/consent?next={here.request.url.path}", 303)
        return consent if here.participant_id is None else None
    if here.user is None and here.request.method == "GET":
        return RedirectResponse(f"/login?next={quote(here.this_page)}", 303)
    user = here.curator
    if here.seen_at is not None and now() - here.seen_at > timedelta(minutes=1):  # a session in use does not end
        own = UserSession.token_hash == credentials.digest(here.session_token)
        used = update(UserSession).where(own).values(seen_at=now())
        await here.store.write(lambda session: session.execute(used) and None)
    if access is Access.ADMIN and (not here.is_admin or user.totp_secret is None):
        path = here.request.url.path
        await here.store.write(lambda session: note_event(session, "refused", user.id, path=path))
        raise HTTPException(403, "second-factor" if here.is_admin else None)
    return None
