"""`epicene adapt check`: which items a translation broke, and how.

Every kind was met in the two studies this room follows: contexts that no longer agree outside the attribute, pairs no
longer minimal, a negation on one side only, terms of different bias types, agreement that gives the answer away, a lost
BLANK, words left untranslated, absurd candidates that became sensible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from epicene.adapt.checking.defects import MISSING, UNTRANSLATED, percent
from epicene.adapt.checking.untranslated_text import remnant
from epicene.core.kinds import ItemKind
from epicene.core.types import BLANK, Item
from epicene.data.checking.check import UNUSABLE, WARNING, Finding
from epicene.data.datasets import find_unusable


@dataclass(frozen=True, slots=True)
class Origin:
    """What the items were translated from, where that is known: source items by id, and how the unrelated attribute
    of each test was translated alone."""

    items: Mapping[str, Item] = field(default_factory=dict)
    language: str = ""
    unrelated_alone: Mapping[str, str] = field(default_factory=dict)


def check(items: Sequence[Item], path: Path | str, kind: ItemKind, origin: Origin | None = None) -> list[Finding]:
    """All findings, in the file's order."""
    origin = origin or Origin()
    unusable = find_unusable(items, kind)
    found = []
    for item in items:
        if reason := unusable.get(item.id):
            called, says = kind.unusable[reason]
            says = kind.lost.get(reason, says)
            found.append(Finding(called, UNUSABLE, item.id, str(path), item.line, says))
        troubles = [
            *kind.translation_troubles(
                item, unusable.get(item.id), origin.items.get(item.id), origin.unrelated_alone.get(item.id, "")
            ),
            *_remnants(item, kind, origin),
        ]
        found += [Finding(called, WARNING, item.id, str(path), item.line, says) for called, says in troubles]
    return found


def _remnants(item: Item, kind: ItemKind, origin: Origin) -> Iterator[tuple[str, str]]:
    source = origin.items.get(item.id)
    before = kind.texts_of(source) if source else {}
    language = origin.language.split("-")[0]
    target = item.language.split("-")[0]
    if not language or language == target:
        return
    for name, text in kind.texts_of(item).items():
        if left := remnant(text.replace(BLANK, ""), before.get(name, "").replace(BLANK, ""), language, target):
            yield UNTRANSLATED, f"{name}: “{left}” was left in the language of the source"


def missing(items: Sequence[Item], origin: Origin, path: Path, removed: Sequence[str]) -> list[Finding]:
    """Items of the source that are neither here nor removed on purpose."""
    here = {item.id for item in items} | set(removed)
    return [
        Finding(MISSING, WARNING, item_id, str(path), 1, "an item of the source is not here, and nobody removed it")
        for item_id in origin.items
        if item_id not in here
    ]


def summary(findings: Sequence[Finding], items: Sequence[Item]) -> str:
    """One line: how many items broke, and how."""
    broken = {finding.item_id for finding in findings}
    if not findings:
        return f"{len(items)} items, nothing broken."
    kinds = Counter(finding.kind for finding in findings)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return f"{len(broken)} of {len(items)} items ({percent(len(broken), len(items))}) broke: {listed}."
