"""A volunteer's way in and out, and their own data: consent, the optional questions, the language, leaving; seeing what
one gave and what became of it, taking it away, correcting, withdrawing or erasing it; by the cookie or by one's code.
What has been exported can be erased, but no longer changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from anyio import to_thread
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from epicene.collect.campaign_files import LOGOS
from epicene.collect.curate.statement_decisions import folded_digest, has_pair, promote_duplicates
from epicene.collect.publish.corpus_export import PUBLISHED
from epicene.collect.store import backups
from epicene.collect.store import schema as db
from epicene.collect.store.change_history import note_event, snapshot
from epicene.collect.store.database import batches, count_by
from epicene.collect.volunteers import tasks
from epicene.collect.volunteers.assignment import count_items, lapse, rollback, withdraw
from epicene.collect.volunteers.tasks import JUDGED, count_statements
from epicene.collect.web import credentials
from epicene.collect.web import site_pages as site
from epicene.collect.web.visits import CAMPAIGN, CODE, LANGUAGE, YEAR, Access, Visit, find_owned
from epicene.data.vocabulary import DIRECTIONS

CONSENT_VERSION = "3"  # what people agreed to: raise it when the text of the consent page changes in substance

# The optional questions, with the answers offered; all of them may be left open. Countries are the campaign's.
QUESTIONS = {
    "age": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    "gender": ("woman", "man", "non-binary", "other"),
    "first_language": ("yes", "no"),
}


@site.endpoint("/")
async def home(here: Visit) -> site.Outcome:
    items = select(db.TaskItem.id).where(db.TaskItem.campaign_id == here.campaign.id, db.TaskItem.active.is_(True))
    validation = items.where(db.TaskItem.task == db.TaskName.VALIDATION).limit(1)
    counts, validates = await here.store.read(
        lambda session: (own_counts(session, here.participant_id), session.scalar(validation) is not None)
    )
    progress = (await here.app.progress.get(here.store)).get(here.campaign.id, {})
    return site.show("home.html", counts=counts, validates=validates, progress=progress)


def own_counts(session: Session, participant_id: int | None) -> dict[db.TaskName, int]:
    """How often this volunteer has taken part in each task."""
    if participant_id is None:
        return dict.fromkeys(db.TaskName, 0)
    answers = count_by(session, db.JudgmentRow.task, db.JudgmentRow.participant_id == participant_id)
    return {
        task: answers.get(task, 0) if task in JUDGED else count_statements(session.connection(), participant_id, task)
        for task in db.TaskName
    }


@site.endpoint("/consent", Access.EVERYBODY, "GET", "POST")
async def consent(here: Visit) -> site.Outcome:
    """One code opens all that somebody gave, in every campaign; a new campaign is no way around being blocked."""
    form = await site.read_form(here.request) if here.request.method == "POST" else None
    wanted = site.local_path(form.raw("next") if form else here.query.get("next"))
    if here.participant_id is not None or not here.campaign.is_open:
        return wanted if here.campaign.is_open else "/"
    if form is None or form.raw("agree") != "yes":
        problems = {"agree": "consent.problem"} if form else {}
        return site.show("consent.html", 422 if form else 200, wanted=wanted, problems=problems)
    code = here.sent_code
    if not await here.store.read(lambda session: find_owned(session, code)):
        if not here.app.limiter.identities.allows(*here.networks):
            raise HTTPException(429, "identities", headers={"Retry-After": "3600"})
        code = credentials.new_code()
    version = here.campaign.files.consent_version(here.language.code, here.campaign.language, CONSENT_VERSION)
    facts = {"campaign_id": here.campaign.id, "code_hash": credentials.digest(code), "consent_version": version}

    def take_in(session: Session) -> None:
        same = session.scalars(select(db.Participant).where(db.Participant.code_hash == facts["code_hash"])).all()
        if any(row.blocked_at for row in same):
            raise HTTPException(403, "blocked")
        if here.campaign.id not in {row.campaign_id for row in same}:  # else the button was pressed twice
            session.add(db.Participant(**facts, about={}))

    await here.store.write(take_in)
    here.set_cookie(CODE, code, YEAR)
    return f"/about-you?next={wanted}"


@site.get("/about-you", Access.VOLUNTEER)
def about_you(here: Visit, session: Session) -> site.Page:
    given = session.scalars(select(db.Participant.about).where(db.Participant.id == here.participant_id)).one()
    wanted = site.local_path(here.query.get("next"))
    return site.show("about_you.html", wanted=wanted, questions=_questions(here), given=given)


@site.post("/about-you", Access.VOLUNTEER)
def answer_about_you(here: Visit, session: Session, form: site.SentForm) -> str:
    offered = _questions(here)
    about = {name: form.raw(name) for name, answers in offered.items() if form.raw(name) in answers}
    session.execute(update(db.Participant).where(db.Participant.id == here.participant_id).values(about=about))
    return site.local_path(form.raw("next"))


def _questions(here: Visit) -> dict[str, tuple[str, ...]]:
    return {**QUESTIONS, "country": here.campaign.settings.countries}


@site.endpoint("/language/{code}")
async def change_language(here: Visit) -> str:
    code = here.request.path_params["code"]
    if code not in here.campaign.files.languages():
        raise HTTPException(404)
    here.set_cookie(LANGUAGE, code, YEAR)
    return site.local_path(here.query.get("next"))


@site.endpoint("/campaigns/{id:int}")
async def choose_campaign(here: Visit) -> str:
    """The address of one campaign, where several are open: from here on its pages are shown."""
    wanted = here.request.path_params["id"]
    if wanted not in {campaign.id for campaign in here.campaigns}:
        raise HTTPException(404)
    here.set_cookie(CAMPAIGN, str(wanted), YEAR)
    return site.local_path(here.query.get("next"))


@site.endpoint("/campaigns/{id:int}/{name}")
async def own_file(here: Visit) -> Response:
    """A campaign's logo or colours; they are not secret, and an old version is not asked for."""
    wanted, headers = here.request.path_params, {"Cache-Control": "public, max-age=300"}
    campaign = next((other for other in here.campaigns if other.id == wanted["id"]), here.campaign)
    if wanted["name"] == "colours.css":
        light, dark = (campaign.settings.colours.get(key) for key in ("accent", "accent-dark"))
        rules = f":root {{ --accent: {light}; }}\n" if light else ""
        if light or dark:  # one made for the light ground is not for the dark one: there ours stays
            rules += f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark or '#8cc7dd'}; }} }}\n"
        return Response(rules, 200, headers, "text/css")
    name = wanted["name"]
    if name not in LOGOS or name not in campaign.files:
        raise HTTPException(404)
    # An SVG can hold scripts: on a page none runs, and whoever opens it by its address gets it in a sandbox.
    headers["Content-Security-Policy"] = "sandbox"
    return Response(campaign.files[name].content, 200, headers, LOGOS[name])


@site.endpoint("/leave", Access.EVERYBODY, "GET", "POST")
async def leave(here: Visit) -> site.Page:
    """The way out: nothing more is asked of anybody; on a shared device one may be forgotten."""
    is_forgotten = here.request.method == "POST"
    if is_forgotten:
        await site.read_form(here.request)
        here.set_cookie(CODE, "", 0)
    return site.show("leave.html", forgotten=is_forgotten)


STATEMENT_COLUMNS = (
    *("text", "bias_type", "target", "contrast", "direction", "implied", "created_at", "status"),
    *("settled_type", "reason", "exported_at"),
)
MOST_STATEMENTS = 500
JUDGMENT_COLUMNS = ("task", "labels", "correction", "created_at", "origin")
# What the information page says is kept, one line each, and where one finds it in one's own data. How somebody did on
# hidden controls is told by the organisers who are asked: told at once, it would say which sentences they are.
KEPT = {
    "statements": ("statements",),
    "judgments": ("judgments",),
    "shown": ("shown",),
    "about": ("about",),
    "consent": ("consented_at", "consent_version"),
    "pseudonym": ("pseudonym",),
    "standing": (),
}


def can_correct(statement: db.Statement, is_in_pair: bool) -> bool:
    """Until its words have gone out, or others have built on them."""
    return statement.exported_at is None and not is_in_pair and statement.status != db.StatementStatus.SPLIT


@site.get("/me")
def show_own(here: Visit, session: Session, problems: Mapping[str, str] = MappingProxyType({})) -> site.Page:
    """What somebody gave, in this campaign and those before it."""
    code = here.sent_code
    owned = find_owned(session, code)
    counted = [own_counts(session, participant_id) for participant_id in owned]
    written = (  # the latest first; the parts that a curator made of one are not shown beside it
        select(db.Statement, db.Campaign, func.count(db.PairRow.id))
        .join(db.Campaign, db.Campaign.id == db.Statement.campaign_id)
        .outerjoin(db.PairRow, db.PairRow.statement_id == db.Statement.id)
        .where(db.Statement.participant_id.in_(owned), db.Statement.split_from_id.is_(None))
        .group_by(db.Statement.id, db.Campaign.id)
        .order_by(db.Statement.id.desc())
        .limit(MOST_STATEMENTS)
    )
    given = (
        select(db.JudgmentRow, db.TaskItem, db.Campaign)
        .join(db.TaskItem, db.TaskItem.id == db.JudgmentRow.item_id)
        .join(db.Campaign, db.Campaign.id == db.JudgmentRow.campaign_id)
        .where(db.JudgmentRow.participant_id.in_(owned))
    )
    return site.show(
        "me.html",
        422 if problems else 200,
        problems=problems,
        code=code if owned else "",
        counts={task: sum(counts[task] for counts in counted) for task in db.TaskName},
        statements=[(*row, can_correct(row[0], bool(row[2]))) for row in session.execute(written)],
        answers=site.read_listing(session, here, given.order_by(db.JudgmentRow.id.desc())),
    )


@site.endpoint("/me/code", Access.EVERYBODY, "POST")
async def use_code(here: Visit) -> site.Outcome:
    """Somebody comes back, on this device or another, by their code."""
    form = await site.read_form(here.request)
    code = credentials.read_code(form.raw("code")) or ""
    if not await here.store.read(lambda session: find_owned(session, code)):
        problems = {"code": "me.code.problem"}
        return await here.store.read(lambda session: show_own(here, session, problems))
    here.set_cookie(CODE, code, YEAR)
    return "/me"


@site.get("/me/export.json")
def export(here: Visit, session: Session) -> site.Outcome:
    data = [own_data(session, participant_id) for participant_id in find_owned(session, here.sent_code)]
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    return JSONResponse({"campaigns": data}, headers=headers) if data else "/me"


def own_data(session: Session, participant_id: int) -> dict[str, object]:
    """All that is kept of one volunteer in one campaign."""

    def columns(row: db.Base, *names: str) -> dict[str, object]:
        return {name: value for name, value in snapshot(row).items() if name in names}

    participant = session.get_one(db.Participant, participant_id)
    campaign = session.get_one(db.Campaign, participant.campaign_id)
    statements = session.scalars(select(db.Statement).where(db.Statement.participant_id == participant_id))
    judgments = session.execute(
        select(db.JudgmentRow, db.TaskItem.text)
        .join(db.TaskItem)
        .where(db.JudgmentRow.participant_id == participant_id)
        .order_by(db.JudgmentRow.id)
    )
    shown = session.execute(
        select(db.Handout, db.TaskItem.text).join(db.TaskItem).where(db.Handout.participant_id == participant_id)
    )
    return {
        "campaign": campaign.title,
        "pseudonym": participant.pseudonym,
        "consented_at": participant.consented_at.isoformat(),
        "consent_version": participant.consent_version,
        "about": participant.about,
        "statements": [columns(row, *STATEMENT_COLUMNS) for row in statements],
        "judgments": [
            {"sentence": text, **columns(row, *JUDGMENT_COLUMNS), "exported": row.id <= campaign.exported_to}
            for row, text in judgments
        ],
        "shown": [
            {"task": row.task, "sentence": text, "state": row.state, "at": row.handed_at.isoformat()}
            for row, text in shown
        ],
    }


@site.endpoint("/me/erase", Access.EVERYBODY, "POST")
async def erase(here: Visit) -> site.Outcome:
    form = await site.read_form(here.request)
    if form.raw("sure") != "yes":
        problems = {"sure": "me.erase.problem"}
        return await here.store.read(lambda session: show_own(here, session, problems))

    def write(session: Session) -> bool:
        owned = find_owned(session, here.sent_code)
        for person in owned:
            erase_participant(session, person)
        return bool(owned)

    if not await here.store.write(write):
        return "/me"
    await leave_no_trace(here)
    here.set_cookie(CODE, "", 0)
    return "/erased"


async def leave_no_trace(here: Visit) -> None:
    """What was erased goes from the journal too, and from every backup that is restored later; from memory by itself,
    before anybody searches there."""
    await to_thread.run_sync(backups.write_erasures, here.store)
    await here.store.scrub()


@site.endpoint("/erased")
async def erased(here: Visit) -> site.Page:
    return site.show("erased.html")


@site.endpoint("/information")
async def information(here: Visit) -> site.Page:
    return site.show("information.html", kept=(*KEPT, "code"), published=PUBLISHED)


def erase_participant(session: Session, participant_id: int) -> None:
    """All a volunteer gave: who they said they are, their judgments, their statements and the statements' history.

    What curators wrote afterwards (pairs) stays, without its link; an item made of a statement loses its words but
    keeps what others said of it.
    """
    code_hash = session.scalars(select(db.Participant.code_hash).where(db.Participant.id == participant_id)).one()
    session.add(db.Erasure(kind=backups.PARTICIPANT, key=code_hash))
    lapse(session, db.Handout.participant_id == participant_id)
    counted = select(db.JudgmentRow.item_id).where(
        db.JudgmentRow.participant_id == participant_id, db.JudgmentRow.counting == db.CountState.COUNTED
    )
    count_items(session, session.scalars(counted).all(), given=-1, judged=-1)
    session.execute(delete(db.Handout).where(db.Handout.participant_id == participant_id))
    session.execute(delete(db.JudgmentRow).where(db.JudgmentRow.participant_id == participant_id))
    own = list(session.scalars(select(db.Statement.id).where(db.Statement.participant_id == participant_id)))
    erase_statements(session, own)
    session.execute(update(db.TaskItem).where(db.TaskItem.author_id == participant_id).values(author_id=None))
    session.execute(delete(db.Participant).where(db.Participant.id == participant_id))
    note_event(session, "participant-erased", statements=len(own))


def erase_statement(session: Session, statement_id: int) -> None:
    """One alone, which is withdrawn."""
    session.add(db.Erasure(kind=backups.STATEMENT, key=backups.statement_key(session, statement_id)))
    erase_statements(session, [statement_id])


def reapply(session: Session, erased: Iterable[backups.Erased]) -> int:
    """Erase again what was erased after a backup was made; how many participants and statements there were."""
    count = 0
    known = set(backups.list_erasures(session))
    for erasure in dict.fromkeys(erased):
        if erasure.kind == backups.PARTICIPANT:
            people = session.scalars(select(db.Participant.id).where(db.Participant.code_hash == erasure.key)).all()
            erased_now = len(people)
            for person in people:
                erase_participant(session, person)
        else:
            number = erasure.key.partition(":")[0]
            erased_now = number.isdecimal() and backups.statement_key(session, int(number)) == erasure.key
            if erased_now:
                erase_statement(session, int(number))
        count += erased_now
        if not erased_now and erasure not in known:  # erasing notes it
            session.add(db.Erasure(kind=erasure.kind, key=erasure.key))
    return count


def erase_statements(session: Session, own: list[int]) -> None:
    """With the parts that a curator made of them, and the parts of those."""
    gone, whole = dict.fromkeys(own), own
    while whole:
        made = (select(db.Statement.id).where(db.Statement.split_from_id.in_(some)) for some in batches(whole))
        whole = [part for parts in made for part in session.scalars(parts) if part not in gone]
        gone |= dict.fromkeys(whole)
    let_go_of_words(session, list(gone))
    loose = {"merged_into_id": None, "split_from_id": None}
    for change in (update(db.Statement).values(loose), delete(db.Statement)):
        for some in batches(list(gone)):
            session.execute(change.where(db.Statement.id.in_(some)))


def let_go_of_words(session: Session, gone: list[int]) -> None:
    """What was made of these statements' words goes, or loses them: sentences to judge, history, opinions; a pair that
    a curator wrote stays without its link, and who said the same takes their place."""
    promote_duplicates(session, gone)
    for some in batches(gone):
        for item in session.scalars(select(db.TaskItem).where(db.TaskItem.statement_id.in_(some))).all():
            withdraw(session, item)
            item.text, item.source, item.statement_id, item.author_id = "", "erased", None, None
        session.flush()
        session.execute(update(db.PairRow).where(db.PairRow.statement_id.in_(some)).values(statement_id=None))
        session.execute(
            delete(db.ChangeRow).where(db.ChangeRow.entity == "statement", db.ChangeRow.entity_id.in_(some))
        )
        session.execute(delete(db.Opinion).where(db.Opinion.statement_id.in_(some)))


async def undo(here: Visit) -> str:
    """The last answer of a task: its sentence is before one again."""
    task, participant_id = db.TaskName(here.request.url.path.split("/")[2]), tasks.at_work(here)
    await site.read_form(here.request)
    tasks.count(here, participant_id)

    def write(session: Session) -> None:
        mine = select(db.JudgmentRow).where(
            db.JudgmentRow.participant_id == participant_id, db.JudgmentRow.task == task
        )
        last = session.scalar(mine.order_by(db.JudgmentRow.id.desc()).limit(1))
        if last is not None and last.id > session.get_one(db.Campaign, here.campaign.id).exported_to:
            rollback(session, last, again=session.get_one(db.TaskItem, last.item_id).active)

    await here.store.write(write)
    return f"/tasks/{task}"


for _task in tasks.JUDGED:
    site.endpoint(f"/tasks/{_task}/undo", Access.VOLUNTEER, "POST")(undo)


@site.post("/me/judgments/{id:int}/{action}")
def change_answer(here: Visit, session: Session, form: site.SentForm) -> str:
    """`again`: to be answered anew, where it can be, else it would be lost; `withdraw`: not at all."""
    action = here.request.path_params["action"]
    judgment = session.get(db.JudgmentRow, here.row_id)
    if (
        action not in ("again", "withdraw")
        or judgment is None
        or judgment.participant_id not in find_owned(session, here.sent_code)
    ):
        raise HTTPException(404)
    campaign, again = session.get_one(db.Campaign, judgment.campaign_id), action == "again"
    is_blocked = session.get_one(db.Participant, judgment.participant_id).blocked_at is not None
    if judgment.id <= campaign.exported_to or (again and (campaign.closed_at is not None or is_blocked)):
        raise HTTPException(409)
    anew, task = again and session.get_one(db.TaskItem, judgment.item_id).active, judgment.task
    rollback(session, judgment, anew)
    return f"/campaigns/{campaign.id}?next=/tasks/{task}" if anew else "/me"


@site.endpoint("/me/statements/{id:int}", Access.EVERYBODY, "GET", "POST")
async def correct_statement(here: Visit) -> site.Outcome:
    """The form of the task once more, with what was written in it."""
    address = f"/me/statements/{here.row_id}"

    def look(session: Session) -> db.Statement:
        statement = _own(here, session)
        if not can_correct(statement, has_pair(session, statement)):
            raise HTTPException(409)
        return statement

    statement = await here.store.read(look)
    if statement.campaign_id != here.campaign.id:  # whose types are asked about
        return f"/campaigns/{statement.campaign_id}?next={address}"
    participant_id = tasks.at_work(here)
    task = db.TaskName.STATEMENT if statement.direction == DIRECTIONS[0] else db.TaskName.ANTISTEREO
    if here.request.method == "GET":
        same = {name: [getattr(statement, name)] for name in ("bias_type", "target", "contrast", "implied")}
        return tasks.statement_page(task, site.SentForm({"statement": [statement.text], **same}), action=address)
    form = await site.read_form(here.request)
    tasks.count(here, participant_id)
    if problems := tasks.statement_problems(form, here.campaign):
        return tasks.statement_page(task, form, problems, action=address)

    def write(session: Session) -> str:
        mine, written = look(session), tasks.read_statement(form)
        let_go_of_words(session, [mine.id])
        for name, value in written.items():
            setattr(mine, name, value)
        mine.folded = folded_digest(mine.text, mine.direction)
        mine.held_for = mine.held_for or tasks.sign_in(written)
        mine.status = db.StatementStatus.HELD if mine.held_for else db.StatementStatus.NEW
        mine.settled_type, mine.merged_into_id, mine.reason = None, None, ""
        return "/me"

    return await here.store.write(write)


@site.endpoint("/me/statements/{id:int}/withdraw", Access.EVERYBODY, "POST")
async def withdraw_statement(here: Visit) -> str:
    await site.read_form(here.request)

    def write(session: Session) -> None:
        statement = _own(here, session)
        if statement.exported_at is not None:
            raise HTTPException(409)
        erase_statement(session, statement.id)

    await here.store.write(write)
    await leave_no_trace(here)
    return "/me"


def _own(here: Visit, session: Session) -> db.Statement:
    """The visitor's own statement. A part that a curator made is not its author's to change: the whole is."""
    row = session.get(db.Statement, here.row_id)
    if row is None or row.split_from_id or row.participant_id not in find_owned(session, here.sent_code):
        raise HTTPException(404)
    return row
