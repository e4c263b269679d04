"""Scores that somebody else computed, measured as if epicene had asked."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import epicene
from epicene.audit.measuring import RESAMPLING
from epicene.core.errors import EpiceneError, InputError
from epicene.core.hashing import files_digest
from epicene.core.signature import Signature
from epicene.core.types import Item, Role
from epicene.data.datasets import Dataset, open_benchmark
from epicene.metrics.pairs import measure_pairs

Values = dict[tuple[str, Role], float]
CSV_COLUMNS = ("sent_more", "sent_less", "sent_more_score", "sent_less_score")


def measure_predictions(
    spec: str, predictions: Path, *, as_released: bool = False, seed: int = 0, strict: bool = False
) -> dict[str, Any]:
    """Measure a file of predictions against its benchmark; the same document as an audit's results."""
    dataset = open_benchmark(spec)
    values = read_predictions(predictions, dataset)
    notices = [text for text in (dataset.warning(), dataset.notice(), _missing(dataset, values)) if text]
    if notices and strict:
        raise EpiceneError(f"Stopped because of --strict: {notices[0]}")
    signature = str(
        Signature(
            benchmark=dataset.name,
            data_digest=dataset.digest,
            scoring="given",
            bos="unknown",
            options=["as-released"] if as_released else [],
            model=predictions.name,
            weights_digest=files_digest([predictions]),
            resampling=RESAMPLING[dataset.benchmark.kind],
            version=epicene.__version__,
        )
    )
    measured = measure_pairs(
        dataset.name, dataset.items, dataset.unusable, values, signature=signature, seed=seed, as_released=as_released
    )
    return {
        "model": predictions.name,
        "signatures": {dataset.name: signature},
        "estimates": [asdict(estimate) for estimate in measured.estimates],
        "tests": [asdict(test) for test in measured.tests],
        "notices": notices,
    }


def _missing(dataset: Dataset, values: Values) -> str | None:
    missing = [item.id for item in dataset.usable if any((item.id, role) not in values for role in item.variants)]
    if not missing:
        return None
    some = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
    return f"{dataset.name}: {len(missing)} of {len(dataset.items)} items have no prediction ({some}) and are left out."


def read_predictions(path: Path, dataset: Dataset) -> Values:
    """JSONL of item id, role and score, or the CSV of the original CrowS-Pairs script."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise InputError(f"There is no predictions file {path}.") from error
    except (IsADirectoryError, PermissionError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text ({error}).") from error
    if not text.strip():
        raise InputError(f"{path} is empty: it should have a line for each item and role.")
    rows = _jsonl(text, path, dataset) if text.lstrip().startswith("{") else _original_csv(text, path, dataset)
    values: Values = {}
    for line, item_id, role, value in rows:
        if (item_id, role) in values:
            raise InputError(f"{path}, line {line}: item {item_id} has a second score for role {role}.")
        values[item_id, role] = _number(value, path, line)
    return values


def _number(value: Any, path: Path, line: int) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"{path}, line {line}: {value!r} is no number, but a score is expected.") from error
    if not math.isfinite(number):
        raise InputError(f"{path}, line {line}: the score is {value}, which cannot be compared.")
    return number


def _jsonl(text: str, path: Path, dataset: Dataset) -> Iterator[tuple[int, str, Role, Any]]:
    roles = {item.id: item.variants.keys() for item in dataset.items}
    for line, record in enumerate(text.splitlines(), start=1):
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
                f'{{"item_id": "0", "role": "more", "score": -42.5}} ({error}).'
            ) from error
        if parsed.get("benchmark", dataset.name) != dataset.name:
            continue
        if item_id not in roles or role not in roles[item_id]:
            raise InputError(f"{path}, line {line}: {dataset.name} has no item {item_id!r} with a role {role!s}.")
        yield line, item_id, role, value


def _original_csv(text: str, path: Path, dataset: Dataset) -> Iterator[tuple[int, str, Role, Any]]:
    """The original writes a row for each pair, in the file's order; its sentences must be ours."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in CSV_COLUMNS if name not in (reader.fieldnames or [])]
    if missing:
        raise InputError(
            f"{path}: column {missing[0]!r} is missing. Expected JSONL of item_id, role and score, or the CSV of the "
            f"original script with {', '.join(CSV_COLUMNS)}."
        )
    items = iter(dataset.items)
    for row in reader:
        item = next(items, None)
        if item is None or not _same_sentences(row, item):
            raise InputError(
                f"{path}, line {reader.line_num}: its sentences are not those of {dataset.name}, item "
                f"{item.id if item else 'after the last'}. Name the file that was asked, in the order it was asked."
            )
        yield reader.line_num, item.id, Role.MORE, row["sent_more_score"]
        yield reader.line_num, item.id, Role.LESS, row["sent_less_score"]


def _same_sentences(row: dict[str, str], item: Item) -> bool:
    """The original lower-cases what it gives to uncased models."""
    written = [(item.variants[Role.MORE].text, row["sent_more"]), (item.variants[Role.LESS].text, row["sent_less"])]
    return all(there.casefold() == (here or "").casefold() for there, here in written)
