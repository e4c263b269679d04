"""What a set of triples is made of: table 1 of Adam-Cuvillier et al. 2024, targets and tests by domain and task."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from statistics import mean

from epicene.core.types import INTER, INTRA, Item
from epicene.data.checking.duplicates import duplicates
from epicene.data.datasets import by_category, length


@dataclass(frozen=True, slots=True)
class TripleStats:
    """One domain, or `all`. `targets` and `tests` count by task; `fitting` are the tests within a sentence whose
    candidates all fit their context; `words_mean` is the length of a candidate, punctuation aside."""

    group: str
    n_total: int
    n_used: int
    targets: dict[str, int]
    tests: dict[str, int]
    fitting: int
    words_mean: float
    duplicates: int

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


COLUMNS = ("domain", "intra targets", "tests", "inter targets", "tests", "used", "fitting", "words", "twice")


def triple_stats(items: Sequence[Item], unusable: Collection[str]) -> list[TripleStats]:
    """`all` first, then the domains from the most to the least frequent."""
    return [_group(name, part, unusable) for name, part in by_category(items).items()]


def triple_cells(group: TripleStats) -> list[str]:
    counts = [str(count) for task in (INTRA, INTER) for count in (group.targets[task], group.tests[task])]
    further = [str(group.n_used), str(group.fitting), f"{group.words_mean:.1f}", str(group.duplicates)]
    return [group.group, *counts, *further]


def _group(name: str, items: Sequence[Item], unusable: Collection[str]) -> TripleStats:
    usable = [item for item in items if item.id not in unusable]
    by_task = {task: [item for item in items if item.facets["task"] == task] for task in (INTRA, INTER)}
    return TripleStats(
        group=name,
        n_total=len(items),
        n_used=len(usable),
        targets={task: len({(item.category, item.cluster) for item in part}) for task, part in by_task.items()},
        tests={task: len(part) for task, part in by_task.items()},
        fitting=sum(all(text.span for text in item.variants.values()) for item in usable if item in by_task[INTRA]),
        words_mean=mean([length(text.text) for item in usable for text in item.variants.values()] or [0]),
        duplicates=sum(1 for _ in duplicates(usable)),
    )
