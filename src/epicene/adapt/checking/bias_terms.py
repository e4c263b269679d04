"""Words that name a group, by bias type: enough to see that the two terms of a pair are of different types.

*poor* / *white*: one speaks of money, the other of colour, and nobody knows what a model reacted to. A word in no list
says nothing, and a word in several is of each type, so that only plain mismatches are reported. Words for men and women
name the gender only where they stand alone: *homme d’affaires* is about money, *black woman* about colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from epicene.grammar.languages import grammar
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.word_patterns import fold

_TERMS = read_table("adapt/checking/bias_terms.toml")
# Mixed on purpose: an origin is said by colour or by nation, an orientation by gender (*les couples de femmes*).
_KINDRED = frozenset({frozenset({"race-color", "nationality"}), frozenset({"gender", "sexual-orientation"})})


@cache
def _table(language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for bias_type, terms in _TERMS.get(language, {}).items():
        for term in word_list(terms):
            for form in {fold(term), *(grammar(language).lemmas(term) if language == "fr" else ())}:
                found.setdefault(form, set()).add(bias_type)
    return {form: frozenset(types) for form, types in found.items()}


def has_terms(language: str) -> bool:
    """Whether we know words for groups in it."""
    return language.split("-")[0] in _TERMS


def bias_types(words: Iterable[str], language: str) -> frozenset[str]:
    """Every type that one of these words may name."""
    code = language.split("-")[0]
    table = _table(code)
    return frozenset(t for word in words for form in grammar(code).lemmas(word) for t in table.get(form, ()))


def mismatch(more: Iterable[str], less: Iterable[str], language: str) -> tuple[str, str] | None:
    """The two types where the terms of a pair are plainly of different ones."""
    one, other = (bias_types(side, language) or _gender(side, language) for side in map(list, (more, less)))
    if not one or not other or one & other:
        return None
    first, second = sorted(one)[0], sorted(other)[0]
    return None if frozenset((first, second)) in _KINDRED else (first, second)


def _gender(words: Sequence[str], language: str) -> frozenset[str]:
    code = language.split("-")[0]
    known = frozenset(fold(word) for word in word_list(_TERMS["gender"].get(code, "")))
    return frozenset({"gender"} if len(words) == 1 and grammar(code).lemmas(words[0]) & known else ())
