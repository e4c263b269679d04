"""Whatever is sent, it is answered; and never with an error of our own."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from collect.conftest import UNLIMITED
from collect.curator_actions import decide, write_pair
from collect.participants import Browser, Page, column, curator, submit, volunteer
from epicene.collect.message_catalogue import choose
from epicene.collect.store.schema import Campaign, UserRole
from epicene.collect.web.app import make_app
from epicene.collect.web.credentials import read_code
from epicene.collect.web.site_pages import clean, local_path
from epicene.data.vocabulary import BIAS_TYPES

QUICK = settings(max_examples=60, suppress_health_check=list(HealthCheck))
WORDS = ("yes", "no", "none", "types", "pass", "statement", "0", "1", "-1", "99999999999999999999", "٣", "\x00", "é",
         "\ud800", "<b>", "'", "../..", "fr", "save", "ready", "check", "propose", "translate", "accept", "reject",
         "Les femmes rient.", "les femmes", "l’", "l'", "les hommes", "2", "stereo", *BIAS_TYPES)  # fmt: skip
NAMES = ("token", "next", "agree", "age", "statement", "bias_type", "target", "contrast", "implied", "item", "answer",
         "type", "correction", "code", "sure", "name", "password", "version", "reason", "more", "less", "direction",
         "into", "status", "language", "note", "text", "do", "part1", "part2", "type1", "type2", "confirmed",
         "back_more", "back_less", "since", "until")  # fmt: skip
values = st.one_of(st.sampled_from(WORDS), st.text(max_size=60), st.text(min_size=490, max_size=520))
fields = st.lists(st.tuples(st.one_of(st.sampled_from(NAMES), st.text(max_size=8)), values), max_size=12)


@pytest.fixture(scope="module")
def place(module_store):
    """One workshop for all examples, with a volunteer and an admin in it, two statements and a pair."""
    app = make_app(module_store, UNLIMITED)
    person, admin = volunteer(app), curator(app, module_store, role=UserRole.ADMIN)
    submit(person, "Les femmes conduisent mal.", "gender", target="les femmes", contrast="les hommes")
    submit(person, "L’infirmière est douce.", "gender", target="l’infirmière", contrast="le chirurgien")
    decide(admin, 1, "settle", bias_type="gender")
    write_pair(admin, 1)
    return app, module_store, person, admin


def posts(app):
    return [route for route in app.app.routes if isinstance(route, Route) and "POST" in (route.methods or ())]


def path_of(route, number):
    return re.sub(r"\{\w+(:\w+)?\}", str(number), route.path)


def encoded(pairs):
    """As a browser sends it; half characters, which no browser has, as the bytes that would be theirs."""
    return urlencode(
        [(name.encode("utf-8", "surrogatepass"), value.encode("utf-8", "surrogatepass")) for name, value in pairs]
    )


@QUICK
@given(data=st.data())
def test_every_form_with_a_good_token_and_anything_else(place, data):
    app, store, person, admin = place
    route = data.draw(st.sampled_from(posts(app)))
    if route.path in ("/me/erase", "/leave", "/logout"):
        return  # these end the visit; their own tests send them
    browser = data.draw(st.sampled_from([person, admin]))
    sent = [pair for pair in data.draw(fields) if pair[0] != "token"]
    page = browser.get("/information" if browser is admin else "/me").text
    token = next(form["fields"]["token"] for form in Page(page).forms)
    answer = browser.client.post(
        path_of(route, data.draw(st.sampled_from([1, 2, 7, 10**9]))),
        content=encoded([("token", token), *sent]),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code < 500
    if answer.status_code == 303:
        assert browser.client.get(answer.headers["location"]).status_code < 500
    assert column(store, Campaign.id) == [1]


@QUICK
@given(data=st.data())
def test_any_body_at_all(place, data):
    app, _, person, _ = place
    route = data.draw(st.sampled_from(posts(app)))
    kinds = [
        "application/x-www-form-urlencoded",
        "application/json",
        "multipart/form-data; boundary=x",
        "text/plain",
        "",
    ]
    headers = {"Content-Type": data.draw(st.sampled_from(kinds))}
    answer = person.client.post(path_of(route, 1), content=data.draw(st.binary(max_size=300)), headers=headers)
    assert answer.status_code in (303, 400, 403, 404, 409, 415)


@QUICK
@given(data=st.data())
def test_any_cookie_query_and_language(place, data):
    app, *_ = place
    ascii_text = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=';,"\\'), max_size=40)
    cookie = "; ".join(
        f"{name}={data.draw(ascii_text)}"
        for name in ("epicene_visit", "epicene_code", "epicene_session", "epicene_language")
    )
    headers = {"Cookie": cookie, "Accept-Language": data.draw(ascii_text)}
    route = data.draw(
        st.sampled_from([r for r in app.app.routes if isinstance(r, Route) and "GET" in (r.methods or ())])
    )
    query = urlencode({data.draw(ascii_text): data.draw(ascii_text), "next": data.draw(ascii_text)})
    path = path_of(route, data.draw(st.sampled_from([1, 10**9])))
    answer = Browser(app).client.get(f"{path}?{query}", headers=headers)
    assert answer.status_code < 500
    if location := answer.headers.get("location"):
        assert location.startswith("/")
        assert not location.startswith("//")


@given(st.text(), st.text())
def test_any_text_is_cleaned_to_be_stored_and_no_path_language_or_code_is_made_of_it(text, accepted):
    cleaned, path, code = clean(text), local_path(text), read_code(text)
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert clean(cleaned) == cleaned
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert all(33 <= ord(character) < 127 for character in path)
    assert choose(text, accepted, "pt") in ("fr", "en")
    assert code is None or re.fullmatch(r"([a-z2-9]{4}-){4}[a-z2-9]{4}", code)


def exactly(**properties):
    return {"type": "object", "required": list(properties), "properties": properties, "additionalProperties": False}


def with_at_least(**properties):
    return {"type": "object", "required": list(properties), "properties": properties}


COUNT = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}
RUNS = {"type": "array", "items": {"type": "array", "minItems": 2, "maxItems": 2}}
REMARK = exactly(severity=TEXT, kind=TEXT, text=TEXT, detail=TEXT, pair={"type": "integer", "nullable": True})
OBJECT, LIST = {"type": "object"}, {"type": "array"}
PAIR = {**with_at_least(more=TEXT, less=TEXT), "additionalProperties": False}
PAIR["properties"]["pair"] = COUNT
OWN = with_at_least(campaign=TEXT, consented_at=TEXT, about=OBJECT, statements=LIST, judgments=LIST)
CONTROLS = exactly(judgments=COUNT, right=COUNT, participants=COUNT, failed=COUNT)
FIGURES = {"participants": COUNT, "tasks": OBJECT, "bias_types": OBJECT, "agreement": OBJECT, "days": LIST}
JSON_ENDPOINTS = {
    "/health.json": {"get": exactly(status={"type": "string", "enum": ["ok"]})},
    "/me/export.json": {"get": exactly(campaigns={"type": "array", "minItems": 1, "items": OWN})},
    "/curate/statistics.json": {"get": with_at_least(controls=CONTROLS, **FIGURES)},
    "/curate/pairs/check.json": {"post": exactly(more=RUNS, less=RUNS, remarks={"type": "array", "items": REMARK})},
}


def test_every_json_endpoint_is_described(place):
    app, *_ = place
    assert {route.path for route in app.app.routes if route.path.endswith(".json")} == {*JSON_ENDPOINTS}


@pytest.mark.parametrize("wanted", ["POSITIVE", "NEGATIVE"])
def test_the_json_endpoints_are_as_described(place, wanted):
    """schemathesis sends what the description allows, or what it does not, and checks answers against it."""
    schemathesis = pytest.importorskip("schemathesis")
    app, _, someone, admin = place
    paths = {
        path: {method: operation(method, shape) for method, shape in methods.items()}
        for path, methods in JSON_ENDPOINTS.items()
    }

    async def with_description(scope, receive, send):
        if scope["type"] == "http" and scope["path"] == "/openapi.json":
            about = {"openapi": "3.0.0", "info": {"title": "collect", "version": "1"}, "paths": paths}
            body = json.dumps(about).encode()
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})
        else:
            await app(scope, receive, send)

    schema = schemathesis.openapi.from_asgi("/openapi.json", with_description)
    someone.get("/me")
    token = Page(admin.get("/curate/pairs/new").text).forms[-1]["fields"]["token"]
    cookies = {**someone.client.cookies, **admin.client.cookies}
    headers = {"x-token": token, "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    mode, asked = schemathesis.GenerationMode[wanted], set()
    wrongs = ("not_a_server_error", "status_code_conformance", "response_schema_conformance")
    checks = [schemathesis.checks.CHECKS.get_one(name) for name in wrongs]
    for result in schema.get_all_operations():
        one_of_ours = result.ok()

        @settings(max_examples=10, suppress_health_check=list(HealthCheck))
        @given(case=one_of_ours.as_strategy(generation_mode=mode))
        def one(case):
            answer = case.call(headers=headers)
            case.validate_response(answer, checks=checks)
            asked.add(case.path)
            assert wanted == "NEGATIVE" or answer.status_code == 200

        one()
    assert asked == {*JSON_ENDPOINTS}


def operation(method, shape):
    """One endpoint as OpenAPI has it; those that are sent something may refuse it."""
    answers = {"200": {"description": "well", "content": {"application/json": {"schema": shape}}}}
    if method == "get":
        return {"parameters": [{"name": "q", "in": "query", "schema": TEXT}], "responses": answers}
    refusal = exactly(error={"type": "integer", "enum": [400]})
    answers["400"] = {"description": "not a pair", "content": {"application/json": {"schema": refusal}}}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": PAIR}}}, "responses": answers}
