"""Which gender an English translation gives to its subject: by the possessive that stands for *son*; where there is
none, by another pronoun; where that is missing too, by the noun (*actress*), its modifier or a title.

*Her* is both *his* and *him*: what follows tells them apart, so that a sentence and the same one about a person of the
other gender are read alike (tests/mt/possessive_constructions.tsv). Beside a person as subject an object is
somebody else (*the baker gave her the work*); so is whoever was named in between (*told the boy that his mother*).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from epicene.grammar.english import forms
from epicene.grammar.people import BOTH, PRONOUN_OF, THEIR, WRONG, Gender, TargetGrammar, name_gender
from epicene.grammar.word_patterns import fold, read_table, word_list

_TABLE = read_table("grammar/english/possessives.toml")
_OWNER, _OTHERS, _NAMES, _NAME_ENDINGS = (
    {word: said for said, listed in _TABLE[name].items() for word in word_list(listed)}
    for name in ("owner", "others", "names", "name_endings")
)
_AFTER_OBJECT, _ADVERBS = (frozenset(word_list(_TABLE["after_object"][name])) for name in ("words", "adverbs"))
_CAUSATIVES, _BARE_VERBS, _GIVERS, _QUANTITIES = (
    frozenset(word_list(_TABLE["object_frames"][name])) for name in ("causatives", "bare_verbs", "givers", "quantities")
)
_JOINING, _CONJUNCTIONS, _MARKS, _ALTERNATIVES, _TAGS = (
    frozenset(word_list(_TABLE["joining"][name])) for name in ("words", "conjunctions", "marks", "alternatives", "tags")
)
_THINGS, _VERBS, _BE, _BOUNDS, _ENDS, _RELATIVES, _PREPOSITIONS, _DETERMINERS, _EMPTY = (
    frozenset(word_list(_TABLE["clause"][name]))
    for name in ("things", "verbs", "be", "bounds", "ends", "relatives", "prepositions", "determiners", "empty")
)
_GENERIC, _BARE = frozenset(word_list(_TABLE["generic"])), _DETERMINERS | frozenset(word_list(_TABLE["bare"]))
_OBJECTS, _FINISHED = frozenset(["him", "her", "them"]), frozenset(["finished", "completed", "ended"])
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
    """One of FINE_PRONOUNS but *avoided*, or nothing. Of several possessives the last one of the work (*his job*), else
    the last; without one, the last other pronoun that may be the subject's."""
    tokens = _tokens(sentence)
    subject = _subject(tokens)
    mentions = [
        mention for mention in _joined(tokens, _mentions(tokens)) if not _is_of_others(tokens, mention, subject)
    ]
    owners = [mention for mention in mentions if mention.owner]
    for chosen in ([owner for owner in owners if _owns_work(tokens, owner)], owners, mentions):
        if chosen:
            return chosen[-1].said
    return ""


def named_gender(sentence: str) -> str:
    """What the subject's noun says, with its modifiers, title or first name: `her` (*actress*, *woman doctor*, *Mrs*),
    `his` (*chairman*, *male nurse*), `both` (*actor or actress*), or nothing. *The young man* names no occupation."""
    tokens = _tokens(sentence)
    subject = _subject(tokens)
    if _BARE.issuperset(tokens[index] for index in subject):
        return ""
    named = [(index, *reading) for index in subject if (reading := _name(tokens, index))]
    for (position, first, _), (other, second, _) in pairwise(named):
        if first != second and not _ALTERNATIVES.isdisjoint(tokens[position:other]):
            return BOTH
    sure = [name for _, name, is_sure in named if is_sure]
    written = _TOKEN.findall(sentence)
    names = (name_gender(written[index]) for index in subject if len(written) == len(tokens))
    return next(chain(sure, (PRONOUN_OF[gender] for gender in names if gender)), "")


def _tokens(sentence: str) -> list[str]:
    text = _HYPHENED.sub(r"\1/\2", _IN_ONE.sub("he/she", fold(sentence)))
    return [match.group() for match in _TOKEN.finditer(text)]


def _name(tokens: Sequence[str], index: int) -> tuple[str, bool] | None:
    """The gender that a noun or title says, and whether it says so alone: *actor* does beside *actress* only. Nobody's
    is that of an owner (*the women's doctor*), unless what is owned is the work."""
    word, before, after = tokens[index].removesuffix("'s"), tokens[index - 1 : index], tokens[index + 1 : index + 2]
    if (word != tokens[index] or after == ["'"]) and _THINGS.isdisjoint(tokens[index + 1 : index + 3]):
        return None
    if word in ("m", "f"):  # the driver (f.)
        return (_NAMES[word], True) if before == ["("] else None
    pronoun = _NAMES.get(word) or next((listed for end, listed in _NAME_ENDINGS.items() if word.endswith(end)), None)
    if pronoun is None and word not in _OWNER and word not in _OTHERS and (gender := forms.word_gender(word)):
        pronoun = PRONOUN_OF[gender]
    return (pronoun, word not in _GENERIC) if pronoun else None


def _subject(tokens: Sequence[str]) -> list[int]:
    """The places of the words that name the subject, in front of the verb: without what a preposition or a relative
    begins, with what *is a* adds. In a cleft or question they follow; *the work was finished by* is about the agent."""
    indices: list[int] = []
    aside = False
    for index, token in enumerate(tokens):
        seen = [tokens[position] for position in indices]
        if token in _BOUNDS:
            if token in _ENDS and not _DETERMINERS.isdisjoint(seen):
                break
            aside = False
        elif token in _RELATIVES or (token in _PREPOSITIONS and _THINGS.isdisjoint(seen[-1:])):
            aside = True
        elif aside:
            continue
        elif token in _VERBS or (token.endswith("ed") and seen and seen[-1] not in _DETERMINERS):
            if _EMPTY.issuperset(seen):
                indices = []
            elif not (token in _BE and tokens[index + 1 : index + 2] in (["a"], ["an"])):
                break
        else:
            indices.append(index)
    if _is_thing(tokens, indices) and "by" in tokens[indices[-1] :]:
        agent = tokens.index("by", indices[-1]) + 1
        return list(takewhile(lambda index: tokens[index] not in _BOUNDS, range(agent, len(tokens))))
    return indices


def _is_thing(tokens: Sequence[str], subject: Sequence[int]) -> bool:
    return any(tokens[index] in _THINGS for index in subject)


def _is_of_others(tokens: Sequence[str], mention: _Mention, subject: Sequence[int]) -> bool:
    """Whether somebody else is meant: by an object beside a person, by *our* of another thing than the work, or by a
    pronoun of the gender of somebody who was named since."""
    is_person = not _is_thing(tokens, subject) and any(
        tokens[index] in _DETERMINERS or _name(tokens, index) for index in subject
    )
    before = tokens[mention.start - 1] if mention.start else ""
    if not mention.owner and tokens[mention.end - 1] in _OBJECTS:
        return is_person and before not in _FINISHED  # nobody is finished: *finished her* is short for *hers*
    if mention.said == WRONG:
        return not (_owns_work(tokens, mention) or before in _VERBS or before.endswith(("ed", "ing")))
    between = range(subject[-1] + 1 if subject else 0, mention.start)
    if _owns_work(tokens, mention) and "that" not in tokens[between.start + 1 : between.stop]:
        return False  # whom this man criticized has finished his work
    return is_person and any(_name(tokens, index) == (mention.said, True) for index in between)


def _owns_work(tokens: Sequence[str], mention: _Mention) -> bool:
    """*His work*, *her difficult, tiring job*: whether the work is the first thing that may be owned."""
    for token in tokens[mention.end : mention.end + 5]:
        if token in _THINGS:
            return True
        if token in _AFTER_OBJECT or token in _OWNER or not (token[0].isalpha() or token in {*_QUOTES, ","}):
            break
    return False


def _mentions(tokens: Sequence[str]) -> list[_Mention]:
    mentions = []
    for index, token in enumerate(tokens):
        owner = token in _OWNER and not (token in _OTHERS and _is_object(tokens, index))
        if owner or token in _OTHERS:
            mentions.append(_Mention(_OWNER[token] if owner else _OTHERS[token], owner, index, index + 1))
    return mentions


def _is_object(tokens: Sequence[str], index: int) -> bool:
    """*For her*, *gave her the book*: nothing that *her* could belong to follows, past brackets and the like; or a verb
    stands before that makes somebody do something, or gives somebody so many of it."""
    around = tokens[max(index - 1, 0) : index + 2]
    if len(around) == 3:
        before, _, after = around
        of_many = after in _QUANTITIES or after[0].isdigit()
        if (before in _CAUSATIVES and after in _BARE_VERBS) or (before in _GIVERS and of_many):
            return True
    for token in tokens[index + 1 :]:
        if token not in _ADVERBS and token not in _QUOTES:
            return not token[0].isalnum() or token in _AFTER_OBJECT
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


def _is_joined(tokens: Sequence[str], mention: _Mention, other: _Mention) -> bool:
    if {mention.said, other.said} not in ({"his", "her"}, {BOTH, THEIR}):
        return False
    if not _same_use(tokens[mention.end - 1], tokens[other.end - 1]):
        return False
    between = tokens[mention.end : other.start]
    again = list(takewhile(lambda token: token.isalpha() and token not in _ALTERNATIVES, between))
    if again and again == list(tokens[other.end : other.end + len(again)]):  # his work (or her work)
        return not (_ALTERNATIVES | _TAGS).isdisjoint(between)
    joins = [token for token in between if token in _MARKS or token in _CONJUNCTIONS]
    return bool(joins) and all(token in _MARKS or token in _JOINING for token in between)


def _same_use(first: str, second: str) -> bool:
    """Both possessives, both objects, both subjects or both reflexive; *her* is either of the first two."""
    uses = (
        {"his", "her", "hers", "their", "theirs"},
        {"him", "her", "them"},
        {"he", "she", "they"},
        {"himself", "herself", "themself", "him", "her"},
    )
    return any({first, second} <= use for use in uses)


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

    def named_gender(self, sentence: str) -> str:
        return named_gender(sentence)


PEOPLE = EnglishPeople()
