"""A flood of alike statements: what the curators' queue costs with 50,000 of them, and what volunteers feel of it.

    python benchmarks/collect_flood.py [--statements 50000] [--seconds 20] [--only sqlite|postgresql] [--save]

Starts the real server on loopback with a database that was filled beforehand. First part: a curator opens the queue
again and again, and one volunteer adds statements. Second part, the attack: attackers send further alike statements as
fast as they can, limits lifted, two curators reload the queue without a pause, and volunteers work; every submission
that was acknowledged is then looked for. Wanted: the queue within 300 ms, one statement within 20 ms (medians), and for
volunteers under attack a 99th percentile within 500 ms, nothing lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from collect import KEY, Connection, Log, Volunteer, load, percentile, prepare, serving, stored

RESULTS = Path(__file__).parent / "results" / "collect-flood.json"
PASSWORD = "quatre chevaux peignent demain"
TIMES = 20
NOUNS = ("vieux", "jeunes", "roux", "blonds", "bruns", "riches", "pauvres", "maires", "boulangers", "notaires")
VERBS = ["mangent", "dorment", "chantent", "dansent", "conduisent", "parlent", "crient", "rient", "pleurent", "votent"]
ENDINGS = ["trop", "souvent", "mal", "bien", "vite", "lentement", "partout"]


def alike(number: int) -> str:
    """Texts of which many are near each other: a few words and spellings in all combinations."""
    chance = random.Random(number)
    words = ["Les", chance.choice(NOUNS), chance.choice(VERBS), chance.choice(ENDINGS), "et", chance.choice(ENDINGS)]
    return f"{' '.join(words)} {'a' * (number % 3)}{number % 977}."


def fill(database: str, count: int) -> None:
    """As if a flood had come in before: straight into the table."""
    from sqlalchemy import insert

    from epicene.collect.campaigns import current_campaign
    from epicene.collect.curate.statement_decisions import folded_digest
    from epicene.collect.store.schema import Statement
    from epicene.collect.web.app import open_store

    store = open_store(database)
    with store.writing.begin() as session:
        campaign = current_campaign(session).id
        for start in range(0, count, 5000):
            rows = [
                {"campaign_id": campaign, "text": text, "folded": folded_digest(text), "bias_type": "age"}
                for text in (f"{alike(n)} {n}" for n in range(start, min(start + 5000, count)))
            ]
            session.execute(insert(Statement), rows)
    store.close()


async def log_in(port: int) -> Connection:
    connection = Connection("127.0.0.1", port)
    await connection.open()
    page = (await connection.request("GET", "/login"))[1].decode()
    token = page.split('name="token" value="')[1].split('"')[0]
    form = {"token": token, "name": "camille", "password": PASSWORD}
    status, _, _ = await connection.request("POST", "/login", form)
    if status != 303:
        raise RuntimeError(f"logging in was answered with {status}")
    return connection


async def timed(connection: Connection, path: str) -> tuple[float, int]:
    start = time.perf_counter()
    status, _, _ = await connection.request("GET", path)
    return time.perf_counter() - start, status


async def queue_part(port: int) -> dict[str, object]:
    curator = await log_in(port)
    begin, status = time.perf_counter(), 0
    while status != 200:  # the index of what was there before is being made: until then, 503
        _, status = await timed(curator, "/curate")
    first = time.perf_counter() - begin
    log = Log()
    volunteer = Volunteer(0, Connection("127.0.0.1", port), log)
    await volunteer.join()
    pages, searches = [], []
    for _ in range(TIMES):
        await volunteer._submit("statement")
        pages.append((await timed(curator, "/curate"))[0])
        searches.append((await timed(curator, "/curate?words=boulangers&type=age"))[0])
    for _ in range(4 * TIMES):
        await volunteer._submit("statement")
    curator.close()
    volunteer.connection.close()
    return {
        "queue_first_ms": round(1000 * first, 1),
        "queue_ms": {"p50": round(percentile(pages, 0.5), 1), "max": round(1000 * max(pages), 1)},
        "search_ms": {"p50": round(percentile(searches, 0.5), 1), "max": round(1000 * max(searches), 1)},
        "add_one_ms": {f"p{int(100 * p)}": round(percentile(log.submissions, p), 1) for p in (0.5, 0.95)},
    }


async def flood(port: int, until: float, number: int, sent: list[str]) -> None:
    """One attacker: alike statements without a pause."""
    log = Log()
    person = Volunteer(number, Connection("127.0.0.1", port), log)
    await person.join()
    count = 0
    while time.perf_counter() < until:
        text = f"{alike(number * 100_000 + count)} {number} {count}"
        form = {"token": person.token, "statement": text, "bias_type": "age"}
        status, _, _ = await person.connection.request("POST", "/tasks/statement", form)
        if status == 303:
            sent.append(text)
        count += 1
    person.connection.close()


async def reload(port: int, until: float, times: list[float], statuses: Counter[int]) -> None:
    """A curator who cannot wait."""
    curator = await log_in(port)
    while time.perf_counter() < until:
        spent, status = await timed(curator, "/curate")
        times.append(spent)
        statuses[status] += 1
    curator.close()


async def attack_part(port: int, seconds: float, attackers: int, volunteers: int, rate: float) -> dict[str, object]:
    until = time.perf_counter() + seconds + 5
    sent: list[str] = []
    queue_times: list[float] = []
    statuses: Counter[int] = Counter()
    log = Log()
    others = [asyncio.create_task(flood(port, until, 1000 + n, sent)) for n in range(attackers)]
    others += [asyncio.create_task(reload(port, until, queue_times, statuses)) for _ in range(2)]
    spent = await load(port, volunteers, seconds, rate, log)
    await asyncio.gather(*others)
    return {
        "attackers": attackers,
        "attack_statements_acknowledged": len(sent),
        "volunteers": volunteers,
        "asked_for_per_second": rate,
        "submissions_per_second": round(len(log.submissions) / spent, 1),
        "submission_ms": {f"p{int(100 * p)}": round(percentile(log.submissions, p), 1) for p in (0.5, 0.95, 0.99)},
        "page_ms": {f"p{int(100 * p)}": round(percentile(log.pages, p), 1) for p in (0.5, 0.95, 0.99)},
        "queue_under_attack_ms": {"p50": round(percentile(queue_times, 0.5), 1), "n": len(queue_times)},
        "queue_statuses": {str(status): count for status, count in sorted(statuses.items())},
        "sent": sent + log.statements,
        "judged": len(log.judgments),
    }


@contextlib.contextmanager
def a_database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "collect.db")
        return
    import pgserver

    server = pgserver.get_server(folder / "postgresql")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def run(kind: str, options: argparse.Namespace) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="epicene-flood-") as name, a_database(kind, Path(name)) as database:
        folder = Path(name)
        os.environ["EPICENE_COLLECT_KEY"] = KEY
        prepare(database, folder)
        fill(database, options.statements)
        command = [sys.executable, "-m", "epicene", "collect", "user", "add", "camille", "--db", database]
        secret = {**os.environ, "EPICENE_COLLECT_PASSWORD": PASSWORD}
        subprocess.run(command, check=True, cwd=folder, capture_output=True, env=secret)
        with serving(database, folder) as (_, port):
            calm = asyncio.run(queue_part(port))
            print(f"{kind}, {options.statements} statements: {json.dumps(calm)}", flush=True)
            _, before = stored(database)
            attacked = asyncio.run(
                attack_part(port, options.seconds, options.attackers, options.volunteers, options.rate)
            )
        texts, judged = stored(database)
        sent: list[str] = attacked.pop("sent")  # type: ignore[assignment]
        missing = (Counter(sent) - texts).total() + max(0, attacked.pop("judged") - (judged.total() - before.total()))  # type: ignore[operator]
        attacked["acknowledged_but_missing"] = missing
        print(f"{kind}, under attack: {json.dumps(attacked)}", flush=True)
        return {"queue": calm, "attack": attacked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--attackers", type=int, default=10)
    parser.add_argument("--volunteers", type=int, default=50)
    parser.add_argument("--rate", type=float, default=80, help="submissions a second of the volunteers together")
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    busy = round(os.getloadavg()[0], 1)
    kinds = (options.only,) if options.only else ("sqlite", "postgresql")
    results = {kind: run(kind, options) for kind in kinds}
    if options.save:
        facts = {"python": platform.python_version(), "cores": os.cpu_count(), "load_average_before": busy}
        document = {"machine": {**facts, "statements": options.statements}, **results}
        RESULTS.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
