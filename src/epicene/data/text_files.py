"""Reading text files: whole; a line at a time, plain or gzipped, however large; or as JSON lines of items, an object a
line whose values are texts. Whatever is wrong with a file is said in one sentence, with the line."""

from __future__ import annotations

import csv
import gzip
import json
import string
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from epicene.core.errors import InputError
from epicene.core.types import Item

GZIP = b"\x1f\x8b"


def not_there(path: Path) -> InputError:
    return InputError(f"{path} does not exist; check the path.")


def read_text(path: Path, *, is_table: bool = False) -> str:
    """The file's text, a byte-order mark taken off, line ends as they are. A table may be in Windows-1252, as French
    spreadsheets save it: its accents are no UTF-8, where those of a damaged UTF-8 file mostly are."""
    with _clear_reading_errors(path):
        raw = path.read_bytes()
    if not raw.strip():
        raise InputError(f"{path} is empty; download or export it again.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        letters = [letter for letter in raw.decode("utf-8", errors="replace") if not letter.isascii()]
        is_single_bytes = b"\0" not in raw  # which UTF-16 is not
        if is_table and is_single_bytes and 2 * letters.count("\ufffd") > len(letters):
            with suppress(UnicodeDecodeError):
                return raw.decode("cp1252")
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{path}, line {line}: byte {raw[error.start]:#04x} is not UTF-8; save the file as UTF-8 and try again."
        ) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A file that a user wrote, as TOML."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is no TOML: {error}.") from error


def template_fields(where: str, template: str) -> list[str]:
    """The names in braces of a template, sorted; `where` it stands, for an error."""
    try:
        return sorted(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
    except ValueError as error:
        raise InputError(f"{where}: its braces do not match ({error}).") from error


@contextmanager
def _clear_reading_errors(path: Path) -> Iterator[None]:
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder; name a file in it.")
        yield
    except FileNotFoundError:
        raise not_there(path) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from error


def numbered_rows(path: Path, reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Rows of a csv reader with the line on which each starts: a quoted cell may run over several lines."""
    while True:
        line = reader.line_num + 1  # type: ignore[attr-defined]
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError(
                f"{path}, line {line}: this row cannot be read ({error}); check its quotation marks."
            ) from error
        yield line, fields


def numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines with their numbers and without their ends; only a newline ends a line, as `wc -l` counts."""
    number = 0
    with opened(path) as file:
        try:
            for number, raw in enumerate(file.content, start=1):
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise InputError(
                f"{path}, line {number}: byte {error.object[error.start]:#04x} is not UTF-8; save the file "
                "as UTF-8 and try again."
            ) from None


class Opened(NamedTuple):
    """`content` is unpacked on the way; `stored` are the bytes on the disk, whose position tells how far one is."""

    content: IO[bytes]
    stored: IO[bytes]


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """A file, unpacked if it is gzip; whatever is wrong with it is said in one sentence."""
    with _clear_reading_errors(path), path.open("rb") as stored:
        packed = stored.read(len(GZIP)) == GZIP
        stored.seek(0)
        try:
            yield Opened(cast(IO[bytes], gzip.GzipFile(fileobj=stored)) if packed else stored, stored)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(f"{path} is a damaged gzip file ({error}); fetch it again.") from error


def renamed(names: Iterable[str], own_names: Mapping[str, str]) -> dict[str, str]:
    """By each name its own one in `own_names`, unless that one is there too."""
    given = list(names)
    return {name: name if (own := own_names.get(name, name)) in given else own for name in given}


def rename_hint(missing: Iterable[str], given: Iterable[str]) -> str:
    """Which of the names that are given look like those that are missing; empty where none does."""
    names, hints = list(given), []
    for wanted in missing:
        within = [name for name in names if wanted.rpartition("_")[2] in name.lower()]
        if near := within or get_close_matches(wanted, names, 1):
            names.remove(near[0])
            hints.append(f"{near[0]!r} to {wanted}")
    return f"rename {' and '.join(hints)}" if hints else ""


def read_objects(
    path: Path,
    keys: Sequence[str],
    others: Sequence[str] | None = (),
    noun: str = "item",
    own_names: Mapping[str, str] | None = None,
) -> Iterator[tuple[int, dict[str, str]]]:
    """Line and values; each object must have all `keys` and may have `others`, where this is None any other text.
    `own_names` are the keys by the names that others have for them."""
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if text.strip():
            yield line, _parsed(f"{path}, line {line}", text, keys, others, noun, own_names or {})


def _parsed(
    where: str,
    text: str,
    keys: Sequence[str],
    others: Sequence[str] | None,
    noun: str,
    own_names: Mapping[str, str],
) -> dict[str, str]:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: this is not JSON ({error.msg}, column {error.colno}); correct the line.") from None
    if not isinstance(row, dict):
        raise InputError(f"{where}: this is not a JSON object; write one {noun} as {{…}} per line.")
    names = renamed(row, own_names)
    row = {names[key]: value for key, value in row.items()}
    if missing := [key for key in keys if key not in row]:
        hint = rename_hint(missing, [key for key in row if key not in keys])
        needed = f"it needs {', '.join(keys)}{f': {hint}' if hint else ''}"
        raise InputError(f"{where}: the {noun} has no {', '.join(missing)}; {needed}.")
    if others is None:
        others = [key for key, value in row.items() if key not in keys and isinstance(value, str)]
    wanted = {key: row[key] for key in (*keys, *others) if key in row}
    for key, value in wanted.items():
        if not isinstance(value, str):
            raise InputError(f"{where}: {key} is not a text in quotation marks; correct the line.")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InputError(f"{where}: {key} has half of a surrogate pair; correct the line.") from None
    return wanted


def unique_items(path: Path, items: Sequence[Item], noun: str = "item") -> list[Item]:
    """The items of a file, which has at least one, with an id of its own each."""
    if not items:
        raise InputError(f"{path} has a header but no {noun}s; download or export it again.")
    seen: dict[str, int] = {}
    for item in items:
        if not item.id.strip():
            raise InputError(f"{path}, line {item.line}: this row has no id; give it one.")
        if item.id in seen:
            raise InputError(
                f"{path}, line {item.line}: the id {item.id} is that of line {seen[item.id]} too; make ids unique."
            )
        seen[item.id] = item.line
    return list(items)
