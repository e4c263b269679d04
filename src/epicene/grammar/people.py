"""What sentences about somebody ask of two languages: a source whose determiners and nouns say a person's gender, and a
target whose possessives do. A grammar that has either can be one side of a controlled corpus (docs/plugins.md).

First names worn in France and in English-speaking countries, to see how often a set names a group by one.

Our own list, from general knowledge: common names of several generations and origins, in both languages' spellings.
Names that are common words, places or faiths when capitalised (France, Christian, Jordan, Rose, Will) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from epicene.grammar.word_patterns import (
    APOSTROPHES,
    couples,
    fold,
    read_table,
    read_words,
    without_accents,
    word_list,
    words,
)


class Gender(StrEnum):
    MASCULINE = "masculine"
    FEMININE = "feminine"


# What a translation made of the source's possessive, by the person whom it is about; *other* is everything else.
Pronoun = Literal["her", "his", "both", "other"]
PRONOUNS: tuple[Pronoun, ...] = ("her", "his", "both", "other")
PRONOUN_OF: dict[Gender, Pronoun] = {Gender.MASCULINE: "his", Gender.FEMININE: "her"}
GENDER_OF: dict[str, Gender] = {pronoun: gender for gender, pronoun in PRONOUN_OF.items()}
# The same without *other*: *their*, words made for everybody (*hir*), none where none is missing, and what is wrong.
BOTH, THEIR, INCLUSIVE, AVOIDED, WRONG = "both", "their", "inclusive", "avoided", "wrong"
FINE_PRONOUNS = ("her", "his", BOTH, THEIR, INCLUSIVE, AVOIDED, WRONG)
KEEPING_OPEN = (BOTH, THEIR, INCLUSIVE, AVOIDED)
_ALONE: dict[str, Pronoun] = {"his": "his", "her": "her", BOTH: "both"}
_DECIDED = (*_ALONE, WRONG)
_SPLIT_ELISION = re.compile(r"\b([ldsn]|qu)\s*'\s*")


def coarse_pronoun(fine: str) -> Pronoun:
    """The paper's cell of an outcome: his, her, both, or other."""
    return _ALONE.get(fine, "other")


@lru_cache(maxsize=1 << 14)  # checks and judgments look at the same lines
def sentence_words(text: str) -> tuple[str, ...]:
    """Folded words and marks; the apostrophe of « l ' auteur » goes back to its article first."""
    return tuple(word.text for word in words(_SPLIT_ELISION.sub(r"\1'", fold(text))))


def by_gender(gender: Gender, forms: Sequence[str]) -> str:
    """Of a masculine and a feminine form."""
    return forms[0 if gender is Gender.MASCULINE else 1]


@dataclass(frozen=True, slots=True)
class SubjectPhrase:
    """« DET N » at the start of a sentence, in folded spelling; `determiner` is empty where there is none."""

    determiner: str
    noun: tuple[str, ...]


class SubjectPart(NamedTuple):
    """A sentence from its subject on, and the gender that is said over determiner and noun: *Madame le juge*."""

    text: str
    said: Gender | None = None


class SourceGrammar:
    """`articles` are the definite ones, masculine and feminine; `determiners` may begin a subject, `after_subject` end
    it: verbs, and what comes between the two. `lexicon` is the file of occupations that nouns are known by."""

    articles: tuple[str, str]
    determiners: frozenset[str]
    after_subject: frozenset[str]
    lexicon: str = ""

    def article(self, noun: str, gender: Gender) -> str:
        """The definite one, as it stands before this noun; with an apostrophe at its end where it elides."""
        return by_gender(gender, self.articles)

    def slots(self, noun: str, gender: Gender, *, plural: bool = False) -> dict[str, str]:
        """What templates can name, for a noun given in the singular."""
        return {"det": self.article(noun, gender), "noun": noun}

    def marked_gender(self, determiner: str, noun: str) -> Gender | None:
        """That a determiner says; both words folded."""
        genders = [gender for gender in Gender if determiner == by_gender(gender, self.articles)]
        return genders[0] if len(genders) == 1 else None

    def person_gender(self, noun: str) -> Gender | None:
        """A guess by the form of a noun that no lexicon has."""
        return None

    def respelt(self, subject: SubjectPhrase, gender: Gender) -> str:
        """The determiner of a subject as grammar has it."""
        return subject.determiner

    def own_gender(self, noun: str) -> Gender | None:
        """Of a noun (folded) whose gender says nothing of the person: *victime*."""
        return None

    def subject_part(self, sentence: str, nouns: Collection[Sequence[str]] = ()) -> SubjectPart:
        """Where the subject begins; `nouns` are forms, in folded words, that the person may be named by."""
        return SubjectPart(sentence)

    def agreeing_gender(self, part: str, noun: Collection[str]) -> Gender | None:
        """What agrees with the subject that `part` begins with, of which `noun` are the words of its noun."""
        return None

    def find_subject(self, sentence: Sequence[str], longest: int | None = None) -> SubjectPhrase:
        """The subject of a sentence in folded words: a determiner and what follows, up to the verb.

        Where no verb that we know ends it, `longest` words are taken for the noun.
        """
        determiner = sentence[0] if sentence and sentence[0] in self.determiners else ""
        rest = sentence[1:] if determiner else sentence
        end = next((index for index, word in enumerate(rest) if word in self.after_subject), longest)
        return SubjectPhrase(determiner, tuple(word for word in rest[:end] if any(map(str.isalnum, word))))

    def subject_text(self, sentence: str) -> str:
        """The sentence up to its verb."""
        tokens = words(sentence)
        end = next((word.start for word in tokens[1:] if fold(word.text) in self.after_subject), len(sentence))
        return sentence[:end]

    def written_for_all(self, sentence: str) -> str:
        """How the subject is written where it is not in one gender: `inclusive`, `both`, `avoided`; else nothing."""
        return ""

    def leaves_open(self, sentence: str, epicenes: frozenset[str]) -> bool:
        """Whether the subject says no gender; `epicenes` are nouns with one form for both."""
        return False


class TargetGrammar:
    """`possessives` are those of a man and of a woman; `of_many` says no gender."""

    possessives: tuple[str, str]
    of_many: str = ""

    def slots(self, noun: str, gender: Gender, *, plural: bool = False) -> dict[str, str]:
        """What templates can name, for a noun given in the singular."""
        return {"noun": noun, "poss": self.of_many if plural else by_gender(gender, self.possessives)}

    def fine_possessive(self, sentence: str) -> str:
        """The last possessive, one of FINE_PRONOUNS but *avoided*, or nothing."""
        pronouns = {word: PRONOUN_OF[gender] for gender, word in zip(Gender, self.possessives, strict=True)}
        outcomes = [pronouns.get(word, THEIR) for word in sentence_words(sentence) if word in {*pronouns, self.of_many}]
        return outcomes[-1] if outcomes else ""

    def find_possessive(self, sentence: str) -> Pronoun:
        """The last possessive: his, her, both (“his or her”, “his/her”), or other (none, its, their…).

        The last, because a translated noun may hold one too (“the her tiburst finished his work”).
        """
        return coarse_pronoun(self.fine_possessive(sentence))

    def named_gender(self, sentence: str) -> str:
        """What the subject's noun says: `her` (*actress*), `his` (*chairman*), `both`, or nothing."""
        return ""

    def read_gender(self, sentence: str) -> str:
        """One of FINE_PRONOUNS but *avoided*, or nothing. A noun says the gender where no pronoun does."""
        outcome = self.fine_possessive(sentence)
        return outcome if outcome in _DECIDED else self.named_gender(sentence) or outcome


_PARTS = re.compile(rf"[{APOSTROPHES}‐‑-]")


def _bare(name: str) -> str:
    """Without case and accents: Emilie is Émilie."""
    return without_accents(fold(name))


FIRST_NAMES = frozenset(_bare(name) for name in read_words("grammar/first_names.txt"))


def first_names_in(text: str) -> set[str]:
    """The first names we know among its capitalised words and their parts (Jean-Pierre, Amy's), without accents."""
    parts = (part for word in words(text) for part in _PARTS.split(word.text))
    return {_bare(part) for part in parts if part[:1].isupper()} & FIRST_NAMES


def has_first_name(text: str) -> bool:
    return bool(first_names_in(text))


@cache
def first_names() -> Mapping[str, tuple[str, Gender]]:
    """First names in folded spelling, each with one of the other gender, and its own."""
    names: dict[str, tuple[str, Gender]] = {}
    for man, woman in (entry for word in read_words("grammar/first_name_couples.txt") for entry in couples(word)):
        names[fold(man)] = woman, Gender.MASCULINE
        names[fold(woman)] = man, Gender.FEMININE
    return names


@cache
def _genders() -> dict[str, Gender]:
    more = read_table("grammar/first_name_genders.toml")
    listed = {fold(name): gender for gender in Gender for name in word_list(more[gender])}
    return {**listed, **{name: gender for name, (_, gender) in first_names().items()}}


def name_gender(word: str) -> Gender | None:
    """The gender of who most often bears a capitalised first name; of *Jean-Marie*, by its first part."""
    return _genders().get(fold(word.partition("-")[0])) if word[:1].isupper() else None
