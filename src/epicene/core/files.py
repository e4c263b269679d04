"""Files: replaced in one step so that a reader never meets half of one, or only added to; and the cache's place."""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

from epicene.core.errors import EpiceneError, InputError

T = TypeVar("T")
_BLOCK = 1 << 16
_LONGEST_PATH = 1000
_NO_PLACE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST)


@contextmanager
def clear_disk_errors(path: Path, instead: str = "Choose another place with --out or -o.") -> Iterator[None]:
    """Turn the operating system's refusal to write into a sentence; `instead` says where else it could be."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EpiceneError(
                f"The disk is full: {path} could not be written. Free some space and run the same command again; what "
                "was already scored is kept."
            ) from error
        if error.errno in _NO_PLACE:
            raise InputError(f"{path} cannot be written ({error.strerror}). {instead}") from error
        raise


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, mode: int = 0o644) -> None:
    write_parts(path, [data], mode)


def write_parts(path: Path, parts: Iterable[bytes], mode: int = 0o644) -> None:
    """Replace a file in one step: a kill leaves the old file or the new one, never a torn one."""
    with clear_disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(path)
        except BaseException:
            with suppress(FileNotFoundError):
                Path(name).unlink()
            raise


def write_json(path: Path, value: object) -> None:
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def json_lines(records: Iterable[Mapping[str, object]]) -> str:
    """An object a line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def append_lines(path: Path, records: Iterable[Mapping[str, object]]) -> None:
    """Write records through to the disk: when this returns, a kill loses none of them."""
    lines = json_lines(records)
    with clear_disk_errors(path), path.open("ab") as file:
        file.write(lines.encode())
        file.flush()
        os.fsync(file.fileno())


def drop_torn_line(path: Path) -> None:
    """Cut off half a line at the end, so that others can follow."""
    if path.exists() and (whole := _whole_until(path)) < path.stat().st_size:
        with clear_disk_errors(path), path.open("r+b") as file:
            file.truncate(whole)


def _whole_until(path: Path) -> int:
    """The offset at which the last whole line ends, looked for from the end of the file."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - _BLOCK)
            file.seek(start)
            if newline := file.read(end - start).rfind(b"\n") + 1:
                return start + newline
            end = start
    return 0


def whole_lines(path: Path) -> list[bytes]:
    """Every line of a file that may not be there yet, without a torn one."""
    drop_torn_line(path)
    return path.read_bytes().splitlines() if path.exists() else []


def cache_folder() -> Path:
    """EPICENE_CACHE, else the platform's usual place for caches."""
    if chosen := os.environ.get("EPICENE_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "epicene"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "epicene"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "epicene"


def is_place(text: str) -> bool:
    """Whether it names something on this machine from its root or somebody's home."""
    return text.startswith(("/", "~")) and len(text) < _LONGEST_PATH and Path(text).expanduser().exists()


def without_places(value: T) -> T:
    """The value with only the last part of every path of this machine in it: a run is read elsewhere, by others."""
    cleaned: object = value
    if isinstance(value, str) and is_place(value):
        cleaned = Path(value).name or value
    elif isinstance(value, Mapping):
        cleaned = {name: without_places(part) for name, part in value.items()}
    elif isinstance(value, list | tuple):
        cleaned = [without_places(part) for part in value]
    return cast(T, cleaned)
