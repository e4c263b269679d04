"""A group as a person names it (*les femmes*, *une infirmière*), and its forms where they are certain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from epicene.data.french import fold, word_list, words
from epicene.data.function_words import grammar
from epicene.mt.lexicon import Gender, folded_words, noun_genders
from epicene.mt.nouns import DETERMINERS
from epicene.mt.plurals import english_plural, french_plural

_MASCULINE = word_list(
    """homme garçon monsieur père mari fils frère oncle grand-père papa roi étudiant retraité chômeur ouvrier patron
    musulman chrétien juif croyant migrant immigré réfugié citadin campagnard paysan provincial rural"""
)
_FEMININE = word_list(
    """femme fille dame mère épouse soeur tante grand-mère maman reine personne étudiante retraitée chômeuse ouvrière
    patronne musulmane chrétienne juive croyante migrante immigrée réfugiée citadine campagnarde paysanne provinciale
    rurale"""
)
_PLURAL = {"fr": french_plural, "en": english_plural}
_PLURAL_DETERMINERS = frozenset(word_list("les des ces aux mes tes ses nos vos leurs quelques plusieurs deux trois"))


@dataclass(frozen=True, slots=True)
class Group:
    """`determiner` is folded and empty where none was given; `noun` stands as it was written."""

    determiner: str
    noun: str
    language: str

    @property
    def gender(self) -> Gender | None:
        """What the determiner says, else what is known of the noun; None where neither tells."""
        if self.language != "fr":
            return None
        return DETERMINERS.get(self.determiner) or _genders().get(folded_words(self.noun))

    @property
    def inflects(self) -> bool:
        """Whether its plural can be made."""
        return self.language in _PLURAL

    def plural(self) -> str:
        return _PLURAL[self.language](self.noun)


def read_group(text: str, language: str) -> Group:
    """Take the determiner off; what is left is the noun, with its adjectives."""
    found = words(text.strip())
    first = fold(found[0].text) if found else ""
    has_determiner = len(found) > 1 and first in (grammar(language).determiners | {"l'", "d'"})
    noun = text.strip()[found[1].start :] if has_determiner else text.strip()
    return Group(first if has_determiner else "", noun, language)


def is_plural(determiner: str) -> bool:
    return determiner in _PLURAL_DETERMINERS


@cache
def _genders() -> dict[tuple[str, ...], Gender | None]:
    """Genders of nouns in both numbers: occupations, and the groups that statements most often speak of."""
    singular = dict(noun_genders())
    singular |= {folded_words(noun): Gender.MASCULINE for noun in _MASCULINE}
    singular |= {folded_words(noun): Gender.FEMININE for noun in _FEMININE}
    plural = {folded_words(french_plural(" ".join(noun))): gender for noun, gender in singular.items()}
    return plural | singular
