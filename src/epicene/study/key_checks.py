"""Checking the tables of a study file: known keys, right kinds of values, names that exist."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import TypeVar, get_args, get_type_hints

import msgspec

from epicene.core.errors import InputError
from epicene.data.text_files import read_text

S = TypeVar("S", bound=msgspec.Struct)
# What a key takes: a function that returns the value or raises ValueError with what was expected.
Reader = Callable[[object], object]


def text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def texts(value: object) -> tuple[str, ...]:
    """One text or a list of them."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed or not all(isinstance(one, str) and one.strip() for one in listed):
        raise ValueError("a text or a list of texts")
    return tuple(listed)


def text_by_language(value: object) -> str | dict[str, str]:
    """One text, or one for each language."""
    if not isinstance(value, dict):
        return text(value)
    if not value or not all(isinstance(one, str) and one.strip() for one in value.values()):
        raise ValueError('a text, or one for each language ({ en = "…", fr = "…" })')
    return value


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise ValueError("a number above 0")
    return value


def whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError("a whole number from 1")
    return value


def array(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("a list")
    return value


def mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError("a table")
    return value


def name_in(known: Iterable[str], kind: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if isinstance(value, str) and value in known:
            return value
        raise ValueError(f"{kind}{_nearest(str(value), known)}")

    return read


def _nearest(word: str, known: Iterable[str]) -> str:
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    listed = ", ".join(known)
    if not near:
        return f": {listed}"
    return f" (did you mean {near[0]!r}?): {listed}"


# What a field takes whose annotation does not name a reader.
_READERS: Mapping[object, Reader] = {
    str: text,
    bool: flag,
    int: whole,
    tuple[str, ...]: texts,
    list[object]: array,
    dict[str, object]: mapping,
}


def _reader(hint: object) -> Reader:
    named: Sequence[Reader] = getattr(hint, "__metadata__", ())
    within = get_args(hint)
    return named[0] if named else _READERS[within[0] if NoneType in within else hint]


@dataclass(frozen=True, slots=True)
class Checked:
    """One table of the file; `where` is its place in it (`models[2]`), '' for the file itself. Files that are not there
    are refused, or listed in `absent` where somebody wants to know of all of them."""

    path: Path
    source: str
    where: str
    content: Mapping[str, object]
    absent: list[str] | None = None

    def read(self, kind: type[S], further: Iterable[str] = (), **readers: Reader) -> S:
        """The table as a struct, whose fields say what keys there are and what each takes (`readers`: otherwise than
        there); refuses unknown keys, missing and wrong values. `further` keys are read elsewhere."""
        hints = get_type_hints(kind, include_extras=True)
        hints.pop("asked", None)
        keys = {name: readers[name] if name in readers else _reader(hint) for name, hint in hints.items()}
        for key in self.content:
            if key not in keys:
                raise self.error(key, f"there is no key {key!r}{_nearest(key, [*keys, *further])}")
        for field in msgspec.structs.fields(kind):
            if field.required and field.name not in self.content:
                raise self.error(None, f"the key {field.name!r} is missing")
        return kind(**{key: self.value(key, value, keys[key]) for key, value in self.content.items()})

    def value(self, key: str, value: object, reader: Reader) -> object:
        try:
            return reader(value)
        except ValueError as error:
            raise self.error(key, f"{key} is {shown(value)}; expected {error}") from error

    def inside(self, key: str, content: object) -> Checked:
        where = f"{self.where}.{key}" if self.where else key
        if not isinstance(content, dict):
            raise self.error(None, f"{where} is {shown(content)}; expected a table")
        return Checked(self.path, self.source, where, content, self.absent)

    def entries(self, key: str, listed: Sequence[object], *, none: str, plain: str | None = None) -> Iterator[Checked]:
        """The entries of a list of tables; a plain text stands for a table with that one key."""
        if not listed:
            raise self.error(None, f"it names {none}; add [[{key}]]")
        for index, entry in enumerate(listed):
            content = {plain: entry} if plain and isinstance(entry, str) else entry
            name = content.get("name") if isinstance(content, dict) and isinstance(content.get("name"), str) else None
            yield self.inside(f"{key}[{index}]" + (f" ({name})" if name and not plain else ""), content)

    def refuse_missing(self, key: str, path: Path) -> None:
        if not path.exists():
            self.lack(self.error(key, f"{key}: there is no {path}; put it there, or name where it is"))

    def lack(self, error: InputError) -> None:
        if self.absent is None:
            raise error
        self.absent.append(str(error))

    def refuse_unknown(self, key: str, found: Iterable[str], known: Sequence[str], none: str) -> None:
        for name in found:
            if name not in known:
                raise self.error(key, f"{key}: {name!r} is {none}{_nearest(name, known)}")

    def refuse_repeated(self, key: str, found: Sequence[str], advice: str) -> None:
        for name in found:
            if found.count(name) > 1:
                raise self.error(None, f"{key} has {name!r} twice; {advice}")

    def error(self, key: str | None, reason: str) -> InputError:
        line = self._line_of(key) if key else None
        place = f"{self.path}, line {line}" if line else str(self.path)
        if self.where:
            return InputError(f"{place}, {self.where}: {reason}.")
        return InputError(f"{place}: {reason}.")

    def _line_of(self, key: str) -> int | None:
        """Where the key stands, if it stands in one place only: TOML readers do not say."""
        lines = self.source.splitlines()
        pattern = re.compile(rf"""(^|[{{,])\s*(\[+)?["']?{re.escape(key)}["']?\s*[=\]]""")
        counts = [number for number, line in enumerate(lines, start=1) if pattern.search(line)]
        return counts[0] if len(counts) == 1 else None


def wanted(error: ValueError) -> str:
    """What a reader of values would have taken."""
    return str(error)


def shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def read_tables(path: Path, absent: list[str] | None = None) -> Checked:
    """A study file as it stands, its top table yet to be checked."""
    source = read_text(path)
    try:
        content = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}.") from error
    return Checked(path, source, "", content, absent)
