"""The pairs themselves, as the report shows them: what differs is marked, and how far each model leans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from epicene.core.types import Item, Role
from epicene.report.groups import group_name
from epicene.report.language import Language
from epicene.report.saved import SavedRun

STRONGEST = 10
_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


class Segment(NamedTuple):
    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class PairRow:
    """`leanings`: for each model, score of the more stereotyping sentence less that of the other, in nats."""

    id: str
    category: str
    category_name: str
    more: Sequence[Segment]
    less: Sequence[Segment]
    leanings: Sequence[float | None]
    left_out: str = ""


def pair_rows(benchmark: str, runs: Sequence[SavedRun], language: Language) -> list[PairRow]:
    """Every pair of the first run's items, in the file's order; the runs must have been asked the same items."""
    first = runs[0].benchmarks[benchmark]
    return [
        PairRow(
            item.id,
            item.category,
            group_name(item.category, language),
            *mark_differences(item.variants[Role.MORE].text, item.variants[Role.LESS].text),
            [leaning(run, benchmark, item) for run in runs],
            first.unusable.get(item.id, ""),
        )
        for item in first.items
        if Role.MORE in item.variants and Role.LESS in item.variants
    ]


def leaning(run: SavedRun, benchmark: str, item: Item) -> float | None:
    answered = run.benchmarks[benchmark]
    more, less = (answered.scores.get((item.id, role)) for role in (Role.MORE, Role.LESS))
    if more is None or less is None or item.id in answered.unusable:
        return None
    return more.value - less.value


def mark_differences(more: str, less: str) -> tuple[list[Segment], list[Segment]]:
    """Split both texts into what they share and what is their own, by words; joined again they are the same texts."""
    a, b = _PIECES.findall(more), _PIECES.findall(less)
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return (
        list(_merged((a[i1:i2], kind != "equal") for kind, i1, i2, _, _ in blocks)),
        list(_merged((b[j1:j2], kind != "equal") for kind, _, _, j1, j2 in blocks)),
    )


def _merged(parts: Iterator[tuple[list[str], bool]]) -> Iterator[Segment]:
    for pieces, differs in parts:
        if pieces:
            yield Segment("".join(pieces), differs)


def strongest(rows: Sequence[PairRow], place: int, *, towards_stereotype: bool) -> list[tuple[PairRow, float]]:
    """The pairs in which one model leans furthest to one side, strongest first."""
    sign = 1 if towards_stereotype else -1
    leaning_rows = [(row, value) for row in rows if (value := row.leanings[place]) is not None and sign * value > 0]
    return sorted(leaning_rows, key=lambda pair: -sign * pair[1])[:STRONGEST]
