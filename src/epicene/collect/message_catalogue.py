"""What people read on the volunteers' site, in French or English or a language of the campaign's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from types import MappingProxyType

from markupsafe import Markup, escape

from epicene.core.catalogues import read_catalogue
from epicene.core.language import NO_BREAK, Wording

LANGUAGES = ("fr", "en")
_TYPE = "bias."

catalogue = partial(read_catalogue, "epicene.collect")


class SiteLanguage(Wording):
    """One language's messages and ways of writing; `text` is `t` in templates."""

    def __init__(self, code: str, own: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init__(code, {**catalogue(code if code in LANGUAGES else "en"), **own})
        self._escaped = {key: escape(message) for key, message in self._messages.items()}

    def markup(self, key: str, **values: object) -> Markup:
        """The same for pages: escaped once where there is nothing to fill in, and what is filled in escaped too. A bias
        type that only another campaign has, or that this one has no longer, is shown as it is."""
        if key.startswith(_TYPE) and key not in self._escaped:
            return escape(key.removeprefix(_TYPE))
        message = self._escaped[key]
        return message.format_map(values) if values else message

    def number(self, value: float, digits: int = 0) -> str:
        """Most numbers on these pages are counts."""
        return super().number(value, digits)

    def time(self, moment: datetime) -> str:
        """The day and the hour, in UTC because the server does not know where the reader is."""
        return f"{self.day(moment)}, {moment:%H:%M}{NO_BREAK}UTC"


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
