"""Load on the workshop, over loopback: volunteers at once, their submissions a second, and what a kill leaves behind.

    python benchmarks/collect.py [--seconds 20] [--volunteers 200] [--rate 330] [--only sqlite|postgresql] [--save]

The server is `epicene collect serve` in a process of its own, with its limits raised; the load is this process, so
both share the machine. A volunteer is a coroutine with one connection: it opens the page of a task, reads the sentence
and the form's token from it, sends its answer, and opens the next page, as a browser does. Every third submission is a
statement, a fluency and a category judgment. First they keep a pace (`--rate` submissions a second, all together),
whose waiting times are those that count; then nobody pauses at all, which shows how much the server can take.

The last part kills the server with SIGKILL under the same load, starts it again, and looks in the database for each
submission whose acknowledgement (the redirect) had arrived.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import platform
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

RESULTS = Path(__file__).parent / "results" / "collect.json"
KEY = "a key for the benchmark, used nowhere else"
SENTENCES = 4000  # enough that nobody runs out of them
LIMITS = ("per-participant", "per-address", "views-per-address", "identities-per-hour", "statements-per-minute",
          "statements-per-address")  # fmt: skip
TARGET_RATE, TARGET_P99_MS = 300.0, 500.0
_ITEM = re.compile(rb'name="item" value="(\d+)"')
_TOKEN = re.compile(rb'name="token" value="([0-9a-f]+)"')


@dataclass
class Log:
    """What happened: seconds of each kind of request, answers by status, and submissions acknowledged."""

    submissions: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    statements: list[str] = field(default_factory=list)
    judgments: list[tuple[int, int]] = field(default_factory=list)  # volunteer, item


class Connection:
    """HTTP/1.1 over one socket, with cookies: what the load needs, and little enough to leave the server its cores."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.cookies: dict[str, str] = {}

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self.host, self.port)

    async def request(self, method: str, path: str, form: dict[str, object] | None = None) -> tuple[int, bytes, str]:
        """Status, body and the place one is sent to."""
        body = urlencode(form, doseq=True).encode() if form is not None else b""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {cookies}\r\n"
        if form is not None:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self._writer.write(head.encode() + b"\r\n" + body)
        header = await self._reader.readuntil(b"\r\n\r\n")
        status, length, location = int(header[9:12]), 0, ""
        for line in header.decode("latin-1").split("\r\n")[1:]:
            name, _, value = line.partition(": ")
            if name == "content-length":
                length = int(value)
            elif name == "location":
                location = value
            elif name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0].strip('"')
        return status, await self._reader.readexactly(length), location

    def close(self) -> None:
        self._writer.close()


class Volunteer:
    def __init__(self, number: int, connection: Connection, log: Log) -> None:
        self.number, self.connection, self.log = number, connection, log
        self.token = ""
        self.sent = 0

    async def join(self) -> None:
        await self.connection.open()
        self.token = _found(_TOKEN, (await self.connection.request("GET", "/consent"))[1])
        status, _, _ = await self.connection.request("POST", "/consent", {"token": self.token, "agree": "yes"})
        if status != 303:
            raise RuntimeError(f"joining was answered with {status}")

    async def work(self, start: float, until: float, every: float, turns: float) -> None:
        """With `every`, a submission each so many seconds; one who is late goes on at once. `turns` of them at most."""
        tasks = ("statement", "fluency", "category")
        turn = 0
        while turn < turns and time.perf_counter() < until:
            await asyncio.sleep(max(0.0, start + turn * every - time.perf_counter()))
            await self._submit(tasks[(self.number + self.sent) % len(tasks)])
            turn += 1

    async def _submit(self, task: str) -> None:
        page = await self._timed(self.log.pages, "GET", f"/tasks/{task}")
        form: dict[str, object] = {"token": self.token}
        if task == "statement":
            form |= {"statement": f"Énoncé {self.number} {self.sent} de la charge.", "bias_type": "age"}
        else:
            item = int(_found(_ITEM, page))
            form |= (
                {"item": item, "answer": "yes"}
                if task == "fluency"
                else {"item": item, "type": "age", "answer": "types"}
            )
        await self._timed(self.log.submissions, "POST", f"/tasks/{task}", form)
        self.sent += 1
        if task == "statement":
            self.log.statements.append(str(form["statement"]))
        else:
            self.log.judgments.append((self.number, item))

    async def _timed(self, times: list[float], method: str, path: str, form: dict[str, object] | None = None) -> bytes:
        start = time.perf_counter()
        status, body, _ = await self.connection.request(method, path, form)
        times.append(time.perf_counter() - start)
        self.log.statuses[status] += 1
        if status != (200 if method == "GET" else 303):
            raise RuntimeError(f"{method} {path} was answered with {status}")
        return body


def _found(pattern: re.Pattern[bytes], page: bytes) -> str:
    found = pattern.search(page)
    if not found:
        raise RuntimeError("the page has no form")
    return found.group(1).decode()


@contextlib.contextmanager
def serving(database: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The real command, and the port it took."""
    command = [sys.executable, "-m", "epicene", "collect", "serve", "--db", database, "--port", "0"]
    for limit in LIMITS:
        command += ["--limit", f"{limit}=10000000"]
    with (folder / "server.log").open("a") as errors:
        server = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, "EPICENE_COLLECT_KEY": KEY}
        )
        try:
            port = 0
            assert server.stderr is not None
            while not port:
                line = server.stderr.readline()
                errors.write(line)
                if not line:
                    raise RuntimeError(f"the server did not start: see {folder / 'server.log'}")
                if found := re.search(r"http://[\d.]+:(\d+)/", line):
                    port = int(found.group(1))
            yield server, port
        finally:
            server.terminate()
            server.wait(20)
            errors.write(server.stderr.read() if server.stderr else "")


async def load(
    port: int,
    volunteers: int,
    seconds: float,
    rate: float,
    log: Log,
    kill: subprocess.Popen[str] | None = None,
    turns: float = math.inf,
    kill_after: int = 0,
) -> float:
    """Everybody joins first; then the clock starts. With `kill`, the server is killed half-way, or after so many
    submissions: a test counts `turns` and submissions instead of seconds, which a busy machine makes longer."""
    people = [Volunteer(number, Connection("127.0.0.1", port), log) for number in range(volunteers)]
    for start in range(0, volunteers, 20):
        await asyncio.gather(*(person.join() for person in people[start : start + 20]))
    begin = time.perf_counter()
    every = volunteers / rate if rate else 0.0
    working = [
        asyncio.create_task(person.work(begin + every * person.number / volunteers, begin + seconds, every, turns))
        for person in people
    ]
    if kill is not None:
        if kill_after:
            while len(log.submissions) < kill_after and not all(one.done() for one in working):
                await asyncio.sleep(0.01)
        else:
            await asyncio.sleep(seconds / 2)
        kill.send_signal(signal.SIGKILL)
    results = await asyncio.gather(*working, return_exceptions=True)
    spent = time.perf_counter() - begin
    failures = [result for result in results if isinstance(result, Exception)]
    lost_connection = (ConnectionError, asyncio.IncompleteReadError)
    unexpected = failures if kill is None else [one for one in failures if not isinstance(one, lost_connection)]
    if unexpected:
        raise RuntimeError(f"{len(unexpected)} volunteers failed, the first with {unexpected[0]!r}")
    for person in people:
        person.connection.close()
    return spent


def prepare(database: str, folder: Path, sentences: int = SENTENCES, options: Sequence[str] = ()) -> None:
    """A campaign with many sentences, so that nobody has seen them all."""
    lines = [
        {
            "id": f"load-{n}",
            "more": f"Phrase {n} a.",
            "less": f"Phrase {n} b.",
            "direction": "stereo",
            "bias_type": "age",
        }
        for n in range(sentences)
    ]
    file = folder / "pairs.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [sys.executable, "-m", "epicene", "collect", "campaign", "Charge", "--on", f"pairs-fr={file}"]
    command += ["--organiser", "Lab X", "--contact", "dpo@example.org", *options]
    subprocess.run([*command, "--db", database], check=True, cwd=folder, capture_output=True)


def stored(database: str) -> tuple[Counter[str], Counter[int]]:
    """Statements by their text, and judgments by their item, read without epicene."""
    queries = ("SELECT text FROM statements", "SELECT item_id FROM judgments")
    if "://" not in database:
        with contextlib.closing(sqlite3.connect(database)) as file:
            texts, items = (Counter(value for (value,) in file.execute(query)) for query in queries)
            return texts, items
    import psycopg

    with psycopg.connect(database) as server:
        texts, items = (Counter(value for (value,) in server.execute(query)) for query in queries)
        return texts, items


def missing(database: str, log: Log, before: tuple[Counter[str], Counter[int]]) -> int:
    """Submissions that were acknowledged and are not there; `before` are the statements and judgments of earlier."""
    acknowledged = Counter(log.statements), Counter(item for _, item in log.judgments)
    there = stored(database)
    return sum((said - (now - then)).total() for said, now, then in zip(acknowledged, there, before, strict=True))


async def health(port: int) -> int:
    connection = Connection("127.0.0.1", port)
    await connection.open()
    status, _, _ = await connection.request("GET", "/health.json")
    connection.close()
    return status


def percentile(times: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure(database: str, folder: Path, volunteers: int, seconds: float, rate: float) -> dict[str, object]:
    before = stored(database)
    log = Log()
    with serving(database, folder) as (_, port):
        spent = asyncio.run(load(port, volunteers, seconds, rate, log))
    return {
        "volunteers": volunteers,
        "asked_for_per_second": rate or "as many as can be",
        "seconds": round(spent, 2),
        "submissions": len(log.submissions),
        "submissions_per_second": round(len(log.submissions) / spent, 1),
        "requests_per_second": round((len(log.submissions) + len(log.pages)) / spent, 1),
        "submission_ms": {f"p{int(100 * p)}": round(percentile(log.submissions, p), 1) for p in (0.5, 0.95, 0.99)},
        "page_ms": {f"p{int(100 * p)}": round(percentile(log.pages, p), 1) for p in (0.5, 0.95, 0.99)},
        "slowest_ms": round(1000 * max(log.submissions + log.pages), 1),
        "statuses": {str(status): count for status, count in sorted(log.statuses.items())},
        "acknowledged_but_missing": missing(database, log, before),
    }


def kill(database: str, folder: Path, volunteers: int, seconds: float) -> dict[str, object]:
    """SIGKILL half-way; after a restart, all that was acknowledged must be there, once."""
    before = stored(database)
    log = Log()
    with serving(database, folder) as (server, port):
        asyncio.run(load(port, volunteers, seconds, 0, log, server))
    with serving(database, folder) as (_, port):
        alive = asyncio.run(health(port))
    acknowledged = len(log.statements) + len(log.judgments)
    added = sum((now - then).total() for now, then in zip(stored(database), before, strict=True))
    return {
        "acknowledged": acknowledged,
        "missing": missing(database, log, before),
        "stored_but_not_yet_acknowledged": added - acknowledged,
        "healthy_after_restart": alive == 200,
    }


def run(kind: str, volunteers: int, seconds: float, rate: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="epicene-collect-") as name:
        folder = Path(name)
        with contextlib.ExitStack() as stack:
            database = str(folder / "collect.db")
            if kind == "postgresql":
                import pgserver

                server = pgserver.get_server(folder / "postgresql")
                stack.callback(server.cleanup)
                database = server.get_uri()
            os.environ["EPICENE_COLLECT_KEY"] = KEY
            prepare(database, folder)
            paced = measure(database, folder, volunteers, seconds, rate)
            print(f"{kind}, paced: {json.dumps(paced)}", flush=True)
            flat_out = measure(database, folder, volunteers, seconds / 2, 0)
            print(f"{kind}, flat out: {json.dumps(flat_out)}", flush=True)
            after = kill(database, folder, volunteers, seconds / 2)
            print(f"{kind}, killed: {json.dumps(after)}", flush=True)
            return {"paced": paced, "flat_out": flat_out, "killed": after}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--volunteers", type=int, default=200)
    parser.add_argument("--rate", type=float, default=330, help="submissions a second of the paced part")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    kinds = (options.only,) if options.only else ("sqlite", "postgresql")
    busy = round(os.getloadavg()[0], 1)  # other work on the machine takes its share: on a busy one, figures are low
    results = {kind: run(kind, options.volunteers, options.seconds, options.rate) for kind in kinds}
    if options.save:
        facts = {
            "python": platform.python_version(),
            "cores": os.cpu_count(),
            "shared_with_the_load": True,
            "load_average_before": busy,
        }
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps({"machine": facts, **results}, indent=1) + "\n")
    for kind, result in results.items():
        paced, killed = result["paced"], result["killed"]
        rate, p99 = paced["submissions_per_second"], paced["submission_ms"]["p99"]
        met = rate >= TARGET_RATE and p99 < TARGET_P99_MS
        whole = not paced["acknowledged_but_missing"] and not killed["missing"]
        print(
            f"{kind}: {rate} submissions/s, p99 {p99} ms, load average before {busy}: "
            f"{'as wanted' if met and whole else 'NOT as wanted'}"
        )


if __name__ == "__main__":
    main()
