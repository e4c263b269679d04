"""What was done to an item on its way into another language, in the words of the two studies that counted it.

The first twelve are those of French CrowS-Pairs (Névéol et al. 2022, table 2, in its order), the others StereoSet-fr's
(Adam-Cuvillier et al. 2024, section 2.1).
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from epicene.core.catalogues import read_catalogue
from epicene.core.command_language import said, spoken
from epicene.core.errors import InputError
from epicene.grammar.word_patterns import fold


class Label(StrEnum):
    """The values are written to tables and files and stay as they are."""

    US_CULTURE = "US culture"
    UNTRANSLATABLE = "untranslatable"
    NAME = "name"
    ORIGIN = "origin"
    COUNTRY = "country"
    RELIGION = "religion"
    SPORT = "sport"
    FOOD = "food"
    OTHER = "other"
    NON_MINIMAL = "non minimal"
    DOUBLE_SWITCH = "double switch"
    MISMATCH = "mismatch"
    UNIFORMISED = "uniformised"
    PLURAL = "put in the plural"
    SYNONYM = "synonym"
    UNRELATED = "unrelated rewritten"
    REMOVED = "removed"
    DOUBLED = "doubled"


LANGUAGES = ("fr", "en")
_SEPARATOR = re.compile(r"[;,/|+]")


@cache
def messages(language: str) -> Mapping[str, Any]:
    """What people read of an adaptation."""
    if language not in LANGUAGES:
        raise InputError(
            "There is no --lang {language!r}. Known: {looks}.", language=language, looks=", ".join(LANGUAGES)
        )
    return read_catalogue("epicene.adapt", language)


def _known() -> dict[str, Label]:
    names = {fold(name): Label(label) for code in LANGUAGES for label, name in messages(code)["labels"].items()}
    return names | {fold(label): label for label in Label}


def read_labels(text: str, where: str) -> tuple[Label, ...]:
    """The labels of a cell, in French or English, separated by semicolons or commas; each once, in our order."""
    known, names = _known(), messages(spoken())["labels"]
    found = set()
    for part in filter(None, (part.strip() for part in _SEPARATOR.split(text))):
        if fold(part) not in known:
            near = difflib.get_close_matches(fold(part), known, n=1)
            hint = said(" Did you mean {near!r}?", near=names[known[near[0]]]) if near else ""
            raise InputError(
                "{where}: there is no label {part!r}.{hint} Known: {known}.",
                where=where,
                part=part,
                hint=hint,
                known=", ".join(names.values()),
            )
        found.add(known[fold(part)])
    return tuple(label for label in Label if label in found)


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """How many items carry each label, and how many carry any: `total` counts items, `n_labels` labels."""

    counts: Mapping[Label, int]
    total: int
    n_labels: int
    n_items: int


def count_labels(labels: Mapping[str, Sequence[Label]], n_items: int) -> LabelCounts:
    """Counts by label over item ids, as in table 2 of French CrowS-Pairs, whose total counts pairs: a pair that
    carries two labels is in two rows and once in the total (670 pairs, 711 labels)."""
    counter = Counter(label for item_labels in labels.values() for label in item_labels)
    counts = {label: counter[label] for label in Label if counter[label]}
    total = sum(1 for item_labels in labels.values() if item_labels)
    return LabelCounts(counts, total, counter.total(), n_items)
