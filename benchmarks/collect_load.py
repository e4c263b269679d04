"""A large campaign with quotas: first pages and submissions beside each other, statistics and export in the background.

    python benchmarks/collect_load.py [--seconds 20] [--only sqlite|postgresql] [--save]

A database with 50,000 statements and 500,000 judgments of 10,000 people is filled beforehand; the real server runs on
loopback, and this process is the load, so that both share the machine. Asked for: 50 first pages a second by visitors
beside 20 submissions a second by volunteers, at fixed times whatever the server does (a late answer delays nothing),
while a curator has statistics and an export made. Wanted: a 99th percentile within 300 ms, nothing lost.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from collect_flood import PASSWORD, a_database, log_in
from sqlalchemy import func, insert, select, update

from collect import KEY, Connection, Log, Volunteer, missing, percentile, prepare, serving, stored
from epicene.collect.campaigns import current_campaign
from epicene.collect.curate.statement_decisions import folded_digest
from epicene.collect.store.schema import JudgmentRow, Participant, Statement, TaskItem, TaskName, now
from epicene.collect.web.app import open_store

RESULTS = Path(__file__).parent / "results" / "collect-load.json"
STATEMENTS, JUDGMENTS, PEOPLE, QUOTA = 50_000, 500_000, 10_000, 20
VIEWS, SUBMISSIONS, P99_MS = 50, 20, 300.0
AT_ONCE = 10_000


def fill(database: str) -> None:
    """As a campaign that ran for months would have left it, kept counts included."""
    store = open_store(database)
    with store.writing.begin() as session:
        campaign = current_campaign(session).id
        people = [
            {"campaign_id": campaign, "code_hash": f"{n:064x}", "pseudonym": f"p{n:x}", "consent_version": "3"}
            for n in range(PEOPLE)
        ]
        session.execute(insert(Participant), people)
        ids = list(session.scalars(select(Participant.id).where(Participant.campaign_id == campaign)))
        for start in range(0, STATEMENTS, AT_ONCE):
            texts = [f"Énoncé {n} de la personne {n % PEOPLE}, ou d’un mot{n}." for n in range(start, start + AT_ONCE)]
            rows = [
                {"campaign_id": campaign, "participant_id": ids[n % PEOPLE], "text": text, "bias_type": "age",
                 "folded": folded_digest(text)}
                for n, text in enumerate(texts)
            ]  # fmt: skip
            session.execute(insert(Statement), rows)
        chosen = select(TaskItem.id, TaskItem.task).where(TaskItem.campaign_id == campaign, TaskItem.control.is_(False))
        items = [tuple(row) for row in session.execute(chosen.order_by(TaskItem.id))]
        if len(items) < 1.2 * JUDGMENTS / QUOTA:
            raise RuntimeError(f"{len(items)} sentences are too few: nobody could submit anything")
        for start in range(0, JUDGMENTS, AT_ONCE):
            rows = []
            for n in range(start, start + AT_ONCE):
                item, task = items[n // QUOTA % len(items)]
                labels = ["yes" if n % 5 else "no"] if task == TaskName.FLUENCY else ["age" if n % 5 else "gender"]
                person = ids[(n % QUOTA + n // QUOTA * 7) % PEOPLE]
                rows.append({"campaign_id": campaign, "task": task, "item_id": item, "participant_id": person,
                             "labels": labels, "created_at": now()})  # fmt: skip
            session.execute(insert(JudgmentRow), rows)
        counted = select(func.count()).where(JudgmentRow.item_id == TaskItem.id).scalar_subquery()
        session.execute(update(TaskItem).where(TaskItem.campaign_id == campaign).values(given=counted, judged=counted))
    store.close()


async def opened(port: int) -> Connection:
    connection = Connection("127.0.0.1", port)
    await connection.open()
    return connection


async def views(port: int, until: float, times: list[float], wrong: list[int]) -> None:
    """A visitor every fiftieth of a second, on the connection of one who has been answered, or a new one."""
    idle: list[Connection] = []
    running: set[asyncio.TaskName[None]] = set()

    async def view() -> None:
        begin, kept = time.perf_counter(), idle.pop() if idle else None
        try:
            connection = kept or await opened(port)
            status, _, _ = await connection.request("GET", "/")
        except (OSError, asyncio.IncompleteReadError):
            if kept is None:
                wrong.append(0)
                return
            connection = await opened(port)  # the server had closed the old one meanwhile, as it may
            status, _, _ = await connection.request("GET", "/")
        times.append(time.perf_counter() - begin)
        if status != 200:
            wrong.append(status)
        idle.append(connection)

    start, number = time.perf_counter(), 0
    while time.perf_counter() < until:
        await asyncio.sleep(max(0.0, start + number / VIEWS - time.perf_counter()))
        running.add(task := asyncio.create_task(view()))
        task.add_done_callback(running.discard)
        number += 1
    await asyncio.gather(*running)
    for connection in idle:
        connection.close()


async def curate(port: int, until: float, statuses: dict[str, float | str]) -> None:
    """Statistics, then the export, asked for every two seconds until they are there."""
    curator = await log_in(port)
    for path in ("/curate/statistics", "/curate/export"):
        begin, status = time.perf_counter(), 202
        while status == 202 and time.perf_counter() < until + 300:
            status, _, _ = await curator.request("GET", path)
            if status == 202:
                await asyncio.sleep(2)
        statuses[path] = round(time.perf_counter() - begin, 1) if status == 200 else f"answered {status}"
    curator.close()


async def load(port: int, seconds: float, log: Log, with_curator: bool) -> dict[str, Any]:
    people = [Volunteer(number, Connection("127.0.0.1", port), log) for number in range(40)]
    for person in people:
        await person.join()
    times: list[float] = []
    wrong: list[int] = []
    statuses: dict[str, float | str] = {}
    begin = time.perf_counter()
    until, every = begin + seconds, len(people) / SUBMISSIONS
    work = [
        asyncio.create_task(person.work(begin + every * n / len(people), until, every, 10**6))
        for n, person in enumerate(people)
    ]
    work.append(asyncio.create_task(views(port, until, times, wrong)))
    if with_curator:
        work.append(asyncio.create_task(curate(port, until, statuses)))
    await asyncio.gather(*work)
    for person in people:
        person.connection.close()

    def quantiles(values: list[float]) -> dict[str, float]:
        return {f"p{int(100 * share)}": round(percentile(values, share), 1) for share in (0.5, 0.95, 0.99)}

    return {
        "first_pages": len(times),
        "first_page_ms": quantiles(times),
        "submissions": len(log.submissions),
        "submission_ms": quantiles(log.submissions),
        "refused": len(wrong),
        **({"seconds_until_made": statuses} if with_curator else {}),
    }


async def warm_up(port: int) -> None:
    """Until the index of statements, which is made at the start, is there."""
    curator, status = await log_in(port), 0
    while status != 200:
        status, _, _ = await curator.request("GET", "/curate")
    await asyncio.sleep(10)  # and the counts are checked
    curator.close()


def processor_seconds(pid: int) -> float:
    """Of a process, whatever else the machine does; nothing where the system does not say."""
    file = Path(f"/proc/{pid}/stat")
    fields = file.read_text().rpartition(")")[2].split() if file.is_file() else ["0"] * 13
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(kind: str, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="epicene-load-") as name, a_database(kind, Path(name)) as database:
        folder = Path(name)
        os.environ["EPICENE_COLLECT_KEY"] = KEY
        prepare(database, folder, 20_000, ["--judgments-per-sentence", str(QUOTA)])
        begin = time.perf_counter()
        fill(database)
        print(f"{kind}: filled in {time.perf_counter() - begin:.0f} s", flush=True)
        command = [sys.executable, "-m", "epicene", "collect", "user", "add", "camille", "--db", database]
        secret = {**os.environ, "EPICENE_COLLECT_PASSWORD": PASSWORD}
        subprocess.run(command, check=True, cwd=folder, capture_output=True, env=secret)
        results: dict[str, Any] = {}
        with serving(database, folder) as (server, port):
            asyncio.run(warm_up(port))
            for part, with_curator in (("calm", False), ("beside_statistics_and_export", True)):
                log, before = Log(), stored(database)
                results[part] = {"load_average_before": round(os.getloadavg()[0], 1)}
                begin, spent = time.perf_counter(), processor_seconds(server.pid)
                results[part] |= asyncio.run(load(port, seconds, log, with_curator))
                share = (processor_seconds(server.pid) - spent) / (time.perf_counter() - begin)
                results[part]["server_share_of_one_core"] = round(share, 2)
                results[part]["acknowledged_but_missing"] = missing(database, log, before)
                print(f"{kind}, {part}: {json.dumps(results[part])}", flush=True)
        return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    for kind in (options.only,) if options.only else ("sqlite", "postgresql"):
        kept[kind] = run(kind, options.seconds)
        calm = kept[kind]["calm"]
        met = max(calm["first_page_ms"]["p99"], calm["submission_ms"]["p99"]) < P99_MS
        print(f"{kind}: {'as wanted' if met and not calm['acknowledged_but_missing'] else 'NOT as wanted'}")
    if options.save:
        asked = {"statements": STATEMENTS, "judgments": JUDGMENTS, "people": PEOPLE, "first_pages_a_second": VIEWS,
                 "submissions_a_second": SUBMISSIONS, "wanted_p99_ms": P99_MS}  # fmt: skip
        kept |= {"machine": {"python": platform.python_version(), "cores": os.cpu_count()}, "asked": asked}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
