"""The export page: what would go out, what `data check` says of it, and the archive."""

from __future__ import annotations

import re
import unicodedata

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.publish.export_files import Export, make_export, zipped
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import Role
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import requires, visit, workshop
from epicene.collect.web.page_templates import render


@requires(Role.CURATOR)
async def page(request: Request) -> Response:
    export = await _made(request)
    code = (await visit(request)).language.code
    return await render(
        request,
        "curate_export.html",
        pairs=export.pairs,
        findings=export.findings,
        files=list(export.files),
        statement=export.files[f"DATA_STATEMENT.{code}.md"].decode(),
    )


@requires(Role.CURATOR)
async def download(request: Request) -> Response:
    """Sent as a form, because taking data out is noted."""
    await read_form(request)
    here = await visit(request)
    export = await _made(request)
    folder = slug(here.campaign.title)
    archive = await run_in_threadpool(zipped, export, folder)
    user_id = here.user.id if here.user else None
    counts = {f"pairs_{code}": len(pairs) for code, pairs in export.pairs.items()}
    await workshop(request).store.write(lambda session: note_event(session, "export", user_id, **counts))
    headers = {"Content-Disposition": f'attachment; filename="{folder}.zip"'}
    return Response(archive, media_type="application/zip", headers=headers)


async def _made(request: Request) -> Export:
    campaign = (await visit(request)).campaign
    return await workshop(request).store.read(lambda session: make_export(session, campaign.id))


def slug(title: str) -> str:
    """A title as a file's name: letters and digits of ASCII, and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "corpus"


routes = [
    Route("/curate/export", page, methods=["GET"]),
    Route("/curate/export", download, methods=["POST"]),
]
