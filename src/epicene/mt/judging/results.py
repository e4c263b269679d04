"""What `mt judge` finds of one system, and what the paper printed of its own two."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import msgspec

from epicene.mt.results import ROOM, SystemResults

_MEASURES = {"fr-en": ("pronoun_correct", "pronoun_gap"), "en-fr": ("group_correct", "group_gap")}


class JudgedLine(msgspec.Struct):
    """One line as people and programs read it; `line` counts from 1, as editors do."""

    line: int
    class_: str = msgspec.field(name="class")
    gender: str
    found: str
    french: str
    english: str
    hypothesis: str


class Judged(SystemResults, kw_only=True):
    """`counts` by class and what was found; `subject_genders` into French; `lines` are those behind the figures."""

    direction: str
    counts: dict[str, dict[str, int]]
    subject_genders: dict[str, dict[str, int]] | msgspec.UnsetType = msgspec.UNSET
    lines: list[JudgedLine] | msgspec.UnsetType = msgspec.UNSET

    @property
    def asked(self) -> str:
        return self.direction

    @property
    def measures(self) -> tuple[str, str]:
        return _MEASURES[self.direction]


@dataclass(frozen=True, slots=True)
class PublishedSystem:
    """A system of the paper (section 4.2.2 and table 2): metric to group to value; it gives no intervals."""

    model: str
    values: dict[str, dict[str, float]]


@cache
def published_judged(direction: str) -> list[PublishedSystem]:
    file = resources.files(ROOM).joinpath("published", "mt_judged.json")
    systems = msgspec.json.decode(file.read_bytes())[direction]
    return [PublishedSystem(name, values) for name, values in systems.items()]
