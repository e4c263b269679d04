"""The JSON documents of a run folder as programs read them: their names are a contract."""

from __future__ import annotations

from typing import Any

from epicene.runs.folder import RunFolder


def results_of(folder: RunFolder) -> dict[str, Any]:
    return folder.read_json(folder.results_path)
