"""The run folder of a test of translation systems: one folder for all systems of one call."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from epicene.core.hashing import SHORT, digest
from epicene.mt.results import SystemResults
from epicene.runs.folder import Journal, RunFolder

LINES = "lines.jsonl"
T = TypeVar("T", bound=SystemResults)


def save_systems(
    kind: str,
    out: Path | None,
    question: Mapping[str, object],
    inputs: Mapping[str, Path],
    outputs: Mapping[str, Path],
    measure: Callable[[Journal], list[T]],
) -> tuple[Path, list[T]]:
    """Write what `measure` finds, with the lines behind it in its journal. `outputs` are the files of the systems, by
    name; where no folder is named it is runs/KIND-SYSTEM-HASH, after the first of them."""
    name = re.sub(r"[^\w.-]+", "-", next(iter(outputs))).strip("-.") or "system"
    folder = RunFolder(out or Path("runs") / f"{kind}-{name}-{digest(question)[:SHORT]}")
    with folder.lock():
        folder.begin(kind, question, files={name: str(path) for name, path in {**inputs, **outputs}.items()})
        systems = measure(folder.journal(LINES))
        folder.write_results(systems_json(systems))
    return folder.path, systems


def systems_json(systems: Sequence[SystemResults]) -> dict[str, object]:
    """What `--json` prints: the document of one system, or those of several."""
    documents: list[dict[str, object]] = [msgspec.to_builtins(system) for system in systems]
    return documents[0] if len(documents) == 1 else {"systems": documents}
