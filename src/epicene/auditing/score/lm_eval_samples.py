"""What lm-eval wrote with --log_samples: `samples_TASK_DATE.jsonl`, a line for each item with the item itself, what the
model was asked and what it gave. The items are the file's own, so that no data set is needed beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from epicene.core.errors import InputError
from epicene.core.hashing import items_digest
from epicene.core.kinds import KINDS, Sample, Sampled
from epicene.data.benchmarks import own_benchmark
from epicene.data.datasets import Dataset, find_unusable
from epicene.data.text_files import read_text

LM_EVAL = "lm-eval"
_NAME = re.compile(r"samples_(?P<task>.+?)_(?P<date>\d{4}-\d\d-\d\dT[\d.-]+)")
_FRENCH = re.compile(r"(?:^|_)(?:french|fr)(?:_|$)")


@dataclass(frozen=True, slots=True)
class Samples:
    dataset: Dataset
    sampled: Sampled
    model: str


def read_samples(path: Path) -> Samples:
    found = list(_samples(path))
    named = _NAME.fullmatch(path.stem)
    task = named["task"] if named else path.stem
    language = "fr" if _FRENCH.search(task) else "en"
    for kind in KINDS.values():
        sampled = kind.from_samples(found, path, language)
        if sampled is not None:
            own = replace(own_benchmark(task, kind.name, language), title=task)
            items = tuple(sampled.items)
            unusable = find_unusable(items, kind)
            return Samples(
                Dataset(task, own, path, items, unusable, items_digest(items), known=True), sampled, _model(path, named)
            )
    raise InputError(
        "{path}: its items are of no kind that epicene measures. Samples of lm-eval's tasks crows_pairs and bbq can be "
        "read.",
        path=path,
    )


def _model(path: Path, named: re.Match[str] | None) -> str:
    """As lm-eval has it in the results beside the samples; of a folder, its last name."""
    beside = path.with_name(f"results_{named['date']}.json") if named else path
    try:
        name = str(json.loads(beside.read_text(encoding="utf-8"))["model_name"])
    except (OSError, ValueError, KeyError, TypeError):
        return path.name
    return Path(name).name if Path(name).is_absolute() else name


def _samples(path: Path) -> Iterator[Sample]:
    """Where answers went through several filters, a line for each of them: the first counts."""
    seen: set[object] = set()
    for line, text in enumerate(read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        try:
            record = json.loads(text)
            if record["doc_id"] in seen:
                continue
            seen.add(record["doc_id"])
            yield _sample(record, line)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(
                "{path}, line {line}: this is no sample of lm-eval ({error}). Give the file samples_TASK_DATE.jsonl "
                "that it writes with --log_samples.",
                path=path,
                line=line,
                error=f"{type(error).__name__}: {error}",
            ) from error


def _sample(record: Mapping[str, object], line: int) -> Sample:
    arguments, answers = record["arguments"], record["filtered_resps"]
    asked = list(arguments.values()) if isinstance(arguments, Mapping) else list(_listed(arguments))
    pairs = [list(one.values()) if isinstance(one, Mapping) else list(one) for one in asked]
    doc = record["doc"]
    if not isinstance(doc, Mapping):
        raise TypeError("doc is no object")
    given = list(_listed(answers))
    if all(isinstance(one, str) for one in given):
        return Sample(line, str(record["doc_id"]), doc, (), (), str(given[0]))
    values = tuple(float(str(one[0])) for one in given)
    return Sample(line, str(record["doc_id"]), doc, tuple(str(pair[1]) for pair in pairs), values, "")


def _listed(value: object) -> Sequence[list[object]]:
    if not isinstance(value, list):
        raise TypeError(f"{str(value)[:40]!r} is no list")
    return value
