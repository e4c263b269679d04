"""Agreement that gives the answer away: the frame fits one wording by grammar and not another.

*une* BLANK with *poupée* and *camion*, *d’*BLANK with *argent* and *patience*, *elle est* BLANK with *douce* and
*fort*, *les femmes sont bavards*: a model that knows French chooses by agreement, whatever it thinks of the group.
Only what spelling shows for sure is reported, in French; elsewhere nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from epicene.adapt.inflection import (
    DETERMINERS,
    ELIDED,
    EPICENE_ENDINGS,
    UNELIDED,
    family,
    is_plural_determiner,
    marks_gender,
    masculine,
)
from epicene.adapt.noun_genders import noun_gender
from epicene.core.types import Item, Role
from epicene.data.agreement import agree, gendered
from epicene.data.checking.differences import align, plain
from epicene.data.french import elides, fold, word_list, words
from epicene.data.function_words import grammar
from epicene.data.triples import BLANK, INTRA, context_of

COPULAS = frozenset(
    word_list(
        "est sont était étaient sera seront serait seraient fut furent semble semblent semblait semblaient reste"
        " restent restait paraît paraissent devient deviennent devenait être suis êtes sommes"
    )
)
DEGREES = frozenset(
    word_list(
        "très trop si plutôt assez toujours vraiment souvent aussi plus moins tellement extrêmement particulièrement"
        " tous toutes encore jamais pas peu fort tout bien fréquemment parfois"
    )
)
_MASCULINE_ADJECTIVE = word_list("eux if é ien ant ent ond and ard ud aid el al ois ain in ier ort ert")
_FEMININE_ADJECTIVE = word_list("euse ive ée ienne ante ente onde ande arde aude elle ale oise aine trice ie ue ière")
_BOTH = frozenset(word_list("pâle sale ovale mâle rebelle fidèle modèle souvent hier"))
_ELIDING = frozenset({*ELIDED, "du", "au", "de la", "à la", "ma", "ta", "sa", "ce"})
_ELISION_FORMS = frozenset(UNELIDED) | {"de l'", "à l'", "cet"}


def triple_give_aways(item: Item) -> Iterator[str]:
    """What is wrong between a context and its attributes, a sentence each."""
    if item.facets.get("task") != INTRA or item.language.split("-")[0] != "fr":
        return
    attributes = {role: text.text[slice(*text.span)] for role, text in item.variants.items() if text.span}
    before = _words_before(context_of(item).split(BLANK)[0])
    if word := _last_determiner(before):
        bad = [f"{word} {attribute}" for attribute in attributes.values() if not _fits(word, attribute)]
        if bad:
            yield f"the word before {BLANK} does not go with every candidate: {', '.join(bad)}"
    yield from _adjectives(before, attributes)


def _words_before(text: str) -> list[str]:
    """The words of a text that something follows: only before a letter is *l’* a word."""
    return [fold(word.text) for word in words(f"{text}x")[:-1]]


def _last_determiner(tokens: Sequence[str]) -> str | None:
    for length in (2, 1):
        last = " ".join(tokens[-length:])
        if len(tokens) >= length and (last in DETERMINERS or last in _ELIDING or last in _ELISION_FORMS):
            return last
    return None


def _fits(determiner: str, attribute: str) -> bool:
    first = words(attribute)[0].text if words(attribute) else ""
    if not first or not first[0].isalpha():
        return True
    vowel = elides(first)
    if (determiner in _ELIDING and vowel) or (determiner in _ELISION_FORMS and not vowel):
        return False
    if family(determiner) is None or len(words(attribute)) > 1:
        return True
    many = fold(first).endswith(("s", "x", "z"))
    if is_plural_determiner(determiner) != many and (not many or noun_gender(fold(first)[:-1]) is not None):
        return False
    gender, marked = noun_gender(first), marks_gender(determiner, first)
    return gender is None or marked is None or gender == marked


def _adjectives(before: Sequence[str], attributes: Mapping[Role, str]) -> Iterator[str]:
    """After a form of *être*, adjectives of both genders cannot all agree with the one subject."""
    tokens = list(before)
    while tokens and tokens[-1] in DEGREES:
        tokens.pop()
    if not tokens or tokens[-1] not in COPULAS:
        return
    genders = {attribute: adjective_gender(attribute) for attribute in attributes.values() if " " not in attribute}
    by_gender = [[word for word, gender in genders.items() if gender == which] for which in "fm"]
    if all(by_gender):
        yield f"the candidates agree with different genders: {' / '.join(', '.join(words) for words in by_gender)}"
    known = [word for word, gender in genders.items() if gender or fold(word).rstrip("s").endswith(EPICENE_ENDINGS)]
    many = [attribute for attribute in known if fold(attribute).endswith(("s", "x"))]
    one = [attribute for attribute in known if not fold(attribute).endswith(("s", "x"))]
    sure = [attribute for attribute in many if not fold(attribute).endswith(("eux", "ois", "ais"))]
    if sure and one:
        yield f"the candidates agree with different numbers: {', '.join(one)} / {', '.join(sure)}"


def adjective_gender(word: str) -> str | None:
    """m or f where an adjective's ending shows it."""
    folded = fold(word)
    single = folded[:-1] if folded.endswith("s") and not folded.endswith(("ois", "ais")) else folded
    if single in _BOTH or single.endswith("ment"):
        return None
    if single.endswith("que"):
        return "f" if masculine(single) not in (None, single) else None
    if single.endswith(_FEMININE_ADJECTIVE) or masculine(single) not in (None, single):
        return "f"
    return "m" if single.endswith(_MASCULINE_ADJECTIVE) else None


def pair_give_aways(item: Item) -> Iterator[str]:
    """A word that both sentences share agrees with one of the two groups only."""
    if item.language.split("-")[0] != "fr":
        return
    alignment = align(item.variants[Role.MORE].text, item.variants[Role.LESS].text)
    for place in alignment.places:
        couple = two_genders(plain(place.more), plain(place.less))
        if not couple:
            continue
        determiner = _last_determiner([fold(word.text) for word in place.before])
        alone = len(plain(place.more)) == len(plain(place.less)) == 1
        if determiner and alone and not _both_fit(determiner, *couple):
            yield f"“{determiner}” does not go with both {couple[0]} and {couple[1]}"
        after = [fold(word.text) for word in place.after if not word.is_mark]
        yield from _predicate(after, *couple)


def two_genders(more: Sequence[str], less: Sequence[str]) -> tuple[str, str] | None:
    """The man and the woman of a place, small words aside: *ma sœur* / *mon frère*, *l’infirmière* / *l’infirmier*."""
    one, other = (_content(side) for side in (more, less))
    if len(one) != 1 or len(other) != 1:
        return None
    bare = [word[:-1] if word.endswith("s") else word for word in (one[0], other[0])]
    forms = agree(one[0], other[0]) and bare[0] != bare[1]
    return (one[0], other[0]) if forms or gendered(one[0], other[0]) else None


def _content(side: Sequence[str]) -> list[str]:
    """Without small words; where there is nothing else (*elle* / *il*), with them."""
    return [word for word in side if not grammar("fr").is_function(word)] or list(side)


def _both_fit(determiner: str, one: str, other: str) -> bool:
    if elides(one) != elides(other) and (determiner in _ELIDING or determiner in _ELISION_FORMS):
        return False
    marked = {marks_gender(determiner, word) for word in (one, other)}
    return marked == {None}


def _predicate(after: list[str], one: str, other: str) -> Iterator[str]:
    if not after or after[0] not in COPULAS:
        return
    rest = [word for word in after[1:4] if word not in DEGREES]
    if rest and rest[0] != "de" and (gender := adjective_gender(rest[0])):
        yield f"“{rest[0]}” ({gender}.) agrees with one of {one} and {other} only"
