"""What a run costs: time, tokens, memory and, where that can be told, energy, over all the times it was begun.

Tokens a second are those of the asking alone: loading and the sanity check take as long for ten items as for thousands.
"""

from __future__ import annotations

import sys
import time
from typing import Any, NamedTuple

from epicene.audit.energy import added, start_energy_meter
from epicene.audit.folder import RunFolder
from epicene.models.engines import LOCAL

GPU, PROCESS = "gpu", "process"
EVERY = 10.0  # seconds: what a kill can lose of the count


class Memory(NamedTuple):
    """The most that was ever used, in bytes: of a GPU by tensors, or of this machine by the process."""

    peak: int
    of: str


class Cost(NamedTuple):
    """What one piece of work took: tokens, and the most memory its process ever had."""

    tokens: int
    memory: Memory | None


class Meter:
    """Adds this leg of a run to what its manifest says of the earlier ones."""

    def __init__(self, folder: RunFolder, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.earlier = dict(manifest["cost"])
        self.tokens = 0
        self.before_asking = 0
        self.began = self.written = time.monotonic()
        self.asking_began: float | None = None
        self.answered = self.began
        here = manifest.get("machine", {}).get("engine") == LOCAL  # the energy of other machines is not seen
        self.energy = start_energy_meter() if here else None

    def start_asking(self) -> None:
        """The model is loaded and looked at; from here on, time is that of the items."""
        self.before_asking = self.tokens
        self.asking_began = self.answered = time.monotonic()

    def add(self, cost: Cost) -> None:
        """Count a piece, wherever it was done; write it all down now and then."""
        self.tokens += cost.tokens
        self.answered = time.monotonic()
        known = self.manifest["cost"]
        if cost.memory is not None and cost.memory.peak > known.get("peak_memory_bytes", 0):
            known["peak_memory_bytes"], known["peak_memory_of"] = cost.memory
        if time.monotonic() - self.written >= EVERY:
            self.write()

    def write(self) -> None:
        self.written = time.monotonic()
        seconds = self.earlier["seconds"] + self.written - self.began
        cost = self.manifest["cost"]
        cost["seconds"] = round(seconds, 3)
        cost["tokens"] = self.earlier["tokens"] + self.tokens
        if asking := self._asking():
            cost["asking"] = asking
            cost["tokens_per_second"] = round(asking["tokens"] / max(asking["seconds"], 1e-3), 1)
        energy = added(self.earlier.get("energy"), self.energy.record() if self.energy else None)
        if energy is not None:
            cost["energy"] = energy
        self.folder.write_manifest(self.manifest)

    def _asking(self) -> dict[str, Any] | None:
        """From the first question to the last answer, without what comes before."""
        if self.asking_began is None:
            return self.earlier.get("asking")
        earlier = self.earlier.get("asking", {"seconds": 0.0, "tokens": 0})
        seconds = earlier["seconds"] + self.answered - self.asking_began
        return {"seconds": round(seconds, 3), "tokens": earlier["tokens"] + self.tokens - self.before_asking}

    def close(self) -> None:
        self.write()
        if self.energy is not None:
            self.energy.close()


def peak_memory() -> Memory | None:
    """Of the GPU, where one is used; else of this process, which Windows does not say."""
    import torch

    if allocated := max((torch.cuda.max_memory_allocated(one) for one in range(torch.cuda.device_count())), default=0):
        return Memory(allocated, GPU)
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Memory(peak if sys.platform == "darwin" else peak * 1024, PROCESS)
