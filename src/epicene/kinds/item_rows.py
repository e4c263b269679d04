"""The items themselves, as a report shows them: what differs is marked, and how far each model leans."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import partial
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from epicene.core.language import EN_DASH
from epicene.core.types import Item, Role, Score
from epicene.data.benchmarks import BENCHMARKS
from epicene.grammar.word_patterns import pieces, runs_right_to_left
from epicene.kinds.protocol import View
from epicene.metrics.answer_groups import group_name, in_order
from epicene.report.document import Block, Heading, ItemList, Paragraph
from epicene.report.tables import Cell, Column, Table, to_csv
from epicene.runs.audit_folder import SavedRun

STRONGEST = 10
SCRIPT = "epicene.kinds:explorer.js"
FILES = "items"  # the folder beside a page that holds what it has no room for


class TextSegment(NamedTuple):
    text: str
    differs: bool


Marked = Callable[[Item, Sequence[str]], Sequence[Sequence[TextSegment]]]


@dataclass(slots=True)
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
    texts: Sequence[Sequence[TextSegment]] = ()
    leads: list[float | None] = field(default_factory=list)
    leanings: list[float | None] = field(default_factory=list)
    best: list[int | None] = field(default_factory=list)
    absent: str = ""
    context: str = ""
    target_group: str = ""
    elsewhere: Sequence[str] = ()

    def add(self, scores: Sequence[Score], *, adds_up: bool) -> None:
        """The scores of one more model, which are sums over tokens or not; none where it has no answer."""
        lead = leaning = best = None
        if scores:
            values = [score.value for score in scores]
            highest = max(values)
            best = values.index(highest) if values.count(highest) == 1 else None
            lead = values[0] - values[1]
            if adds_up:
                values = [score.value / score.n_tokens if score.n_tokens else score.value for score in scores]
            leaning = values[0] - values[1]
        self.leads.append(lead)
        self.leanings.append(leaning)
        self.best.append(best)


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
    shown: Callable[[Item], bool] | None = None,
    target_group_by_item: Mapping[str, str] | None = None,
) -> list[Block]:
    """The strongest items of each model and all that are `shown`, to be searched and filtered; for runs with the same
    items. Of a set too large to be read, a sample of each type; all of it stands in a file beside the page."""
    facts = view.runs[0].facts(view.benchmark)
    runs = [run for run in view.runs if run.facts(view.benchmark).digest == facts.digest]
    language, several, groups = view.language, len(runs) > 1, target_group_by_item or {}
    items = {item.id: item for item in runs[0].benchmarks[view.benchmark].items}
    every = item_rows(view, runs, roles, shown)
    if not every:
        return []
    texts = {row.id: [items[row.id].variants[role].text for role in roles] for row in every}
    rankings, first = dict[str, list[Ranking]](), list[str]()
    for index, run in enumerate(runs):
        for side, title in ((True, "items.towards"), (False, "items.away")):
            top = strongest(every, index, towards_stereotype=side)
            first += [row.id for row, _ in top]
            rankings.setdefault(run.label, []).append(Ranking(language.text(title), top, index))
    types, sizes = dict[str, str](), dict[str, float]()
    for row in every:  # about how many characters it takes on the page
        types[row.id] = row.category
        sizes[row.id] = 330 + 75 * len(runs) + 2 * len("".join([row.context, *texts[row.id]]))
    kept, others = sampled(types, sizes, view.room, first), counterparts(view, roles)
    rows, named_groups = list[ItemRow](), dict[str, str]()
    for row in every:
        if row.id in kept:
            row.texts, row.elsewhere = marked(items[row.id], roles), others.get(row.id, ())
            row.target_group = groups.get(row.id, "")
            rows.append(row)
    for group in groups.values():
        named_groups[group] = named_groups.get(group) or group_name(group, language)
    is_whole, count = len(rows) == len(every), language.count(len(every))
    file = "" if is_whole else file_beside(view.benchmark)
    content = {
        "set": address(view.benchmark),
        "name": f"{view.benchmark}-pairs",
        "language": facts.language,
        "models": [run.label for run in runs],
        "several": several,
        "rows": rows,
        "rankings": rankings,
        "roles": ",".join(roles),
        "third": len(roles) > 2,
        "categories": [(name, group_name(name, language)) for name in in_order(row.category for row in rows)],
        "groups": sorted(named_groups.items(), key=itemgetter(1)),
        "address": partial(address, view.benchmark),
        "signed": language.signed,
        "t": language.text,
        "direction": Markup(' dir="rtl"') if runs_right_to_left(facts.language) else "",
        "count": count,
        "shown": "" if is_whole else language.count(len(rows)),
        "file": file,
    }
    reading = language.text("items.reading.models" if several else "items.reading")
    return [
        Heading(view.title),
        Paragraph(reading, "note", screen_only=True),
        ItemList(
            "epicene.kinds:items.html.j2",
            content,
            None if is_whole else (file, to_csv(_whole_table(every, texts, roles, runs))),
        ),
    ]


def address(benchmark: str, mark: str = "", name: str = "") -> str:
    """Where links find a set, an item of it (`pairs-fr/gender-004`) or those of a type (`pairs-fr?type=gender`)."""
    return f"{quote('-'.join(benchmark.split()), safe='')}{mark}{quote(name, safe='')}"


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


def counterparts(view: View, roles: Sequence[Role]) -> Mapping[str, Sequence[str]]:
    """The texts of the same items in the reader's language, by id, where the set is another language's and comes with
    epicene in both."""
    facts = view.runs[0].facts(view.benchmark)
    known = BENCHMARKS[view.benchmark] if facts.known and view.benchmark in BENCHMARKS else None
    other = BENCHMARKS[known.counterpart] if known and known.counterpart else None
    if other is None or facts.language == view.language.code or other.language != view.language.code:
        return {}
    with (other.folder / other.file_name).open(encoding="utf-8") as lines:  # JSON lines with a text for each role
        return {row["id"]: [row[role] for role in roles] for row in map(json.loads, lines)}


def _whole_table(
    rows: Sequence[ItemRow], texts: Mapping[str, Sequence[str]], roles: Sequence[Role], runs: Sequence[SavedRun]
) -> Table:
    """What the page's own button saves, of all items."""
    leanings = [run.label for run in runs] if len(runs) > 1 else ["difference_per_token"]
    named = [*("id", "context"), *roles, "type"]
    columns = [*(Column(key, key) for key in named), *(Column(key, key, "number") for key in leanings)]
    cells = []
    for row in rows:
        values = [None if leaning is None else float(f"{leaning:.6g}") for leaning in row.leanings]
        cells.append([*map(Cell, (row.id, row.context, *texts[row.id], row.category, *values))])
    return Table("", columns, [cells])


def item_rows(
    view: View, runs: Sequence[SavedRun], roles: Sequence[Role], shown: Callable[[Item], bool] | None = None
) -> list[ItemRow]:
    """Every item, in the file's order, without its texts; those of a task that no run was asked are not shown.

    Where it was not asked or not fully answered, a model has no figures; a sum over tokens is divided by their number,
    what is a mean or a probability stays.
    """
    language, benchmark, rows = view.language, view.benchmark, []
    asked = [(run.benchmarks[benchmark], run.facts(benchmark)) for run in runs]
    refused = set.intersection(*(set(facts.refused) for _, facts in asked))
    for item in asked[0][0].items:
        task, left_out = item.facets.get("task"), asked[0][0].unusable.get(item.id, "")
        if task in refused or not item.variants.keys() >= set(roles) or (shown and not shown(item)):
            continue
        row = ItemRow(
            item.id, item.category, group_name(item.category, language), context=item.variants[roles[0]].context
        )
        if task:
            row.category_name = f"{row.category_name}, {language.text(f'task.{task}')}"
        row.absent = language.text("items.no-score")
        if left_out:
            reason = language.text_or(f"reason.{left_out}", left_out, count=2)
            row.absent = language.text("items.not-asked", reason=reason)
        for answered, facts in asked:
            scores = [score for role in roles if (score := answered.scores.get((item.id, role)))]
            if len(scores) < len(roles) or item.id in answered.unusable:
                scores = []
            how = facts.tasks.get(task, {}) if task else next(iter(facts.tasks.values()), {})
            row.add(scores, adds_up=how.get("adds_up", True) is not False)
        rows.append(row)
    return rows


def mark_differences(more: str, less: str) -> tuple[list[TextSegment], list[TextSegment]]:
    """Split both texts into what they share and what is their own, by words; joined again they are the same texts."""
    a, b = pieces(more), pieces(less)
    own, other = list[TextSegment](), list[TextSegment]()
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        for segments, part in ((own, a[i1:i2]), (other, b[j1:j2])):
            if part:
                segments.append(TextSegment("".join(part), kind != "equal"))
    return own, other


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
