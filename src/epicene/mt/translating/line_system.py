"""A system that answers lines with lines, some at a time: all that most programs for translation offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from epicene.core.hashing import files_digest
from epicene.core.progress import current
from epicene.core.types import Lines, Numbered
from epicene.models.engines.cost import Meter, metered
from epicene.models.engines.local import LOCAL

TOGETHER = 32  # lines; always the same ones, so that a resumed file is the unbroken one
Answer = Callable[[Sequence[str]], list[str]]


@dataclass
class LineSystem:
    """`files` are what it is known by; `load` gives what answers lines with lines, when the first are asked."""

    name: str
    files: Sequence[Path]
    load: Callable[[], Answer]
    settings: Mapping[str, str | int] = field(default_factory=dict)
    _all: Sequence[str] = field(default=(), init=False)

    @cached_property
    def facts(self) -> Mapping[str, str | int]:
        return {"model": self.name, "weights": files_digest(self.files), **self.settings}

    def check(self, lines: Lines[str], file: Path) -> None:
        self._all = list(lines)

    def counted(self, folder: Path) -> AbstractContextManager[Meter]:
        return metered(folder, LOCAL)

    def translate(self, lines: Lines[Numbered]) -> Iterator[list[Numbered]]:
        missing = {index for index, _ in lines}
        if not missing:
            return
        current().say(f"Loading {self.name}")
        answer = self.load()
        for start in range(0, len(self._all), TOGETHER):
            places = range(start, min(start + TOGETHER, len(self._all)))
            if missing.isdisjoint(places):
                continue
            found = answer([self._all[index] for index in places])
            yield [(index, text) for index, text in zip(places, found, strict=True) if index in missing]
