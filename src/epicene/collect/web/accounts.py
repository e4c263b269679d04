"""Curators' and admins' accounts: passwords by Argon2, sessions that end, and a door that slows down guessing."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Role, User, UserSession, now
from epicene.collect.web import credentials
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import SESSION, VISIT, set_cookie, visit, workshop
from epicene.collect.web.page_templates import go_to, local_path, render
from epicene.core.errors import InputError

SHORTEST_PASSWORD = 12
LONGEST_PASSWORD = 200
LONGEST_NAME = 64
AT_ONCE = 2  # Argon2 takes 64 MB for each password it checks
_hasher = PasswordHasher()


@cache
def _nobody() -> str:
    """A hash to check against where there is no such name, so that the time taken tells nothing."""
    return _hasher.hash(credentials.new_token())


def add_user(session: Session, name: str, password: str, role: Role) -> User:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"A name has 1 to {LONGEST_NAME} printable characters.")
    if session.scalar(select(User.id).where(User.name == name)) is not None:
        raise InputError(f"There is a user {name!r} already.")
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InputError(f"The password must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    user = User(name=name, password_hash=_hasher.hash(password), role=role)
    session.add(user)
    session.flush()
    note_event(session, "user-added", None, name=name, role=role)
    return user


def disable_user(session: Session, name: str) -> None:
    """No more logging in, and out of every session at once."""
    user = session.scalar(select(User).where(User.name == name, User.disabled_at.is_(None)))
    if user is None:
        raise InputError(f"There is no user {name!r}.")
    user.disabled_at = now()
    session.execute(delete(UserSession).where(UserSession.user_id == user.id))
    note_event(session, "user-disabled", None, name=name)


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
    tries = (f"{name}\0{address}", parts.doorkeeper.names), (address, parts.doorkeeper.login_addresses)
    if any(failures.must_wait(key) for key, failures in tries):
        raise HTTPException(429, headers={"Retry-After": str(parts.settings.login_wait_seconds)})
    for key, failures in tries:  # before the answer is known: many tries sent at once are no way around
        failures.failed(key)
    user = await parts.store.read(
        lambda session: session.scalar(select(User).where(User.name == name, User.disabled_at.is_(None)))
    )
    password_hash = user.password_hash if user else _nobody()
    password = form.raw("password")[:LONGEST_PASSWORD]
    matches = await to_thread.run_sync(password_matches, password_hash, password, limiter=_limiter())
    if user is None or not matches:
        known = user.id if user else None
        await parts.store.write(lambda session: note_event(session, "login-failed", known))
        return await render(request, "login.html", 422, wanted=wanted, name=name, problems={"name": "login.problem"})
    parts.doorkeeper.names.succeeded(tries[0][0])
    parts.doorkeeper.login_addresses.take_back(address)
    return await _come_in(request, user, wanted)


async def _come_in(request: Request, user: User, wanted: str) -> Response:
    token = credentials.new_token()
    expires = now() + timedelta(hours=workshop(request).settings.session_hours)

    def keep(session: Session) -> None:
        session.add(UserSession(token_hash=credentials.digest(token), user_id=user.id, expires_at=expires))
        note_event(session, "login", user.id)

    await workshop(request).store.write(keep)
    response = go_to(wanted)
    set_cookie(request, response, SESSION, token, None)
    set_cookie(request, response, VISIT, credentials.new_token(), None)  # forms opened before are no longer good
    return response


async def logout(request: Request) -> Response:
    await read_form(request)
    token = request.cookies.get(SESSION, "")
    user = (await visit(request)).user

    def forget(session: Session) -> None:
        session.execute(delete(UserSession).where(UserSession.token_hash == credentials.digest(token)))
        note_event(session, "logout", user.id if user else None)

    if user:
        await workshop(request).store.write(forget)
    response = go_to("/")
    response.delete_cookie(SESSION)
    return response


@cache
def _limiter() -> CapacityLimiter:
    return CapacityLimiter(AT_ONCE)


def end_old_sessions(session: Session) -> None:
    session.execute(delete(UserSession).where(UserSession.expires_at < now()))


routes = [
    Route("/login", login, methods=["GET", "POST"]),
    Route("/logout", logout, methods=["POST"]),
]
