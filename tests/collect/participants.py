"""People in tests: a browser without JavaScript that sends the forms it was shown, volunteers and curators with one."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from typing import Any

from httpx import Client, Response
from pyotp.totp import TOTP
from sqlalchemy import inspect, select, update
from sqlalchemy.orm import Session

from epicene.cli.main import dispatch
from epicene.collect.store.database import Store
from epicene.collect.store.schema import Base, Statement, TaskItem, TaskName, UserRole
from epicene.collect.web.accounts import add_user, find_user, renew_totp
from epicene.collect.web.serve import SiteGate

from .own_loop import Straight

PASSWORD = "a long enough password"


def collect(words: str, *arguments: object, **options: object) -> None:
    """`epicene collect`, in this process: an option that is True has no value, one that is None is left out."""
    typed = ["collect", *words.split(), *map(str, arguments)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        for single in value if isinstance(value, list) else [value]:
            typed += [] if single is None else [flag] if single is True else [flag, str(single)]
    dispatch(typed)


class Page(HTMLParser):
    """The forms of a page: their action, and the fields as they stand."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"action": given.get("action", ""), "method": given.get("method", "get"), "fields": {}})
        elif self.forms and given.get("name") and (tag == "input" and given.get("type") == "hidden"):
            self.forms[-1]["fields"][given["name"]] = given.get("value", "")


class Browser:
    """Cookies of its own; `get` a page, then `send` one of its forms with its hidden fields and what one fills in."""

    def __init__(self, app: SiteGate, base_url: str = "http://testserver", address: str = "testclient") -> None:
        self.client = Client(transport=Straight(app, address), base_url=base_url)
        self.page: Response | None = None

    def get(self, path: str, **options: Any) -> Response:
        """The page, after redirects."""
        self.page = self.client.get(path, follow_redirects=True, **options)
        return self.page

    def send(self, action: str, _from: str | None = None, _follow: bool = True, **fields: str | list[str]) -> Response:
        """Send the form with this action, from the page open now or `_from` another."""
        if _from is not None or self.page is None:
            self.get(_from or action)
        assert self.page is not None
        form = next(form for form in Page(self.page.text).forms if form["action"] == action)
        answer = self.client.post(action, data={**form["fields"], **fields}, follow_redirects=_follow)
        self.page = answer
        return answer

    def sentence(self) -> str | None:
        """The sentence to be judged on the page open now."""
        assert self.page is not None
        found = re.search(r"<blockquote[^>]*>(.*?)</blockquote>", self.page.text, re.DOTALL)
        return found.group(1) if found else None

    def item(self) -> int:
        assert self.page is not None
        return int(re.search(r'name="item" value="(\d+)"', self.page.text).group(1))  # type: ignore[union-attr]

    def token(self, path: str) -> str:
        """The token of the first form of a page, for those who send what no form would."""
        return str(Page(self.get(path).text).forms[0]["fields"]["token"])


def column(store: Store, *columns: Any) -> list[Any]:
    """What all rows of a table have in these columns, in the order of their numbers."""
    key = inspect(columns[0].class_).primary_key
    with store.reading() as session:
        rows = session.execute(select(*columns).order_by(*key)).all()
    return [tuple(row) if len(row) > 1 else row[0] for row in rows]


def set_all(store: Store, kind: type[Base], **values: Any) -> None:
    """Give all rows of a table these values."""
    with store.writing.begin() as session:
        session.execute(update(kind).values(**values))


def volunteer(app: SiteGate, language: str = "fr", **options: str) -> Browser:
    """Somebody who has agreed to take part."""
    browser = Browser(app, **options)
    browser.get(f"/language/{language}")
    browser.send("/consent", "/consent", agree="yes")
    return browser


def curator(app: SiteGate, store: Store, name: str = "camille", role: UserRole = UserRole.CURATOR) -> Browser:
    """Somebody with an account, logged in; an admin with a second factor."""
    with store.writing.begin() as session:
        add_user(session, name, PASSWORD, role)
        if role == UserRole.ADMIN:
            renew_totp(session, name)
    browser = Browser(app)
    browser.get("/language/fr")
    browser.send("/login", "/login", _follow=False, name=name, password=PASSWORD, code=one_time_code(store, name))
    return browser


def one_time_code(store: Store, name: str) -> str:
    """What the app on somebody's telephone shows now; nothing for an account without a second factor."""
    with store.reading() as session:
        secret = find_user(session, name).totp_secret
    return TOTP(secret).at(int(time.time())) if secret else ""


def submit(browser: Browser, text: str, bias_type: str = "gender", **more: str) -> Response:
    return browser.send("/tasks/statement", "/tasks/statement", statement=text, bias_type=bias_type, **more)


def judge_fluency(browser: Browser, answer: str = "yes", correction: str = "") -> Response:
    return browser.send("/tasks/fluency", "/tasks/fluency", answer=answer, correction=correction)


def judge_category(browser: Browser, *types: str) -> Response:
    answer = "types" if types else "none"
    return browser.send("/tasks/category", "/tasks/category", answer=answer, type=list(types))


def offer(
    session: Session, campaign_id: int, task: TaskName, text: str, statement: Statement | None = None, **about
) -> TaskItem:
    """Put a sentence before volunteers, or one made of a statement."""
    of = {"statement_id": statement.id, "author_id": statement.participant_id} if statement else {}
    item = TaskItem(campaign_id=campaign_id, task=task, text=text, **of, **about)
    session.add(item)
    return item
