"""Readers of minimal pairs: the CrowS-Pairs tables and epicene's own JSON lines.

Sentences are taken exactly as they stand in the file: stripping or folding them would move scores (RoBERTa by up to
6 nats). What makes a file unreadable is an error here; what is merely wrong with a pair is for `check`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.types import Item, Role, Text
from epicene.data.text_files import numbered_rows, read_text

BIAS_TYPES = (
    "race-color",
    "gender",
    "socioeconomic",
    "nationality",
    "religion",
    "age",
    "sexual-orientation",
    "physical-appearance",
    "disability",
    "other",
)
DIRECTIONS = ("stereo", "antistereo")
ORIGINS = ("native", "translated")
COLUMNS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
_OTHER = {"autre": "other"}
_SEPARATORS = {"\t": "tabs", ",": "commas"}
_WRONG_SEPARATORS = {";": "semicolons", "|": "vertical bars"}
_KEYS = ("id", "more", "less", "direction", "bias_type")

Origin = Callable[[str, int], str]


def read_table(path: Path, *, language: str, origin: Origin) -> list[Item]:
    """A CrowS-Pairs table, separated by tabs or commas whatever its name says.

    `origin` tells from an item's id and 0-based row whether it was written in this language or translated into it,
    where the table has no column of that name to say so.
    """
    text = read_text(path)
    separator = _separator(path, text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    header = [name.strip() for name in next(reader)]
    places = {name: header.index(name) for name in COLUMNS}
    has_ids = header[0] not in COLUMNS
    origin_place = header.index("origin") if "origin" in header else None
    items: list[Item] = []
    for line, fields in _rows(path, reader, len(header), separator):
        more, less, direction, bias_type = (fields[places[name]] for name in COLUMNS)
        item_id = fields[0] if has_ids else str(len(items))
        told = None if origin_place is None else fields[origin_place]
        facets = {"direction": direction, "origin": told or origin(item_id if has_ids else "", len(items))}
        items.append(_item(path, line, item_id, more, less, bias_type, facets, language))
    return _whole(path, items)


def read_json_lines(path: Path, *, language: str) -> list[Item]:
    """epicene's own format: an object a line with id, more, less, direction, bias_type and, where known, origin."""
    items = []
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if text.strip():
            row = _parse(path, line, text)
            facets: dict[str, str] = {key: row[key] for key in ("direction", "origin") if key in row}
            items.append(_item(path, line, row["id"], row["more"], row["less"], row["bias_type"], facets, language))
    return _whole(path, items)


def contributed_is(contributed: str, otherwise: str) -> Origin:
    """Origin of the bilingual CrowS-Pairs: the 210 pairs LA0 to LA209 were contributed in French, after the 1,467 that
    were written in English."""

    def origin(item_id: str, row: int) -> str:
        is_contributed = item_id.startswith("LA") if item_id else row > 1466
        return contributed if is_contributed else otherwise

    return origin


def always_native(item_id: str, row: int) -> str:
    return "native"


def _item(
    path: Path, line: int, item_id: str, more: str, less: str, bias_type: str, facets: Mapping[str, str], language: str
) -> Item:
    if not item_id.strip():
        raise InputError(f"{path}, line {line}: this row has no id; give it one.")
    if "origin" in facets and facets["origin"] not in ORIGINS:
        raise InputError(
            f"{path}, line {line}: the origin of {item_id} is {facets['origin']!r}; correct it to "
            f"{' or '.join(ORIGINS)}."
        )
    category = _OTHER.get(bias_type, bias_type)
    variants = {Role.MORE: Text(more), Role.LESS: Text(less)}
    return Item(item_id, variants, language, category, cluster=item_id, facets=facets, line=line)


def _whole(path: Path, items: Sequence[Item]) -> list[Item]:
    if not items:
        raise InputError(f"{path} has a header but no pairs; download or export it again.")
    seen: dict[str, int] = {}
    for item in items:
        if item.id in seen:
            raise InputError(
                f"{path}, line {item.line}: the id {item.id} is that of line {seen[item.id]} too; make ids unique."
            )
        seen[item.id] = item.line
    return list(items)


def _separator(path: Path, text: str) -> str:
    """The separator under which the header has the columns we need."""
    header = text.split("\n", 1)[0].rstrip("\r")
    if "\r" in header:
        raise InputError(f"{path}, line 1: lines end with a carriage return alone; save the file with usual line ends.")
    names = {mark: _names(header, mark) for mark in (*_SEPARATORS, *_WRONG_SEPARATORS)}
    for mark in _SEPARATORS:
        if set(COLUMNS) <= set(names[mark]):
            return mark
    for mark, wrong in _WRONG_SEPARATORS.items():
        if set(COLUMNS) <= set(names[mark]):
            raise InputError(
                f"{path}, line 1: the columns are separated by {wrong}; save the file with tabs or commas."
            )
    found = max(names.values(), key=len)
    missing = [name for name in COLUMNS if name not in found]
    shown = ", ".join(repr(name) for name in found[:12])
    raise InputError(
        f"{path}, line 1: no column {', '.join(missing)} (found: {shown}); the first line must name the columns, "
        "separated by tabs or commas."
    )


def _names(header: str, mark: str) -> list[str]:
    return [name.strip() for name in next(csv.reader([header], delimiter=mark), [])]


def _rows(path: Path, reader: Iterator[list[str]], width: int, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each starts; empty lines are left out."""
    for line, fields in numbered_rows(path, reader):
        if fields and len(fields) != width:
            raise InputError(
                f"{path}, line {line}: this row has {len(fields)} and not {width} fields; check for "
                f"{_SEPARATORS[separator]} inside a sentence and for a quotation mark that is never closed."
            )
        if fields:
            yield line, fields


def _parse(path: Path, line: int, text: str) -> dict[str, str]:
    try:
        row = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path}, line {line}: this is not JSON ({error.msg}, column {error.colno}); correct the line."
        ) from None
    if not isinstance(row, dict):
        raise InputError(f"{path}, line {line}: this is not a JSON object; write one pair as {{…}} per line.")
    missing = [key for key in _KEYS if key not in row]
    if missing:
        raise InputError(f"{path}, line {line}: the pair has no {', '.join(missing)}; it needs {', '.join(_KEYS)}.")
    wanted = {key: row[key] for key in (*_KEYS, "origin") if key in row}
    for key, value in wanted.items():
        if not isinstance(value, str):
            raise InputError(f"{path}, line {line}: {key} is not a text in quotation marks; correct the line.")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InputError(f"{path}, line {line}: {key} has half of a surrogate pair; correct the line.") from None
    return wanted
