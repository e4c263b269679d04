"""What a run costs is kept over all its legs, killed ones included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from epicene.audit.cost import Meter
from epicene.audit.folder import RunFolder


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("epicene.audit.cost.time", made)
    return made


def manifest() -> dict[str, Any]:
    return {"cost": {"seconds": 5.0, "tokens": 50, "tokens_per_second": 10.0}}


def kept(folder: RunFolder) -> dict[str, Any]:
    cost: dict[str, Any] = folder.manifest()["cost"]
    return cost


def test_a_leg_is_added_to_the_earlier_ones_every_ten_seconds(tmp_path: Path, clock: Clock) -> None:
    folder = RunFolder(tmp_path)
    meter = Meter(folder, manifest())
    clock.now += 9
    meter.tick(40)
    assert not folder.exists()
    clock.now += 1
    meter.tick(150)  # a kill from here on loses what comes after
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (15, 200, 13.3)
    clock.now += 5
    meter.write(250)
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (20, 300, 15)
    assert kept(folder)["peak_memory_bytes"] > 2**20


def test_the_next_leg_goes_on_from_there(tmp_path: Path, clock: Clock) -> None:
    folder = RunFolder(tmp_path)
    Meter(folder, manifest()).write(10)
    meter = Meter(folder, folder.manifest())
    clock.now += 3
    meter.write(7)
    assert (kept(folder)["seconds"], kept(folder)["tokens"]) == (8, 67)
