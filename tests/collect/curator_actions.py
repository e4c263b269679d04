"""Curators in tests: what a click on their pages sends."""

from __future__ import annotations

import html
import re

from httpx import Response

from epicene.collect.curate.statement_decisions import folded_digest
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Statement

from .participants import Browser, Page


def statement_ids(browser: Browser, status: str = "new") -> list[int]:
    page = browser.get(f"/curate?status={status}").text
    return [int(number) for number in re.findall(r'<a href="/curate/statements/(\d+)">', page)]


def add_statements(store: Store, *texts: str, bias_type: str = "age", campaign_id: int = 1) -> list[int]:
    """Statements of nobody, straight into the database; their numbers."""
    about = {"campaign_id": campaign_id, "bias_type": bias_type}
    rows = [Statement(text=text, folded=folded_digest(text), **about) for text in texts]
    with store.writing.begin() as session:
        session.add_all(rows)
        session.flush()
        return [row.id for row in rows]


def decide(browser: Browser, statement_id: int, action: str, **fields: str) -> Response:
    address = f"/curate/statements/{statement_id}"
    return browser.send(f"{address}/{action}", address, **fields)


def find_statement(browser: Browser, text: str, status: str = "new") -> int:
    """The id of a statement by its words, as the queue shows them."""
    page = browser.get(f"/curate?status={status}").text
    shown = {html.unescape(said): int(number) for number, said in re.findall(r'statements/(\d+)">([^<]+)</a>', page)}
    return shown[text]


def write_pair(browser: Browser, statement_id: int, do: str = "ready", **fields: str) -> int:
    """Open the editor for an accepted statement, take its proposal unless `fields` say otherwise, and keep it."""
    address = f"/curate/pairs/new?statement={statement_id}"
    answer = fill_in(browser, address, "/curate/pairs/new", do=do, **fields)
    assert answer.status_code == 200, answer.text
    return int(re.search(r"/curate/pairs/(\d+)$", str(answer.url)).group(1))  # type: ignore[union-attr]


def fill_in(browser: Browser, address: str, action: str, **fields: str) -> Response:
    """Send a form as it stands on the page, visible fields included, with `fields` changed."""
    page = browser.get(address).text
    part = page[page.index(f'action="{action}"') :]
    form = part[: part.index("</form>")]
    values = {name: html.unescape(text.removeprefix("\n")) for name, text in _AREA.findall(form)}
    values |= {name: html.unescape(value) for name, value in _INPUT.findall(form)}
    for name, options in _SELECT.findall(form):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        values[name] = chosen.group(1) if chosen else ""
    values |= dict(_RADIO.findall(form))
    hidden = next(form["fields"] for form in Page(page).forms if form["action"] == action)
    answer = browser.client.post(action, data={**values, **hidden, **fields}, follow_redirects=True)
    browser.page = answer
    return answer


_AREA = re.compile(r'<textarea id="[^"]*" name="([^"]*)"[^>]*>(.*?)</textarea>', re.DOTALL)
_INPUT = re.compile(r'<input id="[^"]*" name="([^"]*)" value="([^"]*)"')
_RADIO = re.compile(r'<input type="radio" id="[^"]*" name="([^"]*)" value="([^"]*)" checked')
_SELECT = re.compile(r'<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', re.DOTALL)
