"""Before which words *le*, *de* and *que* lose their vowel: l’ami, l’hôtesse, but le héros, le onze."""

from __future__ import annotations

import re
from functools import lru_cache

from epicene.grammar.tables import couples, read_table, word_list
from epicene.grammar.word_patterns import fold, without_accents

_TABLE = read_table("grammar/french/elision.toml")
ELIDED = dict(couples(_TABLE["always"]))
WHOLE = {short: whole for whole, short in reversed(ELIDED.items())}  # of two with one elided form, the first: l' is le
_BEFORE_SOME = {
    whole: frozenset(word_list(entry["words"])) for entry in _TABLE["before"] for whole, _ in couples(entry["elided"])
}
# Whole and elided forms, those too that elide before some words only.
ELISIONS = [*ELIDED.items(), *(couple for entry in _TABLE["before"] for couple in couples(entry["elided"]))]
_ASPIRED, _MUTE = word_list(_TABLE["h"]["aspired"]), word_list(_TABLE["h"]["mute"])
_UNELIDED = re.compile(_TABLE["vowels"]["unelided"])
_Y_ELIDED = word_list(_TABLE["vowels"]["elided"])
_VOWELS = frozenset("aeiou")

_ONE = frozenset(("un", "une"))  # may be a number or a front page, and then stands whole after these
_BEFORE_ONE = frozenset(("le", "la", "de"))  # and before a spelt letter
_LETTERS_THAT_ARE_WORDS = frozenset(("à", "y"))


@lru_cache(maxsize=4096)  # the same words in sentence after sentence
def elides(word: str) -> bool:
    """Whether a vowel is lost before this word."""
    plain = fold(word)
    if plain.startswith("h"):
        return not plain.startswith(_ASPIRED) or plain.startswith(_MUTE)
    if _UNELIDED.fullmatch(plain):
        return False
    bare = without_accents(plain)
    if bare.startswith("y"):
        # y + consonant is a vowel (Yves, ypérite), y + vowel a glide (yaourt), but for three old words.
        return bare[1:2] not in _VOWELS or bare.startswith(_Y_ELIDED)
    return bare[:1] in _VOWELS


def elided(word: str, following: str) -> str:
    """*de* or *d’*, whichever of the two was given, as the next word wants it; other words as they are."""
    whole = WHOLE.get(word, word)
    return ELIDED[whole] if whole in ELIDED and elides(following) else whole


def lacks_elision(word: str, following: str) -> bool:
    """Whether a word should have lost its vowel before the next: *que Ibrahima*.

    What usage leaves open is no fault: names with an h, acronyms, spelt letters, *la une*, *de un à dix*.
    """
    first, second = fold(word), fold(following)
    if first in _BEFORE_SOME:
        return second in _BEFORE_SOME[first]
    if first not in ELIDED or not elides(following):
        return False
    if len(second) == 1:
        return following in _LETTERS_THAT_ARE_WORDS and first not in _BEFORE_ONE
    if following.isupper() or following.startswith("H"):
        return False
    return not (first in _BEFORE_ONE and second in _ONE)
