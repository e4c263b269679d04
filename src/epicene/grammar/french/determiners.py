"""French determiners: the form before a noun, and what a form says of the noun behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from epicene.grammar.french.elision import elides
from epicene.grammar.gender import Gender
from epicene.grammar.tables import read_table
from epicene.grammar.word_patterns import fold


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
    forms = {determiner(family, noun, one, plural=plural) for one in ([gender] if gender else Gender)}
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
