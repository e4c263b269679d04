"""English people in the other gender: pronouns, nouns of kinship and rank, and compounds of man."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from epicene.grammar.english.forms import plural
from epicene.grammar.gender import Gender
from epicene.grammar.swaps import PRONOUN, Couple, NotSureError, Sentence, swap_names
from epicene.grammar.tables import couples, read_table, word_list

_TABLE = read_table("grammar/english/swap.toml")
_NO_NOUN, _DITRANSITIVE = (frozenset(word_list(_TABLE[name])) for name in ("no_noun", "ditransitive"))
_COMPOUNDS = (("man", "woman"), ("men", "women"))
_NO_COMPOUNDS = frozenset(word_list("human humans shaman german roman norman woman women talisman caiman"))


@cache
def _known(occupations: tuple[Couple, ...]) -> Mapping[str, tuple[str, Gender]]:
    found: dict[str, tuple[str, Gender]] = {}
    for man, woman in (*couples(_TABLE["couples"]), *occupations):
        for one, other in _in_both_numbers(man, woman):
            found.setdefault(one, (other, Gender.MASCULINE))
            found.setdefault(other, (one, Gender.FEMININE))
    for one, other in couples(_TABLE["one_way"]):
        found.setdefault(one, (other, found[other][1]))
    return found


def _in_both_numbers(man: str, woman: str) -> Iterator[Couple]:
    yield man, woman
    if "'" not in man and man not in ("he", "him", "himself", "mr", "sir"):
        yield plural(man), plural(woman)


def exchange(sentence: Sentence, occupations: tuple[Couple, ...], *, names: bool) -> None:
    known = _known(occupations)
    for index, word in enumerate(sentence.folded):
        bare = word.removesuffix("'s") if word not in known else word
        if word in ("her", "his", "hers"):
            gender = Gender.MASCULINE if word == "his" else Gender.FEMININE
            sentence.put(index, _possessive(sentence, index), gender=gender)
        elif found := known.get(bare) or _compound(bare, known):
            other, gender = found
            sentence.put(index, other + sentence.words[index].text[len(bare) :], gender=gender)
    if sentence.edits or names:
        swap_names(sentence, names=names)


def _possessive(sentence: Sentence, index: int) -> str:
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
