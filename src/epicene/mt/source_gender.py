"""The gender that a source sentence says of the person it is about, read from that sentence alone.

French: the subject's, where the sentence begins with a person; else the one gender that all people in it have. English:
the one gender that its pronouns and nouns have. A sentence that says none, or both, is neutral.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from epicene.core.errors import InputError
from epicene.grammar.english.forms import word_gender
from epicene.grammar.french.inclusive import FEMININE, MASCULINE, person_nouns
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.gender import Gender
from epicene.grammar.people import sentence_words
from epicene.grammar.tables import word_list
from epicene.grammar.word_patterns import fold, words
from epicene.kinds.person_nouns import occupations
from epicene.models.translation_text import NEUTRAL
from epicene.mt.noun_phrases import occupation_length, subject_gender

LANGUAGES = ("fr", "en")
_FRENCH = {"il": Gender.MASCULINE, "elle": Gender.FEMININE}
_IMPERSONAL = frozenset(word_list("y faut fallait faudra faudrait pleut pleuvait neige neigeait s' suffit paraît"))


def source_gender(sentence: str, language: str) -> str:
    """`feminine`, `masculine` or `neutral`."""
    code = language.split("-")[0]
    if code not in LANGUAGES:
        raise InputError(f"The gender of a sentence in {language!r} cannot be read; grammars are there for fr and en.")
    gender = _in_french(sentence) if code == "fr" else _of_all(word_gender(word.text) for word in words(sentence))
    return gender.value if gender else NEUTRAL


def _of_all(genders: Iterable[Gender | None]) -> Gender | None:
    """The one gender that is said, of all that say one."""
    found = {gender for gender in genders if gender}
    return found.pop() if len(found) == 1 else None


def _in_french(sentence: str) -> Gender | None:
    subject = PEOPLE.find_subject(sentence_words(sentence))
    people = sorted(_french_people(sentence), key=lambda person: person.start)
    is_first = bool(people) and people[0].start <= _start_of_noun(sentence, bool(subject.determiner))
    if not is_first and not (subject.determiner and occupation_length(subject.noun)):
        return _of_all(person.gender for person in people)
    if PEOPLE.written_for_all(sentence):
        return None
    gender = subject_gender(subject) if subject.determiner else people[0].gender
    noun = subject.noun[: occupation_length(subject.noun) or 1]
    return gender or PEOPLE.agreeing_gender(sentence, noun)


class _Person(NamedTuple):
    """Where somebody is named, and the gender that the noun or pronoun says."""

    start: int
    gender: Gender | None


def _french_people(sentence: str) -> Iterator[_Person]:
    for form in person_nouns(sentence, occupations()):
        yield _Person(form.start, form.gender if form.sort in (MASCULINE, FEMININE) else None)
    found = words(sentence)
    for index, word in enumerate(found):
        after = fold(found[index + 1].text) if index + 1 < len(found) else ""
        if fold(word.text) in _FRENCH and after not in _IMPERSONAL:
            yield _Person(word.start, _FRENCH[fold(word.text)])


def _start_of_noun(sentence: str, has_determiner: bool) -> int:
    counts = [word.start for word in words(sentence) if not word.is_mark]
    return counts[has_determiner] if len(counts) > 1 else 0
