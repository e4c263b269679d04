"""A controlled corpus as it stands in two files: lines in pairs, one masculine and one feminine, in two languages.

`source` is that whose determiners and nouns say the gender (French), `target` that whose possessives do (English),
whichever way a system is asked to translate. Everything is read off the sentences: the gender of a line from the
target's possessive (or other words that a user names), the determiner and the noun from the source's subject, and the
form of the noun (epicene or marked) from comparing the two lines of a pair. A target that both lines of a pair share
and that says no gender (*their*, *his or her*, no possessive) leaves it open: then the source tells the lines apart, or
their order, masculine first.

Also the lines that `--limit` takes of a file to translate, chosen by its sentences alone: `mt translate` knows no
reference, and `mt judge` must find the same lines. And the published corpus « X a terminé son travail » (NeuroViz
project), which is read as it stands: published numbers were obtained with its defects in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from epicene.core.errors import InputError
from epicene.core.hashing import SHORT, items_digest
from epicene.core.notices import Notice
from epicene.core.sampling import stratified_sample
from epicene.core.types import Item, Role, Text
from epicene.data.benchmarks import Benchmark
from epicene.data.fetch import fetch
from epicene.data.text_files import read_text
from epicene.grammar.french.noun_forms import elides
from epicene.grammar.languages import grammar, language_of, source_grammar, target_grammar
from epicene.grammar.people import GENDER_OF, Gender, SourceGrammar, SubjectPhrase, TargetGrammar, sentence_words
from epicene.grammar.word_patterns import fold
from epicene.mt.lexicon import FRENCH, Occupation, read_lexicon
from epicene.mt.noun_phrases import EPICENE, OPEN, class_name, subject_gender
from epicene.mt.sentence_files import join_pieces, read_lines, read_sentences

FEWEST_FOR_A_FRAME = 5
FRAME = 2  # words at the end that all first and all second lines of pairs share, at least
IN_ORDER = (Gender.MASCULINE, Gender.FEMININE)
Words = tuple[str, ...]


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
    subject: SubjectPhrase
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
    genders = _genders(target, [(fold(masculine), fold(feminine)) for masculine, feminine in telling], open_pairs)
    split = [sentence_words(line) for line in source.lines]
    subjects = _subjects(source.language, split, genders)
    lines = []
    for number, (subject, gender) in enumerate(zip(subjects, genders, strict=True)):
        if not subject.noun:
            raise InputError(
                f"{source.path}, line {number + 1}: no noun before the verb; expected « DET N a terminé … »."
            )
        other = number ^ 1
        masculine = subject if gender is Gender.MASCULINE else subjects[other]
        line = CorpusLine(
            number=number,
            pair=number // 2,
            gender=gender,
            subject=subject,
            form=EPICENE if subject.noun == subjects[other].noun else gender.value,
            marked=split[number] != split[other],
            occupation=" ".join(masculine.noun),
            source=source.lines[number],
            target=target.lines[number],
            open=number - number % 2 in open_pairs,
        )
        lines.append(line)
    return lines


def _open_pairs(source: Sentences, target: Sentences) -> dict[int, Sequence[Gender]]:
    """By their first line, the pairs with one target that says no gender; the genders are the source's."""
    genders: dict[int, Sequence[Gender]] = {}
    people, owners = source_grammar(source.language), target_grammar(target.language)
    for start in range(0, min(len(target.lines), len(source.lines)) - 1, 2):
        first, second = (sentence_words(line) for line in target.lines[start : start + 2])
        if first == second and owners.find_possessive(target.lines[start]) not in GENDER_OF:
            subject = people.find_subject(sentence_words(source.lines[start]))
            is_feminine = subject_gender(subject, source.language) is Gender.FEMININE
            genders[start] = IN_ORDER[::-1] if is_feminine else IN_ORDER
    return genders


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
        pair_genders = open_pairs.get(start) or _of_pair(target.lines[start : start + 2], telling, owners)
        for number, gender in enumerate(pair_genders, start=start):
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
        if pair_genders[0] is pair_genders[1]:
            raise InputError(
                f"{target.path}, lines {start + 1} and {start + 2}: both say "
                f"{masculine if pair_genders[0] is Gender.MASCULINE else feminine}; lines come in pairs, one with "
                f"{masculine} and one with {feminine}."
            )
    return genders


def _of_pair(
    lines: Sequence[str], telling: Sequence[tuple[str, str]], owners: TargetGrammar
) -> Sequence[Gender | None]:
    """By the possessives if they tell the two apart, else by the first of the telling words that do."""
    readings = [[GENDER_OF.get(owners.find_possessive(line)) for line in lines]]
    for pair in telling:
        own = dict(zip(pair, IN_ORDER, strict=True))
        last = [[own[word] for word in sentence_words(line) if word in own][-1:] for line in lines]
        readings.append([genders[0] if genders else None for genders in last])
    apart = next((reading for reading in readings if set(reading) == set(Gender)), None)
    return apart or [next(filter(None, own), None) for own in zip(*readings, strict=True)]


def _subjects(language: str, lines: Sequence[Words], genders: Sequence[Gender]) -> list[SubjectPhrase]:
    """« DET N » of each line; an adjective or verb that all lines of one gender share is no part of the noun."""
    people, frames = source_grammar(language), dict[Gender, int]()
    for gender in Gender:
        own = [line for line, of_line in zip(lines, genders, strict=True) if of_line is gender]
        enough = len(set(map(tuple, own))) >= FEWEST_FOR_A_FRAME
        frames[gender] = _shared_ending(own) if enough else 0
    return [
        people.find_subject(line[: len(line) - frames[gender]] or line)
        for line, gender in zip(lines, genders, strict=True)
    ]


def _shared_ending(lines: Iterable[Sequence[str]]) -> int:
    """How many words at the end all lines have in common."""
    from_the_end = zip(*map(reversed, lines), strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, from_the_end))


def frame_nouns(lines: Sequence[CorpusLine]) -> list[tuple[str, ...]]:
    """The noun of each target: what one line has and the frame that all share has not."""
    frequent = Counter(word for line in lines for word in set(sentence_words(line.target)))
    common = {word for word, count in frequent.items() if count > len(lines) / 3}
    nouns = dict[tuple[str, ...], tuple[str, ...]]()  # one for all lines about it
    shared = []
    for line in lines:
        noun = tuple(word for word in sentence_words(line.target) if word not in common and word[0].isalnum())
        shared.append(nouns.setdefault(noun, noun))
    return shared


def sample_lines(lines: Sequence[str], language: str, n: int) -> list[int]:
    """Indices of `n` lines: whole pairs of a controlled corpus (an even number of sentences in one frame), by
    determiner and form of the noun, else any lines."""
    words = [[word for word in sentence_words(join_pieces(line)) if word[0].isalnum()] for line in lines]
    is_corpus = (
        len(lines) > 2 and not len(lines) % 2 and all(_shared_ending(words[side::2]) >= FRAME for side in (0, 1))
    )
    if is_corpus and n % 2 == 0:
        return sample_of_pairs(lines, language, n)
    return stratified_sample([()] * len(lines), n)


def sample_of_pairs(lines: Sequence[str], language: str, n: int) -> list[int]:
    """Indices of `n` lines, an even number, of a controlled corpus in one of its two languages."""
    split = [sentence_words(join_pieces(line)) for line in lines]
    people = grammar(language).source
    classes = _source_classes(split, people) if people else _target_classes(lines, split, language)
    pairs = stratified_sample(list(zip(classes[::2], classes[1::2], strict=True)), n // 2)
    return [line for pair in pairs for line in (2 * pair, 2 * pair + 1)]


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


NAME = "x-a-fini"
LANGUAGES = ("fr", "en")
N_LINES = 3394  # the paper counts 3,392: in the file *demandeur* has two feminines
_HOME = "https://raw.githubusercontent.com/neuroviz/neuroviz/main/blackbox2022/X-a-fini.gold."
_SUFFIXES = {"fr": "fra", "en": "eng"}
_DIGESTS = {
    "fr": "1e853d484f75998eae9f9200767763658f359e4531d18cd1e8a3fe9094badd50",
    "en": "6918a4358262fff6ec8c2caa16da7f0a3cca33a64a371f7c7e323bbf90f8afdc",
}


def _read_side(path: Path, language: str) -> list[Item]:
    """Pairs of lines, masculine first; a page of another kind is refused."""
    lines = read_sentences(path)
    if len(lines) % 2 or language_of(lines, language) != language:
        raise InputError(f"{path} is not the {language} side of {NAME}; download it again.")
    return _pairs(lines, language)


def _pairs(lines: Sequence[str], language: str) -> list[Item]:
    return [
        Item(
            id=str(pair),
            variants={Role.MASCULINE: Text(masculine), Role.FEMININE: Text(feminine)},
            language=language,
            category="occupation",
            cluster=str(pair),
            line=2 * pair + 1,
        )
        for pair, (masculine, feminine) in enumerate(zip(lines[::2], lines[1::2], strict=True))
    ]


SIDES = {
    language: Benchmark(
        name=NAME,
        kind="parallel",
        language=language,
        title="X a terminé son travail",
        read=partial(_read_side, language=language),
        file_name=f"x-a-fini.{_SUFFIXES[language]}",
        licence="not stated",
        citation="Wisniewski, Zhu, Ballier, Yvon: Biais de genre dans un système de traduction automatique neuronale. "
        "TAL 63-1, 2022.",
        source="1,697 occupations of Dister and Moreau (2014) in both genders; English by machine, then checked.",
        home=_HOME + _SUFFIXES[language],
        known_digests=(_DIGESTS[language],),
        content_warning=False,
    )
    for language in LANGUAGES
}


def is_published(lines: Sequence[str], language: str) -> bool:
    """Whether these are all sentences of one side, whatever their file is called."""
    if len(lines) != N_LINES or language not in SIDES:
        return False
    return items_digest(_pairs(lines, language)) in SIDES[language].known_digests


def get_published() -> tuple[Path, Path]:
    """The French and the English file, after a download if need be."""
    return fetch(SIDES["fr"]), fetch(SIDES["en"])


def unknown_rows(french: Path, english: Path) -> list[Notice]:
    """Where the rows are not those of the version we know: a copy may be damaged, or simply newer."""
    return [
        Notice("notice.mt.unknown-rows", {"file": path.name, "digest": digest[:SHORT]})
        for side, path in ((SIDES["fr"], french), (SIDES["en"], english))
        if (digest := items_digest(side.items(path))) not in side.known_digests
    ]


def defects(french: Path, english: Path) -> list[Notice]:
    """What is wrong with a controlled corpus or to be known of it, a notice for each kind."""
    lines = read_corpus(
        Sentences(french, "fr", read_sentences(french)), Sentences(english, "en", read_sentences(english))
    )
    seen = Counter(line.occupation for line in lines if line.gender is Gender.MASCULINE)
    unended = [path.name for path in (french, english) if not read_text(path).endswith("\n")]
    return [
        *corpus_notices(lines, "fr"),
        *(
            Notice("notice.mt.stray-spaces", {"file": path.name, "count": len(stray), "lines": stray})
            for path in (french, english)
            if (stray := [str(n) for n, line in enumerate(read_lines(path), 1) if line != " ".join(line.split())])
        ),
        *_nouns("repeated", [noun for noun, times in seen.items() if times > 1]),
        *(Notice("notice.mt.no-newline", {"file": name}) for name in unended),
    ]


def corpus_notices(lines: Sequence[CorpusLine], language: str) -> Iterator[Notice]:
    """The defects that bear on the judgment of translations; elision is looked at in French."""
    articles = [
        (line.subject.determiner, line.subject.noun[0])
        for line in lines
        if language == "fr" and line.gender is Gender.MASCULINE and line.subject.determiner in ("le", "la", "l'")
    ]
    yield from _nouns("aspirated", [noun for article, noun in articles if article == "l'" and not elides(noun)])
    yield from _nouns("unelided", [noun for article, noun in articles if article != "l'" and elides(noun)])
    nouns = frame_nouns(lines)
    pairs = zip(nouns[::2], nouns[1::2], strict=True)
    yield from _nouns(
        "two-nouns", [f"{' '.join(first)}/{' '.join(second)}" for first, second in pairs if first != second]
    )


def _nouns(defect: str, nouns: list[str]) -> Iterator[Notice]:
    if nouns:
        yield Notice(f"notice.mt.{defect}", {"count": len(nouns), "nouns": nouns})
