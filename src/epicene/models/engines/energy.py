"""Energy that the whole machine uses while a model is asked, by codecarbon where that is installed.

A machine whose processor has a counter (RAPL and its like) is measured; elsewhere, codecarbon multiplies the load of
the processor by a typical power, which is an estimate and is called one. The share of the memory is always estimated,
that of NVIDIA GPUs measured. Nothing is sent, nothing is written, and a run goes on without it if it fails.
"""

from __future__ import annotations

import importlib.util
import logging
import threading
import time
from typing import Any

MEASURED, ESTIMATED = "measured", "estimated"
LEAST_SECONDS = 5.0  # power is sampled once a second, so that less says nothing
# What codecarbon calls a processor with a counter; the others are a typical power, constant or times the load.
_COUNTERS = frozenset({"intel_rapl", "windows_emi", "intel_power_gadget"})


class EnergyMeter:
    """Starts in the background, because finding out what the machine has takes codecarbon seconds."""

    def __init__(self) -> None:
        self._tracker: Any = None
        self._closed = False
        self._turn = threading.Lock()  # closing may come while it starts
        self._watt_hours = 0.0
        self._began = 0.0
        threading.Thread(target=self._start, name="epicene-energy", daemon=True).start()

    def _start(self) -> None:
        logging.getLogger("codecarbon").disabled = True
        try:
            from codecarbon import OfflineEmissionsTracker
            from codecarbon.output_methods.base_output import BaseOutput

            meter = self

            class Kept(BaseOutput):  # type: ignore[misc]  # codecarbon has no types
                def out(self, total: Any, delta: Any) -> None:
                    meter._watt_hours = 1000 * total.energy_consumed

            tracker = OfflineEmissionsTracker(
                country_iso_code="FRA",  # it wants one for carbon, which we do not report
                save_to_file=False,
                output_handlers=[Kept()],
                log_level="critical",
                allow_multiple_runs=True,  # without a lock file
                tracking_mode="machine",
            )
            with self._turn:
                if self._closed:
                    return
                tracker.start()
                self._began = time.monotonic()
                self._tracker = tracker
        except Exception:  # whatever somebody else's package does, the audit goes on
            return

    def record(self) -> dict[str, Any] | None:
        """Watt-hours, over how many seconds, and whether they were measured; None while there is nothing to tell."""
        seconds = time.monotonic() - self._began
        if self._tracker is None or seconds < LEAST_SECONDS:
            return None
        self._tracker.flush()
        if not self._watt_hours:
            return None
        return {"watt_hours": self._watt_hours, "seconds": round(seconds, 3), "how": self._how()}

    def _how(self) -> str:
        parts = getattr(self._tracker, "_hardware", [])
        counted = any(
            getattr(part, "_mode", "") in _COUNTERS or "AppleSilicon" in type(part).__name__ for part in parts
        )
        return MEASURED if counted else ESTIMATED

    def close(self) -> None:
        """A tracker that is still being made is never started."""
        with self._turn:
            self._closed = True
            if self._tracker is not None:
                self._tracker.stop()


def start_energy_meter() -> EnergyMeter | None:
    """None where codecarbon is not installed: energy is told where it can be, and never asked for."""
    return EnergyMeter() if importlib.util.find_spec("codecarbon") else None


def added(earlier: dict[str, Any] | None, now: dict[str, Any] | None) -> dict[str, Any] | None:
    """Over all legs of a run; one estimated leg makes the sum an estimate."""
    if earlier is None or now is None:
        return earlier or now
    return {
        "watt_hours": earlier["watt_hours"] + now["watt_hours"],
        "seconds": round(earlier["seconds"] + now["seconds"], 3),
        "how": now["how"] if earlier["how"] == now["how"] else ESTIMATED,
    }
