"""Records by their key in a file that survives a kill."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.json_lines import append_lines, whole_lines


class Journal:
    """Records by their `key`, as they were when it was opened, and those added since."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records = self._read()

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            return {record["key"]: record for record in map(json.loads, whole_lines(self.path))}
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{self.path} is damaged ({error}). Delete it: what it held is computed again.") from error

    def append(self, records: Iterable[dict[str, Any]]) -> int:
        """Keep those that are new, and say how many: what was answered before stays as it is."""
        made = {record["key"]: record for record in records if record["key"] not in self.records}
        append_lines(self.path, made.values())
        self.records.update(made)
        return len(made)
