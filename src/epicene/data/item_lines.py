"""JSON lines of items: an object a line, whose values are texts. What is wrong with a line is said with its number."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.types import Item
from epicene.data.text_files import read_text


def read_objects(
    path: Path, keys: Sequence[str], others: Sequence[str] = (), noun: str = "item"
) -> Iterator[tuple[int, dict[str, str]]]:
    """Line and values; each object must have all `keys` and may have `others`."""
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if text.strip():
            yield line, _parsed(f"{path}, line {line}", text, keys, others, noun)


def _parsed(where: str, text: str, keys: Sequence[str], others: Sequence[str], noun: str) -> dict[str, str]:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: this is not JSON ({error.msg}, column {error.colno}); correct the line.") from None
    if not isinstance(row, dict):
        raise InputError(f"{where}: this is not a JSON object; write one {noun} as {{…}} per line.")
    missing = [key for key in keys if key not in row]
    if missing:
        raise InputError(f"{where}: the {noun} has no {', '.join(missing)}; it needs {', '.join(keys)}.")
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
