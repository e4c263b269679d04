"""What can be wrong with a test of three candidates, besides what makes it unusable, and what a set of them is made of
(table 1 of Adam-Cuvillier et al. 2024: targets and tests by domain and task)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import mean

from epicene.core.kinds import Issue
from epicene.core.types import BLANK, INTER, INTRA, Item
from epicene.data.checking.near_duplicates import duplicates
from epicene.data.checking.text_checks import wording_troubles
from epicene.data.datasets import by_category, length
from epicene.data.vocabulary import DOMAINS
from epicene.kinds.triples.read import context_of


def triple_troubles(item: Item) -> Iterator[Issue]:
    """Kind, severity and message of all that is wrong with a test."""
    if item.category not in DOMAINS:
        yield Issue(
            "domain",
            "warning",
            f"the domain {item.category!r} is none of {', '.join(DOMAINS)}",
        )
    yield from _same_candidates(item)
    yield from (_across if item.facets["task"] == INTER else _within)(item)


def _same_candidates(item: Item) -> Iterator[Issue]:
    texts = [text.text for text in item.variants.values()]
    same = [role for role, text in item.variants.items() if texts.count(text.text) > 1]
    if same:
        yield Issue(
            "same-candidates",
            "warning",
            f"{', '.join(same)}: the same sentence under different labels",
        )


def _across(item: Item) -> Iterator[Issue]:
    """Candidates are sentences of their own, so each is looked at alone, and so is the context."""
    context = context_of(item)
    if BLANK in context:
        yield Issue("blank", "warning", f"the context has {BLANK}, but the candidates are next sentences")
    yield from wording_troubles({"context": context})
    for role, text in item.variants.items():
        yield from wording_troubles({role: text.text})


def _within(item: Item) -> Iterator[Issue]:
    context = context_of(item)
    yield from wording_troubles({role: text.text for role, text in item.variants.items()})
    if (count := context.count(BLANK)) != 1:
        yield Issue(
            "blank",
            "warning",
            f"the context has {BLANK} {count} times, so no attribute can be found",
        )
        return
    for role, text in item.variants.items():
        if text.span is None:
            yield Issue(
                "context",
                "warning",
                f"{role}: “{text.text}” does not fit its context “{context}”",
            )
    fitting = {role: (text.text, text.span) for role, text in item.variants.items() if text.span}
    spelled = [role for role, (sentence, _) in fitting.items() if not _letter_by_letter(context, sentence)]
    if spelled:
        yield Issue(
            "context-spelling",
            "note",
            f"{', '.join(spelled)}: fits its context but for case, marks or outer spaces",
        )
    several = [role for role, (sentence, span) in fitting.items() if len(sentence[slice(*span)].split()) > 1]
    if several:
        yield Issue("multi-word", "note", f"{', '.join(several)}: the attribute has several words")


def _letter_by_letter(context: str, sentence: str) -> bool:
    before, after = context.split(BLANK)
    return sentence.startswith(before) and sentence.endswith(after)


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


def triple_cells(group: TripleStats) -> list[str | int | float]:
    counts = [count for task in (INTRA, INTER) for count in (group.targets[task], group.tests[task])]
    return [group.group, *counts, group.n_used, group.fitting, float(group.words_mean), group.duplicates]


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
