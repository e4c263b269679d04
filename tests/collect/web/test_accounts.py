"""Accounts: what their owners may do themselves, what an admin does by command, and what a guesser meets."""

import re
import time
from datetime import timedelta

import pytest
from pyotp.totp import TOTP

from collect.participants import PASSWORD, Browser, collect, column, curator, one_time_code, set_all, submit, volunteer
from epicene.collect.store.schema import AuditEvent, User, UserRole, UserSession, now
from epicene.collect.web import accounts
from epicene.collect.web.app import make_app
from epicene.collect.web.rate_limits import ServerSettings
from epicene.core.errors import InputError

RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # “12345678901234567890”, of RFC 6238, appendix B
NEW = "quatre chevaux peignent demain"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_standard(seconds, code):
    """RFC 6238 gives eight digits; six of them are the last six."""
    assert TOTP(RFC_SECRET).generate_otp(seconds // 30) == code


def test_a_code_is_taken_once_and_for_a_minute_and_a_half():
    code = TOTP(RFC_SECRET).generate_otp(100)
    for seconds, step in ((100 * 30 - 30, 100), (100 * 30 + 59, 100), (100 * 30 - 31, None), (100 * 30 + 60, None)):
        assert accounts.matching_step(RFC_SECRET, code, seconds, after=0) == step
    assert accounts.matching_step(RFC_SECRET, code, 3000, after=100) is None
    for wrong in ("", "000000", code[:5], code + "0", "é" * 6):
        assert accounts.matching_step(RFC_SECRET, wrong, 3000, after=0) is None


def log_in(app, password=PASSWORD, name="camille", address="testclient", **more):
    browser = Browser(app, address=address)
    return browser.send("/login", "/login", _follow=False, name=name, password=password, **more)


def test_an_admin_without_the_code_is_not_let_in_and_a_code_works_once(app, store, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    admin = curator(app, store, "dominique", UserRole.ADMIN)
    assert admin.client.get("/curate/audit").status_code == 200
    for code in ("", "123456", one_time_code(store, "dominique")):  # the last was used to log in
        assert log_in(app, name="dominique", code=code).status_code == 422, code


def test_an_admin_without_a_second_factor_opens_no_page_of_admins(app, store):
    browser = curator(app, store, "dominique")
    set_all(store, User, role=UserRole.ADMIN)
    answer = browser.client.get("/curate/audit")
    assert answer.status_code == 403
    assert "epicene collect user totp" in answer.text


@pytest.mark.parametrize(
    "password",
    ["short", "password1234", "123456789012", "azertyuiop123", "passwordpassword", "camillecamille", "ours          lu",
     "motdepasse2026", "Azerty2026!!", "Soleil2026!!", "M0tDeP@sse2026", "Marseille13013", "jetaime12345",
     "Liberté2026!!", f"{NEW} {NEW} {NEW} {NEW} {NEW}"[:129]],
)  # fmt: skip
def test_passwords_that_a_guesser_tries_first_are_refused(store, password):
    with store.writing.begin() as session, pytest.raises(InputError):
        accounts.add_user(session, "camille", password, UserRole.CURATOR)


@pytest.mark.parametrize(
    "password", ["🐎🎨🌧️🧦🪁🥁🚲🫖🧭🪴🎻🦉", f"{NEW} {NEW} {NEW} {NEW} {NEW}"[:128]], ids=["emoji", "128"]
)
def test_a_password_is_taken_whole_in_whatever_characters(app, store, password):
    """The same and more, or the same and less, is another."""
    with store.writing.begin() as session:
        accounts.add_user(session, "camille", password, UserRole.CURATOR)
    for wrong in (f"{password}x", password[:-1]):
        assert log_in(app, wrong).status_code == 422
    assert log_in(app, password).status_code == 303


def test_password_fields_are_open_to_managers_and_pasting(app, store):
    camille = curator(app, store)
    fields = re.findall(r'<input type="password"[^>]*>', Browser(app).get("/login").text)
    fields += re.findall(r'<input type="password"[^>]*>', camille.get("/curate/account").text)
    kinds = [re.search(r'autocomplete="([^"]+)"', field).group(1) for field in fields]
    assert kinds == ["current-password", "current-password", "new-password"]
    assert not any(word in field for field in fields for word in ("maxlength", "readonly", "onpaste"))


def test_one_changes_ones_own_password_and_other_sessions_end(app, store):
    here = curator(app, store)
    there = Browser(app)
    there.send("/login", "/login", name="camille", password=PASSWORD)
    page = here.send("/curate/account/password", "/curate/account", old="wrong", new=NEW)
    assert page.status_code == 422
    page = here.send("/curate/account/password", "/curate/account", old=PASSWORD, new="password1234")
    assert page.status_code == 422
    assert there.client.get("/curate/account").status_code == 200
    here.send("/curate/account/password", "/curate/account", old=PASSWORD, new=NEW)
    assert here.client.get("/curate/account").status_code == 200
    assert there.client.get("/curate/account").status_code == 303
    assert [log_in(app, password).status_code for password in (PASSWORD, NEW)] == [422, 303]


def test_sessions_are_seen_and_ended_and_end_by_themselves(app, store):
    here = curator(app, store)
    there = Browser(app)
    there.send("/login", "/login", name="camille", password=PASSWORD)
    assert here.get("/curate/account").text.count("ouverte le") == 2
    assert here.send("/curate/account/sessions", "/curate/account", password="wrong").status_code == 422
    assert there.client.get("/curate").status_code == 200
    here.send("/curate/account/sessions", "/curate/account", password=PASSWORD)
    assert there.client.get("/curate").status_code == 303
    assert here.client.get("/curate").status_code == 200
    set_all(store, UserSession, seen_at=now().replace(year=2020))
    assert here.client.get("/curate").status_code == 303


def test_a_session_in_use_stays_awake(app, store):
    here = curator(app, store)
    before = now() - timedelta(minutes=20)
    set_all(store, UserSession, seen_at=before)
    assert here.client.get("/curate").status_code == 200
    assert column(store, UserSession.seen_at)[0] > before


def test_guesses_from_many_addresses_add_up(store):
    app = make_app(store, ServerSettings(login_failures_of_account=3))
    curator(app, store)
    for number in range(4):
        answer = log_in(app, "wrong" if number < 3 else PASSWORD, address=f"203.0.113.{number}")
        assert answer.status_code == (422 if number < 3 else 429)


def test_wrong_passwords_do_not_shut_out_the_owners_own_browser_and_a_command_lets_in_any(store, capsys):
    app = make_app(store, ServerSettings(login_failures_of_account=3))
    known = curator(app, store)
    known.send("/logout", "/curate")
    for number in range(6):
        log_in(app, "wrong", address=f"203.0.113.{number}")

    def tries(browser):
        return browser.send("/login", "/login", _follow=False, name="camille", password=PASSWORD).status_code

    assert tries(known) == 303
    fresh = Browser(app, address="198.51.100.1")
    for number in range(3):
        log_in(app, "wrong", address=f"203.0.113.{number + 10}")
    assert tries(fresh) == 429
    collect("user unlock", "camille", db=str(store.url.database))
    assert tries(fresh) == 303


def test_a_flood_of_logins_does_not_wait_without_end_before_argon2(app, store, monkeypatch):
    monkeypatch.setattr(accounts, "MOST_WAITING", 0)
    answer = log_in(app, name="nobody")
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


def test_accounts_by_command(store, monkeypatch, capsys):
    database = str(store.url.database)
    monkeypatch.setenv("EPICENE_COLLECT_PASSWORD", PASSWORD)
    collect("user add", "dominique", role="admin", db=database)
    assert capsys.readouterr().out.startswith("otpauth://totp/epicene:dominique?secret=")
    collect("user add", "camille", role="curator", db=database)
    assert capsys.readouterr().out == ""
    with pytest.raises(InputError):
        collect("user add", "camille", db=database)
    monkeypatch.setenv("EPICENE_COLLECT_PASSWORD", NEW)
    collect("user password", "camille", db=database)
    collect("user disable", "camille", db=database)
    collect("user list", db=database)
    assert capsys.readouterr().out == "camille: curator, account disabled\ndominique: admin, 0 open sessions\n"
    with pytest.raises(InputError):
        collect("user disable", "nobody", db=database)
    collect("user enable", "camille", db=database)
    with pytest.raises(InputError, match="--yes"):
        collect("user totp", "dominique", db=database)
    assert column(store, AuditEvent.event)[-3:] == ["password-changed", "user-disabled", "user-enabled"]
    hashes = dict(column(store, User.name, User.password_hash))
    assert accounts._hasher.verify(hashes["camille"], NEW)


def test_refusals_and_limits_are_logged_without_an_address(store, caplog):
    app = make_app(store, ServerSettings(per_address=2))
    browser = Browser(app)
    for _ in range(3):
        browser.client.post("/consent", data={"token": "forged"})
    lines = [record.getMessage() for record in caplog.records if record.name == "epicene.collect"]
    assert lines == ["POST /consent was refused: 403 form-token"] * 2 + ["POST /consent was refused: 429 "]
    browser.client.post("/curate/x%0AFORGED%20LINE/reject")
    assert "testclient" not in caplog.text
    assert "\nFORGED" not in caplog.text


def test_a_form_that_is_filled_in_wrongly_is_one_line_of_the_log_without_what_was_written(app, caplog):
    browser = volunteer(app)
    submit(browser, "x" * 2000)
    lines = [record.getMessage() for record in caplog.records if record.name == "epicene.collect"]
    assert lines == ["POST /tasks/statement was refused: 422 "]


def test_whose_password_a_guesser_tries_first_is_told_at_login(app, store, monkeypatch):
    with monkeypatch.context() as earlier:  # an account from before the lists knew it
        earlier.setattr(accounts, "validate_password", lambda name, password: None)
        with store.writing.begin() as session:
            accounts.add_user(session, "camille", "password1234", UserRole.CURATOR)
    page = Browser(app).send("/login", "/login", name="camille", password="password1234")
    assert page.url.path == "/curate/account"
    assert "facile à deviner" in page.text


def test_its_owner_is_told_of_a_changed_password_or_factor_at_the_next_login_and_of_failed_ones(app, store):
    def log_in(password):
        return Browser(app).send("/login", "/login", name="camille", password=password,
                                 code=one_time_code(store, "camille"))  # fmt: skip

    curator(app, store)
    assert log_in("wrong").status_code == 422
    page = log_in(PASSWORD)
    assert page.url.path == "/curate", "nothing was changed"
    for change in (lambda session: accounts.set_password(session, "camille", NEW),
                   lambda session: accounts.renew_totp(session, "camille")):  # fmt: skip
        with store.writing.begin() as session:
            change(session)
        page = log_in(NEW)
        assert page.url.path == "/curate/account"
        assert "a été changé depuis votre dernière connexion" in page.text
    for event in ("Mot de passe changé", "Second facteur renouvelé", "Échec de connexion"):
        assert event in page.text
