"""The lines that `--limit` takes of a file to translate.

They are told by its sentences alone: `mt translate` knows no reference, and `mt judge` must find the same lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from epicene.core.sampling import stratified_sample
from epicene.grammar.gender import Gender
from epicene.grammar.languages import grammar
from epicene.grammar.people import GENDER_OF, SourceGrammar, sentence_words
from epicene.mt.lexicon import FRENCH, Occupation, read_lexicon
from epicene.mt.noun_phrases import EPICENE, OPEN, class_name
from epicene.mt.sentence_files import join_pieces

FRAME = 2  # words at the end that all first and all second lines of pairs share, at least
IN_ORDER = (Gender.MASCULINE, Gender.FEMININE)
Words = Sequence[str]


def sample_lines(lines: Sequence[str], language: str, n: int) -> list[int]:
    """Indices of `n` lines: whole pairs of a controlled corpus, by determiner and form of the noun, else any lines."""
    split = [sentence_words(join_pieces(line)) for line in lines]
    if n % 2 == 0 and _come_in_pairs(split):
        return sample_of_pairs(lines, language, n)
    return stratified_sample([()] * len(lines), n)


def sample_of_pairs(lines: Sequence[str], language: str, n: int) -> list[int]:
    """Indices of `n` lines, an even number, of a controlled corpus in one of its two languages."""
    split = [sentence_words(join_pieces(line)) for line in lines]
    people = grammar(language).source
    classes = _source_classes(split, people) if people else _target_classes(lines, split, language)
    pairs = stratified_sample(list(zip(classes[::2], classes[1::2], strict=True)), n // 2)
    return [line for pair in pairs for line in (2 * pair, 2 * pair + 1)]


def _come_in_pairs(lines: Sequence[Words]) -> bool:
    """Whether the file is a controlled corpus: an even number of sentences in one frame."""
    return len(lines) > 2 and not len(lines) % 2 and all(_frame(lines[side::2]) >= FRAME for side in (0, 1))


def _frame(lines: Sequence[Words]) -> int:
    """How many words at the end all lines share, marks not counted."""
    words = ([word for word in reversed(line) if word[0].isalnum()] for line in lines)
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False)))


def _source_classes(lines: Sequence[Words], people: SourceGrammar) -> list[str]:
    """By the determiner and noun of each sentence, the masculine first in its pair."""
    subjects = [people.find_subject(line) for line in lines]
    nouns = [subject.noun for subject in subjects]
    return [
        class_name(subject.determiner, EPICENE if nouns[index] == nouns[index ^ 1] else IN_ORDER[index % 2])
        for index, subject in enumerate(subjects)
    ]


def _target_classes(sentences: Sequence[str], lines: Sequence[Words], language: str) -> list[str]:
    """By the occupation of each sentence, as its French name has it; of others, whether their gender is said."""
    owners, people, known = grammar(language).target, grammar(FRENCH).source, _occupations()
    lines_with = Counter(word for line in lines for word in set(line))
    frame = {word for word, count in lines_with.items() if count > len(lines) / 3}
    classes = []
    for sentence, line in zip(sentences, lines, strict=True):
        occupation = known.get(tuple(word for word in line if word not in frame and word[0].isalnum()))
        gender = GENDER_OF.get(owners.find_possessive(sentence)) if owners else None
        if gender is None:
            classes.append(OPEN)
        elif occupation is None or people is None:
            classes.append("")
        else:
            form = occupation.form(gender)
            classes.append(class_name(people.article(form, gender), EPICENE if occupation.epicene else gender))
    return classes


@cache
def _occupations() -> dict[tuple[str, ...], Occupation]:
    """Those of the bundled lexicon, by their English nouns."""
    return {
        tuple(word for word in sentence_words(occupation.target_noun(gender)) if word[0].isalnum()): occupation
        for occupation in reversed(read_lexicon())
        for gender in Gender
    }
