"""The pair editor: the statement on one side, the contrasting sentence on the other, and `data check` beside them, in
the writer's language, with what differs marked. And pairs in another language: one person translates, another edits.

As in French CrowS-Pairs, a translator's work is revised and validated by an editor who is somebody else. The editor
translates it back without help, and sees what became of the original. Whoever changes a text becomes its translator:
it waits for an editor again.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from epicene.collect.campaigns import LANGUAGE_CODE
from epicene.collect.curate.near_text_cache import AlikePairs
from epicene.collect.curate.pair_proposal import Proposal, propose
from epicene.collect.message_catalogue import SiteLanguage
from epicene.collect.store import schema as db
from epicene.collect.store.change_history import changes_of, record, recorded, snapshot
from epicene.collect.store.database import count_by
from epicene.collect.web import credentials
from epicene.collect.web import site_pages as site
from epicene.collect.web.visits import LARGEST_ID, Access, Visit, find_row
from epicene.core.types import Item, Role, Text
from epicene.data.checking.check import NOTE, UNUSABLE, WARNING, Finding, check
from epicene.data.checking.differences import differences
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS
from epicene.grammar.word_patterns import Word
from epicene.kinds.pairs.kind import PAIRS

LONGEST = 500
LONGEST_GROUP = 100
# Of the frame, what a curator may leave out; the answers of the Social Bias Inference Corpus (Sap et al. 2020).
FRAME_ANSWERS = {"intent": ("1.0", "0.66", "0.33", "0.0"), "in_group": ("1.0", "0.5", "0.0")}
# By a curator.
WRITTEN = ("more", "less", "direction", "bias_type", "target", "contrast", "implied", *FRAME_ANSWERS, "note")


# What stands in the form of a new pair before anything is written.
_BLANK = {**dict.fromkeys(WRITTEN, ""), "direction": DIRECTIONS[0], "status": db.PairStatus.DRAFT}
_STATUS = {"save": db.PairStatus.DRAFT, "ready": db.PairStatus.READY, "reject": db.PairStatus.REJECTED}


def one_line(text: str) -> str:
    """A sentence is one field of one line in a file; a newline or tab in it becomes a space."""
    return " ".join(re.split(r"[\n\t]+", text)).strip()


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet that opens the exported table would run this instead of showing it; some take the wide
    signs of East Asian keyboards (＝) for the plain ones, and pass over spaces and what cannot be seen."""
    visible = (mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark)[0] not in "ZC")
    return next(visible, "") in ("=", "+", "-", "−", "@")


class TextRun(NamedTuple):
    """A stretch of a sentence; `differs` where the other sentence has something else there."""

    text: str
    differs: bool


def mark_differences(more: str, less: str) -> tuple[list[TextRun], list[TextRun]]:
    """Both sentences cut into runs; put together again, the runs are the sentences to the letter."""
    differing = differences(more, less)
    return _runs(more, [row.more for row in differing]), _runs(less, [row.less for row in differing])


def _runs(text: str, differing: Iterable[tuple[Word, ...]]) -> list[TextRun]:
    runs, start = [], 0
    for words in differing:
        if words:
            first, last = words[0].start, words[-1].end
            runs += [TextRun(text[start:first], False), TextRun(text[first:last], True)]
            start = last
    runs.append(TextRun(text[start:], False))
    return [run for run in runs if run.text]


class Remark(NamedTuple):
    """A finding as the writer reads it; `detail` quotes words, `pair` is the number of the other one, if there is."""

    severity: str
    kind: str
    text: str
    detail: str = ""
    pair: int | None = None


class CheckedPair(NamedTuple):
    more: list[TextRun]
    less: list[TextRun]
    remarks: list[Remark]


def pair_item(name: str, more: str, less: str, code: str, bias_type: str, line: int = 0) -> Item:
    """A pair as `data check` reads it."""
    return Item(name, {Role.MORE: Text(more), Role.LESS: Text(less)}, code, bias_type, cluster=name, line=line)


def check_pair(
    more: str, less: str, bias_type: str, code: str, language: SiteLanguage, others: AlikePairs | None = None
) -> CheckedPair:
    """What differs, and what is wrong with it; `code` is the pair's language, `language` the writer's."""
    item = pair_item("this", more, less, code, bias_type)
    remarks = [_remark(finding, language) for finding in check([item], "", PAIRS) if finding.item_id]
    twins = others or AlikePairs()
    for severity, kind, numbers in ((WARNING, "duplicate", twins.same), (NOTE, "near-duplicate", twins.near)):
        remarks += [Remark(severity, kind, language.text(f"check.{kind}"), pair=number) for number in numbers]
    return CheckedPair(*mark_differences(more, less), remarks)


def _remark(finding: Finding, language: SiteLanguage) -> Remark:
    """Words are quoted as the writer's language does; None stands for nothing on that side."""

    def quoted(words: str | None) -> str:
        return language.text("check.nothing") if words is None else language.text("check.quoted", words=words)

    kind = f"{finding.kind}.{finding.sort}" if finding.sort else finding.kind
    text = language.text_or(f"check.{kind}", finding.message)  # a check newer than the catalogue
    detail = ", ".join(" / ".join(map(quoted, sides)) for sides in finding.quoted)
    return Remark(finding.severity, finding.kind, text, detail)


@site.get("/curate/pairs", Access.CURATOR)
def list_pairs(here: Visit, session: Session) -> site.Page:
    status = here.query.get("status", db.PairStatus.DRAFT)
    if status not in set(db.PairStatus):
        raise HTTPException(404)
    mine = db.PairRow.campaign_id == here.campaign.id
    listing = site.read_listing(
        session, here, select(db.PairRow).where(mine, db.PairRow.status == status).order_by(db.PairRow.id)
    )
    translations: dict[int, list[db.Translation]] = {pair.id: [] for pair in listing.rows}
    for row in session.scalars(select(db.Translation).where(db.Translation.pair_id.in_(translations))):
        translations[row.pair_id].append(row)
    return site.show(
        "curate_pairs.html",
        pairs=[(pair, *mark_differences(pair.more, pair.less), translations[pair.id]) for pair in listing.rows],
        counts=count_by(session, db.PairRow.status, mine),
        shown=status,
        statuses=list(db.PairStatus),
        listing=listing,
    )


@site.endpoint("/curate/pairs/new", Access.CURATOR)
@site.endpoint("/curate/pairs/{id:int}", Access.CURATOR)
async def edit(here: Visit) -> site.Page:
    """The form: for a new pair, from a statement or afresh, or for one that exists."""
    pair_id, statement_id = _pair_id(here), site.row_number(here.query.get("statement", ""))
    draft = await here.store.read(lambda session: _open(session, here.campaign.id, pair_id, statement_id))
    is_begun = not pair_id and (draft.more or draft.less)
    return await _show(here, draft, _fill_in(draft, here.campaign.language) if is_begun else None)


def _open(session: Session, campaign_id: int, pair_id: int | None, statement_id: int | None) -> db.PairRow:
    """A pair as it is kept; without a number a new one, which is not in the database."""
    if pair_id is not None:
        return find_row(session, db.PairRow, pair_id, campaign_id)
    draft = db.PairRow(**_BLANK)
    if statement_id is not None:
        statement = find_row(session, db.Statement, statement_id, campaign_id)
        for name in ("target", "contrast", "implied", "direction"):
            setattr(draft, name, one_line(getattr(statement, name)))
        side = "more" if statement.direction == DIRECTIONS[0] else "less"
        setattr(draft, side, one_line(statement.text))
        draft.statement_id, draft.bias_type = statement.id, statement.settled_type or statement.bias_type
    return draft


def _fill_in(draft: db.PairRow, language: str) -> Proposal:
    """Write the other sentence where it can be. The disadvantaged group is in the first sentence of a stereotype, and
    in the second where a stereotype is contradicted."""
    given, other = ("more", "less") if draft.direction == DIRECTIONS[0] else ("less", "more")
    proposal = propose(getattr(draft, given), draft.target, draft.contrast, language)
    setattr(draft, other, proposal.text or getattr(draft, other))
    return proposal


@site.endpoint("/curate/pairs/new", Access.CURATOR, "POST")
@site.endpoint("/curate/pairs/{id:int}", Access.CURATOR, "POST")
async def save(here: Visit) -> site.Outcome:
    """What the button said: propose, check, save, make ready, or reject. Whatever was typed is on the next page."""
    form = await site.read_form(here.request)
    action = form.raw("do")
    written = {
        **{name: one_line(form.text(name, LONGEST_GROUP)) for name in ("target", "contrast")},
        **{name: one_line(form.text(name, LONGEST)) for name in ("implied", "more", "less")},
        **{name: given for name, known in FRAME_ANSWERS.items() if (given := form.raw(name)) in known},
        **{name: form.raw(name) for name in ("direction", "bias_type")},
        "note": form.text("note", LONGEST),
    }
    keys = {"id": _pair_id(here), "statement_id": form.number("statement"), "version": form.number("version")}
    draft, is_confirmed = db.PairRow(**{**_BLANK, **keys, **written}), form.raw("confirmed") == "yes"
    if action in ("propose", "check"):
        proposal = _fill_in(draft, here.campaign.language) if action == "propose" else None
        return await _show(here, draft, proposal, is_confirmed=is_confirmed)
    if action not in _STATUS:
        raise HTTPException(400)
    if again := await here.store.read(lambda session: _sent_before(session, draft, _STATUS[action], here)):
        return f"/curate/pairs/{again}"
    checked = await _checked(here, draft)
    if problem := _problem(draft, checked, action, is_confirmed, here.campaign.settings.types):
        return await _show(here, draft, problem=problem, checked=checked, is_confirmed=is_confirmed)
    return f"/curate/pairs/{await here.store.write(lambda session: _keep(session, draft, action, here))}"


def _problem(draft: db.PairRow, checked: CheckedPair, wanted: str, is_confirmed: bool, types: Sequence[str]) -> str:
    """Why the pair cannot be kept as wanted; the message's key."""
    if not draft.more and not draft.less:
        return "pair.problem.empty"
    if draft.bias_type not in types or draft.direction not in DIRECTIONS:
        return "pair.problem.type"
    if wanted == "reject" and not draft.note:
        return "pair.problem.reason"
    if wanted != "ready":
        return ""
    severities = {remark.severity for remark in checked.remarks}
    if UNUSABLE in severities or not (draft.more and draft.less):
        return "pair.problem.unusable"
    if any(map(looks_like_formula, (draft.more, draft.less, draft.target, draft.contrast, draft.implied))):
        return "pair.problem.formula"
    return "pair.problem.confirm" if WARNING in severities and not is_confirmed else ""


def _keep(session: Session, draft: db.PairRow, action: str, here: Visit) -> int:
    user_id, status = here.curator.id, _STATUS[action]
    if draft.id is None:
        statement = draft.statement_id and find_row(session, db.Statement, draft.statement_id, here.campaign.id)
        if statement and statement.status != db.StatementStatus.ACCEPTED:
            raise HTTPException(409)
        if (again := _sent_before(session, draft, status, here)) is not None:
            return again
        pair, before = (
            db.PairRow(campaign_id=here.campaign.id, statement_id=draft.statement_id, created_by_id=user_id),
            None,
        )
        session.add(pair)
    else:
        pair = find_row(session, db.PairRow, draft.id, here.campaign.id)
        if pair.version != draft.version:
            raise HTTPException(409)
        before = snapshot(pair)
        if (pair.more, pair.less) != (draft.more, draft.less):
            _ask_for_editing_again(session, pair, user_id)
    for name in WRITTEN:
        setattr(pair, name, getattr(draft, name))
    pair.status = status
    record(session, action, pair, user_id=user_id, before=before, reason=draft.note)
    return pair.id


def _sent_before(session: Session, draft: db.PairRow, status: db.PairStatus, here: Visit) -> int | None:
    """The pair that this very form has made already: a double click sends it twice."""
    if draft.id is not None:
        return None
    same = {name: getattr(draft, name) for name in ("statement_id", "more", "less", "direction", "bias_type", "note")}
    made = select(db.PairRow.id).filter_by(campaign_id=here.campaign.id, status=status, **same)
    return session.scalar(made.limit(1))


def _ask_for_editing_again(session: Session, pair: db.PairRow, user_id: int) -> None:
    """What an editor accepted was the translation of other words."""
    accepted = db.Translation.status == db.TranslationStatus.ACCEPTED
    for row in session.scalars(select(db.Translation).where(db.Translation.pair_id == pair.id, accepted)).all():
        with recorded(session, "reopen", row, user_id):
            row.status, row.editor_id, row.edited_at = db.TranslationStatus.TRANSLATED, None, None


async def _show(
    here: Visit,
    draft: db.PairRow,
    proposal: Proposal | None = None,
    problem: str = "",
    checked: CheckedPair | None = None,
    is_confirmed: bool = False,
) -> site.Page:
    pair_id = draft.id
    return site.show(
        "curate_pair.html",
        400 if problem else 200,
        draft=draft,
        checked=checked or await _checked(here, draft),
        proposal=proposal,
        problem=problem,
        history=await here.store.read(lambda session: changes_of(session, "pair", pair_id)) if pair_id else [],
        longest=LONGEST,
        longest_group=LONGEST_GROUP,
        frame_answers=FRAME_ANSWERS,
        directions=DIRECTIONS,
        is_confirmed=is_confirmed,
    )


async def _checked(here: Visit, draft: db.PairRow) -> CheckedPair:
    sides, others = (draft.more, draft.less), AlikePairs()
    if all(sides):
        of_pair, seconds = here.app.near_texts.of_pair, here.app.settings.near_seconds
        others = await site.read_slowly(here, lambda session: of_pair(session, here.campaign, sides, draft.id, seconds))
    bias_type = draft.bias_type if draft.bias_type in BIAS_TYPES else "other"
    return check_pair(*sides, bias_type, here.campaign.language, here.language, others)


class TypedPair(msgspec.Struct):
    more: str
    less: str
    pair: object = None


@site.endpoint("/curate/pairs/check.json", Access.CURATOR, "POST")
async def check_json(here: Visit) -> JSONResponse:
    """The check as one types: the two sentences in, marked runs and remarks out."""
    body = await site.read_body(here.request)
    if not credentials.same(here.request.headers.get("x-token", ""), here.token):
        raise HTTPException(403)
    try:
        typed = msgspec.convert(json.loads(body), TypedPair)
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    more, less = (one_line(site.clean(text)[:LONGEST].strip()) for text in (typed.more, typed.less))
    number = typed.pair if type(typed.pair) is int and 0 < typed.pair <= LARGEST_ID else None
    checked = await _checked(here, db.PairRow(id=number, more=more, less=less))
    return JSONResponse({**checked._asdict(), "remarks": [remark._asdict() for remark in checked.remarks]})


def _pair_id(here: Visit) -> int | None:
    return here.row_id if "id" in here.request.path_params else None


_TEXTS = ("more", "less", "back_more", "back_less", "note")


@site.get("/curate/translations", Access.CURATOR)
def list_waiting(here: Visit, session: Session) -> site.Page:
    """Translations that wait for an editor, and ready pairs that have no translation yet."""
    of_campaign = db.PairRow.campaign_id == here.campaign.id
    waiting = (
        select(db.Translation, db.PairRow, db.User.name)
        .join(db.PairRow, db.PairRow.id == db.Translation.pair_id)
        .join(db.User, db.User.id == db.Translation.translator_id)
        .where(of_campaign, db.Translation.status == db.TranslationStatus.TRANSLATED)
        .order_by(db.Translation.id)
    )
    untranslated = select(db.PairRow).where(
        of_campaign, db.PairRow.status == db.PairStatus.READY, db.PairRow.id.not_in(select(db.Translation.pair_id))
    )
    return site.show(
        "curate_translations.html",
        waiting=session.execute(waiting).all(),
        untranslated=site.read_listing(session, here, untranslated.order_by(db.PairRow.id)),
        into="fr" if here.campaign.language.startswith("en") else "en",
    )


@site.get("/curate/pairs/{id:int}/translations/{language}", Access.CURATOR)
def show_translation(here: Visit, session: Session, problem: str = "", typed: site.SentForm | None = None) -> site.Page:
    pair, row, code = _open_translation(here, session)
    people = select(db.User.id, db.User.name).where(db.User.id.in_((row.translator_id, row.editor_id) if row else ()))
    shown = typed or site.SentForm({name: [getattr(row, name)] for name in _TEXTS} if row else {})
    more, less = shown.text("more", LONGEST), shown.text("less", LONGEST)
    backs = ((pair.more, row.back_more), (pair.less, row.back_less)) if row else ()
    return site.show(
        "curate_translation.html",
        400 if problem else 200,
        pair=pair,
        row=row,
        history=changes_of(session, "translation", row.id) if row else [],
        names=dict(session.execute(people).all()),
        code=code,
        shown=shown,
        checked=check_pair(more, less, pair.bias_type, code, here.language) if more or less else None,
        compared=[mark_differences(original, back) for original, back in backs if back],
        mine=row is not None and row.translator_id == here.curator.id,
        problem=problem,
        longest=LONGEST,
    )


@site.post("/curate/pairs/{id:int}/translations/{language}", Access.CURATOR)
def save_translation(here: Visit, session: Session, form: site.SentForm) -> site.Outcome:
    """Translate, accept or reject; the same rules hold whatever buttons the page showed."""
    (pair, row, code), action = _open_translation(here, session), form.raw("do")
    if action == "check":
        return show_translation(here, session, typed=form)
    if action not in ("translate", "accept", "reject"):
        raise HTTPException(400)
    if (row.version if row else None) != form.number("version"):
        raise HTTPException(409)
    if action == "translate":
        problem = _translate(session, pair, row, code, form, here.curator.id)
    elif row is None:
        raise HTTPException(404)
    else:
        problem = _edit(session, row, form, here.curator.id, action)
    return show_translation(here, session, problem, form) if problem else here.request.url.path


def _translate(
    session: Session, pair: db.PairRow, row: db.Translation | None, code: str, form: site.SentForm, user_id: int
) -> str:
    more, less = (one_line(form.text(name, LONGEST)) for name in ("more", "less"))
    if pair.status != db.PairStatus.READY:
        return "translation.problem.not-ready"
    if not more or not less or more == less:
        return "translation.problem.empty"
    if looks_like_formula(more) or looks_like_formula(less):
        return "pair.problem.formula"
    before = snapshot(row) if row else None
    if row is None:
        row = db.Translation(pair_id=pair.id, language=code)
        session.add(row)
    row.more, row.less, row.note = more, less, form.text("note", LONGEST)
    row.translator_id, row.status = user_id, db.TranslationStatus.TRANSLATED
    row.editor_id, row.edited_at, row.back_more, row.back_less = None, None, "", ""
    record(session, "translate", row, user_id=user_id, before=before)
    return ""


def _edit(session: Session, row: db.Translation, form: site.SentForm, user_id: int, action: str) -> str:
    back_more, back_less = (one_line(form.text(name, LONGEST)) for name in ("back_more", "back_less"))
    note, is_accepted = form.text("note", LONGEST), action == "accept"
    if row.translator_id == user_id:
        return "translation.problem.same-person"
    if is_accepted and not (back_more and back_less):
        return "translation.problem.back"
    if not is_accepted and not note:
        return "translation.problem.reason"
    with recorded(session, action, row, user_id, note):
        row.back_more, row.back_less, row.note = back_more, back_less, note
        row.status = db.TranslationStatus.ACCEPTED if is_accepted else db.TranslationStatus.REJECTED
        row.editor_id, row.edited_at = user_id, db.now()
    return ""


def _open_translation(here: Visit, session: Session) -> tuple[db.PairRow, db.Translation | None, str]:
    """The pair that the address names, its translation, if there is one, and the language of that."""
    code: str = here.request.path_params["language"]
    if not LANGUAGE_CODE.fullmatch(code) or code.split("-")[0] == here.campaign.language.split("-")[0]:
        raise HTTPException(404)
    pair = find_row(session, db.PairRow, here.row_id, here.campaign.id)
    made = select(db.Translation).where(db.Translation.pair_id == pair.id, db.Translation.language == code)
    return pair, session.scalar(made), code
