"""A first draft of the contrasting sentence: the other group's name in place of the first one's.

Only what spelling makes certain is changed: the noun, in the number it stands in, and the determiner or elision before
it. Adjectives, participles and pronouns that may have to agree are named, never changed: which noun they belong to, and
how they are spelled in the other gender, is for a person to say. A draft that would have to guess is not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from epicene.grammar.languages import Grammar, grammar
from epicene.grammar.people import Gender
from epicene.grammar.word_patterns import APOSTROPHES, Word, fold, joined, words
from epicene.mt.lexicon import folded_words, noun_genders

MISSING = "groups-missing"  # no two groups were given
NOT_FOUND = "target-not-found"  # the sentence does not name the group
NUMBER = "number"  # the group stands in a number in which the contrasting one was not given
DETERMINER = "determiner"  # the noun's gender is not known, so what stands before it was left
AGREEMENT = "agreement"  # these words may have to agree

_SENTENCE_ENDS = frozenset('.!?…:«»“”"')


@dataclass(frozen=True, slots=True)
class ProposalNote:
    """Something for the person to look at; `words` are quoted from the sentence."""

    code: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """`text` is empty where no draft could be made; `notes` say why, or what to look at."""

    text: str
    notes: tuple[ProposalNote, ...] = ()


@dataclass(frozen=True, slots=True)
class _NamedGroup:
    """A group as a person names it (*les femmes*): `determiner` is folded and empty where none was given."""

    determiner: str
    noun: str
    rules: Grammar

    @property
    def gender(self) -> Gender | None:
        """What the determiner or the noun says; None where neither tells."""
        known = _occupations().get(folded_words(self.noun)) if self.rules.language == "fr" else None
        return known or self.rules.noun_gender(self.noun, self.determiner)


def _read_group(text: str, rules: Grammar) -> _NamedGroup:
    """Take the determiner off; what is left is the noun, with its adjectives."""
    parts = words(text.strip())
    first = fold(parts[0].text) if parts else ""
    has_determiner = len(parts) > 1 and (first in rules.determiners or first == "d'")
    noun = text.strip()[parts[1].start :] if has_determiner else text.strip()
    return _NamedGroup(first if has_determiner else "", noun, rules)


@cache
def _occupations() -> dict[tuple[str, ...], Gender | None]:
    """The genders that the forms of the lexicon mark, in both numbers."""
    plural = grammar("fr").plural
    return {folded_words(plural(" ".join(noun))): gender for noun, gender in noun_genders().items()} | noun_genders()


@dataclass(frozen=True, slots=True)
class _GroupMention:
    """Where a sentence names a group, as places in its words; `form` is that of the group as it was given, the plural
    of that, or its singular."""

    start: int
    end: int
    form: str


def propose(sentence: str, target: str, contrast: str, language: str) -> Proposal:
    rules = grammar(language)
    group, other = _read_group(target, rules), _read_group(contrast, rules)
    if not group.noun or not other.noun:
        return Proposal("", (ProposalNote(MISSING),))
    tokens = words(sentence)
    mentions = _find(tokens, group)
    if not mentions:
        return Proposal("", (ProposalNote(NOT_FOUND, (group.noun,)),))
    text = sentence
    unsure: list[str] = []
    for mention in reversed(mentions):  # from the end, so that places before stay where they are
        noun = _in_number(other, mention, tokens)
        if noun is None:
            return Proposal("", (ProposalNote(NUMBER, (tokens[mention.start].text, other.noun)),))
        text, sure = _replaced(text, tokens, mention, noun, group, other)
        if not sure:
            unsure.insert(0, joined(tokens[mention.start - 1].text, noun))
    if any(phrase[1:2] in APOSTROPHES for phrase in unsure):  # l’ before a consonant would be no French at all
        return Proposal("", (ProposalNote(DETERMINER, tuple(unsure)),))
    notes = [ProposalNote(DETERMINER, tuple(unsure))] if unsure else []
    if group.gender is None or group.gender != other.gender:
        inside = {index for mention in mentions for index in range(mention.start, mention.end)}
        if may_agree := _may_agree([word for index, word in enumerate(tokens) if index not in inside], rules):
            notes.append(ProposalNote(AGREEMENT, may_agree))
    return Proposal(text, tuple(notes))


def _find(tokens: Sequence[Word], group: _NamedGroup) -> list[_GroupMention]:
    given = _folded(group.noun)
    plural = _folded(group.rules.plural(group.noun))
    mentions: list[_GroupMention] = []
    for start in range(len(tokens) - len(given) + 1):
        end = start + len(given)
        here = [fold(word.text) for word in tokens[start:end]]
        if here == given:
            mentions.append(_GroupMention(start, end, "given"))
        elif here == plural:
            mentions.append(_GroupMention(start, end, "plural"))
        elif _folded(group.rules.plural(" ".join(here))) == given:
            mentions.append(_GroupMention(start, end, "singular"))
    return mentions


def _in_number(group: _NamedGroup, mention: _GroupMention, tokens: Sequence[Word]) -> str | None:
    """The noun in the number that the sentence wants; None where it was given in the plural only."""
    looks_plural = fold(group.noun).endswith(("s", "x", "z"))
    after_plural = mention.start > 0 and group.rules.is_plural_determiner(tokens[mention.start - 1].text)
    if mention.form == "singular":
        return None if looks_plural else group.noun
    if mention.form == "plural" or (after_plural and not looks_plural):
        return group.rules.plural(group.noun)
    return group.noun


def _replaced(
    text: str, tokens: Sequence[Word], mention: _GroupMention, noun: str, group: _NamedGroup, other: _NamedGroup
) -> tuple[str, bool]:
    """The text with the noun and what stands before it replaced, and whether all of that is certain."""
    preceding = [fold(word.text) for word in tokens[: mention.start]]
    before = other.rules.before_noun(preceding, noun, other.gender)
    first = tokens[mention.start - before.count]
    begins = mention.start == 0 or tokens[mention.start - 1].text[-1] in _SENTENCE_ENDS
    noun = _cased(noun, like=tokens[mention.start].text, given=group.noun, leads=before.count == 0 and begins)
    phrase = noun
    if before.count:
        mark = next((character for character in text if character in APOSTROPHES), "’")
        determiner = before.text.replace("'", mark)
        if first.text[:1].isupper():
            determiner = determiner[:1].upper() + determiner[1:]
        phrase = joined(determiner, noun)
    return text[: first.start] + phrase + text[tokens[mention.end - 1].end :], before.sure


def _cased(noun: str, *, like: str, given: str, leads: bool) -> str:
    """The capital goes with the place: at the start of a sentence, or where the writer spells the first group so."""
    if like[:1].isupper() and (leads or given[:1].islower()):
        return noun[:1].upper() + noun[1:]
    if like[:1].islower() and given[:1].isupper():
        return noun[:1].lower() + noun[1:]
    return noun


def _may_agree(rest: Sequence[Word], rules: Grammar) -> tuple[str, ...]:
    """Pronouns, and the first word after a form of *être* that is no adverb; *fort* may be the adjective itself."""
    adverbs = rules.degrees - {"fort"}
    agreeing, after_copula = [], False
    for word in rest:
        plain = fold(word.text)
        if plain in rules.pronouns or (after_copula and plain not in adverbs and not word.is_mark):
            agreeing.append(word.text)
        after_copula = plain in rules.copulas or (after_copula and plain in adverbs)
    return tuple(dict.fromkeys(agreeing))


def _folded(text: str) -> list[str]:
    return [fold(word.text) for word in words(text)]
