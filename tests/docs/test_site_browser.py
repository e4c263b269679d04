"""The guide as a reader meets it: opened from the disk and from a server, on a desk and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from collect.browser import DESKTOP, PHONE, fits, serious_findings, watched

PLACES = pytest.mark.parametrize(
    ("home", "viewport"), [("server", DESKTOP), ("disk", PHONE)], ids=["server, desk", "disk, phone"]
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def addresses(site: Path) -> Iterator[dict[str, str]]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield {"disk": site.as_uri(), "server": f"http://127.0.0.1:{server.server_port}"}
        server.shutdown()


@PLACES
def test_no_page_complains_asks_the_network_or_scrolls_sideways(
    browser: Any, site: Path, addresses: dict[str, str], home: str, viewport: dict[str, int]
) -> None:
    page = browser.new_page(viewport=viewport)
    with watched(page, addresses[home]) as told:
        for file in sorted(site.rglob("*.html")):
            if file.name != "404.html":
                page.goto(f"{addresses[home]}/{file.relative_to(site).as_posix()}")
                assert page.locator("h1").count() == 1, file
                assert fits(page), file
                broken = "images => images.filter(one => !one.naturalWidth).map(one => one.src)"
                assert page.locator("img").evaluate_all(broken) == [], file
    assert told == []
    page.close()


@PLACES
def test_options_are_whole_and_not_under_the_button_that_copies(
    browser: Any, addresses: dict[str, str], home: str, viewport: dict[str, int]
) -> None:
    page = browser.new_page(viewport=viewport)
    for name in ("fr/cinq-minutes.html", "five-minutes.html", "translation.html"):
        page.goto(f"{addresses[home]}/{name}")
        options = page.locator(".language-bash .option")
        assert options.count() > 10
        broken = "all => all.filter(one => one.getClientRects().length > 1).map(one => one.textContent)"
        assert options.evaluate_all(broken) == [], name
        hidden = """all => all.filter(one => {
            const button = one.closest('.highlight').querySelector('button').getBoundingClientRect()
            const [word] = one.getClientRects()
            return word.right > button.left && word.top < button.bottom && word.bottom > button.top
        }).map(one => one.textContent)"""
        assert options.evaluate_all(hidden) == [], name
    page.close()


@PLACES
@pytest.mark.parametrize(("typed", "found"), [("possessive", "translation.html"), ("bénévoles", "fr/collecte.html")])
def test_search_finds_a_word_in_either_language(
    browser: Any, addresses: dict[str, str], home: str, viewport: dict[str, int], typed: str, found: str
) -> None:
    page = browser.new_page(viewport=viewport)
    with watched(page, addresses[home]) as told:
        page.goto(f"{addresses[home]}/reference/commands.html")
        if viewport == PHONE:
            page.locator("label.md-header__button[for=__search]").click()
        page.locator("input.md-search__input").click()
        page.keyboard.type(typed)
        page.locator(f".md-search-result__link[href*='{found}']").first.wait_for(timeout=600_000)
    assert told == []
    page.close()


def test_a_reader_gets_from_the_start_page_to_a_command_on_a_phone(browser: Any, addresses: dict[str, str]) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{addresses['disk']}/index.html")
    page.get_by_role("link", name="Get started").click()
    assert page.locator("h1").inner_text().startswith("Getting started")
    page.locator("label.md-header__button[for=__drawer]").click()
    page.get_by_role("link", name="Troubleshooting").click()
    page.wait_for_url("**/troubleshooting.html")
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_by_everybody(browser: Any, addresses: dict[str, str], scheme: str) -> None:
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme)
    for name in ("index.html", "five-minutes.html", "fr/collecte.html", "reference/api.html"):
        page.goto(f"{addresses['disk']}/{name}")
        assert serious_findings(page) == [], name
    page.close()
