"""Tests of three candidates, for the tests of this room."""

from __future__ import annotations

from epicene.core.types import INTER, INTRA, Item, Text
from epicene.kinds.triples.read import ROLES, attribute_span


def within(context: str, *sentences: str, id: str = "1", language: str = "fr") -> Item:
    """A test within a sentence; sentences without a blank to fill are attributes."""
    texts = [
        text if attribute_span(context, text) or " " in text else context.replace("BLANK", text) for text in sentences
    ]
    spans = [attribute_span(context, text) for text in texts]
    variants = {role: Text(text, role, "", span) for role, text, span in zip(ROLES, texts, spans, strict=True)}
    return Item(id, variants, language, "gender", "t", {"task": INTRA, "context": context}, 1)


def across(context: str, *sentences: str, id: str = "1", language: str = "fr") -> Item:
    variants = {role: Text(text, role, context) for role, text in zip(ROLES, sentences, strict=True)}
    return Item(id, variants, language, "gender", "t", {"task": INTER}, 1)
