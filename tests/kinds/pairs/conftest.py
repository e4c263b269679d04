from __future__ import annotations

from data.conftest import crows, write

__all__ = ["crows", "write"]
