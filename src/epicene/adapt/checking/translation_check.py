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

from epicene.core.command_language import in_spoken, said
from epicene.core.kinds import ItemKind
from epicene.core.types import BLANK, Item
from epicene.data.checking.check import UNUSABLE, WARNING, Finding
from epicene.data.datasets import find_unusable
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.word_patterns import Word, fold, words

# What a translation can break, by name; the names are written to tables and stay as they are.
CONTEXT, LOST_BLANK, NOT_MINIMAL, DOUBLE_SWITCH = "context", "blank", "not-minimal", "double-switch"
MISMATCH, GIVE_AWAY, UNTRANSLATED, SENSIBLE = "mismatch", "give-away", "untranslated", "sensible"
MISSING = "missing"
LONGEST_SHARED = 3  # so many words in a row, names aside, are not the same by accident
_TABLE = read_table("adapt/checking/function_words.toml")
# Function words of a language that tell it from others, and those of them that another language has too.
_OWN, _NOT_IN = (
    {language: frozenset(word_list(words)) for language, words in _TABLE[name].items()} for name in ("own", "not_in")
)


def remnant(text: str, source_text: str, source: str, target: str) -> str | None:
    """The words that were not translated, as they stand; None where there are none to be seen."""
    own = words(text)
    if source_text and len(own) >= LONGEST_SHARED and _same(own, words(source_text)):
        return text
    left = _OWN.get(source, frozenset()) - _NOT_IN.get(target, frozenset())
    own_words = (word for word in own if word.start == 0 or not word.text[:1].isupper())  # not *New York Times*
    alone = [word.text for word in own_words if fold(word.text) in left]
    run = _shared_run(own, words(source_text)) if source_text else None
    return run or " ".join(alone) or None


def _same(one: list[Word], other: list[Word]) -> bool:
    return [fold(word.text) for word in one] == [fold(word.text) for word in other]


def _shared_run(own: list[Word], source: list[Word]) -> str | None:
    """The first run of lower-case words, long enough, that stands in the source as well."""
    theirs = " ".join(fold(word.text) for word in source)
    plain = [word for word in own if not word.is_mark]
    for start in range(len(plain) - LONGEST_SHARED + 1):
        run = plain[start : start + LONGEST_SHARED]
        shared = f" {' '.join(fold(word.text) for word in run)} " in f" {theirs} "
        if shared and not any(word.text[:1].isupper() or word.text.isdigit() for word in run):
            return " ".join(word.text for word in run)
    return None


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
            yield UNTRANSLATED, said("{name}: “{left}” was left in the language of the source", name=name, left=left)


def missing(items: Sequence[Item], origin: Origin, path: Path, removed: Sequence[str]) -> list[Finding]:
    """Items of the source that are neither here nor removed on purpose."""
    here = {item.id for item in items} | set(removed)
    message = said("an item of the source is not here, and nobody removed it")
    return [
        Finding(MISSING, WARNING, item_id, str(path), 1, message) for item_id in origin.items if item_id not in here
    ]


def summary(findings: Sequence[Finding], items: Sequence[Item]) -> str:
    """One line: how many items broke, and how."""
    broken = {finding.item_id for finding in findings}
    if not findings:
        return in_spoken(said("{n} items, nothing broken.", n=len(items)))
    kinds = Counter(finding.kind for finding in findings)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    whole = len(broken | {item.id for item in items})  # some may be missing
    broke = "{n} of {whole} items ({percent:.1f}%) broke: {listed}."
    return in_spoken(said(broke, n=len(broken), whole=whole, percent=100 * len(broken) / whole, listed=listed))
