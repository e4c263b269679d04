"""Published sets from their own homes, kept in the cache.

A download is known by its parsed rows, not its bytes, so a copy with other line ends is as good.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from epicene.core.errors import EpiceneError, InputError
from epicene.core.files import cache_folder
from epicene.core.progress import current
from epicene.data.benchmarks import Benchmark

ATTEMPTS = 5
SECONDS_WITHOUT_ANSWER = 30
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
    urls, it, here = addresses(benchmark), "them in" if benchmark.parts else "it as", location(benchmark)
    return f"Download {' and '.join(urls)} on another machine and save {it} {here}, or pass {benchmark.name}=FILE."


def addresses(benchmark: Benchmark) -> list[str]:
    """What is downloaded: the file at the benchmark's home, or each part of a set that has several."""
    return [home(benchmark) + part for part in benchmark.parts or ("",)]


def home(benchmark: Benchmark) -> str:
    """The benchmark's address; a mirror of the Hugging Face hub (HF_ENDPOINT) stands in for it."""
    hub = "https://huggingface.co"
    url = benchmark.home or ""
    mirror = os.environ.get("HF_ENDPOINT", "").rstrip("/")
    return mirror + url.removeprefix(hub) if mirror and url.startswith(hub + "/") else url


def _download(benchmark: Benchmark, path: Path) -> None:
    """The file at its home, or a folder of its parts, which gets its name only once it can be read."""
    part, urls = path.with_name(path.name + ".part"), addresses(benchmark)
    current().say(f"Downloading {benchmark.name} from {', '.join(urls)}")
    contents = {url: _receive(benchmark, url) for url in urls}
    try:
        if benchmark.parts:
            part.mkdir(exist_ok=True)
        for url, content in contents.items():
            (part / url.rpartition("/")[2] if benchmark.parts else part).write_bytes(content)
        benchmark.items(part)
        part.replace(path)
    except InputError as error:
        pages = [url for url, content in contents.items() if _is_page(content)]
        what = "a web page" if pages else "something else"
        sender = (pages or urls)[0] if len(pages or urls) == 1 else home(benchmark)
        raise EpiceneError(f"{sender} sent {what} instead of the data. {by_hand(benchmark)}") from error
    finally:
        if part.is_dir():
            shutil.rmtree(part)
        else:
            part.unlink(missing_ok=True)


def _is_page(content: bytes) -> bool:
    return content[:512].lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml"))


def _receive(benchmark: Benchmark, url: str) -> bytes:
    """The whole file; an answer that breaks off is asked for again."""
    import httpx

    from epicene.data.http_client import connection_options

    options = connection_options(url).for_httpx()
    attempts = 0
    while True:
        attempts += 1
        try:
            answer = httpx.get(url, timeout=SECONDS_WITHOUT_ANSWER, follow_redirects=True, **options)
            return answer.raise_for_status().content
        except httpx.HTTPStatusError as error:
            status, reason = error.response.status_code, error.response.reason_phrase
            raise EpiceneError(f"{url} answers {status} {reason}. {by_hand(benchmark)}") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            breaks_off = isinstance(error, httpx.ReadError | httpx.RemoteProtocolError)
            if not breaks_off or attempts == ATTEMPTS:
                raise EpiceneError(f"{url} cannot be reached from here. {by_hand(benchmark)}") from error
