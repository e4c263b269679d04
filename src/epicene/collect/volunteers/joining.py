"""Coming in and going out: the first page, consent, the optional questions, the language, the way out."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.responses import Response

from epicene.collect.campaign_files import LOGOS
from epicene.collect.store.database import count_by
from epicene.collect.store.schema import JudgmentRow, Participant, TaskItem, TaskName
from epicene.collect.volunteers.tasks import JUDGED, count_statements
from epicene.collect.web import credentials
from epicene.collect.web.site_pages import Outcome, Page, SentForm, endpoint, get, local_path, post, read_form, show
from epicene.collect.web.visits import CAMPAIGN, CODE, LANGUAGE, YEAR, Access, Visit, find_owned

CONSENT_VERSION = "3"  # what people agreed to: raise it when the text of the consent page changes in substance

# The optional questions, with the answers offered; all of them may be left open. Countries are the campaign's.
QUESTIONS = {
    "age": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    "gender": ("woman", "man", "non-binary", "other"),
    "first_language": ("yes", "no"),
}


@endpoint("/")
async def home(here: Visit) -> Outcome:
    items = select(TaskItem.id).where(TaskItem.campaign_id == here.campaign.id, TaskItem.active.is_(True))
    validation = items.where(TaskItem.task == TaskName.VALIDATION).limit(1)
    counts, validates = await here.store.read(
        lambda session: (own_counts(session, here.participant_id), session.scalar(validation) is not None)
    )
    progress = (await here.app.progress.get(here.store)).get(here.campaign.id, {})
    return show("home.html", counts=counts, validates=validates, progress=progress)


def own_counts(session: Session, participant_id: int | None) -> dict[TaskName, int]:
    """How often this volunteer has taken part in each task."""
    if participant_id is None:
        return dict.fromkeys(TaskName, 0)
    answers, connection = (
        count_by(session, JudgmentRow.task, JudgmentRow.participant_id == participant_id),
        session.connection(),
    )
    return {
        task: answers.get(task, 0) if task in JUDGED else count_statements(connection, participant_id, task)
        for task in TaskName
    }


@endpoint("/consent", Access.EVERYBODY, "GET", "POST")
async def consent(here: Visit) -> Outcome:
    """One code opens all that somebody gave, in every campaign; a new campaign is no way around being blocked."""
    form = await read_form(here.request) if here.request.method == "POST" else None
    wanted = local_path(form.raw("next") if form else here.query.get("next"))
    if here.participant_id is not None or not here.campaign.is_open:
        return wanted if here.campaign.is_open else "/"
    if form is None or form.raw("agree") != "yes":
        problems = {"agree": "consent.problem"} if form else {}
        return show("consent.html", 422 if form else 200, wanted=wanted, problems=problems)
    code = here.sent_code
    if not await here.store.read(lambda session: find_owned(session, code)):
        if not here.app.limiter.identities.allows(*here.networks):
            raise HTTPException(429, "identities", headers={"Retry-After": "3600"})
        code = credentials.new_code()
    version = here.campaign.files.consent_version(here.language.code, here.campaign.language, CONSENT_VERSION)
    facts = {"campaign_id": here.campaign.id, "code_hash": credentials.digest(code), "consent_version": version}

    def take_in(session: Session) -> None:
        same = session.scalars(select(Participant).where(Participant.code_hash == facts["code_hash"])).all()
        if any(row.blocked_at for row in same):
            raise HTTPException(403, "blocked")
        if here.campaign.id not in {row.campaign_id for row in same}:  # else the button was pressed twice
            session.add(Participant(**facts, about={}))

    await here.store.write(take_in)
    here.set_cookie(CODE, code, YEAR)
    return f"/about-you?next={wanted}"


@get("/about-you", Access.VOLUNTEER)
def about_you(here: Visit, session: Session) -> Page:
    given = session.scalars(select(Participant.about).where(Participant.id == here.participant_id)).one()
    wanted = local_path(here.query.get("next"))
    return show("about_you.html", wanted=wanted, questions=_questions(here), given=given)


@post("/about-you", Access.VOLUNTEER)
def answer_about_you(here: Visit, session: Session, form: SentForm) -> str:
    offered = _questions(here)
    about = {name: form.raw(name) for name, answers in offered.items() if form.raw(name) in answers}
    session.execute(update(Participant).where(Participant.id == here.participant_id).values(about=about))
    return local_path(form.raw("next"))


def _questions(here: Visit) -> dict[str, tuple[str, ...]]:
    return {**QUESTIONS, "country": here.campaign.settings.countries}


@endpoint("/language/{code}")
async def change_language(here: Visit) -> str:
    code = here.request.path_params["code"]
    if code not in here.campaign.files.languages():
        raise HTTPException(404)
    here.set_cookie(LANGUAGE, code, YEAR)
    return local_path(here.query.get("next"))


@endpoint("/campaigns/{id:int}")
async def choose_campaign(here: Visit) -> str:
    """The address of one campaign, where several are open: from here on its pages are shown."""
    wanted = here.request.path_params["id"]
    if wanted not in {campaign.id for campaign in here.campaigns}:
        raise HTTPException(404)
    here.set_cookie(CAMPAIGN, str(wanted), YEAR)
    return local_path(here.query.get("next"))


@endpoint("/campaigns/{id:int}/{name}")
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


@endpoint("/leave", Access.EVERYBODY, "GET", "POST")
async def leave(here: Visit) -> Page:
    """The way out: nothing more is asked of anybody; on a shared device one may be forgotten."""
    is_forgotten = here.request.method == "POST"
    if is_forgotten:
        await read_form(here.request)
        here.set_cookie(CODE, "", 0)
    return show("leave.html", forgotten=is_forgotten)
