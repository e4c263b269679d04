"""The study folder as its report reads it: no model, no torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError

FORMAT = 1


class StudyFolder:
    """Reads and writes one study folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def record_path(self) -> Path:
        return self.path / "study.json"

    def exists(self) -> bool:
        return self.record_path.is_file()

    def record(self) -> dict[str, Any]:
        try:
            record: dict[str, Any] = json.loads(self.record_path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise InputError(
                f"{self.path} is no study folder: study.json is missing. Make one with `epicene study FILE.toml --out "
                f"{self.path}`."
            ) from error
        except ValueError as error:
            raise InputError(f"{self.record_path} is damaged ({error}). Delete it and run the study again.") from error
        if record.get("format") != FORMAT:
            raise InputError(
                f"{self.record_path} has format {record.get('format')}; this epicene reads {FORMAT}. Run the study "
                "again in a new folder."
            )
        return record
