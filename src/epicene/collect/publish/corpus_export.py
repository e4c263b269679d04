"""The export: pairs in the two formats that epicene reads, the judgments behind them, figures and a data statement.

Everything is made from one view of the database, so that the files agree with one another. The page shows what would
go out, what `data check` says of it, and gives the archive.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from anyio import to_thread
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaigns import all_campaigns
from epicene.collect.curate.pair_editor import looks_like_formula, pair_item
from epicene.collect.message_catalogue import LANGUAGES
from epicene.collect.publish.campaign_stats import ExportedPair, read_records, read_sentences, statistics
from epicene.collect.publish.data_statement import data_statement, read_facts
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import batches
from epicene.collect.store.schema import (
    Campaign,
    Judgment,
    Pair,
    PairStatus,
    Statement,
    Translation,
    TranslationStatus,
    now,
)
from epicene.collect.web.background import compute
from epicene.collect.web.pages import read_form, render
from epicene.collect.web.visits import Visit, for_curators
from epicene.core.files import json_lines, write_bytes
from epicene.data.checking.check import Finding, check
from epicene.data.vocabulary import DIRECTIONS
from epicene.kinds.pairs.kind import PAIRS
from epicene.kinds.pairs.read import COLUMNS

NATIVE, TRANSLATED = "native", "translated"
# Named as in the Social Bias Inference Corpus (Sap et al. 2020) where it has the same; it contrasts no groups.
FRAME_COLUMNS = (
    *("id", "post", "targetMinority", "targetContrast", "targetStereotype"),
    *("bias_type", "stereo_antistereo", "intentYN", "speakerMinorityYN"),
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


class Taken(NamedTuple):
    """What an export holds, to be noted once somebody has it: pairs by language, whose words, up to which judgment."""

    campaign_id: int
    pairs: dict[str, int]
    statements: list[int]
    last_judgment: int
    made_at: datetime


class Export(NamedTuple):
    """Files by name; the pairs by language; what `data check` says of them."""

    files: dict[str, bytes]
    pairs: dict[str, list[ExportedPair]]
    findings: dict[str, list[Finding]]
    taken: Taken


def make_export(session: Session, campaign_id: int, progress: Callable[[float], None] = lambda share: None) -> Export:
    made_at = now()
    campaign = session.scalars(select(Campaign).where(Campaign.id == campaign_id)).one()
    last = session.scalar(select(func.max(Judgment.id)).where(Judgment.campaign_id == campaign_id)) or 0
    pairs = read_pairs(session, campaign)
    records = read_records(session, campaign_id, progress)
    figures = statistics(records)
    progress(0.8)
    facts = read_facts(session, campaign, figures, pairs)
    files: dict[str, bytes] = {}
    for code, rows in pairs.items():
        # The CrowS-Pairs table with tabs; `origin` is a column of our own, which other readers pass over.
        files[f"pairs-{code}.tsv"] = _table(("id", *COLUMNS, "origin"), rows)
        files[f"pairs-{code}.jsonl"] = json_lines(pair._asdict() for pair in rows).encode()
    if frames := read_frames(session, campaign_id):
        files[f"frames-{campaign.language}.tsv"] = _table(FRAME_COLUMNS, frames)
    named = {name: getattr(records, name) for name in RECORDS} | {"sentences": read_sentences(session, campaign_id)}
    for name, rows in named.items():
        files[f"{name}.jsonl"] = json_lines(record._asdict() for record in rows).encode()
    files["statistics.json"] = (json.dumps(msgspec.to_builtins(figures), ensure_ascii=False, indent=1) + "\n").encode()
    known = next(facts for facts in all_campaigns(session) if facts.id == campaign_id)
    for code in LANGUAGES:
        files[f"DATA_STATEMENT.{code}.md"] = data_statement(facts, known.wording(code)).encode()
    findings = {code: check_pairs(rows, code) for code, rows in pairs.items()}
    words = [int(record.id) for record in records.statements if record.text]
    counts = {code: len(rows) for code, rows in pairs.items()}
    return Export(files, pairs, findings, Taken(campaign_id, counts, words, last, made_at))


def note_export(session: Session, taken: Taken, user_id: int | None) -> None:
    """Who took it; and the answers in it can from now on be erased here, but no longer changed."""
    note_event(session, "export", user_id, **{f"pairs_{code}": count for code, count in taken.pairs.items()})
    campaign = session.get_one(Campaign, taken.campaign_id)
    campaign.exported_to = max(campaign.exported_to, taken.last_judgment)


def note_words(session: Session, statements: Sequence[int], made_at: datetime) -> None:
    """The same for statements whose words are in it."""
    gone_out = Statement.id.in_(statements) & Statement.exported_at.is_(None)
    session.execute(update(Statement).where(gone_out).values(exported_at=made_at))


def read_pairs(session: Session, campaign: Campaign) -> dict[str, list[ExportedPair]]:
    """Ready pairs by language: the campaign's own first, then accepted translations, linked by id."""

    def exported(pair: Pair, wording: Pair | Translation, origin: str) -> ExportedPair:
        return ExportedPair(_pair_id(pair), wording.more, wording.less, pair.direction, pair.bias_type, origin)

    ready = (Pair.campaign_id == campaign.id, Pair.status == PairStatus.READY)
    own = session.scalars(select(Pair).where(*ready).order_by(Pair.id)).all()
    pairs = {campaign.language: [exported(pair, pair, NATIVE) for pair in own]} if own else {}
    translated = session.execute(
        select(Pair, Translation)
        .join(Translation, Translation.pair_id == Pair.id)
        .where(*ready, Translation.status == TranslationStatus.ACCEPTED)
        .order_by(Translation.language, Pair.id)
    )
    for pair, translation in translated:
        pairs.setdefault(translation.language, []).append(exported(pair, translation, TRANSLATED))
    return pairs


def read_frames(session: Session, campaign_id: int) -> list[tuple[str, ...]]:
    """Of ready pairs for which somebody wrote one: the sentence about the group, the group, the one it is contrasted
    with, the stereotype in words that it implies, or contradicts; and where that was answered, whether it is meant to
    offend and whether it speaks from within the group."""
    ready = (Pair.campaign_id == campaign_id, Pair.status == PairStatus.READY)
    return [
        (
            _pair_id(pair),
            pair.more if pair.direction == DIRECTIONS[0] else pair.less,
            *(pair.target, pair.contrast, pair.implied, pair.bias_type, pair.direction, pair.intent, pair.in_group),
        )
        for pair in session.scalars(select(Pair).where(*ready).order_by(Pair.id))
        if pair.target or pair.implied
    ]


def _pair_id(pair: Pair) -> str:
    return f"collect-{pair.id:04}"


def check_pairs(pairs: Sequence[ExportedPair], code: str) -> list[Finding]:
    """As `epicene data check` will find them in the table, whose first line names the columns."""
    items = [
        pair_item(pair.id, pair.more, pair.less, code, pair.bias_type, line) for line, pair in enumerate(pairs, start=2)
    ]
    return check(items, f"pairs-{code}.tsv", PAIRS)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A spreadsheet takes what begins with an apostrophe for text, whatever follows."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(header)
    writer.writerows([f"'{cell}" if looks_like_formula(cell) else cell for cell in row] for row in rows)
    return text.getvalue().encode()


def write_export(export: Export, folder: Path) -> list[Path]:
    """For its owner's eyes only, until somebody has looked through it and says otherwise."""
    for name, content in export.files.items():
        write_bytes(folder / name, content, mode=0o600)
    return [folder / name for name in export.files]


def pack(export: Export, folder: str) -> bytes:
    """All files in one folder of a ZIP; equal exports give equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in export.files.items():
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@for_curators
async def page(request: Request, here: Visit) -> Response:
    export, made_at = await compute(request, here, make_export, here.campaign.id)
    code = here.language.code if here.language.code in LANGUAGES else "en"
    values = {"findings": export.findings, "files": list(export.files), "made_at": made_at}
    statement = export.files[f"DATA_STATEMENT.{code}.md"].decode()
    return await render(request, "curate_export.html", pairs=export.taken.pairs, statement=statement, **values)


@for_curators
async def download(request: Request, here: Visit) -> Response:
    """Sent as a form, because taking data out is noted."""
    await read_form(request)
    folder, user_id = slug(here.campaign.title), here.curator.id
    export, _ = await compute(request, here, make_export, here.campaign.id)
    taken = export.taken
    await here.store.write(lambda session: note_export(session, taken, user_id))
    for some in batches(taken.statements):
        await here.store.write(partial(note_words, statements=some, made_at=taken.made_at))
    headers = {"Content-Disposition": f'attachment; filename="{folder}.zip"'}
    packed = await to_thread.run_sync(pack, export, folder)
    return Response(packed, media_type="application/zip", headers=headers)


def slug(title: str) -> str:
    """A title as a file's name: letters and digits of ASCII, and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "corpus"


routes = [
    Route("/curate/export", page, methods=["GET"]),
    Route("/curate/export", download, methods=["POST"]),
]
