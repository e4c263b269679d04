"""A first draft of the contrasting sentence: the other group's name in place of the first one's.

Only what spelling makes certain is changed: the noun, in the number it stands in, and the determiner or elision before
it. Adjectives, participles and pronouns that may have to agree are named, never changed: which noun they belong to, and
how they are spelled in the other gender, is for a person to say. A draft that would have to guess is not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

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


class ProposalNote(NamedTuple):
    """Something for the person to look at; `words` are quoted from the sentence."""

    code: str
    words: tuple[str, ...] = ()


class Proposal(NamedTuple):
    """`text` is empty where no draft could be made; `notes` say why, or what to look at."""

    text: str
    notes: tuple[ProposalNote, ...] = ()


class _NamedGroup(NamedTuple):
    """A group as a person names it (*les femmes*), without its determiner; its gender is None where neither that nor
    the noun tells."""

    noun: str
    gender: Gender | None


def _read_group(text: str, rules: Grammar) -> _NamedGroup:
    """Take the determiner off; what is left is the noun, with its adjectives."""
    noun, determiner = text.strip(), ""
    parts = words(noun)
    if len(parts) > 1 and ((first := fold(parts[0].text)) in rules.determiners or first == "d'"):
        noun, determiner = noun[parts[1].start :], first
    known = _occupations().get(folded_words(noun)) if rules.language == "fr" else None
    return _NamedGroup(noun, known or rules.noun_gender(noun, determiner))


@cache
def _occupations() -> dict[tuple[str, ...], Gender | None]:
    """The genders that the forms of the lexicon mark, in both numbers."""
    plural = grammar("fr").plural
    return {folded_words(plural(" ".join(noun))): gender for noun, gender in noun_genders().items()} | noun_genders()


class _GroupMention(NamedTuple):
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
    mentions = _find(tokens, group.noun, rules)
    if not mentions:
        return Proposal("", (ProposalNote(NOT_FOUND, (group.noun,)),))
    text = sentence
    unsure: list[str] = []
    for mention in reversed(mentions):  # from the end, so that places before stay where they are
        noun = _in_number(other.noun, mention, tokens, rules)
        if noun is None:
            return Proposal("", (ProposalNote(NUMBER, (tokens[mention.start].text, other.noun)),))
        text, sure = _replaced(text, tokens, mention, noun, group.noun, other.gender, rules)
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


def _find(tokens: Sequence[Word], noun: str, rules: Grammar) -> list[_GroupMention]:
    given, plural = _folded(noun), _folded(rules.plural(noun))
    mentions: list[_GroupMention] = []
    for start in range(len(tokens) - len(given) + 1):
        end = start + len(given)
        here = [fold(word.text) for word in tokens[start:end]]
        if here == given:
            mentions.append(_GroupMention(start, end, "given"))
        elif here == plural:
            mentions.append(_GroupMention(start, end, "plural"))
        elif _folded(rules.plural(" ".join(here))) == given:
            mentions.append(_GroupMention(start, end, "singular"))
    return mentions


def _in_number(noun: str, mention: _GroupMention, tokens: Sequence[Word], rules: Grammar) -> str | None:
    """The noun in the number that the sentence wants; None where it was given in the plural only."""
    looks_plural = fold(noun).endswith(("s", "x", "z"))
    after_plural = mention.start > 0 and rules.is_plural_determiner(tokens[mention.start - 1].text)
    if mention.form == "singular":
        return None if looks_plural else noun
    return rules.plural(noun) if mention.form == "plural" or (after_plural and not looks_plural) else noun


def _replaced(
    text: str,
    tokens: Sequence[Word],
    mention: _GroupMention,
    noun: str,
    given: str,
    gender: Gender | None,
    rules: Grammar,
) -> tuple[str, bool]:
    """The text with the noun and what stands before it replaced, and whether all of that is certain."""
    before = rules.before_noun([fold(word.text) for word in tokens[: mention.start]], noun, gender)
    first = tokens[mention.start - before.count]
    begins = mention.start == 0 or tokens[mention.start - 1].text[-1] in _SENTENCE_ENDS
    phrase = _cased(noun, like=tokens[mention.start].text, given=given, leads=before.count == 0 and begins)
    if before.count:
        mark = next((character for character in text if character in APOSTROPHES), "’")
        determiner = before.text.replace("'", mark)
        if first.text[:1].isupper():
            determiner = determiner[:1].upper() + determiner[1:]
        phrase = joined(determiner, phrase)
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
