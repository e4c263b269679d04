"""Pairs in another language: one person translates, another edits, and writes what it says back.

As in French CrowS-Pairs, a translator's work is revised and validated by an editor who is somebody else. The editor
translates it back without help, and sees what became of the original. Whoever changes a text becomes its translator:
it waits for an editor again.
"""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaigns import LANGUAGE_CODE
from epicene.collect.curate.pair_editor import (
    LONGEST,
    check_pair,
    looks_like_formula,
    mark_differences,
    one_line,
    pair_of,
)
from epicene.collect.store.change_history import HistoryLine, changes_of, record, recorded, snapshot
from epicene.collect.store.schema import PairRow, PairStatus, Translation, TranslationStatus, User, now
from epicene.collect.web.site_pages import PAGE, SentForm, go_to, page_number, pages_of, read_form, render
from epicene.collect.web.visits import Visit, for_curators


@for_curators
async def list_waiting(request: Request, here: Visit) -> Response:
    """Translations that wait for an editor, and ready pairs that have no translation yet."""
    page = page_number(request)

    def read(session: Session) -> tuple[list[tuple[Translation, PairRow, str]], list[PairRow], int]:
        of_campaign = PairRow.campaign_id == here.campaign.id
        waiting = session.execute(
            select(Translation, PairRow, User.name)
            .join(PairRow, PairRow.id == Translation.pair_id)
            .join(User, User.id == Translation.translator_id)
            .where(of_campaign, Translation.status == TranslationStatus.TRANSLATED)
            .order_by(Translation.id)
        )
        translated = select(Translation.pair_id)
        ready = (of_campaign, PairRow.status == PairStatus.READY, PairRow.id.not_in(translated))
        some = select(PairRow).where(*ready).order_by(PairRow.id).limit(PAGE).offset((page - 1) * PAGE)
        total = session.scalar(select(func.count()).select_from(PairRow).where(*ready)) or 0
        return list(waiting.all()), list(session.scalars(some)), total

    waiting, untranslated, total = await here.store.read(read)
    into = "fr" if here.campaign.language.startswith("en") else "en"
    values = {"waiting": waiting, "untranslated": untranslated, "total": total, "page": page, "pages": pages_of(total)}
    return await render(request, "curate_translations.html", into=into, **values)


async def _show(request: Request, here: Visit, problem: str = "", typed: SentForm | None = None) -> Response:
    code = _language(request, here)

    def read(session: Session) -> tuple[PairRow, Translation | None, list[HistoryLine], dict[int, str]]:
        pair = pair_of(session, request, here)
        row = _translation(session, pair, code)
        if row is None:
            return pair, None, [], {}
        people = select(User.id, User.name).where(User.id.in_((row.translator_id, row.editor_id)))
        return pair, row, changes_of(session, "translation", row.id), dict(session.execute(people).all())

    pair, row, history, names = await here.store.read(read)
    shown = typed or SentForm({name: [getattr(row, name)] for name in _TEXTS} if row else {})
    checked = None
    if shown.raw("more") or shown.raw("less"):
        more, less = shown.text("more", LONGEST), shown.text("less", LONGEST)
        checked = check_pair(more, less, pair.bias_type, code, here.language)
    backs = ((pair.more, row.back_more), (pair.less, row.back_less)) if row else ()
    return await render(
        request,
        "curate_translation.html",
        400 if problem else 200,
        pair=pair,
        row=row,
        history=history,
        names=names,
        code=code,
        shown=shown,
        checked=checked,
        compared=[mark_differences(original, back) for original, back in backs if back],
        mine=row is not None and row.translator_id == here.curator.id,
        problem=problem,
        longest=LONGEST,
    )


_TEXTS = ("more", "less", "back_more", "back_less", "note")


@for_curators
async def save(request: Request, here: Visit) -> Response:
    """Translate, accept or reject; the same rules hold whatever buttons the page showed."""
    code, form = _language(request, here), await read_form(request)
    wanted = form.raw("do")
    if wanted not in ("translate", "check", "accept", "reject"):
        raise HTTPException(400)
    if wanted == "check":
        return await _show(request, here, typed=form)
    problem = await here.store.write(lambda session: _decide(session, request, here, code, form, wanted))
    if problem:
        return await _show(request, here, problem, form)
    return go_to(request.url.path)


def _decide(session: Session, request: Request, here: Visit, code: str, form: SentForm, wanted: str) -> str:
    """Keep the decision, or say by a message's key why it cannot be."""
    pair = pair_of(session, request, here)
    row = _translation(session, pair, code)
    if (row.version if row else None) != form.number("version"):
        raise HTTPException(409)
    if wanted == "translate":
        return _translate(session, pair, row, code, form, here.curator.id)
    if row is None:
        raise HTTPException(404)
    return _edit(session, row, form, here.curator.id, wanted)


def _translate(
    session: Session, pair: PairRow, row: Translation | None, code: str, form: SentForm, user_id: int
) -> str:
    more, less = (one_line(form.text(name, LONGEST)) for name in ("more", "less"))
    if pair.status != PairStatus.READY:
        return "translation.problem.not-ready"
    if not more or not less or more == less:
        return "translation.problem.empty"
    if looks_like_formula(more) or looks_like_formula(less):
        return "pair.problem.formula"
    before = snapshot(row) if row else None
    if row is None:
        row = Translation(pair_id=pair.id, language=code)
        session.add(row)
    row.more, row.less, row.note = more, less, form.text("note", LONGEST)
    row.translator_id, row.status = user_id, TranslationStatus.TRANSLATED
    row.editor_id, row.edited_at, row.back_more, row.back_less = None, None, "", ""
    record(session, "translate", row, user_id=user_id, before=before)
    return ""


def _edit(session: Session, row: Translation, form: SentForm, user_id: int, action: str) -> str:
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
        row.status = TranslationStatus.ACCEPTED if is_accepted else TranslationStatus.REJECTED
        row.editor_id, row.edited_at = user_id, now()
    return ""


def _translation(session: Session, pair: PairRow, code: str) -> Translation | None:
    return session.scalar(select(Translation).where(Translation.pair_id == pair.id, Translation.language == code))


def _language(request: Request, here: Visit) -> str:
    code: str = request.path_params["language"]
    if not LANGUAGE_CODE.fullmatch(code) or code.split("-")[0] == here.campaign.language.split("-")[0]:
        raise HTTPException(404)
    return code


routes = [
    Route("/curate/translations", list_waiting),
    Route("/curate/pairs/{id:int}/translations/{language}", for_curators(_show), methods=["GET"]),
    Route("/curate/pairs/{id:int}/translations/{language}", save, methods=["POST"]),
]
