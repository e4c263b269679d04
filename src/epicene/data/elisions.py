"""French words that should have lost their vowel and did not: *que Ibrahima* for *qu’Ibrahima*.

On one side of a pair only, such a slip makes the sentence less likely for a reason that is not the group.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from epicene.core.kinds import ItemKind
from epicene.core.types import Item
from epicene.grammar.french.elision import lacks_elision
from epicene.grammar.words import words


def elision_troubles(item: Item, kind: ItemKind) -> Iterator[tuple[str, str, str]]:
    """Kind, severity and message, once for an item that lacks an elision."""
    if item.language != "fr":
        return
    texts = [*(text.text for text in item.variants.values()), *kind.texts_of(item).values()]
    if found := dict.fromkeys(one for text in texts for one in _missing(text)):
        yield "elision", "warning", f"a word is not elided: {', '.join(found)}"


def _missing(text: str) -> Iterator[str]:
    for first, second in pairwise(words(text)):
        if first.end < second.start and lacks_elision(first.text, second.text):
            yield f"“{first.text} {second.text}”"
