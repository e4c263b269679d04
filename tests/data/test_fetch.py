"""Downloads, against a server on this machine that can misbehave."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from epicene.core.errors import EpiceneError
from epicene.data.benchmarks import BENCHMARKS, Benchmark
from epicene.data.fetch import ATTEMPTS, fetch, home, location

from .crows_files import HEADER

BODY = (HEADER + "".join(f"{n}\tUn chat {n}.\tUn chien {n}.\tstereo\tage\n" for n in range(4000))).encode()


@dataclass
class Behaviour:
    """What the server sends, and how; `breaks` are the numbers of bytes after which answers stop short."""

    body: bytes = BODY
    status: int = 200
    breaks: list[int] = field(default_factory=list)
    asked: int = 0


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, Behaviour]]:
    behaviour = Behaviour()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            behaviour.asked += 1
            self.send_response(behaviour.status)
            self.send_header("Content-Length", str(len(behaviour.body)))
            self.end_headers()
            self.wfile.write(behaviour.body[: behaviour.breaks.pop(0)] if behaviour.breaks else behaviour.body)

        def log_message(self, *arguments: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "cache"))
    for name in (
        "EPICENE_OFFLINE",
        "HF_HUB_OFFLINE",
        "HF_ENDPOINT",
        "http_proxy",
        "HTTP_PROXY",
        "all_proxy",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    yield f"http://127.0.0.1:{http.server_address[1]}/set.csv", behaviour
    http.shutdown()
    http.server_close()
    thread.join()


def benchmark(url: str | None) -> Benchmark:
    return replace(BENCHMARKS["crows-fr"], name="test-set", home=url, file_name="set+1.csv", known_digests=())


def left_over(place: Path) -> list[str]:
    return sorted(path.name for path in place.parent.iterdir() if path != place and not path.name.endswith(".lock"))


def test_a_download_is_kept_and_not_asked_for_twice(server, tmp_path: Path):
    url, behaviour = server
    place = fetch(benchmark(url))
    assert place == tmp_path / "cache" / "data" / "set+1.csv"
    assert place.read_bytes() == BODY
    assert fetch(benchmark(url)) == place
    assert behaviour.asked == 1
    assert left_over(place) == []


def test_a_download_that_breaks_off_is_asked_for_again_and_one_that_keeps_breaking_leaves_nothing(server):
    url, behaviour = server
    behaviour.breaks = [5000] * ATTEMPTS
    with pytest.raises(EpiceneError, match=r"cannot be reached from here. Download http://127"):
        fetch(benchmark(url))
    assert (behaviour.asked, left_over(location(benchmark(url)))) == (ATTEMPTS, [])
    behaviour.breaks = [5000] * (ATTEMPTS - 1)
    assert fetch(benchmark(url)).read_bytes() == BODY


def test_not_found_says_what_to_do_by_hand(server):
    url, behaviour = server
    behaviour.status = 404
    with pytest.raises(EpiceneError) as refusal:
        fetch(benchmark(url))
    place = location(benchmark(url))
    assert f"{url} answers 404 Not Found" in str(refusal.value)
    assert f"save it as {place}, or pass test-set=FILE" in str(refusal.value)
    assert left_over(place) == []


def test_a_web_page_instead_of_data_is_not_kept(server):
    url, behaviour = server
    behaviour.body = b"<!DOCTYPE html><html><title>Sign in</title></html>"
    with pytest.raises(EpiceneError, match=r"sent a web page instead of the data"):
        fetch(benchmark(url))
    assert left_over(location(benchmark(url))) == []
    assert not location(benchmark(url)).exists()


@pytest.mark.parametrize("variable", ["EPICENE_OFFLINE", "HF_HUB_OFFLINE"])
def test_offline_asks_nobody_and_says_where_to_put_the_file(server, variable: str, monkeypatch: pytest.MonkeyPatch):
    url, behaviour = server
    monkeypatch.setenv(variable, "1")
    with pytest.raises(EpiceneError, match=re.escape(f"save it as {location(benchmark(url))}")):
        fetch(benchmark(url))
    assert behaviour.asked == 0
    location(benchmark(url)).parent.mkdir(parents=True)
    location(benchmark(url)).write_bytes(BODY)
    assert fetch(benchmark(url)).read_bytes() == BODY


def test_a_cache_that_cannot_be_written_is_one_sentence(server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("EPICENE_CACHE", str(tmp_path / "file"))
    with pytest.raises(EpiceneError, match=r"cannot be written .* Set EPICENE_CACHE"):
        fetch(benchmark(server[0]))


def test_a_mirror_of_the_hub_stands_in_for_it_and_for_nothing_else(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example/")
    assert home(benchmark("https://huggingface.co/datasets/x.csv")) == "https://mirror.example/datasets/x.csv"
    assert home(benchmark("https://gitlab.inria.fr/x.csv")) == "https://gitlab.inria.fr/x.csv"
