"""Pairs in another language: one person translates, another edits, and writes what it says back.

As in French CrowS-Pairs, a translator's work is revised and validated by an editor who is somebody else. The editor
translates it back without help, and sees what became of the original. Whoever changes a text becomes its translator:
it waits for an editor again.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaigns import LANGUAGE_CODE
from epicene.collect.curate.pair_check import Checked, check_pair, mark_differences
from epicene.collect.curate.pair_editor import LONGEST, looks_like_formula, one_line, pair_of
from epicene.collect.store.change_history import Entry, changes_of, record, snapshot
from epicene.collect.store.schema import Pair, PairStatus, Role, Translation, TranslationStatus, User, now
from epicene.collect.web.forms import Form, read_form
from epicene.collect.web.identity import Visit, requires, visit, workshop
from epicene.collect.web.page_templates import PAGE, go_to, page_number, pages_of, render


@dataclass(frozen=True, slots=True)
class Work:
    """A pair and its translation into one language, where there is one."""

    pair: Pair
    translation: Translation | None
    translator: str
    editor: str
    history: list[Entry]


@requires(Role.CURATOR)
async def list_waiting(request: Request) -> Response:
    """Translations that wait for an editor, and ready pairs that have no translation yet."""
    here = await visit(request)
    page = page_number(request)

    def read(session: Session) -> tuple[list[tuple[Translation, Pair, str]], list[Pair]]:
        waiting = session.execute(
            select(Translation, Pair, User.name)
            .join(Pair, Pair.id == Translation.pair_id)
            .join(User, User.id == Translation.translator_id)
            .where(Pair.campaign_id == here.campaign.id, Translation.status == TranslationStatus.TRANSLATED)
            .order_by(Translation.id)
        )
        untranslated = session.scalars(
            select(Pair)
            .outerjoin(Translation, Translation.pair_id == Pair.id)
            .where(Pair.campaign_id == here.campaign.id, Pair.status == PairStatus.READY, Translation.id.is_(None))
            .order_by(Pair.id)
        )
        return list(waiting.all()), list(untranslated)

    waiting, untranslated = await workshop(request).store.read(read)
    start = (page - 1) * PAGE
    return await render(
        request,
        "curate_translations.html",
        waiting=waiting,
        untranslated=untranslated[start : start + PAGE],
        total=len(untranslated),
        into="fr" if here.campaign.language.startswith("en") else "en",
        page=page,
        pages=pages_of(len(untranslated)),
    )


@requires(Role.CURATOR)
async def look(request: Request) -> Response:
    return await _show(request)


async def _show(request: Request, problem: str = "", typed: Form | None = None) -> Response:
    here = await visit(request)
    code = _language(request, here)
    work = await workshop(request).store.read(lambda session: _open(session, request, here, code))
    row = work.translation
    shown = typed or Form({name: [getattr(row, name)] for name in _TEXTS} if row else {})
    checked: Checked | None = None
    if shown.raw("more") or shown.raw("less"):
        more, less = shown.text("more", LONGEST), shown.text("less", LONGEST)
        checked = check_pair(more, less, work.pair.bias_type, code, here.language)
    backs = ((work.pair.more, row.back_more), (work.pair.less, row.back_less)) if row else ()
    return await render(
        request,
        "curate_translation.html",
        400 if problem else 200,
        work=work,
        code=code,
        shown=shown,
        checked=checked,
        compared=[mark_differences(original, back) for original, back in backs if back],
        mine=row is not None and here.user is not None and row.translator_id == here.user.id,
        problem=problem,
        longest=LONGEST,
    )


_TEXTS = ("more", "less", "back_more", "back_less", "note")


@requires(Role.CURATOR)
async def save(request: Request) -> Response:
    """Translate, accept or reject; the same rules hold whatever buttons the page showed."""
    here = await visit(request)
    code = _language(request, here)
    form = await read_form(request)
    wanted = form.raw("do")
    if wanted not in ("translate", "check", "accept", "reject"):
        raise HTTPException(400)
    if wanted == "check":
        return await _show(request, typed=form)
    problem = await workshop(request).store.write(lambda session: _decide(session, request, here, code, form, wanted))
    if problem:
        return await _show(request, problem, form)
    return go_to(request.url.path)


_EDITED = {"accept": TranslationStatus.ACCEPTED, "reject": TranslationStatus.REJECTED}


def _decide(session: Session, request: Request, here: Visit, code: str, form: Form, wanted: str) -> str:
    """Keep the decision, or say by a message's key why it cannot be."""
    if here.user is None:
        raise HTTPException(403)
    pair = pair_of(session, request, here)
    row = session.scalar(select(Translation).where(Translation.pair_id == pair.id, Translation.language == code))
    if (row.version if row else None) != form.number("version"):
        raise HTTPException(409)
    if wanted == "translate":
        return _translate(session, pair, row, code, form, here.user.id)
    return _edit(session, row, form, here.user.id, _EDITED[wanted])


def _translate(session: Session, pair: Pair, row: Translation | None, code: str, form: Form, user_id: int) -> str:
    texts = {name: one_line(form.text(name, LONGEST)) for name in ("more", "less")}
    if pair.status != PairStatus.READY:
        return "translation.problem.not-ready"
    if not all(texts.values()) or texts["more"] == texts["less"]:
        return "translation.problem.empty"
    if any(looks_like_formula(text) for text in texts.values()):
        return "pair.problem.formula"
    before = snapshot(row) if row else None
    if row is None:
        row = Translation(pair_id=pair.id, language=code)
        session.add(row)
    row.more, row.less = texts["more"], texts["less"]
    row.note = form.text("note", LONGEST)
    row.translator_id = user_id
    row.editor_id, row.edited_at, row.back_more, row.back_less = None, None, "", ""
    row.status = TranslationStatus.TRANSLATED
    record(session, "translate", row, user_id=user_id, before=before)
    return ""


def _edit(session: Session, row: Translation | None, form: Form, user_id: int, status: TranslationStatus) -> str:
    if row is None:
        raise HTTPException(404)
    if row.translator_id == user_id:
        return "translation.problem.same-person"
    texts = {name: one_line(form.text(name, LONGEST)) for name in ("back_more", "back_less")}
    if status is TranslationStatus.ACCEPTED and not all(texts.values()):
        return "translation.problem.back"
    note = form.text("note", LONGEST)
    if status is TranslationStatus.REJECTED and not note:
        return "translation.problem.reason"
    before = snapshot(row)
    row.back_more, row.back_less, row.note = texts["back_more"], texts["back_less"], note
    row.status, row.editor_id, row.edited_at = status, user_id, now()
    action = "accept" if status is TranslationStatus.ACCEPTED else "reject"
    record(session, action, row, user_id=user_id, before=before, reason=note)
    return ""


def _open(session: Session, request: Request, here: Visit, code: str) -> Work:
    pair = pair_of(session, request, here)
    row = session.scalar(select(Translation).where(Translation.pair_id == pair.id, Translation.language == code))

    def name(user_id: int | None) -> str:
        user = session.get(User, user_id) if user_id else None
        return user.name if user else ""

    history = changes_of(session, "translation", row.id) if row else []
    return Work(pair, row, name(row.translator_id) if row else "", name(row.editor_id) if row else "", history)


def _language(request: Request, here: Visit) -> str:
    code: str = request.path_params["language"]
    if not LANGUAGE_CODE.fullmatch(code) or code.split("-")[0] == here.campaign.language.split("-")[0]:
        raise HTTPException(404)
    return code


routes = [
    Route("/curate/translations", list_waiting),
    Route("/curate/pairs/{id:int}/translations/{language}", look, methods=["GET"]),
    Route("/curate/pairs/{id:int}/translations/{language}", save, methods=["POST"]),
]
