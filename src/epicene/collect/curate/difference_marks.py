"""What differs between the two sentences of a pair, as runs of text to be marked on a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from epicene.data.checking.differences import differences
from epicene.grammar.words import Word


class Run(NamedTuple):
    """A stretch of a sentence; `differs` where the other sentence has something else there."""

    text: str
    differs: bool


def mark_differences(more: str, less: str) -> tuple[list[Run], list[Run]]:
    """Both sentences cut into runs; put together again, the runs are the sentences to the letter."""
    places = differences(more, less)
    return _runs(more, (place.more for place in places)), _runs(less, (place.less for place in places))


def _runs(text: str, places: Iterable[tuple[Word, ...]]) -> list[Run]:
    runs, start = [], 0
    for words in places:
        if words:
            first, last = words[0].start, words[-1].end
            runs += [Run(text[start:first], False), Run(text[first:last], True)]
            start = last
    runs.append(Run(text[start:], False))
    return [run for run in runs if run.text]
