"""The volunteers' side in Chromium: both languages, phone and desktop, with and without JavaScript, by keyboard."""

import re

import pytest
from sqlalchemy import func, select

from collect.browser import DESKTOP, PHONE, fits, serious_findings, served, watched
from collect.conftest import UNLIMITED, made_ready
from epicene.collect.campaigns import add_sentences, read_sentences
from epicene.collect.store.schema import JudgmentRow, Participant, Statement, TaskName
from epicene.collect.web.app import make_app

PATHS = ("/", "/tasks/statement", "/tasks/antistereo", "/tasks/fluency", "/tasks/category", "/tasks/validation", "/me",
         "/information", "/about-you", "/leave", "/login", "/erased", "/no-such-page")  # fmt: skip
WORDS = {
    "fr": {"part": "Participer", "send": "Envoyer", "yes": "Oui", "none": "Aucun stéréotype", "thanks": "Merci"},
    "en": {"part": "Take part", "send": "Send", "yes": "Yes", "none": "No stereotype", "thanks": "Thank you"},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EPICENE_COLLECT_KEY", "a key for tests, of at least 32 characters")
        store = made_ready(str(tmp_path_factory.mktemp("site") / "collect.db"))
        with store.writing.begin() as session:
            add_sentences(session, 1, read_sentences("questions-fr", "fr", is_whole=True)[:30])
        with served(make_app(store, UNLIMITED)) as home:
            yield home, store


@pytest.fixture
def visitor(tab):
    """The same tab for every volunteer with scripts, without cookies, in the language that the test says."""

    def visit(language, size=DESKTOP, scheme="light"):
        tab.context.clear_cookies()
        tab.context.set_extra_http_headers({"Accept-Language": language})
        tab.set_viewport_size(size)
        tab.emulate_media(color_scheme=scheme)
        return tab

    return visit


def agree(page, home, wanted="/"):
    page.goto(f"{home}/consent?next={wanted}")
    page.locator("#agree").check()
    page.locator("main button").click()
    page.wait_for_url(re.compile("/about-you"))


def contribute(page, home):
    """A statement and an answer, so that one's own page has something to show."""
    page.goto(f"{home}/tasks/statement")
    page.locator("#statement").fill(f"Les notaires sont riches, dit-on à {id(page)}.")
    page.locator("#type-socioeconomic").check()
    page.locator("form button").first.click()
    page.wait_for_url("**thanks*")
    page.goto(f"{home}/tasks/fluency")
    page.locator("button[value=yes]").click()
    page.wait_for_url("**thanks*")


def number(store, kind):
    with store.reading() as session:
        return session.scalar(select(func.count()).select_from(kind))


@pytest.mark.parametrize(
    ("language", "size", "scripts"),
    [("fr", PHONE, True), ("en", DESKTOP, True), ("fr", DESKTOP, False), ("en", PHONE, False)],
    ids=["fr-phone", "en-desktop", "fr-desktop-no-scripts", "en-phone-no-scripts"],
)
def test_all_three_tasks_from_consent_to_erasing(browser, visitor, site, language, size, scripts):
    home, store = site
    words = WORDS[language]
    plain = {"viewport": size, "locale": language, "java_script_enabled": False}
    page = visitor(language, size) if scripts else browser.new_page(**plain)
    before = [number(store, kind) for kind in (Participant, Statement, JudgmentRow)]
    with watched(page, home) as told:
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
        assert words["thanks"] in page.get_by_role("status").inner_text()

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
        page.get_by_role("button", name=words["send"]).click()
        page.wait_for_url("**thanks*")
        page.get_by_role("button", name=words["none"]).click()
        page.wait_for_url("**thanks*")
        after = [number(store, kind) for kind in (Participant, Statement, JudgmentRow)]
        assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1, 3]

        page.goto(f"{home}/me")
        assert re.search(r"\b4\b", page.locator(".lead").inner_text())
        page.locator("#sure").check()
        page.locator("button.danger").click()
        page.wait_for_url("**/erased")
        assert [number(store, kind) for kind in (Participant, Statement, JudgmentRow)] == before
        assert told == []


@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("en", DESKTOP, "light"), ("fr", PHONE, "dark")],
    ids=["en-desktop-light", "fr-phone-dark"],
)
def test_pages_are_accessible_fit_the_screen_and_need_no_network(visitor, site, language, size, scheme):
    home, _ = site
    page = visitor(language, size, scheme)
    with watched(page, home) as told:
        page.goto(f"{home}/consent")
        assert serious_findings(page) == []
        agree(page, home)
        contribute(page, home)
        for path in PATHS:
            page.goto(home + path)
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            assert fits(page), path
            assert serious_findings(page) == [], path
            assert page.locator("h1").count() == 1, path
        assert told == []


def test_the_page_of_a_mistake_is_accessible(visitor, site):
    home, _ = site
    page = visitor("fr")
    agree(page, home)
    page.goto(f"{home}/tasks/category")
    page.get_by_role("button", name="Envoyer").click()
    assert "Cochez au moins un type" in page.locator(".problem").inner_text()
    assert serious_findings(page) == []


def test_judging_by_keyboard_alone(visitor, site):
    home, store = site
    page = visitor("fr")
    agree(page, home)
    before = number(store, JudgmentRow)
    page.goto(f"{home}/tasks/fluency")
    for keys in (["1"], ["2"], ["3"], ["Tab", "Tab", "Enter"]):  # the sentence has the focus, the first answer follows
        sentence = page.locator("blockquote").inner_text()
        for key in keys:
            page.keyboard.press(key)
        page.wait_for_function("text => document.querySelector('blockquote').innerText !== text", arg=sentence)
    page.goto(f"{home}/tasks/category")
    sentence = page.locator("blockquote").inner_text()
    for key in ("2", "6", "2", "0", "Enter"):  # gender on, age on, gender off, other on
        page.keyboard.press(key)
    page.wait_for_function("text => document.querySelector('blockquote').innerText !== text", arg=sentence)
    sentence = page.locator("blockquote").inner_text()
    page.keyboard.press("n")
    page.wait_for_function("text => document.querySelector('blockquote').innerText !== text", arg=sentence)
    with store.reading() as session:
        rows = session.execute(
            select(JudgmentRow.task, JudgmentRow.labels).order_by(JudgmentRow.id).offset(before)
        ).all()
    assert [tuple(row) for row in rows] == [
        (TaskName.FLUENCY, ["yes"]),
        (TaskName.FLUENCY, ["no"]),
        (TaskName.FLUENCY, ["unsure"]),
        (TaskName.FLUENCY, ["yes"]),
        (TaskName.CATEGORY, ["age", "other"]),
        (TaskName.CATEGORY, []),
    ]


def test_single_keys_can_be_switched_off_and_do_nothing_where_the_switch_is_not_seen(visitor, site):
    """WCAG 2.1.4: some people's software types for them. A window that is narrow, or zoomed, has no room for it."""
    home, _ = site
    page = visitor("fr")
    agree(page, home)
    page.goto(f"{home}/tasks/category")
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


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("task", ["fluency", "category"])
def test_the_sentence_has_the_focus_and_the_heading_is_still_to_be_seen(visitor, site, task, size):
    home, _ = site
    page = visitor("en", size)
    agree(page, home)
    page.goto(f"{home}/tasks/{task}")
    page.wait_for_function("document.activeElement.id == 'sentence'")  # focus comes with the first frame
    assert page.evaluate("scrollY") == 0
    assert page.locator("h1").bounding_box()["y"] < size["height"]


def test_digits_typed_into_a_text_are_text(visitor, site):
    home, _ = site
    page = visitor("fr")
    agree(page, home)
    page.goto(f"{home}/tasks/fluency")
    sentence = page.locator("blockquote").inner_text()
    page.locator("#correction").press_sequentially("123")
    assert page.locator("#correction").input_value() == "123"
    assert page.locator("blockquote").inner_text() == sentence


def test_the_first_tab_leads_to_the_content_and_the_way_out_is_reachable(visitor, site):
    home, _ = site
    page = visitor("en")
    page.goto(home)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.get_by_role("link", name="Leave").click()
    page.wait_for_url("**/leave")
