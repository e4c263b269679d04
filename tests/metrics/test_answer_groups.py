"""Which items are alike, so that figures draw them together."""

from __future__ import annotations

from epicene.core.language import Language
from epicene.core.types import Item, Role, Text
from epicene.metrics.answer_groups import clusters_of, group_name, repeats


def test_items_with_the_same_texts_and_contexts_are_one_cluster() -> None:
    def item(id: str, text: str, context: str) -> Item:
        return Item(id, {Role.MORE: Text(text, context=context), Role.LESS: Text("Non.")}, "fr", "age", id)

    items = [item("b", "Oui.", "Un."), item("a", "Oui.", "Un."), item("c", "Oui.", "Deux."), item("d", "Si.", "Un.")]
    assert clusters_of(items) == {"a": "a", "b": "a", "c": "c", "d": "d"}
    assert repeats(items) == 1


def test_a_group_of_somebodys_own_is_shown_in_words_and_a_known_one_by_its_name() -> None:
    names = {group: group_name(group, Language("en")) for group in ("Social_and_economic_status", "x=low_income", "_")}
    assert names == {
        "Social_and_economic_status": "Social and economic status",
        "x=low_income": "x: low income",
        "_": "_",
    }
    assert group_name("autre", Language("fr")) == "Autre"
