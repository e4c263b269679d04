"""The texts of a test as an adaptation handles them: the context and the three candidates, and what a translation broke
in them (the context, agreement, the sense of the absurd one)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from epicene.adapt.translation_check import CONTEXT as MISFIT
from epicene.adapt.translation_check import GIVE_AWAY, LOST_BLANK, SENSIBLE, context_give_aways
from epicene.core.kinds import IDENTICAL
from epicene.core.types import BLANK, INTRA, Item, Role
from epicene.grammar.languages import grammar
from epicene.grammar.word_patterns import fold, words
from epicene.kinds.triples.read import candidate, context_of

CONTEXT = "context"
_STEM = 4


def texts_of(item: Item) -> dict[str, str]:
    return {CONTEXT: context_of(item)} | {role: text.text for role, text in item.variants.items()}


def with_texts(item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
    """The same test saying something else; what `texts` lacks stays. `changes`: id, language, facets."""
    texts = texts_of(item) | dict(texts)
    facets = {**item.facets, **changes.pop("facets", {})}
    if item.facets["task"] == INTRA:
        facets[CONTEXT] = texts[CONTEXT]
    variants = {
        role: candidate(item.facets["task"], texts[CONTEXT], texts[role], old.id) for role, old in item.variants.items()
    }
    return replace(item, **changes, variants=variants, facets=facets)


def attribute(item: Item, role: Role) -> str:
    """What stands in BLANK's place in a candidate; empty where the candidate does not fit its context."""
    text = item.variants.get(role)
    return text.text[slice(*text.span)] if text and text.span else ""


def triple_give_aways(item: Item) -> Iterator[str]:
    """What is wrong between a context and its attributes, a sentence each."""
    if item.facets["task"] == INTRA and item.language.split("-")[0] == "fr":
        attributes = [text.text[slice(*text.span)] for text in item.variants.values() if text.span]
        yield from context_give_aways(context_of(item).split(BLANK)[0], attributes)


def broken_triple(item: Item, source: Item | None, alone: str) -> Iterator[tuple[str, str]]:
    context = context_of(item)
    folded = {role: _folded(text.text) for role, text in item.variants.items()}
    if folded[Role.STEREOTYPE] == folded[Role.ANTI]:
        yield IDENTICAL, f"the stereotype and the anti-stereotype are the same: “{item.variants[Role.ANTI].text}”"
    if item.facets["task"] != INTRA:
        if folded[Role.UNRELATED] in (folded[Role.STEREOTYPE], folded[Role.ANTI]):
            yield SENSIBLE, "the unrelated candidate is the same as another"
        return
    if BLANK in context and context.count(BLANK) != 1:
        yield LOST_BLANK, f"the context has {BLANK} {context.count(BLANK)} times"
    elif BLANK in context:
        for role, text in item.variants.items():
            if text.span is None:
                yield MISFIT, f"{role}: “{text.text}” does not fit its context “{context}”"
    for message in triple_give_aways(item):
        yield GIVE_AWAY, message
    if became := _sensible(item, source, alone):
        yield SENSIBLE, became


def _sensible(item: Item, source: Item | None, alone: str) -> str | None:
    """An absurd candidate that says the same as a sensible one, or whose absurd word the translation has changed."""
    absurd = attribute(item, Role.UNRELATED)
    for role in (Role.STEREOTYPE, Role.ANTI):
        other = attribute(item, role)
        if absurd and other and grammar(item.language).agree(absurd, other):
            return f"the unrelated candidate says the same as the {role} one: “{absurd}”"
    text = absurd or item.variants[Role.UNRELATED].text  # a sentence that does not fit its context has no attribute
    if alone and source is not None and not _kin(text, alone, item.language):
        meant = attribute(source, Role.UNRELATED)
        if absurd:
            return f"“{meant}” is “{alone}” by itself but became “{absurd}” in the sentence: is it still absurd?"
        return f"“{meant}” is “{alone}” by itself, which is not in “{text}”: is it still absurd?"
    return None


def _folded(text: str) -> list[str]:
    return [fold(word.text) for word in words(text) if not word.is_mark]


def _kin(candidate: str, other: str, language: str) -> bool:
    """Whether two texts share a word in any form, or the beginning of one; small words say nothing."""
    agree = grammar(language).agree
    first, second = (_content(text, language) for text in (candidate, other))
    return any(agree(a, b) or (len(a) >= _STEM and a[:_STEM] == b[:_STEM]) for a in first for b in second)


def _content(text: str, language: str) -> list[str]:
    """The words of a text without small ones; all of them where it has no others."""
    folded = _folded(text)
    return [word for word in folded if not grammar(language).is_function(word)] or folded
