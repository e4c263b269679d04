"""French words that should have lost their vowel and did not: *que Ibrahima* for *qu’Ibrahima*.

On one side of a pair only, such a slip makes the sentence less likely for a reason that is not the group. What usage
leaves open is not reported: names with an h, acronyms, spelt letters, *la une*, *de un à dix*, *lorsque Anne*.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from epicene.core.types import Item
from epicene.data.french import Word, elides, fold, words
from epicene.data.triples import context_of, is_triple

_ELIDING = frozenset(("que", "de", "le", "la", "ne", "je", "me", "te", "se", "jusque"))
_BEFORE_FEW = frozenset(("lorsque", "puisque", "quoique"))  # *lorsqu’il*, but *lorsque Anne* is as good
_FEW = frozenset(("il", "ils", "elle", "elles", "on", "un", "une", "en"))
_ONE = frozenset(("un", "une"))  # may be a number or a front page, and then stands whole after these
_BEFORE_ONE = frozenset(("le", "la", "de"))  # and before a spelt letter
_LETTERS_THAT_ARE_WORDS = frozenset(("à", "y"))


def elision_troubles(item: Item) -> Iterator[tuple[str, str, str]]:
    """Kind, severity and message, once for an item that lacks an elision."""
    if item.language != "fr":
        return
    texts = [text.text for text in item.variants.values()]
    if is_triple(item):
        texts.append(context_of(item))
    if found := dict.fromkeys(one for text in texts for one in _missing(text)):
        yield "elision", "warning", f"a word is not elided: {', '.join(found)}"


def _missing(text: str) -> Iterator[str]:
    for first, second in pairwise(words(text)):
        if first.end < second.start and _should_elide(first, second):
            yield f"“{first.text} {second.text}”"


def _should_elide(first: Word, second: Word) -> bool:
    word, following = fold(first.text), fold(second.text)
    if word in _BEFORE_FEW:
        return following in _FEW
    if word not in _ELIDING or second.is_mark or not elides(second.text):
        return False
    if len(following) == 1:
        return second.text in _LETTERS_THAT_ARE_WORDS and word not in _BEFORE_ONE
    if second.text.isupper() or second.text.startswith("H"):
        return False
    return not (word in _BEFORE_ONE and following in _ONE)
