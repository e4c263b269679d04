"""Curators' and admins' accounts: passwords by Argon2, sessions that end, and a door that slows down guessing."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import AuditEvent, Role, User, UserSession, now
from epicene.collect.web import credentials, second_factor
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import SESSION, VISIT, cookie, drop_cookie, requires, set_cookie, visit, workshop
from epicene.collect.web.page_templates import go_to, local_path, render
from epicene.core.errors import InputError

CHANGES = ("password-changed", "second-factor-renewed")
OF_ACCOUNT = (*CHANGES, "login-failed")  # what its owner is shown
LATEST = 10
TOLD = ("done", "guessed", "changed")  # what may be said above the page of one's account
SHORTEST_PASSWORD = 12
LONGEST_PASSWORD = 128  # of a new one; whatever one logs in with is compared whole
LONGEST_NAME = 64
GUESSED_CHARACTERS = 72  # of a password, by zxcvbn
LEAST_SCORE = 3  # of 4: no guesser on this site gets there, and one with the hash needs weeks
AT_ONCE = 2  # Argon2 takes 64 MB for each password it checks
_hasher = PasswordHasher()


@cache
def _nobody() -> str:
    """A hash to check against where there is no such name, so that the time taken tells nothing."""
    return _hasher.hash(credentials.new_token())


def add_user(session: Session, name: str, password: str, role: Role) -> User:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError("A name has 1 to {most} printable characters.", most=LONGEST_NAME)
    if session.scalar(select(User.id).where(User.name == name)) is not None:
        raise InputError("There is a user {name!r} already.", name=name)
    check_password(name, password)
    user = User(name=name, password_hash=_hasher.hash(password), role=role)
    session.add(user)
    session.flush()
    note_event(session, "user-added", None, name=name, role=role)
    return user


def check_password(name: str, password: str) -> None:
    """Long enough, and not one that a guesser with lists of leaked passwords, words, names and keyboards would find."""
    from zxcvbn import zxcvbn

    if len(" ".join(password.split())) < SHORTEST_PASSWORD or len(password) > LONGEST_PASSWORD:
        raise InputError(
            "The password must have {least} to {most} characters.", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD
        )
    if zxcvbn(password[:GUESSED_CHARACTERS], user_inputs=[name, "epicene", "collect"])["score"] < LEAST_SCORE:
        raise InputError("That password is too easy to guess: take several words that do not belong together.")


def is_guessed(name: str, password: str) -> bool:
    """Whether a password that is in use would be refused today."""
    try:
        check_password(name, password)
    except InputError:
        return True
    return False


def changed_since_login(session: Session, user_id: int) -> bool:
    """Whether password or second factor were changed since its owner last came in; a new account has no news."""
    own = select(func.max(AuditEvent.id)).where(AuditEvent.user_id == user_id)
    last, changed = (session.scalar(own.where(AuditEvent.event.in_(events))) for events in (("login",), CHANGES))
    return last is not None and changed is not None and changed > last


def find_user(session: Session, name: str, *, is_open: bool | None = True) -> User:
    """By name; with `is_open`, only an account that is open, or closed; with None either."""
    user = session.scalar(select(User).where(User.name == name))
    if user is None or (is_open is not None and (user.disabled_at is None) != is_open):
        told = {
            True: "There is no open account of {name!r}; `epicene collect user list` shows them.",
            False: "There is no closed account of {name!r}; `epicene collect user list` shows them.",
            None: "There is no account of {name!r}; `epicene collect user list` shows them.",
        }
        raise InputError(told[is_open], name=name)
    return user


def disable_user(session: Session, name: str) -> None:
    """No more logging in, and out of every session at once."""
    user = find_user(session, name)
    user.disabled_at = now()
    end_sessions(session, user.id)
    note_event(session, "user-disabled", None, name=name)


def enable_user(session: Session, name: str) -> None:
    find_user(session, name, is_open=False).disabled_at = None
    note_event(session, "user-enabled", None, name=name)


def set_password(session: Session, name: str, password: str, but: str = "") -> None:
    """Whoever knew the old one is logged out everywhere; `but` for the session whose token this is."""
    user = find_user(session, name)
    check_password(name, password)
    user.password_hash = _hasher.hash(password)
    end_sessions(session, user.id, but)
    note_event(session, "password-changed", user.id)


def end_sessions(session: Session, user_id: int, but: str = "") -> None:
    theirs = delete(UserSession).where(UserSession.user_id == user_id)
    session.execute(theirs.where(UserSession.token_hash != credentials.digest(but)))


def renew_totp(session: Session, name: str) -> str:
    """A new second factor, as an app reads it; it is not shown again."""
    user = find_user(session, name)
    user.totp_secret, user.totp_step = second_factor.new_secret(), 0
    end_sessions(session, user.id)
    note_event(session, "second-factor-renewed", user.id)
    return second_factor.address(user.totp_secret, name)


class Account(NamedTuple):
    name: str
    role: str
    disabled: bool
    second_factor: bool
    sessions: int


def all_users(session: Session) -> list[Account]:
    counted = select(func.count()).where(UserSession.user_id == User.id, UserSession.expires_at > now())
    rows = session.execute(select(User, counted.scalar_subquery()).order_by(User.name))
    return [
        Account(user.name, user.role, user.disabled_at is not None, user.totp_secret is not None, count)
        for user, count in rows
    ]


def password_matches(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


async def login(request: Request) -> Response:
    here = await visit(request)
    if request.method == "GET":
        if here.user:
            return go_to("/curate")
        wanted = local_path(request.query_params.get("next"), "/curate")
        return await render(request, "login.html", wanted=wanted, name="", problems={})
    form = await read_form(request)
    wanted, name = local_path(form.raw("next"), "/curate"), form.text("name", LONGEST_NAME)
    parts = workshop(request)
    address = parts.doorkeeper.address_of(request)
    tries = (
        (f"{name}\0{address}", parts.doorkeeper.names),
        (address, parts.doorkeeper.login_addresses),
        (name, parts.doorkeeper.accounts),  # by many addresses together
    )
    if any(failures.must_wait(key) for key, failures in tries):
        raise HTTPException(429, headers={"Retry-After": str(parts.settings.login_wait_seconds)})
    for key, failures in tries:  # before the answer is known: many tries sent at once are no way around
        failures.failed(key)
    user = await parts.store.read(
        lambda session: session.scalar(select(User).where(User.name == name, User.disabled_at.is_(None)))
    )
    password_hash = user.password_hash if user else _nobody()
    matches = await to_thread.run_sync(password_matches, password_hash, form.raw("password"), limiter=_limiter())
    step = _step_of(user, form.raw("code")) if user and matches else None
    if user is None or step is None:
        known = user.id if user else None
        await parts.store.write(lambda session: note_event(session, "login-failed", known))
        return await render(request, "login.html", 422, wanted=wanted, name=name, problems={"name": "login.problem"})
    parts.doorkeeper.names.succeeded(tries[0][0])
    parts.doorkeeper.accounts.succeeded(name)
    parts.doorkeeper.login_addresses.take_back(address)
    if await to_thread.run_sync(is_guessed, user.name, form.raw("password"), limiter=_limiter()):
        wanted = "/curate/account?told=guessed"
    return await _come_in(request, user, step, wanted)


def _step_of(user: User, code: str) -> int | None:
    """Of the one-time code; 0 where the account has no second factor, None where the code is wrong."""
    if user.totp_secret is None:
        return 0
    return second_factor.matching_step(user.totp_secret, code, time.time(), user.totp_step)


async def _come_in(request: Request, user: User, step: int, wanted: str) -> Response:
    token = credentials.new_token()
    expires = now() + timedelta(hours=workshop(request).settings.session_hours)

    def keep(session: Session) -> str:
        if step:  # two who send one code at the same moment: the second finds it taken
            taken = update(User).where(User.id == user.id, User.totp_step < step).values(totp_step=step)
            if not session.execute(taken.returning(User.id)).first():
                return ""
        begun = {"token_hash": credentials.digest(token), "user_id": user.id, "expires_at": expires, "seen_at": now()}
        session.add(UserSession(**begun))
        is_news = changed_since_login(session, user.id)
        note_event(session, "login", user.id)
        return "/curate/account?told=changed" if is_news else wanted

    if not (to := await workshop(request).store.write(keep)):
        raise HTTPException(403)
    response = go_to(to)
    set_cookie(request, response, SESSION, token, None)
    set_cookie(request, response, VISIT, credentials.new_token(), None)  # forms opened before are no longer good
    return response


async def logout(request: Request) -> Response:
    await read_form(request)
    token = cookie(request, SESSION)
    user = (await visit(request)).user

    def forget(session: Session) -> None:
        session.execute(delete(UserSession).where(UserSession.token_hash == credentials.digest(token)))
        note_event(session, "logout", user.id if user else None)

    if user:
        await workshop(request).store.write(forget)
    response = go_to("/")
    drop_cookie(request, response, SESSION)
    return response


@requires(Role.CURATOR)
async def account(request: Request) -> Response:
    return await _show_account(request)


async def _show_account(request: Request, problems: dict[str, str] | None = None) -> Response:
    user = (await visit(request)).user
    here = credentials.digest(cookie(request, SESSION))
    open_now = select(UserSession).where(
        UserSession.user_id == (user.id if user else 0), UserSession.expires_at > now()
    )
    own = select(AuditEvent).where(AuditEvent.user_id == (user.id if user else 0), AuditEvent.event.in_(OF_ACCOUNT))
    sessions, events = await workshop(request).store.read(
        lambda session: (
            list(session.scalars(open_now.order_by(UserSession.created_at))),
            list(session.scalars(own.order_by(AuditEvent.id.desc()).limit(LATEST))),
        )
    )
    shown = [(one.created_at, one.seen_at or one.created_at, one.token_hash == here) for one in sessions]
    told = request.query_params.get("told", "")
    return await render(
        request,
        "account.html",
        422 if problems else 200,
        sessions=shown,
        events=events,
        problems=problems or {},
        told=told if told in TOLD else "",
    )


@requires(Role.CURATOR)
async def change_own_password(request: Request) -> Response:
    form = await read_form(request)
    user = await _who_knows_their_password(request, form.raw("old"))
    if user is None:
        return await _show_account(request, {"old": "account.problem.old"})
    token, new = cookie(request, SESSION), form.raw("new")
    try:
        await workshop(request).store.write(lambda session: set_password(session, user.name, new, but=token))
    except InputError:
        return await _show_account(request, {"new": "account.problem.new"})
    return go_to("/curate/account?told=done")


async def _who_knows_their_password(request: Request, password: str) -> User | None:
    """Whoever is logged in, if this is their password; asked again before what changes an account, and counted as a
    failed login, because a screen left open must not be a way to guess it."""
    parts, user = workshop(request), (await visit(request)).user
    if user is None:
        raise HTTPException(403)
    if parts.doorkeeper.accounts.must_wait(user.name):
        raise HTTPException(429, headers={"Retry-After": "3600"})
    parts.doorkeeper.accounts.failed(user.name)
    if not await to_thread.run_sync(password_matches, user.password_hash, password, limiter=_limiter()):
        return None
    parts.doorkeeper.accounts.succeeded(user.name)
    return user


@requires(Role.CURATOR)
async def end_other_sessions(request: Request) -> Response:
    form = await read_form(request)
    user, token = await _who_knows_their_password(request, form.raw("password")), cookie(request, SESSION)
    if user is None:
        return await _show_account(request, {"password": "account.problem.old"})

    def end(session: Session) -> None:
        end_sessions(session, user.id, but=token)
        note_event(session, "sessions-ended", user.id)

    await workshop(request).store.write(end)
    return go_to("/curate/account")


@cache
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(AT_ONCE)


def end_old_sessions(session: Session) -> None:
    session.execute(delete(UserSession).where(UserSession.expires_at < now()))


routes = [
    Route("/login", login, methods=["GET", "POST"]),
    Route("/logout", logout, methods=["POST"]),
    Route("/curate/account", account),
    Route("/curate/account/password", change_own_password, methods=["POST"]),
    Route("/curate/account/sessions", end_other_sessions, methods=["POST"]),
]
