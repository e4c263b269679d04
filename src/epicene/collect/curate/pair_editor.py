"""The pair editor: the statement on one side, the contrasting sentence on the other, and `data check` beside them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.curate.near_text_cache import AlikePairs
from epicene.collect.curate.pair_check import Checked, check_pair, mark_differences
from epicene.collect.curate.pair_proposal import Proposal, propose
from epicene.collect.store.change_history import changes_of, record, snapshot
from epicene.collect.store.schema import (
    Pair,
    PairStatus,
    Role,
    Statement,
    StatementStatus,
    Translation,
    TranslationStatus,
)
from epicene.collect.web import credentials
from epicene.collect.web.forms import LARGEST_ID, Form, clean, read_body, read_form, row_number
from epicene.collect.web.identity import Visit, find_row, form_token, requires, visit, workshop
from epicene.collect.web.page_templates import PAGE, go_to, page_number, pages_of, render
from epicene.collect.web.slow_pages import read_slowly
from epicene.data.vocabulary import BIAS_TYPES, DIRECTIONS

LONGEST = 500
LONGEST_GROUP = 100
WRITTEN = ("more", "less", "direction", "bias_type", "target", "contrast", "implied", "note")  # by a curator


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair as it stands in the form."""

    pair_id: int | None = None
    statement_id: int | None = None
    version: int | None = None
    target: str = ""
    contrast: str = ""
    implied: str = ""
    more: str = ""
    less: str = ""
    direction: str = DIRECTIONS[0]
    bias_type: str = ""
    note: str = ""
    status: str = PairStatus.DRAFT
    confirmed: bool = False


@requires(Role.CURATOR)
async def list_pairs(request: Request) -> Response:
    here = await visit(request)
    status = request.query_params.get("status", PairStatus.DRAFT)
    if status not in set(PairStatus):
        raise HTTPException(404)
    page = page_number(request)

    def read(session: Session) -> tuple[list[Pair], dict[str, int], dict[int, list[Translation]]]:
        mine = Pair.campaign_id == here.campaign.id
        counts = session.execute(select(Pair.status, func.count()).where(mine).group_by(Pair.status))
        chosen = select(Pair).where(mine, Pair.status == status).order_by(Pair.id)
        pairs = list(session.scalars(chosen.limit(PAGE).offset((page - 1) * PAGE)))
        translations: dict[int, list[Translation]] = {pair.id: [] for pair in pairs}
        for row in session.scalars(select(Translation).where(Translation.pair_id.in_(translations))):
            translations[row.pair_id].append(row)
        return pairs, dict(counts.all()), translations

    pairs, counts, translations = await workshop(request).store.read(read)
    return await render(
        request,
        "curate_pairs.html",
        pairs=[(pair, *mark_differences(pair.more, pair.less), translations[pair.id]) for pair in pairs],
        counts=counts,
        shown=status,
        statuses=list(PairStatus),
        page=page,
        pages=pages_of(counts.get(status, 0)),
    )


@requires(Role.CURATOR)
async def edit(request: Request) -> Response:
    """The form: for a new pair, from a statement or afresh, or for one that exists."""
    here = await visit(request)
    pair_id = _pair_id(request)
    statement_id = row_number(request.query_params.get("statement", ""))
    draft = await workshop(request).store.read(
        lambda session: (
            _open(session, here.campaign.id, pair_id)
            if pair_id
            else _from_statement(session, here.campaign.id, statement_id)
        )
    )
    proposal = None
    if not pair_id and (draft.more or draft.less):
        draft, proposal = _proposed(draft, here.campaign.language)
    return await _show(request, draft, proposal)


def _proposed(draft: Draft, language: str) -> tuple[Draft, Proposal]:
    """With the other sentence filled in where it can be. The disadvantaged group is in the first sentence of a
    stereotype, and in the second where a stereotype is contradicted."""
    if draft.direction == DIRECTIONS[0]:
        proposal = propose(draft.more, draft.target, draft.contrast, language)
        return replace(draft, less=proposal.text or draft.less), proposal
    proposal = propose(draft.less, draft.target, draft.contrast, language)
    return replace(draft, more=proposal.text or draft.more), proposal


@requires(Role.CURATOR)
async def save(request: Request) -> Response:
    """What the button said: propose, check, save, make ready, or reject. Whatever was typed is on the next page."""
    here = await visit(request)
    form = await read_form(request)
    draft = _read(form, _pair_id(request))
    wanted = form.raw("do")
    if wanted == "propose":
        return await _show(request, *_proposed(draft, here.campaign.language))
    if wanted == "check":
        return await _show(request, draft)
    if wanted not in _STATUS:
        raise HTTPException(400)
    store, status = workshop(request).store, _STATUS[wanted]
    if again := await store.read(lambda session: _sent_before(session, draft, status, here)):
        return go_to(f"/curate/pairs/{again}")
    checked = await _checked(request, draft, here)
    if problem := _problem(draft, checked, wanted, here.campaign.settings.types):
        return await _show(request, draft, problem=problem, checked=checked)
    pair_id = await store.write(lambda session: _keep(session, draft, status, here))
    return go_to(f"/curate/pairs/{pair_id}")


_STATUS = {"save": PairStatus.DRAFT, "ready": PairStatus.READY, "reject": PairStatus.REJECTED}


def _problem(draft: Draft, checked: Checked, wanted: str, types: Sequence[str]) -> str:
    """Why the pair cannot be kept as wanted; the message's key."""
    if not draft.more and not draft.less:
        return "pair.problem.empty"
    if draft.bias_type not in types or draft.direction not in DIRECTIONS:
        return "pair.problem.type"
    if wanted == "reject" and not draft.note:
        return "pair.problem.reason"
    if wanted == "ready" and (checked.is_unusable or not (draft.more and draft.less)):
        return "pair.problem.unusable"
    if wanted == "ready" and any(looks_like_formula(text) for text in (draft.more, draft.less)):
        return "pair.problem.formula"
    if wanted == "ready" and checked.warns and not draft.confirmed:
        return "pair.problem.confirm"
    return ""


def _keep(session: Session, draft: Draft, status: PairStatus, here: Visit) -> int:
    if here.user is None:
        raise HTTPException(403)
    if draft.pair_id is None:
        _must_be_accepted(session, draft, here)
        if (again := _sent_before(session, draft, status, here)) is not None:
            return again
        pair = Pair(campaign_id=here.campaign.id, statement_id=draft.statement_id, created_by_id=here.user.id)
        session.add(pair)
        before = None
    else:
        pair = find_row(session, Pair, draft.pair_id, here.campaign.id)
        if pair.version != draft.version:
            raise HTTPException(409)
        before = snapshot(pair)
        if (pair.more, pair.less) != (draft.more, draft.less):
            _ask_for_editing_again(session, pair, here.user.id)
    for name in WRITTEN:
        setattr(pair, name, getattr(draft, name))
    pair.status = status
    action = {PairStatus.DRAFT: "save", PairStatus.READY: "ready", PairStatus.REJECTED: "reject"}[status]
    record(session, action, pair, user_id=here.user.id, before=before, reason=draft.note)
    return pair.id


def _sent_before(session: Session, draft: Draft, status: PairStatus, here: Visit) -> int | None:
    """The pair that this very form has made already: a double click sends it twice."""
    if draft.pair_id is not None:
        return None
    same = {name: getattr(draft, name) for name in ("statement_id", "more", "less", "direction", "bias_type", "note")}
    found = select(Pair.id).filter_by(campaign_id=here.campaign.id, status=status, **same)
    return session.scalar(found.limit(1))


def _ask_for_editing_again(session: Session, pair: Pair, user_id: int) -> None:
    """What an editor accepted was the translation of other words."""
    accepted = Translation.status == TranslationStatus.ACCEPTED
    for row in session.scalars(select(Translation).where(Translation.pair_id == pair.id, accepted)):
        before = snapshot(row)
        row.status, row.editor_id, row.edited_at = TranslationStatus.TRANSLATED, None, None
        record(session, "reopen", row, user_id=user_id, before=before)


def _must_be_accepted(session: Session, draft: Draft, here: Visit) -> None:
    if draft.statement_id is None:
        return
    if find_row(session, Statement, draft.statement_id, here.campaign.id).status != StatementStatus.ACCEPTED:
        raise HTTPException(409)


def _read(form: Form, pair_id: int | None) -> Draft:
    return Draft(
        pair_id=pair_id,
        statement_id=form.number("statement"),
        version=form.number("version"),
        target=form.text("target", LONGEST_GROUP),
        contrast=form.text("contrast", LONGEST_GROUP),
        implied=one_line(form.text("implied", LONGEST)),
        more=one_line(form.text("more", LONGEST)),
        less=one_line(form.text("less", LONGEST)),
        direction=form.raw("direction"),
        bias_type=form.raw("bias_type"),
        note=form.text("note", LONGEST),
        confirmed=form.raw("confirmed") == "yes",
    )


def one_line(text: str) -> str:
    """A sentence is one field of one line in a file; a newline or tab in it becomes a space."""
    return " ".join(re.split(r"[\n\t]+", text)).strip()


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet that opens the exported table would run this instead of showing it; some take the wide
    signs of East Asian keyboards (＝) for the plain ones, and pass over spaces."""
    return unicodedata.normalize("NFKC", text).lstrip().startswith(("=", "+", "-", "−", "@"))


def _open(session: Session, campaign_id: int, pair_id: int) -> Draft:
    pair = find_row(session, Pair, pair_id, campaign_id)
    same = {name: getattr(pair, name) for name in ("statement_id", "version", "status", *WRITTEN)}
    return Draft(pair_id=pair.id, **same)


def _from_statement(session: Session, campaign_id: int, statement_id: int | None) -> Draft:
    if statement_id is None:
        return Draft()
    statement = find_row(session, Statement, statement_id, campaign_id)
    text, is_stereo = one_line(statement.text), statement.direction == DIRECTIONS[0]
    return Draft(
        statement_id=statement.id,
        target=statement.target,
        contrast=statement.contrast,
        implied=one_line(statement.implied),
        direction=statement.direction,
        more=text if is_stereo else "",
        less="" if is_stereo else text,
        bias_type=statement.settled_type or statement.bias_type,
    )


async def _show(
    request: Request, draft: Draft, proposal: Proposal | None = None, problem: str = "", checked: Checked | None = None
) -> Response:
    here = await visit(request)
    checked = checked or await _checked(request, draft, here)
    pair_id = draft.pair_id
    history = await workshop(request).store.read(
        lambda session: changes_of(session, "pair", pair_id) if pair_id else []
    )
    return await render(
        request,
        "curate_pair.html",
        400 if problem else 200,
        draft=draft,
        checked=checked,
        proposal=proposal,
        problem=problem,
        history=history,
        directions=DIRECTIONS,
        longest=LONGEST,
        longest_group=LONGEST_GROUP,
    )


async def _checked(request: Request, draft: Draft, here: Visit) -> Checked:
    parts, sides = workshop(request), (draft.more, draft.less)
    others = AlikePairs()
    if all(sides):
        others = await read_slowly(
            request, lambda session: parts.near_texts.of_pair(session, here.campaign, sides, draft.pair_id)
        )
    bias_type = draft.bias_type if draft.bias_type in BIAS_TYPES else "other"
    return check_pair(*sides, bias_type, here.campaign.language, here.language, others)


@requires(Role.CURATOR)
async def check_json(request: Request) -> Response:
    """The check as one types: the two sentences in, marked runs and remarks out."""
    here = await visit(request)
    body = await read_body(request)
    if not credentials.same(request.headers.get("x-token", ""), form_token(request)):
        raise HTTPException(403)
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    if not isinstance(sent, dict) or not all(isinstance(sent.get(name), str) for name in ("more", "less")):
        raise HTTPException(400)
    more, less = (one_line(clean(sent[name])[:LONGEST].strip()) for name in ("more", "less"))
    number = sent.get("pair")
    is_number = isinstance(number, int) and not isinstance(number, bool) and 0 < number <= LARGEST_ID
    checked = await _checked(request, Draft(pair_id=number if is_number else None, more=more, less=less), here)
    return JSONResponse(
        {
            "more": [list(run) for run in checked.more],
            "less": [list(run) for run in checked.less],
            "remarks": [
                {"severity": remark.severity, "text": remark.text, "detail": remark.detail, "pair": remark.pair_id}
                for remark in checked.remarks
            ],
        }
    )


def _pair_id(request: Request) -> int | None:
    number: int | None = request.path_params.get("id")
    if number is not None and not 0 < number <= LARGEST_ID:
        raise HTTPException(404)
    return number


def pair_of(session: Session, request: Request, here: Visit) -> Pair:
    """The pair that the address names, if it is one of this campaign's."""
    return find_row(session, Pair, _pair_id(request) or 0, here.campaign.id)


routes = [
    Route("/curate/pairs", list_pairs),
    Route("/curate/pairs/check.json", check_json, methods=["POST"]),
    Route("/curate/pairs/new", edit, methods=["GET"]),
    Route("/curate/pairs/new", save, methods=["POST"]),
    Route("/curate/pairs/{id:int}", edit, methods=["GET"]),
    Route("/curate/pairs/{id:int}", save, methods=["POST"]),
]
