"""French nouns: plurals and the way back, compounds with the mark on their head; and gender, as far as a table or a
sure ending tells it."""

from __future__ import annotations

import re
from functools import lru_cache

from epicene.grammar.gender import Gender
from epicene.grammar.tables import couples, read_table, word_list
from epicene.grammar.word_patterns import APOSTROPHES, fold

_TABLE = read_table("grammar/french/plurals.toml")
_PLURALS, _SINGULARS, _COMPOUNDS = (
    {name: frozenset(map(fold, word_list(words))) for name, words in _TABLE[part].items()}
    for part in ("plurals", "singulars", "compounds")
)
IRREGULAR = {fold(one): many for one, many in couples(_TABLE["irregular"])}
_REGULARISED = {fold(many): one for one, many in couples(_TABLE["irregular"])}
_LINK = re.compile(
    "|".join(
        rf"[ -]d[{APOSTROPHES}]" if link == "d'" else rf"[ -]{link}[ -]"
        for link in word_list(_TABLE["compounds"]["links"])
    )
)


def plural(noun: str) -> str:
    """travail → travaux, chef de projet → chefs de projet, agent secret → agents secrets, sage-femme → sages-femmes."""
    if fold(noun) in _COMPOUNDS["invariable"]:
        return noun
    if link := _LINK.search(noun):
        return plural(noun[: link.start()]) + noun[link.start() :]
    first, *others = noun.split(" ")
    rest = (word if fold(word) in _COMPOUNDS["last_stays"] else _hyphenated(word) for word in others)
    return " ".join([_hyphenated(first), *rest])


def _hyphenated(word: str) -> str:
    folded = fold(word)
    if folded in IRREGULAR or "-" not in word:
        return _simple(word)
    if folded in _COMPOUNDS["invariable"]:
        return word
    *first, last = word.split("-")
    stays = folded in _COMPOUNDS["first_stays_in"]
    parts = [part if stays or fold(part) in _COMPOUNDS["first_stays"] else _simple(part) for part in first]
    return "-".join([*parts, last if fold(last) in _COMPOUNDS["last_stays"] else _simple(last)])


def _simple(word: str) -> str:
    folded = fold(word)
    if folded in IRREGULAR:
        return _cased(IRREGULAR[folded], like=word)
    if not folded or folded.endswith(("s", "x", "z")):
        return word
    if folded in _PLURALS["aux"]:
        return word[:-3] + "aux"
    if folded.endswith("al") and folded not in _PLURALS["als"]:
        return word[:-2] + "aux"
    takes_x = folded in _PLURALS["oux"] or (folded.endswith(("au", "eu")) and folded not in _PLURALS["s"])
    return word + ("x" if takes_x else "s")


def singular(form: str) -> str | None:
    """The singular of a plural noun or adjective, itself where both have one form; None where that cannot be told."""
    folded = fold(form)
    if folded in _REGULARISED:
        return _cased(_REGULARISED[folded], like=form)
    if folded in _SINGULARS["unchanged"] or folded.endswith("z"):
        return form
    if folded.endswith("aux"):
        return _from_aux(form)
    if folded.endswith("x"):
        return form[:-1] if folded[:-1] in _SINGULARS["eu"] | _PLURALS["oux"] else form
    if not folded.endswith("s") or folded.endswith("ss"):
        return None
    if folded.endswith(("ais", "ois")):  # *des balais*, *des Anglais*
        return form[:-1] if folded[:-1] in _SINGULARS["ai_oi"] else None
    return form[:-1]


def _from_aux(form: str) -> str:
    folded = fold(form)
    if folded.endswith("eaux") or folded[:-1] in _SINGULARS["au"]:
        return form[:-1]
    return form[:-3] + ("ail" if folded[:-3] + "ail" in _PLURALS["aux"] else "al")


def _cased(word: str, like: str) -> str:
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


_GENDERS = read_table("grammar/french/gender.toml")
_SORTS = {"feminine": Gender.FEMININE, "masculine": Gender.MASCULINE, "both": None}
_LISTED = {fold(noun): gender for sort, gender in _SORTS.items() for noun in word_list(_GENDERS["nouns"][sort])}
_KNOWN = {fold(plural(noun)): gender for noun, gender in _LISTED.items()} | _LISTED
_ENDINGS = {sort: word_list(endings) for sort, endings in _GENDERS["endings"].items()}
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
