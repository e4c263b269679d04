"""The export: pairs in the two formats that epicene reads, the judgments behind them, figures and a data statement.

Everything is made from one view of the database, so that the files agree with one another. The page shows what would
go out, what `data check` says of it, and gives the archive. The data statement is filled in from what the site knows.
What it cannot know (how people were found, under which licence the corpus appears) is left as a line that says so, for
the organiser to complete: a statement must not claim what nobody checked.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from anyio import to_thread
from msgspec import structs
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.orm import Session
from starlette.responses import Response

from epicene._version import __version__
from epicene.collect.campaign_files import CampaignSettings
from epicene.collect.campaigns import all_campaigns
from epicene.collect.curate.pair_editor import looks_like_formula, pair_item
from epicene.collect.message_catalogue import LANGUAGES, SiteLanguage
from epicene.collect.publish.campaign_stats import TASKS, CampaignFigures, read_records, ready_pairs, statistics
from epicene.collect.store import schema as db
from epicene.collect.store.change_history import note_event
from epicene.collect.store.database import batches
from epicene.collect.volunteers.tasks import VALIDATED
from epicene.collect.web.site_pages import Page, compute, endpoint, read_form, show
from epicene.collect.web.visits import Access, Visit
from epicene.core.files import json_lines, write_bytes
from epicene.data.checking.check import Finding, check
from epicene.data.vocabulary import DIRECTIONS
from epicene.kinds.pairs.kind import COLUMNS, PAIRS

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
FEWEST_SHOWN = 5  # answers given by fewer people are not told apart


class ExportedPair(NamedTuple):
    """A finished pair, or the translation of one; `origin` says which."""

    id: str
    more: str
    less: str
    direction: str
    bias_type: str
    origin: str


class Export(NamedTuple):
    """Files by name; the pairs by language; what `data check` says of them. To be noted once somebody has it: whose
    words it holds, and up to which judgment."""

    campaign_id: int
    made_at: datetime
    files: dict[str, bytes]
    pairs: dict[str, list[ExportedPair]]
    findings: dict[str, list[Finding]]
    statements: list[int]
    last_judgment: int


def make_export(session: Session, campaign_id: int, progress: Callable[[float], None] = lambda share: None) -> Export:
    made_at = db.now()
    campaign = session.scalars(select(db.Campaign).where(db.Campaign.id == campaign_id)).one()
    last = session.scalar(select(func.max(db.JudgmentRow.id)).where(db.JudgmentRow.campaign_id == campaign_id)) or 0
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
    for name in RECORDS:
        files[f"{name}.jsonl"] = json_lines(record._asdict() for record in getattr(records, name)).encode()
    files["sentences.jsonl"] = json_lines(read_sentences(session, campaign_id)).encode()
    files["statistics.json"] = (json.dumps(msgspec.to_builtins(figures), ensure_ascii=False, indent=1) + "\n").encode()
    known = next(facts for facts in all_campaigns(session) if facts.id == campaign_id)
    for code in LANGUAGES:
        files[f"DATA_STATEMENT.{code}.md"] = data_statement(facts, known.wording(code)).encode()
    findings = {}
    for code, rows in pairs.items():  # as `epicene data check` will find them, below the line that names the columns
        lines = enumerate(rows, start=2)
        items = [pair_item(row.id, row.more, row.less, code, row.bias_type, line) for line, row in lines]
        findings[code] = check(items, f"pairs-{code}.tsv", PAIRS)
    words = [int(record.id) for record in records.statements if record.text]
    return Export(campaign_id, made_at, files, pairs, findings, words, last)


def note_export(session: Session, export: Export, user_id: int | None) -> None:
    """Who took it; and the answers in it can from now on be erased here, but no longer changed."""
    note_event(session, "export", user_id, **{f"pairs_{code}": len(pairs) for code, pairs in export.pairs.items()})
    campaign = session.get_one(db.Campaign, export.campaign_id)
    campaign.exported_to = max(campaign.exported_to, export.last_judgment)


def note_words(session: Session, statements: Sequence[int], made_at: datetime) -> None:
    """The same for statements whose words are in it."""
    gone_out = db.Statement.id.in_(statements) & db.Statement.exported_at.is_(None)
    session.execute(update(db.Statement).where(gone_out).values(exported_at=made_at))


def read_pairs(session: Session, campaign: db.Campaign) -> dict[str, list[ExportedPair]]:
    """Ready pairs by language: the campaign's own first, then accepted translations, linked by id."""

    def exported(pair: db.PairRow, wording: db.PairRow | db.Translation, origin: str) -> ExportedPair:
        return ExportedPair(_pair_id(pair), wording.more, wording.less, pair.direction, pair.bias_type, origin)

    own = session.scalars(ready_pairs(campaign.id)).all()
    pairs = {campaign.language: [exported(pair, pair, NATIVE) for pair in own]} if own else {}
    known = {pair.id: pair for pair in own}
    of_campaign = (db.PairRow.campaign_id == campaign.id, db.Translation.status == db.TranslationStatus.ACCEPTED)
    accepted = select(db.Translation).join(db.PairRow, db.PairRow.id == db.Translation.pair_id).where(*of_campaign)
    for translation in session.scalars(accepted.order_by(db.Translation.language, db.Translation.pair_id)):
        if pair := known.get(translation.pair_id):
            pairs.setdefault(translation.language, []).append(exported(pair, translation, TRANSLATED))
    return pairs


def read_frames(session: Session, campaign_id: int) -> list[tuple[str, ...]]:
    """Of ready pairs for which somebody wrote one: the sentence about the group, the group, the one it is contrasted
    with, the stereotype in words that it implies, or contradicts; and where that was answered, whether it is meant to
    offend and whether it speaks from within the group."""
    return [
        (
            _pair_id(pair),
            pair.more if pair.direction == DIRECTIONS[0] else pair.less,
            *(pair.target, pair.contrast, pair.implied, pair.bias_type, pair.direction, pair.intent, pair.in_group),
        )
        for pair in session.scalars(ready_pairs(campaign_id))
        if pair.target or pair.implied
    ]


def _pair_id(pair: db.PairRow) -> str:
    return f"collect-{pair.id:04}"


def read_sentences(session: Session, campaign_id: int) -> list[dict[str, str]]:
    """The sentences that the judgments are about; those that nobody has judged are left out. `original` is the bias
    type that its source gives it. A statement that was rejected after it had been judged keeps its judgments, and not
    its words."""
    accepted = select(db.Statement.id).where(db.Statement.status == db.StatementStatus.ACCEPTED)
    kept = {None, *session.scalars(accepted.where(db.Statement.campaign_id == campaign_id))}
    judged = select(db.JudgmentRow.item_id).where(db.JudgmentRow.campaign_id == campaign_id)
    items = select(db.TaskItem).where(db.TaskItem.id.in_(judged), db.TaskItem.control.is_(False))
    return [
        {
            "id": f"s{item.id}",
            "task": item.task,
            "text": item.text if item.statement_id in kept else "",
            "source": item.source,
            "original": item.original_type or "",
        }
        for item in session.scalars(items.order_by(db.TaskItem.id))
    ]


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


@dataclass(frozen=True, slots=True)
class StatementFacts:
    """`about` counts the answers to each optional question, of all who took part; `curators` are those who decided
    something; `figures` are the statistics."""

    campaign: db.Campaign
    figures: CampaignFigures
    pairs: Mapping[str, Sequence[ExportedPair]]
    about: Mapping[str, Mapping[str, int]]
    curators: int
    decisions: int
    translators: int
    editors: int
    on: str


def read_facts(
    session: Session, campaign: db.Campaign, figures: CampaignFigures, pairs: Mapping[str, Sequence[ExportedPair]]
) -> StatementFacts:
    about: dict[str, Counter[str]] = {}
    for answers in session.scalars(select(db.Participant.about).where(db.Participant.campaign_id == campaign.id)):
        for question, answer in answers.items():
            about.setdefault(question, Counter())[answer] += 1
    statements = select(db.Statement.id).where(db.Statement.campaign_id == campaign.id)
    written = select(db.PairRow.id).where(db.PairRow.campaign_id == campaign.id)
    concerns = or_(
        and_(db.ChangeRow.entity == "statement", db.ChangeRow.entity_id.in_(statements)),
        and_(db.ChangeRow.entity == "pair", db.ChangeRow.entity_id.in_(written)),
    )
    decided = select(func.count(func.distinct(db.ChangeRow.user_id)), func.count())
    translated = select(
        func.count(func.distinct(db.Translation.translator_id)), func.count(func.distinct(db.Translation.editor_id))
    ).where(db.Translation.status == db.TranslationStatus.ACCEPTED, db.Translation.pair_id.in_(written))
    curators, decisions = session.execute(decided.where(db.ChangeRow.user_id.is_not(None), concerns)).one()
    translators, editors = session.execute(translated).one()
    today = datetime.now(UTC).date().isoformat()
    return StatementFacts(campaign, figures, pairs, about, curators, decisions, translators, editors, today)


def data_statement(facts: StatementFacts, language: SiteLanguage) -> str:
    """Markdown; one paragraph a fact, in the order in which readers ask."""
    t = language.text
    sections: dict[str, list[str]] = {
        "what": list(_what(facts, language)),
        "where": list(_where(facts, language)),
        "who": list(_who(facts, language)),
        "how": list(_how(facts, language)),
        "agreement": list(_agreement(facts, language)),
        "files": [t("data-statement.files")],
        "complete": [t(f"data-statement.complete.{name}") for name in ("recruiting", "licence", "limits")],
    }
    lines = [f"# {t('data-statement.title', title=_plain(facts.campaign.title))}", "", t("data-statement.warning"), ""]
    for name, paragraphs in sections.items():
        if paragraphs:
            heading = f"## {t(f'data-statement.{name}.title')}"
            lines += [heading, "", *(f"- {paragraph}" for paragraph in paragraphs), ""]
    return "\n".join(lines).rstrip() + "\n"


def _what(facts: StatementFacts, language: SiteLanguage) -> Iterator[str]:
    for code, pairs in facts.pairs.items():
        kinds = Counter(pair.bias_type for pair in pairs).most_common()
        listed = ", ".join(f"{language.text(f'bias.{kind}')} ({language.number(count)})" for kind, count in kinds)
        anti = sum(pair.direction == "antistereo" for pair in pairs)
        yield language.plural("data-statement.pairs", len(pairs), language=code, listed=listed, anti=anti)
    yield language.text("data-statement.pair" if facts.pairs else "data-statement.no-pairs")


def _where(facts: StatementFacts, language: SiteLanguage) -> Iterator[str]:
    if days := facts.figures.days:
        first, last = (language.day(str(day["day"])) for day in (days[0], days[-1]))
        key = "data-statement.day" if first == last else "data-statement.dates"
        yield language.text(key, **({"day": first} if first == last else {"first": first, "last": last}))
    if organiser := _plain(", ".join(filter(None, (facts.campaign.organiser, facts.campaign.contact)))):
        yield language.text("data-statement.organiser", organiser=organiser)
    yield language.text("data-statement.made", version=__version__, day=language.day(facts.on))


def _who(facts: StatementFacts, language: SiteLanguage) -> Iterator[str]:
    """How many gave each answer about themselves, the rare ones together: one answer of one person could give them
    away."""
    yield language.plural("data-statement.participants", facts.figures.participants)
    for task in TASKS:
        counted = facts.figures.tasks[task]
        if counted.contributions:
            yield language.text(f"data-statement.task.{task}", **structs.asdict(counted))
    for question, answers in facts.about.items():
        shown = {language.text(f"about.{question}.{key}"): n for key, n in answers.items() if n >= FEWEST_SHOWN}
        if rare := sum(answers.values()) - sum(shown.values()):
            shown[language.text("data-statement.rare", fewest=FEWEST_SHOWN)] = rare
        listed = ", ".join(f"{answer} ({language.number(n)})" for answer, n in shown.items())
        name = language.text(f"data-statement.about.{question}")
        yield language.text("data-statement.about", question=name, listed=listed)
    yield language.text("data-statement.privacy")


def _how(facts: StatementFacts, language: SiteLanguage) -> Iterator[str]:
    figures, controls = facts.figures, facts.figures.controls
    contributed = figures.tasks["statements"].contributions
    if contributed:
        counts = {status: figures.statuses.get(status, 0) for status in db.StatementStatus}
        yield language.text("data-statement.curating", contributed=contributed, **counts)
        yield language.plural("data-statement.curators", facts.curators, decisions=facts.decisions)
        yield language.plural("data-statement.antistereo", figures.directions["contributed"]["antistereo"].count)
    if facts.pairs:
        yield language.text("data-statement.pair-writing")
    if facts.translators:
        yield language.text("data-statement.translating", translators=facts.translators, editors=facts.editors)
    yield language.text("data-statement.judging")
    if controls.judgments:
        right = language.percent(100 * controls.right / controls.judgments, 0)
        yield language.plural("data-statement.controls", controls.judgments, right=right)
        error = CampaignSettings.read(facts.campaign.settings).controls_error
        yield language.text("data-statement.controls.failed", failed=controls.failed, error=language.percent(error))
    if figures.set_aside:
        yield language.plural("data-statement.set-aside", figures.set_aside)


def _agreement(facts: StatementFacts, language: SiteLanguage) -> Iterator[str]:
    figures = facts.figures
    if figures.fluency:
        rate = structs.asdict(figures.fluency.fluent)
        yield language.text("data-statement.fluency", corrections=figures.fluency.corrections, **rate)
    for key, alphas in (("alpha", figures.agreement), ("alpha-all", figures.agreement_all)):
        for distance, alpha in alphas.get("categories", {}).items():
            yield language.text(f"data-statement.{key}.{distance}", **asdict(alpha))
    for question in VALIDATED:
        for alpha in figures.agreement.get(f"validation-{question}", {}).values():
            name = language.text(f"validation.{question}")
            yield language.text("data-statement.alpha.validation", question=name, **asdict(alpha))
    if second := figures.second_opinions:
        yield language.plural("data-statement.second", second.statements, same=second.same)
    if against := figures.against_original:
        shares = {name: language.percent(share.percent, 0) for name, share in against.items()}
        yield language.text("data-statement.against", **shares)


def _plain(text: str) -> str:
    """An organiser's own words inside Markdown: one line, and nothing that Markdown would act on."""
    return "".join(f"\\{mark}" if mark in "\\`*_[]<>#|" else mark for mark in " ".join(text.split()))


def pack(export: Export, folder: str) -> bytes:
    """All files in one folder of a ZIP; equal exports give equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in export.files.items():
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@endpoint("/curate/export", Access.CURATOR)
async def page(here: Visit) -> Page:
    export, _ = await compute(here, make_export, here.campaign.id)
    code = here.language.code if here.language.code in LANGUAGES else "en"
    return show(
        "curate_export.html",
        pairs={language: len(pairs) for language, pairs in export.pairs.items()},
        statement=export.files[f"DATA_STATEMENT.{code}.md"].decode(),
        findings=export.findings,
    )


@endpoint("/curate/export", Access.CURATOR, "POST")
async def download(here: Visit) -> Response:
    """Sent as a form, because taking data out is noted."""
    await read_form(here.request)
    folder, user_id = slug(here.campaign.title), here.curator.id
    export, _ = await compute(here, make_export, here.campaign.id)
    await here.store.write(lambda session: note_export(session, export, user_id))
    for some in batches(export.statements):
        await here.store.write(partial(note_words, statements=some, made_at=export.made_at))
    headers = {"Content-Disposition": f'attachment; filename="{folder}.zip"'}
    packed = await to_thread.run_sync(pack, export, folder)
    return Response(packed, media_type="application/zip", headers=headers)


def slug(title: str) -> str:
    """A title as a file's name: letters and digits of ASCII, and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "corpus"
