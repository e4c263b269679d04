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

from epicene.adapt.adaptation_items import attribute, texts_of
from epicene.adapt.checking.agreement_leaks import pair_give_aways, triple_give_aways
from epicene.adapt.checking.bias_terms import mismatch
from epicene.adapt.checking.untranslated_text import remnant
from epicene.core.types import Item, Role
from epicene.data.checking.check import UNUSABLE, WARNING, Finding
from epicene.data.checking.differences import differences, plain
from epicene.data.checking.minimal_pairs import troubles
from epicene.data.datasets import IDENTICAL, find_unusable
from epicene.data.triples import BLANK, EMPTY, INTRA, LABELS, NO_BLANK, ROLES, context_of, is_triple
from epicene.grammar.languages import grammar
from epicene.grammar.words import fold, words

CONTEXT, LOST_BLANK, NOT_MINIMAL, DOUBLE_SWITCH = "context", "blank", "not-minimal", "double-switch"
MISMATCH, GIVE_AWAY, UNTRANSLATED, SENSIBLE = "mismatch", "give-away", "untranslated", "sensible"
MISSING = "missing"
KINDS = (CONTEXT, LOST_BLANK, NOT_MINIMAL, DOUBLE_SWITCH, MISMATCH, GIVE_AWAY, UNTRANSLATED, SENSIBLE)
_MEANING = {
    IDENTICAL: "the two sentences are identical",
    EMPTY: "a sentence is empty",
    LABELS: "there is not exactly one candidate for each label",
    NO_BLANK: f"the context has lost its {BLANK}",
}
_STEM = 4


@dataclass(frozen=True, slots=True)
class Origin:
    """What the items were translated from, where that is known: source items by id, and how the unrelated attribute
    of each test was translated alone."""

    items: Mapping[str, Item] = field(default_factory=dict)
    language: str = ""
    unrelated_alone: Mapping[str, str] = field(default_factory=dict)


def check(items: Sequence[Item], path: Path, origin: Origin | None = None) -> list[Finding]:
    """All findings, in the file's order."""
    origin = origin or Origin()
    unusable = find_unusable(items)
    found = []
    for item in items:
        if reason := unusable.get(item.id):
            kind = LOST_BLANK if reason == NO_BLANK else reason if reason in (IDENTICAL, EMPTY) else "labels"
            found.append(Finding(kind, UNUSABLE, item.id, str(path), item.line, _MEANING[reason]))
        kinds = _troubles(item, unusable.get(item.id), origin)
        found += [Finding(kind, WARNING, item.id, str(path), item.line, says) for kind, says in kinds]
    return found


def _troubles(item: Item, unusable: str | None, origin: Origin) -> Iterator[tuple[str, str]]:
    if unusable not in (EMPTY, LABELS):
        if is_triple(item):
            yield from _triple_troubles(item, origin)
        elif not unusable:
            yield from _pair_troubles(item)
    yield from _remnants(item, origin)


def _pair_troubles(item: Item) -> Iterator[tuple[str, str]]:
    more, less = item.variants[Role.MORE].text, item.variants[Role.LESS].text
    for trouble in troubles(more, less, item.language):
        yield (DOUBLE_SWITCH if trouble.kind == "negation" else NOT_MINIMAL), trouble.message
    is_function = grammar(item.language).is_function
    places = differences(more, less)
    here = [word for place in places for word in plain(place.more) if not is_function(word)]
    there = [word for place in places for word in plain(place.less) if not is_function(word)]
    if types := mismatch(here, there, item.language):
        terms = f"“{' '.join(here)}” / “{' '.join(there)}”"
        yield MISMATCH, f"one term is of the type {types[0]}, the other of {types[1]}: {terms}"
    for message in pair_give_aways(item):
        yield GIVE_AWAY, message


def _triple_troubles(item: Item, origin: Origin) -> Iterator[tuple[str, str]]:
    context = context_of(item)
    said = {role: _folded(text.text) for role, text in item.variants.items()}
    if said[Role.STEREOTYPE] == said[Role.ANTI]:
        yield IDENTICAL, f"the stereotype and the anti-stereotype are the same: “{item.variants[Role.ANTI].text}”"
    if item.facets["task"] != INTRA:
        if said[Role.UNRELATED] in (said[Role.STEREOTYPE], said[Role.ANTI]):
            yield SENSIBLE, "the unrelated candidate is the same as another"
        return
    if BLANK in context and context.count(BLANK) != 1:
        yield LOST_BLANK, f"the context has {BLANK} {context.count(BLANK)} times"
    elif BLANK in context:
        for role, text in item.variants.items():
            if text.span is None:
                yield CONTEXT, f"{role}: “{text.text}” does not fit its context “{context}”"
    for message in triple_give_aways(item):
        yield GIVE_AWAY, message
    if became := _sensible(item, origin):
        yield SENSIBLE, became


def _sensible(item: Item, origin: Origin) -> str | None:
    """An absurd candidate that says the same as a sensible one, or whose absurd word the translation has changed."""
    absurd = attribute(item, Role.UNRELATED)
    for role in (Role.STEREOTYPE, Role.ANTI):
        other = attribute(item, role)
        if absurd and other and grammar(item.language).agree(absurd, other):
            return f"the unrelated candidate says the same as the {role} one: “{absurd}”"
    said = absurd or item.variants[Role.UNRELATED].text  # a sentence that does not fit its context has no attribute
    alone = origin.unrelated_alone.get(item.id, "")
    if alone and item.id in origin.items and not _kin(said, alone, item.language):
        meant = attribute(origin.items[item.id], Role.UNRELATED)
        became = f" but became “{absurd}” in the sentence" if absurd else f", which is not in “{said}”"
        return f"“{meant}” is “{alone}” by itself{became}: is it still absurd?"
    return None


def _folded(text: str) -> list[str]:
    return [fold(word.text) for word in words(text) if not word.is_mark]


def _kin(one: str, other: str, language: str) -> bool:
    """Whether two texts share a word in any form, or the beginning of one; small words say nothing."""
    agree = grammar(language).agree
    first, second = (_content(text, language) for text in (one, other))
    return any(agree(a, b) or (len(a) >= _STEM and a[:_STEM] == b[:_STEM]) for a in first for b in second)


def _content(text: str, language: str) -> list[str]:
    """The words of a text without small ones; all of them where it has no others."""
    found = _folded(text)
    return [word for word in found if not grammar(language).is_function(word)] or found


def _remnants(item: Item, origin: Origin) -> Iterator[tuple[str, str]]:
    source = origin.items.get(item.id)
    before = texts_of(source) if source else {}
    language = origin.language.split("-")[0]
    target = item.language.split("-")[0]
    if not language or language == target:
        return
    for name, text in texts_of(item).items():
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
    return f"{len(broken)} of {len(items)} items ({_percent(len(broken), len(items))}) broke: {listed}."


def structure(items: Sequence[Item]) -> dict[str, int] | None:
    """Within a sentence: how many candidates do not fit their context, of how many, in how many tests, of how many."""
    tests = [item for item in items if item.facets.get("task") == INTRA]
    if not tests:
        return None
    loose = [[role for role in ROLES if role in test.variants and not test.variants[role].span] for test in tests]
    return {
        "sentences_broken": sum(map(len, loose)),
        "sentences": sum(len(test.variants) for test in tests),
        "tests_broken": sum(1 for roles in loose if roles),
        "tests": len(tests),
    }


def structure_line(counts: Mapping[str, int]) -> str:
    sentences = _percent(counts["sentences_broken"], counts["sentences"])
    tests = _percent(counts["tests_broken"], counts["tests"])
    return (
        f"Within a sentence, {counts['sentences_broken']} of {counts['sentences']} candidates ({sentences}) do not fit "
        f"their context, in {counts['tests_broken']} of {counts['tests']} tests ({tests})."
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "0 %"
