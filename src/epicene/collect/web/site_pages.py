"""Pages, forms and routes. A page is one template, everything escaped, with the same frame around all. What browsers
send is read within limits, refused without its token, and its texts made safe to store. Pages that take a while are
read a few at a time beside the others, not for ever, and not for somebody who has left: a curator who reloads one again
and again, or a flood that makes it slow, must not take the threads that volunteers' pages are read with."""

from __future__ import annotations

import asyncio
import logging
import time
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from epicene.collect.store.database import Stop
from epicene.collect.store.schema import JudgmentRow, Statement
from epicene.collect.web import credentials
from epicene.collect.web.background import NotReadyError, too_slow
from epicene.collect.web.visits import VISIT, Access, Visit, admit, app_state, cookie, form_token, send_cookies, visit

PAGE = 25  # rows of a long list
EXPLAINED = (400, 403, 404, 405, 408, 409, 413, 415, 429)
LOGGED = (403, 408, 413, 422, 429, 503)
# Details of a refusal that have a message of their own.
REASONS = ("form-token", "blocked", "identities", "slow", "busy", "second-factor")
MOST_FIELDS = 100
URLENCODED = "application/x-www-form-urlencoded"
MOST_WAITING = 32  # for a slow page
T = TypeVar("T")
log = logging.getLogger("epicene.collect")


class SentForm:
    """Fields by name; a field that is not there is empty."""

    def __init__(self, fields: Mapping[str, list[str]]) -> None:
        self._fields = fields

    def text(self, name: str, most: int = 1000) -> str:
        """One line or several, without control characters; spaces around it are nobody's intention."""
        return clean(self.raw(name))[:most].strip()

    def raw(self, name: str) -> str:
        return self._fields.get(name, [""])[0]

    def all(self, name: str) -> list[str]:
        return self._fields.get(name, [])

    def number(self, name: str) -> int | None:
        return row_number(self.raw(name))


class Page(NamedTuple):
    template: str
    status: int
    values: dict[str, Any]


# What a handler returns: a page, the path to go to next, or a response that is made already.
Outcome = Page | str | Response
ReadingHandler = TypeVar("ReadingHandler", bound=Callable[[Visit, Session], Outcome])
WritingHandler = TypeVar("WritingHandler", bound=Callable[[Visit, Session, SentForm], Outcome])
AsyncHandler = TypeVar("AsyncHandler", bound=Callable[[Visit], Awaitable[Outcome]])
ROUTES: list[Route] = []


def show(template: str, status: int = 200, /, **values: object) -> Page:
    return Page(template, status, values)


def get(
    path: str, access: Access = Access.EVERYBODY, *, slow: bool = False
) -> Callable[[ReadingHandler], ReadingHandler]:
    """A page that is read from the database; `slow` for one that may take long."""

    def decorate(handler: ReadingHandler) -> ReadingHandler:
        async def run(here: Visit) -> Outcome:
            work: Callable[[Session], Outcome] = partial(handler, here)
            return await (read_slowly(here, work) if slow else here.store.read(work))

        endpoint(path, access)(run)
        return handler

    return decorate


def post(path: str, access: Access = Access.EVERYBODY) -> Callable[[WritingHandler], WritingHandler]:
    """A form that one transaction keeps. The handler may run twice, and must only touch its session."""

    def decorate(handler: WritingHandler) -> WritingHandler:
        async def run(here: Visit) -> Outcome:
            form = await read_form(here.request)
            return await here.store.write(lambda session: handler(here, session, form))

        endpoint(path, access, "POST")(run)
        return handler

    return decorate


def endpoint(path: str, access: Access = Access.EVERYBODY, *methods: str) -> Callable[[AsyncHandler], AsyncHandler]:
    """A page or form that is more than one reading or one transaction; GET by default."""

    def decorate(handler: AsyncHandler) -> AsyncHandler:
        async def answer(request: Request) -> Response:
            here = await visit(request)
            outcome = await admit(here, access) or await handler(here)
            if isinstance(outcome, Page):
                outcome = render(here, *outcome)
            if isinstance(outcome, str):  # after a form: reloading the next page sends nothing twice
                outcome = RedirectResponse(outcome, 303)
            return send_cookies(here, outcome)

        ROUTES.append(Route(path, answer, methods=list(methods) or ["GET"]))
        return handler

    return decorate


@cache
def environment() -> Environment:
    return Environment(
        loader=PackageLoader("epicene.collect"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def render(here: Visit, template: str, status: int, values: Mapping[str, object]) -> HTMLResponse:
    """A page in the reader's language.

    Templates have `t`, `plural`, `language`, `visit`, `path`, `back` (where one is after changing the language: here,
    or at the form that this page is the answer to) and what is passed.
    """
    request, campaign, t = here.request, here.campaign, here.language.markup
    if status == 422:
        _log_refusal(request, status)
    before = local_path(urlsplit(request.headers.get("referer", "")).path)
    shared = {
        "t": t,
        "plural": here.language.plural,
        "language": here.language,
        "visit": here,
        "path": request.url.path,
        "back": before if request.method == "POST" else here.this_page,
        "bias_types": campaign.settings.types,
        "types_with_words": [
            (kind, t(f"bias.{kind}"), t(f"bias.{kind}.definition")) for kind in campaign.settings.types
        ],
        "own_text": partial(campaign.text, code=here.language.code),
        "languages": [(code, campaign.wording(code).text("language.name")) for code in campaign.files.languages()],
    }
    response = HTMLResponse(environment().get_template(template).render(shared, **values), status)
    if not cookie(request, VISIT):
        form_token(request)  # which draws it
        here.set_cookie(VISIT, request.state.visit_seed)
    return response


def local_path(text: str | None, otherwise: str = "/") -> str:
    """A path on this site, or the default: a link here must not send anybody elsewhere."""
    if not text or not text.startswith("/") or text[1:2] in ("/", "\\") or any(ord(c) < 33 for c in text):
        return otherwise
    return quote(text, safe="/?=&%-_.~")


async def refused(request: Request, error: Exception) -> Response:
    """A page, or JSON for those who asked a JSON endpoint."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(getattr(error, "headers", None) or {})
    _log_refusal(request, status, error)
    if request.url.path.endswith(".json"):
        return JSONResponse({"error": status}, status, headers=headers)
    reason = str(status) if status in EXPLAINED else "other"
    if isinstance(error, HTTPException) and error.detail in REASONS:
        reason = error.detail
    here = await visit(request)
    page = render(here, "failure.html", status, {"reason": reason})
    page.headers.update(headers)
    return send_cookies(here, page)


async def not_ready(request: Request, error: Exception) -> Response:
    """Figures that are being made: how far they are."""
    share = error.progress if isinstance(error, NotReadyError) else 0.0
    if request.url.path.endswith(".json"):
        return JSONResponse({"progress": share}, 202)
    return render(await visit(request), "curate_waiting.html", 202, {"share": share})


def _log_refusal(request: Request, status: int, error: Exception | None = None) -> None:
    """Who was refused what is worth a line, without their address; a flood of them is not worth a full disk."""
    if status in LOGGED and app_state(request).limiter.log_lines.allows(str(status)):
        detail = error.detail if isinstance(error, HTTPException) and error.detail in REASONS else ""
        log.warning("%s %s was refused: %s %s", request.method, quote(request.url.path), status, detail)


async def broken(request: Request, error: Exception) -> Response:
    """Our own mistake: it is logged, and the reader gets a page that needs nothing that may be broken."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    if request.url.path.endswith(".json"):
        return JSONResponse({"error": 500}, 500)
    return HTMLResponse(environment().get_template("broken.html").render(), 500)


class Listing(NamedTuple):
    """One page of a long list; `total` is how many rows there are on all pages."""

    rows: Sequence[Any]
    page: int
    pages: int
    total: int


def read_listing(session: Session, here: Visit, chosen: Select[*tuple[Any, ...]]) -> Listing:
    """The page of the rows that the address asks for (`?page=2`); rows of one column or class stand by themselves."""
    page = min(row_number(here.query.get("page", "")) or 1, 100_000)
    total = session.scalar(chosen.order_by(None).with_only_columns(func.count(), maintain_column_froms=True)) or 0
    rows = session.execute(chosen.limit(PAGE).offset((page - 1) * PAGE)).all()
    return Listing([row[0] if len(row) == 1 else row for row in rows], page, max(1, -(-total // PAGE)), total)


def row_number(text: str) -> int | None:
    """A row's number; nothing for what is none, or too long for a database's integer."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def read_body(request: Request) -> bytes:
    """A body that is not too large, whatever it declares, from an address that does not send too many."""
    app, here = app_state(request), await visit(request)
    if not app.limiter.forms.allows(*here.networks):
        raise HTTPException(429)
    room = app.settings.most_bytes
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > room:
        raise HTTPException(413)
    chunks: list[bytes] = []
    try:
        async with asyncio.timeout(app.settings.body_seconds):
            async for chunk in request.stream():
                chunks.append(chunk)
                room -= len(chunk)
                if room < 0:
                    raise HTTPException(413)
    except TimeoutError:
        raise HTTPException(408, headers={"Connection": "close"}) from None
    except ClientDisconnect:
        log.warning("%s %s was broken off half-way", request.method, quote(request.url.path))
        raise HTTPException(400) from None
    return b"".join(chunks)


async def read_form(request: Request) -> SentForm:
    """The form that was sent, after checking that one of our own pages sent it."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != URLENCODED:
        raise HTTPException(415)
    fields: dict[str, list[str]] = {}
    try:
        body = (await read_body(request)).decode("ascii")
        for name, value in parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS):
            fields.setdefault(name, []).append(value)
    except ValueError:
        raise HTTPException(400) from None
    form = SentForm(fields)
    if not cookie(request, VISIT) or not credentials.same(form.raw("token"), form_token(request)):
        raise HTTPException(403, "form-token")
    return form


def clean(text: str) -> str:
    """Composed characters (é as one), newlines as such, and no control or half characters, which databases refuse."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))


async def read_slowly(here: Visit, work: Callable[[Session], T]) -> T:
    """Like `store.read`, in the slow pages' own threads; stopped when time is up or the reader has gone."""
    stop = Stop()
    if here.store.waiting_slowly >= MOST_WAITING:
        raise too_slow()

    async def leave() -> None:
        while (await here.request.receive())["type"] != "http.disconnect":
            pass

    reading, leaving = asyncio.ensure_future(here.store.read_slowly(work, stop)), asyncio.ensure_future(leave())
    try:
        seconds = here.app.settings.slow_seconds
        await asyncio.wait((reading, leaving), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            return reading.result()
        stop.now()
        reading.cancel()
        with suppress(Exception, asyncio.CancelledError):
            await reading
        raise too_slow()
    finally:
        leaving.cancel()


async def compute(here: Visit, work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What `work(session, *arguments, progress=...)` returns, and when it was made: at once where there is little to be
    read, else by a process beside."""

    def count(session: Session) -> int:
        return sum(session.scalar(select(func.max(kind.id))) or 0 for kind in (JudgmentRow, Statement))

    if await here.store.read(count) <= here.app.settings.inline_rows:
        made = await read_slowly(here, lambda session: work(session, *arguments, progress=lambda share: None))
        return made, time.time()
    return here.app.jobs.result(work, *arguments, again="again" in here.query)
