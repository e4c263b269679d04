"""What a run costs is kept over all its legs, killed ones included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from epicene.audit.cost import GPU, PROCESS, Cost, Memory, Meter, peak_memory
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
    cost = {"seconds": 5.0, "tokens": 50, "tokens_per_second": 10.0}
    return {"question": {}, "model": {}, "benchmarks": {}, "cost": cost}


def kept(folder: RunFolder) -> dict[str, Any]:
    cost: dict[str, Any] = folder.manifest()["cost"]
    return cost


def test_a_leg_is_added_to_the_earlier_ones_every_ten_seconds(tmp_path: Path, clock: Clock) -> None:
    folder = RunFolder(tmp_path)
    meter = Meter(folder, manifest())
    meter.start_asking()
    clock.now += 9
    meter.add(Cost(40, Memory(3000, PROCESS)))
    assert not folder.exists()
    clock.now += 1
    meter.add(Cost(110, None))  # a kill from here on loses what comes after
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (15, 200, 15)
    clock.now += 5
    meter.add(Cost(100, Memory(2000, PROCESS)))
    meter.write()
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (20, 300, 16.7)


def test_the_rate_is_that_of_the_asking_alone_over_all_legs(tmp_path: Path, clock: Clock) -> None:
    folder = RunFolder(tmp_path)
    for tokens, seconds in ((100, 4), (200, 2)):
        meter = Meter(folder, folder.manifest() if folder.exists() else manifest())
        clock.now += 30  # loading
        meter.add(Cost(500, None))  # the sanity check, written down because it took so long
        assert kept(folder).get("asking", {}).get("tokens") == (None if tokens == 100 else 100)
        meter.start_asking()
        clock.now += seconds
        meter.add(Cost(tokens, None))
        clock.now += 7  # after the last answer
        meter.write()
    assert kept(folder)["asking"] == {"seconds": 6, "tokens": 300}
    assert (kept(folder)["seconds"], kept(folder)["tokens"], kept(folder)["tokens_per_second"]) == (85, 1350, 50)


def test_peak_memory_is_the_most_that_any_process_had(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    meter = Meter(folder, manifest())
    for peak in (2000, 3000, 1000):
        meter.add(Cost(1, Memory(peak, PROCESS)))
    meter.write()
    assert (kept(folder)["peak_memory_bytes"], kept(folder)["peak_memory_of"]) == (3000, PROCESS)
    here = peak_memory()
    assert here is None or (here.peak > 2**20 and here.of == PROCESS)


def test_where_a_gpu_was_used_its_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    monkeypatch.setattr("torch.cuda.max_memory_allocated", lambda device: (0, 5_000)[device])
    assert peak_memory() == Memory(5_000, GPU)
    monkeypatch.setattr("torch.cuda.max_memory_allocated", lambda device: 0)  # there, and not used
    assert peak_memory() != Memory(5_000, GPU)


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
