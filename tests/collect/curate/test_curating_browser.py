"""Curating, the pair editor, the export and erasing in a real browser, in both languages, on a desk and on a phone."""

import io
import re
import zipfile
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from collect.browser import DESKTOP, PHONE, fits, serious_findings, served, watched
from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns, made_ready
from collect.participants import PASSWORD, curator, judge_fluency, submit, volunteer
from epicene.collect.campaigns import open_campaign, read_sentences
from epicene.collect.message_catalogue import language
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Campaign, Statement, UserRole, now
from epicene.collect.web.accounts import add_user
from epicene.collect.web.app import make_app

NUMBERS = count()
SIZES = {"desktop": DESKTOP, "phone": PHONE}


class Site(NamedTuple):
    """A running workshop, with Chromium to look at it; `pages` that a visitor has left, with and without scripts."""

    browser: Any
    home: str
    app: Any
    store: Store
    pages: dict[bool, list[Any]]

    def page(self, scripts: bool) -> Any:
        """Without cookies; a new one takes Chromium half a second."""
        left = self.pages[scripts]
        return left.pop() if left else self.browser.new_context(java_script_enabled=scripts).new_page()


@pytest.fixture(scope="module")
def site(tmp_path_factory, browser) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EPICENE_COLLECT_KEY", "a key for tests, of at least 32 characters")
        store = made_ready(str(tmp_path_factory.mktemp("site") / "collect.db"))
        with store.writing.begin() as session:
            for name in ("camille", "dominique"):
                add_user(session, name, PASSWORD, UserRole.CURATOR)
        app = make_app(store, UNLIMITED)
        with served(app) as home:
            yield Site(browser, home, app, store, {True: [], False: []})


class Visitor:
    """One person's browser, in one language and size."""

    def __init__(self, site: Site, code: str = "fr", size: str = "desktop", scripts: bool = True) -> None:
        self.page, self._left = site.page(scripts), site.pages[scripts]
        self.page.set_viewport_size(SIZES[size])
        self.home = site.home
        self._watching = watched(self.page, site.home)
        self.told = self._watching.__enter__()
        self.go(f"/language/{code}")

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def log_in(self, name: str) -> None:
        self.go("/login")
        self.page.fill("[name=name]", name)
        self.page.fill("[name=password]", PASSWORD)
        self.page.click("main button")

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def check_page(self) -> None:
        """Nothing in the console, nothing from elsewhere, no sideways scrolling, no serious finding of axe."""
        self.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert fits(self.page), self.page.url
        assert serious_findings(self.page) == [], self.page.url
        assert self.told == [], self.page.url

    def close(self) -> None:
        self._watching.__exit__(None, None, None)
        self.page.context.clear_cookies()
        self._left.append(self.page)


def contribute(site, place: str) -> str:
    """A statement that no other test has, over plain HTTP."""
    text = f"Les femmes de {place} conduisent mal."
    submit(volunteer(site.app), text, "gender", target="les femmes", contrast="les hommes")
    return text


def place() -> str:
    """A village of one's own for each test: statements with the same words would be merged."""
    return ("Tulle", "Brest", "Cahors", "Dole", "Vichy", "Foix", "Gap", "Nîmes", "Sète", "Laon")[next(NUMBERS)]


def find(site, text: str) -> Statement:
    with site.store.reading() as session:
        return session.scalars(select(Statement).where(Statement.text == text).order_by(Statement.id)).first()


@pytest.mark.parametrize(("code", "size"), [("fr", "desktop"), ("en", "phone")])
def test_from_the_queue_to_a_ready_pair_and_the_archive(site, code, size):
    text, t = contribute(site, place()), language(code).text
    visitor = Visitor(site, code, size)
    visitor.log_in("camille")
    visitor.check_page()
    visitor.page.get_by_role("link", name=text).click()
    visitor.check_page()
    visitor.page.locator("section.card select[name=bias_type]").select_option("gender")
    visitor.button(t("curate.settle.go")).click()
    visitor.page.get_by_role("link", name=t("curate.pair"), exact=True).click()
    assert visitor.page.locator("#less").input_value() == text.replace("femmes", "hommes")
    assert visitor.page.locator("#marked-less mark").all_inner_texts() == ["hommes"]
    visitor.check_page()
    visitor.page.locator("#less").fill(text.replace("femmes", "hommes").replace("conduisent", "ne chantent pas"))
    visitor.page.locator("#remarks .warning").first.wait_for()  # said while typing, before any button
    assert t("check.negation") in visitor.page.locator("#remarks").inner_text()
    visitor.button(t("pair.ready")).click()
    assert t("pair.problem.confirm") in visitor.page.get_by_role("alert").inner_text()
    visitor.page.locator("#less").fill(text.replace("femmes", "hommes"))
    visitor.page.locator("#remarks .fine").wait_for()
    visitor.button(t("pair.ready")).click()
    visitor.page.wait_for_url(re.compile(r"/curate/pairs/\d+$"))
    visitor.check_page()
    for path in ("/curate/pairs?status=ready", "/curate/statistics", "/curate/history", "/curate/translations"):
        visitor.go(path)
        visitor.check_page()
    visitor.go("/curate/export")
    visitor.check_page()
    with visitor.page.expect_download() as waiting:
        visitor.button(t("export.go")).click()
    archive = zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes()))
    assert text.encode() in archive.read("nos-stereotypes/pairs-fr.tsv")
    visitor.close()


def test_the_check_as_one_types_shows_markup_as_words(site):
    visitor = Visitor(site)
    visitor.log_in("camille")
    visitor.go("/curate/pairs/new")
    visitor.page.locator("#more").fill("Les <b>femmes</b> <img src=x onerror=alert(1)> rient.")
    visitor.page.locator("#less").fill("Les hommes rient !")
    visitor.page.locator("#remarks .warning").first.wait_for()
    assert "<img src=x" in visitor.page.locator("#marked-more").inner_text()
    assert visitor.page.locator("#checked img, #checked b").count() == 0
    visitor.check_page()
    visitor.close()


@pytest.fixture
def workshop_in_colours(site):
    """A second campaign with a look of its own, an admin, and somebody who was blocked, with a statement held back."""
    files = {
        "campaign.toml": b'[colours]\naccent = "#8a1c5a"\n',
        "logo.svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
    }
    with site.store.writing.begin() as session:
        sentences = read_sentences("pairs-fr", "fr")[:20]
        campaign = open_campaign(session, "En couleurs", "fr", *ORGANISER, sentences, files=files, alongside=True)
        number = campaign.id
    forget_campaigns(site.app)
    person, admin = volunteer(site.app), curator(site.app, site.store, "ange", UserRole.ADMIN)
    submit(person, "Les roux sont sots.", "other")
    submit(person, "Voyez www.exemple.com.", "other")
    judge_fluency(person)
    with site.store.reading() as session:
        statement = session.scalars(select(Statement).where(Statement.text == "Les roux sont sots.")).one()
    contributor = f"/curate/contributors/{statement.participant_id}"
    admin.send(f"{contributor}/block", contributor)
    yield admin, person, contributor, statement.id
    with site.store.writing.begin() as session:  # the other tests meet the first campaign
        session.get_one(Campaign, number).closed_at = now()
    forget_campaigns(site.app)


def test_moderating_accounts_and_own_colours_are_accessible(site, workshop_in_colours):
    """What a flood calls for, one's account, the log, and what a volunteer corrects, in a campaign's own colours."""
    for code, size, scheme in (("fr", "phone", "dark"), ("en", "desktop", "light")):
        visitor = Visitor(site, code, size)
        visitor.page.emulate_media(color_scheme=scheme)
        look_around(visitor, code, *workshop_in_colours)
        visitor.page.emulate_media(color_scheme="light")
        visitor.close()


def look_around(visitor, code, admin, person, contributor, statement):
    on_desk = code == "en"  # the whole way on a phone, the widest pages on a desk
    for browser, paths in (
        (admin, (contributor, "/curate/answers?since=2020-01-01T00:00&until=2040-01-01T00:00",
                 "/curate?status=held&words=roux&type=other", "/curate/account", "/curate/audit",
                 f"/curate/statements/{statement}", "/curate/statements/999999")),
        (person, ("/", "/tasks/statement", "/me")),
    )[: 1 if on_desk else 2]:  # fmt: skip
        cookies = {**browser.client.cookies, "epicene_language": code}
        given = [{"name": name, "value": value, "url": visitor.home} for name, value in cookies.items()]
        visitor.page.context.clear_cookies()
        visitor.page.context.add_cookies(given)
        for path in paths[:3] if on_desk else paths:
            visitor.go(path)
            assert visitor.page.locator("h1").count() == 1
            assert visitor.page.locator("img.logo").count() == 1
            visitor.check_page()


def test_a_password_can_be_looked_at_while_it_is_typed(site):
    visitor = Visitor(site)
    visitor.go("/login")
    field, box = visitor.page.locator("#password"), visitor.page.locator("#show-password")
    field.fill("secret")
    assert field.get_attribute("type") == "password"
    box.check()
    assert field.get_attribute("type") == "text"
    visitor.check_page()
    box.uncheck()
    assert field.get_attribute("type") == "password"
    visitor.close()
    plain = Visitor(site, scripts=False)
    plain.go("/login")
    assert not plain.page.locator("#show-password").is_visible()
    plain.close()


def test_what_watches_over_accessibility_can_find_something(site):
    visitor = Visitor(site)
    visitor.go("/login")
    assert serious_findings(visitor.page) == []
    visitor.page.evaluate("document.querySelectorAll('main label').forEach(one => one.remove())")
    assert any(found.startswith("label") for found in serious_findings(visitor.page))
    visitor.close()


@pytest.mark.parametrize(("code", "size"), [("fr", "phone"), ("en", "desktop")])
def test_pages_of_near_duplicates_and_translations_are_accessible(site, code, size):
    t, text = language(code).text, contribute(site, place())
    submit(volunteer(site.app), f"Toutes {text[0].lower()}{text[1:]}", "gender")
    camille = Visitor(site, code, size)
    camille.log_in("camille")
    camille.go(f"/curate/statements/{find(site, text).id}")
    assert camille.page.locator(".beside mark").all_inner_texts() == ["Toutes"]
    camille.check_page()
    camille.button(t("curate.near.keep-here")).click()
    assert find(site, f"Toutes {text[0].lower()}{text[1:]}").status == "merged"
    camille.go(f"/curate/statements/{find(site, text).id}")
    camille.button(t("curate.settle.go")).click()
    camille.go(f"/curate/pairs/new?statement={find(site, text).id}")
    camille.button(t("pair.ready")).click()
    camille.page.wait_for_url(re.compile(r"/curate/pairs/\d+$"))
    camille.page.get_by_role("link", name=t("pair.translate", language=t("language.en"))).click()
    camille.page.locator("#more").fill("Women drive badly.")
    camille.page.locator("#less").fill("Men drive badly.")
    camille.button(t("translation.save")).click()
    assert not camille.button(t("translation.accept")).count()
    dominique = Visitor(site, code, size)
    dominique.log_in("dominique")
    dominique.page.goto(camille.page.url)
    dominique.check_page()
    camille.close()
    dominique.close()
