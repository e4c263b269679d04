"""Coming in and going out: the first page, consent, the optional questions, the language, the way out."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaign_files import LOGOS
from epicene.collect.store.database import count_by
from epicene.collect.store.schema import JudgmentRow, Participant, TaskItem, TaskName
from epicene.collect.volunteers.tasks import JUDGED, count_statements
from epicene.collect.web import credentials
from epicene.collect.web.site_pages import go_to, local_path, read_form, render
from epicene.collect.web.visits import (
    CAMPAIGN,
    CODE,
    LANGUAGE,
    YEAR,
    Visit,
    client_address,
    drop_cookie,
    find_owned,
    for_everybody,
    for_participants,
    sent_code,
    set_cookie,
)

CONSENT_VERSION = "3"  # what people agreed to: raise it when the text of the consent page changes in substance

# The optional questions, with the answers offered; all of them may be left open. Countries are the campaign's.
QUESTIONS = {
    "age": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    "gender": ("woman", "man", "non-binary", "other"),
    "first_language": ("yes", "no"),
}


@for_everybody
async def home(request: Request, here: Visit) -> Response:
    def read(session: Session) -> dict[str, object]:
        items = select(TaskItem.id).where(TaskItem.campaign_id == here.campaign.id, TaskItem.active.is_(True))
        return {
            "counts": own_counts(session, here.participant_id),
            "progress": here.app.campaigns.progress(session, here.campaign),
            "validates": session.scalar(items.where(TaskItem.task == TaskName.VALIDATION).limit(1)) is not None,
        }

    return await render(request, "home.html", **await here.store.read(read))


def own_counts(session: Session, participant_id: int | None) -> dict[TaskName, int]:
    """How often this volunteer has taken part in each task."""
    if participant_id is None:
        return dict.fromkeys(TaskName, 0)
    answers = count_by(session, JudgmentRow.task, JudgmentRow.participant_id == participant_id)
    written = (TaskName.STATEMENT, TaskName.ANTISTEREO)
    numbers = count_statements(session.connection(), [(participant_id, task) for task in written])
    return {**dict(zip(written, numbers, strict=True)), **{task: answers.get(task, 0) for task in JUDGED}}


@for_everybody
async def consent(request: Request, here: Visit) -> Response:
    """One code opens all that somebody gave, in every campaign; a new campaign is no way around being blocked."""
    form = await read_form(request) if request.method == "POST" else None
    wanted = local_path(form.raw("next") if form else request.query_params.get("next"))
    if here.participant_id is not None or not here.campaign.is_open:
        return go_to(wanted if here.campaign.is_open else "/")
    if form is None or form.raw("agree") != "yes":
        problems = {"agree": "consent.problem"} if form else {}
        return await render(request, "consent.html", 422 if form else 200, wanted=wanted, problems=problems)
    app, code = here.app, sent_code(request)
    if not await here.store.read(lambda session: find_owned(session, code)):
        if not app.limiter.identities.allows(*app.limiter.networks(client_address(request))):
            raise HTTPException(429, "identities", headers={"Retry-After": "3600"})
        code = credentials.new_code()
    version = here.campaign.files.consent_version(here.language.code, here.campaign.language, CONSENT_VERSION)
    facts = {"campaign_id": here.campaign.id, "code_hash": credentials.digest(code), "consent_version": version}

    def take_in(session: Session) -> int:
        same = session.scalars(select(Participant).where(Participant.code_hash == facts["code_hash"])).all()
        if any(row.blocked_at for row in same):
            raise HTTPException(403, "blocked")
        if there := [row.id for row in same if row.campaign_id == here.campaign.id]:  # the button was pressed twice
            return there[0]
        participant = Participant(**facts, about={})
        session.add(participant)
        session.flush()
        return participant.id

    app.recent.keep(credentials.digest(code), here.campaign.id, await here.store.write(take_in))
    response = go_to(f"/about-you?next={wanted}")
    set_cookie(request, response, CODE, code, YEAR)
    return response


@for_participants
async def about_you(request: Request, here: Visit) -> Response:
    questions = {**QUESTIONS, "country": here.campaign.settings.countries}
    if request.method == "GET":
        chosen = select(Participant.about).where(Participant.id == here.participant_id)
        given = await here.store.read(lambda session: session.scalars(chosen).one())
        wanted = local_path(request.query_params.get("next"))
        return await render(request, "about_you.html", wanted=wanted, questions=questions, given=given)
    form = await read_form(request)
    about = {name: form.raw(name) for name, offered in questions.items() if form.raw(name) in offered}
    changed = update(Participant).where(Participant.id == here.participant_id).values(about=about)
    await here.store.write(lambda session: session.execute(changed) and None)
    return go_to(local_path(form.raw("next")))


@for_everybody
async def change_language(request: Request, here: Visit) -> Response:
    code = request.path_params["code"]
    if code not in here.campaign.files.languages():
        raise HTTPException(404)
    response = go_to(local_path(request.query_params.get("next")))
    set_cookie(request, response, LANGUAGE, code, YEAR)
    return response


@for_everybody
async def choose_campaign(request: Request, here: Visit) -> Response:
    """The address of one campaign, where several are open: from here on its pages are shown."""
    wanted = request.path_params["id"]
    if wanted not in {campaign.id for campaign in here.campaigns}:
        raise HTTPException(404)
    response = go_to(local_path(request.query_params.get("next")))
    set_cookie(request, response, CAMPAIGN, str(wanted), YEAR)
    return response


@for_everybody
async def own_file(request: Request, here: Visit) -> Response:
    """A campaign's logo or colours; they are not secret, and an old version is not asked for."""
    name, headers = request.path_params["name"], {"Cache-Control": "public, max-age=300"}
    campaign = next((other for other in here.campaigns if other.id == request.path_params["id"]), here.campaign)
    if name == "colours.css":
        light, dark = (campaign.settings.colours.get(key) for key in ("accent", "accent-dark"))
        rules = f":root {{ --accent: {light}; }}\n" if light else ""
        if light or dark:  # one made for the light ground is not for the dark one: there ours stays
            rules += f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark or '#8cc7dd'}; }} }}\n"
        return Response(rules, 200, headers, "text/css")
    if name not in LOGOS or name not in campaign.files:
        raise HTTPException(404)
    # An SVG can hold scripts: on a page none runs, and whoever opens it by its address gets it in a sandbox.
    headers["Content-Security-Policy"] = "sandbox"
    return Response(campaign.files[name].content, 200, headers, LOGOS[name])


@for_everybody
async def leave(request: Request, here: Visit) -> Response:
    """The way out: nothing more is asked of anybody; on a shared device one may be forgotten."""
    is_forgotten = request.method == "POST"
    if is_forgotten:
        await read_form(request)
    response = await render(request, "leave.html", forgotten=is_forgotten)
    if is_forgotten:
        drop_cookie(request, response, CODE)
    return response


routes = [
    Route("/", home),
    Route("/consent", consent, methods=["GET", "POST"]),
    Route("/about-you", about_you, methods=["GET", "POST"]),
    Route("/language/{code}", change_language),
    Route("/campaigns/{id:int}", choose_campaign),
    Route("/campaigns/{id:int}/{name}", own_file),
    Route("/leave", leave, methods=["GET", "POST"]),
]
