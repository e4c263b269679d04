"""First names worn in France and in English-speaking countries, to see how often a set names a group by one.

Our own list, from general knowledge: common names of several generations and origins, in both languages' spellings.
Names that are common words, places or faiths when capitalised (France, Christian, Jordan, Rose, Will) are left out.
"""

from __future__ import annotations

import re

from epicene.grammar.tables import read_words
from epicene.grammar.word_patterns import APOSTROPHES, fold, without_accents, words

_PARTS = re.compile(rf"[{APOSTROPHES}‐‑-]")


def _bare(name: str) -> str:
    """Without case and accents: Emilie is Émilie."""
    return without_accents(fold(name))


FIRST_NAMES = frozenset(_bare(name) for name in read_words("grammar/first_names.txt"))


def has_first_name(text: str) -> bool:
    """Whether a capitalised word of the text, or a part of it (Jean-Pierre, Amy's), is a first name we know."""
    parts = (part for word in words(text) for part in _PARTS.split(word.text))
    return any(part[:1].isupper() and _bare(part) in FIRST_NAMES for part in parts)
