"""What `OUT.json` says of a translated file."""

from __future__ import annotations

from typing import Any

import msgspec

from epicene.core.notices import GRAVE, Notice
from epicene.mt.results import Noticed


def notices_of(lines: int, done: int, empty: int) -> list[Notice]:
    unfinished = Notice("notice.mt.unfinished", {"done": done, "total": lines}, GRAVE)
    untranslated = Notice("notice.mt.untranslated", {"count": empty, "total": done})
    return [*([unfinished] if done < lines else []), *([untranslated] if empty else [])]


class Question(msgspec.Struct):
    """`system` is what tells the translator from any other."""

    system: dict[str, Any]
    from_: str = msgspec.field(name="from")
    to: str
    lines: int
    source_digest: str

    @property
    def translator(self) -> str:
        return str(self.system.get("model") or self.system.get("command"))


class TranslatedLine(msgspec.Struct):
    """`line` counts from 1."""

    line: int
    source: str
    translation: str


class Translated(Noticed, kw_only=True):
    """`n` lines, of which `n_resumed` were translated by an earlier call; `first_lines` are for people to look at."""

    epicene: str
    question: Question
    out: str
    n: int
    n_resumed: int
    n_empty: int
    seconds: float
    cost: dict[str, Any] = msgspec.field(default_factory=dict)
    first_lines: list[TranslatedLine] = msgspec.field(default_factory=list)

    def said(self) -> list[Notice]:
        """Of files that an earlier epicene wrote too."""
        return notices_of(self.question.lines, self.n, self.n_empty)

    @property
    def lines_per_second(self) -> float:
        return (self.n - self.n_resumed) / max(self.seconds, 0.01)
