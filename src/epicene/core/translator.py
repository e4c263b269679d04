"""What translates, whatever it is: a model, a command, an API, a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

Numbered = tuple[int, str]  # the place of a line, and its text


class System(Protocol):
    """What translates. `facts` tell it from any other: they are part of the question."""

    @property
    def name(self) -> str: ...

    @property
    def facts(self) -> Mapping[str, Any]: ...

    def check(self, lines: Sequence[str], file: Path) -> None:
        """Refuse what cannot be translated, before anything expensive; these are all lines, done or not."""

    def translate(self, lines: Sequence[Numbered]) -> Iterator[list[Numbered]]:
        """Translations of those lines that are not done yet, a batch at a time, in any order.

        What a model makes of a line must not depend on which others are done.
        """
