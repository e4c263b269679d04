"""The pair editor: the statement on one side, the contrasting sentence on the other, and `data check` beside them, in
the writer's language, with what differs marked."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from epicene.collect.curate.near_text_cache import AlikePairs
from epicene.collect.curate.pair_proposal import Proposal, propose
from epicene.collect.message_catalogue import Language
from epicene.collect.store.change_history import changes_of, record, recorded, snapshot
from epicene.collect.store.database import count_by
from epicene.collect.store.schema import Pair, PairStatus, Statement, StatementStatus, Translation, TranslationStatus
from epicene.collect.web import credentials
from epicene.collect.web.site_pages import (
    LARGEST_ID,
    PAGE,
    clean,
    go_to,
    page_number,
    pages_of,
    read_body,
    read_form,
    read_slowly,
    render,
    row_number,
)
from epicene.collect.web.visits import Visit, find_row, for_curators, form_token
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
_BLANK = {**dict.fromkeys(WRITTEN, ""), "direction": DIRECTIONS[0], "status": PairStatus.DRAFT}
_STATUS = {"save": PairStatus.DRAFT, "ready": PairStatus.READY, "reject": PairStatus.REJECTED}


def one_line(text: str) -> str:
    """A sentence is one field of one line in a file; a newline or tab in it becomes a space."""
    return " ".join(re.split(r"[\n\t]+", text)).strip()


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet that opens the exported table would run this instead of showing it; some take the wide
    signs of East Asian keyboards (＝) for the plain ones, and pass over spaces and what cannot be seen."""
    visible = (mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark)[0] not in "ZC")
    return next(visible, "") in ("=", "+", "-", "−", "@")


class Run(NamedTuple):
    """A stretch of a sentence; `differs` where the other sentence has something else there."""

    text: str
    differs: bool


def mark_differences(more: str, less: str) -> tuple[list[Run], list[Run]]:
    """Both sentences cut into runs; put together again, the runs are the sentences to the letter."""
    differing = differences(more, less)
    return _runs(more, [row.more for row in differing]), _runs(less, [row.less for row in differing])


def _runs(text: str, differing: Iterable[tuple[Word, ...]]) -> list[Run]:
    runs, start = [], 0
    for words in differing:
        if words:
            first, last = words[0].start, words[-1].end
            runs += [Run(text[start:first], False), Run(text[first:last], True)]
            start = last
    runs.append(Run(text[start:], False))
    return [run for run in runs if run.text]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding as the writer reads it; `detail` quotes words, `pair_id` names the other pair where there is one."""

    severity: str
    kind: str
    text: str
    detail: str = ""
    pair_id: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    more: list[Run]
    less: list[Run]
    remarks: list[Remark]

    @property
    def is_unusable(self) -> bool:
        return any(remark.severity == UNUSABLE for remark in self.remarks)

    @property
    def warns(self) -> bool:
        return any(remark.severity == WARNING for remark in self.remarks)


def pair_item(name: str, more: str, less: str, code: str, bias_type: str, line: int = 0) -> Item:
    """A pair as `data check` reads it."""
    return Item(name, {Role.MORE: Text(more), Role.LESS: Text(less)}, code, bias_type, cluster=name, line=line)


def check_pair(
    more: str, less: str, bias_type: str, code: str, language: Language, others: AlikePairs | None = None
) -> Checked:
    """What differs, and what is wrong with it; `code` is the pair's language, `language` the writer's."""
    item = pair_item("this", more, less, code, bias_type)
    remarks = [_remark(finding, language) for finding in check([item], "", PAIRS) if finding.item_id]
    twins = others or AlikePairs()
    for severity, kind, numbers in ((WARNING, "duplicate", twins.same), (NOTE, "near-duplicate", twins.near)):
        remarks += [Remark(severity, kind, language.text(f"check.{kind}"), pair_id=number) for number in numbers]
    return Checked(*mark_differences(more, less), remarks)


def _remark(finding: Finding, language: Language) -> Remark:
    """Words are quoted as the writer's language does; None stands for nothing on that side."""

    def quoted(words: str | None) -> str:
        return language.text("check.nothing") if words is None else language.text("check.quoted", words=words)

    kind = f"{finding.kind}.{finding.sort}" if finding.sort else finding.kind
    text = language.text_or(f"check.{kind}", finding.message)  # a check newer than the catalogue
    detail = ", ".join(" / ".join(map(quoted, sides)) for sides in finding.quoted)
    return Remark(finding.severity, finding.kind, text, detail)


@for_curators
async def list_pairs(request: Request, here: Visit) -> Response:
    status = request.query_params.get("status", PairStatus.DRAFT)
    if status not in set(PairStatus):
        raise HTTPException(404)
    page = page_number(request)

    def read(session: Session) -> tuple[list[Pair], dict[str, int], dict[int, list[Translation]]]:
        mine = Pair.campaign_id == here.campaign.id
        chosen = select(Pair).where(mine, Pair.status == status).order_by(Pair.id)
        pairs = list(session.scalars(chosen.limit(PAGE).offset((page - 1) * PAGE)))
        translations: dict[int, list[Translation]] = {pair.id: [] for pair in pairs}
        for row in session.scalars(select(Translation).where(Translation.pair_id.in_(translations))):
            translations[row.pair_id].append(row)
        return pairs, count_by(session, Pair.status, mine), translations

    pairs, counts, translations = await here.store.read(read)
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


@for_curators
async def edit(request: Request, here: Visit) -> Response:
    """The form: for a new pair, from a statement or afresh, or for one that exists."""
    pair_id, statement_id = _pair_id(request), row_number(request.query_params.get("statement", ""))
    draft = await here.store.read(lambda session: _open(session, here.campaign.id, pair_id, statement_id))
    is_begun = not pair_id and (draft.more or draft.less)
    return await _show(request, here, draft, _fill_in(draft, here.campaign.language) if is_begun else None)


def _open(session: Session, campaign_id: int, pair_id: int | None, statement_id: int | None) -> Pair:
    """A pair as it is kept; without a number a new one, which is not in the database."""
    if pair_id:
        return find_row(session, Pair, pair_id, campaign_id)
    draft = Pair(**_BLANK)
    if statement_id is not None:
        statement = find_row(session, Statement, statement_id, campaign_id)
        for name in ("target", "contrast", "implied", "direction"):
            setattr(draft, name, one_line(getattr(statement, name)))
        side = "more" if statement.direction == DIRECTIONS[0] else "less"
        setattr(draft, side, one_line(statement.text))
        draft.statement_id, draft.bias_type = statement.id, statement.settled_type or statement.bias_type
    return draft


def _fill_in(draft: Pair, language: str) -> Proposal:
    """Write the other sentence where it can be. The disadvantaged group is in the first sentence of a stereotype, and
    in the second where a stereotype is contradicted."""
    given, other = ("more", "less") if draft.direction == DIRECTIONS[0] else ("less", "more")
    proposal = propose(getattr(draft, given), draft.target, draft.contrast, language)
    setattr(draft, other, proposal.text or getattr(draft, other))
    return proposal


@for_curators
async def save(request: Request, here: Visit) -> Response:
    """What the button said: propose, check, save, make ready, or reject. Whatever was typed is on the next page."""
    form = await read_form(request)
    wanted = form.raw("do")
    written = {
        **{name: one_line(form.text(name, LONGEST_GROUP)) for name in ("target", "contrast")},
        **{name: one_line(form.text(name, LONGEST)) for name in ("implied", "more", "less")},
        **{name: given for name, known in FRAME_ANSWERS.items() if (given := form.raw(name)) in known},
        **{name: form.raw(name) for name in ("direction", "bias_type")},
        "note": form.text("note", LONGEST),
    }
    keys = {"id": _pair_id(request), "statement_id": form.number("statement"), "version": form.number("version")}
    draft = Pair(**{**_BLANK, **keys, **written})
    is_confirmed = form.raw("confirmed") == "yes"
    show = partial(_show, request, here, draft, is_confirmed=is_confirmed)
    if wanted in ("propose", "check"):
        return await show(proposal=_fill_in(draft, here.campaign.language) if wanted == "propose" else None)
    if wanted not in _STATUS:
        raise HTTPException(400)
    status = _STATUS[wanted]
    if again := await here.store.read(lambda session: _sent_before(session, draft, status, here)):
        return go_to(f"/curate/pairs/{again}")
    checked = await _checked(request, here, draft)
    if problem := _problem(draft, checked, wanted, is_confirmed, here.campaign.settings.types):
        return await show(problem=problem, checked=checked)
    pair_id = await here.store.write(lambda session: _keep(session, draft, wanted, here))
    return go_to(f"/curate/pairs/{pair_id}")


def _problem(draft: Pair, checked: Checked, wanted: str, is_confirmed: bool, types: Sequence[str]) -> str:
    """Why the pair cannot be kept as wanted; the message's key."""
    if not draft.more and not draft.less:
        return "pair.problem.empty"
    if draft.bias_type not in types or draft.direction not in DIRECTIONS:
        return "pair.problem.type"
    if wanted == "reject" and not draft.note:
        return "pair.problem.reason"
    if wanted != "ready":
        return ""
    if checked.is_unusable or not (draft.more and draft.less):
        return "pair.problem.unusable"
    if any(map(looks_like_formula, (draft.more, draft.less, draft.target, draft.contrast, draft.implied))):
        return "pair.problem.formula"
    return "pair.problem.confirm" if checked.warns and not is_confirmed else ""


def _keep(session: Session, draft: Pair, action: str, here: Visit) -> int:
    user_id, status = here.curator.id, _STATUS[action]
    if draft.id is None:
        statement = draft.statement_id and find_row(session, Statement, draft.statement_id, here.campaign.id)
        if statement and statement.status != StatementStatus.ACCEPTED:
            raise HTTPException(409)
        if (again := _sent_before(session, draft, status, here)) is not None:
            return again
        pair, before = Pair(campaign_id=here.campaign.id, statement_id=draft.statement_id, created_by_id=user_id), None
        session.add(pair)
    else:
        pair = find_row(session, Pair, draft.id, here.campaign.id)
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


def _sent_before(session: Session, draft: Pair, status: PairStatus, here: Visit) -> int | None:
    """The pair that this very form has made already: a double click sends it twice."""
    if draft.id is not None:
        return None
    same = {name: getattr(draft, name) for name in ("statement_id", "more", "less", "direction", "bias_type", "note")}
    made = select(Pair.id).filter_by(campaign_id=here.campaign.id, status=status, **same)
    return session.scalar(made.limit(1))


def _ask_for_editing_again(session: Session, pair: Pair, user_id: int) -> None:
    """What an editor accepted was the translation of other words."""
    accepted = Translation.status == TranslationStatus.ACCEPTED
    for row in session.scalars(select(Translation).where(Translation.pair_id == pair.id, accepted)).all():
        with recorded(session, "reopen", row, user_id):
            row.status, row.editor_id, row.edited_at = TranslationStatus.TRANSLATED, None, None


async def _show(
    request: Request,
    here: Visit,
    draft: Pair,
    proposal: Proposal | None = None,
    problem: str = "",
    checked: Checked | None = None,
    is_confirmed: bool = False,
) -> Response:
    pair_id, checked = draft.id, checked or await _checked(request, here, draft)
    history = await here.store.read(lambda session: changes_of(session, "pair", pair_id) if pair_id else [])
    values = {"draft": draft, "checked": checked, "proposal": proposal, "problem": problem, "history": history}
    limits = {"longest": LONGEST, "longest_group": LONGEST_GROUP, "frame_answers": FRAME_ANSWERS}
    values |= {"directions": DIRECTIONS, "is_confirmed": is_confirmed}
    return await render(request, "curate_pair.html", 400 if problem else 200, **limits, **values)


async def _checked(request: Request, here: Visit, draft: Pair) -> Checked:
    sides, others = (draft.more, draft.less), AlikePairs()
    if all(sides):
        of_pair, seconds = here.app.near_texts.of_pair, here.app.settings.near_seconds
        others = await read_slowly(
            request, here, lambda session: of_pair(session, here.campaign, sides, draft.id, seconds)
        )
    bias_type = draft.bias_type if draft.bias_type in BIAS_TYPES else "other"
    return check_pair(*sides, bias_type, here.campaign.language, here.language, others)


class TypedPair(msgspec.Struct):
    more: str
    less: str
    pair: object = None


@for_curators
async def check_json(request: Request, here: Visit) -> Response:
    """The check as one types: the two sentences in, marked runs and remarks out."""
    body = await read_body(request)
    if not credentials.same(request.headers.get("x-token", ""), form_token(request)):
        raise HTTPException(403)
    try:
        typed = msgspec.convert(json.loads(body), TypedPair)
    except (ValueError, RecursionError):
        raise HTTPException(400) from None
    more, less = (one_line(clean(text)[:LONGEST].strip()) for text in (typed.more, typed.less))
    number = typed.pair if type(typed.pair) is int and 0 < typed.pair <= LARGEST_ID else None
    checked = await _checked(request, here, Pair(id=number, more=more, less=less))
    remarks = [
        {"severity": remark.severity, "text": remark.text, "detail": remark.detail, "pair": remark.pair_id}
        for remark in checked.remarks
    ]
    return JSONResponse({"more": checked.more, "less": checked.less, "remarks": remarks})


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
