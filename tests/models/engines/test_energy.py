"""Energy is told where codecarbon is installed, quietly, offline, and never as measured where it was estimated."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from epicene.models.engines.cost import ESTIMATED, MEASURED, EnergyMeter, added, start_energy_meter

PROGRAM = """
import importlib.util, json, socket, sys
import epicene.models.engines.cost as energy

def connect(self, address):
    raise AssertionError(f"a connection to {address}")

socket.socket.connect = connect
energy.LEAST_SECONDS = 0.0
meter = energy.start_energy_meter()
while (record := meter.record()) is None:
    sum(range(10_000))
first = record["watt_hours"]
while record["watt_hours"] == first:
    record = meter.record()
meter.close()
print(json.dumps({"first": first, **record}))
"""


def test_a_working_machine_uses_energy_and_nothing_is_sent_or_left(tmp_path: Path) -> None:
    try:
        importlib.metadata.version("codecarbon")  # the module itself is hidden from other tests
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("codecarbon is not installed: pip install 'epicene[energy]'")
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert 0 < found["first"] < found["watt_hours"] < 100
    assert found["seconds"] > 0
    counters = any(Path("/sys/class/powercap").glob("intel-rapl*/energy_uj"))
    assert found["how"] in ((MEASURED, ESTIMATED) if counters else (ESTIMATED,))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_without_codecarbon_there_is_no_energy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "codecarbon", None)
    assert start_energy_meter() is None


def test_a_meter_closed_before_codecarbon_is_there_never_starts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made, closed, started = threading.Event(), threading.Event(), list[str]()

    class Tracker:
        def __init__(self, **_: Any) -> None:
            made.set()
            assert closed.wait(600)  # as slow as codecarbon on a machine that it does not know

        def start(self) -> None:
            started.append("start")

    base_output = SimpleNamespace(BaseOutput=object)
    modules = {"": SimpleNamespace(OfflineEmissionsTracker=Tracker), ".output_methods": SimpleNamespace()}
    for name, module in {**modules, ".output_methods.base_output": base_output}.items():
        monkeypatch.setitem(sys.modules, f"codecarbon{name}", module)
    meter = EnergyMeter()
    assert made.wait(600)
    meter.close()
    closed.set()
    for thread in [one for one in threading.enumerate() if one.name == "epicene-energy"]:
        thread.join(600)
    assert started == []
    assert meter.record() is None


def test_legs_add_up_and_one_estimate_makes_an_estimate() -> None:
    one = {"watt_hours": 1.5, "seconds": 10.0, "how": MEASURED}
    other = {"watt_hours": 0.5, "seconds": 5.0, "how": ESTIMATED}
    assert added(None, one) == one
    assert added(one, None) == one
    assert added(one, one) == {"watt_hours": 3.0, "seconds": 20.0, "how": MEASURED}
    assert added(one, other) == {"watt_hours": 2.0, "seconds": 15.0, "how": ESTIMATED}
