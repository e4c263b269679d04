"""Reading text files: whole; a line at a time, plain or gzipped, however large; or as JSON lines of items, an object a
line whose values are texts. Whatever is wrong with a file is said in one sentence, with the line."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, cast

from epicene.core.command_language import said
from epicene.core.errors import InputError
from epicene.core.types import Item

GZIP = b"\x1f\x8b"


def not_there(path: Path) -> InputError:
    return InputError("{path} does not exist; check the path.", path=path)


def read_text(path: Path) -> str:
    """The file's text, a byte-order mark taken off, line ends as they are."""
    with _clear_reading_errors(path):
        raw = path.read_bytes()
    if not raw.strip():
        raise InputError("{path} is empty; download or export it again.", path=path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            "{path}, line {line}: byte {byte:#04x} is not UTF-8; save the file as UTF-8 and try again.",
            path=path,
            line=line,
            byte=raw[error.start],
        ) from None


@contextmanager
def _clear_reading_errors(path: Path) -> Iterator[None]:
    try:
        if path.is_dir():
            raise InputError("{path} is a folder; name a file in it.", path=path)
        yield
    except FileNotFoundError:
        raise not_there(path) from None
    except OSError as error:
        raise InputError(
            "{path} cannot be read ({strerror}); check its permissions.", path=path, strerror=error.strerror
        ) from error


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
                "{path}, line {line}: this row cannot be read ({error}); check its quotation marks.",
                path=path,
                line=line,
                error=error,
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
                "{path}, line {number}: byte {byte:#04x} is not UTF-8; save the file as UTF-8 and try again.",
                path=path,
                number=number,
                byte=error.object[error.start],
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
            damaged = "{path} is a damaged gzip file ({error}); fetch it again."
            raise InputError(damaged, path=path, error=error) from error


def read_objects(
    path: Path, keys: Sequence[str], others: Sequence[str] | None = (), noun: str = "item"
) -> Iterator[tuple[int, dict[str, str]]]:
    """Line and values; each object must have all `keys` and may have `others`, where this is None any other text."""
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if text.strip():
            yield line, _parsed(said("{path}, line {line}", path=path, line=line), text, keys, others, noun)


def _parsed(where: str, text: str, keys: Sequence[str], others: Sequence[str] | None, noun: str) -> dict[str, str]:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            "{where}: this is not JSON ({msg}, column {colno}); correct the line.",
            where=where,
            msg=error.msg,
            colno=error.colno,
        ) from None
    if not isinstance(row, dict):
        raise InputError(
            "{where}: this is not a JSON object; write one {noun} as {{…}} per line.", where=where, noun=said(noun)
        )
    missing = [key for key in keys if key not in row]
    if missing:
        raise InputError(
            "{where}: the {noun} has no {missing}; it needs {keys}.",
            where=where,
            noun=said(noun),
            missing=", ".join(missing),
            keys=", ".join(keys),
        )
    if others is None:
        others = [key for key, value in row.items() if key not in keys and isinstance(value, str)]
    wanted = {key: row[key] for key in (*keys, *others) if key in row}
    for key, value in wanted.items():
        if not isinstance(value, str):
            raise InputError("{where}: {key} is not a text in quotation marks; correct the line.", where=where, key=key)
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InputError(
                "{where}: {key} has half of a surrogate pair; correct the line.", where=where, key=key
            ) from None
    return wanted


def unique_items(path: Path, items: Sequence[Item], noun: str = "item") -> list[Item]:
    """The items of a file, which has at least one, with an id of its own each."""
    if not items:
        raise InputError("{path} has a header but no {noun}s; download or export it again.", path=path, noun=said(noun))
    seen: dict[str, int] = {}
    for item in items:
        if not item.id.strip():
            raise InputError("{path}, line {line}: this row has no id; give it one.", path=path, line=item.line)
        if item.id in seen:
            raise InputError(
                "{path}, line {line}: the id {id} is that of line {seen} too; make ids unique.",
                path=path,
                line=item.line,
                id=item.id,
                seen=seen[item.id],
            )
        seen[item.id] = item.line
    return list(items)
