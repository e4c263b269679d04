"""What was ever translated, so that nothing is paid for twice.

One file for each system and direction, in epicene's cache: a line a translation, only ever added to, written through
after each batch. A kill loses at most the batch under way; half a line at the end is dropped and asked again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicene.core.cache import cache_folder
from epicene.core.errors import EpiceneError
from epicene.core.hashing import SHORT, digest
from epicene.core.json_lines import append_lines, whole_lines
from epicene.runs.folder import locked


@dataclass
class Memory:
    """Translations by text. `folder` belongs to one system and direction."""

    folder: Path
    known: dict[str, str] = field(default_factory=dict, init=False)

    @property
    def path(self) -> Path:
        return self.folder / "translations.jsonl"

    @contextmanager
    def opened(self) -> Iterator[Memory]:
        """For one process at a time: two that ask the same would pay twice."""
        with locked(self.folder):
            self.known = self._read()
            yield self

    def append(self, translations: Sequence[tuple[str, str]]) -> None:
        append_lines(self.path, ({"text": text, "translation": made} for text, made in translations))
        self.known.update(translations)

    def _read(self) -> dict[str, str]:
        try:
            return {record["text"]: record["translation"] for record in map(json.loads, whole_lines(self.path))}
        except (ValueError, KeyError, TypeError):
            raise EpiceneError(
                f"{self.path} has a line that is no translation. Correct that line or move the file away."
            ) from None


def memory_of(name: str, facts: Mapping[str, Any], source: str, target: str) -> Memory:
    """Where the translations of a system, known by its facts, from one language into another are kept."""
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[-40:]
    folder = f"{readable}-{source}-{target}-{digest(dict(facts))[:SHORT]}"
    return Memory(cache_folder() / "translations" / folder)
