"""A controlled corpus as it stands in two files: lines in pairs, one masculine and one feminine, in two languages.

`source` is that whose determiners and nouns say the gender (French), `target` that whose possessives do (English),
whichever way a system is asked to translate. Everything is read off the sentences: the gender of a line from the
target's possessive (or other words that a user names), the determiner and the noun from the source's subject, and the
form of the noun (epicene or marked) from comparing the two lines of a pair. A target that both lines of a pair share
and that says no gender (*their*, *his or her*, no possessive) leaves it open: then the source tells the lines apart, or
their order, masculine first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from epicene.core.errors import InputError
from epicene.grammar.gender import Gender
from epicene.grammar.languages import source_grammar, target_grammar
from epicene.grammar.people import GENDER_OF, Subject, TargetGrammar, sentence_words
from epicene.grammar.word_patterns import fold
from epicene.mt.noun_phrases import EPICENE, OPEN, class_name, subject_gender

FEWEST_FOR_A_FRAME = 5


@dataclass(frozen=True, slots=True)
class Sentences:
    """The lines of one file, and the code of their language."""

    path: Path
    language: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class CorpusLine:
    """One line in both languages. `marked`: the source differs from its pair's, so it says the gender; `open`: the
    target does not."""

    number: int
    pair: int
    gender: Gender
    subject: Subject
    form: str
    marked: bool
    occupation: str
    source: str
    target: str
    open: bool = False

    @property
    def class_(self) -> str:
        return OPEN if self.open else class_name(self.subject.determiner, self.form)


class HasClass(Protocol):
    """A line of a controlled corpus, read from a file or made from a template."""

    @property
    def class_(self) -> str: ...


def pair_classes(lines: Sequence[HasClass]) -> list[list[str]]:
    """The classes of both lines of each pair."""
    return [[line.class_ for line in pair] for pair in zip(lines[::2], lines[1::2], strict=True)]


def read_corpus(
    source: Sentences, target: Sentences, telling: Sequence[tuple[str, str]] = (), *, may_be_open: bool = False
) -> list[CorpusLine]:
    """The lines of a controlled corpus, in order. `telling` are words of the target, masculine and feminine, that tell
    the genders of a pair where his and her do not; `may_be_open` takes pairs whose target does not either."""
    if len(target.lines) % 2:
        raise InputError(
            f"{target.path} has {len(target.lines)} lines, an odd number; lines come in pairs, one masculine and one "
            "feminine."
        )
    open_pairs = _open_pairs(source, target) if may_be_open else {}
    words = [(fold(masculine), fold(feminine)) for masculine, feminine in telling]
    genders = _genders(target, words, open_pairs)
    subjects = _subjects(source, genders)
    for number, subject in enumerate(subjects, start=1):
        if not subject.noun:
            raise InputError(f"{source.path}, line {number}: no noun before the verb; expected « DET N a terminé … ».")
    return list(_lines(source.lines, target.lines, genders, subjects, open_pairs))


def _open_pairs(source: Sentences, target: Sentences) -> dict[int, Sequence[Gender]]:
    """By their first line, the pairs with one target that says no gender; the genders are the source's."""
    found: dict[int, Sequence[Gender]] = {}
    people, owners = source_grammar(source.language), target_grammar(target.language)
    for start in range(0, min(len(target.lines), len(source.lines)) - 1, 2):
        said = [sentence_words(line) for line in target.lines[start : start + 2]]
        if said[0] == said[1] and owners.find_possessive(target.lines[start]) not in GENDER_OF:
            subject = people.find_subject(sentence_words(source.lines[start]))
            is_feminine = subject_gender(subject, source.language) is Gender.FEMININE
            found[start] = (Gender.FEMININE, Gender.MASCULINE) if is_feminine else (Gender.MASCULINE, Gender.FEMININE)
    return found


def _genders(
    target: Sentences, telling: Sequence[tuple[str, str]], open_pairs: Mapping[int, Sequence[Gender]]
) -> list[Gender]:
    """Of each line, refused where a pair does not have both."""
    owners = target_grammar(target.language)
    masculine, feminine = (
        "/".join(dict.fromkeys([possessive, *(pair[side] for pair in telling)]))
        for side, possessive in enumerate(owners.possessives)
    )
    genders: list[Gender] = []
    for start in range(0, len(target.lines), 2):
        found = open_pairs.get(start) or _of_pair(target.lines[start : start + 2], telling, owners)
        for number, gender in enumerate(found, start=start):
            if gender is not None:
                genders.append(gender)
                continue
            where = f"{target.path}, line {number + 1}"
            if owners.of_many in sentence_words(target.lines[number]):
                raise InputError(
                    f"{where}: “{owners.of_many}” tells no gender, so plural sentences cannot be judged; make a "
                    "corpus in the singular."
                )
            raise InputError(
                f"{where}: neither {masculine} nor {feminine} tells the gender; is this the target "
                f"({target.language}) of a controlled corpus?"
            )
        if found[0] is found[1]:
            raise InputError(
                f"{target.path}, lines {start + 1} and {start + 2}: both say "
                f"{masculine if found[0] is Gender.MASCULINE else feminine}; lines come in pairs, one with "
                f"{masculine} and one with {feminine}."
            )
    return genders


def _of_pair(
    lines: Sequence[str], telling: Sequence[tuple[str, str]], owners: TargetGrammar
) -> Sequence[Gender | None]:
    """By the possessives if they tell the two apart, else by the first of the telling words that do."""
    readings = [[GENDER_OF.get(owners.find_possessive(line)) for line in lines]]
    readings += [[_last_of(words, line) for line in lines] for words in telling]
    apart = next((reading for reading in readings if set(reading) == set(Gender)), None)
    return apart or [next(filter(None, own), None) for own in zip(*readings, strict=True)]


def _last_of(telling: tuple[str, str], line: str) -> Gender | None:
    said = [word for word in sentence_words(line) if word in telling]
    if not said:
        return None
    return Gender.MASCULINE if said[-1] == telling[0] else Gender.FEMININE


def _subjects(source: Sentences, genders: Sequence[Gender]) -> list[Subject]:
    """« DET N » of each line; an adjective or verb that all lines of one gender share is no part of the noun."""
    people = source_grammar(source.language)
    split = [sentence_words(line) for line in source.lines]
    frames = {
        gender: _frame([line for line, own in zip(split, genders, strict=True) if own is gender]) for gender in Gender
    }
    return [
        people.find_subject(line[: len(line) - frames[gender]] or line)
        for line, gender in zip(split, genders, strict=True)
    ]


def _frame(lines: Sequence[Sequence[str]]) -> int:
    """How many words at the end all lines have in common; 0 where there are too few lines to tell."""
    if len({tuple(line) for line in lines}) < FEWEST_FOR_A_FRAME:
        return 0
    from_the_end = zip(*map(reversed, lines), strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, from_the_end))


def _lines(
    sources: Sequence[str],
    targets: Sequence[str],
    genders: Sequence[Gender],
    subjects: Sequence[Subject],
    open_pairs: Collection[int],
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
            marked=sentence_words(sources[number]) != sentence_words(sources[other]),
            occupation=" ".join(masculine.noun),
            source=sources[number],
            target=targets[number],
            open=number - number % 2 in open_pairs,
        )


def frame_nouns(lines: Sequence[CorpusLine]) -> list[tuple[str, ...]]:
    """The noun of each target: what one line has and the frame that all share has not."""
    frequent = Counter(word for line in lines for word in set(sentence_words(line.target)))
    common = {word for word, count in frequent.items() if count > len(lines) / 3}
    nouns = dict[tuple[str, ...], tuple[str, ...]]()  # one for all lines about it
    found = []
    for line in lines:
        noun = tuple(word for word in sentence_words(line.target) if word not in common and word[0].isalnum())
        found.append(nouns.setdefault(noun, noun))
    return found
