"""What a run costs is kept over all its legs, killed ones included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from epicene.audit.cost import Cost, Meter, peak_memory
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
    meter.add(Cost(40, 3000))
    assert not folder.exists()
    clock.now += 1
    meter.add(Cost(110, None))  # a kill from here on loses what comes after
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (15, 200, 13.3)
    clock.now += 5
    meter.add(Cost(100, 2000))
    meter.write()
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (20, 300, 15)


def test_peak_memory_is_the_most_that_any_process_had(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    meter = Meter(folder, manifest())
    for peak in (2000, 3000, 1000):
        meter.add(Cost(1, peak))
    meter.write()
    assert kept(folder)["peak_memory_bytes"] == 3000
    assert (peak_memory() or 0) > 2**20


def test_the_next_leg_goes_on_from_there(tmp_path: Path, clock: Clock) -> None:
    folder = RunFolder(tmp_path)
    meter = Meter(folder, manifest())
    meter.add(Cost(10, None))
    meter.write()
    meter = Meter(folder, folder.manifest())
    clock.now += 3
    meter.add(Cost(7, None))
    meter.write()
    assert (kept(folder)["seconds"], kept(folder)["tokens"]) == (8, 67)
