"""How a language is written: messages and plurals, numbers, percentages, days; reports and collect build on it."""

from __future__ import annotations

import os
import string
from collections.abc import Mapping, Sequence
from datetime import datetime
from math import floor, log10
from typing import Any, Self

from epicene.core.catalogues import ENGLISH, FRENCH, LANGUAGES, NARROW_NO_BREAK, agreeing, digits_in, read_catalogue
from epicene.core.errors import InputError
from epicene.core.notices import Message

GENERAL_ROOMS = ("epicene.report", "epicene.auditing")
NO_BREAK = "\u00a0"
EN_DASH = "\u2013"
WORD_JOINER = "\u2060"
MINUS = "\u2212"
MOST_NAMED = 12
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the reader's machine says (fr_FR.UTF-8: French), English where we do not speak that."""
    text = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = text.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def require_language(code: str) -> None:
    if code not in LANGUAGES:
        raise InputError(f"There is no report language {code!r}. Known: {', '.join(LANGUAGES)}.")


class Wording:
    """One language's messages (French or English) and conventions; `date.first` and `date.months` are among them.

    A message says how its values are written: `{n}` a count or a text as it is, `{share:percent}`, `{rho:.2}` two
    decimals, `{models:and}` a list in words, `{ids:some}` the first of many, `{cases:semicolon}`, `{task:@task}` the
    message `task.VALUE` or, where there is none, the value itself; `{reason:@reason.*.one}` likewise; `ligne{n:|s}` a
    form that agrees with a number.
    """

    def __init__(self, code: str, messages: Mapping[str, str]) -> None:
        self.code = code
        self._messages = messages
        self._formatter = _Formatter(self)

    def joined(self, *packages: str) -> Self:
        """With the messages of further rooms."""
        more = {key: text for package in packages for key, text in read_catalogue(package, self.code).items()}
        other = type(self).__new__(type(self))
        Wording.__init__(other, self.code, {**self._messages, **more})
        return other

    def text(self, key: str, **values: object) -> str:
        text = self._formatter.vformat(self._messages[key], (), values)
        return text.replace("….", "…")  # a list that was cut short ends its sentence, too

    def text_or(self, key: str, otherwise: str) -> str:
        """A message where there is one; a name that comes from data (somebody's own bias type) stays as it is."""
        return self._messages.get(key, otherwise)

    def plural(self, key: str, count: int, **values: object) -> str:
        """`key.one` or `key.other`."""
        return self.text(f"{key}.{self.form(count)}", count=self.number(count, 0), **values)

    def say(self, message: Message) -> str:
        """The sentence of a message; with a `count` among its values, the singular or the plural of it."""
        key, count = message.code, message.values.get("count")
        if isinstance(count, int) and f"{key}.other" in self._messages:
            key = f"{key}.{self.form(count)}"
        return self.text(key, **message.values)

    def form(self, count: int) -> str:
        """French counts 0 as singular, English does not."""
        return "one" if count == 1 or (count == 0 and self.code == FRENCH) else "other"

    def number(self, value: float, digits: int = 1) -> str:
        written = f"{value:,.{digits}f}"
        if not written.strip("-0.,"):
            written = written.lstrip("-")
        return digits_in(self.code, written).replace("-", MINUS)

    def count(self, value: int) -> str:
        return self.number(value, 0)

    @property
    def percent_sign(self) -> str:
        """English sets it close, French after a no-break space."""
        return f"{NO_BREAK}%" if self.code == FRENCH else "%"

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.number(value, digits)}{self.percent_sign}"

    def span(self, low: float, high: float, digits: int = 1) -> str:
        """An interval inside a sentence: 55.7–60.4; with a word between where a minus sign would meet the dash."""
        between = EN_DASH if low >= 0 else f"{NO_BREAK}{self.text('number.to')}{NO_BREAK}"
        return f"{self.number(low, digits)}{between}{self.number(high, digits)}"

    def day(self, moment: datetime | str) -> str:
        """6 October 2025, 6 octobre 2025, 1er octobre 2025; of an ISO time stamp too, and what is none stays."""
        if isinstance(moment, str):
            try:
                moment = datetime.fromisoformat(moment)
            except ValueError:
                return str(moment)
        first = self.text("date.first") if moment.day == 1 else str(moment.day)
        month = self.text("date.months").split()[moment.month - 1]
        return f"{first}{NO_BREAK}{month}{NO_BREAK}{moment.year}"

    def list_of(self, words: Sequence[str]) -> str:
        """a, b and c."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('list.and')} {words[-1]}"


class Language(Wording):
    """What a reader of reports sees: the messages of `report`, those of audits, in which studies, comparisons and every
    kind speak too, and those of the rooms that are named."""

    def __init__(self, code: str, *packages: str) -> None:
        require_language(code)
        rooms = (*GENERAL_ROOMS, *packages)
        super().__init__(code, {key: text for room in rooms for key, text in read_catalogue(room, code).items()})

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

    def used(self, used: int, total: int) -> str:
        """n = 300; where items were left out, with the number there are: n = 1,673/1,677."""
        if used == total:
            return self.text("figure.n", n=self.count(used))
        return self.text("n.of", n=self.count(used), total=self.count(total))

    def bracket(self, low: float, high: float, digits: int = 1) -> str:
        """An interval inside a table: [55.7, 60.4], in French [55,7 ; 60,4] because the comma is taken."""
        between = f"{NARROW_NO_BREAK};{NO_BREAK}" if self.code == FRENCH else f",{NO_BREAK}"
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


def language_name(code: str) -> str:
    """A language's English name, for errors."""
    return Language("en").text_or(f"language.{code}", code)


class _Formatter(string.Formatter):
    """Writes the values of a message as the message asks."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    def format_field(self, value: Any, format_spec: str) -> str:
        say = self._wording
        if isinstance(value, list | tuple):
            return self._list([self.format_field(one, "") for one in value], format_spec)
        if "|" in format_spec:
            return agreeing(say.code, value, format_spec)
        if format_spec.startswith("@"):
            family = format_spec[1:] if "*" in format_spec else f"{format_spec[1:]}.*"
            return say.text_or(family.replace("*", str(value)), str(value))
        if isinstance(value, Message):
            return say.say(value)
        if format_spec == "percent":
            return say.percent(value)
        if format_spec == "span":
            return say.span(value.low, value.high)
        if format_spec.startswith("."):
            return say.number(value, int(format_spec[1:]))
        if isinstance(value, int) and not isinstance(value, bool) and not format_spec:
            return say.number(value, 0)
        if isinstance(value, float) and not format_spec:
            return say.number(value)
        return str(super().format_field(value, format_spec))

    def _list(self, words: Sequence[str], how: str) -> str:
        if how == "and":
            return self._wording.list_of(words)
        if how == "semicolon":
            return self._wording.text("punctuation.semicolon").join(words)
        kept = words[:MOST_NAMED] if how == "some" else words
        return ", ".join(kept) + (", …" if len(kept) < len(words) else "")
