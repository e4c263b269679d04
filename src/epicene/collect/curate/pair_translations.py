"""Pairs in another language: one person translates, another edits, and writes what it says back.

As in French CrowS-Pairs, a translator's work is revised and validated by an editor who is somebody else. The editor
translates it back without help, and sees what became of the original. Whoever changes a text becomes its translator:
it waits for an editor again.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from epicene.collect.campaigns import LANGUAGE_CODE
from epicene.collect.curate.pair_editor import LONGEST, check_pair, looks_like_formula, mark_differences, one_line
from epicene.collect.store.change_history import changes_of, record, recorded, snapshot
from epicene.collect.store.schema import PairRow, PairStatus, Translation, TranslationStatus, User, now
from epicene.collect.web.site_pages import Outcome, Page, SentForm, get, post, read_listing, show
from epicene.collect.web.visits import Access, Visit, find_row

_TEXTS = ("more", "less", "back_more", "back_less", "note")


@get("/curate/translations", Access.CURATOR)
def list_waiting(here: Visit, session: Session) -> Page:
    """Translations that wait for an editor, and ready pairs that have no translation yet."""
    of_campaign = PairRow.campaign_id == here.campaign.id
    waiting = (
        select(Translation, PairRow, User.name)
        .join(PairRow, PairRow.id == Translation.pair_id)
        .join(User, User.id == Translation.translator_id)
        .where(of_campaign, Translation.status == TranslationStatus.TRANSLATED)
        .order_by(Translation.id)
    )
    untranslated = select(PairRow).where(
        of_campaign, PairRow.status == PairStatus.READY, PairRow.id.not_in(select(Translation.pair_id))
    )
    return show(
        "curate_translations.html",
        waiting=session.execute(waiting).all(),
        untranslated=read_listing(session, here, untranslated.order_by(PairRow.id)),
        into="fr" if here.campaign.language.startswith("en") else "en",
    )


@get("/curate/pairs/{id:int}/translations/{language}", Access.CURATOR)
def show_translation(here: Visit, session: Session, problem: str = "", typed: SentForm | None = None) -> Page:
    pair, row, code = _open(here, session)
    people = select(User.id, User.name).where(User.id.in_((row.translator_id, row.editor_id) if row else ()))
    shown = typed or SentForm({name: [getattr(row, name)] for name in _TEXTS} if row else {})
    more, less = shown.text("more", LONGEST), shown.text("less", LONGEST)
    backs = ((pair.more, row.back_more), (pair.less, row.back_less)) if row else ()
    return show(
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


@post("/curate/pairs/{id:int}/translations/{language}", Access.CURATOR)
def save_translation(here: Visit, session: Session, form: SentForm) -> Outcome:
    """Translate, accept or reject; the same rules hold whatever buttons the page showed."""
    (pair, row, code), action = _open(here, session), form.raw("do")
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


def _open(here: Visit, session: Session) -> tuple[PairRow, Translation | None, str]:
    """The pair that the address names, its translation, if there is one, and the language of that."""
    code: str = here.request.path_params["language"]
    if not LANGUAGE_CODE.fullmatch(code) or code.split("-")[0] == here.campaign.language.split("-")[0]:
        raise HTTPException(404)
    pair = find_row(session, PairRow, here.row_id, here.campaign.id)
    made = select(Translation).where(Translation.pair_id == pair.id, Translation.language == code)
    return pair, session.scalar(made), code
