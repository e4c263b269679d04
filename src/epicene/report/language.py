"""What a reader sees, in French or English: message catalogues, and numbers and dates written as the language does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import resources
from typing import ClassVar

from epicene.core.errors import InputError

LANGUAGES = ("en", "fr")

NO_BREAK = "\u00a0"
NARROW_NO_BREAK = "\u202f"
MINUS = "\u2212"
EN_DASH = "\u2013"
WORD_JOINER = "\u2060"


@cache
def read_catalogue(code: str, part: str = "") -> Mapping[str, str]:
    """The messages that every report shares, or those of one `part` (`study`, `mt`) on top of them."""
    if code not in LANGUAGES:
        raise InputError(f"There is no report language {code!r}. Known: {', '.join(LANGUAGES)}.")
    name = f"{part}-{code}.json" if part else f"{code}.json"
    catalogue: dict[str, str] = json.loads(
        resources.files("epicene.report").joinpath("messages", name).read_text(encoding="utf-8")
    )
    return catalogue


class Language:
    """One language's messages and conventions. Numbers inside messages come already written by the methods here.

    A part of epicene with messages of its own is a subclass that names them in `parts`.
    """

    parts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, code: str) -> None:
        self.code = code
        self._catalogue = {key: text for part in ("", *self.parts) for key, text in read_catalogue(code, part).items()}

    def text(self, key: str, **values: object) -> str:
        return self._catalogue[key].format_map(values)

    def text_or(self, key: str, otherwise: str) -> str:
        """A message where there is one; a name that comes from data (somebody's own bias type) stays as it is."""
        return self._catalogue.get(key, otherwise)

    def plural(self, key: str, count: int, **values: object) -> str:
        """`key.one` or `key.other`."""
        return self.text(f"{key}.{self.form(count)}", count=self.count(count), **values)

    def form(self, count: int) -> str:
        """French counts 0 as singular, English does not."""
        return "one" if count == 1 or (count == 0 and self.code == "fr") else "other"

    def number(self, value: float, digits: int = 1) -> str:
        written = f"{value:,.{digits}f}"
        if not written.strip("-0.,"):
            written = written.lstrip("-")
        if self.code == "fr":
            written = written.replace(",", NARROW_NO_BREAK).replace(".", ",")
        return written.replace("-", MINUS)

    def signed(self, value: float) -> str:
        """With its sign and two decimals; a value that these would make 0 (a probability) as a power of ten."""
        written = self.number(value, 2)
        if value and not written.strip("0.,"):
            digits, exponent = f"{abs(value):.1e}".split("e")
            written = f"{'-' if value < 0 else ''}{digits}e{int(exponent)}".replace("-", MINUS)
            written = written.replace(".", ",") if self.code == "fr" else written
        return f"{'+' if value > 0 else ''}{written}"

    def count(self, value: int) -> str:
        return self.number(value, 0)

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.number(value, digits)}{NO_BREAK}%"

    def span(self, low: float, high: float, digits: int = 1) -> str:
        """An interval inside a sentence: 55.7–60.4; with a word between where a minus sign would meet the dash."""
        between = EN_DASH if low >= 0 else f"{NO_BREAK}{self.text('number.to')}{NO_BREAK}"
        return f"{self.number(low, digits)}{between}{self.number(high, digits)}"

    def bracket(self, low: float, high: float, digits: int = 1) -> str:
        """An interval inside a table: [55.7, 60.4], in French [55,7 ; 60,4] because the comma is taken."""
        between = f"{NARROW_NO_BREAK};{NO_BREAK}" if self.code == "fr" else f",{NO_BREAK}"
        return f"[{self.number(low, digits)}{between}{self.number(high, digits)}]"

    def p_value(self, p: float) -> str:
        return f"<{NO_BREAK}{self.number(0.001, 3)}" if p < 0.001 else self.number(p, 3)

    def duration(self, seconds: float) -> str:
        if seconds < 60:
            return f"{self.number(seconds, 1)}{NO_BREAK}s"
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours}{NO_BREAK}h{NO_BREAK}{minutes:02d}{NO_BREAK}min"
        return f"{minutes}{NO_BREAK}min{NO_BREAK}{rest:02d}{NO_BREAK}s"

    def day(self, moment: str) -> str:
        """The day of an ISO time stamp: 6 October 2025, 6 octobre 2025, 1er octobre 2025."""
        try:
            day = datetime.fromisoformat(moment)
        except ValueError:
            return moment
        first = self.text("date.first") if day.day == 1 else str(day.day)
        month = self.text("date.months").split()[day.month - 1]
        return f"{first}{NO_BREAK}{month}{NO_BREAK}{day.year}"

    def list_of(self, words: list[str]) -> str:
        """a, b and c."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('list.and')} {words[-1]}"
