"""Files of scores that somebody else computed: epicene's own lines, and what the original programs write."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.types import Item, Role
from epicene.data.datasets import Dataset
from epicene.data.triples import SECTIONS

Values = dict[tuple[str, Role], float]
Given = tuple[str, str, Role, Any]  # where in the file, item id, role, score
CSV_COLUMNS = ("sent_more", "sent_less", "sent_more_score", "sent_less_score")


def read_predictions(path: Path, dataset: Dataset) -> Values:
    """JSONL of item id, role and score, or what the benchmark's original program writes."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"There is no predictions file {path}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text ({error}).") from error
    if not text.strip():
        raise InputError(f"{path} is empty: it should have a line for each item and role.")
    values: Values = {}
    for where, item_id, role, value in FORMATS[dataset.benchmark.kind](text, path, dataset):
        if (item_id, role) in values:
            raise InputError(f"{path}, {where}: item {item_id} has a second score for role {role}.")
        values[item_id, role] = _number(value, path, where)
    if not values:
        raise InputError(f"{path} has no score for {dataset.name}. Name the benchmark that its lines are about.")
    return values


def scoring_named(path: Path, dataset: Dataset) -> str | None:
    """The scoring that all lines of epicene's own name; None where they do not, or the file is another's."""
    text = path.read_text(encoding="utf-8-sig")
    if FORMATS[dataset.benchmark.kind] is not _of_pairs or not text.lstrip().startswith("{"):
        return None
    records = [json.loads(line) for line in text.split("\n") if line.strip()]
    names = {record.get("scoring") for record in records if record.get("benchmark", dataset.name) == dataset.name}
    (name,) = names if len(names) == 1 else [None]
    return name


def _number(value: Any, path: Path, where: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{path}, {where}: {value!r} is no number, but a score is expected.") from error
    if not math.isfinite(number):
        raise InputError(f"{path}, {where}: the score is {value}, which cannot be compared.")
    return number


def _of_pairs(text: str, path: Path, dataset: Dataset) -> Iterator[Given]:
    return (_jsonl if text.lstrip().startswith("{") else _original_csv)(text, path, dataset)


def _of_triples(text: str, path: Path, dataset: Dataset) -> Iterator[Given]:
    try:
        document = json.loads(text)
    except ValueError:  # several lines of JSON are no document
        document = None
    if isinstance(document, dict) and SECTIONS.keys() & document.keys():
        return _published_triples(document, path, dataset)
    return _jsonl(text, path, dataset)


FORMATS: dict[str, Callable[[str, Path, Dataset], Iterator[Given]]] = {"pairs": _of_pairs, "triples": _of_triples}
_EXPECTED = {
    "pairs": '{"item_id": "0", "role": "more", "score": -42.5}',
    "triples": '{"item_id": "0", "role": "stereotype", "score": -4.25}, or a file with intrasentence and intersentence',
}


def _published_triples(document: dict[str, Any], path: Path, dataset: Dataset) -> Iterator[Given]:
    """StereoSet's own: {"intrasentence": [{"id": SENTENCE_ID, "score": …}, …], "intersentence": […]}."""
    places = {text.id: (item.id, role) for item in dataset.items for role, text in item.variants.items() if text.id}
    for section in SECTIONS:
        for number, record in enumerate(document.get(section) or ()):
            where = f"{section}[{number}]"
            if not isinstance(record, dict) or not {"id", "score"} <= record.keys():
                raise InputError(f'{path}, {where}: expected {{"id": SENTENCE_ID, "score": NUMBER}}.')
            sentence_id = str(record["id"])
            if sentence_id not in places:
                raise InputError(f"{path}, {where}: {dataset.name} has no sentence with the id {sentence_id!r}.")
            yield where, *places[sentence_id], record["score"]


def _jsonl(text: str, path: Path, dataset: Dataset) -> Iterator[Given]:
    roles = {item.id: item.variants.keys() for item in dataset.items}
    for line, record in enumerate(text.split("\n"), start=1):
        if not record.strip():
            continue
        try:
            parsed = json.loads(record)
            item_id = str(parsed["item_id"] if "item_id" in parsed else parsed["id"])
            role = Role(parsed["role"])
            value = parsed["score"] if "score" in parsed else parsed["value"]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path}, line {line}: expected a JSON object with item_id, role and score, such as "
                f"{_EXPECTED[dataset.benchmark.kind]} ({error})."
            ) from error
        if parsed.get("benchmark", dataset.name) != dataset.name:
            continue
        if item_id not in roles or role not in roles[item_id]:
            raise InputError(f"{path}, line {line}: {dataset.name} has no item {item_id!r} with a role {role!s}.")
        yield f"line {line}", item_id, role, value


def _original_csv(text: str, path: Path, dataset: Dataset) -> Iterator[Given]:
    """The original writes a row for each pair, in the file's order; its sentences must be ours."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in CSV_COLUMNS if name not in _header(reader, path)]
    if missing:
        raise InputError(
            f"{path}: column {missing[0]!r} is missing. Expected JSONL of item_id, role and score, or the CSV of the "
            f"original script with {', '.join(CSV_COLUMNS)}."
        )
    items = iter(dataset.items)
    for row in _rows(reader, path):
        item = next(items, None)
        if item is None or not _same_sentences(row, item):
            raise InputError(
                f"{path}, line {reader.line_num}: its sentences are not those of {dataset.name}, item "
                f"{item.id if item else 'after the last'}. Name the file that was asked, in the order it was asked."
            )
        yield f"line {reader.line_num}", item.id, Role.MORE, row["sent_more_score"]
        yield f"line {reader.line_num}", item.id, Role.LESS, row["sent_less_score"]


def _header(reader: csv.DictReader[str], path: Path) -> Sequence[str]:
    with _clear_csv_errors(reader, path):
        return reader.fieldnames or []


def _rows(reader: csv.DictReader[str], path: Path) -> Iterator[dict[str, str]]:
    with _clear_csv_errors(reader, path):
        yield from reader


@contextmanager
def _clear_csv_errors(reader: csv.DictReader[str], path: Path) -> Iterator[None]:
    try:
        yield
    except csv.Error as error:
        raise InputError(
            f"{path}, line {reader.line_num}: it cannot be read as CSV ({error}). A quote may not be closed."
        ) from error


def _same_sentences(row: dict[str, str], item: Item) -> bool:
    """The original lower-cases what it gives to uncased models."""
    written = [(item.variants[Role.MORE].text, row["sent_more"]), (item.variants[Role.LESS].text, row["sent_less"])]
    return all(there.casefold() == (here or "").casefold() for there, here in written)
