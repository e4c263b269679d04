"""Files of scores that somebody else computed: epicene's own lines, and what the original programs write."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.kinds import Given
from epicene.core.types import Role
from epicene.data.datasets import Dataset

Values = dict[tuple[str, Role], float]


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
    given = dataset.kind.given_scores(text, path, dataset.name, dataset.items)
    for where, item_id, role, value in _jsonl(text, path, dataset) if given is None else given:
        if (item_id, role) in values:
            raise InputError(f"{path}, {where}: item {item_id} has a second score for role {role}.")
        values[item_id, role] = _number(value, path, where)
    if not values:
        raise InputError(f"{path} has no score for {dataset.name}. Name the benchmark that its lines are about.")
    return values


def scoring_named(path: Path, dataset: Dataset) -> str | None:
    """The scoring that all lines of epicene's own name; None where they do not, or the file is another's."""
    text = path.read_text(encoding="utf-8-sig")
    if len(dataset.kind.tasks) > 1 or not text.lstrip().startswith("{"):
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
                f"{dataset.kind.line_of_scores} ({error})."
            ) from error
        if parsed.get("benchmark", dataset.name) != dataset.name:
            continue
        if item_id not in roles or role not in roles[item_id]:
            raise InputError(f"{path}, line {line}: {dataset.name} has no item {item_id!r} with a role {role!s}.")
        yield f"line {line}", item_id, role, value
