"""Pages for what went wrong: what it was, and where to go from here."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from epicene.collect.web.page_templates import environment, render

EXPLAINED = (400, 403, 404, 405, 409, 413, 415, 429)
log = logging.getLogger("epicene.collect")


async def refused(request: Request, error: Exception) -> Response:
    """A page, or JSON for those who asked a JSON endpoint."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(getattr(error, "headers", None) or {})
    if request.url.path.endswith(".json"):
        return JSONResponse({"error": status}, status, headers=headers)
    reason = "form-token" if isinstance(error, HTTPException) and error.detail == "form-token" else str(status)
    if status not in EXPLAINED:
        reason = "other"
    page = await render(request, "failure.html", status, reason=reason)
    page.headers.update(headers)
    return page


async def broken(request: Request, error: Exception) -> Response:
    """Our own mistake: it is logged, and the reader gets a page that needs nothing that may be broken."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    if request.url.path.endswith(".json"):
        return JSONResponse({"error": 500}, 500)
    return HTMLResponse(environment("en").get_template("broken.html").render(), 500)


handlers: Mapping[Any, Any] = {HTTPException: refused, 500: broken}
