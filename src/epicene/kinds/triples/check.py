"""What can be wrong with a test of three candidates, besides what makes it unusable."""

from __future__ import annotations

from collections.abc import Iterator

from epicene.core.kinds import Trouble
from epicene.core.types import BLANK, INTER, Item
from epicene.data.checking.text_checks import wording_troubles
from epicene.data.vocabulary import DOMAINS
from epicene.kinds.triples.read import context_of


def triple_troubles(item: Item) -> Iterator[Trouble]:
    """Kind, severity and message of all that is wrong with a test."""
    if item.category not in DOMAINS:
        yield "domain", "warning", f"the domain {item.category!r} is none of {', '.join(DOMAINS)}"
    yield from _same_candidates(item)
    yield from (_across if item.facets["task"] == INTER else _within)(item)


def _same_candidates(item: Item) -> Iterator[Trouble]:
    texts = [text.text for text in item.variants.values()]
    same = [role for role, text in item.variants.items() if texts.count(text.text) > 1]
    if same:
        yield "same-candidates", "warning", f"{', '.join(same)}: the same sentence under different labels"


def _across(item: Item) -> Iterator[Trouble]:
    """Candidates are sentences of their own, so each is looked at alone, and so is the context."""
    context = context_of(item)
    if BLANK in context:
        yield "blank", "warning", f"the context has {BLANK}, but the candidates are next sentences"
    yield from wording_troubles({"context": context})
    for role, text in item.variants.items():
        yield from wording_troubles({role: text.text})


def _within(item: Item) -> Iterator[Trouble]:
    context = context_of(item)
    yield from wording_troubles({role: text.text for role, text in item.variants.items()})
    if (count := context.count(BLANK)) != 1:
        yield "blank", "warning", f"the context has {BLANK} {count} times, so no attribute can be found"
        return
    for role, text in item.variants.items():
        if text.span is None:
            yield "context", "warning", f"{role}: “{text.text}” does not fit its context “{context}”"
    fitting = {role: (text.text, text.span) for role, text in item.variants.items() if text.span}
    spelled = [role for role, (sentence, _) in fitting.items() if not _letter_by_letter(context, sentence)]
    if spelled:
        yield "context-spelling", "note", f"{', '.join(spelled)}: fits its context but for case, marks or outer spaces"
    several = [role for role, (sentence, span) in fitting.items() if len(sentence[slice(*span)].split()) > 1]
    if several:
        yield "multi-word", "note", f"{', '.join(several)}: the attribute has several words"


def _letter_by_letter(context: str, sentence: str) -> bool:
    before, after = context.split(BLANK)
    return sentence.startswith(before) and sentence.endswith(after)
