"""Against whom: the group that the stereotype of each bundled pair is about, and how often it is preferred there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from epicene.core.types import Item
from epicene.grammar.tables import read_table
from epicene.kinds.estimate_tables import model_cell, model_column, with_barred_note
from epicene.kinds.protocol import View
from epicene.metrics.answer_groups import group_name
from epicene.metrics.intervals import exact_interval
from epicene.report.document import Block, Fold, Paragraph, TableBlock
from epicene.report.tables import Cell, Column, Row, Table
from epicene.runs.results import BenchmarkFacts

LABELLED = ("pairs-fr", "pairs-en")
FEWEST = 3  # pairs of a group that is shown


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
    shown = {group: found for group, found in counts.items() if max(map(len, found.values())) >= FEWEST}
    if not shown:
        return []
    columns = [
        Column("group", language.text("column.spoken-of")),
        *model_column(view),
        Column("preferred", language.text("column.preferred"), "share"),
        Column("score", language.text("column.score"), "number", interval=True),
    ]
    blocks: list[list[Row]] = []
    for group in sorted(shown, key=lambda group: -_share(next(iter(shown[group].values())))):
        blocks.append(
            [
                [Cell(group_name(group, language)), *model_cell(view, run), *_cells(shown[group][run.label])]
                for run in view.runs
                if run.label in shown[group]
            ]
        )
    rows = blocks if view.several else [[row for block in blocks for row in block]]
    table = Table(language.text("table.spoken-of"), columns, rows, language.text("table.spoken-of.note"))
    block = TableBlock(with_barred_note(table, view), f"{view.benchmark}-groups", captioned=False)
    return [
        Fold(language.text("page.spoken-of"), [Paragraph(language.text("spoken-of.reading"), screen_only=True), block])
    ]


def _share(hits: list[bool]) -> float:
    return 100 * sum(hits) / len(hits)


def _cells(hits: list[bool]) -> list[Cell]:
    low, high = exact_interval(_share(hits) / 100, len(hits))
    return [Cell(sum(hits), of=len(hits)), Cell(_share(hits), 100 * low, 100 * high)]
