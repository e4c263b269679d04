"""What one stranger can do to a campaign: every attack of issue 35, and for each a variant that it does not name.

    python benchmarks/collect_attack.py [--source SRC] [--only NAME ...] [--save before|after]

Each attack starts the real server on loopback with its own limits, in a folder of its own, is bounded in requests and
seconds, and prints what came of it. `--source` runs the server of another version (its `src` folder), so that the same
attack is tried on the code before and after. The server believes loopback about who asks, as behind a web server:
the attacker's addresses are in X-Forwarded-For. `went_on` says whether the campaign goes on after the attack.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import platform
import random
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

RESULTS = Path(__file__).parent / "results" / "collect-attack.json"
KEY = "a key for the benchmark, used nowhere else"
PASSWORD = "quatre chevaux peignent demain"
SENTENCES, QUOTA = 300, 4
HONEST = "198.51.100.7"
ATTACKS: dict[str, Callable[[Site], dict[str, Any]]] = {}
_TOKEN = re.compile(r'name="token" value="([0-9a-f]+)"')
_ITEM = re.compile(r'name="item" value="(\d+)"')


def attack(work: Callable[[Site], dict[str, Any]]) -> Callable[[Site], dict[str, Any]]:
    ATTACKS[work.__name__] = work
    return work


class Person:
    """A browser without scripts: cookies, the token of the last form, and the address that the proxy says it has."""

    def __init__(self, port: int, address: str = HONEST) -> None:
        self.port, self.address = port, address
        self.cookies: dict[str, str] = {}
        self.token, self.page = "", ""

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"X-Forwarded-For": self.address, "Accept-Language": "fr"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({"token": self.token, **form}, doseq=True)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            self.page = answer.read().decode("utf-8", "replace")
        except OSError:
            return 0
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0].strip('"')
        if found := _TOKEN.search(self.page):
            self.token = found.group(1)
        return answer.status

    def join(self) -> int:
        self.ask("GET", "/consent")
        return self.ask("POST", "/consent", {"agree": "yes"})

    def sentence(self, task: str = "fluency") -> int:
        """The number of the sentence before them; 0 where none is left."""
        self.ask("GET", f"/tasks/{task}")
        found = _ITEM.search(self.page)
        return int(found.group(1)) if found else 0

    def answer(self, reply: Callable[[str], str] = lambda sentence: random.choice(("yes", "no", "unsure"))) -> int:
        """One answer to task 2; 0 where no sentence is left or the page is refused."""
        if not (item := self.sentence()):
            return 0
        words = re.search(r"<blockquote[^>]*>(.*?)</blockquote>", self.page, re.DOTALL)
        return self.ask("POST", "/tasks/fluency", {"item": item, "answer": reply(words.group(1) if words else "")})

    def log_in(self, password: str = PASSWORD, name: str = "camille") -> int:
        self.ask("GET", "/login")
        return self.ask("POST", "/login", {"name": name, "password": password})


class Site:
    """A campaign in a folder of its own, its server, and what is in its database."""

    def __init__(self, folder: Path, source: Path | None) -> None:
        self.folder, self.database = folder, folder / "collect.db"
        self.port = 0
        self.server: subprocess.Popen[bytes] | None = None
        self.env = {**os.environ, "EPICENE_COLLECT_KEY": KEY, "EPICENE_COLLECT_PASSWORD": PASSWORD}
        if source:
            self.env["PYTHONPATH"] = str(source)

    def command(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        typed = [sys.executable, "-m", "epicene", "collect", *words]
        return subprocess.run(
            typed, cwd=self.folder, env={**self.env, **env}, capture_output=True, text=True, timeout=120
        )

    def open(self, *options: str, sentences: int = SENTENCES) -> None:
        pair = {"direction": "stereo", "bias_type": "age"}
        rows = [
            {"id": f"a-{n}", "more": f"Phrase {n} du banc.", "less": f"Phrase {n} de la table.", **pair}
            for n in range(sentences)
        ]
        (self.folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        about = ["--on", "pairs-fr=pairs.jsonl", "--organiser", "Lab X", "--contact", "dpo@example.org"]
        done = self.command("campaign", "Essai", *about, *options)
        if done.returncode:
            raise RuntimeError(done.stderr)
        self.command("user", "add", "camille")

    @contextlib.contextmanager
    def serving(self) -> Iterator[Site]:
        typed = [sys.executable, "-m", "epicene", "collect", "serve", "--port", "0"]
        with (self.folder / "server.log").open("ab") as log:
            start = log.tell()
            self.server = subprocess.Popen(typed, cwd=self.folder, env=self.env, stderr=log)
            try:
                while not (found := re.search(r"http://[\d.]+:(\d+)/", self.log()[start:])):
                    if self.server.poll() is not None:
                        raise RuntimeError(self.log())
                    time.sleep(0.1)
                self.port = int(found.group(1))
                while Person(self.port).ask("GET", "/health.json") != 200:
                    time.sleep(0.1)
                yield self
            finally:
                self.server.terminate()
                self.server.wait(60)

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8", "replace")

    def person(self, address: str = HONEST) -> Person:
        return Person(self.port, address)

    def curator(self) -> Person:
        camille = self.person("192.0.2.1")
        if camille.log_in() != 303:
            raise RuntimeError("the curator cannot log in")
        return camille

    def rows(self, query: str, *values: object) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as database:
            return database.execute(query, values).fetchall()

    def insert(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        """Straight into the table, whatever else this version's has filled with what its type has for nothing."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            about = database.execute(f"PRAGMA table_info({table})").fetchall()
            empty = {
                name: "2026-01-01 00:00:00" if "DATE" in kind else 0 if "INT" in kind or "BOOL" in kind else ""
                for _, name, kind, is_needed, default, is_key in about
                if is_needed and default is None and not is_key
            }
            whole = [{**empty, **row} for row in rows]
            names = list(whole[0])
            marks = ", ".join(f":{name}" for name in names)
            database.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", whole)

    def places(self, people: int = 5) -> int:
        """Of honest newcomers, how many are given a sentence and thanked for an answer that is kept."""
        before = self.answers()
        thanked = sum(
            (person := self.person(f"203.0.113.{number}")).join() == 303 and person.answer(lambda _: "yes") == 303
            for number in range(people)
        )
        return min(thanked, self.answers() - before)

    def answers(self) -> int:
        return int(self.rows("SELECT count(*) FROM judgments")[0][0])

    def full(self) -> int:
        """Sentences that nobody new is given, of all that are asked about in task 2."""
        of_task = "task = 'fluency' AND campaign_id = (SELECT max(id) FROM campaigns) AND NOT control"
        return int(self.rows(f"SELECT count(*) FROM items WHERE {of_task} AND given >= {QUOTA}")[0][0])


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return round(1000 * (time.perf_counter() - start), 1), result


def _flood_of_answers(
    site: Site, addresses: Callable[[int], str], reply: Callable[[str], str], seconds: float
) -> dict[str, int]:
    """Identities one after the other, each answering until it is refused; how many could start, and what was kept."""
    until = time.monotonic() + seconds

    def work(number: int) -> int:
        person, acknowledged = site.person(addresses(number)), 0
        if time.monotonic() > until or person.join() != 303:
            return -1
        while time.monotonic() < until and person.answer(reply) == 303:
            acknowledged += 1
        return acknowledged

    with ThreadPoolExecutor(8) as threads:
        taken = [number for number in threads.map(work, range(400)) if number >= 0]
    return {"identities": len(taken), "answers": sum(taken), "acknowledged_but_missing": sum(taken) - site.answers()}


@attack
def quotas(site: Site) -> dict[str, Any]:
    """One IPv6 /64 answers at random until nothing is left; then a curator blocks all its identities."""
    site.open("--judgments-per-sentence", str(QUOTA))
    with site.serving():
        flood = _flood_of_answers(site, lambda n: f"2001:db8:1:1::{n:x}", lambda _: random.choice(("yes", "no")), 40)
        full, places = site.full(), site.places()
        camille = site.curator()
        people = [row for (row,) in site.rows("SELECT DISTINCT participant_id FROM judgments ORDER BY 1")][:-5]
        for number in people:
            camille.ask("GET", f"/curate/contributors/{number}")
            camille.ask("POST", f"/curate/contributors/{number}/block", {})
        after = site.full()
        return {
            **flood,
            "sentences_full": f"{full} of {SENTENCES}",
            "newcomers_with_places": f"{places} of 5",
            "full_after_blocking_them": after,
            "went_on": places == 5 and after == 0,
        }


@attack
def quotas_by_who_knows_the_controls(site: Site) -> dict[str, Any]:
    """Variant: a whole /48 whose owner knows the published controls; a curator sets the hour's network aside."""
    site.open("--judgments-per-sentence", str(QUOTA))
    source = Path(site.env.get("PYTHONPATH", str(Path(__file__).parents[1] / "src")))
    controls = json.loads((source / "epicene/collect/controls.json").read_text())["fr"]["fluency"]
    known = {text: right[0] for text, right in controls}
    with site.serving():
        flood = _flood_of_answers(site, lambda n: f"2001:db8:1:{n:x}::1", lambda text: known.get(text, "no"), 40)
        full, camille = site.full(), site.curator()
        camille.ask("GET", "/curate/answers")
        found = re.search(r'href="/curate/answers\?([^"]*)"', camille.page)
        if found:
            camille.ask("GET", "/curate/answers?" + found.group(1).replace("&amp;", "&"))
            form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', camille.page))
            for name in ("since", "until"):
                form.setdefault(name, next(iter(re.findall(rf'name="{name}"[^>]*value="([^"]*)"', camille.page)), ""))
            camille.ask("POST", "/curate/answers", {**form, "reason": "flood"})
        after, places = site.full(), site.places()
        return {
            **flood,
            "sentences_full": f"{full} of {SENTENCES}",
            "full_after_setting_the_network_aside": after,
            "newcomers_with_places": f"{places} of 5",
            "went_on": places == 5 and after == 0,
        }


Shape = tuple[int, int, float, float]  # characters of a word, words of the longer texts, and which are their own
PLAIN: Shape = (5, 83, 0.28, 0.54)


def _crafted(shape: Shape) -> list[str]:
    """25 texts whose words are among those of 1,000 others, which have words of their own beside them: candidates for
    each, alike by characters, and not near. Some of those words are like a shared one, so that they are compared."""
    length, words, own, unlike = shape
    chance = random.Random(1)

    def word() -> str:
        return "".join(chance.choices("bcdfglmnprst", k=length))

    shared = [word() for _ in range(max(2, int(words * (1 - own))))]
    first = [" ".join([*shared[:-1], shared[-1][:-1] + letter]) for letter in "abcdefghijklmnopqrstuvwxy"]
    others = []
    for _ in range(1000):
        needed = words // 8 + 1  # one word in eight may differ
        further = [
            word()
            if number < needed or chance.random() < unlike
            else chance.choice(shared)[:-1] + chance.choice("aeiou")
            for number in range(words - len(shared))
        ]
        mixed = [*shared]
        for one in further:
            mixed.insert(chance.randrange(len(mixed) + 1), one)
        others.append(" ".join(mixed)[:500])
    return first + others


def _statements(site: Site, texts: Sequence[str], **more: Any) -> None:
    (campaign,) = site.rows("SELECT max(id) FROM campaigns")[0]
    rows = [
        {"campaign_id": campaign, "text": text, "folded": f"{number:064x}", "bias_type": "age", "status": "new",
         "direction": "stereo", "version": 1, **more}
        for number, text in enumerate(texts)
    ]  # fmt: skip
    site.insert("statements", rows)


def _queue(site: Site) -> dict[str, Any]:
    """The queue asked for three times, while volunteers erase and visitors open the first page."""
    with site.serving():
        camille = site.curator()
        leaving = [site.person(f"203.0.113.{number}") for number in range(9)]
        for person in leaving:
            person.join()
        pages: list[float] = []

        def erase(person: Person) -> None:
            person.ask("GET", "/me")
            person.ask("POST", "/me/erase", {"sure": "yes"})

        with ThreadPoolExecutor(12) as threads:
            queue = threads.submit(lambda: [timed(lambda: camille.ask("GET", "/curate")) for _ in range(3)])
            time.sleep(0.3)
            erasing = [threads.submit(erase, person) for person in leaving]
            while not queue.done():
                pages.append(timed(lambda: site.person().ask("GET", "/"))[0])
            times = queue.result()
            for one in erasing:
                one.result()
        slowest = max(pages, default=0.0)
        return {
            "queue_ms": [spent for spent, _ in times],
            "queue_statuses": [status for _, status in times],
            "slowest_first_page_ms": slowest,
            "went_on": all(status == 200 for _, status in times) and slowest < 3000,
        }


@attack
def near_duplicates(site: Site) -> dict[str, Any]:
    """1,025 crafted statements that are candidates for each other, alike by characters, and not near."""
    site.open()
    _statements(site, _crafted(PLAIN))
    return _queue(site)


@attack
def near_duplicates_by_search(site: Site) -> dict[str, Any]:
    """Variant: texts that a search for the worst case found, by the processor's time of one page's comparisons."""
    from epicene.data.checking.near_duplicates import NearIndex
    from epicene.grammar.word_patterns import folded_words

    def cost(shape: Shape) -> float:
        index, texts = NearIndex("fr"), _crafted(shape)[:225]
        for number, text in enumerate(texts):
            index.add(number, (folded_words(text),))
        start = time.process_time()
        for text in texts[:2]:
            list(index.near((folded_words(text),)))
        return time.process_time() - start

    chance = random.Random(3)
    best, worst = (6, 60, 0.3, 0.3), 0.0
    for _ in range(20):
        length = max(3, best[0] + chance.randint(-1, 2))
        shape = (
            length,
            max(6, min(500 // (length + 1), best[1] + chance.randint(-20, 20))),
            min(0.5, max(0.1, best[2] + chance.uniform(-0.1, 0.1))),
            min(1.0, max(0.0, best[3] + chance.uniform(-0.3, 0.3))),
        )
        if (spent := cost(shape)) > worst:
            best, worst = shape, spent
    site.open()
    _statements(site, _crafted(best))
    return {"shape": [round(value, 2) for value in best], **_queue(site)}


def _raw(site: Site, parts: Sequence[bytes], most: int = 8 << 20, seconds: float = 20) -> tuple[int, bytes]:
    """How many bytes the server took, of the first and then of the second again and again, and what it answered."""
    sent = 0
    with socket.create_connection(("127.0.0.1", site.port), 5) as connection:
        connection.settimeout(5)
        until = time.monotonic() + seconds
        try:
            connection.sendall(parts[0])
            while sent < most and len(parts) > 1 and time.monotonic() < until:
                connection.sendall(parts[1])
                sent += len(parts[1])
            answer = connection.recv(300)
        except OSError as error:
            answer = type(error).__name__.encode()
    return sent, answer.split(b"\r\n")[0]


@attack
def endless_head(site: Site) -> dict[str, Any]:
    """A head of 8 MB (469 MB were taken before)."""
    site.open()
    with site.serving():
        sent, answer = _raw(site, [b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-A: " + b"a" * 16_000 + b"\r\n"])
        return {"bytes_taken": sent, "answer": answer.decode(), "went_on": sent < 4 << 20}


@attack
def endless_trailers(site: Site) -> dict[str, Any]:
    """Variant: a short head, a chunked body that ends, and trailers or an extension of a chunk without end."""
    site.open()
    with site.serving():
        head = b"POST /consent HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        trailers, _ = _raw(site, [head + b"1\r\na\r\n0\r\n", b"X-A: " + b"a" * 16_000 + b"\r\n"])
        extension, _ = _raw(site, [head + b"1;a=", b"a" * 16_000])
        return {
            "bytes_taken_as_trailers": trailers,
            "bytes_taken_as_extension": extension,
            "went_on": max(trailers, extension) < 4 << 20,
        }


def _cookie(site: Site, size: int) -> dict[str, Any]:
    site.open()
    with site.serving():
        value = b'"' + b"\\" * size + b'"'
        head = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: epicene_code=" + value + b"\r\n\r\n"
        with ThreadPoolExecutor(2) as threads:
            attacking = threads.submit(lambda: timed(lambda: _raw(site, [head])))
            time.sleep(0.2)
            other, status = timed(lambda: site.person().ask("GET", "/"))
            spent, (_, answer) = attacking.result()
        return {
            "ms": spent,
            "answer": answer.decode(),
            "other_visitor_ms": other,
            "went_on": status == 200 and other < 1000,
        }


@attack
def quoted_cookie(site: Site) -> dict[str, Any]:
    """One cookie of 128 KB that older releases of Python unquote in quadratic time."""
    return _cookie(site, 128_000)


@attack
def quoted_cookie_within_the_limit(site: Site) -> dict[str, Any]:
    """Variant: as much of it as a head may have."""
    return _cookie(site, 60_000)


def _held(site: Site, begin: bytes, trickle: bytes, connections: int = 300, seconds: float = 35) -> dict[str, Any]:
    """Connections that ask and then do nothing, or send a byte now and then; how many are held after a while."""
    site.open()
    with site.serving():
        sockets = []
        for _ in range(connections):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.settimeout(5)
            one.connect(("127.0.0.1", site.port))
            with contextlib.suppress(OSError):
                one.sendall(begin)
            sockets.append(one)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            time.sleep(3)
            for one in sockets if trickle else ():
                with contextlib.suppress(OSError):
                    one.sendall(trickle)
        assert site.server is not None
        # One descriptor each in the server's table is a socket that it still holds.
        links = [str(path.readlink()) for path in Path(f"/proc/{site.server.pid}/fd").iterdir()]
        held = max(0, sum(link.startswith("socket:") for link in links) - 3)
        spent, status = timed(lambda: site.person().ask("GET", "/"))
        for one in sockets:
            one.close()
        return {
            "connections": connections,
            "held_after_seconds": {str(int(seconds)): held},
            "new_visitor": [status, spent],
            "went_on": held < connections / 10 and status == 200,
        }


@attack
def readers_that_do_not_read(site: Site) -> dict[str, Any]:
    """Connections that ask for a page a thousand times and read nothing."""
    return _held(site, b"GET /information HTTP/1.1\r\nHost: x\r\n\r\n" * 1000, b"", connections=12)


@attack
def senders_that_do_not_end(site: Site) -> dict[str, Any]:
    """Variant: a GET that promises a long body, is answered, and goes on sending a byte every three seconds."""
    return _held(site, b"GET /erased HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", b"a")


def _logged(site: Site, do: Callable[[Site], None], breaks: bool) -> dict[str, Any]:
    site.open()
    with site.serving():
        if breaks:
            site.rows("ALTER TABLE items RENAME TO away")
        before = len(site.log())
        do(site)
        if breaks:
            site.rows("ALTER TABLE away RENAME TO items")
        size = len(site.log()) - before
        status = site.person().ask("GET", "/")
        return {"requests": 300, "log_bytes": size, "went_on": size < 20_000 and status == 200}


@attack
def outage_in_the_log(site: Site) -> dict[str, Any]:
    """300 views while a table is away."""

    def views(site: Site) -> None:
        for number in range(300):
            site.person(f"203.0.113.{number % 250}").ask("GET", "/")

    return _logged(site, views, breaks=True)


@attack
def nonsense_in_the_log(site: Site) -> dict[str, Any]:
    """Variant: 300 requests that are none, which the web server itself complains about."""

    def nonsense(site: Site) -> None:
        for _ in range(300):
            _raw(site, [b"\x00\x01 NOTHING\r\n\r\n"])
            _raw(site, [b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n"])

    return _logged(site, nonsense, breaks=False)


def _large(site: Site, people: int = 2000, each: int = 50) -> None:
    """`people` who gave `each` answers, straight into the tables."""
    site.open("--judgments-per-sentence", str(QUOTA), sentences=people * each // QUOTA // 4)
    (campaign,) = site.rows("SELECT max(id) FROM campaigns")[0]
    items = [(row[0], row[1]) for row in site.rows(
        "SELECT id, task FROM items WHERE campaign_id = ? AND NOT control", campaign)]  # fmt: skip
    consented = {"consented_at": "2026-11-01 00:00:00", "consent_version": "3", "about": "{}"}
    site.insert("participants", [
        {"id": n, "campaign_id": campaign, "code_hash": f"{n:064x}", "pseudonym": f"p{n:x}", **consented}
        for n in range(1, people + 1)
    ])  # fmt: skip
    rows = []
    for number in range(people * each):
        item, task = items[number % len(items)]
        labels = '["yes"]' if task == "fluency" else '["age"]'
        person = 1 + (number // len(items) + number) % people
        rows.append({"campaign_id": campaign, "task": task, "item_id": item, "participant_id": person,
                     "labels": labels, "created_at": "2026-11-02 00:00:00", "counting": "counted"})  # fmt: skip
    columns = {name for _, name, *_ in site.rows("PRAGMA table_info(judgments)")}
    rows = list({(row["participant_id"], row["item_id"]): row for row in rows}.values())
    site.insert("judgments", [{name: value for name, value in row.items() if name in columns} for row in rows])
    counts = "(SELECT count(*) FROM judgments WHERE item_id = items.id)"
    has_judged = "judged" in {name for _, name, *_ in site.rows("PRAGMA table_info(items)")}
    with contextlib.closing(sqlite3.connect(site.database)) as database, database:
        database.execute(f"UPDATE items SET given = {counts}" + (f", judged = {counts}" if has_judged else ""))


@attack
def first_page(site: Site) -> dict[str, Any]:
    """Views of the first page with 100,000 judgments and quotas, four visitors at once."""
    _large(site)
    with site.serving(), ThreadPoolExecutor(4) as threads:
        begin = time.perf_counter()
        times = [spent for spent, _ in threads.map(lambda _: timed(lambda: site.person().ask("GET", "/")), range(120))]
        rate = 120 / (time.perf_counter() - begin)
        return {
            "views_a_second": round(rate, 1),
            "median_ms": statistics.median(times),
            "slowest_ms": max(times),
            "went_on": statistics.median(times) < 200,
        }


@attack
def first_page_beside_statistics(site: Site) -> dict[str, Any]:
    """Variant: the same while two curators reload statistics and export without a pause."""
    _large(site)
    with site.serving(), ThreadPoolExecutor(6) as threads:
        until, statuses = time.monotonic() + 20, Counter[int]()

        def reload(path: str) -> None:
            camille = site.curator()
            while time.monotonic() < until:
                statuses[camille.ask("GET", path)] += 1
                time.sleep(0.2)

        busy = [threads.submit(reload, path) for path in ("/curate/statistics", "/curate/export")]
        times = []
        while time.monotonic() < until:
            visitor = site.person(f"203.0.113.{len(times) % 250}")
            spent, status = timed(lambda who=visitor: who.ask("GET", "/"))
            times.append(spent if status == 200 else 60_000.0)
        for one in busy:
            one.result()
        return {
            "median_ms": statistics.median(times),
            "slowest_ms": max(times),
            "curators": {str(status): count for status, count in sorted(statuses.items())},
            "went_on": statistics.median(times) < 300 and statuses[503] == 0,
        }


def _caught(site: Site, reply: Callable[[str], str], people: int = 12, each: int = 20) -> dict[str, Any]:
    site.open()
    with site.serving():

        def work(number: int) -> None:
            person = site.person(f"203.0.113.{number}")
            person.join()
            for _ in range(each):
                person.answer(reply)

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(work, range(people)))
    figures = json.loads(site.command("stats", "--json").stdout)
    met, failed = figures["controls"]["participants"], figures["controls"]["failed"]
    doubtful = 0
    with contextlib.suppress(sqlite3.OperationalError):
        doubtful = site.rows("SELECT count(*) FROM participants WHERE standing = 'doubtful'")[0][0]
    found = {"people": people, "answers_each": each, "met_controls": met, "failed": failed, "in_doubt": doubtful}
    return {**found, "went_on": failed + doubtful >= 0.75 * people}


@attack
def answers_at_random(site: Site) -> dict[str, Any]:
    """Twelve people who give 20 answers each at random: how many fail the controls."""
    return _caught(site, lambda _: random.choice(("yes", "no", "unsure")))


@attack
def always_unsure(site: Site) -> dict[str, Any]:
    """Variant: twelve people who say “not sure” to everything."""
    return _caught(site, lambda _: "unsure")


def _identities(site: Site, address: Callable[[int], str], wanted: int) -> dict[str, Any]:
    site.open()
    with site.serving():
        started = sum(site.person(address(number)).join() == 303 for number in range(400))
        return {"tries": 400, "identities": started, "went_on": started <= wanted and site.places(2) == 2}


@attack
def identities_of_one_network(site: Site) -> dict[str, Any]:
    """400 addresses of one IPv6 /64 ask for an identity each."""
    return _identities(site, lambda number: f"2001:db8:1:1::{number:x}", 60)


@attack
def identities_of_one_customer(site: Site) -> dict[str, Any]:
    """Variant: 400 networks of one /48, and IPv4 addresses written as IPv6 in between."""
    return _identities(site, lambda number: f"2001:db8:1:{number:x}::1" if number % 4 else "::ffff:192.0.2.9", 240 + 60)


def _statements_from(site: Site, address: Callable[[int], str]) -> dict[str, Any]:
    site.open()
    with site.serving():
        people = [site.person(address(number)) for number in range(40)]
        for person in people:
            person.join()
        for turn in range(5):
            for number, person in enumerate(people):
                person.ask("GET", "/tasks/statement")
                form = {"statement": f"Énoncé {turn} de {number} ici.", "bias_type": "age"}
                person.ask("POST", "/tasks/statement", form)
        count = dict(site.rows("SELECT status, count(*) FROM statements GROUP BY status"))
        return {"statements": 200, "by_status": count, "went_on": count.get("new", 0) <= 100}


@attack
def statements_of_one_address(site: Site) -> dict[str, Any]:
    """200 statements by 40 identities of one address: what comes faster than people write is held."""
    return _statements_from(site, lambda _: "203.0.113.9")


@attack
def statements_of_one_network(site: Site) -> dict[str, Any]:
    """Variant: each identity has an address of its own in one /64."""
    return _statements_from(site, lambda number: f"2001:db8:1:1::{number:x}")


def _locked_out(site: Site, address: Callable[[int], str], name: str = "camille") -> dict[str, Any]:
    site.open()
    with site.serving():
        known = site.curator()  # a browser in which the owner has logged in before
        for number in range(120):
            site.person(address(number)).log_in("wrong", name)
        fresh = site.person("192.0.2.77").log_in()
        known.ask("GET", "/curate")
        known.ask("POST", "/logout", {})
        again = known.log_in()
        unlocked = site.command("user", "unlock", "camille").returncode
        after = site.person("192.0.2.78").log_in()
        outcome = {"owner_in_a_known_browser": again, "owner_in_a_new_browser": fresh}
        return {**outcome, "unlock_command": unlocked, "new_browser_after_it": after, "went_on": again == 303 == after}


@attack
def wrong_passwords(site: Site) -> dict[str, Any]:
    """120 wrong passwords for a curator from one address."""
    return _locked_out(site, lambda _: "203.0.113.66")


@attack
def wrong_passwords_from_many(site: Site) -> dict[str, Any]:
    """Variant: each from an address of its own, and with spaces around the name."""
    return _locked_out(site, lambda number: f"203.0.113.{number}", " camille ")


@attack
def bogus_logins_at_once(site: Site) -> dict[str, Any]:
    """150 log-ins at once with names that nobody has, from as many addresses, while a curator logs in."""
    site.open()
    with site.serving(), ThreadPoolExecutor(152) as threads:
        known = site.curator()
        known.ask("GET", "/curate")
        known.ask("POST", "/logout", {})
        bogus = [
            threads.submit(lambda n=n: site.person(f"10.0.{n}.1").log_in("wrong", f"nobody{n}")) for n in range(150)
        ]
        time.sleep(0.5)
        owner, status = timed(known.log_in)
        page, _ = timed(lambda: site.person().ask("GET", "/"))
        statuses = Counter(one.result() for one in bogus)
        return {
            "owner_ms": owner,
            "owner_status": status,
            "first_page_ms": page,
            "bogus": {str(code): count for code, count in sorted(statuses.items())},
            "went_on": status == 303 and owner < 10_000,
        }


def _repetitions(site: Site, act: Callable[[Person, int], int], wait: float = 0.05) -> dict[str, Any]:
    site.open()
    with site.serving():
        author, other = site.person("203.0.113.1"), site.person("203.0.113.2")
        for person in (author, other):
            person.join()
        author.ask("GET", "/tasks/statement")
        author.ask("POST", "/tasks/statement", {"statement": "Les vieux conduisent mal.", "bias_type": "age"})
        (first,) = site.rows("SELECT max(id) FROM statements")[0]
        _statements(site, ["Les vieux conduisent mal !"] * 3200, status="merged", merged_into_id=first)
        other.ask("GET", "/tasks/statement")
        with ThreadPoolExecutor(2) as threads:
            acting = threads.submit(lambda: timed(lambda: act(author, first)))
            time.sleep(wait)
            form = {"statement": "Les jeunes sont pressés.", "bias_type": "age"}
            waited, status = timed(lambda: other.ask("POST", "/tasks/statement", form))
            spent, done = acting.result()
        return {
            "ms": spent,
            "status": done,
            "other_submission_ms": waited,
            "went_on": status == 303 and waited < 2000 and done == 303,
        }


@attack
def correcting_a_repeated_statement(site: Site) -> dict[str, Any]:
    """The author of a statement that 3,200 others repeated corrects it, while somebody else sends one."""

    def correct(author: Person, number: int) -> int:
        author.ask("GET", f"/me/statements/{number}")
        return author.ask("POST", f"/me/statements/{number}", {"statement": "Autre chose ici.", "bias_type": "age"})

    return _repetitions(site, correct)


@attack
def erasing_a_repeated_statement(site: Site) -> dict[str, Any]:
    """Variant: they erase all that they gave."""

    def erase(author: Person, _number: int) -> int:
        author.ask("GET", "/me")
        return author.ask("POST", "/me/erase", {"sure": "yes"})

    return _repetitions(site, erase)


@attack
def erasing_many_statements(site: Site) -> dict[str, Any]:
    """Variant: somebody who wrote 6,000 statements, in ten hours from one address, erases them all."""

    def erase(author: Person, first: int) -> int:
        (whose,) = site.rows("SELECT participant_id FROM statements WHERE id = ?", first)[0]
        _statements(site, [f"Énoncé {number} du même." for number in range(6000)], participant_id=whose)
        author.ask("GET", "/me")
        return author.ask("POST", "/me/erase", {"sure": "yes"})

    return _repetitions(site, erase, wait=3.0)


def _restored(site: Site, stale_list: bool) -> dict[str, Any]:
    site.open()

    def give_and_erase(text: str, backup_before_erasing: bool) -> None:
        person = site.person(f"203.0.113.{len(text)}")
        person.join()
        person.ask("GET", "/tasks/statement")
        person.ask("POST", "/tasks/statement", {"statement": text, "bias_type": "age"})
        if backup_before_erasing:
            site.command("backup", "--out", "backups")
        person.ask("GET", "/me")
        person.ask("POST", "/me/erase", {"sure": "yes"})

    with site.serving():
        give_and_erase("Un premier énoncé.", False)
        give_and_erase("Un secret effacé depuis.", True)
    (backup,) = (site.folder / "backups").glob("*.db")
    elsewhere = site.folder / "elsewhere"
    elsewhere.mkdir()
    if stale_list:
        (elsewhere / "collect.erasures.json").write_text("[]\n")
    done = site.command("restore", str(backup), "--db", str(elsewhere / "collect.db"))
    back = 0
    if (elsewhere / "collect.db").is_file():
        with contextlib.closing(sqlite3.connect(elsewhere / "collect.db")) as database:
            (back,) = database.execute("SELECT count(*) FROM statements WHERE text LIKE '%secret%'").fetchone()
    return {"exit_code": done.returncode, "erased_people_back": back, "went_on": back == 0 and done.returncode != 0}


@attack
def restore_elsewhere(site: Site) -> dict[str, Any]:
    """A backup from before an erasure is restored into another folder, where no list of erasures is."""
    return _restored(site, stale_list=False)


@attack
def restore_beside_an_older_list(site: Site) -> dict[str, Any]:
    """Variant: a list is there, but it is older than the backup."""
    return _restored(site, stale_list=True)


@attack
def french_passwords(site: Site) -> dict[str, Any]:
    """Passwords that a French guesser tries first; the last five are variants that the issue does not name."""
    site.open()
    words = ("motdepasse2026", "Azerty2026!!", "Soleil2026!!", "Marseille13013", "jetaime12345", "Liberté2026!!",
             "M0tDeP@sse2026")  # fmt: skip
    taken = [
        word
        for number, word in enumerate(words)
        if site.command("user", "add", f"u{number}", EPICENE_COLLECT_PASSWORD=word).returncode == 0
    ]
    return {"tried": len(words), "taken": taken, "went_on": not taken}


@attack
def commands_in_the_wrong_place(site: Site) -> dict[str, Any]:
    """`user add` where no database is, `move` to one that is not there, a second server, quotas after the opening."""
    site.open()
    wrong = site.command("user", "add", "dominique", "--db", "nowhere.db")
    made = (site.folder / "nowhere.db").exists()
    moved = site.command("move", "--to", "postgresql://nobody@127.0.0.1:1/none")
    with site.serving():
        second = subprocess.Popen(
            [sys.executable, "-m", "epicene", "collect", "serve", "--port", "0"],
            cwd=site.folder, env=site.env, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            code: int | None = second.wait(25)
        except subprocess.TimeoutExpired:
            second.terminate()
            code = None
        edited = site.command("campaign", "edit", "Essai", "--judgments-per-sentence", "3").returncode
    outcome = {
        "user_add_makes_a_database": made,
        "user_add_exit": wrong.returncode,
        "move_exit": moved.returncode,
        "move_traceback": "Traceback" in moved.stderr or "internal" in moved.stderr.lower(),
        "second_server": "runs too" if code is None else f"refused ({code})",
        "quota_edit_exit": edited,
    }
    return {**outcome, "went_on": not made and not outcome["move_traceback"] and bool(code) and edited == 0}


def run(name: str, source: Path | None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="epicene-attack-") as folder:
        random.seed(name)
        begin = time.perf_counter()
        try:
            outcome = ATTACKS[name](Site(Path(folder), source))
        except Exception as error:
            outcome = {"error": f"{type(error).__name__}: {error}"[-400:], "went_on": False}
        return {**outcome, "seconds": round(time.perf_counter() - begin, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, help="the src folder of the version that is attacked")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--save", choices=("before", "after"), help=f"write {RESULTS.name}")
    options = parser.parse_args()
    source = options.source.resolve() if options.source else None
    kept = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    for name in options.only:
        busy = round(os.getloadavg()[0], 1)
        outcome = run(name, source)
        print(f"{name}: {'goes on' if outcome['went_on'] else 'ENDS'} {json.dumps(outcome, ensure_ascii=False)}")
        sys.stdout.flush()
        if options.save:
            about = {"what": " ".join((ATTACKS[name].__doc__ or "").split())}
            kept.setdefault("attacks", {}).setdefault(name, about)[options.save] = {**outcome, "load_average": busy}
            kept["machine"] = {"python": platform.python_version(), "cores": os.cpu_count()}
            RESULTS.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
