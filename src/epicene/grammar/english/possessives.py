"""Which possessive stands for *son* in an English translation; where there is none, what else says the gender.

*Her* is both *his* and *him*: what follows tells them apart, so that a sentence and the same one about a person of the
other gender are read alike (tests/mt/possessive_constructions.tsv).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from epicene.grammar.english import forms
from epicene.grammar.gender import Gender
from epicene.grammar.people import BOTH, TargetGrammar
from epicene.grammar.tables import read_table, word_list
from epicene.grammar.word_patterns import fold

_TABLE = read_table("grammar/english/possessives.toml")
_OWNER, _OTHERS = (
    {word: said for said, listed in _TABLE[name].items() for word in word_list(listed)} for name in ("owner", "others")
)
_AFTER_OBJECT, _ADVERBS = (frozenset(word_list(_TABLE["after_object"][name])) for name in ("words", "adverbs"))
_CAUSATIVES, _BARE_VERBS, _GIVERS, _QUANTITIES = (
    frozenset(word_list(_TABLE["object_frames"][name])) for name in ("causatives", "bare_verbs", "givers", "quantities")
)
_JOINING, _CONJUNCTIONS = (frozenset(word_list(_TABLE["joining"][name])) for name in ("words", "conjunctions"))
_MARKS = frozenset(word_list(_TABLE["joining"]["marks"]))
_QUOTES = frozenset("\"“”‘'*_")
_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s]")
_IN_ONE = re.compile(r"\bs/he\b|\(s\)he\b")
_HYPHENED = re.compile(r"\b(his|her|him)-(his|hers?|him)\b")


class _Mention(NamedTuple):
    """What is said by a word that stands for a person, whether it is a possessive, and where it stands."""

    said: str
    owner: bool
    start: int
    end: int


def last_possessive(sentence: str) -> str:
    """One of FINE_PRONOUNS but *avoided*, or nothing. Without a possessive, the last other word that says a gender."""
    text = _HYPHENED.sub(r"\1/\2", _IN_ONE.sub("he/she", fold(sentence)))
    tokens = [match.group() for match in _TOKEN.finditer(text)]
    mentions = _joined(tokens, _mentions(tokens))
    for owners in (True, False):
        if said := [one.said for one in mentions if one.owner is owners]:
            return said[-1]
    return ""


def _mentions(tokens: Sequence[str]) -> list[_Mention]:
    found = []
    for place, token in enumerate(tokens):
        owner = token in _OWNER and not (token in _OTHERS and _is_object(tokens, place))
        if owner or token in _OTHERS:
            found.append(_Mention(_OWNER[token] if owner else _OTHERS[token], owner, place, place + 1))
    return found


def _is_object(tokens: Sequence[str], place: int) -> bool:
    """*For her*, *gave her the book*: nothing that *her* could belong to follows, past brackets and the like; or a verb
    stands before that makes somebody do something, or gives somebody so many of it."""
    around = tokens[max(place - 1, 0) : place + 2]
    if len(around) == 3:
        before, _, after = around
        if (before in _CAUSATIVES and after in _BARE_VERBS) or (before in _GIVERS and after in _QUANTITIES):
            return True
    for token in tokens[place + 1 :]:
        if token not in _ADVERBS and token not in _QUOTES:
            return not token[0].isalpha() or token in _AFTER_OBJECT
    return True


def _joined(tokens: Sequence[str], mentions: Sequence[_Mention]) -> list[_Mention]:
    """Neighbours of both genders that are joined as “his or her” are, one for both."""
    found: list[_Mention] = []
    for mention in mentions:
        before = found[-1] if found else None
        if before and _is_joined(tokens, before, mention):
            # “for her or him”: the *her* of one that is an object is one too; “her or his work” has a possessive
            owner = mention.owner or (before.owner and tokens[before.end - 1] != "her")
            found[-1] = _Mention(BOTH, owner, before.start, mention.end)
        else:
            found.append(mention)
    return found


def _is_joined(tokens: Sequence[str], one: _Mention, other: _Mention) -> bool:
    if {one.said, other.said} != {"his", "her"} or not _same_use(tokens[one.end - 1], tokens[other.end - 1]):
        return False
    between = tokens[one.end : other.start]
    joins = [token for token in between if token in _MARKS or token in _CONJUNCTIONS]
    return bool(joins) and all(token in _MARKS or token in _JOINING for token in between)


def _same_use(one: str, other: str) -> bool:
    """Both possessives, both objects, both subjects or both reflexive; *her* is either of the first two."""
    uses = ({"his", "her", "hers"}, {"him", "her"}, {"he", "she"}, {"himself", "herself", "him", "her"})
    return any({one, other} <= use for use in uses)


class EnglishPeople(TargetGrammar):
    possessives = ("his", "her")
    of_many = "their"

    def slots(self, noun: str, gender: Gender, *, plural: bool = False) -> dict[str, str]:
        person = forms.pronouns(gender, plural=plural)
        return {
            "noun": forms.plural(noun) if plural else noun,
            "a": "" if plural else forms.article(noun),
            "poss": person.possessive,
            "pron": person.subject,
            "obj": person.object,
            "self": person.reflexive,
        }

    def fine_possessive(self, sentence: str) -> str:
        return last_possessive(sentence)


PEOPLE = EnglishPeople()
