"""A call that was answered before: nothing is loaded, tokenised or measured again where nothing it depends on changed.

A finished run keeps what it was called with and, of every file that it read or wrote, size and time of change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from epicene._version import __version__
from epicene.auditing.audit_requests import AuditRequest
from epicene.core.files import cache_folder, write_json
from epicene.core.hashing import digest
from epicene.core.request_fields import declared
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.fetch import cached
from epicene.models.source import is_served, locate
from epicene.runs.folder import RunFolder

CALL = "call.json"
RUNS = Path("runs")


def find_finished(request: AuditRequest) -> Path | None:
    """The folder of a finished run that answered this request."""
    if not _can_be_kept(request) or request.strict:  # what is strict looks again
        return None
    key = _key(request)
    kept = [Path(request.out) / CALL] if request.out is not None else sorted(RUNS.glob(f"*/{CALL}"))
    for file in kept:
        record = _read(file)
        if record.get("key") == key and _is_unchanged(record, request) and _is_whole(file.parent):
            return file.parent
    return None


def keep_call(request: AuditRequest, folder: Path) -> None:
    if _can_be_kept(request):
        source = locate(request.model, request.revision)
        own = [path for path in folder.glob("*.json*") if path.name != CALL]
        files = [*source.files(), *_files_read(request), *own]
        record = {"key": _key(request), "spec": request.model, "model": str(source.folder), "files": _stamps(files)}
        write_json(folder / CALL, record)


def model_at_home(folder: Path) -> str | None:
    """What the model of a run was called on the machine that made it: its manifest names no place."""
    spec = _read(folder / CALL).get("spec")
    return spec if isinstance(spec, str) else None


def _can_be_kept(request: AuditRequest) -> bool:
    """Whether a later call can be answered by this one: a server may have another model by then, and items that were
    passed have no name."""
    return not is_served(request.model) and all(isinstance(name, str) for name in request.on)


def is_shown(report: Path, language: str) -> bool:
    """Whether a run's page is there in that language, and newer than its figures."""
    results = RunFolder(report.parent).results_path
    if not report.is_file() or report.stat().st_mtime_ns < results.stat().st_mtime_ns:
        return False
    with report.open(encoding="utf-8") as page:
        return f'lang="{language}"' in page.read(200)


def _key(request: AuditRequest) -> str:
    """Paths are read from the working folder; another version of epicene asks again."""
    options = declared(AuditRequest).values()
    texts = {option.name: str(getattr(request, option.name)) for option in options if option.option.changes_answers}
    return digest([texts, str(Path.cwd()), str(cache_folder()), __version__])


def _is_unchanged(record: Mapping[str, object], request: AuditRequest) -> bool:
    """Whether every file is as it was, and no further one belongs to the model."""
    source, known = locate(request.model, request.revision), record.get("files")
    if not isinstance(known, dict) or record.get("model") != str(source.folder):
        return False
    return {str(path.absolute()) for path in source.files()} <= known.keys() and known == _stamps(map(Path, known))


def _files_read(request: AuditRequest) -> Iterator[Path]:
    """The files of benchmarks, instructions, shares and a next-sentence head."""
    for name, has_file, file in (str(name).partition("=") for name in request.on):
        yield Path(file).expanduser() if has_file else cached(BENCHMARKS[name])
    yield from (Path(name) for name in (request.instructions, request.shares) if name)
    if request.nsp and Path(request.nsp).is_dir():
        yield from Path(request.nsp).rglob("*")


def _stamps(files: Iterable[Path]) -> dict[str, list[int]]:
    stats = {path.absolute(): path.stat() for path in files if path.is_file()}
    return {str(path): [stat.st_size, stat.st_mtime_ns] for path, stat in stats.items()}


def _is_whole(folder: Path) -> bool:
    run = RunFolder(folder)
    return run.results_path.is_file() and bool(_read(run.manifest_path).get("complete"))


def _read(path: Path) -> dict[str, object]:
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
