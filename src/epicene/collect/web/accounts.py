"""Curators' and admins' accounts: passwords by Argon2, one-time codes, sessions that end, and a door that slows down
guessing without shutting out whom it guards."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from types import MappingProxyType
from typing import Any

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from pyotp import random_base32
from pyotp.totp import TOTP
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import AuditEvent, User, UserRole, UserSession, now
from epicene.collect.web import credentials
from epicene.collect.web.rate_limits import FailureCount
from epicene.collect.web.site_pages import Outcome, Page, SentForm, endpoint, get, local_path, post, read_form, show
from epicene.collect.web.visits import KNOWN, SESSION, VISIT, YEAR, Access, Visit, cookie
from epicene.core.errors import InputError
from epicene.grammar.people import FIRST_NAMES
from epicene.grammar.word_patterns import read_words

CHANGES = ("password-changed", "second-factor-renewed")
LATEST = 10  # events that the owner of an account is shown
MESSAGES = ("done", "guessed", "changed")  # that may stand above the page of one's account
SHORTEST_PASSWORD = 12
LONGEST_PASSWORD = 128  # of a new one; whatever one logs in with is compared whole
LONGEST_NAME = 64
COMPARED_CHARACTERS = 72  # of a password, by zxcvbn
LEAST_SCORE = 4  # of 4: ten thousand million guesses
AT_ONCE = 2  # Argon2 takes 64 MB for each password it checks
MOST_WAITING = 20
EITHER_SIDE = 1  # steps of half a minute by which a telephone's clock may be wrong
_hasher = PasswordHasher()


@cache
def _nobody() -> str:
    """A hash to check against where there is no such name, so that the time taken tells nothing."""
    return _hasher.hash(credentials.new_token())


@cache
def _limiter(is_known: bool) -> CapacityLimiter:
    """Whoever has logged in from this browser before does not wait behind a flood of those who have not."""
    return CapacityLimiter(1 if is_known else AT_ONCE)


@cache
def _french_words() -> tuple[str, ...]:
    """What a guesser in France tries first; zxcvbn knows English."""
    return tuple(dict.fromkeys([*read_words("collect/common_passwords.txt"), *sorted(FIRST_NAMES)]))


def matching_step(secret: str, code: str, seconds: float, after: int) -> int | None:
    """The step of half a minute whose one-time code (RFC 6238) this is, about now; none up to `after`, whose code was
    taken already, counts."""
    totp, digits = TOTP(secret), "".join(code.split())
    middle = int(seconds) // totp.interval
    steps = range(max(middle - EITHER_SIDE, after + 1), middle + EITHER_SIDE + 1)
    return next((step for step in steps if credentials.same(totp.generate_otp(step), digits)), None)


def is_weak_password(name: str, password: str) -> bool:
    """Whether a guesser with lists of leaked passwords, words, names and keyboards would find it."""
    from zxcvbn import zxcvbn

    inputs = [name, "epicene", "collect", *_french_words()]
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", password) if unicodedata.category(mark) != "Mn")
    return bool(zxcvbn(plain[:COMPARED_CHARACTERS], user_inputs=inputs)["score"] < LEAST_SCORE)


def validate_password(name: str, password: str) -> None:
    if len(" ".join(password.split())) < SHORTEST_PASSWORD or len(password) > LONGEST_PASSWORD:
        raise InputError(f"The password must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    if is_weak_password(name, password):
        raise InputError("That password is too easy to guess: take several words that do not belong together.")


def add_user(session: Session, name: str, password: str, role: UserRole) -> User:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if session.scalar(select(User.id).where(User.name == name)) is not None:
        raise InputError(f"There is a user {name!r} already.")
    validate_password(name, password)
    user = User(name=name, password_hash=_hasher.hash(password), role=role)
    session.add(user)
    session.flush()
    note_event(session, "user-added", None, name=name, role=role)
    return user


def find_user(session: Session, name: str) -> User:
    user = session.scalar(select(User).where(User.name == name))
    if user is None:
        raise InputError(f"There is no account of {name!r}; `epicene collect user list` shows them.")
    return user


def disable_user(session: Session, name: str) -> None:
    """No more logging in, and out of every session at once."""
    user = find_user(session, name)
    user.disabled_at = now()
    end_sessions(session, user.id)
    note_event(session, "user-disabled", None, name=name)


def enable_user(session: Session, name: str) -> None:
    find_user(session, name).disabled_at = None
    note_event(session, "user-enabled", None, name=name)


def unlock_user(session: Session, name: str) -> None:
    """Failed logins up to now do not count; the running server sees it at the next try."""
    find_user(session, name).unlocked_at = now()
    note_event(session, "user-unlocked", None, name=name)


def set_password(session: Session, name: str, password: str, but: str = "") -> None:
    """Whoever knew the old one is logged out everywhere; `but` for the session whose token this is."""
    user = find_user(session, name)
    validate_password(name, password)
    user.password_hash = _hasher.hash(password)
    end_sessions(session, user.id, but)
    note_event(session, "password-changed", user.id)


def end_sessions(session: Session, user_id: int, but: str = "") -> None:
    theirs = delete(UserSession).where(UserSession.user_id == user_id)
    session.execute(theirs.where(UserSession.token_hash != credentials.digest(but)))


def renew_totp(session: Session, name: str) -> str:
    """A new second factor, as an app reads it; it is not shown again."""
    user = find_user(session, name)
    user.totp_secret, user.totp_step = random_base32(), 0
    end_sessions(session, user.id)
    note_event(session, "second-factor-renewed", user.id)
    return TOTP(user.totp_secret, name=name, issuer="epicene").provisioning_uri()


def all_users(session: Session) -> list[dict[str, Any]]:
    """The accounts as `user list --json` prints them, each with the number of its open sessions."""
    is_open = (UserSession.user_id == User.id, UserSession.expires_at > now())
    facts = select(
        User.name,
        User.role,
        User.disabled_at.is_not(None).label("disabled"),
        User.totp_secret.is_not(None).label("second_factor"),
        select(func.count()).where(*is_open).scalar_subquery().label("sessions"),
    )
    return [dict(row) for row in session.execute(facts.order_by(User.name)).mappings()]


async def _password_matches(password_hash: str, password: str, is_known: bool) -> bool:
    """Two at a time, and no queue that a flood makes longer than anybody waits."""

    def verify() -> bool:
        try:
            return _hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False

    limiter = _limiter(is_known)
    if limiter.statistics().tasks_waiting >= MOST_WAITING:
        raise HTTPException(503, "busy", headers={"Retry-After": "10"})
    return await to_thread.run_sync(verify, limiter=limiter)


def _known_browser(here: Visit, name: str) -> str:
    """What stands in the cookie of a browser that has logged in with this name before; empty for any other."""
    mark, _, signature = cookie(here.request, KNOWN).partition(".")
    return mark if credentials.same(signature, credentials.sign(here.app.key, "known", name, mark)) else ""


@endpoint("/login")
async def show_login(here: Visit) -> Outcome:
    wanted = local_path(here.query.get("next"), "/curate")
    return "/curate" if here.user else show("login.html", wanted=wanted, name="", problems={})


@endpoint("/login", Access.EVERYBODY, "POST")
async def login(here: Visit) -> Outcome:
    """A name waits where it failed too often from one address; a name that failed too often from many waits for
    browsers that never logged in with it, and for no other: nobody can shut its owner out."""
    form = await read_form(here.request)
    wanted, name = local_path(form.raw("next"), "/curate"), form.text("name", LONGEST_NAME)
    limiter, known, network = here.app.limiter, _known_browser(here, name), here.networks[0]
    tries = [(f"{name}\0{known or network}", limiter.names)]
    if not known:
        tries += [(network, limiter.login_networks), (name, limiter.accounts)]
    user = await here.store.read(
        lambda session: session.scalar(select(User).where(User.name == name, User.disabled_at.is_(None)))
    )
    if user and user.unlocked_at and user.unlocked_at.timestamp() > limiter.accounts.last(name):
        limiter.accounts.succeeded(name)
    _count_try(here, *tries)  # before the answer is known: many tries sent at once are no way around
    password = form.raw("password")
    matches = await _password_matches(user.password_hash if user else _nobody(), password, bool(known))
    step: int | None = None
    if user and matches:  # 0 for an account without a second factor
        secret, code = user.totp_secret, form.raw("code")
        step = 0 if secret is None else matching_step(secret, code, time.time(), user.totp_step)
    if user is None or step is None:
        user_id = user.id if user else None
        await here.store.write(lambda session: note_event(session, "login-failed", user_id))
        return show("login.html", 422, wanted=wanted, name=name, problems={"name": "login.problem"})
    limiter.names.succeeded(tries[0][0])
    limiter.accounts.succeeded(name)
    limiter.login_networks.rollback(network)
    if await to_thread.run_sync(is_weak_password, user.name, password, limiter=_limiter(bool(known))):
        wanted = "/curate/account?told=guessed"
    return await create_session(here, user, step, wanted)


def _count_try(here: Visit, *tries: tuple[str, FailureCount]) -> None:
    """Refuse a password of which too many failed; this one counts as failed until it is known to be right."""
    if any(failures.must_wait(key) for key, failures in tries):
        raise HTTPException(429, headers={"Retry-After": str(here.app.settings.login_wait_seconds)})
    for key, failures in tries:
        failures.failed(key)


async def create_session(here: Visit, user: User, step: int, wanted: str) -> str:
    token, mark = credentials.new_token(), credentials.new_token()
    expires = now() + timedelta(hours=here.app.settings.session_hours)

    def keep(session: Session) -> str:
        if step:  # two who send one code at the same moment: the second finds it taken
            taken = update(User).where(User.id == user.id, User.totp_step < step).values(totp_step=step)
            if not session.execute(taken.returning(User.id)).first():
                raise HTTPException(403)
        session.add(UserSession(token_hash=credentials.digest(token), user_id=user.id, expires_at=expires))
        own = select(func.max(AuditEvent.id)).where(AuditEvent.user_id == user.id)
        last, changed = (session.scalar(own.where(AuditEvent.event.in_(events))) for events in (("login",), CHANGES))
        note_event(session, "login", user.id)
        # Its owner is told what changed since they last came in; a new account has no news.
        is_news = last is not None and changed is not None and changed > last
        return "/curate/account?told=changed" if is_news else wanted

    path = await here.store.write(keep)
    here.set_cookie(SESSION, token)
    here.set_cookie(VISIT, credentials.new_token())  # forms opened before are no longer good
    here.set_cookie(KNOWN, f"{mark}.{credentials.sign(here.app.key, 'known', user.name, mark)}", YEAR)
    return path


@post("/logout")
def logout(here: Visit, session: Session, form: SentForm) -> str:
    if here.user:
        session.execute(delete(UserSession).where(UserSession.token_hash == credentials.digest(here.session_token)))
        note_event(session, "logout", here.user.id)
    here.set_cookie(SESSION, "", 0)
    return "/"


@get("/curate/account", Access.CURATOR)
def show_account(here: Visit, session: Session, problems: Mapping[str, str] = MappingProxyType({})) -> Page:
    user_id, this = here.curator.id, credentials.digest(here.session_token)
    is_open = (UserSession.user_id == user_id, UserSession.expires_at > now())
    own = select(AuditEvent).where(AuditEvent.user_id == user_id, AuditEvent.event.in_((*CHANGES, "login-failed")))
    sessions = session.scalars(select(UserSession).where(*is_open).order_by(UserSession.created_at))
    return show(
        "account.html",
        422 if problems else 200,
        sessions=[(row.created_at, row.seen_at, row.token_hash == this) for row in sessions],
        events=list(session.scalars(own.order_by(AuditEvent.id.desc()).limit(LATEST))),
        problems=problems,
        message=here.query["told"] if here.query.get("told") in MESSAGES else "",
    )


@endpoint("/curate/account/{action}", Access.CURATOR, "POST")
async def change_account(here: Visit) -> Outcome:
    """Set a new password, or end all other sessions. The password is asked for again, and counted as a failed login,
    because a screen left open must not be a way to guess it."""
    action, form, user = here.request.path_params["action"], await read_form(here.request), here.curator
    if action not in ("password", "sessions"):
        raise HTTPException(404)
    field, key = "old" if action == "password" else "password", f"{user.name}\0own"
    problems = {field: "account.problem.old"}
    _count_try(here, (key, here.app.limiter.names))
    if await _password_matches(user.password_hash, form.raw(field), is_known=True):
        here.app.limiter.names.succeeded(key)

        def write(session: Session) -> str:
            if action == "password":
                set_password(session, user.name, form.raw("new"), but=here.session_token)
                return "/curate/account?told=done"
            end_sessions(session, user.id, but=here.session_token)
            note_event(session, "sessions-ended", user.id)
            return "/curate/account"

        try:
            return await here.store.write(write)
        except InputError:
            problems = {"new": "account.problem.new"}
    return await here.store.read(lambda session: show_account(here, session, problems))
