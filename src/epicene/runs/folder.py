"""The folder of a run, whatever its kind: what was asked of what, every answer as it comes, and the results.

`manifest.json` (the kind of run, the question and the facts around it), append-only journals, `results.json`,
`report.html`. One writer at a time; the same command resumes it; a kill loses at most the batch under way.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from epicene._version import __version__
from epicene.core.catalogues import ENGLISH
from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import (
    append_lines,
    clear_disk_errors,
    drop_torn_line,
    json_lines,
    without_places,
    write_json,
    write_parts,
)
from epicene.core.hashing import SHORT

LOCK = ".lock"
DIGEST = re.compile("[0-9a-f]{64}")
FORMAT = 1
MANIFEST, RESULTS, REPORT = "manifest.json", "results.json", "report.html"
T = TypeVar("T")


def in_language(file: Path, language: str) -> Path:
    """report.html is English, report.fr.html stands beside it."""
    return file if language == ENGLISH else file.with_suffix(f".{language}{file.suffix}")


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
                f"Another epicene process is writing to {path}. Wait for it to end, or choose another folder with "
                "--out."
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


def validate_same_question(path: Path, there: Mapping[str, object], here: Mapping[str, object]) -> None:
    """An error unless the question that the folder holds is the one that is asked. Earlier ones name whole paths."""
    there, here = without_places(there), without_places(json.loads(json.dumps(here)))
    differing = [key for key in {**there, **here} if there.get(key) != here.get(key)]
    if differing:
        details = "; ".join(
            f"{key}: {_in_words(there.get(key))} there, {_in_words(here.get(key))} here" for key in sorted(differing)
        )
        raise InputError(
            f"{path} was made with other settings ({details}). Choose another folder with --out, or delete that one."
        )


def _in_words(value: object) -> str:
    """A question's part as a person reads it: hashes cut short, no braces and quotes."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_in_words(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_in_words, value)) or "none"
    return value[:SHORT] if isinstance(value, str) and DIGEST.fullmatch(value) else str(value)


def validate_own_files(path: Path, kind: str, own: str = "") -> None:
    """An error if a folder that is yet to be begun holds anything but what a beginning cut short leaves.

    That is the first file, `own`, and files being written, whose names begin with a full stop (as the lock's does).
    """
    if any(entry.name != own and not entry.name.startswith(".") for entry in path.iterdir()):
        (path / LOCK).unlink(missing_ok=True)  # ours, and the folder is not
        raise InputError(f"{path} is not empty and is no {kind} folder. Choose an empty or new folder with --out.")


class RunFolder:
    """Reads and writes one run folder. Only the holder of `lock()` writes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def manifest_path(self) -> Path:
        return self.path / MANIFEST

    @property
    def results_path(self) -> Path:
        return self.path / RESULTS

    def report_path(self, language: str) -> Path:
        """The path of the page; none is written over another language's."""
        return in_language(self.path / REPORT, language)

    def exists(self) -> bool:
        return self.manifest_path.is_file()

    def lock(self) -> AbstractContextManager[None]:
        """One writer at a time."""
        return locked(self.path)

    def begin(
        self,
        kind: str,
        question: Mapping[str, object],
        own: str = "",
        *,
        noun: str = "",
        **facts: object,
    ) -> None:
        """Open the folder for a question; one that holds another question, or other things, is refused.

        `own` is what may stand there before the manifest does; `facts` go into a new manifest. `noun` is what people
        call such a folder, where that is not its kind.
        """
        if self.exists():
            validate_same_question(self.path, self.manifest().get("question", {}), question)
            return
        validate_own_files(self.path, noun or kind, own)
        self.write_manifest({"run": kind, "question": question, "created": now(), **facts})

    def write_manifest(self, manifest: Mapping[str, object]) -> None:
        """Write the manifest without places of this machine, so that it can be shared as it is."""
        written = {"format": FORMAT, "epicene": __version__, **manifest}
        write_json(self.manifest_path, without_places(written))

    def manifest(self) -> dict[str, Any]:
        manifest = self.read_json(self.manifest_path)
        if manifest.get("format", FORMAT) != FORMAT:
            raise InputError(
                f"{self.manifest_path} has format {manifest.get('format')}; this epicene reads {FORMAT}. Make the run "
                "again in a new folder."
            )
        return manifest

    def journal(self, name: str) -> Journal:
        return Journal(self.path / name)

    def write_results(self, results: object) -> None:
        write_json(self.results_path, msgspec.to_builtins(results))

    def results(self, kind: type[T]) -> T:
        """`results.json` as its type; an error where it is missing or damaged."""
        return read_results(self.results_path, kind)

    def damaged(self, where: Path | str, reason: object) -> InputError:
        return InputError(f"{where} is damaged ({reason}). Make the run again in a new folder.")

    def read_json(self, path: Path) -> dict[str, Any]:
        document = _decoded(path, json.loads)
        if not isinstance(document, dict):
            raise self.damaged(path, "it is not a JSON object")
        return document


class Journal:
    """Records by their `key` in a file that is only added to: those it held when it was opened, and those since."""

    def __init__(self, path: Path) -> None:
        self.path = path
        drop_torn_line(path)  # what a kill cut in two is asked again

    @cached_property
    def records(self) -> dict[str, dict[str, Any]]:
        return {record["key"]: record for record in self.each()}

    def each(self) -> Iterator[dict[str, Any]]:
        """The records of the file one after the other: there may be too many to be held at once."""
        try:
            if self.path.exists():
                with self.path.open("rb") as file:
                    for line in file:
                        record = json.loads(line)
                        record["key"]  # a line without one is damaged
                        yield record
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{self.path} is damaged ({error}). Delete it: what it held is computed again.") from error

    def append(self, records: Iterable[dict[str, Any]]) -> int:
        """Keep those that are new, and say how many: what was answered before stays as it is."""
        made = {record["key"]: record for record in records if record["key"] not in self.records}
        append_lines(self.path, made.values())
        self.records.update(made)
        return len(made)

    def write(self, records: Iterable[dict[str, Any]]) -> None:
        """Put these in place of what is there, one after the other: there may be too many to be held at once."""
        write_parts(self.path, (json_lines([record]).encode() for record in records))
        self.__dict__.pop("records", None)


def read_results(path: Path, kind: type[T]) -> T:
    """A JSON file as its type; one sentence where it is missing or damaged."""
    return _decoded(path, msgspec.json.Decoder(kind).decode)


def _decoded(path: Path, decode: Callable[[bytes], T]) -> T:
    try:
        return decode(path.read_bytes())
    except FileNotFoundError as error:
        raise InputError(
            f"{path.parent} is not a finished run folder: {path.name} is missing. Run the command that made it with "
            f"`--out {path.parent}` first, or again to finish it."
        ) from error
    except ValueError as error:
        raise InputError(f"{path} is damaged ({error}). Make the run again in a new folder.") from error


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def run_kind(path: Path) -> str | None:
    """The kind of run that a folder says it holds; None where it says nothing."""
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    kind = manifest.get("run") if isinstance(manifest, dict) else None
    return str(kind) if kind else None
