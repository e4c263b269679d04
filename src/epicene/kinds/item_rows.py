"""The items themselves, as a report shows them: what differs is marked, and how far each model leans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from epicene.core.kinds import KINDS
from epicene.core.types import Item, Role, Score
from epicene.kinds.protocol import View
from epicene.metrics.answer_groups import group_name, in_order
from epicene.report.document import Block, Heading, Items, Paragraph
from epicene.runs.saved_run import SavedRun

STRONGEST = 10
SCRIPT = "epicene.kinds:explorer.js"
# Scorings whose value is no sum, for runs that did not write that down.
NO_SUMS = frozenset({"aul", "loglik-mean", "cloze-l2r", "cloze-l2r-meanprob", "nsp", "prompted"})
_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


class Segment(NamedTuple):
    text: str
    differs: bool


Marked = Callable[[Item, Sequence[str]], Sequence[Sequence[Segment]]]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item. `texts` are its variants, the stereotype first.

    For each model, `leads` has the score of the first less that of the second, `leanings` the same per token (sums
    would put pairs of unequal length on top), and `best` the index of the text with the highest score (None where two
    share it). `context` is the sentence before them, where there is one.
    """

    id: str
    category: str
    category_name: str
    texts: Sequence[Sequence[Segment]]
    leads: Sequence[float | None]
    leanings: Sequence[float | None]
    best: Sequence[int | None]
    absent: str = ""
    context: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The items in which one model leans furthest to one side."""

    title: str
    rows: Sequence[tuple[ItemRow, float]]
    index: int


def item_list(
    view: View, roles: Sequence[Role], marked: Marked, shown: Callable[[Item], bool] = lambda item: True
) -> list[Block]:
    """The strongest items of each model and all that are `shown`, to be searched and filtered; for runs with the same
    items."""
    first = view.runs[0].facts(view.benchmark).digest
    runs = [run for run in view.runs if run.facts(view.benchmark).digest == first]
    rows = item_rows(view, runs, roles, marked, shown)
    if not rows:
        return []
    language = view.language
    several = len(runs) > 1
    content = {
        "name": f"{view.benchmark}-pairs",
        "models": [run.label for run in runs],
        "several": several,
        "rows": rows,
        "rankings": {
            run.label: [
                Ranking(language.text("items.towards"), strongest(rows, index, towards_stereotype=True), index),
                Ranking(language.text("items.away"), strongest(rows, index, towards_stereotype=False), index),
            ]
            for index, run in enumerate(runs)
        },
        "roles": ",".join(roles),
        "third": len(roles) > 2,
        "categories": [(name, group_name(name, language)) for name in in_order(row.category for row in rows)],
        "signed": language.signed,
        "t": language.text,
        "count": language.count(len(rows)),
    }
    reading = language.text("items.reading.models" if several else "items.reading")
    return [
        Heading(view.title),
        Paragraph(reading, "note", screen_only=True),
        Items("epicene.kinds:items.html.j2", content),
    ]


def item_rows(
    view: View,
    runs: Sequence[SavedRun],
    roles: Sequence[Role],
    marked: Marked,
    shown: Callable[[Item], bool] = lambda item: True,
) -> list[ItemRow]:
    """Every item, in the file's order; those of a task that no run was asked are not shown."""
    benchmark = view.benchmark
    refused = set.intersection(*(set(run.facts(benchmark).refused) for run in runs))
    items = [item for item in runs[0].benchmarks[benchmark].items if item.facets.get("task") not in refused]
    return [_row(item, view, runs, roles, marked) for item in items if set(roles) <= set(item.variants) and shown(item)]


def _row(item: Item, view: View, runs: Sequence[SavedRun], roles: Sequence[Role], marked: Marked) -> ItemRow:
    language, benchmark = view.language, view.benchmark
    scores = [_scores(run, benchmark, item, roles) for run in runs]
    per_token = [_per_token(run, benchmark, item, found) for run, found in zip(runs, scores, strict=True)]
    task = item.facets.get("task")
    name = group_name(item.category, language)
    context = item.variants[roles[0]].context
    left_out = runs[0].benchmarks[benchmark].unusable.get(item.id, "")
    reason = language.text_or(f"reason.{left_out}.other", left_out)
    return ItemRow(
        id=item.id,
        category=item.category,
        category_name=f"{name}, {language.text(f'task.{task}')}" if task else name,
        texts=marked(item, roles),
        leads=[found[0].value - found[1].value if found else None for found in scores],
        leanings=[values[0] - values[1] if values else None for values in per_token],
        best=[_best([score.value for score in found]) for found in scores],
        absent=language.text("items.not-asked", reason=reason) if left_out else language.text("items.no-score"),
        context=context,
    )


def _scores(run: SavedRun, benchmark: str, item: Item, roles: Sequence[Role]) -> list[Score]:
    """One for each text, or none where the item was not asked or not fully answered."""
    answered = run.benchmarks[benchmark]
    found = [score for role in roles if (score := answered.scores.get((item.id, role)))]
    return found if len(found) == len(roles) and item.id not in answered.unusable else []


def _per_token(run: SavedRun, benchmark: str, item: Item, scores: Sequence[Score]) -> list[float]:
    """A sum over tokens is divided by their number; what is a mean or a probability stays."""
    facts = run.facts(benchmark)
    asked = facts.tasks.get(KINDS[facts.kind].task_of(item), {})
    adds_up = asked.get("adds_up", asked.get("scoring", facts.scoring) not in NO_SUMS)
    return [score.value / score.n_tokens if adds_up and score.n_tokens else score.value for score in scores]


def _best(values: Sequence[float]) -> int | None:
    highest = [index for index, value in enumerate(values) if value == max(values)]
    return highest[0] if len(highest) == 1 else None


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


def strongest(rows: Sequence[ItemRow], index: int, *, towards_stereotype: bool) -> list[tuple[ItemRow, float]]:
    """The items in which one model leans furthest to one side, token for token, strongest first; where its scores say
    otherwise, their length decides, and the item is in no list."""
    sign = 1 if towards_stereotype else -1
    leaning_rows = [
        (row, leaning)
        for row in rows
        if (leaning := row.leanings[index]) is not None and sign * leaning > 0 and sign * (row.leads[index] or 0) > 0
    ]
    return sorted(leaning_rows, key=lambda pair: -sign * pair[1])[:STRONGEST]
