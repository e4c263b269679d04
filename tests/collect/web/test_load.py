"""Many at once, over real sockets, and a kill in the middle: the benchmark in small, counted in submissions, because
seconds are longer on a busy machine."""

import asyncio
import importlib.util
import json
import math
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from collect.conftest import ORGANISER
from collect.own_loop import apart
from epicene.collect.campaigns import CampaignSentence, open_campaign
from epicene.collect.store.schema import Campaign, TaskItem
from epicene.collect.web.app import open_store

ROOT = Path(__file__).parents[3]
FILE = ROOT / "benchmarks" / "collect.py"
VOLUNTEERS, TURNS = 20, 3


@pytest.fixture(scope="module")
def benchmark():
    specification = importlib.util.spec_from_file_location("collect_benchmark", FILE)
    module = importlib.util.module_from_spec(specification)
    sys.modules["collect_benchmark"] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    yield module
    del sys.modules["collect_benchmark"]


def opened(database):
    """The same campaign as the benchmark's command opens, with fewer sentences."""
    store = open_store(database)
    with store.writing.begin() as session:
        open_campaign(
            session,
            "Charge",
            "fr",
            *ORGANISER,
            [CampaignSentence(f"load:{n}", f"Phrase {n}.", "age") for n in range(600)],
        )
    store.close()
    return database


def spread(database):
    """The least and the most that any item was given, for each task; controls come by chance and are left out."""
    store = open_store(database)
    with store.reading() as session:
        newest = session.scalar(select(func.max(Campaign.id)))
        wanted = (TaskItem.campaign_id == newest) & ~TaskItem.control
        found = session.execute(
            select(func.min(TaskItem.given), func.max(TaskItem.given)).where(wanted).group_by(TaskItem.task)
        )
        rows = [tuple(row) for row in found]
    store.close()
    assert len(rows) == 2
    return rows


def test_many_at_once_lose_nothing_even_by_a_kill(benchmark, database, tmp_path, monkeypatch):
    monkeypatch.setenv("EPICENE_COLLECT_KEY", benchmark.KEY)
    before = benchmark.stored(opened(database))
    calm, hurried = benchmark.Log(), benchmark.Log()

    def work(port, log, **options):
        apart(asyncio.run, benchmark.load(port, VOLUNTEERS, math.inf, 0, log, **options))

    with benchmark.serving(database, tmp_path) as (server, port):
        work(port, calm, turns=TURNS)
        assert len(calm.submissions) == VOLUNTEERS * TURNS
        assert set(calm.statuses) == {200, 303}
        assert benchmark.missing(database, calm, before) == 0
        assert all(most - least <= 1 for least, most in spread(database))
        before = benchmark.stored(database)
        work(port, hurried, kill=server, kill_after=VOLUNTEERS * TURNS)
    assert len(hurried.submissions) >= VOLUNTEERS * TURNS
    with benchmark.serving(database, tmp_path) as (_, port):
        assert apart(asyncio.run, benchmark.health(port)) == 200
    assert benchmark.missing(database, hurried, before) == 0


def test_the_documentation_quotes_the_figures_of_the_files_that_it_cites():
    results = ROOT / "benchmarks" / "results"
    load, flood = (json.loads((results / name).read_text()) for name in ("collect.json", "collect-flood.json"))
    large, attacks = (json.loads((results / f"collect-{name}.json").read_text()) for name in ("load", "attack"))
    english, french = (
        (ROOT / "docs" / name).read_text("utf-8") for name in ("collect-deploying.md", "fr/collecte-atelier.md")
    )
    for kind in ("sqlite", "postgresql"):
        paced, killed = load[kind]["paced"], load[kind]["killed"]
        rates = [f"{paced['submissions_per_second']:.0f}", f"{load[kind]['flat_out']['submissions_per_second']:.0f}"]
        p99 = f"{paced['submission_ms']['p99']:.0f} ms"
        acknowledged = f"{killed['acknowledged']:,}"
        assert paced["acknowledged_but_missing"] == killed["missing"] == 0
        for text, number in ((english, acknowledged), (french.replace("\u00a0", " "), acknowledged.replace(",", " "))):
            assert all(figure in text for figure in (*rates, p99, number)), (kind, text[-900:])
        queue, attack = flood[kind]["queue"], flood[kind]["attack"]
        medians = (queue["queue_ms"], queue["add_one_ms"], attack["queue_under_attack_ms"])
        quoted = [*(f"{found['p50']:.0f}" for found in medians), f"{attack['submission_ms']['p99']:.0f}"]
        assert all(figure in english for figure in (*quoted, f"{queue['queue_first_ms'] / 1000:.1f}"))
        calm = large[kind]["calm"]
        assert all(f"{calm[kind_of]['p99']:.0f}" in english for kind_of in ("first_page_ms", "submission_ms"))
        assert calm["acknowledged_but_missing"] == 0
    outcomes = attacks["attacks"].values()
    assert all(outcome["after"]["went_on"] for outcome in outcomes)
