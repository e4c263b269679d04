"""What people read on the volunteers' site, in French or English or a language of the campaign's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from types import MappingProxyType

from markupsafe import Markup, escape

from epicene.core import language as core
from epicene.core.catalogues import read_catalogue

LANGUAGES = ("fr", "en")
_TYPE = "bias."
_MARKED = "\ue000"  # stands for markup among the values while the rest is escaped

catalogue = partial(read_catalogue, "epicene.collect")


class SiteLanguage(core.Language):
    """One language's messages and ways of writing; `markup` is `t` in templates."""

    def __init__(self, code: str, own: Mapping[str, str] = MappingProxyType({})) -> None:
        self._begin(code, {**catalogue(code if code in LANGUAGES else "en"), **own})
        self._fixed: dict[str, Markup] = {}  # messages with nothing to fill in, of which a page has dozens

    def markup(self, key: str, **values: object) -> Markup:
        """The same for pages: the message is escaped and what is filled in too, unless it is markup. A bias type that
        only another campaign has, or that this one has no longer, is shown as it is."""
        if key.startswith(_TYPE) and key not in self._messages:
            return escape(key.removeprefix(_TYPE))
        if not values:
            if key not in self._fixed:
                self._fixed[key] = escape(self.text(key))
            return self._fixed[key]
        marked: list[Markup] = []
        plain: dict[str, str] = {}  # a number here is an identifier, or written already
        for name, value in values.items():
            if isinstance(value, Markup):
                plain[name] = f"{_MARKED}{len(marked)}{_MARKED}"
                marked.append(value)
            else:
                plain[name] = str(value).replace(_MARKED, "")
        parts = self.text(key, **plain).split(_MARKED)  # text and indexes of markup by turns
        return Markup("").join(marked[int(part)] if index % 2 else escape(part) for index, part in enumerate(parts))

    def number(self, value: float, digits: int = 0) -> str:
        """Most numbers on these pages are counts."""
        return super().number(value, digits)

    def time(self, moment: datetime) -> str:
        """The day and the hour, in UTC because the server does not know where the reader is."""
        return f"{self.day(moment)}, {moment:%H:%M}{core.NO_BREAK}UTC"


@cache
def language(code: str) -> SiteLanguage:
    return SiteLanguage(code)


def choose(chosen: str | None, accepted: str, otherwise: str, known: Sequence[str] = LANGUAGES) -> str:
    """What the reader chose; else the first of their browser's languages that we have; else the campaign's."""
    if chosen is not None and chosen in known:
        return chosen
    for part in accepted.split(",")[:20]:
        code = part.split(";")[0].strip().lower().split("-")[0]
        if code in known:
            return code
    return otherwise if otherwise in known else "en"
