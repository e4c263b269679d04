"""What a reader sees, in French or English: message catalogues, and numbers and dates written as the language does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from math import floor, log10
from typing import ClassVar

from epicene.core.errors import InputError
from epicene.core.language import MINUS, NARROW_NO_BREAK, NO_BREAK, Wording

__all__ = ["EN_DASH", "LANGUAGES", "MINUS", "NARROW_NO_BREAK", "NO_BREAK", "WORD_JOINER", "Language", "read_catalogue"]
LANGUAGES = ("en", "fr")

EN_DASH = "\u2013"
WORD_JOINER = "\u2060"
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


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


class Language(Wording):
    """One language's messages and conventions. Numbers inside messages come already written by the methods here.

    A part of epicene with messages of its own is a subclass that names them in `parts`.
    """

    parts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, code: str) -> None:
        messages = {key: text for part in ("", *self.parts) for key, text in read_catalogue(code, part).items()}
        super().__init__(code, messages)

    def text_or(self, key: str, otherwise: str) -> str:
        """A message where there is one; a name that comes from data (somebody's own bias type) stays as it is."""
        return self._messages.get(key, otherwise)

    def spelled(self, count: int) -> str:
        """Small numbers in words, as a headline has them."""
        words = self.text("number.words").split()
        return words[count] if count < len(words) else self.count(count)

    def signed(self, value: float) -> str:
        """With its sign and two decimals; more where these would make it 0, and a power of ten far below that."""
        written = self.number(value, 2)
        if value and not written.strip("0.,"):
            exponent = floor(log10(abs(value)))
            if exponent >= -4:
                written = self.number(value, 1 - exponent)
            else:
                power = str(-exponent).translate(_SUPERSCRIPTS)
                written = f"{self.number(value / 10.0**exponent)}{NO_BREAK}×{NO_BREAK}10⁻{power}"
        return f"{'+' if value > 0 else ''}{written}"

    def count(self, value: int) -> str:
        return self.number(value, 0)

    def used(self, used: int, total: int) -> str:
        """n = 300; where items were left out, with the number there are: n = 1,673/1,677."""
        if used == total:
            return self.text("figure.n", n=self.count(used))
        return self.text("n.of", n=self.count(used), total=self.count(total))

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

    def list_of(self, words: list[str]) -> str:
        """a, b and c."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('list.and')} {words[-1]}"
