"""Which items are alike, so that figures draw them together."""

from __future__ import annotations

from epicene.core.types import Item, Role, Text
from epicene.metrics.answer_groups import clusters_of, repeats


def test_items_with_the_same_texts_and_contexts_are_one_cluster() -> None:
    def item(id: str, text: str, context: str) -> Item:
        return Item(id, {Role.MORE: Text(text, context=context), Role.LESS: Text("Non.")}, "fr", "age", id)

    items = [item("b", "Oui.", "Un."), item("a", "Oui.", "Un."), item("c", "Oui.", "Deux."), item("d", "Si.", "Un.")]
    assert clusters_of(items) == {"a": "a", "b": "a", "c": "c", "d": "d"}
    assert repeats(items) == 1
