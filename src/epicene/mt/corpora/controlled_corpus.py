"""A controlled corpus as it stands in two files: lines in pairs, one masculine and one feminine, French and English.

Everything is read off the sentences: the gender of a line from the English possessive (or other words that a user
names), the determiner and the noun from the French subject, and the form of the noun (epicene or marked) from comparing
the two lines of a pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from epicene.core.errors import InputError
from epicene.grammar.gender import Gender
from epicene.grammar.words import fold
from epicene.mt.noun_phrases import EPICENE, Subject, class_name, find_subject, sentence_words
from epicene.mt.possessives import GENDER_OF, find_possessive

FEWEST_FOR_A_FRAME = 5


@dataclass(frozen=True, slots=True)
class Sentences:
    """The lines of one file; `language` is fr or en."""

    path: Path
    language: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class CorpusLine:
    """One line in both languages. `marked`: the French sentence differs from its pair's, so it says the gender."""

    number: int
    pair: int
    gender: Gender
    subject: Subject
    form: str
    marked: bool
    occupation: str
    french: str
    english: str

    @property
    def class_(self) -> str:
        return class_name(self.subject.determiner, self.form)


def read_corpus(french: Sentences, english: Sentences, telling: Sequence[tuple[str, str]] = ()) -> list[CorpusLine]:
    """The lines of a controlled corpus, in order. `telling` are English words, masculine and feminine, that tell the
    genders of a pair where his and her do not."""
    if len(english.lines) % 2:
        raise InputError(
            f"{english.path} has {len(english.lines)} lines, an odd number; lines come in pairs, one masculine and one "
            "feminine."
        )
    genders = _genders(english, [(fold(masculine), fold(feminine)) for masculine, feminine in telling])
    subjects = _subjects(french.lines, genders)
    for number, subject in enumerate(subjects, start=1):
        if not subject.noun:
            raise InputError(f"{french.path}, line {number}: no noun before the verb; expected « DET N a terminé … ».")
    return list(_lines(french.lines, english.lines, genders, subjects))


def _genders(english: Sentences, telling: Sequence[tuple[str, str]]) -> list[Gender]:
    """Of each line, refused where a pair does not have both."""
    masculine, feminine = (
        " or ".join(dict.fromkeys([possessive, *(pair[side] for pair in telling)]))
        for side, possessive in enumerate(("his", "her"))
    )
    genders: list[Gender] = []
    for start in range(0, len(english.lines), 2):
        found = _of_pair(english.lines[start : start + 2], telling)
        for number, gender in enumerate(found, start=start):
            if gender is not None:
                genders.append(gender)
                continue
            where = f"{english.path}, line {number + 1}"
            if "their" in sentence_words(english.lines[number]):
                raise InputError(
                    f"{where}: “their” tells no gender, so plural sentences cannot be judged; make a corpus in the "
                    "singular."
                )
            raise InputError(
                f"{where}: neither {masculine} nor {feminine} tells the gender; is this the English side of a "
                "controlled corpus?"
            )
        if found[0] is found[1]:
            raise InputError(
                f"{english.path}, lines {start + 1} and {start + 2}: both say {found[0]}; lines come in pairs, one "
                f"with {masculine} and one with {feminine}."
            )
    return genders


def _of_pair(lines: Sequence[str], telling: Sequence[tuple[str, str]]) -> list[Gender | None]:
    """By the possessives if they tell the two apart, else by the first of the telling words that do."""
    readings = [[GENDER_OF.get(find_possessive(line)) for line in lines]]
    readings += [[_last_of(words, line) for line in lines] for words in telling]
    apart = next((reading for reading in readings if set(reading) == set(Gender)), None)
    return apart or [next(filter(None, own), None) for own in zip(*readings, strict=True)]


def _last_of(telling: tuple[str, str], line: str) -> Gender | None:
    said = [word for word in sentence_words(line) if word in telling]
    if not said:
        return None
    return Gender.MASCULINE if said[-1] == telling[0] else Gender.FEMININE


def _subjects(french: Sequence[str], genders: Sequence[Gender]) -> list[Subject]:
    """« DET N » of each line; an adjective or verb that all lines of one gender share is no part of the noun."""
    split = [sentence_words(line) for line in french]
    frames = {
        gender: _frame([line for line, own in zip(split, genders, strict=True) if own is gender]) for gender in Gender
    }
    return [
        find_subject(line[: len(line) - frames[gender]] or line) for line, gender in zip(split, genders, strict=True)
    ]


def _frame(lines: Sequence[Sequence[str]]) -> int:
    """How many words at the end all lines have in common; 0 where there are too few lines to tell."""
    if len({tuple(line) for line in lines}) < FEWEST_FOR_A_FRAME:
        return 0
    from_the_end = zip(*map(reversed, lines), strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, from_the_end))


def _lines(
    french: Sequence[str], english: Sequence[str], genders: Sequence[Gender], subjects: Sequence[Subject]
) -> Iterator[CorpusLine]:
    for number, (subject, gender) in enumerate(zip(subjects, genders, strict=True)):
        other = number ^ 1
        masculine = subject if gender is Gender.MASCULINE else subjects[other]
        yield CorpusLine(
            number=number,
            pair=number // 2,
            gender=gender,
            subject=subject,
            form=EPICENE if subject.noun == subjects[other].noun else gender.value,
            marked=sentence_words(french[number]) != sentence_words(french[other]),
            occupation=" ".join(masculine.noun),
            french=french[number],
            english=english[number],
        )


def english_nouns(lines: Sequence[CorpusLine]) -> list[tuple[str, ...]]:
    """The noun of each English sentence: what one line has and the frame that all share has not."""
    split = [[word for word in sentence_words(line.english) if word[0].isalnum()] for line in lines]
    frequent = Counter(word for words in split for word in set(words))
    common = {word for word, count in frequent.items() if count > len(lines) / 3}
    return [tuple(word for word in words if word not in common) for words in split]
