"""Lines of JSON that survive a kill: each is written through, and half a line at the end is dropped on reading."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from epicene.core.errors import InputError
from epicene.core.files import clear_disk_errors


class Journal:
    """Records by their `key`, as they were when it was opened, and those added since."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records = self._read()

    def _read(self) -> dict[str, dict[str, Any]]:
        if not self.path.exists():
            return {}
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        try:
            return {record["key"]: record for record in map(json.loads, whole.splitlines())}
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{self.path} is damaged ({error}). Delete it: what it held is computed again.") from error

    def append(self, records: Iterable[dict[str, Any]]) -> None:
        made = list(records)
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in made)
        with clear_disk_errors(self.path), self.path.open("ab") as file:
            file.write(lines.encode())
            file.flush()
            os.fsync(file.fileno())
        self.records.update({record["key"]: record for record in made})
