"""What a run costs: time, tokens and memory, over all the times it was begun."""

from __future__ import annotations

import sys
import time
from typing import Any

from epicene.audit.folder import RunFolder

EVERY = 10.0  # seconds: what a kill can lose of the count


class Meter:
    """Adds this leg of a run to what its manifest says of the earlier ones."""

    def __init__(self, folder: RunFolder, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.earlier = dict(manifest["cost"])
        self.began = self.written = time.monotonic()

    def tick(self, tokens: int) -> None:
        """Write what it has cost so far, now and then."""
        if time.monotonic() - self.written >= EVERY:
            self.write(tokens)

    def write(self, tokens: int) -> None:
        self.written = time.monotonic()
        seconds = self.earlier["seconds"] + self.written - self.began
        cost = self.manifest["cost"]
        cost["seconds"] = round(seconds, 3)
        cost["tokens"] = self.earlier["tokens"] + tokens
        cost["tokens_per_second"] = round(cost["tokens"] / max(seconds, 1e-3), 1)
        peak = _peak_memory()
        if peak is not None:
            cost["peak_memory_bytes"] = max(cost.get("peak_memory_bytes", 0), peak)
        self.folder.write_manifest(self.manifest)


def _peak_memory() -> int | None:
    """In bytes; Windows does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
