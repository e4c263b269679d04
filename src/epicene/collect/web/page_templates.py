"""Pages: one template each, everything escaped, and the same frame around all."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from epicene.collect.message_catalogue import Language, language
from epicene.collect.web.identity import VISIT, set_cookie, this_page, visit
from epicene.data.vocabulary import BIAS_TYPES

_FIXED = re.compile(r"""{{ t\((["'])([\w.-]+)\1\) }}""")  # a message with nothing to fill in


class _Templates(PackageLoader):
    """The templates in one language: messages with nothing to fill in are put in when a template is read, once.

    A page has dozens of them; looking each up again for every page took a third of the time of making it.
    """

    def __init__(self, spoken: Language) -> None:
        super().__init__("epicene.collect")
        self._spoken = spoken

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, name, is_current = super().get_source(environment, template)
        return _FIXED.sub(lambda found: self._spoken.markup(found[2]), source), name, is_current


@cache
def environment(code: str) -> Environment:
    return Environment(
        loader=_Templates(language(code)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@cache
def types_with_words(spoken: Language) -> tuple[tuple[str, Markup, Markup], ...]:
    """Each bias type with its name and definition, for pages that volunteers see at every turn."""
    return tuple((code, spoken.markup(f"bias.{code}"), spoken.markup(f"bias.{code}.definition")) for code in BIAS_TYPES)


async def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the reader's language.

    Templates have `t`, `plural`, `language`, `visit`, `path`, `back` and what is passed.
    """
    here = await visit(request)
    said = environment(here.language.code).get_template(template)
    body = said.render(
        t=here.language.markup,
        plural=here.language.plural,
        language=here.language,
        visit=here,
        path=request.url.path,
        back=_back(request),
        bias_types=BIAS_TYPES,
        types_with_words=types_with_words(here.language),
        **values,
    )
    response = HTMLResponse(body, status)
    if VISIT not in request.cookies:
        set_cookie(request, response, VISIT, request.state.visit_seed, None)
    return response


def _back(request: Request) -> str:
    """Where one is after changing the language: here, or at the form that this page is the answer to."""
    if request.method != "POST":
        return this_page(request)
    return local_path(urlsplit(request.headers.get("referer", "")).path)


def go_to(path: str) -> RedirectResponse:
    """After a form: the browser fetches the next page, and reloading it sends nothing twice."""
    return RedirectResponse(path, 303)


def local_path(text: str | None, otherwise: str = "/") -> str:
    """A path on this site, or the default: a link here must not send anybody elsewhere."""
    if not text or not text.startswith("/") or text[1:2] in ("/", "\\") or any(ord(c) < 33 for c in text):
        return otherwise
    return quote(text, safe="/?=&%-_.~")
