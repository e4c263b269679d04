"""What a translation broke in a pair."""

from __future__ import annotations

from collections.abc import Iterator

from epicene.adapt.checking.agreement_leaks import shared_give_aways
from epicene.adapt.checking.bias_terms import mismatch
from epicene.adapt.checking.translation_check import DOUBLE_SWITCH, GIVE_AWAY, MISMATCH, NOT_MINIMAL
from epicene.core.types import Item, Role
from epicene.data.checking.differences import differences, plain
from epicene.grammar.languages import grammar
from epicene.kinds.pairs.check import troubles


def broken_pair(item: Item) -> Iterator[tuple[str, str]]:
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
    for message in pair_give_aways(more, less, item.language):
        yield GIVE_AWAY, message


def pair_give_aways(more: str, less: str, language: str) -> Iterator[str]:
    """What spelling shows for sure, which is known for French only."""
    return shared_give_aways(more, less) if language.split("-")[0] == "fr" else iter(())
