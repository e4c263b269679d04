"""The run folder of a test of translation systems: one folder for all systems of one call."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from epicene.core.hashing import SHORT, digest
from epicene.mt.results import SystemResults
from epicene.runs.folder import RunFolder

LINES = "lines.jsonl"


def open_folder(out: Path | None, kind: str, systems: Sequence[str], question: Mapping[str, Any]) -> RunFolder:
    """Where nothing else is said, runs/KIND-SYSTEM-HASH, after the first of several systems."""
    name = re.sub(r"[^\w.-]+", "-", systems[0]).strip("-.") or "system"
    return RunFolder(out or Path("runs") / f"{kind}-{name}-{digest(question)[:SHORT]}")


def systems_json(systems: Sequence[SystemResults]) -> dict[str, Any]:
    """What `--json` prints: the document of one system, or those of several."""
    documents: list[dict[str, Any]] = [msgspec.to_builtins(system) for system in systems]
    return documents[0] if len(documents) == 1 else {"systems": documents}
