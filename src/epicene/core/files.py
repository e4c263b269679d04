"""Writing files so that a reader never meets half of one."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError

_NO_PLACE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST)


@contextmanager
def clear_disk_errors(path: Path, instead: str = "Choose another place with --out or -o.") -> Iterator[None]:
    """Turn the operating system's refusal to write into a sentence; `instead` says where else it could be."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EpiceneError(
                f"The disk is full: {path} could not be written. Free some space and run the same command again; "
                "what was already scored is kept."
            ) from error
        if error.errno in _NO_PLACE:
            raise InputError(f"{path} cannot be written ({error.strerror}). {instead}") from error
        raise


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file in one step: a kill leaves the old file or the new one, never a torn one."""
    with clear_disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with suppress(FileNotFoundError):
                Path(name).unlink()
            raise


def write_json(path: Path, value: object) -> None:
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")
