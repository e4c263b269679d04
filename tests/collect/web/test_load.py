"""Many at once, over real sockets, and a kill in the middle: the benchmark in small."""

import importlib.util
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from collect.own_loop import apart
from epicene.collect.store.schema import Campaign, Item
from epicene.collect.web.app import open_store

FILE = Path(__file__).parents[3] / "benchmarks" / "collect.py"


@pytest.fixture(scope="module")
def benchmark():
    specification = importlib.util.spec_from_file_location("collect_benchmark", FILE)
    module = importlib.util.module_from_spec(specification)
    sys.modules["collect_benchmark"] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    yield module
    del sys.modules["collect_benchmark"]


def spread(database):
    """The least and the most that any item was given, for each task; controls come by chance and are left out."""
    store = open_store(database)
    with store.reading() as session:
        newest = session.scalar(select(func.max(Campaign.id)))
        wanted = (Item.campaign_id == newest) & ~Item.control
        found = session.execute(select(func.min(Item.given), func.max(Item.given)).where(wanted).group_by(Item.task))
        rows = [tuple(row) for row in found]
    store.close()
    assert len(rows) == 2
    return rows


def test_many_at_once_lose_nothing_even_by_a_kill(benchmark, database, tmp_path, monkeypatch):
    monkeypatch.setenv("EPICENE_COLLECT_KEY", benchmark.KEY)
    benchmark.prepare(database, tmp_path, sentences=300)
    calm = apart(benchmark.measure, database, tmp_path, volunteers=20, seconds=1.5, rate=0)
    assert calm["submissions"] >= 20
    assert set(calm["statuses"]) == {"200", "303"}
    assert calm["acknowledged_but_missing"] == 0
    assert all(most - least <= 1 for least, most in spread(database))
    killed = apart(benchmark.kill, database, tmp_path, volunteers=20, seconds=2)
    assert killed["acknowledged"] >= 20
    assert killed["missing"] == 0
    assert killed["healthy_after_restart"]
