"""Work that needs a loop of its own: in a thread, because a browser that other tests opened has one in this one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def apart(work: Callable[..., T], *arguments: Any, **options: Any) -> T:
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments, **options).result()
