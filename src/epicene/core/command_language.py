"""The language in which a command speaks while it works: what it says of its progress, its warnings and its errors.

A sentence is written where it is needed, in English, with names for what it is filled with; `sentences.fr.json` of each
room has the same in French, by the English. From Python, everything is said in English.
"""

from __future__ import annotations

import math
import os
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from numbers import Integral, Real
from typing import Any, Self

from epicene.core.catalogues import ENGLISH, LANGUAGES, agreeing, digits_in, read_sentences

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the reader's machine says (fr_FR.UTF-8: French), English where we do not speak that."""
    told = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = told.replace(".", "_").partition("_")[0].lower()
    return code if code in LANGUAGES else ENGLISH


def spoken() -> str:
    return _SPOKEN.get()


def speak(code: str) -> None:
    """From here on, as long as `speaking` lasts."""
    _SPOKEN.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


class Said(str):
    """A sentence that knows its words and what they are filled with, so that it can be said in another language. To
    all others it is the English sentence."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Self:
        values = {name: _sentence(value) for name, value in values.items()}
        sentence = super().__new__(cls, template.format(**values) if values else template)
        sentence.template, sentence.values = template, values
        return sentence

    def __reduce__(self) -> tuple[type[Self], tuple[str, Mapping[str, object]]]:
        """As it was, where an error comes from another process."""
        return type(self), (self.template, self.values)

    def record(self) -> dict[str, object]:
        """As JSON has it, for a file from which it is said again (`said_from`)."""
        return {"template": self.template, "values": {name: _plain(value) for name, value in self.values.items()}}


class InEach(str):
    """What a catalogue has under a key, in every language: to all others it is the English."""

    __slots__ = ("by_language",)
    by_language: Mapping[str, str]

    def __new__(cls, by_language: Mapping[str, str]) -> Self:
        words = super().__new__(cls, by_language[ENGLISH])
        words.by_language = by_language
        return words

    def __reduce__(self) -> tuple[type[Self], tuple[Mapping[str, str]]]:
        return type(self), (self.by_language,)

    def record(self) -> dict[str, object]:
        return {"languages": dict(self.by_language)}


def in_each(say: Callable[[str], str]) -> InEach:
    """`in_each(lambda code: Language(code).text("language.fr"))`: to fill a sentence of which the language is not known
    yet, because it may be written down and read by somebody else."""
    return InEach({code: say(code) for code in LANGUAGES})


def said(template: str, /, **values: object) -> Said:
    """`said("{path} is empty.", path=path)`; values may be sentences and errors themselves."""
    return Said(template, values)


def said_from(record: Mapping[str, Any]) -> Said:
    """What `Said.record` wrote down."""
    return Said(record["template"], {name: _from_record(value) for name, value in record["values"].items()})


def _from_record(value: Any) -> object:
    if not isinstance(value, Mapping):
        return value
    if "not_finite" in value:
        return float(value["not_finite"])
    return InEach(value["languages"]) if "languages" in value else said_from(value)


def _sentence(value: object) -> object:
    """An error's sentence in its place: an error cannot always be sent to another process."""
    if isinstance(value, BaseException):
        return value.args[0] if len(value.args) == 1 and isinstance(value.args[0], Said) else str(value)
    return value


def _plain(value: object) -> object:
    if isinstance(value, Said | InEach):
        return value.record()
    if not isinstance(value, Real):
        return str(value)
    if isinstance(value, bool | Integral):
        return value if isinstance(value, bool) else int(value)
    return float(value) if math.isfinite(value) else {"not_finite": str(float(value))}


def quoted(text: str) -> Said:
    """Between the quotation marks of the language that is spoken."""
    return said("“{text}”", text=text)


def listed(parts: Iterable[object], between: str = ", ") -> Said:
    """Names or sentences in a row; what stands between them (" or ") is said in the language of the whole too."""
    values = {f"part_{number}": part for number, part in enumerate(parts)}
    return Said("{between}".join(f"{{{name}}}" for name in values), {**values, "between": said(between)})


def in_spoken(sentence: object) -> str:
    """In the language that is spoken now; what has no translation, another package's words for instance, stays."""
    return in_language(sentence, spoken())


def in_language(value: object, code: str) -> str:
    """Sentences of ours, and those in them; a plain text in them is a name or somebody's own words."""
    value = _sentence(value)
    if code == ENGLISH or not isinstance(value, str):
        return str(value)
    if isinstance(value, InEach):
        return value.by_language.get(code, str(value))
    known = read_sentences(code)
    if isinstance(value, Said):
        template, parts = known.get(value.template, value.template), value.values.items()
        filled = {name: in_language(part, code) if isinstance(part, Said | InEach) else part for name, part in parts}
        return _Formatter(code).vformat(template, (), filled) if filled else template
    return known.get(value, value)


class _Formatter(string.Formatter):
    """Numbers that a sentence rounds or groups have the digits of its language; others are as somebody typed them.
    `ligne{n:|s}` agrees with one."""

    def __init__(self, code: str) -> None:
        self._code = code

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec:
            return agreeing(self._code, value, format_spec)
        written = str(super().format_field(value, format_spec))
        is_rounded = format_spec.endswith((",", "f")) or format_spec.startswith(".")
        return digits_in(self._code, written) if is_rounded else written
