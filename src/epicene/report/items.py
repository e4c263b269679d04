"""The items themselves, as the report shows them: what differs is marked, and how far each model leans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from epicene.core.types import Item, Role
from epicene.data.triples import BLANK, INTER, INTRA
from epicene.report.groups import group_name
from epicene.report.language import Language
from epicene.report.saved import SavedRun

STRONGEST = 10
PAIR = (Role.MORE, Role.LESS)
TRIPLE = (Role.STEREOTYPE, Role.ANTI, Role.UNRELATED)
_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


class Segment(NamedTuple):
    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item. `texts`: the more stereotyping sentence, the less stereotyping and, of a triple, the unrelated one.

    For each model, `leanings` has the score of the first less that of the second, and `best` the place of the text
    with the highest score (None where two share it). `context` is the sentence before them, where there is one.
    """

    id: str
    category: str
    category_name: str
    texts: Sequence[Sequence[Segment]]
    leanings: Sequence[float | None]
    best: Sequence[int | None] = field(default=())
    left_out: str = ""
    context: str = ""


def item_rows(benchmark: str, runs: Sequence[SavedRun], language: Language) -> list[ItemRow]:
    """Every item of the first run, in the file's order; the runs must have been asked the same items.

    Tests of a task that no run was asked are not shown.
    """
    first = runs[0].benchmarks[benchmark]
    refused = set.intersection(*(set(run.facts(benchmark).get("refused", {})) for run in runs))
    asked = [item for item in first.items if item.facets.get("task") not in refused]
    return [_row(item, benchmark, runs, language) for item in asked if _roles(item)]


def _row(item: Item, benchmark: str, runs: Sequence[SavedRun], language: Language) -> ItemRow:
    roles = _roles(item)
    scores = [_scores(run, benchmark, item, roles) for run in runs]
    task = item.facets.get("task")
    name = group_name(item.category, language)
    return ItemRow(
        id=item.id,
        category=item.category,
        category_name=f"{name}, {language.text(f'task.{task}')}" if task else name,
        texts=_marked(item, roles),
        leanings=[values[0] - values[1] if values else None for values in scores],
        best=[_best(values) for values in scores],
        left_out=runs[0].benchmarks[benchmark].unusable.get(item.id, ""),
        context=item.variants[roles[0]].context if task == INTER else "",
    )


def _roles(item: Item) -> tuple[Role, ...]:
    return next((roles for roles in (PAIR, TRIPLE) if set(roles) <= set(item.variants)), ())


def _scores(run: SavedRun, benchmark: str, item: Item, roles: Sequence[Role]) -> list[float]:
    """One for each text, or none where the item was not asked or not fully answered."""
    answered = run.benchmarks[benchmark]
    found = [answered.scores.get((item.id, role)) for role in roles]
    values = [score.value for score in found if score is not None]
    return values if len(values) == len(roles) and item.id not in answered.unusable else []


def _best(values: Sequence[float]) -> int | None:
    highest = [place for place, value in enumerate(values) if value == max(values)]
    return highest[0] if len(highest) == 1 else None


def _marked(item: Item, roles: Sequence[Role]) -> Sequence[Sequence[Segment]]:
    """Pairs: what differs. Triples: what stands at BLANK; next sentences are other sentences altogether."""
    texts = [item.variants[role].text for role in roles]
    if len(texts) == len(PAIR):
        return mark_differences(*texts)
    if item.facets.get("task") == INTRA:
        return [_fill(item.facets, text) for text in texts]
    return [[Segment(text, differs=False)] for text in texts]


def _fill(facets: Mapping[str, str], text: str) -> list[Segment]:
    """The sentence with its attribute marked; unmarked where it does not fit its context."""
    before, _, after = facets["context"].partition(BLANK)
    end = len(text) - len(after)
    if not (text.startswith(before) and text.endswith(after) and len(before) < end):
        return [Segment(text, differs=False)]
    parts = (before, False), (text[len(before) : end], True), (after, False)
    return [Segment(part, differs) for part, differs in parts if part]


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


def strongest(rows: Sequence[ItemRow], place: int, *, towards_stereotype: bool) -> list[tuple[ItemRow, float]]:
    """The items in which one model leans furthest to one side, strongest first."""
    sign = 1 if towards_stereotype else -1
    leaning_rows = [(row, value) for row in rows if (value := row.leanings[place]) is not None and sign * value > 0]
    return sorted(leaning_rows, key=lambda pair: -sign * pair[1])[:STRONGEST]
