"""Where epicene keeps what it downloaded."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """EPICENE_CACHE, else the platform's usual place for caches."""
    if chosen := os.environ.get("EPICENE_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "epicene"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "epicene"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "epicene"
