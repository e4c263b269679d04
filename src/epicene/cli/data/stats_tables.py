"""The tables of `epicene data stats`, one for each kind of data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from epicene.data.datasets import Dataset
from epicene.data.pair_stats import ALL, GroupStats, stats
from epicene.data.triple_stats import TripleStats, triple_stats
from epicene.data.triples import INTER, INTRA


class Counting(NamedTuple):
    """How a kind of data set is counted, and how its counts are shown: a header, and a row of cells for each group."""

    groups: Callable[[Dataset], Sequence[Any]]
    header: list[str]
    cells: Callable[[Any], list[str]]


def _pair_cells(group: GroupStats) -> list[str]:
    return [
        *(group.group, str(group.n_total), str(group.n_used)),
        *(str(group.directions.get(name, 0)) for name in ("stereo", "antistereo")),
        *(str(group.origins.get(name, 0)) for name in ("native", "translated")),
        *(f"{group.words_mean:.1f}", f"{group.several_places:.0f} %", f"{group.first_names[ALL]:.0f} %"),
        str(group.duplicates),
    ]


def _triple_cells(group: TripleStats) -> list[str]:
    counts = [str(count) for task in (INTRA, INTER) for count in (group.targets[task], group.tests[task])]
    further = [str(group.n_used), str(group.fitting), f"{group.words_mean:.1f}", str(group.duplicates)]
    return [group.group, *counts, *further]


COUNTING: Mapping[str, Counting] = {
    "pairs": Counting(
        stats,
        ["bias type", "pairs", "used", "stereo", "anti", "native", "trans.", "words", "multi", "names", "twice"],
        _pair_cells,
    ),
    "triples": Counting(
        triple_stats,
        ["domain", "intra targets", "tests", "inter targets", "tests", "used", "fitting", "words", "twice"],
        _triple_cells,
    ),
}
