"""The genders of French adjectives and participles. Where no rule is sure, the answer is None: nothing is made up."""

from __future__ import annotations

from functools import lru_cache

from epicene.grammar.french.noun_forms import singular
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import couples, fold, read_table, word_list

_TABLE = read_table("grammar/french/adjectives.toml")
_FEMININES = dict(couples(_TABLE["feminines"]))
_MASCULINES = {feminine: masculine for masculine, feminine in _FEMININES.items()}
_ONE_FORM = frozenset(map(fold, word_list(_TABLE["one_form"])))
_ENDINGS = {name: word_list(endings) for name, endings in _TABLE["endings"].items()}
_TO_FEMININE = dict(couples(_TABLE["endings"]["changing"])) | {ending: f"{ending}e" for ending in _ENDINGS["plain"]}
_LONGEST_FIRST = sorted(_TO_FEMININE, key=len, reverse=True)
_FEMININE = (*_ENDINGS["feminine"], *_ENDINGS["feminine_after_verb"])
_MAY_BE_FEMININE = (*_ENDINGS["feminine"], *_ENDINGS["feminine_with_masculine"])
_POSSIBLE = couples(_TABLE["endings"]["possible"])
# Verbs, as far as agreement needs them: forms of *être* and *avoir* by number, and endings of the plural.
_FORMS = {
    name: frozenset(word_list(forms))
    for name, forms in read_table("grammar/french/function_words.toml")["verbs"].items()
}
SINGULAR_COPULAS, PLURAL_COPULAS, AVOIR = _FORMS["singular"], _FORMS["plural"], _FORMS["avoir"]
COPULAS = SINGULAR_COPULAS | PLURAL_COPULAS | _FORMS["other"]
_VERB_ENDINGS = couples(read_table("grammar/french/agreement.toml")["verbs"])


def feminine(masculine: str) -> str | None:
    """The feminine singular of a masculine singular."""
    word = masculine.lower()
    if word in _FEMININES:
        return _FEMININES[word]
    if word.endswith("e"):
        return word
    if word.endswith("eur"):
        return None  # -euse, -trice, -eure, -eresse: only a list knows
    ending = next((ending for ending in _LONGEST_FIRST if word.endswith(ending)), "")
    return word.removesuffix(ending) + _TO_FEMININE[ending] if ending not in ("", word) else None


def masculine(form: str) -> str | None:
    """The masculine singular of a feminine singular; itself where it has one form for both."""
    word = form.lower()
    if word in _MASCULINES:
        return _MASCULINES[word]
    if fold(word) in _ONE_FORM:
        return word
    if not word.endswith("e"):
        return word if word.endswith(("é", "t", "x", "s")) else None
    if not word.endswith(_MAY_BE_FEMININE):
        return word if is_epicene(word) else None
    if word.endswith("euse"):
        return word[:-2] + "x" if word.endswith("ieuse") else None  # -eux or -eur: only a list knows
    candidates = [
        possible_masculine
        for possible_masculine in possible_masculines(word)
        if possible_masculine != word and feminine(possible_masculine) == word
    ]
    return candidates[0] if len(candidates) == 1 else None


def is_epicene(word: str) -> bool:
    """Whether an ending has one form for both genders: *timide*, *autistes*."""
    return fold(word).removesuffix("s").endswith(_ENDINGS["both"])


def adjective_gender(word: str) -> Gender | None:
    """The gender that a form shows, of what must be an adjective."""
    single = singular(fold(word)) or fold(word)
    if single in _ONE_FORM or _FEMININES.get(single) == single or single.endswith("ment"):
        return None
    is_feminine = single.endswith(_FEMININE) and not single.endswith(("que", "gue"))
    if is_feminine or masculine(single) not in (None, single):
        return Gender.FEMININE
    return Gender.MASCULINE if single.endswith(_ENDINGS["masculine"]) else None


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[str]:
    """Every masculine singular that a folded form may belong to, itself included."""
    singulars = {word, word[:-1]} if len(word) > 2 and word[-1] in "sx" else {word}
    if word.endswith("aux"):
        singulars |= {word[:-3] + "al", word[:-3] + "ail"}
    return frozenset(masculine for form in singulars for masculine in possible_masculines(form))


@lru_cache(maxsize=65536)
def possible_masculines(word: str) -> frozenset[str]:
    """Every masculine that a singular, in folded spelling, may belong to, itself included."""
    made = {
        word.removesuffix(ending) + masculine
        for ending, masculine in _POSSIBLE
        if word.endswith(ending) and len(word) >= max(3, len(ending) + 1)
    }
    return frozenset({word, *made})


def in_two_numbers(singular: str, plural: str) -> bool:
    """*parle* and *parlent*, *finit* and *finissent*: two third persons in folded spelling."""
    return plural.endswith("nt") and any(
        singular.endswith(ending) and singular.removesuffix(ending) + plural_ending == plural
        for ending, plural_ending in _VERB_ENDINGS
    )
