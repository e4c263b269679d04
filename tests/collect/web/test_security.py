"""What somebody who means harm may try."""

import html
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from anyio import CapacityLimiter
from sqlalchemy import select
from starlette.routing import Route
from starlette.testclient import TestClient

from collect.conftest import forget_campaigns
from collect.participants import PASSWORD, Browser, Page, column, curator, judge_fluency, offer, submit, volunteer
from epicene.collect.store.schema import (
    AuditEvent,
    Campaign,
    Participant,
    Statement,
    TaskItem,
    TaskName,
    User,
    UserRole,
    UserSession,
    now,
)
from epicene.collect.web import accounts
from epicene.collect.web.app import make_app
from epicene.collect.web.credentials import digest
from epicene.collect.web.rate_limits import ServerSettings
from epicene.collect.web.serve import HEADERS
from epicene.collect.web.site_pages import local_path

SCRIPT = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>"
INJECTIONS = (
    "'; DROP TABLE statements; --",
    "' OR '1'='1",
    "x'); DELETE FROM participants; --",
    '" UNION SELECT password_hash FROM users --',
    "%27%20OR%201=1",
    "\\'; --",
)


def routes(app):
    return [route for route in app.app.routes if isinstance(route, Route)]


def address(route):
    """A path of this route, with numbers and words where it has places for them."""
    return re.sub(r"\{\w+(:\w+)?\}", "1", route.path)


def test_every_answer_has_the_security_headers(app, client):
    for path in ("/", "/consent", "/tasks/fluency", "/nowhere", "/health.json", "/static/style.css", "/me/export.json"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
    for directive in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'self'"):
        assert directive in HEADERS["Content-Security-Policy"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_an_error_of_our_own_has_them_too_and_tells_nothing_of_it(app, store, monkeypatch):
    async def fail(work):
        raise RuntimeError("a secret of the inside")

    browser = Browser(app)
    browser.client._transport.raises = False
    monkeypatch.setattr(store, "read", fail)
    answer = browser.client.get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    assert browser.client.get("/me/export.json").json() == {"error": 500}


def test_pages_carry_no_inline_script_or_style(app, store):
    browser = volunteer(app)
    for path in ("/", "/tasks/statement", "/tasks/fluency", "/tasks/category", "/me", "/information", "/login"):
        page = browser.get(path).text
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|javascript:|https?://", page), path


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(app):
    for scheme, secure in (("http", False), ("https", True)):
        browser = Browser(app, f"{scheme}://testserver")
        answers = [browser.client.get("/consent"), browser.client.get("/language/en")]
        token = Page(answers[0].text).forms[0]["fields"]["token"]
        answers.append(browser.client.post("/consent", data={"token": token, "agree": "yes"}))
        cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
        prefix = "__Host-" if secure else ""  # a browser takes such a name from this host alone, over https alone
        names = {f"{prefix}epicene_{name}" for name in ("visit", "language", "code")}
        assert {cookie.split("=")[0] for cookie in cookies} == names
        assert all("Path=/" in cookie and "Domain" not in cookie for cookie in cookies)
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie
            assert ("Secure" in cookie) == secure


def test_what_people_write_is_shown_as_text(app, store):
    browser = volunteer(app)
    page = submit(browser, SCRIPT, SCRIPT, target=SCRIPT)
    assert page.status_code == 422
    assert "<script>alert" not in page.text
    assert "<img" not in page.text
    assert "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;" in page.text
    with store.writing.begin() as session:
        session.scalars(select(Campaign)).one().title = SCRIPT
        session.query(TaskItem).update({"active": False})
        offer(session, 1, TaskName.FLUENCY, SCRIPT, source="test")
    forget_campaigns(app)
    page = browser.get("/tasks/fluency")
    assert page.text.count("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;") == 3  # title, header and sentence
    assert "<script>alert" not in page.text
    page = Browser(app).send("/login", "/login", name=SCRIPT, password="x")
    assert "<script>alert" not in page.text
    page = Browser(app).get("/consent?next=/%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page.text


def test_every_form_is_refused_without_its_token(app, store):
    """Whatever routes there are: those of later parts too."""
    author, admin = volunteer(app), curator(app, store, role=UserRole.ADMIN)
    posts = [route for route in routes(app) if "POST" in (route.methods or ())]
    assert len(posts) >= 10
    other = Browser(app)
    stolen = Page(other.get("/consent").text).forms[0]["fields"]["token"]
    for browser in (author, admin):
        browser.get("/")
        for route in posts:
            for fields in ({}, {"token": ""}, {"token": "0" * 64}, {"token": stolen}):
                answer = browser.client.post(address(route), data={**fields, "sure": "yes", "answer": "yes"})
                allowed = (403, 404, 415)  # 404: there is no such row or action, and nothing was done
                login = answer.status_code == 303 and answer.headers["location"].startswith(("/login", "/consent"))
                assert answer.status_code in allowed or login, (route.path, fields, answer.status_code)
    assert len(column(store, Participant.id)) == len(column(store, UserSession.token_hash)) == 1


def test_a_token_without_the_cookie_it_belongs_to_is_worthless(app):
    browser = Browser(app)
    token = browser.token("/consent")
    assert Browser(app).client.post("/consent", data={"token": token, "agree": "yes"}).status_code == 403
    browser.client.cookies.clear()
    assert browser.client.post("/consent", data={"token": token, "agree": "yes"}).status_code == 403
    browser.client.cookies.set("epicene_visit", "another")
    assert browser.client.post("/consent", data={"token": token, "agree": "yes"}).status_code == 403


def test_logging_in_makes_forms_opened_before_worthless(app, store):
    browser = Browser(app)
    with store.writing.begin() as session:
        accounts.add_user(session, "camille", PASSWORD, UserRole.CURATOR)
    before = Page(browser.get("/consent").text).forms[0]["fields"]["token"]
    browser.send("/login", "/login", _follow=False, name="camille", password=PASSWORD)
    assert browser.client.post("/consent", data={"token": before, "agree": "yes"}).status_code == 403


def test_sql_in_any_field_is_text(app, store):
    browser = volunteer(app)
    for place, attack in enumerate(INJECTIONS):
        submit(browser, f"{place} {attack}", "age", target=attack, contrast=attack)
        judge_fluency(browser, "no", attack)
        browser.send("/tasks/fluency", "/tasks/fluency", answer=attack, item=attack)
        browser.send("/about-you", "/about-you", age=attack)
        browser.client.get("/consent", params={"next": attack})
        Browser(app).send("/login", "/login", name=attack, password=attack)
        Browser(app).send("/me/code", "/me", code=attack)
        stranger = Browser(app)
        for cookie in ("epicene_code", "epicene_session", "epicene_language"):
            stranger.client.cookies.set(cookie, attack.replace(";", "%3B").replace('"', ""))
        assert stranger.client.get("/").status_code == 200
        assert stranger.client.get("/tasks/fluency").status_code == 303
    assert column(store, Statement.target) == list(INJECTIONS)
    assert len(column(store, Participant.id)) == 1
    assert column(store, User.id) == []


def test_pages_of_curators_and_admins_are_closed_to_all_others(app, store):
    """Every route under /curate, whoever wrote it."""
    kept = [route for route in routes(app) if route.path.startswith(("/curate", "/admin"))]
    for browser in (Browser(app), volunteer(app)):
        browser.get("/")
        for route in kept:
            for method in route.methods or ():
                answer = browser.client.request(method, address(route))
                turned_away = answer.status_code == 303 and answer.headers["location"].startswith("/login")
                assert turned_away or answer.status_code in (401, 403), (method, route.path, answer.status_code)


def test_a_curator_is_no_admin_and_trying_is_noted(app, store):
    """The audit log is for admins only."""
    camille = curator(app, store, "camille")
    assert camille.client.get("/curate/audit").status_code == 403
    assert "/curate/audit" not in camille.get("/curate").text
    assert Browser(app).client.get("/curate/audit").headers["location"] == "/login?next=/curate/audit"
    admin = curator(app, store, "dominique", UserRole.ADMIN)
    assert "/curate/audit" in admin.get("/curate").text
    page = admin.get("/curate/audit").text
    assert page.count("<li>") == 8
    assert "Accès refusé" in page
    ids = dict(column(store, User.name, User.id))
    events = column(store, AuditEvent.event, AuditEvent.details, AuditEvent.user_id)
    assert [row for row in events if row[0] == "refused"] == [("refused", {"path": "/curate/audit"}, ids["camille"])]


def test_nobody_makes_themselves_a_curator(app, store):
    browser = volunteer(app)
    for forged in ("1", "admin", digest("admin"), "' OR 1=1"):
        browser.client.cookies.set("epicene_session", forged)
        assert "/logout" not in browser.client.get("/").text
    browser.client.cookies.delete("epicene_session")
    browser.send("/about-you", "/about-you", role="admin", user_id="1", is_admin="yes")
    browser.send("/login", "/login", name="camille", password=PASSWORD, role="admin")
    assert column(store, User.id) == []


def test_a_session_ends_by_logging_out_by_time_and_by_closing_the_account(app, store):
    browser = curator(app, store)
    assert "/logout" in browser.get("/").text
    token = browser.client.cookies["epicene_session"]
    browser.send("/logout")
    browser.client.cookies.set("epicene_session", token)
    assert "/logout" not in browser.get("/").text
    for end in ("time", "closing"):
        browser = curator(app, store, f"camille-{end}")
        assert "/logout" in browser.get("/").text
        with store.writing.begin() as session:
            if end == "time":
                session.query(UserSession).update({"expires_at": now()})
            else:
                accounts.disable_user(session, "camille-closing")
        assert "/logout" not in browser.get("/").text
    answer = browser.send("/login", "/login", _follow=False, name="camille-closing", password=PASSWORD)
    assert answer.status_code == 422


def test_passwords_are_kept_as_argon2_and_tokens_as_hashes(app, store, real_passwords, monkeypatch):
    assert real_passwords.memory_cost >= 46 * 1024  # KiB; OWASP's least, like the two others
    assert real_passwords.time_cost >= 2
    assert real_passwords.parallelism >= 1
    monkeypatch.setattr(accounts, "_hasher", real_passwords)
    browser = curator(app, store)
    code = volunteer(app).client.cookies["epicene_code"]
    assert [kept[:10] for kept in column(store, User.password_hash)] == ["$argon2id$"]
    assert column(store, UserSession.token_hash) == [digest(browser.client.cookies["epicene_session"])]
    assert column(store, Participant.code_hash) == [digest(code)]


def test_nothing_of_a_session_stays_in_the_browser(app, store):
    """Pages of curators are kept by no cache, so that the button back shows none; the token goes with logging out."""
    browser = curator(app, store)
    assert browser.client.get("/curate").headers["cache-control"] == "no-store"
    assert browser.send("/logout", "/curate").url.path == "/"
    assert "epicene_session" not in browser.client.cookies
    assert browser.client.get("/curate").status_code == 303


def test_a_field_given_twice_counts_once_and_one_in_the_address_not_at_all(app, store):
    person = volunteer(app)
    token = Page(person.get("/tasks/statement").text).forms[0]["fields"]["token"]
    fields = [("token", token), ("bias_type", "age"), ("bias_type", "gender")]
    said = [("statement", "Les vieux conduisent mal."), ("statement", "Les roux sont sots.")]
    address = "/tasks/statement?statement=Les+femmes+rient.&bias_type=religion"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert person.client.post(address, content=urlencode(fields + said), headers=kind).status_code == 303
    assert column(store, Statement.text, Statement.bias_type) == [("Les vieux conduisent mal.", "age")]


def test_any_printable_character_comes_back_as_it_was(app):
    text = "O’Hara & \"ねこ\" <3 'الأرانب' ğ œ 𝄞 👩🏽‍🚀 aiment-ils l’été ?"
    person = volunteer(app)
    submit(person, text, "age")
    assert text in html.unescape(person.get("/me").text)
    assert person.client.get("/me/export.json").json()["campaigns"][0]["statements"][0]["text"] == text


def test_forms_and_cookies_hold_what_they_need_and_no_more(app, store):
    person = volunteer(app)
    for path in ("/", "/tasks/statement", "/tasks/fluency", "/tasks/category", "/me", "/about-you", "/leave"):
        for form in Page(person.get(path).text).forms:
            assert set(form["fields"]) <= {"token", "item", "next"}, path
    assert set(person.client.cookies) == {"epicene_visit", "epicene_code", "epicene_language"}


def test_guessing_passwords_is_slowed_down(store):
    app = make_app(store, ServerSettings(login_failures=3))
    curator(app, store)
    browser = Browser(app)
    for _ in range(3):
        assert browser.send("/login", "/login", name="camille", password="wrong").status_code == 422
    assert browser.send("/login", "/login", name="camille", password=PASSWORD).status_code == 429
    assert column(store, AuditEvent.event)[2:] == [
        "user-added",
        "login",
        "login-failed",
        "login-failed",
        "login-failed",
    ]


def test_many_guesses_at_once_are_no_way_around_the_limit(store, monkeypatch):
    """All are sent before the first is answered."""
    app = make_app(store, ServerSettings(login_failures=3))
    curator(app, store)
    together = threading.Barrier(3, timeout=600)
    hasher = SimpleNamespace(verify=lambda *_: together.wait() < 0, hash=lambda _: "")
    monkeypatch.setattr(accounts, "_hasher", hasher)
    monkeypatch.setattr(accounts, "_limiter", lambda _: CapacityLimiter(10))
    with TestClient(app) as client, ThreadPoolExecutor(8) as guessers:
        client.get("/login")
        token = re.search(r'name="token" value="(\w+)"', client.get("/login").text).group(1)
        guess = {"token": token, "name": "camille", "password": "wrong"}
        answers = list(guessers.map(lambda _: client.post("/login", data=guess).status_code, range(8)))
    assert sorted(answers) == [422] * 3 + [429] * 5


def test_logging_in_well_takes_back_no_failure_of_the_address(store):
    app = make_app(store, ServerSettings(login_failures_of_address=3))
    curator(app, store)
    for _ in range(3):
        browser = Browser(app)
        browser.send("/login", "/login", name="camille", password=PASSWORD)
    for name in ("a", "b", "c"):
        assert Browser(app).send("/login", "/login", name=name, password="wrong").status_code == 422
    assert Browser(app).send("/login", "/login", name="camille", password=PASSWORD).status_code == 429


def test_volunteers_and_addresses_have_their_limits(store):
    app = make_app(store, ServerSettings(per_participant=3, per_address=1000))
    browser = volunteer(app)
    answers = [judge_fluency(browser).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    assert judge_fluency(volunteer(app)).status_code == 200
    app = make_app(store, ServerSettings(per_participant=1000, per_address=4))
    browser = volunteer(app)
    answers = [judge_fluency(browser).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    page = Browser(app).send("/consent", "/consent", agree="yes")
    assert page.status_code == 429


def test_bodies_are_bounded_whatever_they_declare(app):
    browser = volunteer(app)
    token = Page(browser.get("/tasks/statement").text).forms[0]["fields"]["token"]
    body = f"token={token}&bias_type=age&statement=" + "a" * 70_000
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = browser.client.post("/tasks/statement", content=body, headers=headers)
    assert answer.status_code == 413

    def in_pieces():
        for start in range(0, len(body), 5000):
            yield body[start : start + 5000].encode()

    assert browser.client.post("/tasks/statement", content=in_pieces(), headers=headers).status_code == 413
    many = f"token={token}&" + "&".join(f"f{n}=1" for n in range(200))
    assert browser.client.post("/tasks/statement", content=many, headers=headers).status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/%2e%2e/keys.py", "/static/....//app.py",
     "/static//etc/passwd", "/static/..\\app.py", "/static/%00", "/language/..%2f..%2fetc%2fpasswd", "/language/fr%00",
     "/tasks/../static/style.css%00"],
)  # fmt: skip
def test_no_path_leads_out(client, path):
    answer = client.get(path)
    assert answer.status_code in (400, 404, 405)
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "there",
    ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "/\t/x", ""],
)
def test_nobody_is_sent_elsewhere(app, there):
    assert local_path(there) == "/"
    answer = Browser(app).client.get("/language/en", params={"next": there})
    assert answer.headers["location"] == "/"
    browser = Browser(app)
    browser.get("/consent")
    answer = browser.send("/consent", _follow=False, agree="yes", next=there)
    assert answer.headers["location"] == "/about-you?next=/"


def test_no_address_is_written_anywhere(store, tmp_path):
    browser = volunteer(make_app(store), address="203.0.113.77")
    submit(browser, "Les notaires sont riches.")
    judge_fluency(browser)
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"notaires" in kept
    assert b"203.0.113.77" not in kept
    assert browser.client.cookies["epicene_code"].encode() not in kept


def test_a_slash_too_many_leads_to_no_other_host(client):
    answer = client.get("/consent/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 404
    assert "elsewhere" not in answer.text + str(answer.headers)
