"""Chromium driven by Playwright, against a server that listens on a port of its own; skipped where there is none."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the quickest
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
_REFUSED = "the server responded with a status of 4"  # Chromium's word for a form that was refused, as it should be
_QUICKER = "Autofocus processing was blocked"  # the test had put its finger on something before the page did

# Rows, list entries and words of code that differ in text and numbers only, from the third on; and putting them back.
_TAKE_AWAY = r"""() => {
    const seen = new Map()
    window.taken = []
    for (const one of document.querySelectorAll('tbody > tr, li, pre span')) {
        const kind = one.outerHTML.replace(/>[^<]+</g, '><').replace(/\d+/g, '')
        seen.set(kind, (seen.get(kind) || 0) + 1)
        if (seen.get(kind) > 2) {
            window.taken.push([one, one.parentNode, one.nextSibling])
            one.remove()
        }
    }
}"""
# A list that the page itself made anew meanwhile is left as it is: its old entries have no place any more. The answer
# says whether this is still the page from which rows were taken.
_PUT_BACK = r"""() => {
    if (!window.taken) return false
    for (const [one, parent, next] of window.taken.reverse())
        if (!next || next.parentNode === parent) parent.insertBefore(one, next)
    return true
}"""
# Naming all that is right as well took axe twice the time, and handing it over a fifth of what was left.
_AXE = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"


@contextmanager
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    program = os.environ.get("CHROMIUM") or next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if not program:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


@contextmanager
def served(app: Any, proxies: Sequence[str] = ("127.0.0.1",)) -> Iterator[str]:
    """The address of a server on a thread, which believes these about who asks."""
    from epicene.collect.web.serve import listen, make_server

    with listen("127.0.0.1", 0) as socket:
        server = make_server(app, proxies)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{socket.getsockname()[1]}"
        finally:  # a test that is skipped or fails leaves at once, and the thread must not find its socket closed
            server.should_exit = True
            thread.join(600)


@contextmanager
def watched(page: Any, home: str) -> Iterator[list[str]]:
    """What goes wrong on a page while it is used: messages in the console, errors, requests that leave the site."""
    told: list[str] = []

    def is_usual(text: str) -> bool:
        return _REFUSED in text or text.startswith(_QUICKER)

    listeners = {
        "console": lambda message: told.append(message.text) if not is_usual(message.text) else None,
        "pageerror": lambda error: told.append(str(error)),
        "request": lambda request: None if request.url.startswith((home, "data:")) else told.append(request.url),
    }
    page.goto("about:blank")  # what the page before still asks for is not of this one
    for event, listener in listeners.items():
        page.on(event, listener)
    yield told
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def look_at(page: Any, address: str, viewport: dict[str, int] = DESKTOP, color_scheme: str = "light") -> None:
    """Open an address in a page that is there already: a new one takes Chromium half a second."""
    page.set_viewport_size(viewport)
    page.emulate_media(media="screen", color_scheme=color_scheme)
    page.goto(address)


def fits(page: Any) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def serious_findings(page: Any) -> list[str]:
    """What axe finds against the rules of accessibility, serious or worse.

    It looks at two rows of each kind only: for thousands that are made alike it would take a minute. A click returns
    before the page it leads to is there: where that one came while axe was looking, axe looks again.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    is_same_page = False
    while not is_same_page:
        page.wait_for_load_state()
        page.evaluate(_TAKE_AWAY)
        page.evaluate(axe.Axe().axe_script)
        found = page.evaluate(_AXE)
        is_same_page = page.evaluate(_PUT_BACK)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]
