"""Folders that hold the answers to one question: one writer at a time, and never two questions in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import clear_disk_errors
from epicene.core.hashing import SHORT

LOCK = ".lock"
DIGEST = re.compile("[0-9a-f]{64}")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Make the folder and keep other writers out; the operating system lets go of the lock even on kill -9.

    Work that fails before it wrote anything leaves no new folder behind.
    """
    from filelock import FileLock, Timeout

    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is a file, and a folder is needed there. Choose another place with --out.")
    is_new = not path.exists()
    with clear_disk_errors(path):
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / LOCK, timeout=0)
        try:
            lock.acquire()
        except Timeout as error:
            raise EpiceneError(
                f"Another epicene process is writing to {path}. Wait for it to end, or choose another folder "
                "with --out."
            ) from error
    try:
        yield
    except EpiceneError:
        if is_new and {entry.name for entry in path.iterdir()} <= {LOCK}:
            (path / LOCK).unlink(missing_ok=True)
            path.rmdir()
        raise
    finally:
        lock.release()


def refuse_another_question(path: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """An error unless the question that the folder holds is the one that is asked."""
    here = json.loads(json.dumps(here))
    differing = [key for key in {**there, **here} if there.get(key) != here.get(key)]
    if differing:
        details = "; ".join(
            f"{key}: {_in_words(there.get(key))} there, {_in_words(here.get(key))} here" for key in sorted(differing)
        )
        raise InputError(
            f"{path} holds the answers to another question ({details}). Choose another folder with --out, "
            "or delete that one."
        )


def _in_words(value: Any) -> str:
    """A question's part as a person reads it: hashes cut short, no braces and quotes."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_in_words, value)) or "none"
    return value[:SHORT] if isinstance(value, str) and DIGEST.fullmatch(value) else str(value)


def refuse_foreign_files(path: Path, kind: str, own: str = "") -> None:
    """An error if a folder that is yet to be begun holds anything but what a beginning cut short leaves.

    That is the first file, `own`, and files being written, whose names begin with a full stop (as the lock's does).
    """
    if any(entry.name != own and not entry.name.startswith(".") for entry in path.iterdir()):
        (path / LOCK).unlink(missing_ok=True)  # ours, and the folder is not
        raise InputError(f"{path} is not empty and is no {kind} folder. Choose an empty or new folder with --out.")
