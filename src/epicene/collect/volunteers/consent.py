"""Coming in and going out: the first page, consent, the optional questions, the language, the way out."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from epicene.collect.campaign_files import LOGOS
from epicene.collect.campaigns import CampaignFacts
from epicene.collect.store.schema import Item, Participant, Task
from epicene.collect.volunteers.assignment import Progress, count_answers, progress
from epicene.collect.volunteers.tasks import JUDGED, count_statements
from epicene.collect.web import credentials
from epicene.collect.web.forms import read_form
from epicene.collect.web.identity import (
    CAMPAIGN,
    CODE,
    LANGUAGE,
    YEAR,
    drop_cookie,
    find_owned,
    for_participants,
    sent_code,
    set_cookie,
    visit,
    workshop,
)
from epicene.collect.web.page_templates import go_to, local_path, render

CONSENT_VERSION = "2"  # what people agreed to: raise it when the text of the consent page changes in substance

# The optional questions, with the answers offered; a volunteer may leave all of them open.
QUESTIONS = {
    "age": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    "gender": ("woman", "man", "non-binary", "other"),
    "first_language": ("yes", "no"),
}


def questions(campaign: CampaignFacts) -> dict[str, tuple[str, ...]]:
    return {**QUESTIONS, "country": campaign.settings.countries}


async def home(request: Request) -> Response:
    here = await visit(request)
    wanted = here.campaign.settings.judgments_per_sentence

    def read(session: Session) -> tuple[dict[Task, int], dict[str, Progress], bool]:
        counts, done = own_counts(session, here.participant_id), progress(session, here.campaign.id, wanted)
        items = select(Item.id).where(Item.campaign_id == here.campaign.id, Item.active.is_(True))
        return counts, done, session.scalar(items.where(Item.task == Task.VALIDATION).limit(1)) is not None

    counts, done, validates = await workshop(request).store.read(read)
    return await render(request, "home.html", counts=counts, progress=done, validates=validates)


def own_counts(session: Session, participant_id: int | None) -> dict[Task, int]:
    """How often this volunteer has taken part in each task."""
    if participant_id is None:
        return dict.fromkeys(Task, 0)
    counts = {task: count_answers(session, participant_id, task) for task in JUDGED}
    written = (Task.STATEMENT, Task.ANTISTEREO)
    numbers = count_statements(session.connection(), [(participant_id, task) for task in written])
    return {**dict(zip(written, numbers, strict=True)), **counts}


async def consent(request: Request) -> Response:
    here = await visit(request)
    if request.method == "GET":
        wanted = local_path(request.query_params.get("next"))
        if here.participant_id is not None:
            return go_to(wanted)
        return await render(request, "consent.html", wanted=wanted, problems={})
    form = await read_form(request)
    wanted = local_path(form.raw("next"))
    if here.participant_id is not None or not here.campaign.is_open:
        return go_to(wanted if here.campaign.is_open else "/")
    if form.raw("agree") != "yes":
        return await render(request, "consent.html", 422, wanted=wanted, problems={"agree": "consent.problem"})
    parts, before = workshop(request), sent_code(request)
    owned = await parts.store.read(lambda session: find_owned(session, before)) if before else []
    if not owned and not parts.doorkeeper.identities.allows(parts.doorkeeper.address_of(request)):
        raise HTTPException(429, "identities", headers={"Retry-After": "3600"})
    code = before if owned else credentials.new_code()  # one code opens all that somebody gave, in every campaign
    version = here.campaign.files.consent_version(here.language.code, here.campaign.language, CONSENT_VERSION)
    facts = {"campaign_id": here.campaign.id, "code_hash": credentials.digest(code), "consent_version": version}

    def take_in(session: Session) -> int:
        same = session.scalars(select(Participant).where(Participant.code_hash == facts["code_hash"])).all()
        if any(one.blocked_at for one in same):  # in another campaign: a new one is no way around
            raise HTTPException(403, "blocked")
        if there := [one.id for one in same if one.campaign_id == here.campaign.id]:  # the button was pressed twice
            return there[0]
        participant = Participant(**facts, about={})
        session.add(participant)
        session.flush()
        return participant.id

    parts.recent.keep(credentials.digest(code), here.campaign.id, await parts.store.write(take_in))
    response = go_to(f"/about-you?next={wanted}")
    set_cookie(request, response, CODE, code, YEAR)
    return response


@for_participants
async def about_you(request: Request) -> Response:
    here = await visit(request)
    if request.method == "GET":
        chosen = select(Participant.about).where(Participant.id == here.participant_id)
        given = await workshop(request).store.read(lambda session: session.scalars(chosen).one())
        wanted = local_path(request.query_params.get("next"))
        return await render(request, "about_you.html", wanted=wanted, questions=questions(here.campaign), given=given)
    form = await read_form(request)
    about = {name: form.raw(name) for name, offered in questions(here.campaign).items() if form.raw(name) in offered}

    def keep(session: Session) -> None:
        session.execute(update(Participant).where(Participant.id == here.participant_id).values(about=about))

    await workshop(request).store.write(keep)
    return go_to(local_path(form.raw("next")))


async def change_language(request: Request) -> Response:
    code = request.path_params["code"]
    if code not in (await visit(request)).campaign.files.languages():
        raise HTTPException(404)
    response = go_to(local_path(request.query_params.get("next")))
    set_cookie(request, response, LANGUAGE, code, YEAR)
    return response


async def choose_campaign(request: Request) -> Response:
    """The address of one campaign, where several are open: from here on its pages are shown."""
    here, wanted = await visit(request), request.path_params["id"]
    if wanted not in {campaign.id for campaign in here.campaigns}:
        raise HTTPException(404)
    response = go_to(local_path(request.query_params.get("next")))
    set_cookie(request, response, CAMPAIGN, str(wanted), YEAR)
    return response


async def own_file(request: Request) -> Response:
    """A campaign's logo or colours; they are not secret, and an old version is not asked for."""
    here, name = await visit(request), request.path_params["name"]
    campaign = next((one for one in here.campaigns if one.id == request.path_params["id"]), here.campaign)
    if name == "colours.css":
        return Response(colours(campaign.settings.colours), media_type="text/css")
    if name not in LOGOS or name not in campaign.files:
        raise HTTPException(404)
    # An SVG can hold scripts: on a page none runs, and whoever opens it by its address gets it in a sandbox.
    return Response(campaign.files[name].content, 200, {"Content-Security-Policy": "sandbox"}, LOGOS[name])


def colours(chosen: Mapping[str, str]) -> str:
    light, dark = chosen.get("accent"), chosen.get("accent-dark")
    rules = [f":root {{ --accent: {light}; }}"] if light else []
    if dark:
        rules.append(f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark}; }} }}")
    elif light:  # made for the light ground: on the dark one ours stays
        rules.append("@media (prefers-color-scheme: dark) { :root { --accent: #8cc7dd; } }")
    return "\n".join(rules) + "\n"


async def leave(request: Request) -> Response:
    """The way out: nothing more is asked of anybody; on a shared device one may be forgotten."""
    if request.method == "GET":
        return await render(request, "leave.html", forgotten=False)
    await read_form(request)
    response = await render(request, "leave.html", forgotten=True)
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
