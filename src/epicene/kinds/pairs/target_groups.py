"""Against whom: the group that the stereotype of each bundled pair is about, and how often it is preferred there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from epicene.core.types import Item
from epicene.grammar.word_patterns import read_table
from epicene.kinds.estimate_tables import in_blocks, model_fields, with_excluded_note
from epicene.kinds.protocol import FEWEST_SHOWN, View
from epicene.metrics.answer_groups import group_name
from epicene.metrics.intervals import exact_interval
from epicene.report.document import Block, Collapsible, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, tabulated
from epicene.runs.results import BenchmarkFacts

LABELLED = ("pairs-fr", "pairs-en")


def spoken_of(benchmark: str, facts: BenchmarkFacts) -> Mapping[str, str]:
    """The group by the pair's id; nothing of sets that nobody has labelled."""
    return _labels(facts.language) if benchmark in LABELLED and facts.known else {}


@cache
def _labels(language: str) -> Mapping[str, str]:
    table = read_table("data/bundled/target_groups.toml")
    return {
        f"{bias_type}-{number:03}": f"about-{group}"
        for part in ("all", language)
        for group, types in table.get(part, {}).items()
        for bias_type, numbers in types.items()
        for number in _numbers(numbers)
    }


def _numbers(ranges: str) -> Iterator[int]:
    for first, _, last in (one.partition("-") for one in ranges.split()):
        yield from range(int(first), int(last or first) + 1)


def spoken_of_blocks(view: View, answers: Mapping[str, list[tuple[Item, bool, bool]]]) -> list[Block]:
    """Folded: groups are small, so that what stands here is where to look, and no finding. `answers` are those of each
    run, by its label."""
    language, labels = view.language, spoken_of(view.benchmark, view.runs[0].facts(view.benchmark))
    counts: dict[str, dict[str, list[bool]]] = {}
    for label, answered in answers.items():
        for item, hit, _ in answered:
            if item.id in labels:
                counts.setdefault(labels[item.id], {}).setdefault(label, []).append(hit)
    listed = dict.fromkeys(labels.values())  # in the order of the labels, whatever the figures
    shown = {name: counts[name] for name in listed if name in counts and _most(counts[name]) >= FEWEST_SHOWN}
    if not shown:
        return []
    blocks = [
        [(run, (group, found[run.label])) for run in view.runs if run.label in found] for group, found in shown.items()
    ]
    table = tabulated(
        language.text("table.spoken-of"),
        in_blocks(view, blocks),
        (Column("group", language.text("column.spoken-of")), lambda row: group_name(row[1][0], language)),
        *model_fields(view),
        (Column("preferred", language.text("column.preferred"), "share"), lambda row: _count(row[1][1])),
        (Column("score", language.text("column.score"), "number", interval=True), lambda row: _score(row[1][1])),
        note=language.text("table.spoken-of.note"),
    )
    block = TableBlock(with_excluded_note(table, view), f"{view.benchmark}-groups", captioned=False)
    return [
        Collapsible(
            language.text("page.spoken-of"), [Paragraph(language.text("spoken-of.reading"), screen_only=True), block]
        )
    ]


def _most(found: Mapping[str, list[bool]]) -> int:
    return max(map(len, found.values()))


def _share(hits: list[bool]) -> float:
    return 100 * sum(hits) / len(hits)


def _count(hits: list[bool]) -> Cell:
    return Cell(sum(hits), of=len(hits))


def _score(hits: list[bool]) -> Cell:
    low, high = exact_interval(_share(hits) / 100, len(hits))
    return Cell(_share(hits), 100 * low, 100 * high)
