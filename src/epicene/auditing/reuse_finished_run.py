"""A call that was answered before: nothing is loaded, tokenised or measured again where nothing it depends on changed.

A finished run keeps what it was called with and, of every file that it read or wrote, size and time of change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from epicene._version import __version__
from epicene.core.files import cache_folder, write_json
from epicene.core.hashing import digest
from epicene.data.benchmarks import BENCHMARKS
from epicene.data.fetch import cached
from epicene.models.source import Source, is_served, locate
from epicene.runs.folder import RunFolder

CALL = "call.json"
# Of the arguments of `audit`, those that change nothing of what is answered.
NO_MATTER = ("device", "threads", "batch_tokens", "engine", "address", "out", "progress", "strict", "tokenizer")
RUNS = Path("runs")


def find_finished(call: Mapping[str, object]) -> Path | None:
    """The folder of a finished run with these arguments of `audit`."""
    if not _can_be_kept(call) or call["strict"]:  # what is strict looks again
        return None
    out, key = call["out"], _key(call)
    kept = [Path(str(out)) / CALL] if out is not None else sorted(RUNS.glob(f"*/{CALL}"))
    for file in kept:
        record = _read(file)
        if record.get("key") == key and _is_unchanged(record, call) and _is_whole(file.parent):
            return file.parent
    return None


def keep_call(call: Mapping[str, object], folder: Path) -> None:
    if _can_be_kept(call):
        source = _located(call)
        own = [path for path in folder.glob("*.json*") if path.name != CALL]
        words = [Path(str(call[name])) for name in ("instructions", "shares") if call[name]]
        files = [*source.files(), *_data(call), *_head(call), *words, *own]
        record = {"key": _key(call), "spec": call["model"], "model": str(source.folder), "files": _stamps(files)}
        write_json(folder / CALL, record)


def model_at_home(folder: Path) -> str | None:
    """What the model of a run was called on the machine that made it: its manifest names no place."""
    spec = _read(folder / CALL).get("spec")
    return spec if isinstance(spec, str) else None


def _can_be_kept(call: Mapping[str, object]) -> bool:
    """Not where a server may have another model by now, nor where items were passed and not named."""
    return not is_served(str(call["model"])) and len(_named(call)) == len(_sets(call))


def is_shown(report: Path, language: str) -> bool:
    """Whether a run's page is there in that language, and newer than its figures."""
    results = RunFolder(report.parent).results_path
    if not report.is_file() or report.stat().st_mtime_ns < results.stat().st_mtime_ns:
        return False
    with report.open(encoding="utf-8") as page:
        return f'lang="{language}"' in page.read(200)


def _key(call: Mapping[str, object]) -> str:
    """Paths are read from the working folder; another version of epicene asks again."""
    told = {name: str(value) for name, value in call.items() if name not in NO_MATTER}
    return digest([told, str(Path.cwd()), str(cache_folder()), __version__])


def _is_unchanged(record: Mapping[str, object], call: Mapping[str, object]) -> bool:
    """Whether every file is as it was, and no further one belongs to the model."""
    source, known = _located(call), record.get("files")
    if not isinstance(known, dict) or record.get("model") != str(source.folder):
        return False
    return {str(path.absolute()) for path in source.files()} <= known.keys() and known == _stamps(map(Path, known))


def _located(call: Mapping[str, object]) -> Source:
    revision = call["revision"]
    return locate(str(call["model"]), None if revision is None else str(revision))


def _sets(call: Mapping[str, object]) -> list[object]:
    sets = call["on"]
    return sets if isinstance(sets, list) else []


def _named(call: Mapping[str, object]) -> list[str]:
    return [one for one in _sets(call) if isinstance(one, str)]


def _data(call: Mapping[str, object]) -> Iterator[Path]:
    for name, has_file, file in (one.partition("=") for one in _named(call)):
        yield Path(file).expanduser() if has_file else cached(BENCHMARKS[name])


def _head(call: Mapping[str, object]) -> Iterator[Path]:
    """That of the next sentence, where one is named."""
    folder = Path(str(call["nsp"] or ""))
    return folder.rglob("*") if call["nsp"] and folder.is_dir() else iter(())


def _stamps(files: Iterable[Path]) -> dict[str, list[int]]:
    found = {path.absolute(): path.stat() for path in files if path.is_file()}
    return {str(path): [stat.st_size, stat.st_mtime_ns] for path, stat in found.items()}


def _is_whole(folder: Path) -> bool:
    run = RunFolder(folder)
    return run.results_path.is_file() and bool(_read(run.manifest_path).get("complete"))


def _read(path: Path) -> dict[str, object]:
    try:
        record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
