"""The texts of a test as an adaptation handles them: the context and the three candidates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from epicene.adapt.checking.agreement_leaks import context_give_aways
from epicene.core.errors import InputError
from epicene.core.types import BLANK, INTER, INTRA, Item, Role, Text
from epicene.grammar.words import fold, words
from epicene.kinds.triples.read import ROLES, attribute_span, context_of

CONTEXT = "context"


def texts_of(item: Item) -> dict[str, str]:
    return {CONTEXT: context_of(item)} | {role: text.text for role, text in item.variants.items()}


def with_texts(item: Item, texts: Mapping[str, str], **changes: Any) -> Item:
    """The same test saying something else; what `texts` lacks stays. `changes`: id, language, facets."""
    said = texts_of(item) | dict(texts)
    facets = {**item.facets, **changes.pop("facets", {})}
    if item.facets["task"] == INTRA:
        facets[CONTEXT] = said[CONTEXT]
    variants = {role: _text(item, role, said[CONTEXT], said[role]) for role in item.variants}
    return replace(item, **changes, variants=variants, facets=facets)


def _text(item: Item, role: Role, context: str, sentence: str) -> Text:
    old = item.variants[role]
    if item.facets["task"] == INTRA:
        return Text(sentence, id=old.id, span=attribute_span(context, sentence))
    return Text(sentence, id=old.id, context=context)


def attribute(item: Item, role: Role) -> str:
    """What stands in BLANK's place in a candidate; empty where the candidate does not fit its context."""
    text = item.variants.get(role)
    return text.text[slice(*text.span)] if text and text.span else ""


def filled(context: str, attribute: str) -> str:
    return context.replace(BLANK, attribute)


def triple_give_aways(item: Item) -> Iterator[str]:
    """What is wrong between a context and its attributes, a sentence each."""
    if item.facets["task"] == INTRA and item.language.split("-")[0] == "fr":
        attributes = [text.text[slice(*text.span)] for text in item.variants.values() if text.span]
        yield from context_give_aways(context_of(item).split(BLANK)[0], attributes)


def to_edit(item: Item) -> dict[str, str]:
    """What a person starts from: the draft; within a sentence, the context and each attribute that is known."""
    if item.facets["task"] == INTER:
        return texts_of(item)
    return {CONTEXT: context_of(item), **{role: attribute(item, role) for role in ROLES}}


def edited(item: Item, cells: Mapping[str, str], where: str) -> dict[str, str]:
    """Candidates from cells that have whole sentences, or only what stands in the place of BLANK."""
    if item.facets["task"] != INTRA:
        return dict(cells)
    context = cells[CONTEXT]
    if context.count(BLANK) != 1:
        raise InputError(f"{where}: the context of {item.id} must have {BLANK} exactly once.")
    for name, text in cells.items():
        if name != CONTEXT and _no_attribute(context, text):
            raise InputError(
                f"{where}: “{text}” ({name} of {item.id}) is a sentence that does not fit the context "
                f"“{context}”; write only what stands in the place of {BLANK}."
            )
    return {name: text if name == CONTEXT else sentence_in(context, text) for name, text in cells.items()}


def sentence_in(context: str, text: str) -> str:
    """A candidate from a cell: a whole sentence that fits the context stays, anything else goes into the blank."""
    return text if attribute_span(context, text) else filled(context, text)


def _no_attribute(context: str, text: str) -> bool:
    """Whether a cell holds a sentence that does not fit the context: put into the blank it would be nonsense."""
    if attribute_span(context, text):
        return BLANK in text
    around, own = ({fold(word.text) for word in words(part) if not word.is_mark} for part in (context, text))
    repeats = len(around & own) > 1 and 2 * len(around & own) >= len(around - {fold(BLANK)})
    return BLANK in text or repeats or (text[0].isupper() and text[-1] in ".!?…")
