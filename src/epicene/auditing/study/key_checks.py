"""Checking the tables of a study file: known keys, right kinds of values, names that exist."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.data.text_files import read_text

# What a key takes: a function that returns the value or raises ValueError with what was expected.
Reader = Callable[[Any], Any]


def text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """One text or a list of them."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed or not all(isinstance(one, str) and one.strip() for one in listed):
        raise ValueError("a text or a list of texts")
    return tuple(listed)


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise ValueError("a number above 0")
    return value


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ValueError("a whole number from 1")
    return value


def name_in(known: Iterable[str], kind: str) -> Reader:
    def read(value: Any) -> str:
        if isinstance(value, str) and value in known:
            return value
        raise ValueError(f"a known {kind}{_nearest(str(value), known)}")

    return read


def _nearest(word: str, known: Iterable[str]) -> str:
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f" (did you mean {near[0]!r}?): {', '.join(known)}" if near else f": {', '.join(known)}"


@dataclass(frozen=True, slots=True)
class Checked:
    """One table of the file; `where` is its place in it (`models[2]`), '' for the file itself."""

    path: Path
    source: str
    where: str
    content: Mapping[str, Any]
    keys: Mapping[str, Any]

    def values(self, required: Sequence[str] = ()) -> dict[str, Any]:
        """The table's values; refuses unknown keys, wrong values and missing ones."""
        for key in self.content:
            if key not in self.keys:
                raise self.error(key, f"there is no key {key!r}{_nearest(key, self.keys)}")
        for key in required:
            if key not in self.content:
                raise self.error(None, f"the key {key!r} is missing")
        return {key: self._value(key, value) for key, value in self.content.items()}

    def _value(self, key: str, value: Any) -> Any:
        reader = self.keys[key]
        if reader in (dict, list):
            if not isinstance(value, reader):
                raise self.error(key, f"{key} is {shown(value)}; expected a {_TOML[reader]}")
            return value
        try:
            return reader(value)
        except ValueError as error:
            raise self.error(key, f"{key} is {shown(value)}; expected {error}") from error

    def inside(self, key: str, content: Any, keys: Mapping[str, Any]) -> Checked:
        where = f"{self.where}.{key}" if self.where else key
        if not isinstance(content, dict):
            raise self.error(None, f"{where} is {shown(content)}; expected a table")
        return Checked(self.path, self.source, where, content, keys)

    def entries(
        self, key: str, found: Mapping[str, Any], keys: Mapping[str, Any], *, what: str, plain: str | None = None
    ) -> Iterator[Checked]:
        """The entries of a list of tables; a plain text stands for a table with that one key."""
        if not found.get(key):
            raise self.error(None, f"it names no {what}; add [[{key}]]")
        for place, entry in enumerate(found[key]):
            content = {plain: entry} if plain and isinstance(entry, str) else entry
            name = content.get("name") if isinstance(content, dict) and isinstance(content.get("name"), str) else None
            label = f"{key}[{place}]" + (f" ({name})" if name and not plain else "")
            yield self.inside(label, content, keys)

    def refuse_missing(self, key: str, path: Path) -> None:
        if not path.exists():
            raise self.error(key, f"{key}: there is no {path}; put it there, or name where it is")

    def refuse_repeated(self, key: str, found: Sequence[str], advice: str) -> None:
        for name in found:
            if found.count(name) > 1:
                raise self.error(None, f"{key} has {name!r} twice; {advice}")

    def error(self, key: str | None, said: str) -> InputError:
        line = self._line_of(key) if key else None
        place = ", ".join(part for part in (str(self.path), f"line {line}" if line else "", self.where) if part)
        return InputError(f"{place}: {said}.")

    def _line_of(self, key: str) -> int | None:
        """Where the key stands, if it stands in one place only: TOML readers do not say."""
        lines = self.source.splitlines()
        pattern = re.compile(rf"""(^|[{{,])\s*(\[+)?["']?{re.escape(key)}["']?\s*[=\]]""")
        found = [number for number, line in enumerate(lines, start=1) if pattern.search(line)]
        return found[0] if len(found) == 1 else None


_TOML = {dict: "table", list: "list"}


def shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}…"


def read_tables(path: Path, keys: Mapping[str, Any]) -> Checked:
    """A study file as it stands, its top table to be checked against `keys`."""
    source = read_text(path)
    try:
        content = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}.") from error
    return Checked(path, source, "", content, keys)


def names(table: Checked, key: str, found: Iterable[str], known: Sequence[str], kind: str) -> None:
    """Refuse a name that is none of the known ones."""
    for name in found:
        if name not in known:
            raise table.error(key, f"{key}: {name!r} is no {kind}{_nearest(name, known)}")
