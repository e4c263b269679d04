"""What a run costs: time, tokens, memory and, where that can be told, energy, over all the times it was begun."""

from __future__ import annotations

import sys
import time
from typing import Any, NamedTuple

from epicene.audit.energy import added, start_energy_meter
from epicene.audit.folder import RunFolder
from epicene.models.engines import LOCAL

EVERY = 10.0  # seconds: what a kill can lose of the count


class Cost(NamedTuple):
    """What one piece of work took: tokens, and the most memory its process ever had."""

    tokens: int
    peak_memory: int | None


class Meter:
    """Adds this leg of a run to what its manifest says of the earlier ones."""

    def __init__(self, folder: RunFolder, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.earlier = dict(manifest["cost"])
        self.tokens = 0
        self.began = self.written = time.monotonic()
        here = manifest.get("machine", {}).get("engine") == LOCAL  # the energy of other machines is not seen
        self.energy = start_energy_meter() if here else None

    def add(self, cost: Cost) -> None:
        """Count a piece, wherever it was done; write it all down now and then."""
        self.tokens += cost.tokens
        if cost.peak_memory is not None:
            known = self.manifest["cost"]
            known["peak_memory_bytes"] = max(known.get("peak_memory_bytes", 0), cost.peak_memory)
        if time.monotonic() - self.written >= EVERY:
            self.write()

    def write(self) -> None:
        self.written = time.monotonic()
        seconds = self.earlier["seconds"] + self.written - self.began
        cost = self.manifest["cost"]
        cost["seconds"] = round(seconds, 3)
        cost["tokens"] = self.earlier["tokens"] + self.tokens
        cost["tokens_per_second"] = round(cost["tokens"] / max(seconds, 1e-3), 1)
        energy = added(self.earlier.get("energy"), self.energy.record() if self.energy else None)
        if energy is not None:
            cost["energy"] = energy
        self.folder.write_manifest(self.manifest)

    def close(self) -> None:
        self.write()
        if self.energy is not None:
            self.energy.close()


def peak_memory() -> int | None:
    """Of this process, in bytes; Windows does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
