"""Files of JSON lines that are only ever added to: written through, and half a line that a kill left is dropped."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from epicene.core.files import clear_disk_errors


def append_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write records through to the disk: when this returns, a kill loses none of them."""
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    with clear_disk_errors(path), path.open("ab") as file:
        file.write(lines.encode())
        file.flush()
        os.fsync(file.fileno())


def drop_torn_line(path: Path) -> None:
    """Cut off half a line at the end, so that others can follow."""
    if path.exists() and (data := path.read_bytes()) and not data.endswith(b"\n"):
        with clear_disk_errors(path), path.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)


def whole_lines(path: Path) -> list[bytes]:
    """Every line of a file that may not be there yet, without a torn one."""
    drop_torn_line(path)
    return path.read_bytes().splitlines() if path.exists() else []
