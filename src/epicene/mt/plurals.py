"""Plurals of occupation nouns, French and English: compounds put the mark on their head."""

from __future__ import annotations

import re

from epicene.data.french import word_list

_FRENCH_LINKS = re.compile(r" (?:de|d['’]|du|des|à|en|au)(?: |(?<=['’]))")
_ENGLISH_LINKS = re.compile(r"(?: |-)(?:of|in|at)(?: |-)")
_INVARIABLE = frozenset(word_list("porte-parole porteparole"))
_SECOND_STAYS = frozenset(word_list("radio chasse pêche barrière"))
# First parts of hyphenated nouns that are no noun or adjective of their own here.
_FIRST_STAYS = frozenset(word_list("sous auto gastro oto rhino art baby disc croque vice ex télé"))
_EN_MEN = re.compile(r"(?<![a-z])(\w*?)(?<!sha)(?<!ger)(?<!ro)man$")


def french_plural(noun: str) -> str:
    """chef de projet → chefs de projet, agent secret → agents secrets, sage-femme → sages-femmes."""
    if link := _FRENCH_LINKS.search(noun):
        return french_plural(noun[: link.start()]) + noun[link.start() :]
    return " ".join(_french_word(word) for word in noun.split(" "))


def _french_word(word: str) -> str:
    if word in _INVARIABLE or word in _SECOND_STAYS:
        return word
    *first, last = word.split("-")
    stays = word.startswith("haute-liss")  # from haute lisse, against hautes-commissaires
    parts = [part if stays or part in _FIRST_STAYS else _french_ending(part) for part in first]
    return "-".join([*parts, last if last in _SECOND_STAYS else _french_ending(last)])


def _french_ending(word: str) -> str:
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith("al"):
        return word[:-1] + "ux"
    return word + ("x" if word.endswith(("au", "eu")) else "s")


def english_plural(noun: str) -> str:
    """“head of department” → “heads of department”, “secretary-general” → “secretaries-general”."""
    if link := _ENGLISH_LINKS.search(noun):
        return english_plural(noun[: link.start()]) + noun[link.start() :]
    if noun.endswith("-general"):
        return english_plural(noun.removesuffix("-general")) + "-general"
    if _EN_MEN.search(noun):
        return noun[:-2] + "en"
    if noun.endswith("wife"):
        return noun[:-2] + "ves"
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


_LIKE_YOU = re.compile(r"(?:uni(?!n|m)|uro|ufo|eu|ewe|one\b|use)", re.IGNORECASE)
_SILENT_H = re.compile(r"(?:hour|heir|honest|honou?r)", re.IGNORECASE)


def english_article(noun: str) -> str:
    """a or an, by sound: an usher, a urologist."""
    if noun[:1].lower() in "aeiou":
        return "a" if _LIKE_YOU.match(noun) else "an"
    return "an" if _SILENT_H.match(noun) else "a"
