"""Names that users type, and what they stand for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Generic, TypeVar

from epicene.core.errors import InputError

T = TypeVar("T")


class Registry(Generic[T]):
    """A table from name to thing; an unknown name is answered with the nearest known one."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._things: dict[str, T] = {}

    def add(self, name: str, thing: T) -> T:
        if name in self._things:
            raise ValueError(f"{self.kind} {name!r} is registered twice")
        self._things[name] = thing
        return thing

    def __getitem__(self, name: str) -> T:
        if name in self._things:
            return self._things[name]
        near = difflib.get_close_matches(name, self._things, n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise InputError(f"There is no {self.kind} {name!r}.{hint} Known: {', '.join(self._things)}.")

    def __contains__(self, name: object) -> bool:
        return name in self._things

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def values(self) -> Iterator[T]:
        return iter(self._things.values())
