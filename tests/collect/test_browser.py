"""The site in Chromium: forms with and without scripts, keys, the editor, and every sort of page by axe, on a desk and
on a phone, light and dark."""

import io
import re
import zipfile
from types import SimpleNamespace

import pytest

from collect.browser import DESKTOP, PHONE, fits, serious_findings, served, watched
from collect.conftest import ORGANISER, UNLIMITED, forget_campaigns, made_ready
from collect.curator_actions import decide, find_statement, write_pair
from collect.participants import PASSWORD, column, curator, judge_fluency, submit, volunteer
from epicene.collect.campaigns import add_sentences, open_campaign, read_sentences
from epicene.collect.message_catalogue import language
from epicene.collect.store.schema import JudgmentRow, Participant, Statement, TaskName, UserRole
from epicene.collect.web.accounts import add_user
from epicene.collect.web.app import make_app

VOLUNTEERS = ("/", "/tasks/statement", "/tasks/antistereo", "/tasks/fluency", "/tasks/category", "/tasks/validation",
              "/me", "/information", "/about-you", "/leave", "/login", "/erased", "/no-such-page")  # fmt: skip
CURATORS = ("/curate", "/curate?status=held&words=roux&type=other", "/curate/pairs?status=ready",
            "/curate/translations", "/curate/statistics", "/curate/history", "/curate/export",
            "/curate/account", "/curate/audit",
            "/curate/answers?since=2020-01-01T00:00&until=2040-01-01T00:00", "/curate/statements/999999")  # fmt: skip
LOOKS = pytest.mark.parametrize(
    ("code", "size", "scheme"), [("en", DESKTOP, "light"), ("fr", PHONE, "dark")], ids=["en-desk", "fr-phone-dark"]
)
WORDS = {
    "fr": {"part": "Participer", "send": "Envoyer", "yes": "Oui", "none": "Aucun stéréotype"},
    "en": {"part": "Take part", "send": "Send", "yes": "Yes", "none": "No stereotype"},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EPICENE_COLLECT_KEY", "a key for tests, of at least 32 characters")
        store = made_ready(str(tmp_path_factory.mktemp("site") / "collect.db"))
        with store.writing.begin() as session:
            add_sentences(session, 1, read_sentences("questions-fr", "fr", is_whole=True)[:30])
            for name in ("camille", "dominique"):
                add_user(session, name, PASSWORD, UserRole.CURATOR)
        app = make_app(store, UNLIMITED)
        with served(app) as home:
            yield SimpleNamespace(home=home, store=store, app=app)


@pytest.fixture
def visit(tab, site):
    """The same tab for everybody with scripts, without the cookies of the one before; what goes wrong on its pages
    fails the test at its end."""
    with watched(tab, site.home) as told:

        def begin(code, size=DESKTOP, scheme="light", cookies=()):
            tab.context.clear_cookies()
            tab.context.add_cookies(
                [{"name": name, "value": value, "url": site.home} for name, value in dict(cookies).items()]
            )
            tab.context.set_extra_http_headers({"Accept-Language": code})
            tab.set_viewport_size(size)
            tab.emulate_media(color_scheme=scheme)
            return tab

        yield begin
        assert told == []


def agree(page, home):
    page.goto(f"{home}/consent?next=/")
    page.locator("#agree").check()
    page.locator("main button").click()
    page.wait_for_url(re.compile("/about-you"))


def log_in(page, home, name="camille"):
    page.goto(f"{home}/login")
    page.fill("[name=name]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main button")


def check_page(page):
    """No sideways scrolling, one heading, no serious finding of axe, whatever is unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert fits(page), page.url
    assert page.locator("h1").count() == 1, page.url
    assert serious_findings(page) == [], page.url


def kept(store) -> list[int]:
    return [len(column(store, kind.id)) for kind in (Participant, Statement, JudgmentRow)]


@pytest.mark.parametrize(
    ("code", "size", "scripts"), [("fr", PHONE, True), ("en", DESKTOP, False)], ids=["fr-phone", "en-desk-no-scripts"]
)
def test_all_three_tasks_from_consent_to_erasing(browser, visit, site, code, size, scripts):
    home, words, before = site.home, WORDS[code], kept(site.store)
    plain = {"viewport": size, "locale": code, "java_script_enabled": False}
    page = visit(code, size) if scripts else browser.new_page(**plain)
    page.goto(home)
    page.get_by_role("link", name=words["part"]).click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name=words["part"]).click()
    page.locator("#age").select_option("25-34")
    page.locator("main button").click()
    page.locator("a[href='/tasks/statement']").click()
    page.locator("#statement").fill("Les notaires sont riches.")
    page.locator("#type-socioeconomic").check()
    page.get_by_role("button", name=words["send"]).click()
    page.wait_for_url("**thanks*")
    page.goto(f"{home}/tasks/fluency")
    first = page.locator("blockquote").inner_text()
    page.locator("#correction").fill("Une version meilleure.")
    page.get_by_role("button", name=words["yes"], exact=True).click()
    page.wait_for_url("**thanks*")
    assert page.locator("blockquote").inner_text() != first
    page.goto(f"{home}/tasks/category")
    if size == PHONE:  # all of it within a screen and a half, and no word about keys that are not there
        assert page.locator("main form").bounding_box()["height"] < 1.2 * PHONE["height"]
        assert not page.locator(".keys").is_visible()
    page.locator("#type-age").check()
    page.locator("#type-gender").check()
    for button in ("send", "none"):
        page.get_by_role("button", name=words[button]).click()
        page.wait_for_url("**thanks*")
    assert [new - old for new, old in zip(kept(site.store), before, strict=True)] == [1, 1, 3]
    page.goto(f"{home}/me")
    assert re.search(r"\b4\b", page.locator(".lead").inner_text())
    page.locator("#sure").check()
    page.locator("button.danger").click()
    page.wait_for_url("**/erased")
    assert kept(site.store) == before


@LOOKS
def test_pages_are_accessible_fit_the_screen_and_need_no_network(visit, site, code, size, scheme):
    page = visit(code, size, scheme)
    page.goto(f"{site.home}/consent")
    check_page(page)
    agree(page, site.home)
    page.goto(f"{site.home}/tasks/category")  # and a mistake, for whoever ticks nothing
    page.get_by_role("button", name=WORDS[code]["send"]).click()
    assert page.locator(".problem").is_visible()
    check_page(page)
    page.get_by_role("button", name=WORDS[code]["none"]).click()
    page.wait_for_url("**thanks*")
    for path in VOLUNTEERS:
        page.goto(site.home + path)
        check_page(page)


@pytest.fixture(scope="module")
def moderated(site):
    """A second campaign with a look of its own, and a pair, a translation, an admin, and somebody who was blocked."""
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    files = {"campaign.toml": b'[colours]\naccent = "#8a1c5a"\n', "logo.svg": svg}
    with site.store.writing.begin() as session:
        sentences = read_sentences("pairs-fr", "fr")[:20]
        open_campaign(session, "En couleurs", "fr", *ORGANISER, sentences, files=files, alongside=True)
    forget_campaigns(site.app)
    person, admin = volunteer(site.app), curator(site.app, site.store, "ange", UserRole.ADMIN)
    for text in ("Les roux sont sots.", "Tous les roux sont sots.", "Voyez www.exemple.com."):
        submit(person, text, "other")
    judge_fluency(person)
    first = find_statement(admin, "Les roux sont sots.")
    decide(admin, first, "settle", bias_type="other")
    pair = write_pair(admin, first, less="Les blonds sont sots.", confirmed="yes")
    place = f"/curate/pairs/{pair}/translations/en"
    admin.send(place, place, do="translate", more="Redheads are silly.", less="Blonds are silly.")
    contributor = f"/curate/contributors/{column(site.store, Participant.id)[-1]}"
    admin.send(f"{contributor}/block", contributor)
    return admin, (contributor, f"/curate/statements/{first}", f"/curate/pairs/{pair}", place)


@LOOKS
def test_pages_of_curators_in_a_campaigns_own_colours_are_accessible(visit, site, moderated, code, size, scheme):
    admin, paths = moderated
    page = visit(code, size, scheme, {**admin.client.cookies, "epicene_language": code})
    for path in (*CURATORS, *paths):
        page.goto(site.home + path)
        assert page.locator("img.logo").count() == 1, path
        check_page(page)


def test_from_the_queue_to_a_ready_pair_and_the_archive(visit, site):
    text, t, page = "Les femmes conduisent mal.", language("fr").text, visit("fr")
    submit(volunteer(site.app), text, "gender", target="les femmes", contrast="les hommes")

    def press(key):
        page.get_by_role("button", name=t(key), exact=True).click()

    log_in(page, site.home)
    page.get_by_role("link", name=text).click()
    page.locator("section.card select[name=bias_type]").select_option("gender")
    press("curate.settle.go")
    page.get_by_role("link", name=t("curate.pair"), exact=True).click()
    less, remarks = page.locator("#less"), page.locator("#remarks")
    assert less.input_value() == text.replace("femmes", "hommes")
    assert page.locator("#marked-less mark").all_inner_texts() == ["hommes"]
    less.fill(text.replace("femmes", "hommes").replace("conduisent", "ne chantent pas"))
    remarks.locator(".warning").first.wait_for()  # said while typing, before any button
    assert t("check.negation") in remarks.inner_text()
    press("pair.ready")
    assert t("pair.problem.confirm") in page.get_by_role("alert").inner_text()
    less.fill(text.replace("femmes", "hommes"))
    remarks.locator(".fine").wait_for()
    press("pair.ready")
    page.wait_for_url(re.compile(r"/curate/pairs/\d+$"))
    page.goto(f"{site.home}/curate/export")
    with page.expect_download() as waiting:
        press("export.go")
    archive = zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes()))
    (table,) = (name for name in archive.namelist() if name.endswith("/pairs-fr.tsv"))
    assert text.encode() in archive.read(table)


def test_the_check_as_one_types_shows_markup_as_words(visit, site):
    page = visit("fr")
    log_in(page, site.home)
    page.goto(f"{site.home}/curate/pairs/new")
    page.locator("#more").fill("Les <b>femmes</b> <img src=x onerror=alert(1)> rient.")
    page.locator("#less").fill("Les hommes rient !")
    page.locator("#remarks .warning").first.wait_for()
    assert "<img src=x" in page.locator("#marked-more").inner_text()
    assert page.locator("#checked img, #checked b").count() == 0


def test_a_password_can_be_looked_at_while_it_is_typed(browser, visit, site):
    page = visit("fr")
    page.goto(f"{site.home}/login")
    field, box = page.locator("#password"), page.locator("#show-password")
    field.fill("secret")
    for is_shown, kind in ((False, "password"), (True, "text"), (False, "password")):
        box.set_checked(is_shown)
        assert field.get_attribute("type") == kind
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{site.home}/login")
    assert not plain.locator("#show-password").is_visible()


def test_what_watches_over_accessibility_can_find_something(visit, site):
    page = visit("fr")
    page.goto(f"{site.home}/login")
    page.evaluate("document.querySelectorAll('main label').forEach(one => one.remove())")
    assert any(found.startswith("label") for found in serious_findings(page))


def test_judging_by_keyboard_alone_and_digits_typed_into_a_text_are_text(visit, site):
    page, before = visit("fr"), len(column(site.store, JudgmentRow.id))
    agree(page, site.home)

    def answer(*keys):
        sentence = page.locator("blockquote").inner_text()
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_function("text => document.querySelector('blockquote').innerText !== text", arg=sentence)

    page.goto(f"{site.home}/tasks/fluency")
    page.locator("#correction").press_sequentially("123")
    assert page.locator("#correction").input_value() == "123"
    page.reload()
    for keys in ("1", "2", "3", ("Tab", "Tab", "Enter")):  # the sentence has the focus, the first answer follows
        answer(*keys)
    page.goto(f"{site.home}/tasks/category")
    answer("2", "6", "2", "0", "Enter")  # gender on, age on, gender off, other on
    answer("n")
    assert column(site.store, JudgmentRow.task, JudgmentRow.labels)[before:] == [
        *((TaskName.FLUENCY, [label]) for label in ("yes", "no", "unsure", "yes")),
        (TaskName.CATEGORY, ["age", "other"]),
        (TaskName.CATEGORY, []),
    ]


def test_single_keys_can_be_switched_off_and_do_nothing_where_the_switch_is_not_seen(visit, site):
    """WCAG 2.1.4: some people's software types for them. A window that is narrow, or zoomed, has no room for it."""
    page = visit("fr")
    agree(page, site.home)
    page.goto(f"{site.home}/tasks/category")
    box = page.locator("#type-gender")
    page.locator("#keys-on").uncheck()
    page.keyboard.press("2")
    assert not box.is_checked()
    page.reload()  # it is remembered
    assert not page.locator("#keys-on").is_checked()
    page.locator("#keys-on").check()
    page.keyboard.press("2")
    assert box.is_checked()
    page.set_viewport_size({"width": 320, "height": 256})  # 1280 × 1024 at 400 %
    page.keyboard.press("2")
    assert box.is_checked()


@pytest.mark.parametrize(("task", "size"), [("fluency", DESKTOP), ("category", PHONE)], ids=["fluency", "category"])
def test_the_sentence_has_the_focus_and_the_heading_is_still_to_be_seen(visit, site, task, size):
    page = visit("en", size)
    agree(page, site.home)
    page.goto(f"{site.home}/tasks/{task}")
    page.wait_for_function("document.activeElement.id == 'sentence'")  # focus comes with the first frame
    assert page.evaluate("scrollY") == 0
    assert page.locator("h1").bounding_box()["y"] < size["height"]


def test_the_first_tab_leads_to_the_content_and_the_way_out_is_reachable(visit, site):
    page = visit("en")
    page.goto(site.home)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.get_by_role("link", name="Leave").click()
    page.wait_for_url("**/leave")
