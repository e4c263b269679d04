"""The gender of French nouns, as far as a table or a sure ending tells it."""

from __future__ import annotations

from functools import lru_cache

from epicene.grammar.french.number import plural, singular
from epicene.grammar.gender import Gender
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.words import fold

_TABLE = read_table("french/gender.toml")
_SORTS = {"feminine": Gender.FEMININE, "masculine": Gender.MASCULINE, "both": None}
_LISTED = {fold(noun): gender for sort, gender in _SORTS.items() for noun in word_list(_TABLE["nouns"][sort])}
_KNOWN = {fold(plural(noun)): gender for noun, gender in _LISTED.items()} | _LISTED
_ENDINGS = {sort: word_list(endings) for sort, endings in _TABLE["endings"].items()}
_SHORTEST = 5  # what is shorter has no ending to speak of


@lru_cache(maxsize=4096)
def noun_gender(noun: str) -> Gender | None:
    """The gender of a noun in either number; of several words, that of the first."""
    word = _singular(noun)
    if word in _KNOWN:
        return _KNOWN[word]
    if len(word) < _SHORTEST:
        return None
    if word.endswith((*_ENDINGS["feminine"], *_ENDINGS["feminine_thing"])):
        return Gender.FEMININE
    return Gender.MASCULINE if word.endswith(_ENDINGS["masculine_thing"]) else None


def person_gender(noun: str) -> Gender | None:
    """The gender that a word for a person most likely marks by its form: a guess, for words that no lexicon has."""
    word = _singular(noun)
    if not word or word in _KNOWN:
        return _KNOWN.get(word)
    if word.endswith((*_ENDINGS["feminine"], *_ENDINGS["woman"])):
        return Gender.FEMININE
    return None if word.endswith("e") else Gender.MASCULINE


def _singular(noun: str) -> str:
    word = fold(noun).split(" ")[0]
    return word if word in _KNOWN else singular(word) or word.removesuffix("s")
