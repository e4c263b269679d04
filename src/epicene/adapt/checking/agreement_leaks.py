"""Agreement that gives the answer away: the frame fits one wording by grammar and not another.

*une* BLANK with *poupée* and *camion*, *d’*BLANK with *argent* and *patience*, *elle est* BLANK with *douce* and
*fort*, *les femmes sont bavards*: a model that knows French chooses by agreement, whatever it thinks of the group.
Only what spelling shows for sure is reported, in French; elsewhere nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from epicene.core.command_language import said
from epicene.core.types import BLANK
from epicene.data.checking.differences import align, plain
from epicene.grammar.french.agreement import COPULAS, adjective_gender, is_epicene
from epicene.grammar.french.determiners import (
    ONLY_BEFORE_CONSONANT,
    ONLY_BEFORE_VOWEL,
    SURE_DETERMINERS,
    family_of,
    is_plural,
    marked_gender,
)
from epicene.grammar.french.elision import ELIDED, WHOLE, elides
from epicene.grammar.french.noun_forms import noun_gender, singular
from epicene.grammar.gender import Gender
from epicene.grammar.languages import grammar
from epicene.grammar.word_patterns import fold, words

_FRENCH = grammar("fr")
_BEFORE_CONSONANT = ONLY_BEFORE_CONSONANT | set(ELIDED)
_BEFORE_VOWEL = ONLY_BEFORE_VOWEL | set(WHOLE)


def context_give_aways(context: str, attributes: Sequence[str]) -> Iterator[str]:
    """What is wrong between the beginning of a sentence, up to a blank, and what may stand there: a sentence each."""
    before = _words_before(context)
    if word := _last_determiner(before):
        bad = [f"{word} {attribute}" for attribute in attributes if not _fits(word, attribute)]
        if bad:
            message = "the word before {blank} does not go with every candidate: {bad}"
            yield said(message, blank=BLANK, bad=", ".join(bad))
    yield from _adjectives(before, attributes)


def _words_before(text: str) -> list[str]:
    """The words of a text that something follows: only before a letter is *l’* a word."""
    return [fold(word.text) for word in words(f"{text}x")[:-1]]


def _last_determiner(tokens: Sequence[str]) -> str | None:
    for length in (2, 1):
        last = " ".join(tokens[-length:])
        if len(tokens) >= length and last in SURE_DETERMINERS | _BEFORE_CONSONANT | _BEFORE_VOWEL:
            return last
    return None


def _fits(determiner: str, attribute: str) -> bool:
    first = words(attribute)[0].text if words(attribute) else ""
    if not first or not first[0].isalpha():
        return True
    vowel = elides(first)
    if (determiner in _BEFORE_CONSONANT and vowel) or (determiner in _BEFORE_VOWEL and not vowel):
        return False
    if family_of(determiner) is None or len(words(attribute)) > 1:
        return True
    many = fold(first).endswith(("s", "x", "z"))
    if is_plural(determiner) != many and (not many or _is_plural_noun(fold(first))):
        return False
    gender, marked = noun_gender(first), marked_gender(determiner, first)
    return gender is None or marked is None or gender == marked


def _is_plural_noun(word: str) -> bool:
    """Whether an s is that of a plural: *poupées*, but *souris*."""
    single = singular(word)
    return single not in (None, word) and noun_gender(word) is not None


def _adjectives(before: Sequence[str], attributes: Sequence[str]) -> Iterator[str]:
    """After a form of *être*, adjectives of both genders cannot all agree with the one subject."""
    tokens = list(before)
    while tokens and tokens[-1] in _FRENCH.degrees:
        tokens.pop()
    if not tokens or tokens[-1] not in COPULAS:
        return
    genders = {attribute: adjective_gender(attribute) for attribute in attributes if " " not in attribute}
    by_gender = [
        [word for word, gender in genders.items() if gender == which] for which in (Gender.FEMININE, Gender.MASCULINE)
    ]
    if all(by_gender):
        shown = " / ".join(", ".join(words) for words in by_gender)
        yield said("the candidates agree with different genders: {shown}", shown=shown)
    known = [word for word, gender in genders.items() if gender or is_epicene(word)]
    many = [attribute for attribute in known if fold(attribute).endswith(("s", "x"))]
    one = [attribute for attribute in known if not fold(attribute).endswith(("s", "x"))]
    sure = [attribute for attribute in many if not fold(attribute).endswith(("eux", "ois", "ais"))]
    if sure and one:
        shown = f"{', '.join(one)} / {', '.join(sure)}"
        yield said("the candidates agree with different numbers: {shown}", shown=shown)


def shared_give_aways(more: str, less: str) -> Iterator[str]:
    """A word that two sentences share agrees with one of the two groups only."""
    for place in align(more, less).places:
        couple = two_genders(plain(place.more), plain(place.less))
        if not couple:
            continue
        determiner = _last_determiner([fold(word.text) for word in place.before])
        alone = len(plain(place.more)) == len(plain(place.less)) == 1
        if determiner and alone and not _both_fit(determiner, *couple):
            message = "“{determiner}” does not go with both {one} and {other}"
            yield said(message, determiner=determiner, one=couple[0], other=couple[1])
        after = [fold(word.text) for word in place.after if not word.is_mark]
        yield from _predicate(after, *couple)


def two_genders(more: Sequence[str], less: Sequence[str]) -> tuple[str, str] | None:
    """The man and the woman of a place, small words aside: *ma sœur* / *mon frère*, *l’infirmière* / *l’infirmier*."""
    one, other = (_content(side) for side in (more, less))
    if len(one) != 1 or len(other) != 1:
        return None
    bare = [word[:-1] if word.endswith("s") else word for word in (one[0], other[0])]
    forms = _FRENCH.agree(one[0], other[0]) and bare[0] != bare[1]
    return (one[0], other[0]) if forms or _FRENCH.gendered(one[0], other[0]) else None


def _content(side: Sequence[str]) -> list[str]:
    """Without small words; where there is nothing else (*elle* / *il*), with them."""
    return [word for word in side if not _FRENCH.is_function(word)] or list(side)


def _both_fit(determiner: str, one: str, other: str) -> bool:
    if elides(one) != elides(other) and (determiner in _BEFORE_CONSONANT or determiner in _BEFORE_VOWEL):
        return False
    marked = {marked_gender(determiner, word) for word in (one, other)}
    return marked == {None}


def _predicate(after: list[str], one: str, other: str) -> Iterator[str]:
    if not after or after[0] not in COPULAS:
        return
    rest = [word for word in after[1:4] if word not in _FRENCH.degrees]
    if rest and rest[0] != "de" and (gender := adjective_gender(rest[0])):
        message = "“{word}” ({gender}.) agrees with one of {one} and {other} only"
        yield said(message, word=rest[0], gender=gender[0], one=one, other=other)
