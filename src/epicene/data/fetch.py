"""Published sets from their own homes, kept in the cache.

A download is known by its parsed rows, not its bytes, so a copy with other line ends is as good. It is written to a
`.part` file first, which a later call goes on with, and gets its name only once it can be read.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import cache_folder
from epicene.core.hashing import items_digest
from epicene.core.progress import current
from epicene.data.benchmarks import Benchmark

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 5
SECONDS_WITHOUT_ANSWER = 30
CHUNK = 1 << 12  # what a break may cost: an unfinished chunk is lost
_DECLARED = ("name", "kind", "language", "title", "licence", "citation", "source", "home", "content_warning")
_YES = ("1", "true", "yes", "on")


def fetch(benchmark: Benchmark) -> Path:
    """Where a benchmark's file is, after a download if need be."""
    path = location(benchmark)
    if path.exists() or benchmark.home is None:
        return cached(benchmark)
    if is_offline():
        raise EpiceneError(
            f"{benchmark.name} is not in the cache and this machine is set to offline. {by_hand(benchmark)}"
        )
    from filelock import FileLock

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(path.name + ".lock")):
            if not path.exists():  # another process may have been faster
                _download(benchmark, path)
    except OSError as error:
        raise EpiceneError(
            f"{path} cannot be written ({error.strerror or error}). Set EPICENE_CACHE to a folder with room."
        ) from error
    return path


def cached(benchmark: Benchmark) -> Path:
    """Where a benchmark's file is on this machine, without any network."""
    path = location(benchmark)
    if path.exists():
        return path
    if benchmark.home is None:
        raise InputError(
            f"{benchmark.name} has no public home that we know; ask its authors and pass {benchmark.name}=FILE."
        )
    raise EpiceneError(f"{benchmark.name} is not in the cache. {by_hand(benchmark)}")


def location(benchmark: Benchmark) -> Path:
    return (benchmark.folder if benchmark.bundled else cache_folder() / "data") / benchmark.file_name


def facts(benchmark: Benchmark) -> dict[str, object]:
    """The declared facts and where the file is, for lists."""
    path = location(benchmark)
    if benchmark.bundled:
        state = "bundled"
    elif path.exists():
        state = "in the cache"
    else:
        state = "to download" if benchmark.home else "no public home: pass a file"
    declared = {name: getattr(benchmark, name) for name in _DECLARED}
    return {**declared, "state": state, "file": str(path) if path.exists() else None}


def is_offline() -> bool:
    return any(os.environ.get(name, "").lower() in _YES for name in ("EPICENE_OFFLINE", "HF_HUB_OFFLINE"))


def by_hand(benchmark: Benchmark) -> str:
    """What to do without a network."""
    return (
        f"Download {home(benchmark)} on another machine and save it as {location(benchmark)}, or pass "
        f"{benchmark.name}=FILE."
    )


def home(benchmark: Benchmark) -> str:
    """The benchmark's address; a mirror of the Hugging Face hub (HF_ENDPOINT) stands in for it."""
    hub = "https://huggingface.co"
    url = benchmark.home or ""
    mirror = os.environ.get("HF_ENDPOINT", "").rstrip("/")
    return mirror + url.removeprefix(hub) if mirror and url.startswith(hub + "/") else url


def _download(benchmark: Benchmark, path: Path) -> None:
    current().say(f"Downloading {benchmark.name} from {home(benchmark)}")
    part = path.with_name(path.name + ".part")
    resumed = part.exists()
    _receive(benchmark, part)
    with suppress(InputError):
        resumed = resumed and items_digest(benchmark.items(part)) not in benchmark.known_digests
    if resumed:  # the file may have changed at its home since its first half came
        part.unlink()
        _receive(benchmark, part)
    try:
        benchmark.items(part)
    except InputError as error:
        start = part.read_bytes()[:512].lstrip().lower()
        part.unlink()
        is_page = start.startswith((b"<!doctype", b"<html", b"<?xml"))
        what = "a web page" if is_page else "something else"
        raise EpiceneError(f"{home(benchmark)} sent {what} instead of the data. {by_hand(benchmark)}") from error
    part.replace(path)


def _receive(benchmark: Benchmark, part: Path) -> None:
    """Bring the whole file into `part`, going on after a break as long as each attempt brings something."""
    import httpx

    from epicene.data.http_client import connection_options

    url = home(benchmark)
    for _ in range(ATTEMPTS):
        before = part.stat().st_size if part.exists() else 0
        try:
            options = connection_options(url).for_httpx()
            with httpx.Client(timeout=SECONDS_WITHOUT_ANSWER, follow_redirects=True, **options) as client:
                _receive_once(client, url, part, before)
            return
        except httpx.HTTPStatusError as error:
            status, reason = error.response.status_code, error.response.reason_phrase
            raise EpiceneError(f"{url} answers {status} {reason}. {by_hand(benchmark)}") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            if not part.exists() or part.stat().st_size <= before:
                raise EpiceneError(f"{url} cannot be reached from here. {by_hand(benchmark)}") from error
    raise EpiceneError(f"The download of {url} breaks off again and again. Run the same command to go on with it.")


def _receive_once(client: httpx.Client, url: str, part: Path, have: int) -> None:
    # Without a content encoding: half of a compressed stream cannot be continued.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with client.stream("GET", url, headers=headers) as answer:
        if answer.status_code == 416:  # nothing after what we have: begin again, the whole is small
            with suppress(FileNotFoundError):
                part.unlink()
            _receive_once(client, url, part, 0)
            return
        answer.raise_for_status()
        continues = answer.headers.get("Content-Range", "").startswith(f"bytes {have}-")
        with part.open("ab" if answer.status_code == 206 and continues else "wb") as file:
            for chunk in answer.iter_bytes(CHUNK):
                file.write(chunk)
