"""What a run costs: time, tokens, memory and, where that can be told, energy, over all the times it was begun.

    with metered(folder, engine.name) as meter:
        for answer in meter.counting(workers).map(work, pieces):    # what the workers hold counts its own tokens
            ...

Time is that of the work: from loading to the last answer, without what Python needs to start and statistics to end.
Tokens a second are those of the asking alone: loading and the sanity check take as long for ten items as for thousands.
"""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar

from epicene.core.errors import InputError
from epicene.core.files import write_json
from epicene.models.engines.local import LOCAL, Answer, Piece, Workers
from epicene.runs.results import GPU, PROCESS

if TYPE_CHECKING:
    from codecarbon import OfflineEmissionsTracker
    from codecarbon.output_methods.emissions_data import EmissionsData

EVERY = 2.0  # seconds: what a kill can lose of the count
FILE = "cost.json"
MEASURED, ESTIMATED = "measured", "estimated"
LEAST_SECONDS = 5.0  # power is sampled once a second, so that less says nothing
# What codecarbon calls a processor with a counter; the others are a typical power, constant or times the load.
_COUNTERS = frozenset({"intel_rapl", "windows_emi", "intel_power_gadget"})


class Energy(TypedDict):
    """Watt-hours, over how many seconds, and whether they were measured."""

    watt_hours: float
    seconds: float
    how: str


class EnergyMeter:
    """Energy that the whole machine uses while a model is asked, by codecarbon where that is installed.

    A machine whose processor has a counter (RAPL and its like) is measured; elsewhere, codecarbon multiplies the load
    of the processor by a typical power, which is an estimate and is called one. The share of the memory is always
    estimated, that of NVIDIA GPUs measured. Nothing is sent, nothing is written, and a run goes on without it if it
    fails. It starts in the background, because finding out what the machine has takes codecarbon seconds.
    """

    def __init__(self) -> None:
        self._tracker: OfflineEmissionsTracker | None = None
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
                def out(self, total: EmissionsData, delta: EmissionsData) -> None:
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
                if not self._closed:
                    tracker.start()
                    self._began, self._tracker = time.monotonic(), tracker
        except Exception:  # whatever somebody else's package does, the audit goes on
            return

    def record(self) -> Energy | None:
        """None while there is nothing to tell."""
        seconds = time.monotonic() - self._began
        if self._tracker is None or seconds < LEAST_SECONDS:
            return None
        self._tracker.flush()
        if not self._watt_hours:
            return None
        parts = getattr(self._tracker, "_hardware", [])
        counts = any(getattr(part, "_mode", "") in _COUNTERS or "AppleSilicon" in type(part).__name__ for part in parts)
        how = MEASURED if counts else ESTIMATED
        return {"watt_hours": self._watt_hours, "seconds": round(seconds, 3), "how": how}

    def close(self) -> None:
        """A tracker that is still being made is never started."""
        with self._turn:
            self._closed = True
            if self._tracker is not None:
                self._tracker.stop()


def start_energy_meter() -> EnergyMeter | None:
    """None where codecarbon is not installed: energy is told where it can be, and never asked for."""
    return EnergyMeter() if importlib.util.find_spec("codecarbon") else None


def added(earlier: Energy | None, now: Energy | None) -> Energy | None:
    """Over all legs of a run; one estimated leg makes the sum an estimate."""
    if earlier is None or now is None:
        return earlier or now
    return {
        "watt_hours": earlier["watt_hours"] + now["watt_hours"],
        "seconds": round(earlier["seconds"] + now["seconds"], 3),
        "how": now["how"] if earlier["how"] == now["how"] else ESTIMATED,
    }


class Memory(NamedTuple):
    """The most that was ever used, in bytes: of a GPU by tensors, or of this machine by the process."""

    peak: int
    of: str


class Cost(NamedTuple):
    """What one piece of work took where it was done, and the most memory that process ever had."""

    tokens: int
    seconds: float
    memory: Memory | None


class CountsTokens(Protocol):
    """What holds a model, and knows how many tokens it has read and written."""

    @property
    def tokens_seen(self) -> int: ...


Holder = TypeVar("Holder", bound=CountsTokens)


@dataclass(frozen=True, slots=True)
class Counted(Generic[Holder, Piece, Answer]):
    """The same work, with its cost beside the answer."""

    work: Callable[[Holder, Piece], Answer]

    def __call__(self, holder: Holder, piece: Piece) -> tuple[Answer, Cost]:
        seen, began = holder.tokens_seen, time.monotonic()
        answer = self.work(holder, piece)
        return answer, Cost(holder.tokens_seen - seen, time.monotonic() - began, peak_memory())


class Meter:
    """Adds this leg of a run to what earlier ones came to: `cost`, which it changes, and which `write` keeps."""

    def __init__(self, cost: dict[str, Any], write: Callable[[], None], engine: str) -> None:
        self.cost = cost
        self._write = write
        self._earlier = dict(cost)
        self._tokens = self._asked = 0
        self._began = self._written = time.monotonic()
        self._asking_began: float | None = None
        self._answered = self._began
        self._is_used = False
        self._energy = start_energy_meter() if engine == LOCAL else None  # that of other machines is not seen

    def counting(self, workers: Workers[Holder]) -> Workers[Holder]:
        """The same workers, whose work is counted."""
        return _CountedWorkers(workers, self)

    def add(self, cost: Cost, *, is_asking: bool = True) -> None:
        """Count a piece, wherever it was done."""
        self._tokens += cost.tokens
        if is_asking:
            self._asked += cost.tokens
            self._answered = time.monotonic()
            if self._asking_began is None:
                self._asking_began = self._answered - cost.seconds
        if cost.memory is not None and cost.memory.peak > self.cost.get("peak_memory_bytes", 0):
            self.cost["peak_memory_bytes"], self.cost["peak_memory_of"] = cost.memory
        self.tick()

    def tick(self) -> None:
        """Something was done; write it all down now and then."""
        self._is_used = True
        if time.monotonic() - self._written >= EVERY:
            self.write()

    def write(self) -> None:
        self._written = time.monotonic()
        cost, earlier = self.cost, self._earlier
        cost["seconds"] = round(earlier.get("seconds", 0.0) + self._written - self._began, 3)
        if tokens := earlier.get("tokens", 0) + self._tokens:
            cost["tokens"] = tokens
        if asking := self._asking():
            cost["asking"] = asking
            cost["tokens_per_second"] = round(asking["tokens"] / max(asking["seconds"], 1e-3), 1)
        if energy := added(earlier.get("energy"), self._energy.record() if self._energy else None):
            cost["energy"] = energy
        self._write()

    def _asking(self) -> dict[str, float] | None:
        """From when the first question was worked on to the last answer, without what comes before."""
        if self._asking_began is None:
            return self._earlier.get("asking")
        earlier = self._earlier.get("asking", {"seconds": 0.0, "tokens": 0})
        seconds = earlier["seconds"] + self._answered - self._asking_began
        return {"seconds": round(seconds, 3), "tokens": earlier["tokens"] + self._asked}

    def close(self) -> None:
        """A call that found everything done costs the run nothing."""
        if self._is_used:
            self.write()
        if self._energy is not None:
            self._energy.close()


@dataclass(frozen=True, slots=True)
class _CountedWorkers(Generic[Holder]):
    workers: Workers[Holder]
    meter: Meter

    def map(self, work: Callable[[Holder, Piece], Answer], pieces: Iterable[Piece]) -> Iterator[Answer]:
        for answer, cost in self.workers.map(Counted(work), pieces):
            self.meter.add(cost)
            yield answer


@contextmanager
def metered(folder: Path, engine: str) -> Iterator[Meter]:
    """Counts into a file of the folder, on top of what it has."""
    cost = read_cost(folder)
    meter = Meter(cost, lambda: write_json(folder / FILE, cost), engine)
    try:
        yield meter
    finally:
        meter.close()


def read_cost(folder: Path) -> dict[str, Any]:
    """Nothing, where nothing was counted yet."""
    path = folder / FILE
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise InputError(f"{path} is damaged ({error}). Delete it: only what the run took so far is lost.") from error


def peak_memory() -> Memory | None:
    """Of the GPU, where one is used; else of this process, which Windows does not say."""
    import torch

    allocated = [torch.cuda.max_memory_allocated(device) for device in range(torch.cuda.device_count())]
    if any(allocated):
        return Memory(max(allocated), GPU)
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Memory(peak if sys.platform == "darwin" else peak * 1024, PROCESS)
