"""English plurals, articles, pronouns and regular verbs.

English people in the other gender: pronouns, nouns of kinship and rank, and compounds of man.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from epicene.grammar.people import Gender
from epicene.grammar.swaps import PRONOUN, Couple, NotSureError, SwappedSentence, swap_names
from epicene.grammar.word_patterns import couples, fold, read_table, word_list

_TABLE = read_table("grammar/english/forms.toml")
_PLURALS, _ARTICLES = (
    {name: word_list(words) for name, words in _TABLE[part].items()} for part in ("plurals", "articles")
)
_ENDINGS = couples(_TABLE["plurals"]["endings"])
_IRREGULAR = dict(couples(_TABLE["plurals"]["irregular"]))
_LINK = re.compile(rf"[ -](?:{'|'.join(_PLURALS['links'])})(?=[ -]|$)")
_LAST_WORD = re.compile(r"[^ -]*$")


class Pronouns(NamedTuple):
    """Of a third person."""

    subject: str
    object: str
    possessive: str
    reflexive: str


_PRONOUNS = {name: Pronouns(*word_list(words)) for name, words in _TABLE["pronouns"].items()}


def pronouns(gender: Gender, *, plural: bool = False) -> Pronouns:
    return _PRONOUNS["plural" if plural else gender]


_COUPLES = read_table("grammar/english/agreement.toml")["couples"]
_GENDERS = {
    **{word: gender for couple in couples(_COUPLES["words"]) for word, gender in zip(couple, Gender, strict=True)},
    **{word: gender for gender in Gender for word in _PRONOUNS[gender]},
}
_GENDER_ENDINGS = [
    (ending, gender) for couple in couples(_COUPLES["endings"]) for ending, gender in zip(couple, Gender, strict=True)
]


def word_gender(word: str) -> Gender | None:
    """The gender that a pronoun or a noun of its own says: *she*, *actress*, *businessman*."""
    folded = fold(word).removesuffix("'s")
    if folded in _GENDERS or folded in _PLURALS["mans"]:
        return _GENDERS.get(folded)
    genders = [gender for ending, gender in _GENDER_ENDINGS if folded.endswith(ending)]
    return genders[-1] if genders else None  # woman ends in man too


def plural(noun: str) -> str:
    """“head of department” → “heads of department”, “secretary-general” → “secretaries-general”."""
    if link := _LINK.search(noun):
        return plural(noun[: link.start()]) + noun[link.start() :]
    start = match.start() if (match := _LAST_WORD.search(noun)) else 0
    before, last = noun[:start], noun[start:]
    if before.endswith("-") and last in _PLURALS["head_first"]:
        return f"{plural(before[:-1])}-{last}"
    return before + _plural(last)


def _plural(word: str) -> str:
    folded = fold(word)
    if not folded or folded in _PLURALS["unchanged"] or folded.endswith(_PLURALS["unchanged_endings"]):
        return word
    if folded in _IRREGULAR:
        return word[:1] + _IRREGULAR[folded][1:]
    if folded not in _PLURALS["mans"]:
        for ending, many in _ENDINGS:
            if folded.endswith(ending):
                return word[: len(word) - len(ending) + 1] + many[1:]
    return word + "es" if folded in _PLURALS["oes"] else with_s(word)


def irregular_singulars(form: str) -> set[str]:
    """What a folded form is the irregular plural of."""
    whole = {singular for singular, many in _IRREGULAR.items() if many == form}
    return whole | {form.removesuffix(many) + singular for singular, many in _ENDINGS if form.endswith(many)}


def with_s(word: str) -> str:
    """The s of regular plurals and of verbs: cities, coaches, works."""
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def third_person(verb: str) -> str:
    """She finishes, goes, carries."""
    return verb + "es" if verb.endswith("o") else with_s(verb)


def past_tense(verb: str) -> str:
    """Of a regular verb."""
    if verb.endswith("e"):
        return verb + "d"
    return verb[:-1] + "ied" if re.search(r"[^aeiou]y$", verb) else verb + "ed"


def article(noun: str) -> str:
    """a or an, by sound: an usher, a urologist."""
    word = fold(noun)
    if word[:1] in set("aeiou"):
        like_you = word.startswith(_ARTICLES["like_you"]) and not word.startswith(_ARTICLES["not_like_you"])
        return "a" if like_you or re.match(r"one\b", word) else "an"
    return "an" if word.startswith(_ARTICLES["silent_h"]) else "a"


_SWAP_TABLE = read_table("grammar/english/swap.toml")
_NO_NOUN, _DITRANSITIVE = (frozenset(word_list(_SWAP_TABLE[name])) for name in ("no_noun", "ditransitive"))
_COMPOUNDS = (("man", "woman"), ("men", "women"))
_NO_COMPOUNDS = frozenset(word_list("human humans shaman german roman norman woman women talisman caiman"))


@cache
def _known(occupations: tuple[Couple, ...]) -> Mapping[str, tuple[str, Gender]]:
    couples_of: dict[str, tuple[str, Gender]] = {}
    for man, woman in (*couples(_SWAP_TABLE["couples"]), *occupations):
        for word, other in _in_both_numbers(man, woman):
            couples_of.setdefault(word, (other, Gender.MASCULINE))
            couples_of.setdefault(other, (word, Gender.FEMININE))
    for word, other in couples(_SWAP_TABLE["one_way"]):
        couples_of.setdefault(word, (other, couples_of[other][1]))
    return couples_of


def _in_both_numbers(man: str, woman: str) -> Iterator[Couple]:
    yield man, woman
    if "'" not in man and man not in ("he", "him", "himself", "mr", "sir"):
        yield plural(man), plural(woman)


def exchange(sentence: SwappedSentence, occupations: tuple[Couple, ...], *, names: bool) -> None:
    known = _known(occupations)
    for index, word in enumerate(sentence.folded):
        bare = word.removesuffix("'s") if word not in known else word
        if word in ("her", "his", "hers"):
            gender = Gender.MASCULINE if word == "his" else Gender.FEMININE
            sentence.put(index, _possessive(sentence, index), gender=gender)
        elif couple := known.get(bare) or _compound(bare, known):
            other, gender = couple
            sentence.put(index, other + sentence.words[index].text[len(bare) :], gender=gender)
    if sentence.edits or names:
        swap_names(sentence, names=names)


def _possessive(sentence: SwappedSentence, index: int) -> str:
    word, following = sentence.at(index), sentence.at(index + 1)
    before_noun = following[:1].isalnum() and following not in _NO_NOUN
    if word == "his":
        return "her" if before_noun else "hers"
    if word == "hers":
        return "his"
    if before_noun and sentence.at(index - 1) in _DITRANSITIVE:
        raise NotSureError(PRONOUN, "her")
    return "his" if before_noun else "him"


def _compound(word: str, known: Mapping[str, tuple[str, Gender]]) -> tuple[str, Gender] | None:
    """*policeman*, *policewomen*, *brother-in-law*, *great-aunt*."""
    if word in _NO_COMPOUNDS:
        return None
    parts = word.split("-")
    if len(parts) > 1 and (index := next((at for at, part in enumerate(parts) if part in known), None)) is not None:
        other, gender = known[parts[index]]
        return "-".join([*parts[:index], other, *parts[index + 1 :]]), gender
    for man, woman in _COMPOUNDS:
        if len(word) > len(woman) and word.endswith(woman):
            return word.removesuffix(woman) + man, Gender.FEMININE
        if len(word) > len(man) + 2 and word.endswith(man):
            return word.removesuffix(man) + woman, Gender.MASCULINE
    return None
