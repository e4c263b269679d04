"""How a language is written: messages (Fluent), numbers, plurals, lists and days (Babel), and the typography of French
and English that Babel does not know."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import datetime
from decimal import Decimal
from functools import cache
from itertools import count as counting
from math import floor, log10
from typing import Any, NamedTuple, Self, cast

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import NumberFormatError, format_decimal, parse_decimal
from fluent.runtime import FluentBundle, resolver
from fluent.runtime.types import FluentType
from fluent.syntax import FluentParser, ast

from epicene.core.catalogues import ENGLISH, FRENCH, LANGUAGES, NARROW_NO_BREAK, read_catalogue
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

# A guard of fluent.runtime against catalogues of strangers: a value of 2,500 characters would make a message fail. A
# text that a model is asked may be longer, and messages of ours refer to no others.
resolver.MAX_PART_LENGTH = sys.maxsize


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the reader's machine says (fr_FR.UTF-8: French), English where we do not speak that."""
    text = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = text.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def require_language(code: str) -> None:
    if code not in LANGUAGES:
        raise InputError(f"There is no report language {code!r}. Known: {', '.join(LANGUAGES)}.")


class Language:
    """One language's messages and conventions: the messages of `report`, those of audits, in which studies, comparisons
    and every kind speak too, and those of the rooms that are named.

    A message says how its values are written: `{ $n }` a count or a text as it is, `{ PERCENT($share) }`,
    `{ NUMBER($rho, digits: 2) }`, `{ LIST($models) }` a list in words, `{ FIRST($ids) }` the first of many,
    `{ SEMICOLONS($cases) }`, `{ SPAN($share-low, $share-high) }` attributes of a value as an interval, and
    `{ NAME($task, of: "task") }` the message `task.VALUE` or, where there is none, the value itself.
    """

    def __init__(self, code: str, *packages: str) -> None:
        require_language(code)
        self._begin(code, {})
        for room in (*GENERAL_ROOMS, *packages):
            self._messages |= read_catalogue(room, code)

    def _begin(self, code: str, messages: Mapping[str, str]) -> None:
        self.code = code
        self.locale = locale_of(code)
        self._messages = dict(messages)

    def joined(self, *packages: str) -> Self:
        """With the messages of further rooms."""
        other = copy(self)
        other._messages = dict(self._messages)
        for package in packages:
            other._messages |= read_catalogue(package, self.code)
        return other

    def text(self, key: str, **values: object) -> str:
        text, errors = self._format(key, values)
        if errors:
            raise KeyError(f"{key}: {errors[0]}") from errors[0]
        return text

    def has(self, key: str) -> bool:
        return key in self._messages

    def text_or(self, key: str, otherwise: str, **values: object) -> str:
        """A message where there is one; a name that comes from data (somebody's own bias type) stays as it is. Values
        that are not given are left as names."""
        return self._format(key, values)[0] if key in self._messages else otherwise

    def _format(self, key: str, values: Mapping[str, object]) -> tuple[str, list[Exception]]:
        message = parsed(self.code, self._messages[key])
        args: dict[str, FluentType] = {}
        for variable in message.variables:
            name, *attributes = variable.split("-")
            if name in values:
                value = values[name]
                for attribute in attributes:
                    value = getattr(value, attribute)
                args[variable] = _value(value, self)
        environment = resolver.ResolverEnvironment(_bundle(self.code), [], current=resolver.CurrentEnvironment(args))
        text = str(resolver.resolve(message.pattern(environment), environment))
        return text.replace("….", "…"), environment.errors  # a list that was cut short ends its sentence, too

    def plural(self, key: str, count: int, **values: object) -> str:
        """A message that selects a form by its `$count`."""
        return self.text(key, count=count, **values)

    def say(self, message: Message) -> str:
        """The sentence of a message."""
        return self.text(message.code, **message.values)

    def written(self, value: object) -> str:
        """A value as a message has it that does not say how to write it."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.written, value))
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.number(value, 0)
        return self.number(value) if isinstance(value, float) else str(value)

    def number(self, value: float, digits: int = 1) -> str:
        rounded = Decimal(f"{value:.{digits}f}")  # Python rounds the float itself, Babel its decimal digits
        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return format_decimal(rounded or 0, pattern, self.locale).replace("-", MINUS)

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
        written = format_date(moment, "long", self.locale).replace(" ", NO_BREAK)
        return f"1er{written[1:]}" if self.code == FRENCH and moment.day == 1 else written

    def list_of(self, words: Sequence[str]) -> str:
        """a, b and c."""
        return format_list(list(words), locale=self.locale)

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


@cache
def locale_of(code: str) -> Locale:
    """Dates and lists of English are British; a language that Babel does not know is written as English is."""
    try:
        return Locale.parse("en_GB" if code == ENGLISH else code)
    except UnknownLocaleError:
        return Locale.parse("en_GB")


class ParsedMessage(NamedTuple):
    """A message that can be formatted, and what it names: variables, functions, and other messages or terms."""

    pattern: resolver.Pattern
    variables: tuple[str, ...]
    functions: frozenset[str]
    references: frozenset[str]


@cache
def parsed(code: str, source: str) -> ParsedMessage:
    """One message of a catalogue, parsed when it is first asked for. All of a language are in one bundle, under a
    number, since rooms may use the same key."""
    entry = parse_entry(source)
    nodes = list(nodes_of(entry))
    variables = dict.fromkeys(node.id.name for node in nodes if isinstance(node, ast.VariableReference))
    functions = frozenset(node.id.name for node in nodes if isinstance(node, ast.FunctionReference))
    references = frozenset(node.id.name for node in nodes if isinstance(node, ast.MessageReference | ast.TermReference))
    entry.id.name = f"message{next(_numbers)}"
    _bundle(code).add_resource(ast.Resource([entry]))
    pattern = cast(resolver.Pattern, _bundle(code).get_message(entry.id.name).value)
    return ParsedMessage(pattern, tuple(variables), functions, references)


def nodes_of(node: ast.BaseNode) -> Iterator[ast.BaseNode]:
    """A node of a parsed message and all within it, in their order."""
    yield node
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.BaseNode):
                yield from nodes_of(child)


def parse_entry(source: str) -> ast.Message:
    entry = FluentParser(with_spans=False).parse_entry(f"message ={source}\n")
    if not isinstance(entry, ast.Message) or entry.value is None:
        raise ValueError(f"not a message in Fluent: {source.strip()}")
    return entry


def literal(text: str) -> str:
    """The source of a message that says exactly this."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\u000A").replace("\r", "\\u000D")
    return f' {{ "{escaped}" }}'


class _Value(FluentType):
    """A value of a message, with the language that writes it."""

    raw: Any
    language: Language

    def format(self, locale: Locale) -> str:
        return self.language.written(self.raw)

    def __eq__(self, other: object) -> bool:
        """A message may select by a word."""
        return bool(self.raw == other)

    def __hash__(self) -> int:
        return id(self)


class _Number(_Value, float):
    """A number, or the digits in which somebody wrote it: a message selects a plural by it, or `[0]`."""

    def __eq__(self, other: object) -> bool:
        return float(self) == other if isinstance(other, int | float) else bool(self.raw == other)

    def __hash__(self) -> int:
        return id(self)


def _value(raw: object, language: Language) -> _Value:
    number = raw if isinstance(raw, int | float) and not isinstance(raw, bool) else None
    if isinstance(raw, str) and raw[-1:].isdigit():
        with suppress(NumberFormatError):
            number = float(parse_decimal(raw.replace(MINUS, "-").lstrip("+"), language.locale))
    value = _Value() if number is None else cast(_Value, float.__new__(_Number, number))
    value.raw, value.language = raw, language
    return value


def _first(value: _Value) -> str:
    kept = ", ".join(map(value.language.written, value.raw[:MOST_NAMED]))
    return f"{kept}, …" if len(value.raw) > MOST_NAMED else kept


def _semicolons(value: _Value) -> str:
    return value.language.text("punctuation.semicolon").join(map(value.language.written, value.raw))


def _name(value: _Value, *, of: str, **values: float) -> str:
    return value.language.text_or(f"{of}.{value.raw}", str(value.raw), **values)


FUNCTIONS = {
    "NUMBER": lambda value, *, digits: value.language.number(value.raw, int(digits)),
    "PERCENT": lambda value: value.language.percent(value.raw),
    "SPAN": lambda low, high: low.language.span(low.raw, high.raw),
    "LIST": lambda value: value.language.list_of([*map(value.language.written, value.raw)]),
    "FIRST": _first,
    "SEMICOLONS": _semicolons,
    "NAME": _name,
}
_numbers = counting()


@cache
def _bundle(code: str) -> FluentBundle:
    return FluentBundle([str(locale_of(code))], functions=cast(Any, FUNCTIONS), use_isolating=False)
