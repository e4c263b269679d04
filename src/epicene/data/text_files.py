"""Reading a text file so that whatever is wrong with it is said in one sentence, with the line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from epicene.core.errors import InputError


def read_text(path: Path) -> str:
    """The file's text, a byte-order mark taken off, line ends as they are."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it.")
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; check the path.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from error
    if not raw.strip():
        raise InputError(f"{path} is empty; download or export it again.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{path}, line {line}: byte {raw[error.start]:#04x} is not UTF-8; save the file as UTF-8 and try again."
        ) from None


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
