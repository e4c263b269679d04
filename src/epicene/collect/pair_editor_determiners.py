"""The words before a noun, once another noun stands there: *le boulanger* → *l’ouvrier*, *du père* → *de la mère*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from epicene.data.french import elides, word_list
from epicene.mt.lexicon import Gender
from epicene.mt.nouns import definite, demonstrative, indefinite
from epicene.mt.plurals import english_article

_DEFINITE = frozenset(word_list("le la l' du au"))
_CONTRACTED = {"du": "de", "au": "à"}
_CONTRACTIONS = {("de", "le"): "du", ("à", "le"): "au"}
_POSSESSIVES = {form: f"{form[0]}on" for form in word_list("mon ma ton ta son sa")}
_ELIDING = {"de": "d'", "d'": "d'", "que": "qu'", "qu'": "qu'"}
_UNELIDED = {"d'": "de", "qu'": "que"}
_TWO_FORMS = {
    form: tuple(couple) for couple in (word_list("aucun aucune"), word_list("certain certaine")) for form in couple
}


@dataclass(frozen=True, slots=True)
class Before:
    """So many words before the noun give way to `text`; `sure` is False where the noun's gender would have to be known.

    `text` ends in an apostrophe where it elides; with nothing to change, `count` is 0.
    """

    count: int = 0
    text: str = ""
    sure: bool = True


def before_noun(preceding: Sequence[str], noun: str, gender: Gender | None, language: str) -> Before:
    """`preceding` are the folded words in front, nearest last."""
    if not preceding:
        return Before()
    if language == "en":
        return Before(1, english_article(noun)) if preceding[-1] in ("a", "an") else Before()
    return _french(preceding, noun, gender) if language == "fr" else Before()


def _french(preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
    last = preceding[-1]
    if last in _DEFINITE:
        return _definite(preceding, noun, gender)
    if last in _ELIDING:
        return Before(1, _ELIDING[last] if elides(noun) else _UNELIDED.get(last, last))
    if last in _POSSESSIVES and elides(noun):
        return Before(1, _POSSESSIVES[last])
    if gender is None:
        return Before(sure=last not in (*_POSSESSIVES, *_TWO_FORMS, "un", "une", "ce", "cet", "cette"))
    if last in ("un", "une"):
        return Before(1, indefinite(gender))
    if last in ("ce", "cet", "cette"):
        return Before(1, demonstrative(noun, gender))
    if last in _POSSESSIVES:
        return Before(1, _POSSESSIVES[last] if gender is Gender.MASCULINE else f"{last[0]}a")
    if last in _TWO_FORMS:
        return Before(1, _TWO_FORMS[last][gender is Gender.FEMININE])
    return Before()


def _definite(preceding: Sequence[str], noun: str, gender: Gender | None) -> Before:
    """*le*, *la*, *l’*, and what *de* and *à* make of them."""
    last = preceding[-1]
    apart = preceding[-2] if last not in _CONTRACTED and len(preceding) > 1 else ""
    preposition = _CONTRACTED.get(last, apart if apart in ("de", "à") else "")
    if gender is None and not elides(noun):
        return Before(sure=False)
    article = definite(noun, gender or Gender.MASCULINE)
    both = _CONTRACTIONS.get((preposition, article), f"{preposition} {article}".strip())
    return Before(2 if preposition == apart != "" else 1, both)
