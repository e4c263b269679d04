"""What browsers send: read within limits, refused without its token, and its texts made safe to store."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from epicene.collect.web import credentials
from epicene.collect.web.visits import VISIT, app_state, client_address, cookie, form_token

TOKEN = "token"  # noqa: S105 - a field's name
MOST_FIELDS = 100
LARGEST_ID = 2**31 - 1
URLENCODED = "application/x-www-form-urlencoded"
log = logging.getLogger("epicene.collect")


class Form:
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


def row_number(text: str) -> int | None:
    """A row's number; nothing for what is none, or too long for a database's integer."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def row_id(request: Request) -> int:
    """The number in the address; none that a database's integer cannot hold."""
    number: int = request.path_params["id"]
    if number > LARGEST_ID:
        raise HTTPException(404)
    return number


async def read_body(request: Request) -> bytes:
    """A body that is not too large, whatever it declares, from an address that does not send too many."""
    app = app_state(request)
    if not app.limiter.forms.allows(app.limiter.networks(client_address(request))):
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


async def read_form(request: Request) -> Form:
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
    form = Form(fields)
    if not cookie(request, VISIT) or not credentials.same(form.raw(TOKEN), form_token(request)):
        raise HTTPException(403, "form-token")
    return form


def clean(text: str) -> str:
    """Composed characters (é as one), newlines as such, and no control or half characters, which databases refuse."""
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
