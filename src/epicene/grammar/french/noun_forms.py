"""French nouns and what stands before them: elision, determiners, plurals and the way back, compounds with the mark on
their head, and gender, as far as a table or a sure ending tells it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import APOSTROPHES, couples, fold, read_table, without_accents, word_list

_ELISION_TABLE = read_table("grammar/french/elision.toml")
ELIDED = dict(couples(_ELISION_TABLE["always"]))
WHOLE = {short: whole for whole, short in reversed(ELIDED.items())}  # of two with one elided form, the first: l' is le
_BEFORE_SOME = {
    whole: frozenset(word_list(entry["words"]))
    for entry in _ELISION_TABLE["before"]
    for whole, _ in couples(entry["elided"])
}
# Whole and elided forms, those too that elide before some words only.
ELISIONS = [*ELIDED.items(), *(couple for entry in _ELISION_TABLE["before"] for couple in couples(entry["elided"]))]
_ASPIRED, _MUTE = word_list(_ELISION_TABLE["h"]["aspired"]), word_list(_ELISION_TABLE["h"]["mute"])
_UNELIDED = re.compile(_ELISION_TABLE["vowels"]["unelided"])
_Y_ELIDED = word_list(_ELISION_TABLE["vowels"]["elided"])
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


@dataclass(frozen=True, slots=True)
class Family:
    """The forms of one determiner, in the order of the table; empty where there is none."""

    name: str
    sort: str
    forms: Sequence[str]

    def form(self, gender: Gender, *, before_vowel: bool = False, plural: bool = False) -> str:
        return self.forms[(4 if plural else 2 if before_vowel else 0) + (gender is Gender.FEMININE)]

    def genders(self, form: str, *, before_vowel: bool) -> set[Gender]:
        """Those for which a form stands."""
        return {
            gender
            for gender in Gender
            for plural in (False, True)
            if self.form(gender, before_vowel=before_vowel, plural=plural) == form
        }


FAMILIES = {
    name: Family(name, sort, forms)
    for sort, families in read_table("grammar/french/determiners.toml").items()
    for name, forms in families.items()
}
_BY_FORM = {
    form: [family for family in FAMILIES.values() if form in family.forms]
    for every in FAMILIES.values()
    for form in every.forms
    if form
}
DETERMINERS = frozenset(form for form in _BY_FORM if " " not in form)
# What is a determiner wherever it stands before a word, and may be two words: *de la*.
SURE_DETERMINERS = frozenset(form for form, families in _BY_FORM.items() if families[0].sort != "quantity")
_BEFORE_CONSONANT, _BEFORE_VOWEL = (
    {form for family in FAMILIES.values() for form in family.forms[start : start + 2]} for start in (0, 2)
)
ONLY_BEFORE_CONSONANT, ONLY_BEFORE_VOWEL = _BEFORE_CONSONANT - _BEFORE_VOWEL, _BEFORE_VOWEL - _BEFORE_CONSONANT
# *du* is *de* and *le*: what a preposition and an article make of each other.
CONTRACTIONS = {
    contracted: (preposition, article)
    for name, preposition in (("du", "de"), ("au", "à"))
    for contracted, article in zip(FAMILIES[name].forms, FAMILIES["le"].forms, strict=True)
    if " " not in contracted
}


def family_of(determiner: str) -> str | None:
    """The name of the family that a form belongs to: *le* for *la*."""
    families = _BY_FORM.get(fold(determiner))
    return families[0].name if families else None


def determiner(family: str, noun: str, gender: Gender, *, plural: bool = False) -> str:
    """The form of a family before a noun: *cet* of *ce* before *homme*."""
    return FAMILIES[family].form(gender, before_vowel=elides(noun), plural=plural)


def determiner_like(given: str, noun: str, gender: Gender | None, *, plural: bool = False) -> str | None:
    """The form of a determiner's family before another noun; None where there is none, or the gender must be known."""
    family = family_of(given)
    if family is None:
        return None
    forms = {determiner(family, noun, own, plural=plural) for own in ([gender] if gender else Gender)}
    return forms.pop() or None if len(forms) == 1 else None


def is_plural(determiner: str) -> bool:
    form = fold(determiner)
    return any(form in family.forms[4:] for family in _BY_FORM.get(form, []))


def marked_gender(determiner: str, noun: str) -> Gender | None:
    """What a determiner says of the noun behind it: *son* is masculine before a consonant, unmarked before a vowel.

    A determiner that cannot stand before that noun (*le avocat*) says what it says elsewhere.
    """
    form, here = fold(determiner), elides(noun)
    for before_vowel in (here, not here):
        genders = {
            gender for family in _BY_FORM.get(form, []) for gender in family.genders(form, before_vowel=before_vowel)
        }
        if genders:
            return genders.pop() if len(genders) == 1 else None
    return None
