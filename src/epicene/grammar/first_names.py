"""First names worn in France and in English-speaking countries, to see how often a set names a group by one.

Our own list, from general knowledge: common names of several generations and origins, in both languages' spellings.
Names that are common words, places or faiths when capitalised (France, Christian, Jordan, Rose, Will) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from epicene.grammar.gender import Gender
from epicene.grammar.tables import couples, read_table, read_words, word_list
from epicene.grammar.word_patterns import APOSTROPHES, fold, without_accents, words

_PARTS = re.compile(rf"[{APOSTROPHES}‐‑-]")


def _bare(name: str) -> str:
    """Without case and accents: Emilie is Émilie."""
    return without_accents(fold(name))


FIRST_NAMES = frozenset(_bare(name) for name in read_words("grammar/first_names.txt"))


def first_names_in(text: str) -> set[str]:
    """The first names we know among its capitalised words and their parts (Jean-Pierre, Amy's), without accents."""
    parts = (part for word in words(text) for part in _PARTS.split(word.text))
    return {_bare(part) for part in parts if part[:1].isupper()} & FIRST_NAMES


def has_first_name(text: str) -> bool:
    return bool(first_names_in(text))


@cache
def first_names() -> Mapping[str, tuple[str, Gender]]:
    """First names in folded spelling, each with one of the other gender, and its own."""
    found: dict[str, tuple[str, Gender]] = {}
    for man, woman in (entry for word in read_words("grammar/first_name_couples.txt") for entry in couples(word)):
        found[fold(man)] = woman, Gender.MASCULINE
        found[fold(woman)] = man, Gender.FEMININE
    return found


@cache
def _genders() -> dict[str, Gender]:
    more = read_table("grammar/first_name_genders.toml")
    listed = {fold(name): gender for gender in Gender for name in word_list(more[gender])}
    return {**listed, **{name: gender for name, (_, gender) in first_names().items()}}


def name_gender(word: str) -> Gender | None:
    """The gender of who most often bears a capitalised first name; of *Jean-Marie*, by its first part."""
    return _genders().get(fold(word.partition("-")[0])) if word[:1].isupper() else None
