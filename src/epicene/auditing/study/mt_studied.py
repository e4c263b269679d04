"""A study of translation systems as its page reads it: what became of each step; no model, no torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicene.inside.kept_run import Values, read_document, read_values
from epicene.runs.folder import RunFolder

RECORD = "study.json"


@dataclass(frozen=True, slots=True)
class Step:
    """What one step gave: the document in its results.json, and for figures the values behind it."""

    system: str
    step: str
    folder: Path
    document: Mapping[str, Any]
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    system: str
    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class MtStudied:
    path: Path
    title: str
    steps: Sequence[Step]
    failures: Sequence[Failure]


def read_step(system: str, step: str, folder: Path) -> Step:
    return Step(system, step, folder, read_document(folder), read_values(folder))


def read_mt_studied(path: Path) -> MtStudied:
    record = RunFolder(path).read_json(path / RECORD)
    return MtStudied(
        path,
        record["title"],
        [read_step(one["system"], one["step"], path / one["folder"]) for one in record["steps"]],
        [Failure(one["system"], one["step"], one["reason"]) for one in record["failures"]],
    )


def is_mt_study(path: Path) -> bool:
    return (path / RECORD).is_file() and "steps" in RunFolder(path).read_json(path / RECORD)
