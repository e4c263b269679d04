"""The items themselves, as a report shows them: what differs is marked, and how far each model leans."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from epicene.core.kinds import KINDS
from epicene.core.language import EN_DASH
from epicene.core.types import Item, Role
from epicene.data.benchmarks import BENCHMARKS
from epicene.grammar.word_patterns import pieces, runs_right_to_left
from epicene.kinds.protocol import View
from epicene.metrics.answer_groups import group_name, in_order
from epicene.report.document import Block, Heading, ItemList, Paragraph
from epicene.report.render.csv import to_csv
from epicene.report.tables import Cell, Column, Table
from epicene.runs.saved_run import SavedRun

STRONGEST = 10
SCRIPT = "epicene.kinds:explorer.js"
FILES = "items"  # the folder beside a page that holds what it has no room for
# Scorings whose value is no sum, for runs that did not write that down.
NO_SUMS = frozenset({"aul", "loglik-mean", "cloze-l2r", "cloze-l2r-meanprob", "nsp", "prompted"})


class TextSegment(NamedTuple):
    text: str
    differs: bool


Marked = Callable[[Item, Sequence[str]], Sequence[Sequence[TextSegment]]]


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item. `texts` are its variants, the stereotype first.

    For each model, `leads` has the score of the first less that of the second, `leanings` the same per token (sums
    would put pairs of unequal length on top), and `best` the index of the text with the highest score (None where two
    share it). `context` is the sentence before them, where there is one, `target_group` the group that the item is
    about, and `elsewhere` are the same texts in the reader's language.
    """

    id: str
    category: str
    category_name: str
    texts: Sequence[Sequence[TextSegment]]
    leads: Sequence[float | None]
    leanings: Sequence[float | None]
    best: Sequence[int | None]
    absent: str = ""
    context: str = ""
    target_group: str = ""
    elsewhere: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """The items in which one model leans furthest to one side."""

    title: str
    rows: Sequence[tuple[ItemRow, float]]
    index: int


def item_list(
    view: View,
    roles: Sequence[Role],
    marked: Marked,
    shown: Callable[[Item], bool] = lambda item: True,
    target_group_by_item: Mapping[str, str] | None = None,
) -> list[Block]:
    """The strongest items of each model and all that are `shown`, to be searched and filtered; for runs with the same
    items. Of a set too large to be read, a sample of each type; all of it stands in a file beside the page."""
    first = view.runs[0].facts(view.benchmark).digest
    runs = [run for run in view.runs if run.facts(view.benchmark).digest == first]
    every = item_rows(view, runs, roles, shown)
    if not every:
        return []
    language, items = view.language, {item.id: item for item in runs[0].benchmarks[view.benchmark].items}
    top = [strongest(every, index, towards_stereotype=side) for index in range(len(runs)) for side in (True, False)]
    sizes = {  # about how many characters a row takes on the page
        row.id: 330 + 75 * len(runs) + 2 * sum(map(len, (row.context, *_texts(items[row.id], roles)))) for row in every
    }
    types = {row.id: row.category for row in every}
    kept = sampled(types, sizes, view.room, [row.id for rows in top for row, _ in rows])
    others, groups = counterparts(view), target_group_by_item or {}
    rows = {
        row.id: replace(
            row,
            texts=marked(items[row.id], roles),
            target_group=groups.get(row.id, ""),
            elsewhere=_texts(others[row.id], roles) if row.id in others else (),
        )
        for row in every
        if row.id in kept
    }
    titles = (language.text("items.towards"), language.text("items.away"))
    rankings = [
        Ranking(titles[index % 2], [(rows[row.id], leaning) for row, leaning in strongest_rows], index // 2)
        for index, strongest_rows in enumerate(top)
    ]
    several, is_whole = len(runs) > 1, len(rows) == len(every)
    file = file_beside(view.benchmark)
    content = {
        "set": address(view.benchmark),
        "name": f"{view.benchmark}-pairs",
        "language": runs[0].facts(view.benchmark).language,
        "models": [run.label for run in runs],
        "several": several,
        "rows": list(rows.values()),
        "rankings": {run.label: rankings[2 * index : 2 * index + 2] for index, run in enumerate(runs)},
        "roles": ",".join(roles),
        "third": len(roles) > 2,
        "categories": [(name, group_name(name, language)) for name in in_order(row.category for row in rows.values())],
        "groups": sorted(
            {(group, group_name(group, language)) for group in groups.values()}, key=lambda group: group[1]
        ),
        "address": partial(address, view.benchmark),
        "signed": language.signed,
        "t": language.text,
        "direction": Markup(' dir="rtl"') if runs_right_to_left(runs[0].facts(view.benchmark).language) else "",
        "count": language.count(len(every)),
        "shown": "" if is_whole else language.count(len(rows)),
        "file": "" if is_whole else file,
    }
    reading = language.text("items.reading.models" if several else "items.reading")
    return [
        Heading(view.title),
        Paragraph(reading, "note", screen_only=True),
        ItemList(
            "epicene.kinds:items.html.j2", content, None if is_whole else (file, _as_csv(every, items, roles, runs))
        ),
    ]


def address(benchmark: str, *parts: str) -> str:
    """Where links find a set, an item of it (`pairs-fr/gender-004`) or those of a type (`pairs-fr?type=gender`)."""
    return "".join(
        [quote("-".join(benchmark.split()), safe=""), *parts[:1], *(quote(part, safe="") for part in parts[1:])]
    )


def file_beside(benchmark: str, *parts: str) -> str:
    """Where all of a set stands, as a table, that a page shows a sample of."""
    return f"{FILES}/{'-'.join([*benchmark.split(), *parts])}.csv"


def sampled(
    type_of: Mapping[str, str], sizes: Mapping[str, float], room: int, first: Sequence[str] = ()
) -> Collection[str]:
    """The ids that fit the room: the `first` ones, then as many of each type, at even distances in the file."""
    if sum(sizes.values()) <= room:
        return set(type_of)
    types: dict[str, list[str]] = {}
    for id, name in type_of.items():
        types.setdefault(name, []).append(id)
    least, most = 0, max(map(len, types.values()))
    kept = set(first)
    while least < most:
        middle = (least + most + 1) // 2
        even = (
            ids if len(ids) <= middle else [ids[index * len(ids) // middle] for index in range(middle)]
            for ids in types.values()
        )
        fitting = {*first, *(id for ids in even for id in ids)}
        if sum(sizes[id] for id in fitting) <= room:
            least, kept = middle, fitting
        else:
            most = middle - 1
    return kept


def _texts(item: Item, roles: Sequence[Role]) -> list[str]:
    return [item.variants[role].text for role in roles]


def counterparts(view: View) -> Mapping[str, Item]:
    """The same items in the reader's language, by id, where the set is another language's and epicene has both."""
    facts = view.runs[0].facts(view.benchmark)
    known = BENCHMARKS[view.benchmark] if facts.known and view.benchmark in BENCHMARKS else None
    other = BENCHMARKS[known.counterpart] if known and known.counterpart else None
    if other is None or facts.language == view.language.code or other.language != view.language.code:
        return {}
    return {item.id: item for item in other.items(other.folder / other.file_name)}


def _as_csv(rows: Sequence[ItemRow], items: Mapping[str, Item], roles: Sequence[Role], runs: Sequence[SavedRun]) -> str:
    """What the page's own button saves, of all items."""
    leanings = [run.label for run in runs] if len(runs) > 1 else ["difference_per_token"]
    named = [*("id", "context"), *roles, "type"]
    columns = [*(Column(key, key) for key in named), *(Column(key, key, "number") for key in leanings)]
    cells = [
        [
            Cell(row.id),
            Cell(row.context),
            *map(Cell, _texts(items[row.id], roles)),
            Cell(row.category),
            *(Cell(None if leaning is None else float(f"{leaning:.6g}")) for leaning in row.leanings),
        ]
        for row in rows
    ]
    return to_csv(Table("", columns, [cells]))


def item_rows(
    view: View, runs: Sequence[SavedRun], roles: Sequence[Role], shown: Callable[[Item], bool] = lambda item: True
) -> list[ItemRow]:
    """Every item, in the file's order, without its texts; those of a task that no run was asked are not shown."""
    benchmark = view.benchmark
    refused = set.intersection(*(set(run.facts(benchmark).refused) for run in runs))
    items = [item for item in runs[0].benchmarks[benchmark].items if item.facets.get("task") not in refused]
    return [_row(item, view, runs, roles) for item in items if set(roles) <= set(item.variants) and shown(item)]


def _row(item: Item, view: View, runs: Sequence[SavedRun], roles: Sequence[Role]) -> ItemRow:
    """An item without its texts. Where it was not asked or not fully answered, a model has no figures; a sum over
    tokens is divided by their number, what is a mean or a probability stays."""
    language, benchmark = view.language, view.benchmark
    leads, leanings, best = list[float | None](), list[float | None](), list[int | None]()
    for run in runs:
        answered, facts = run.benchmarks[benchmark], run.facts(benchmark)
        scores = [score for role in roles if (score := answered.scores.get((item.id, role)))]
        if len(scores) < len(roles) or item.id in answered.unusable:
            leads, leanings, best = [*leads, None], [*leanings, None], [*best, None]
            continue
        task_facts = facts.tasks.get(KINDS[facts.kind].task_of(item), {})
        adds_up = task_facts.get("adds_up", task_facts.get("scoring", facts.scoring) not in NO_SUMS)
        per_token = [score.value / score.n_tokens if adds_up and score.n_tokens else score.value for score in scores]
        values = [score.value for score in scores]
        highest = [index for index, value in enumerate(values) if value == max(values)]
        leads.append(values[0] - values[1])
        leanings.append(per_token[0] - per_token[1])
        best.append(highest[0] if len(highest) == 1 else None)
    task, name = item.facets.get("task"), group_name(item.category, language)
    left_out = runs[0].benchmarks[benchmark].unusable.get(item.id, "")
    reason = language.text_or(f"reason.{left_out}", left_out, count=2)
    return ItemRow(
        id=item.id,
        category=item.category,
        category_name=f"{name}, {language.text(f'task.{task}')}" if task else name,
        texts=(),
        leads=leads,
        leanings=leanings,
        best=best,
        absent=language.text("items.not-asked", reason=reason) if left_out else language.text("items.no-score"),
        context=item.variants[roles[0]].context,
    )


def mark_differences(more: str, less: str) -> tuple[list[TextSegment], list[TextSegment]]:
    """Split both texts into what they share and what is their own, by words; joined again they are the same texts."""
    a, b = pieces(more), pieces(less)
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return (
        list(_merged((a[i1:i2], kind != "equal") for kind, i1, i2, _, _ in blocks)),
        list(_merged((b[j1:j2], kind != "equal") for kind, _, _, j1, j2 in blocks)),
    )


def both_in_one(more: str, less: str) -> list[TextSegment]:
    """Two texts in one, as papers print a minimal pair: *Il cuisine avec sa femme/son mari.* Spaces count as equal."""
    a, b = (re.findall(r"\s*(?:\w+|[^\w\s])\s*", text) for text in (more, less))
    alike = SequenceMatcher(None, [word.strip() for word in a], [word.strip() for word in b], autojunk=False)
    segments = []
    for kind, i1, i2, j1, j2 in alike.get_opcodes():
        own, other = "".join(a[i1:i2]), "".join(b[j1:j2])
        if kind == "equal":
            segments.append(TextSegment(own, False))
            continue
        words = f"{own.strip() or EN_DASH}/{other.strip() or EN_DASH}"
        space = own if own else other
        segments += [TextSegment(words, True), TextSegment(" " if space != space.rstrip() else "", False)]
    return segments


def marked_pair(item: Item, roles: Sequence[str]) -> Sequence[Sequence[TextSegment]]:
    return mark_differences(*(item.variants[Role(role)].text for role in roles))


def _merged(parts: Iterator[tuple[list[str], bool]]) -> Iterator[TextSegment]:
    for part, differs in parts:
        if part:
            yield TextSegment("".join(part), differs)


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
