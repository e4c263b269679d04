"""The guide as a reader meets it: opened from the disk and from a server, on a desk and on a phone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from collect.browser import DESKTOP, PHONE, fits, look_at, serious_findings, watched

# A start page, a page of each language, one with pictures, the longest, and one that is generated.
SORTS = {"index.html", "fr/cinq-minutes.html", "collect.html", "translation.html", "reference/commands.html"}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def addresses(site: Path) -> Iterator[dict[str, str]]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield {"disk": site.as_uri(), "server": f"http://127.0.0.1:{server.server_port}"}
        server.shutdown()


@pytest.mark.parametrize("home", ["server", "disk"])
def test_no_page_complains_asks_the_network_or_scrolls_sideways(
    tab: Any, site: Path, addresses: dict[str, str], home: str
) -> None:
    """All pages from the disk, where a browser allows less; from a server, one of each sort."""
    pages = {"server": SORTS, "disk": {file.relative_to(site).as_posix() for file in site.rglob("*.html")}}[home]
    assert pages >= SORTS
    with watched(tab, addresses[home]) as told:
        for name in sorted(pages - {"404.html"}):
            look_at(tab, f"{addresses[home]}/{name}", DESKTOP)
            assert tab.locator("h1").count() == 1, name
            broken = "images => images.filter(one => !one.naturalWidth).map(one => one.src)"
            assert tab.locator("img").evaluate_all(broken) == [], name
            assert fits(tab), name
            tab.set_viewport_size(PHONE)
            assert fits(tab), name
    assert told == []


def test_search_finds_a_french_word_on_a_phone(tab: Any, addresses: dict[str, str]) -> None:
    look_at(tab, f"{addresses['disk']}/reference/commands.html", PHONE)
    tab.locator("label.md-header__button[for=__search]").click()
    tab.locator("input.md-search__input").click()
    tab.keyboard.type("bénévoles")
    tab.locator(".md-search-result__link[href*='fr/collecte.html']").first.wait_for(timeout=600_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_by_everybody(tab: Any, addresses: dict[str, str], scheme: str) -> None:
    for name in ("index.html", "fr/collecte.html", "reference/api.html"):
        look_at(tab, f"{addresses['disk']}/{name}", DESKTOP, scheme)
        assert serious_findings(tab) == [], name
