"""The export: pairs in the two formats that epicene reads, the judgments behind them, figures and a data statement.

Everything is made from one reading of the database, so that the files agree with one another. The page shows what would
go out, what `data check` says of it, and gives the archive.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaigns import all_campaigns
from epicene.collect.curate.pair_check import pair_item
from epicene.collect.message_catalogue import LANGUAGES
from epicene.collect.publish.campaign_stats import ExportedPair, read_records, read_sentences, statistics
from epicene.collect.publish.data_statement import data_statement, read_facts
from epicene.collect.store.change_history import note_event
from epicene.collect.store.schema import (
    Campaign,
    Judgment,
    Pair,
    PairStatus,
    Role,
    Statement,
    Translation,
    TranslationStatus,
    now,
)
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import requires, visit, workshop
from epicene.collect.web.page_templates import render
from epicene.collect.web.slow_pages import read_slowly
from epicene.core.files import json_lines, write_bytes
from epicene.data.checking.check import Finding, check
from epicene.data.vocabulary import DIRECTIONS
from epicene.kinds.pairs.kind import PAIRS
from epicene.kinds.pairs.read import COLUMNS

NATIVE, TRANSLATED = "native", "translated"
# Named as in the Social Bias Inference Corpus (Sap et al. 2020) where it has the same; it contrasts no groups.
FRAME_COLUMNS = (
    *("id", "post", "targetMinority", "targetContrast", "targetStereotype"),
    *("bias_type", "stereo_antistereo"),
)
# What the information page says is published, one line each, and the files that hold it.
PUBLISHED = {
    "sentences": ("pairs-*", "frames-*"),
    "statements": ("statements.jsonl",),
    "judgments": ("fluency.jsonl", "categories.jsonl", "validation.jsonl", "controls.jsonl", "sentences.jsonl"),
    "opinions": ("opinions.jsonl",),
    "statistics": ("statistics.json", "DATA_STATEMENT.*"),
}
RECORDS = ("statements", "fluency", "categories", "validation", "controls", "opinions")


class Export(NamedTuple):
    """Files by name; the pairs by language; what `data check` says of them; and whose words they hold, as of when."""

    files: dict[str, bytes]
    pairs: dict[str, list[ExportedPair]]
    findings: dict[str, list[Finding]]
    campaign_id: int
    statements: list[int]
    made_at: datetime


def make_export(session: Session, campaign_id: int) -> Export:
    made_at = now()
    campaign = session.scalars(select(Campaign).where(Campaign.id == campaign_id)).one()
    pairs = read_pairs(session, campaign)
    records = read_records(session, campaign_id)
    figures = statistics(records)
    facts = read_facts(session, campaign, figures, pairs)
    files: dict[str, bytes] = {}
    for code, found in pairs.items():
        files[f"pairs-{code}.tsv"] = _table(found)
        files[f"pairs-{code}.jsonl"] = json_lines(pair._asdict() for pair in found).encode()
    if frames := read_frames(session, campaign_id):
        files[f"frames-{campaign.language}.tsv"] = _rows(FRAME_COLUMNS, frames)
    for name in RECORDS:
        files[f"{name}.jsonl"] = json_lines(asdict(record) for record in getattr(records, name)).encode()
    sentences = read_sentences(session, campaign_id)
    files["sentences.jsonl"] = json_lines(sentence._asdict() for sentence in sentences).encode()
    files["statistics.json"] = (json.dumps(msgspec.to_builtins(figures), ensure_ascii=False, indent=1) + "\n").encode()
    known = next(one for one in all_campaigns(session) if one.id == campaign_id)
    for code in LANGUAGES:
        files[f"DATA_STATEMENT.{code}.md"] = data_statement(facts, known.wording(code)).encode()
    findings = {code: check_pairs(found, code) for code, found in pairs.items()}
    words = [int(record.id) for record in records.statements if record.text]
    return Export(files, pairs, findings, campaign_id, words, made_at)


def note_export(session: Session, export: Export, user_id: int | None) -> None:
    """Who took it; and what is in it can from now on be erased here, but no longer changed."""
    counts = {f"pairs_{code}": len(pairs) for code, pairs in export.pairs.items()}
    note_event(session, "export", user_id, **counts)
    gone_out = Statement.id.in_(export.statements) & Statement.exported_at.is_(None)
    session.execute(update(Statement).where(gone_out).values(exported_at=export.made_at))
    judged = (Judgment.campaign_id == export.campaign_id) & (Judgment.created_at <= export.made_at)
    session.execute(update(Judgment).where(judged, Judgment.exported_at.is_(None)).values(exported_at=export.made_at))


def read_pairs(session: Session, campaign: Campaign) -> dict[str, list[ExportedPair]]:
    """Ready pairs by language: the campaign's own first, then accepted translations, linked by id."""
    chosen = (Pair.campaign_id == campaign.id, Pair.status == PairStatus.READY)
    own = session.scalars(select(Pair).where(*chosen).order_by(Pair.id)).all()
    found = {campaign.language: [_exported(pair, pair, NATIVE) for pair in own]} if own else {}
    translated = session.execute(
        select(Pair, Translation)
        .join(Translation, Translation.pair_id == Pair.id)
        .where(*chosen, Translation.status == TranslationStatus.ACCEPTED)
        .order_by(Translation.language, Pair.id)
    )
    for pair, translation in translated:
        found.setdefault(translation.language, []).append(_exported(pair, translation, TRANSLATED))
    return found


def read_frames(session: Session, campaign_id: int) -> list[tuple[str, ...]]:
    """Of ready pairs for which somebody wrote one: the sentence about the group, the group, the one it is contrasted
    with, and the stereotype in words that it implies, or contradicts."""
    chosen = (Pair.campaign_id == campaign_id, Pair.status == PairStatus.READY)
    return [
        (
            _pair_id(pair),
            pair.more if pair.direction == DIRECTIONS[0] else pair.less,
            *(pair.target, pair.contrast, pair.implied, pair.bias_type, pair.direction),
        )
        for pair in session.scalars(select(Pair).where(*chosen).order_by(Pair.id))
        if pair.target or pair.implied
    ]


def _pair_id(pair: Pair) -> str:
    return f"collect-{pair.id:04}"


def _exported(pair: Pair, wording: Pair | Translation, origin: str) -> ExportedPair:
    return ExportedPair(_pair_id(pair), wording.more, wording.less, pair.direction, pair.bias_type, origin)


def check_pairs(pairs: Sequence[ExportedPair], code: str) -> list[Finding]:
    """As `epicene data check` will find them in the table, whose first line names the columns."""
    items = [
        pair_item(pair.id, pair.more, pair.less, code, pair.bias_type, line) for line, pair in enumerate(pairs, start=2)
    ]
    return check(items, f"pairs-{code}.tsv", PAIRS)


def _table(pairs: Iterable[ExportedPair]) -> bytes:
    """The CrowS-Pairs table with tabs; `origin` is a column of our own, which other readers pass over."""
    return _rows(("id", *COLUMNS, "origin"), pairs)


def _rows(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode()


def write_export(export: Export, folder: Path) -> list[Path]:
    """For its owner's eyes only, until somebody has looked through it and says otherwise."""
    paths = []
    for name, content in export.files.items():
        write_bytes(folder / name, content, mode=0o600)
        paths.append(folder / name)
    return paths


def zipped(export: Export, folder: str) -> bytes:
    """The same files in one archive, all in one folder; equal exports give equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in export.files.items():
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


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
    await workshop(request).store.write(lambda session: note_export(session, export, user_id))
    headers = {"Content-Disposition": f'attachment; filename="{folder}.zip"'}
    return Response(archive, media_type="application/zip", headers=headers)


async def _made(request: Request) -> Export:
    campaign = (await visit(request)).campaign
    return await read_slowly(request, lambda session: make_export(session, campaign.id))


def slug(title: str) -> str:
    """A title as a file's name: letters and digits of ASCII, and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "corpus"


routes = [
    Route("/curate/export", page, methods=["GET"]),
    Route("/curate/export", download, methods=["POST"]),
]
